/* Threads as activations within each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/ropes/nest-impl.h"
#include "base/array.h"
#include "base/far/far.h"

/* ---- Summaries.  */

/* What the stretch at hand did is what rule R does.  */
static int
keep_summary (struct wpp_nest_builder *b, uint32_t r)
{
  struct wpp_nest_stretch *s = &b->part;
  b->summaries[r] = (struct wpp_nest_summary){ { s->n_ended, s->fold.n_frames - 1 }, true, b->n_acts };
  if (WPP_RESERVE (b->acts, b->acts_room, b->n_acts, s->n_ended + s->fold.n_frames))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->n_ended; i++)
    b->acts[b->n_acts++] = s->ended[i];
  int err = WPP_DONE;
  for (size_t i = 0; i < s->fold.n_frames && !err; i++)
    {
      struct wpp_nest_act *act = &b->acts[b->n_acts++];
      act->function = s->frames[i].function;
      err = wpp_ropes_take (wpp_nest_ropes (b), &s->frames[i].body, &act->rope);
    }
  return err;
}

static int
summarize (struct wpp_nest_builder *b, uint32_t r)
{
  int err = wpp_nest_begin_stretch (&b->part);
  for (uint64_t i = b->g->start[r]; i < b->g->start[r + 1] && !err; i++)
    for (uint64_t left = wpp_grammar_exponent (b->g, i); left && !err;)
      err = wpp_nest_do_symbol (b, &b->part, b->g->symbols[i], &left);
  if (err == WPP_DONE)
    return keep_summary (b, r);
  b->summaries[r].known = false;
  return err < 0 ? err : WPP_DONE;
}

/* ---- Threads.  */

static int
do_next (void *builder, uint32_t symbol, uint64_t *count)
{
  struct wpp_nest_builder *b = builder;
  int err = wpp_nest_do_symbol (b, &b->thread, symbol, count);
  b->work.n_steps += b->thread.fold.searched;
  b->thread.fold.searched = 0;
  return err;
}

static int
do_grammar (struct wpp_nest_builder *b, const struct wpp_grammar *g, wpp_step_of *step_of, void *data)
{
  b->g = g;
  b->n_acts = 0;
  b->summaries = calloc (g->n_rules, sizeof *b->summaries);
  int err = b->summaries ? wpp_event_steps_find (&b->steps, g, step_of, data, b->landing) : WPP_E_NOMEM;
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      wpp_far (i, g->n_rules);
      err = summarize (b, g->order[i]);
    }
  if (!err)
    err = wpp_do_by_rules (&b->work, g, do_next, b);
  wpp_event_steps_release (&b->steps);
  free (b->summaries);
  return err;
}

/* The thread of B has ended.  */
static int
end_thread (struct wpp_nest_builder *b)
{
  struct wpp_nest *n = b->nest;
  int err = wpp_nest_end_all (&b->thread);
  if (!err)
    err = WPP_RESERVE (n->threads, n->threads_room, n->n_threads, 1);
  if (!err)
    err = wpp_ropes_take (wpp_nest_ropes (b), &b->thread.frames[0].body, &n->threads[n->n_threads]);
  n->n_threads += !err;
  return err;
}

int
wpp_nest_add (struct wpp_nest *n, struct wpp_grammar *const *grammars, size_t n_grammars, uint32_t n_functions,
              wpp_step_of *step_of, void *data)
{
  struct wpp_nest_builder b = { .nest = n };
  b.landing = calloc (n_functions + (size_t)1, sizeof *b.landing);
  b.thread = (struct wpp_nest_stretch){ .fold.landing = b.landing, .tables = &n->tables };
  b.part = (struct wpp_nest_stretch){ .fold = { .landing = b.landing, .rule = true }, .tables = &n->tables };
  int err = b.landing ? wpp_nest_begin_stretch (&b.thread) : WPP_E_NOMEM;
  for (size_t i = 0; i < n_grammars && !err; i++)
    {
      wpp_far_part (i, n_grammars);
      err = do_grammar (&b, grammars[i], step_of, data);
    }
  wpp_far_forget ();
  if (!err)
    err = end_thread (&b);
  wpp_nest_release_stretch (&b.thread);
  wpp_nest_release_stretch (&b.part);
  free (b.landing);
  free (b.acts);
  wpp_by_rules_release (&b.work);
  return err;
}

int
wpp_nest_init (struct wpp_nest *n)
{
  n->threads = NULL;
  n->n_threads = n->threads_room = 0;
  return wpp_trace_tables_init (&n->tables);
}

void
wpp_nest_release (struct wpp_nest *n)
{
  wpp_trace_tables_release (&n->tables);
  free (n->threads);
}
