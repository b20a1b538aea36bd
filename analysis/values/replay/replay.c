/* Replay, event by event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The slots of the activations that are open are one after the other, as frames on a stack.  Before an activation's
   slots is a frame's head.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "recording/profile/events.h"
#include "values/replay/replay-impl.h"

/* Slots of all activations: 64 GiB of them are no program's.  */
#define MOST_SLOTS ((size_t)1 << 32)

/* ---- Activations.  */

static const struct wpp_micro_layout *
layout_of (const struct wpp_values_replay *r, const struct wpp_activation *a)
{
  return r->bindings->layouts[a->function];
}

static struct wpp_replay_head *
head_of (struct wpp_values_replay *r, const struct wpp_activation *a)
{
  return wpp_replay_head_of (r, a);
}

size_t
wpp_replay_slots_of (const struct wpp_micro_layout *l)
{
  size_t slot = sizeof (struct wpp_word);
  return WPP_HEAD_SLOTS + (l ? l->n_slots + (2 * (size_t)l->n_kept + slot - 1) / slot : 0);
}

int
wpp_replay_reserve_slots (struct wpp_values_replay *r, size_t n)
{
  size_t room = r->slots_room;
  if (WPP_RESERVE (r->slots, r->slots_room, r->n_slots, n))
    return WPP_E_NOMEM;
  /* A checkpoint has also those that nothing has assigned.  */
  memset (r->slots + room, 0, (r->slots_room - room) * sizeof *r->slots);
  return WPP_OK;
}

void
wpp_replay_look_at (struct wpp_values_replay *r, const struct wpp_activation *a)
{
  const struct wpp_micro_layout *l = layout_of (r, a);
  r->run.table = r->tables[head_of (r, a)->depth];
  r->run.layout = l;
  r->run.slots = r->slots + a->value + WPP_HEAD_SLOTS;
  r->run.kept = l ? (unsigned char *)(r->run.slots + l->n_slots) : NULL;
}

/* An activation has ended by a jump to CALLED, in whose place that one begins next; H is its caller's.  */
static void
wait_for_tail (struct wpp_replay_head *h, const char *called)
{
  if (!h->tail)
    h->called_first = h->called;
  h->tail = true;
  h->called = called;
}

/* An activation has ended by a jump to CALLED; H is that of the activation below.  What a handler jumps to has the
   table of that one, and interrupts it.  */
static void
jump (struct wpp_values_replay *r, struct wpp_replay_head *h, bool handler, const char *called)
{
  if (!handler)
    wait_for_tail (h, called);
  else if (called)
    {
      r->queue.off |= h->jumps && strcmp (h->jumped, called); /* which of them begins next? */
      h->jumped = called;
      h->jumps++;
    }
}

static int
begin (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  struct wpp_values_replay *r = data;
  const struct wpp_micro_layout *l = layout_of (r, a);
  size_t n = wpp_replay_slots_of (l);
  if (r->n_slots + n > MOST_SLOTS)
    return WPP_E_TOOBIG;
  if (wpp_replay_reserve_slots (r, n))
    return WPP_E_NOMEM;
  struct wpp_replay_head h = { .activation = ++r->activations, .place = WPP_NO_NODE };
  int err = wpp_replay_begin_table (r, a, caller, &h);
  a->value = r->n_slots;
  r->n_slots += n;
  *head_of (r, a) = h;
  if (!l || err)
    return err;
  wpp_replay_look_at (r, a);
  r->run.slots[0] = (struct wpp_word){ 0, 1 };
  memset (r->run.kept, 0, 2 * (size_t)l->n_kept);
  if (!a->known)
    wpp_micro_run_lose (&r->run);
  else
    for (uint32_t i = 0; i < l->n_undefined; i++)
      r->run.slots[l->undefined[i]].known = 0;
  return WPP_OK;
}

static int
end (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  struct wpp_values_replay *r = data;
  bool tail = how == WPP_ACTIVATION_LEFT && r->path->code && r->path->code->tail;
  r->abandoned |= how == WPP_ACTIVATION_LANDED && head_of (r, a)->interrupted;
  if (tail && r->machine.depth)
    jump (r, head_of (r, &r->machine.stack[r->machine.depth - 1]), head_of (r, a)->handler, r->path->called);
  wpp_replay_see_again (r, r->machine.depth);
  /* A handler that was left for a function that is not recorded has left its table to that, too.  */
  r->queue.off |= how == WPP_ACTIVATION_UNSEEN && head_of (r, a)->handler;
  r->n_slots = a->value;
  return WPP_OK;
}

/* A branch has gone otherwise: nothing is known of any activation.  */
static void
lose_all (struct wpp_values_replay *r)
{
  r->run.wrong = false;
  for (size_t i = 0; i < r->machine.depth; i++)
    {
      wpp_replay_look_at (r, &r->machine.stack[i]);
      if (r->run.layout)
        wpp_micro_run_lose (&r->run);
    }
  if (r->machine.depth)
    wpp_replay_look_at (r, &r->machine.stack[r->machine.depth - 1]);
}

/* ---- Paths.  */

