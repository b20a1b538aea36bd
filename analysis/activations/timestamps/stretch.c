/* What a stretch of events does to the stack of activations, and what becomes of their traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/timestamps/stretch.h"
#include "base/array.h"
#include "base/saturate.h"

/* Parts of an output that are copied, more are made a rule.  */
#define FEW_PARTS 4u

/* ---- Frames.  */

static struct wpp_trace_stretch *
of (struct wpp_stack_fold *fold)
{
  return (struct wpp_trace_stretch *)fold;
}

static struct wpp_trace_frame *
top_frame (const struct wpp_trace_stretch *s)
{
  return &s->frames[s->fold.n_frames - 1];
}

static uint32_t *
function (struct wpp_stack_fold *s, size_t i)
{
  return &of (s)->frames[i].function;
}

static const uint32_t *
act (const void *acts, size_t i)
{
  return &((const struct wpp_act *)acts)[i].function;
}

static int
push (struct wpp_stack_fold *fold, uint32_t function)
{
  struct wpp_trace_stretch *s = of (fold);
  int err = wpp_fold_room (fold);
  if (!err)
    err = WPP_RESERVE (s->frames, s->frames_room, fold->n_frames, 1);
  if (err)
    return err;
  struct wpp_trace_frame *f = &s->frames[fold->n_frames++];
  if (fold->n_frames > s->n_made)
    {
      s->n_made = fold->n_frames;
      f->body = f->output = (struct wpp_parts){ 0 };
    }
  f->function = function;
  f->last = 0;
  f->lead = f->trail = 0;
  f->body.n = f->output.n = 0;
  return WPP_OK;
}

int
wpp_stretch_begin (struct wpp_trace_stretch *s)
{
  s->fold.n_frames = s->n_ended = 0;
  return push (&s->fold, WPP_FOLD_ANY);
}

void
wpp_stretch_release (struct wpp_trace_stretch *s)
{
  for (size_t i = 0; i < s->n_made; i++)
    {
      free (s->frames[i].body.part);
      free (s->frames[i].output.part);
    }
  free (s->frames);
  free (s->ended);
}

/* ---- What activations do.  */

/* N activations begin in F, which goes on.  */
static void
add_calls (struct wpp_trace_frame *f, uint64_t n)
{
  uint64_t *calls = f->last ? &f->trail : &f->lead;
  *calls = wpp_saturating_add (*calls, n);
}

/* The last path of F has been followed by all it calls, and by CALLS more.  */
static int
add_letter (struct wpp_trace_stretch *s, struct wpp_trace_frame *f, uint64_t calls)
{
  uint32_t letter;
  int err = wpp_trace_letter (s->tables, f->last, wpp_saturating_add (f->trail, calls), &letter);
  return err ? err : wpp_parts_add (&f->body, letter, 1);
}

/* The topmost frame goes on with the path EVENT, COUNT times.  */
static int
path (struct wpp_stack_fold *fold, uint32_t event, uint64_t count)
{
  struct wpp_trace_stretch *s = of (fold);
  struct wpp_trace_frame *f = top_frame (s);
  uint32_t letter;
  int err = f->last ? add_letter (s, f, 0) : WPP_OK;
  if (!err && count > 1)
    {
      err = wpp_trace_letter (s->tables, event, 0, &letter);
      if (!err)
        err = wpp_ropes_add (&s->tables->traces, &f->body, letter, count - 1);
    }
  f->last = event;
  f->trail = 0;
  return err;
}

/* Set *TURN to what is between the last paths of P and those of P after it.  */
static int
turn_of (struct wpp_trace_stretch *s, const struct wpp_piece *p, uint32_t *turn)
{
  struct wpp_part parts[2] = { { 0, 1 }, { p->body, 1 } };
  struct wpp_parts list = { parts, p->body == WPP_ROPE_EMPTY ? 1 : 2, 2 };
  int err = wpp_trace_letter (s->tables, p->last, wpp_saturating_add (p->trail, p->lead), &parts[0].symbol);
  return err ? err : wpp_ropes_take (&s->tables->traces, &list, turn);
}

/* F goes on with P, TIMES times.  */
static int
add_piece (struct wpp_trace_stretch *s, struct wpp_trace_frame *f, const struct wpp_piece *p, uint64_t times)
{
  struct wpp_ropes *ropes = &s->tables->traces;
  uint32_t turn;
  if (!p->last || !times)
    {
      add_calls (f, wpp_saturating_product (p->lead, times));
      return WPP_OK;
    }
  int err = f->last ? add_letter (s, f, p->lead) : WPP_OK;
  if (!f->last)
    f->lead = wpp_saturating_add (f->lead, p->lead);
  if (!err)
    err = wpp_ropes_add (ropes, &f->body, p->body, 1);
  if (!err && times > 1)
    {
      err = turn_of (s, p, &turn);
      if (!err)
        err = wpp_ropes_add (ropes, &f->body, turn, times - 1);
    }
  f->last = p->last;
  f->trail = p->trail;
  return err;
}

/* ---- Ends.  */

/* Append what LIST derives to OUTPUT.  */
static int
add_output (struct wpp_trace_stretch *s, struct wpp_parts *output, const struct wpp_parts *list)
{
  uint32_t rope;
  int err = WPP_OK;
  if (list->n > FEW_PARTS)
    {
      err = wpp_ropes_take (&s->tables->calls, list, &rope);
      return err ? err : wpp_parts_add (output, rope, 1);
    }
  for (size_t i = 0; i < list->n && !err; i++)
    err = wpp_parts_add (output, list->part[i].symbol, list->part[i].exponent);
  return err;
}

