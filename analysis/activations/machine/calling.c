/* By whom, and from where, activations were called (calling.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The calls of a thread are gone through with a stack of those who are calling.  A rule that derives whole calls only
   (recording/traces/forests.h), all of activations that left by their exits, does the same wherever the value of who
   calls and the places of its roots are the same: such visits are counted, and gone through once, wholes before parts.

   How others ended is seen from what comes next, as machine.h says.  They stay on the stack until then.

   Longer than 500 lines: what is remembered of a rule, and the stack that it is remembered for, belong together.  */

#include <stdlib.h>
#include <string.h>
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"
#include "activations/machine/calling-function.h"
#include "activations/machine/calling.h"
#include "recording/traces/forests.h"

#define STEPS_FREE (UINT64_C (1) << 28)
#define STEPS_A_SYMBOL UINT64_C (8)
#define MOST_LEVELS ((size_t)1 << 22)
#define MOST_VISITS ((size_t)1 << 23)
#define MOST_ROOTS 4096u           /* of a rule that is remembered */
#define ENDLESS UINT64_MAX

/* ---- Who calls.  */

/* So many calls, one after the other, at a node.  */
struct run
{
  uint64_t calls;
  uint32_t node;
  uint32_t none;
};

struct level                       /* of a trace, or of the calls */
{
  uint64_t at, end, left;          /* LEFT: copies of the symbol that are left, if it was begun */
};

struct frame
{
  uint64_t value;
  const struct wpp_calling_function *f;        /* null: the lowest frame */
  size_t base;                     /* where its levels begin */
  uint64_t pending;                /* calls that it has still to make at NODE, … */
  uint64_t later;                  /* … and afterwards */
  uint32_t node;
  bool leaves, ended;              /* ENDED: it has, but not by its exit, in the way HOW */
  enum wpp_activation_end how;
};

struct visit                       /* of a rule, called by who has VALUE at the nodes of LIST */
{
  uint32_t rule, list;
  uint64_t value, times;
  uint32_t next;                   /* another of the rule, + 1, or 0 */
};

struct list                        /* of runs */
{
  size_t first, n;
};

struct following
{
  const struct wpp_traces *t;
  const struct wpp_calling_user *user;
  struct wpp_calling_function *functions;      /* [t->n_functions] */
  uint64_t steps, most_steps;
  uint64_t times;                  /* what is gone through is so many times */
  /* Of a thread.  */
  const struct wpp_calls *thread;
  uint64_t *roots;                 /* [n_rules] of one that can be remembered, else 0 */
  uint32_t *first;                 /* [n_rules] visit + 1, or 0 */
  struct visit *visits;
  size_t n_visits, visits_room;
  struct wpp_hash_table visit_table;
  struct run *runs;                /* of all lists; after them one that is being made */
  size_t n_runs, runs_room;
  struct list *lists;
  size_t n_lists, lists_room;
  struct wpp_hash_table list_table;
  /* The stack.  */
  struct frame *frames;
  size_t n_frames, frames_room;
  struct level *here;              /* of frames, in their traces */
  size_t n_here, here_room;
  struct level *levels;            /* in the calls */
  size_t n_levels, levels_room;
  size_t next_run, end_run;        /* of the lowest frame */
};

/* A level that has nothing left, if it is not below BASE, need not be kept.  */
static int
push_level (struct level **levels, size_t *room, size_t *n, size_t base, uint64_t begin, uint64_t end)
{
  *n -= *n > base && (*levels)[*n - 1].at == (*levels)[*n - 1].end;
  if (*n >= MOST_LEVELS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (*levels, *room, *n, 1))
    return WPP_E_NOMEM;
  (*levels)[(*n)++] = (struct level){ begin, end, 0 };
  return WPP_OK;
}

static int
push_frame (struct following *w, struct frame frame)
{
  if (w->n_frames > MOST_LEVELS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (w->frames, w->frames_room, w->n_frames, 1))
    return WPP_E_NOMEM;
  frame.base = w->n_here;
  w->frames[w->n_frames++] = frame;
  return WPP_OK;
}

static struct frame *
top_frame (const struct following *w)
{
  return &w->frames[w->n_frames - 1];
}