/* Load the records before EVENT.  */
static int
load (struct wpp_values_replay *r, uint64_t event)
{
  wpp_replay_count_sum (r);
  int err = wpp_queue_load (&r->queue, event, &r->done);
  if (r->queue.has_sum && !err)
    err = wpp_replay_compare_sum (r);
  r->run.record = r->queue.group;
  r->loaded = event;
  return err;
}

/* If an epoch begins before EVENT, do so, and load what comes after that.  */
static int
begin_epoch (struct wpp_values_replay *r, uint64_t event)
{
  int err = WPP_OK;
  while (r->queue.epoch && !err)
    {
      wpp_replay_epoch (r);
      err = load (r, event);
    }
  return err;
}

/* Run the sequence of the path that begins at FIRST.  */
static int
run (struct wpp_values_replay *r, uint32_t first)
{
  int err = wpp_micro_run (&r->run, r->path->code, first);
  if (r->run.wrong)
    {
      r->done.branches++;
      lose_all (r);
    }
  return err;
}

/* May there be other records than those of FUNCTION at hand, or some of it elsewhere?  */
static bool
others_p (const struct wpp_values_replay *r, uint32_t function)
{
  return r->queue.n_waiting
         || (r->run.record->id != WPP_NO_RECORD
             && wpp_bindings_function (r->bindings, r->run.record->id) != function);
}

/* A path of the run's function is over.  If records of it are left, the program checked something else than replay did:
   nothing is known any more.  */
static void
check_left (struct wpp_values_replay *r)
{
  if (r->run.record->id == WPP_NO_RECORD)
    return;
  for (; r->run.record->id != WPP_NO_RECORD; r->run.record++)
    r->done.unused++;
  wpp_replay_lose_tables (r);
  lose_all (r);
}

/* The path at hand, of A, is over.  */
static void
leave_for (struct wpp_values_replay *r, const struct wpp_activation *a)
{
  struct wpp_replay_head *h = head_of (r, a);
  h->place = r->path->code->end;
  h->called = r->path->called;
  h->interrupted = h->landed = h->tail = h->begun = false;
}

/* Run the path at hand, of A, which has code and values.  */
static int
run_path (struct wpp_values_replay *r, struct wpp_activation *a, const struct wpp_step *step)
{
  const struct wpp_micro_code *code = r->path->code;
  bool begins = step->enters && head_of (r, a)->handler;
  uint32_t handler = begins ? r->run.layout->first_check + r->run.layout->handler : WPP_NO_RECORD;
  int err = WPP_OK;
  if (begins || others_p (r, a->function))
    err = wpp_queue_choose (&r->queue, r->bindings, a->function, a - r->machine.stack, step->enters, handler,
                            &r->run.record);
  if (!err && code->landing != WPP_NO_NODE)
    err = wpp_replay_land (r, a, code->landing);
  if (r->user.told)
    r->run.told = *r->user.told;
  if (!err)
    err = run (r, 0);
  if (!err)
    check_left (r);
  wpp_replay_see_again (r, a - r->machine.stack);
  r->leaves = step->leaves;
  if (!err)
    err = load (r, r->now.event + 1);
  r->leaves = false;
  if (!err)
    err = run (r, code->second);
  if (!err)
    err = begin_epoch (r, r->now.event + 1);
  leave_for (r, a);
  return err;
}

static int
step (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  struct wpp_values_replay *r = data;
  const struct wpp_micro_code *code = r->path->code;
  uint64_t irregular = r->done.branches + r->done.unused + r->done.wrong;
  r->now.function = a->function;
  r->now.activation = head_of (r, a)->activation;
  r->now.depth = a - r->machine.stack;
  r->now.path = r->path->event;
  bool runs = code && !wpp_replay_silent_p (r, a);
  r->run.moded = false;
  int err = r->user.path ? r->user.path (r->user.data, &r->now) : WPP_OK;
  if (code && !err)
    {
      wpp_replay_look_at (r, a);
      wpp_replay_count_sum (r);
      r->done.statements += code->statements;
      if (runs)
        err = run_path (r, a, step);
      else
        {
          wpp_micro_run_lose (&r->run);
          leave_for (r, a);
        }
    }
  if (!err && r->user.ran)
    err = r->user.ran (r->user.data, &r->now,
                       runs && !r->run.moded && irregular == r->done.branches + r->done.unused + r->done.wrong);
  return err;
}

/* ---- What is told.  */

static int
watched_value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct wpp_values_replay *r = data;
  r->now.statement = statement;
  r->now.use = use;
  return r->user.value ? r->user.value (r->user.data, &r->now, v) : WPP_OK;
}

static int
watched_statement (void *data, uint32_t statement)
{
  struct wpp_values_replay *r = data;
  r->now.statement = statement;
  return r->user.statement ? r->user.statement (r->user.data, &r->now) : WPP_OK;
}

static int
watched_access (void *data, uint32_t statement, uint64_t address, uint64_t n, bool writes)
{
  struct wpp_values_replay *r = data;
  r->now.statement = statement;
  return r->user.access ? r->user.access (r->user.data, &r->now, address, n, writes) : WPP_OK;
}

