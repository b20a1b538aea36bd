/* Making an index (index.h): what threads have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only the last segment of a thread tells for certain that the thread has no non-local transfers.  Few threads have
   some, and most of these have them from the beginning.  So a thread is first taken for one without; if
   a transfer comes up later, its segments are read again.  index-writer.c writes what was found.  */

#include <stdlib.h>
#include "decide/index/indexer.h"
#include "program/paths/numbering.h"
#include "recording/profile/ahead.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "base/saturate.h"

/* Who has which view of the code.  */
enum { TRAINING, CONTEXTS, CALLERS, REPLAY };

/* Contexts of calls that are told apart.  */
#define MOST_CONTEXTS (UINT32_C (1) << 18)

/* Paths by the call that led to them.  */
#define MOST_PATHS (UINT32_C (1) << 20)

/* Nodes and edges of a code of which each consumer of the grammar may have a view: each takes some 80 bytes there.  */
#define MOST_VIEWED (UINT64_C (1) << 20)

static uint64_t
size_of (const struct wpp_code *code)
{
  uint64_t size = 0;
  for (size_t i = 0; i < code->n_functions; i++)
    size += (uint64_t)code->functions[i].function->cfg.n_nodes + code->functions[i].function->cfg.n_edges;
  return size;
}

static bool
make_views (struct wpp_indexer *x)
{
  bool made = true;
  x->n_views = size_of (x->code) <= MOST_VIEWED ? WPP_INDEX_VIEWS : 1;
  for (unsigned v = 0; v < x->n_views; v++)
    made &= (x->views[v] = wpp_code_view (x->code)) != NULL;
  return made;
}

/* The view that WHO has.  */
static struct wpp_code *
view_of (const struct wpp_indexer *x, unsigned who)
{
  return x->views[who % x->n_views];
}

struct wpp_indexer *
wpp_indexer_new (struct wpp_code *code, bool counts)
{
  struct wpp_indexer *x = calloc (1, sizeof *x);
  if (!x)
    return NULL;
  x->code = code;
  x->counts = counts;
  x->projector = code->n_functions < WPP_NO_FUNCTION ? wpp_projector_new (code->n_functions) : NULL;
  x->values = wpp_value_counts_new (code);
  const struct wpp_context_limits limits = { WPP_CONTEXTS_CHAINS, WPP_INDEX_CHAIN + 1, MOST_CONTEXTS, 0, 0, false, 0 };
  const struct wpp_context_limits callers = { WPP_CONTEXTS_CHAINS, WPP_INDEX_CONTEXT + 1, MOST_CONTEXTS, MOST_PATHS, 0,
                                              false, 0 };
  if (make_views (x))
    {
      x->training = wpp_training_new (view_of (x, TRAINING));
      x->contexts = wpp_call_contexts_new (view_of (x, CONTEXTS), &limits);
      x->callers = counts ? NULL : wpp_call_contexts_new (view_of (x, CALLERS), &callers);
      x->replay = counts ? NULL : wpp_replay_new (view_of (x, REPLAY));
    }
  if (x->projector && x->training && x->values && x->contexts && (counts || (x->callers && x->replay)))
    return x;
  wpp_indexer_free (x);
  return NULL;
}

void
wpp_indexer_free (struct wpp_indexer *x)
{
  if (!x)
    return;
  wpp_projector_free (x->projector);
  wpp_training_free (x->training);
  wpp_value_counts_free (x->values);
  wpp_call_contexts_free (x->contexts);
  wpp_call_contexts_free (x->callers);
  wpp_replay_free (x->replay);
  for (unsigned v = 0; v < x->n_views; v++)
    wpp_code_view_free (x->views[v]);
  free (x);
}

/* Has G non-local transfers?  */
static bool
lands_p (const struct wpp_grammar *g)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_lands_p (g->terminals[t]))
      return true;
  return false;
}

/* Set *LETTER to the letter that stands for path NUMBER of F, which has landing places, in the views of other
   functions, or to 0.  */
