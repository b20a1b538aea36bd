/* From the grammar of a thread to the traces of activations and the dynamic call graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/far/far.h"
#include "base/saturate.h"
#include "activations/timestamps/build.h"
#include "activations/timestamps/collect.h"
#include "activations/timestamps/stretch.h"

struct wpp_trace_builder
{
  uint32_t n_functions;
  wpp_step_of *step;
  void *data;
  bool *landing;                   /* [n_functions] of those that have been met */
  struct wpp_trace_tables tables;
  struct wpp_trace_stretch thread, rule;
  uint32_t *outputs;               /* [n_threads] ropes */
  size_t n_threads, threads_room;
  bool begun;                      /* a thread is at hand */
  struct wpp_by_rules work;
  /* Of the grammar at hand.  */
  const struct wpp_grammar *g;
  struct wpp_event_steps steps;
  struct wpp_summary_of_rule *summaries;  /* [n_rules] */
  struct wpp_act *acts;
  size_t n_acts, acts_room;
};

/* ---- Symbols.  */

/* Do terminal T COUNT times.  */
static int
do_terminal (struct wpp_trace_builder *b, struct wpp_trace_stretch *s, uint32_t t, uint64_t count)
{
  uint32_t event = b->g->terminals[t];
  return b->steps.known[t] ? wpp_stretch_step (s, event, &b->steps.step[t], count) : wpp_stretch_leaf (s, event, count);
}

/* Do SYMBOL, and take off *COUNT how often that has been done.  */
static int
do_symbol (struct wpp_trace_builder *b, struct wpp_trace_stretch *s, uint32_t symbol, uint64_t *count)
{
  if (WPP_IS_RULE (symbol))
    {
      const struct wpp_summary_of_rule *summary = &b->summaries[WPP_RULE_INDEX (symbol)];
      return summary->known ? wpp_stretch_rule (s, summary, b->acts + summary->acts, count) : WPP_DEPENDS;
    }
  uint64_t times = *count;
  *count = 0;
  return do_terminal (b, s, symbol, times);
}

/* ---- Summaries.  */

static struct wpp_act
act_on (const struct wpp_trace_frame *f)
{
  return (struct wpp_act){ f->function, WPP_ROPE_EMPTY, { .lead = f->lead, .trail = f->trail, .last = f->last } };
}

/* Add what the stretch of a rule did to frame I, or what it began there.  */
static int
keep_frame (struct wpp_trace_builder *b, size_t i)
{
  const struct wpp_trace_frame *f = &b->rule.frames[i];
  struct wpp_act act = act_on (f);
  int err = wpp_ropes_take (&b->tables.traces, &f->body, &act.piece.body);
  if (!err)
    err = wpp_ropes_take (&b->tables.calls, &f->output, &act.output);
  b->acts[b->n_acts++] = act;
  return err;
}

/* What the stretch at hand did is what rule R does.  */
static int
keep_summary (struct wpp_trace_builder *b, uint32_t r)
{
  const struct wpp_trace_stretch *s = &b->rule;
  struct wpp_summary_of_rule *summary = &b->summaries[r];
  *summary = (struct wpp_summary_of_rule){ .rule = { s->n_ended, s->fold.n_frames - 1 }, .acts = b->n_acts };
  if (WPP_RESERVE (b->acts, b->acts_room, b->n_acts, s->n_ended + s->fold.n_frames))
    return WPP_E_NOMEM;
  if (s->n_ended)
    memcpy (b->acts + b->n_acts, s->ended, s->n_ended * sizeof *s->ended);
  b->n_acts += s->n_ended;
  int err = WPP_OK;
  for (size_t i = 0; i < s->fold.n_frames && !err; i++)
    err = keep_frame (b, i);
  struct wpp_act *stays = &b->acts[summary->acts + s->n_ended];
  summary->output = stays->output;
  stays->output = WPP_ROPE_EMPTY;
  summary->known = !err;
  return err;
}