/* The innermost frame F, which is of a trace and calls later, comes to where it does.  */
static int
go_to_call (struct following *w, struct frame *f)
{
  const struct wpp_function_traces *t = f->f->traces;
  const struct wpp_grammar *g = t->grammar;
  const uint64_t *calls = f->f->calls + t->n_traces;
  while (w->n_here > f->base)
    {
      struct level *l = &w->here[w->n_here - 1];
      if (l->at == l->end)
        {
          w->n_here--;
          continue;
        }
      uint32_t symbol = g->symbols[l->at], rule = WPP_RULE_INDEX (symbol);
      uint64_t copies = l->left ? l->left : wpp_grammar_exponent (g, l->at);
      const struct wpp_letter *letter = WPP_IS_RULE (symbol) ? NULL : &t->letters[g->terminals[symbol] - 1];
      bool within = !letter && calls[rule];
      w->steps++;
      l->left = within ? copies - 1 : 0;
      l->at += l->left == 0;
      int err = within ? push_level (&w->here, &w->here_room, &w->n_here, f->base, g->start[rule],
                                     g->start[rule + (size_t)1])
                       : WPP_OK;
      if (err)
        return err;
      if (!letter || !letter->calls)
        continue;
      f->pending = wpp_saturating_product (letter->calls, copies);
      f->node = f->f->node[letter - t->letters];
      if (f->pending > f->later)
        return WPP_E_CORRUPT;
      f->later -= f->pending;
      return WPP_OK;
    }
  return WPP_E_CORRUPT;
}

/* Let the innermost frame, which has no pending calls, come to the next one.  */
static int
next_call (struct following *w)
{
  struct frame *f = top_frame (w);
  if (f->f)
    return go_to_call (w, f);
  if (w->next_run == w->end_run)
    return WPP_E_CORRUPT;
  f->pending = w->runs[w->next_run].calls;
  f->node = w->runs[w->next_run++].node;
  f->later -= f->pending;
  return WPP_OK;
}

/* The innermost frame, not the lowest, is over; if nobody has said how it ended, HOW.  */
static int
pop_frame (struct following *w, enum wpp_activation_end how)
{
  struct frame f = w->frames[--w->n_frames];
  w->n_here = f.base;
  if (f.leaves || !w->user->end)
    return WPP_OK;
  return w->user->end (w->user->data, f.value, f.ended ? f.how : how);
}

/* Let the innermost frame be the one that calls what begins next.  */
static int
find_caller (struct following *w)
{
  int err = WPP_OK;
  while (!err && !top_frame (w)->pending)
    if (top_frame (w)->later)
      err = next_call (w);
    else
      err = w->n_frames > 1 ? pop_frame (w, WPP_ACTIVATION_UNSEEN) : WPP_E_CORRUPT;
  return err;
}

static void
take (struct frame *f, uint64_t calls)
{
  f->pending -= f->pending == ENDLESS ? 0 : calls;
}

/* ---- Visits.  */

static bool
list_is_p (const void *data, uint32_t number, const void *key)
{
  const struct following *w = data;
  const struct list *a = &w->lists[number], *b = key;
  return a->n == b->n && !memcmp (w->runs + a->first, w->runs + b->first, a->n * sizeof *w->runs);
}

/* Set *LIST to the runs after all lists, N of them.  */
static int
intern_list (struct following *w, size_t n, uint32_t *list)
{
  struct list key = { w->n_runs, n };
  int err = wpp_hash_reserve (&w->list_table, 1);
  if (!err)
    err = WPP_RESERVE (w->lists, w->lists_room, w->n_lists, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&w->list_table, w->runs + key.first, n * sizeof *w->runs);
  *list = wpp_hash_find (&w->list_table, hash, list_is_p, w, &key);
  if (*list != WPP_NO_ITEM)
    return WPP_OK;
  w->lists[*list = w->n_lists++] = key;
  w->n_runs += n;
  wpp_hash_add (&w->list_table, hash, *list);
  return WPP_OK;
}

/* Put the next ROOTS calls of the innermost frame, which has so many, after all lists; set *N to how many runs they
   are.  */