/* The topmost frame, which is not the lowest, ends.  */
static int
end_frame (struct wpp_trace_stretch *s)
{
  struct wpp_trace_frame *f = top_frame (s), *below = f - 1;
  struct wpp_trace_of kind = { .function = f->function };
  uint32_t rope;
  int err = add_letter (s, f, 0);
  if (!err)
    err = wpp_trace_kind (s->tables, &kind, &f->body, &rope);
  if (!err)
    err = wpp_parts_add (&below->output, rope, 1);
  if (!err)
    err = add_output (s, &below->output, &f->output);
  s->fold.n_frames--;
  return err;
}

/* What the rule S finds ends: a stage.  */
static int
end_stage (struct wpp_trace_stretch *s)
{
  struct wpp_trace_frame *f = &s->frames[0];
  struct wpp_act act = { f->function, WPP_ROPE_EMPTY, { .lead = f->lead, .trail = f->trail, .last = f->last } };
  if (s->n_ended == WPP_FOLD_MOST_ACTS)
    return WPP_DEPENDS;
  int err = wpp_ropes_take (&s->tables->traces, &f->body, &act.piece.body);
  if (!err)
    err = WPP_RESERVE (s->ended, s->ended_room, s->n_ended, 1);
  if (err)
    return err;
  s->ended[s->n_ended++] = act;
  f->function = WPP_FOLD_ANY;
  f->lead = f->trail = 0;
  f->last = 0;
  f->body.n = 0;
  return WPP_OK;
}

static int
end (struct wpp_stack_fold *fold)
{
  return fold->n_frames > 1 ? end_frame (of (fold)) : end_stage (of (fold));
}

/* ---- What frames carry: traces, and the calls in them.  */

/* An activation of FUNCTION begins in the topmost one.  */
static int
call (struct wpp_stack_fold *fold, uint32_t function)
{
  add_calls (top_frame (of (fold)), 1);
  return push (fold, function);
}

static int
whole (struct wpp_stack_fold *fold, uint32_t event, uint32_t function, uint64_t count)
{
  struct wpp_trace_stretch *s = of (fold);
  struct wpp_part part = { 0, 1 };
  struct wpp_parts list = { &part, 1, 1 };
  struct wpp_trace_of kind = { .function = function };
  uint32_t rope;
  int err = wpp_trace_letter (s->tables, event, 0, &part.symbol);
  if (!err)
    err = wpp_trace_kind (s->tables, &kind, &list, &rope);
  add_calls (top_frame (s), count);
  return err ? err : wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, rope, count);
}

/* A control event is a call, of nobody.  */
static int
control (struct wpp_stack_fold *fold, uint32_t rope, uint64_t times)
{
  struct wpp_trace_stretch *s = of (fold);
  add_calls (top_frame (s), times);
  return wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, rope, times);
}

static int
rule (struct wpp_stack_fold *fold, const struct wpp_fold_rule *rule, uint64_t times)
{
  struct wpp_trace_stretch *s = of (fold);
  return wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, ((const struct wpp_summary_of_rule *)rule)->output,
                        times);
}

/* Of acts, only those on what begins have an output, and they are done once.  */
static int
go_on (struct wpp_stack_fold *fold, size_t i, const void *data, uint64_t times)
{
  struct wpp_trace_stretch *s = of (fold);
  const struct wpp_act *act = data;
  int err = add_piece (s, &s->frames[i], &act->piece, times);
  if (err || act->output == WPP_ROPE_EMPTY)
    return err;
  return wpp_ropes_add (&s->tables->calls, &s->frames[i].output, act->output, 1);
}

static void
begin_turn (struct wpp_stack_fold *fold, size_t i)
{
  struct wpp_trace_stretch *s = of (fold);
  s->before = s->frames[i].output;
  s->frames[i].output = (struct wpp_parts){ 0 };
}

/* Each time adds the same to the output of the frame that stays.  */
static int
end_turn (struct wpp_stack_fold *fold, size_t i, const void *act, uint64_t times)
{
  struct wpp_trace_stretch *s = of (fold);
  struct wpp_parts turn = s->frames[i].output;
  uint32_t rope;
  s->frames[i].output = s->before;
  int err = times ? wpp_ropes_take (&s->tables->calls, &turn, &rope) : WPP_DONE;
  free (turn.part);
  if (times && !err)
    err = wpp_ropes_add (&s->tables->calls, &s->frames[i].output, rope, times);
  return times && !err ? go_on (fold, i, act, times) : err;
}

static const struct wpp_fold_user user = { .function = function,
                                           .act = act,
                                           .push = push,
                                           .call = call,
                                           .end = end,
                                           .path = path,
                                           .whole = whole,
                                           .control = control,
                                           .rule = rule,
                                           .go_on = go_on,
                                           .begin_turn = begin_turn,
                                           .end_turn = end_turn };

/* ---- Events and rules.  */

int
wpp_stretch_end_all (struct wpp_trace_stretch *s)
{
  return wpp_fold_end_above (&user, &s->fold, 1);
}

int
wpp_stretch_step (struct wpp_trace_stretch *s, uint32_t event, const struct wpp_step *step, uint64_t count)
{
  return wpp_fold_step (&user, &s->fold, step, event, count);
}

int
wpp_stretch_leaf (struct wpp_trace_stretch *s, uint32_t event, uint64_t count)
{
  struct wpp_trace_of kind = { .function = WPP_NO_FUNCTION, .event = event };
  uint32_t rope;
  int err = wpp_trace_kind (s->tables, &kind, NULL, &rope);
  return err ? err : wpp_fold_control (&user, &s->fold, event, rope, count);
}

int
wpp_stretch_rule (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts,
                  uint64_t *count)
{
  return wpp_fold_do_rule (&user, &s->fold, &summary->rule, acts, count);
}
