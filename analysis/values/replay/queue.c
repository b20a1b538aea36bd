/* Records of values, event by event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Usually the records before an event are those of its path, or of the path that ended with the event before.  A signal
   handler's events come in the middle of a path.  So what was recorded before it waits for the rest of that path.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "format/value-table.h"
#include "values/replay/replay-impl.h"

/* More do not wait: nobody will ask for them.  */
#define MOST_WAITING 65536u

static int
advance (struct wpp_value_queue *q)
{
  int more = q->source.next ? q->source.next (q->source.data, &q->ahead) : 0;
  q->more = more > 0;
  return more < 0 ? more : WPP_OK;
}

static int
add (struct wpp_value_queue *q, struct wpp_value_record r)
{
  if (WPP_RESERVE (q->group, q->room, q->n, 2))
    return WPP_E_NOMEM;
  q->group[q->n++] = r;
  q->group[q->n].id = WPP_NO_RECORD;
  return WPP_OK;
}

int
wpp_queue_begin (struct wpp_value_queue *q, const struct wpp_value_source *source)
{
  q->source = *source;
  q->n = q->n_waiting = 0;
  q->off = false;
  if (WPP_RESERVE (q->group, q->room, 0, 1))
    return WPP_E_NOMEM;
  q->group[0].id = WPP_NO_RECORD;
  return advance (q);
}

void
wpp_queue_forget (struct wpp_value_queue *q, struct wpp_replayed *done)
{
  done->unused += q->n_waiting;
  q->n_waiting = 0;
}

/* The records from LEFT on wait.  */
static int
wait_for (struct wpp_value_queue *q, const struct wpp_value_record *left, struct wpp_replayed *done)
{
  size_t n = q->group + q->n - left;
  if (q->n_waiting + n > MOST_WAITING)
    wpp_queue_forget (q, done);
  if (n > MOST_WAITING)
    {
      done->unused += n;
      return WPP_OK;
    }
  if (WPP_RESERVE (q->waiting, q->waiting_room, q->n_waiting, n))
    return WPP_E_NOMEM;
  memcpy (q->waiting + q->n_waiting, left, n * sizeof *left);
  q->n_waiting += n;
  return WPP_OK;
}

int
wpp_queue_load (struct wpp_value_queue *q, const struct wpp_value_record *left, uint64_t ordinal,
                struct wpp_replayed *done)
{
  int err = left->id != WPP_NO_RECORD ? wait_for (q, left, done) : WPP_OK;
  q->n = 0;
  q->group[0].id = WPP_NO_RECORD;
  while (!err && q->more && q->ahead.ordinal <= ordinal)
    {
      done->records++;
      if (q->ahead.id == WPP_VALUE_OFF)
        q->off = true;
      else
        err = add (q, q->ahead);
      if (!err)
        err = advance (q);
    }
  return err;
}

int
wpp_queue_take_waiting (struct wpp_value_queue *q, const struct wpp_bindings *b, uint32_t function,
                        const struct wpp_value_record **record)
{
  size_t n = 0, left = 0, rest = q->group + q->n - *record;
  struct wpp_value_record *taken = malloc ((q->n_waiting + rest + 1) * sizeof *taken);
  if (!taken)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < q->n_waiting; i++)
    if (wpp_bindings_function (b, q->waiting[i].id) == function)
      taken[n++] = q->waiting[i];
    else
      q->waiting[left++] = q->waiting[i];
  q->n_waiting = left;
  memcpy (taken + n, *record, (rest + 1) * sizeof *taken);
  free (q->group);
  q->group = taken;
  q->n = n + rest;
  q->room = q->n + 1;
  *record = q->group;
  return WPP_OK;
}

void
wpp_queue_release (struct wpp_value_queue *q)
{
  free (q->group);
  free (q->waiting);
}
