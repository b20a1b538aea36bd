/* What a stretch of events does to the stack of activations, and what becomes of their traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What was begun by a stretch ends in it as machine.h says.  What it finds is its business only as far as that looks as
   in a program that nothing has left but by its exit; else the outcome is WPP_DEPENDS, and the stretch is as it
   was.  */

#include <stdlib.h>
#include <string.h>
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/stretch.h"

/* Parts of an output that are copied, more are made a rule.  */
#define FEW_PARTS 4u

/* Activations that are open at once, of 70 bytes each at least.  */
#define MOST_FRAMES ((size_t)1 << 20)

/* ---- Frames.  */

static struct wpp_trace_frame *
top_frame (const struct wpp_trace_stretch *s)
{
  return &s->frames[s->n_frames - 1];
}

static int
push (struct wpp_trace_stretch *s, uint32_t function)
{
  if (s->n_frames > (s->rule ? WPP_MOST_ACTS : MOST_FRAMES))
    return s->rule ? WPP_DEPENDS : WPP_E_TOOBIG;
  if (WPP_RESERVE (s->frames, s->frames_room, s->n_frames, 1))
    return WPP_E_NOMEM;
  struct wpp_trace_frame *f = &s->frames[s->n_frames++];
  if (s->n_frames > s->n_made)
    {
      s->n_made = s->n_frames;
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
  s->n_frames = s->n_ended = 0;
  return push (s, WPP_ANY_FUNCTION);
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

/* F goes on with the path EVENT, COUNT times.  */
static int
add_path (struct wpp_trace_stretch *s, struct wpp_trace_frame *f, uint32_t event, uint64_t count)
{
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
  s->n_frames--;
  return err;
}

/* What the rule S finds ends: a stage.  */
static int
end_stage (struct wpp_trace_stretch *s)
{
  struct wpp_trace_frame *f = &s->frames[0];
  struct wpp_act act = { f->function, WPP_ROPE_EMPTY, { .lead = f->lead, .trail = f->trail, .last = f->last } };
  if (s->n_ended == WPP_MOST_ACTS)
    return WPP_DEPENDS;
  int err = wpp_ropes_take (&s->tables->traces, &f->body, &act.piece.body);
  if (!err)
    err = WPP_RESERVE (s->ended, s->ended_room, s->n_ended, 1);
  if (err)
    return err;
  s->ended[s->n_ended++] = act;
  f->function = WPP_ANY_FUNCTION;
  f->lead = f->trail = 0;
  f->last = 0;
  f->body.n = 0;
  return WPP_OK;
}

static int
end_top (struct wpp_trace_stretch *s)
{
  return s->n_frames > 1 ? end_frame (s) : end_stage (s);
}

/* All frames but for the first N end.  */
static int
end_above (struct wpp_trace_stretch *s, size_t n)
{
  int err = WPP_OK;
  while (s->n_frames > n && !err)
    err = end_frame (s);
  return err;
}

int
wpp_stretch_end_all (struct wpp_trace_stretch *s)
{
  return end_above (s, 1);
}

/* ---- Events.  */

/* An activation of FUNCTION begins in the topmost one.  */
static int
begin (struct wpp_trace_stretch *s, uint32_t function)
{
  add_calls (top_frame (s), 1);
  return push (s, function);
}

/* COUNT activations that are STEP, by EVENT, and no more.  */
static int
whole (struct wpp_trace_stretch *s, uint32_t event, const struct wpp_step *step, uint64_t count)
{
  struct wpp_part part = { 0, 1 };
  struct wpp_parts list = { &part, 1, 1 };
  struct wpp_trace_of kind = { .function = step->function };
  uint32_t rope;
  int err = wpp_trace_letter (s->tables, event, 0, &part.symbol);
  if (!err)
    err = wpp_trace_kind (s->tables, &kind, &list, &rope);
  add_calls (top_frame (s), count);
  return err ? err : wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, rope, count);
}

/* Bring the activation that a path of FUNCTION goes on with to the top.  */
static int
find (struct wpp_trace_stretch *s, uint32_t function)
{
  size_t n = s->n_frames;
  while (n > 1 && s->frames[n - 1].function != function)
    n--;
  if (n > 1)
    return end_above (s, n);
  if (!s->rule)
    {
      s->searched += s->n_frames;
      return begin (s, function);
    }
  if (s->frames[0].function == WPP_ANY_FUNCTION && s->n_frames == 1)
    s->frames[0].function = function;
  if (s->frames[0].function != function)
    return WPP_DEPENDS;
  return end_above (s, 1);
}

int
wpp_stretch_step (struct wpp_trace_stretch *s, uint32_t event, const struct wpp_step *step, uint64_t count)
{
  if (step->enters && step->leaves)
    return whole (s, event, step, count);
  bool once = !step->enters && !step->leaves;
  int err = WPP_OK;
  for (uint64_t left = once ? 1 : count; left && !err; left--)
    {
      err = step->enters ? begin (s, step->function) : find (s, step->function);
      if (!err)
        err = add_path (s, top_frame (s), event, once ? count : 1);
      if (!err && step->leaves)
        err = end_top (s);
    }
  return err;
}

/* ---- Events of no function.  */

/* How many frames are left when N activations of landing-capable functions are over, and all above each and, if there
   is a NEXT, above that; 0 when the lowest frame matters.  */
static size_t
landed (const struct wpp_trace_stretch *s, uint64_t n, bool next)
{
  size_t depth = s->n_frames;
  for (; depth > 1 && (n || next); depth--)
    {
      bool landing = s->landing[s->frames[depth - 1].function];
      if (landing && !n)
        return depth;
      n -= landing;
    }
  return n || next ? 0 : depth;
}

/* How many frames are left behind EVENT, which is of no function; 0 when the lowest frame matters.  */
static size_t
left_behind (const struct wpp_trace_stretch *s, uint32_t event)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  if (wpp_event_lands_p (event))
    return landed (s, wpp_event_gone (event), kind == WPP_EVENT_IS_LAND);
  return kind == WPP_EVENT_IS_GAP ? 0 : s->n_frames;
}