static int
watched_memory (void *data, const struct wpp_memory_access *m, struct wpp_word address, struct wpp_word n,
                bool surprised)
{
  struct wpp_values_replay *r = data;
  r->now.statement = m->statement;
  return r->user.memory ? r->user.memory (r->user.data, &r->now, m, address, n, surprised) : WPP_OK;
}

static int
mismatch (void *data, enum wpp_mismatch kind, uint32_t index, struct wpp_word computed, uint64_t truth)
{
  struct wpp_values_replay *r = data;
  r->done.wrong += kind == WPP_MISMATCH_TRUTH || kind == WPP_MISMATCH_NO_TRUTH;
  return r->user.mismatch ? r->user.mismatch (r->user.data, &r->now, kind, index, computed, truth) : WPP_OK;
}

/* ---- Beginning and end.  */

/* Ask the user which statements of all functions are watched.  */
static int
ask (struct wpp_values_replay *r)
{
  int err = WPP_OK;
  size_t n = r->bindings->code->n_functions;
  for (size_t i = 0; i < n && !err; i++)
    {
      struct wpp_micro_layout *l = r->bindings->layouts[i];
      if (l && r->user.watched)
        r->watched[i] = r->user.watched (r->user.data, i, &err);
    }
  return err;
}

struct wpp_values_replay *
wpp_values_replay_new (struct wpp_bindings *b, const struct wpp_replay_user *user, int *err)
{
  struct wpp_values_replay *r = calloc (1, sizeof *r);
  *err = WPP_E_NOMEM;
  if (!r)
    return NULL;
  const struct wpp_activation_user of_machine = { r, begin, step, end };
  r->bindings = b;
  r->user = *user;
  wpp_machine_init (&r->machine, &of_machine);
  r->run.watch = (struct wpp_value_watch){ r, watched_value, watched_statement, watched_access, watched_memory };
  r->run.data = r;
  r->run.mismatch = mismatch;
  r->watched = calloc (b->code->n_functions + 1, sizeof *r->watched);
  if (r->watched && (r->run.table = wpp_replay_table (r, 0, err)) && !(*err = ask (r)))
    return r;
  wpp_values_replay_free (r);
  return NULL;
}

void
wpp_values_replay_free (struct wpp_values_replay *r)
{
  if (!r)
    return;
  wpp_values_replay_forget_paths (r);
  for (size_t i = 0; r->watched && i < r->bindings->code->n_functions; i++)
    {
      if (r->bindings->layouts[i] && r->bindings->layouts[i]->watched == r->watched[i])
        r->bindings->layouts[i]->watched = NULL;
      free (r->watched[i]);
    }
  free (r->watched);
  free (r->paths);
  free (r->slots);
  wpp_machine_release (&r->machine);
  wpp_replay_free_tables (r);
  wpp_queue_release (&r->queue);
  free (r);
}

int
wpp_values_replay_begin (struct wpp_values_replay *r, uint32_t thread, const struct wpp_value_source *source)
{
  r->now = (struct wpp_replay_now){ .replay = r, .thread = thread };
  r->activations = 0;
  r->machine.depth = r->n_slots = 0;
  r->run.wrong = false;
  wpp_replay_reset_tables (r);
  r->middle = source->middle;
  r->summed = false;
  int err = wpp_queue_begin (&r->queue, source);
  r->run.record = r->queue.group;
  r->queue.off = source->middle;
  err = err ? err : load (r, r->now.event);
  return err ? err : begin_epoch (r, r->now.event);
}

/* Do EVENT once.  */
static int
do_event (struct wpp_values_replay *r, uint32_t event)
{
  int err = WPP_OK;
  if (!wpp_event_path_p (event))
    {
      err = wpp_machine_control (&r->machine, event, 1);
      if (wpp_event_kind (event) == WPP_EVENT_IS_GAP)
        {
          wpp_replay_reset_tables (r);
          r->queue.n_waiting = 0;
          r->queue.off = false;
          r->middle = true;
        }
      if (wpp_event_kind (event) == WPP_EVENT_IS_LAND)
        wpp_replay_landed (r);
    }
  else if ((r->path = wpp_values_replay_path (r, event, &err)) && r->path->step.function != WPP_NO_FUNCTION)
    {
      r->middle |= !r->now.event && !r->path->step.enters;
      err = wpp_machine_step (&r->machine, &r->path->step, 1);
    }
  r->now.event++;
  r->done.events++;
  if (!err && r->loaded != r->now.event)
    err = load (r, r->now.event);
  return err ? err : begin_epoch (r, r->now.event);
}

int
wpp_values_replay_event (struct wpp_values_replay *r, uint32_t event, uint64_t count)
{
  int err = WPP_OK;
  for (; count && !err; count--)
    err = do_event (r, event);
  return err;
}

int
wpp_values_replay_end (struct wpp_values_replay *r)
{
  int err = wpp_machine_end_thread (&r->machine);
  wpp_replay_count_sum (r);
  r->done.truths += r->run.truths;
  r->done.unknown += r->run.unknown;
  r->run.truths = r->run.unknown = 0;
  return err;
}
