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
  q->taken += q->more;
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
  q->n = q->n_waiting = 0;
  q->off = q->epoch = false;
  if (WPP_RESERVE (q->group, q->room, 0, 1))
    return WPP_E_NOMEM;
  q->group[0].id = WPP_NO_RECORD;
  return wpp_queue_resume (q, source, 0);
}

int
wpp_queue_resume (struct wpp_value_queue *q, const struct wpp_value_source *source, uint64_t taken)
{
  q->source = *source;
  q->taken = taken;
  return advance (q);
}

int
wpp_queue_load (struct wpp_value_queue *q, uint64_t ordinal, struct wpp_replayed *done)
{
  int err = WPP_OK;
  q->n = 0;
  q->has_sum = q->epoch = false;
  q->group[0].id = WPP_NO_RECORD;
  while (!err && q->more && q->ahead.ordinal <= ordinal && !q->epoch)
    {
      done->records++;
      if (q->ahead.id == WPP_VALUE_OFF)
        q->off = true;
      else if (q->ahead.id == WPP_VALUE_EPOCH)
        q->epoch = true;
      else if (q->ahead.id == WPP_VALUE_SUM)
        {
          q->has_sum = true;
          q->sum = q->ahead.value;
        }
      else
        err = add (q, q->ahead);
      if (!err)
        err = advance (q);
    }
  return err;
}

/* What becomes of a waiting record when an activation executes a path.  */
enum fate
{
  KEEP,
  TAKE,                         /* it is that activation's */
  DROP                          /* it is nobody's any more */
};

/* That of W when FUNCTION does in an activation with BELOW open ones below it.  The activation that was interrupted was
   the topmost one then, or was just beginning.  */
static enum fate
fate_of (const struct wpp_waiting_record *w, const struct wpp_bindings *b, uint32_t function, size_t below, bool enters)
{
  if (below > w->depth)
    return KEEP;
  bool own = wpp_bindings_function (b, w->record.id) == function;
  if (below == w->depth)
    return own && enters ? TAKE : KEEP;
  return own && below + 1 == w->depth ? TAKE : DROP;
}

/* Move what FUNCTION takes of what waits to OWN; return how many.  */
static size_t
take_waiting (struct wpp_value_queue *q, const struct wpp_bindings *b, uint32_t function, size_t below, bool enters,
              struct wpp_value_record *own)
{
  size_t n = 0, left = 0;
  for (size_t i = 0; i < q->n_waiting; i++)
    {
      enum fate fate = fate_of (&q->waiting[i], b, function, below, enters);
      if (fate == TAKE)
        own[n++] = q->waiting[i].record;
      else if (fate == KEEP)
        q->waiting[left++] = q->waiting[i];
    }
  q->n_waiting = left;
  return n;
}

int
wpp_queue_choose (struct wpp_value_queue *q, const struct wpp_bindings *b, uint32_t function, size_t below,
                  bool enters, const struct wpp_value_record **record)
{
  size_t rest = q->group + q->n - *record;
  if (q->n_waiting > MOST_WAITING)
    q->n_waiting = 0;
  struct wpp_value_record *own = malloc ((q->n_waiting + rest + 1) * sizeof *own);
  if (!own || WPP_RESERVE (q->waiting, q->waiting_room, q->n_waiting, rest))
    {
      free (own);
      return WPP_E_NOMEM;
    }
  size_t n = take_waiting (q, b, function, below, enters, own);
  for (const struct wpp_value_record *r = *record; r->id != WPP_NO_RECORD; r++)
    if (wpp_bindings_function (b, r->id) == function)
      own[n++] = *r;
    else
      q->waiting[q->n_waiting++] = (struct wpp_waiting_record){ *r, below };
  own[n].id = WPP_NO_RECORD;
  free (q->group);
  q->group = own;
  q->n = n;
  q->room = n + 1;
  *record = own;
  return WPP_OK;
}

void
wpp_queue_landed (struct wpp_value_queue *q, size_t depth)
{
  size_t left = 0;
  for (size_t i = 0; i < q->n_waiting; i++)
    if (q->waiting[i].depth < depth)
      q->waiting[left++] = q->waiting[i];
  q->n_waiting = left;
}

void
wpp_queue_release (struct wpp_value_queue *q)
{
  free (q->group);
  free (q->waiting);
}

/* ---- Where nothing is recorded.  */

bool
wpp_replay_silent_p (const struct wpp_values_replay *r, const struct wpp_activation *a)
{
  return r->queue.off || wpp_replay_head_of (r, a)->silent || (!a->known && r->middle && a == r->machine.stack);
}

void
wpp_replay_epoch (struct wpp_values_replay *r)
{
  wpp_table_reset (&r->table);
  r->queue.n_waiting = 0;
  r->queue.off = false;
  for (size_t i = 0; i < r->machine.depth; i++)
    wpp_replay_head_of (r, &r->machine.stack[i])->silent = true;
}

/* ---- Sums of what was stored.  */

void
wpp_replay_compare_sum (struct wpp_values_replay *r)
{
  struct wpp_word w = wpp_table_get (&r->table, WPP_TABLE_SUM, 8);
  r->summed = !r->queue.off;
  r->sum_known = w.known;
  r->sum_wrong = w.known && w.word != r->queue.sum;
  wpp_table_put (&r->table, WPP_TABLE_SUM, 8, (struct wpp_word){ r->queue.sum, 1 });
}

void
wpp_replay_count_sum (struct wpp_values_replay *r)
{
  if (!r->summed)
    return;
  r->summed = false;
  if (r->table.blind)
    return;
  r->done.sums++;
  r->done.unknown_sums += !r->sum_known;
  if (r->sum_wrong && !r->done.wrong_sums++)
    {
      r->done.wrong_thread = r->now.thread;
      r->done.wrong_event = r->now.event;
    }
}