static int
letter_for_others (struct wpp_indexer *x, struct wpp_code_function *f, uint64_t number,
                   uint32_t *letter)
{
  int err = 0;
  struct wpp_numbering *num = wpp_code_numbering (x->code, f, &err);
  if (!num)
    return err;
  *letter = wpp_view_letter (wpp_path_enters (num, number), wpp_path_leaves (num, number));
  return wpp_numbering_pass (num, 0) ? 0 : WPP_E_TOOBIG;
}

/* Set *M to the meaning of EVENT in a thread.  LANDS says whether the thread has non-local transfers.  */
static int
find_meaning (struct wpp_indexer *x, uint32_t event, bool lands, struct wpp_meaning *m)
{
  uint64_t number;
  *m = (struct wpp_meaning){ .function = WPP_NO_FUNCTION };
  if (!wpp_event_path_p (event))
    {
      m->others = wpp_event_ends_all_p (event) ? WPP_LETTER_GAP : wpp_event_lands_p (event) ? event : 0;
      return 0;
    }
  struct wpp_code_function *f = wpp_code_find (x->code, event, &number);
  if (!f)
    return 0;
  m->function = f - x->code->functions;
  m->number = number;
  return lands && f->function->flags & WPP_FN_LANDING ? letter_for_others (x, f, number, &m->others)
                                                      : 0;
}

int
wpp_index_find_meanings (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands, struct wpp_meaning **meanings)
{
  struct wpp_meaning *all = *meanings = malloc ((g->n_terminals + (size_t)1) * sizeof *all);
  int err = all ? 0 : WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    err = find_meaning (x, g->terminals[t], lands, &all[t]);
  return err;
}

static int
add_grammar (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands, bool count)
{
  struct wpp_meaning *meanings;
  int err = wpp_index_find_meanings (x, g, lands, &meanings);
  if (!err && !x->counts)
    err = wpp_projector_add (x->projector, g, meanings);
  if (!err && count)
    err = wpp_projector_count (x->projector, g, meanings);
  free (meanings);
  return err;
}

/* Of chains: a program may have too many, or make too much work; then there are none.  */
static int
give_up (struct wpp_call_contexts **contexts, int err)
{
  if (err != WPP_E_TOOBIG)
    return err;
  wpp_call_contexts_free (*contexts);
  *contexts = NULL;
  return 0;
}

struct alike
{
  struct wpp_call_contexts *contexts;
  int err;
};

/* For the projection: the event that stands for all that are like EVENT.  */
static uint32_t
same_event (void *data, uint32_t event)
{
  struct alike *a = data;
  uint32_t same = 0;
  int err = wpp_call_contexts_same_event (a->contexts, event, &same);
  a->err = a->err ? a->err : err;
  return same;
}

/* Count the chains of G.  Most paths are alike to them, so a grammar is enough that has fewer rules.  */
static int
count_chains (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  struct alike alike = { x->contexts, 0 };
  int err;
  struct wpp_projection *p = wpp_project (g, same_event, &alike, false, &err);
  err = err ? err : alike.err;
  if (!err)
    err = wpp_call_contexts_add_part (x->contexts, p->grammar ? p->grammar : g);
  wpp_projection_free (p);
  return err;
}

int
wpp_index_add_chains (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  return x->contexts ? give_up (&x->contexts, count_chains (x, g)) : 0;
}

int
wpp_index_add_callers (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  return x->callers ? give_up (&x->callers, wpp_call_contexts_add_part (x->callers, g)) : 0;
}

static int
add_calls (struct wpp_indexer *x, const struct wpp_grammar *g, bool begins)
{
  if (x->counts)
    return 0;
  int err = wpp_training_add (x->training, g, begins);
  if (!err)
    err = wpp_index_add_chains (x, g);
  return err ? err : wpp_index_add_callers (x, g);
}

int
wpp_index_replay (struct wpp_indexer *x, struct wpp_expansion *e, uint64_t from, uint64_t length, uint64_t size)
{
  view_of (x, REPLAY)->passed = 0;
  int err = wpp_replay_add_part (x->replay, e, from, length, size);
  if (err != WPP_E_TOOBIG)
    return err;
  wpp_replay_free (x->replay);
  x->replay = NULL;
  return 0;
}