static int
take_runs (struct following *w, uint64_t roots, size_t *n)
{
  struct frame *f = top_frame (w);
  int err = WPP_OK;
  for (*n = 0; roots && !err;)
    {
      if (!f->pending)
        err = next_call (w);
      if (!err)
        err = WPP_RESERVE (w->runs, w->runs_room, w->n_runs + *n, 1);
      if (err)
        break;
      struct run *last = *n ? &w->runs[w->n_runs + *n - 1] : NULL;
      uint64_t calls = f->pending < roots ? f->pending : roots;
      if (last && last->node == f->node)
        last->calls += calls;
      else
        w->runs[w->n_runs + (*n)++] = (struct run){ calls, f->node, 0 };
      take (f, calls);
      roots -= calls;
      w->steps++;
    }
  return err;
}

static bool
visit_is_p (const void *visits, uint32_t number, const void *key)
{
  const struct visit *a = (const struct visit *)visits + number, *b = key;
  return a->rule == b->rule && a->list == b->list && a->value == b->value;
}

/* RULE is called by the innermost frame at the nodes of LIST, COUNT times.  */
static int
count_visit (struct following *w, uint32_t rule, uint32_t list, uint64_t count)
{
  struct visit key = { rule, list, top_frame (w)->value, 0, w->first[rule] };
  int err = wpp_hash_reserve (&w->visit_table, 1);
  if (!err)
    err = WPP_RESERVE (w->visits, w->visits_room, w->n_visits, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&w->visit_table, ((uint64_t)rule << 32 | list) * 31 + key.value);
  uint32_t i = wpp_hash_find (&w->visit_table, hash, visit_is_p, w->visits, &key);
  if (i == WPP_NO_ITEM)
    {
      w->visits[i = w->n_visits++] = key;
      wpp_hash_add (&w->visit_table, hash, i);
      w->first[rule] = i + 1;
    }
  w->visits[i].times = wpp_saturating_add (w->visits[i].times, wpp_saturating_product (w->times, count));
  return WPP_OK;
}

/* The innermost frame calls RULE, N times.  Set *DONE to how often that has been remembered; 0: it has to be gone
   through.  */
static int
remember (struct following *w, uint32_t rule, uint64_t n, uint64_t *done)
{
  uint64_t roots = w->roots[rule];
  *done = 0;
  if (!roots || roots > MOST_ROOTS || w->n_visits >= MOST_VISITS)
    return WPP_OK;
  int err = find_caller (w);
  struct frame *f = top_frame (w);
  if (err || (f->pending < roots && f->later < roots - f->pending))
    return err;
  *done = f->pending == ENDLESS ? n : f->pending < roots ? 1 : f->pending / roots < n ? f->pending / roots : n;
  uint64_t others = (*done - 1) * roots;
  size_t n_runs;
  uint32_t list;
  take (f, others);
  err = take_runs (w, roots, &n_runs);
  if (!err)
    err = intern_list (w, n_runs, &list);
  return err ? err : count_visit (w, rule, list, *done);
}

/* ---- What begins.  */

/* How many frames are left when N activations of functions with landing places are over, and all above each and, if
   there is a NEXT, above that.  */
static size_t
landed (const struct following *w, uint64_t n, bool next)
{
  size_t depth = w->n_frames;
  for (; depth > 1 && (n || next); depth--)
    {
      bool landing = w->frames[depth - 1].f->landing;
      if (landing && !n)
        return depth;
      n -= landing;
    }
  return n || next ? 1 : depth;
}

/* EVENT, which is of no function, is met.  */
static void
control (struct following *w, uint32_t event)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  bool lands = wpp_event_lands_p (event);
  if (!lands && !wpp_event_ends_all_p (event))
    return;
  size_t left = lands ? landed (w, wpp_event_gone (event), kind == WPP_EVENT_IS_LAND) : 1;
  for (size_t i = left; i < w->n_frames; i++)
    if (!w->frames[i].ended)
      {
        w->frames[i].ended = true;
        w->frames[i].how = lands                      ? WPP_ACTIVATION_LANDED
                           : kind == WPP_EVENT_IS_GAP ? WPP_ACTIVATION_LOST
                                                      : WPP_ACTIVATION_OPEN;
      }
}