int
wpp_stretch_leaf (struct wpp_trace_stretch *s, uint32_t event, uint64_t count)
{
  struct wpp_trace_of kind = { .function = WPP_NO_FUNCTION, .event = event };
  uint32_t rope;
  int err = wpp_trace_kind (s->tables, &kind, NULL, &rope);
  while (count && !err)
    {
      size_t left = left_behind (s, event);
      if (!left && s->rule)
        return WPP_DEPENDS;
      left += left == 0;
      /* What ends nothing goes on ending nothing.  */
      uint64_t times = left == s->n_frames ? count : 1;
      add_calls (top_frame (s), times);
      err = wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, rope, times);
      if (!err)
        err = end_above (s, left);
      count -= times;
    }
  return err;
}

/* ---- Rules.  */

/* Does the function of ACT, which has one, fit frame N - 1 of S?  */
static bool
fits_p (const struct wpp_trace_stretch *s, size_t n, const struct wpp_act *act)
{
  if (n > 1)
    return s->frames[n - 1].function == act->function;
  uint32_t lowest = s->frames[0].function;
  return s->rule && (n == 0 || lowest == WPP_ANY_FUNCTION || lowest == act->function);
}

/* Does S look as SUMMARY, of ACTS, wants it?  */
static bool
all_fit_p (const struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts)
{
  size_t n = s->n_frames;
  for (uint32_t i = 0; i < summary->n_ended; i++, n -= n > 0)
    if (!fits_p (s, n, &acts[i]))
      return false;
  return acts[summary->n_ended].function == WPP_ANY_FUNCTION || fits_p (s, n, &acts[summary->n_ended]);
}

/* Is the rule SUMMARY, of ACTS, such that after it the stack looks as it wants it, and has as many frames as
   before?  */
static bool
stationary_p (const struct wpp_summary_of_rule *summary, const struct wpp_act *acts)
{
  const struct wpp_act *begun = acts + summary->n_ended + 1;
  if (summary->n_ended != summary->n_begun)
    return false;
  for (uint32_t i = 0; i < summary->n_ended; i++)
    if (acts[i].function != begun[summary->n_begun - 1 - i].function)
      return false;
  return true;
}

/* F goes on with PIECE, TIMES times, as ACT says.  */
static int
do_act (struct wpp_trace_stretch *s, struct wpp_trace_frame *f, const struct wpp_act *act, uint64_t times)
{
  if (act->function != WPP_ANY_FUNCTION)
    f->function = act->function;
  return add_piece (s, f, &act->piece, times);
}

static int
do_ends (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts)
{
  int err = wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, summary->output, 1);
  for (uint32_t i = 0; i < summary->n_ended && !err; i++)
    {
      err = do_act (s, top_frame (s), &acts[i], 1);
      if (!err)
        err = end_top (s);
    }
  return err;
}

static int
do_beginnings (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts)
{
  int err = WPP_OK;
  for (uint32_t i = 0; i < summary->n_begun && !err; i++)
    {
      const struct wpp_act *act = &acts[summary->n_ended + 1 + i];
      err = push (s, act->function);
      if (!err)
        err = do_act (s, top_frame (s), act, 1);
      if (!err)
        err = wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, act->output, 1);
    }
  return err;
}

/* Do a rule once.  */
static int
do_rule (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts)
{
  int err = do_ends (s, summary, acts);
  if (!err)
    err = do_act (s, top_frame (s), &acts[summary->n_ended], 1);
  return err ? err : do_beginnings (s, summary, acts);
}

/* Do a rule that only goes on with what it finds, TIMES times.  */
static int
do_neutral (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *act,
            uint64_t times)
{
  int err = wpp_ropes_add (&s->tables->calls, &top_frame (s)->output, summary->output, times);
  return err ? err : do_act (s, top_frame (s), act, times);
}

/* Do a stationary rule that has just been done, TIMES times more.  What it ends then is what it has begun the time
   before, so each time adds the same to the output of the frame that stays.  */
static int
do_again (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts,
          uint64_t times)
{
  size_t stays = s->n_frames - summary->n_begun - 1;
  struct wpp_parts before = s->frames[stays].output, turn;
  uint32_t rope;
  s->frames[stays].output = (struct wpp_parts){ 0 };
  int err = do_ends (s, summary, acts);
  turn = s->frames[stays].output;
  s->frames[stays].output = before;
  if (!err)
    err = wpp_ropes_take (&s->tables->calls, &turn, &rope);
  free (turn.part);
  if (!err)
    err = wpp_ropes_add (&s->tables->calls, &s->frames[stays].output, rope, times);
  if (!err)
    err = do_act (s, &s->frames[stays], &acts[summary->n_ended], times);
  return err ? err : do_beginnings (s, summary, acts);
}

int
wpp_stretch_rule (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary, const struct wpp_act *acts,
                  uint64_t *count)
{
  if (!all_fit_p (s, summary, acts))
    return WPP_DEPENDS;
  uint64_t times = 1;
  int err;
  if (!summary->n_ended && !summary->n_begun)
    err = do_neutral (s, summary, acts, times = *count);
  else
    {
      err = do_rule (s, summary, acts);
      if (!err && *count > 1 && stationary_p (summary, acts))
        err = do_again (s, summary, acts, (times = *count) - 1);
    }
  *count -= times;
  return err;
}
