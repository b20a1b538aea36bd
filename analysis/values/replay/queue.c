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
          q->sum_at = q->n;
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

static void
wait_for (struct wpp_value_queue *q, struct wpp_value_record r, size_t depth)
{
  q->waiting[q->n_waiting++] = (struct wpp_waiting_record){ r, depth };
}

/* OWN [N] are the records of a function one activation of which, or several, a signal handler has interrupted that is
   the same function, with BELOW open ones below it.  Its own begin after the last record HANDLER: let others wait, and
   return the number of those that do not count any more.  */
static size_t
part_handler (struct wpp_value_queue *q, const struct wpp_value_record *own, size_t n, size_t below, uint32_t handler)
{
  size_t last = n;
  while (last > 0 && own[last - 1].id != handler)
    last--;
  for (size_t i = 0; i + 1 < last; i++)
    wait_for (q, own[i], below);
  return last;
}

uint8_t
wpp_queue_depth (const struct wpp_value_queue *q, const struct wpp_value_record *record, size_t below,
                 uint32_t handler)
{
  uint64_t depth = 0;
  for (size_t i = q->n; !depth && i > (size_t) (record - q->group); i--)
    depth = q->group[i - 1].id == handler ? q->group[i - 1].value : 0;
  for (size_t i = q->n_waiting; !depth && i > 0; i--)
    if (q->waiting[i - 1].depth == below && q->waiting[i - 1].record.id == handler)
      depth = q->waiting[i - 1].record.value;
  return depth < WPP_TABLE_DEPTHS ? depth : 0;
}

int
wpp_queue_choose (struct wpp_value_queue *q, const struct wpp_bindings *b, uint32_t function, size_t below,
                  bool enters, uint32_t handler, const struct wpp_value_record **record)
{
  size_t rest = q->group + q->n - *record, others = 0;
  if (q->n_waiting > MOST_WAITING)
    q->n_waiting = 0;
  struct wpp_value_record *own = malloc ((q->n_waiting + rest + 1) * sizeof *own);
  if (!own || WPP_RESERVE (q->waiting, q->waiting_room, 0, q->n_waiting + rest))
    {
      free (own);
      return WPP_E_NOMEM;
    }
  size_t n = take_waiting (q, b, function, below, enters, own);
  for (const struct wpp_value_record *r = *record; r->id != WPP_NO_RECORD; r++)
    if (wpp_bindings_function (b, r->id) == function)
      own[n++] = *r;
    else
      wait_for (q, *r, below);
  own[n].id = WPP_NO_RECORD;
  if (handler != WPP_NO_RECORD)
    others = part_handler (q, own, n, below, handler);
  free (q->group);
  q->group = own;
  q->n = n;
  q->room = n + 1;
  *record = own + others;
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
  wpp_replay_reset_tables (r);
  r->queue.n_waiting = 0;
  r->queue.off = false;
  for (size_t i = 0; i < r->machine.depth; i++)
    {
      struct wpp_replay_head *h = wpp_replay_head_of (r, &r->machine.stack[i]);
      h->silent = true;
      h->depth = 0;
      h->handler = false;
    }
}

/* ---- Sums of what was stored.  */

/* The depth that RECORD tells, by which a handler begins; 0 if it is another one.  */
static uint8_t
depth_told_by (const struct wpp_values_replay *r, const struct wpp_value_record *record)
{
  uint32_t function = wpp_bindings_function (r->bindings, record->id);
  const struct wpp_micro_layout *l = function == WPP_NO_FUNCTION ? NULL : r->bindings->layouts[function];
  bool tells = l && l->handler != WPP_NONE && record->id == l->first_check + l->handler;
  return tells && record->value < WPP_TABLE_DEPTHS ? record->value : 0;
}

/* The table of the activation that told the sum when it began: a handler's, if it has just told its depth, or did
   before it was interrupted by others; else its caller's.  Null and *ERR.  */
static struct wpp_table *
summed_table (struct wpp_values_replay *r, int *err)
{
  const struct wpp_value_queue *q = &r->queue;
  uint8_t depth = q->sum_at ? depth_told_by (r, &q->group[q->sum_at - 1]) : 0;
  const struct wpp_waiting_record *w = q->n_waiting ? &q->waiting[q->n_waiting - 1] : NULL;
  if (!depth && w && w->depth == r->machine.depth - r->leaves)
    depth = depth_told_by (r, &w->record);
  *err = WPP_OK;
  return depth ? wpp_replay_table (r, depth, err) : wpp_replay_next_table (r);
}

int
wpp_replay_compare_sum (struct wpp_values_replay *r)
{
  int err;
  struct wpp_table *table = summed_table (r, &err);
  if (!table)
    return err;
  struct wpp_word w = wpp_table_get (table, WPP_TABLE_SUM, 8);
  r->summed = !r->queue.off;
  r->sum_known = w.known;
  r->sum_wrong = w.known && w.word != r->queue.sum;
  wpp_table_put (table, WPP_TABLE_SUM, 8, (struct wpp_word){ r->queue.sum, 1 });
  return err;
}

void
wpp_replay_count_sum (struct wpp_values_replay *r)
{
  if (!r->summed)
    return;
  r->summed = false;
  if (r->blind)
    return;
  r->done.sums++;
  r->done.unknown_sums += !r->sum_known;
  if (r->sum_wrong && !r->done.wrong_sums++)
    {
      r->done.wrong_thread = r->now.thread;
      r->done.wrong_event = r->now.event;
    }
}