/* The innermost frame calls KIND, N times.  Set *DONE to how often that has been done.  */
static int
begin (struct following *w, const struct wpp_activation_kind *kind, uint64_t n, uint64_t *done)
{
  int err = find_caller (w);
  struct frame *caller = top_frame (w);
  *done = 1;
  if (err)
    return err;
  if (kind->function == WPP_NO_FUNCTION)
    {
      take (caller, 1);
      control (w, kind->trace);
      return WPP_OK;
    }
  const struct wpp_calling_function *f = &w->functions[kind->function];
  unsigned ends = f->ends[kind->trace];
  uint64_t calls = f->calls[kind->trace], value = 0;
  bool once = calls || ends != (WPP_TRACE_ENTERS | WPP_TRACE_LEAVES);
  if (!once)
    *done = n < caller->pending ? n : caller->pending;
  struct wpp_call_made call = { kind->function, kind->trace, f->of_code, ends & WPP_TRACE_ENTERS, caller->value,
                                caller->node, wpp_saturating_product (w->times, *done) };
  if (!call.seen || !call.caller)
    call.caller = 0, call.node = WPP_NO_NODE;
  take (caller, *done);
  err = w->user->begin (w->user->data, &call, &value);
  if (err || !once)
    return err;
  const uint64_t *trace = &f->traces->trace[kind->trace];
  err = push_frame (w, (struct frame){ .value = value,
                                       .f = f,
                                       .later = calls,
                                       .node = WPP_NO_NODE,
                                       .leaves = ends & WPP_TRACE_LEAVES });
  return err ? err : push_level (&w->here, &w->here_room, &w->n_here, w->n_here, trace[0], trace[1] - 1);
}

/* Go on with the symbol that the innermost rule is at.  */
static int
step (struct following *w)
{
  const struct wpp_grammar *g = w->thread->grammar;
  struct level *l = &w->levels[w->n_levels - 1];
  uint32_t symbol = g->symbols[l->at], rule = WPP_RULE_INDEX (symbol);
  uint64_t n = l->left ? l->left : wpp_grammar_exponent (g, l->at), done;
  bool is_rule = WPP_IS_RULE (symbol);
  int err = is_rule ? remember (w, rule, n, &done) : begin (w, &w->thread->kinds[g->terminals[symbol]], n, &done);
  bool within = is_rule && !done;
  done += within;
  l->left = n - done;
  l->at += l->left == 0;
  return err || !within
             ? err
             : push_level (&w->levels, &w->levels_room, &w->n_levels, 0, g->start[rule], g->start[rule + (size_t)1]);
}

/* Go through RULE, which the lowest frame LOWEST calls.  */
static int
go_through (struct following *w, uint32_t rule, struct frame lowest)
{
  const struct wpp_grammar *g = w->thread->grammar;
  w->n_frames = w->n_here = w->n_levels = 0;
  int err = push_frame (w, lowest);
  if (!err)
    err = push_level (&w->levels, &w->levels_room, &w->n_levels, 0, g->start[rule], g->start[rule + (size_t)1]);
  while (!err && w->n_levels)
    {
      const struct level *l = &w->levels[w->n_levels - 1];
      if (l->at == l->end)
        w->n_levels--;
      else
        err = ++w->steps > w->most_steps ? WPP_E_TOOBIG : step (w);
    }
  return err;
}

/* ---- Threads.  */

/* Has frame I, in whose calls others are, letters after these?  */
static bool
goes_on_p (const struct following *w, size_t i)
{
  bool more = false;
  for (size_t k = w->frames[i].base; k < w->frames[i + 1].base; k++)
    more |= w->here[k].at < w->here[k].end;
  return more;
}

/* The thread has ended.  What is above somebody who went on ended before.  */
static int
end_thread (struct following *w)
{
  size_t last = 1;
  int err = WPP_OK;
  while (last + 1 < w->n_frames && !goes_on_p (w, last))
    last++;
  while (w->n_frames > 1 && !err)
    {
      const struct frame *f = top_frame (w);
      err = f->pending || f->later
                ? WPP_E_CORRUPT
                : pop_frame (w, w->n_frames - 1 > last ? WPP_ACTIVATION_UNSEEN : WPP_ACTIVATION_OPEN);
    }
  return err;
}

/* Does KIND leave by its exit, and nothing in it say how others ended?  */
static bool
plain_p (const struct following *w, const struct wpp_activation_kind *kind)
{
  return kind->function != WPP_NO_FUNCTION
         && w->functions[kind->function].ends[kind->trace] == (WPP_TRACE_ENTERS | WPP_TRACE_LEAVES);
}