static int
add_branches (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  if (!x->replay)
    return 0;
  struct wpp_expansion *e = wpp_expansion_new (g);
  int err = e ? wpp_index_replay (x, e, 0, g->length[0], g->start[g->n_rules] + g->n_terminals) : WPP_E_NOMEM;
  wpp_expansion_free (e);
  return err;
}

int
wpp_indexer_add (struct wpp_indexer *x, size_t n_segments,
                 struct wpp_grammar *(*segment) (void *data, size_t s, int *err),
                 void (*release) (void *data, struct wpp_grammar *g), void *data)
{
  bool lands = false;
  size_t counted = 0;
  int err = 0;
  for (size_t s = 0; s < n_segments && !err; s++)
    {
      struct wpp_grammar *g = segment (data, s, &err);
      if (!g)
        break;
      if (!lands && lands_p (g))
        {
          lands = true;
          if (s > 0)
            {
              release (data, g);
              wpp_projector_drop_thread (x->projector);
              s = SIZE_MAX;
              continue;
            }
        }
      err = add_grammar (x, g, lands, s == counted);
      if (!err && s == counted)
        err = add_calls (x, g, s == 0);
      if (!err && s == counted)
        err = add_branches (x, g);
      if (!err && s == counted)
        err = wpp_value_counts_add_grammar (x->values, g);
      counted += s == counted;
      release (data, g);
    }
  if (!err && x->contexts)
    err = give_up (&x->contexts, wpp_call_contexts_end_thread (x->contexts));
  if (!err && x->callers)
    err = give_up (&x->callers, wpp_call_contexts_end_thread (x->callers));
  if (err)
    wpp_projector_drop_thread (x->projector);
  return err ? err : wpp_projector_end_thread (x->projector);
}

int
wpp_indexer_add_places (struct wpp_indexer *x, const struct wpp_run_places *run)
{
  return wpp_value_counts_add_run (x->values, run);
}

struct thread_at_work
{
  struct wpp_indexer *x;
  const struct wpp_thread *thread;
  struct wpp_ahead *ahead;
  size_t first;              /* the number of its first segment among those of AHEAD */
  size_t n_read;
  uint64_t events;
  struct wpp_place *place;
};

/* Does X have the code of all events of G?  */
static bool
found_p (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_path_p (g->terminals[t]) && !wpp_code_known_p (x->code, g->terminals[t]))
      return false;
  return true;
}

static struct wpp_grammar *
next_segment (void *data, size_t s, int *err)
{
  struct thread_at_work *w = data;
  struct wpp_grammar *g = w->thread->coded ? wpp_ahead_get (w->ahead, w->first + s, err, w->place)
                                           : w->thread->segments[s];
  if (!g || s < w->n_read)
    return g;
  w->n_read++;
  w->events = wpp_saturating_add (w->events, g->length[0]);
  if (!w->thread->coded || found_p (w->x, g))
    return g;
  *err = WPP_E_NOTES;
  wpp_grammar_free (g);
  return NULL;
}

static void
release_segment (void *data, struct wpp_grammar *g)
{
  const struct thread_at_work *w = data;
  if (w->thread->coded)
    wpp_grammar_free (g);
}

int
wpp_indexer_add_profile (struct wpp_indexer *x, const struct wpp_profile *p,
                         struct wpp_place *place)
{
  struct wpp_ahead *ahead = wpp_ahead_new (&p, 1);
  size_t first = 0;
  int err = ahead ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      struct thread_at_work w = { x, &p->threads[t], ahead, first, 0, 0, place };
      err = wpp_indexer_add (x, w.thread->n_segments, next_segment, release_segment, &w);
      if (!err && !w.thread->segments)
        err = wpp_profile_check_events (w.thread, w.events, place);
      first += w.thread->coded ? w.thread->n_segments : 0;
    }
  wpp_ahead_free (ahead);
  return err;
}