/* Summarize rule R, whose parts have been, if that can be done.  */
static int
summarize (struct wpp_trace_builder *b, uint32_t r)
{
  const struct wpp_grammar *g = b->g;
  struct wpp_trace_stretch *s = &b->rule;
  int err = wpp_stretch_begin (s);
  for (uint64_t i = g->start[r]; i < g->start[r + 1] && !err; i++)
    for (uint64_t left = wpp_grammar_exponent (g, i); left && !err;)
      err = do_symbol (b, s, g->symbols[i], &left);
  if (err == WPP_OK)
    return keep_summary (b, r);
  b->summaries[r].known = false;
  return err < 0 ? err : WPP_OK;
}

/* ---- Threads.  */

static int
do_next (void *builder, uint32_t symbol, uint64_t *count)
{
  struct wpp_trace_builder *b = builder;
  int err = do_symbol (b, &b->thread, symbol, count);
  b->work.n_steps += b->thread.fold.searched;
  b->thread.fold.searched = 0;
  return err;
}

static int
do_grammar (struct wpp_trace_builder *b)
{
  const struct wpp_grammar *g = b->g;
  int err = wpp_event_steps_find (&b->steps, g, b->step, b->data, b->landing);
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      wpp_far (i, g->n_rules);
      err = summarize (b, g->order[i]);
    }
  return err ? err : wpp_do_by_rules (&b->work, g, do_next, b);
}

int
wpp_trace_builder_add (struct wpp_trace_builder *b, const struct wpp_grammar *g)
{
  int err = b->begun ? WPP_OK : wpp_stretch_begin (&b->thread);
  b->begun = true;
  b->g = g;
  b->n_acts = 0;
  b->summaries = calloc (g->n_rules, sizeof *b->summaries);
  if (!err)
    err = b->summaries ? do_grammar (b) : WPP_E_NOMEM;
  wpp_event_steps_release (&b->steps);
  free (b->summaries);
  return err;
}

int
wpp_trace_builder_end_thread (struct wpp_trace_builder *b)
{
  uint32_t output;
  int err = b->begun ? WPP_OK : wpp_stretch_begin (&b->thread);
  if (!err)
    err = wpp_stretch_end_all (&b->thread);
  if (!err)
    err = wpp_ropes_take (&b->tables.calls, &b->thread.frames[0].output, &output);
  if (!err)
    err = WPP_RESERVE (b->outputs, b->threads_room, b->n_threads, 1);
  if (err)
    return err;
  b->outputs[b->n_threads++] = output;
  b->begun = false;
  return WPP_OK;
}

/* ---- The interface.  */

struct wpp_trace_builder *
wpp_trace_builder_new (uint32_t n_functions, wpp_step_of *step, void *data, int *err)
{
  struct wpp_trace_builder *b = calloc (1, sizeof *b);
  *err = WPP_E_NOMEM;
  if (!b)
    return NULL;
  b->n_functions = n_functions;
  b->step = step;
  b->data = data;
  b->landing = calloc (n_functions + (size_t)1, sizeof *b->landing);
  if (b->landing)
    *err = wpp_trace_tables_init (&b->tables);
  if (*err)
    {
      wpp_trace_builder_free (b);
      return NULL;
    }
  b->thread = (struct wpp_trace_stretch){ .fold.landing = b->landing, .tables = &b->tables };
  b->rule = (struct wpp_trace_stretch){ .fold = { .landing = b->landing, .rule = true }, .tables = &b->tables };
  return b;
}

void
wpp_trace_builder_free (struct wpp_trace_builder *b)
{
  if (!b)
    return;
  wpp_stretch_release (&b->thread);
  wpp_stretch_release (&b->rule);
  wpp_trace_tables_release (&b->tables);
  free (b->landing);
  free (b->outputs);
  free (b->acts);
  wpp_by_rules_release (&b->work);
  free (b);
}

int
wpp_trace_builder_finish (struct wpp_trace_builder *b, bool fold, struct wpp_traces *t)
{
  free (b->acts);
  b->acts = NULL;
  return wpp_traces_collect (t, &b->tables, b->n_functions, b->outputs, b->n_threads, fold);
}