/* Find which rules can be remembered.  */
static int
find_roots (struct following *w, uint64_t *const *calls)
{
  const struct wpp_grammar *g = w->thread->grammar;
  int err = wpp_forests_find (w->thread, calls, w->roots);
  bool *mixed = calloc (g->n_rules, sizeof *mixed);
  if (!mixed)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules; i++)
    {
      uint32_t r = g->order[i];
      for (uint64_t k = g->start[r]; k < g->start[r + (size_t)1]; k++)
        {
          uint32_t s = g->symbols[k];
          mixed[r] |= WPP_IS_RULE (s) ? mixed[WPP_RULE_INDEX (s)] : !plain_p (w, &w->thread->kinds[g->terminals[s]]);
        }
      if (mixed[r])
        w->roots[r] = 0;
    }
  free (mixed);
  return err;
}

/* Go through the visits of rules, wholes before parts.  */
static int
go_through_visits (struct following *w)
{
  const struct wpp_grammar *g = w->thread->grammar;
  int err = WPP_OK;
  for (uint32_t i = g->n_rules - 1; i-- > 0 && !err;)
    for (uint32_t v = w->first[g->order[i]]; v && !err; v = w->visits[v - 1].next)
      {
        const struct visit visit = w->visits[v - 1];
        w->next_run = w->lists[visit.list].first;
        w->end_run = w->next_run + w->lists[visit.list].n;
        w->times = visit.times;
        err = go_through (w, visit.rule, (struct frame){ .value = visit.value, .later = w->roots[visit.rule] });
      }
  return err;
}

static void
forget_thread (struct following *w)
{
  free (w->roots);
  free (w->first);
  wpp_hash_release (&w->visit_table);
  wpp_hash_release (&w->list_table);
  w->visit_table = w->list_table = (struct wpp_hash_table){ 0 };
  w->n_visits = w->n_runs = w->n_lists = 0;
}

static int
follow_thread (struct following *w, uint64_t *const *calls)
{
  const struct wpp_grammar *g = w->thread->grammar;
  w->roots = calloc (g->n_rules, sizeof *w->roots);
  w->first = calloc (g->n_rules, sizeof *w->first);
  w->times = 1;
  int err = w->roots && w->first ? find_roots (w, calls) : WPP_E_NOMEM;
  if (!err)
    err = go_through (w, 0, (struct frame){ .pending = ENDLESS, .node = WPP_NO_NODE });
  if (!err)
    err = end_thread (w);
  if (!err)
    err = go_through_visits (w);
  forget_thread (w);
  return err;
}

static int
follow (struct following *w, struct wpp_code *code, const bool *wanted)
{
  uint64_t **calls = calloc (w->t->n_functions + (size_t)1, sizeof *calls);
  w->functions = calloc (w->t->n_functions + (size_t)1, sizeof *w->functions);
  int err = calls && w->functions ? WPP_OK : WPP_E_NOMEM;
  w->most_steps = STEPS_FREE;
  for (size_t i = 0; i < w->t->n_threads; i++)
    if (w->t->threads[i].grammar)
      w->most_steps += STEPS_A_SYMBOL * w->t->threads[i].grammar->start[w->t->threads[i].grammar->n_rules];
  for (uint32_t i = 0; i < w->t->n_functions && !err; i++)
    {
      err = wpp_calling_function_init (&w->functions[i], &w->t->functions[i], code);
      calls[i] = w->functions[i].calls;
    }
  for (size_t i = 0; i < w->t->n_threads && !err; i++)
    {
      w->thread = &w->t->threads[i];
      if (w->thread->grammar && (!wanted || wanted[i]))
        err = follow_thread (w, calls);
    }
  free (calls);
  return err;
}

int
wpp_follow_calls (const struct wpp_traces *t, struct wpp_code *code, const bool *wanted,
                  const struct wpp_calling_user *user)
{
  struct following w = { .t = t, .user = user };
  int err = follow (&w, code, wanted);
  for (uint32_t i = 0; i < t->n_functions && w.functions; i++)
    wpp_calling_function_release (&w.functions[i]);
  free (w.functions);
  free (w.visits);
  free (w.runs);
  free (w.lists);
  free (w.frames);
  free (w.here);
  free (w.levels);
  return err;
}
