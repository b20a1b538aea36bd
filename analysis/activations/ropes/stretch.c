/* What a stretch of events does to the stack of activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What becomes of activations is decided as activations/machine/machine.h says.  */

#include <stdlib.h>
#include "activations/ropes/nest-impl.h"
#include "recording/profile/events.h"
#include "base/array.h"

/* Activations that are open at once, of 170 bytes each at least.  */
#define MOST_FRAMES ((size_t)1 << 20)

/* ---- Frames.  */

static struct wpp_nest_frame *
top (struct wpp_nest_stretch *s)
{
  return &s->frames[s->n_frames - 1];
}

static int
push (struct wpp_nest_stretch *s, uint32_t function)
{
  if (s->n_frames > (s->rule ? WPP_NEST_MOST_ACTS : MOST_FRAMES))
    return s->rule ? WPP_DEPENDS : WPP_E_TOOBIG;
  if (WPP_RESERVE (s->frames, s->frames_room, s->n_frames, 1))
    return WPP_E_NOMEM;
  struct wpp_nest_frame *f = &s->frames[s->n_frames++];
  if (s->n_frames > s->n_made)
    {
      s->n_made = s->n_frames;
      f->body = (struct wpp_parts){ 0 };
    }
  f->function = function;
  f->body.n = 0;
  return WPP_DONE;
}

int
wpp_nest_begin_stretch (struct wpp_nest_stretch *s)
{
  s->n_frames = s->n_ended = 0;
  return push (s, WPP_NEST_ANY);
}

void
wpp_nest_release_stretch (struct wpp_nest_stretch *s)
{
  for (size_t i = 0; i < s->n_made; i++)
    free (s->frames[i].body.part);
  free (s->frames);
  free (s->ended);
}

/* COUNT activations of FUNCTION that did BODY are called by F.  */
static int
add_activation (struct wpp_nest_builder *b, struct wpp_nest_frame *f, uint32_t function, const struct wpp_parts *body,
                uint64_t count)
{
  struct wpp_trace_of kind = { .function = function };
  uint32_t rope, letter;
  if (!body->n)
    return WPP_DONE;
  int err = wpp_trace_kind (&b->nest->tables, &kind, body, &rope);
  if (!err)
    err = wpp_trace_letter (&b->nest->tables, rope - WPP_ROPE_LETTER, 1, &letter);
  return err ? err : wpp_ropes_add (wpp_nest_ropes (b), &f->body, letter, count);
}

static int
end_top (struct wpp_nest_builder *b, struct wpp_nest_stretch *s)
{
  struct wpp_nest_frame *f = top (s);
  if (s->n_frames > 1)
    {
      s->n_frames--;
      return add_activation (b, f - 1, f->function, &f->body, 1);
    }
  struct wpp_nest_act act = { .function = f->function };
  if (s->n_ended == WPP_NEST_MOST_ACTS)
    return WPP_DEPENDS;
  int err = wpp_ropes_take (wpp_nest_ropes (b), &f->body, &act.rope);
  if (!err)
    err = WPP_RESERVE (s->ended, s->ended_room, s->n_ended, 1);
  if (err)
    return err;
  s->ended[s->n_ended++] = act;
  f->function = WPP_NEST_ANY;
  f->body.n = 0;
  return WPP_DONE;
}

int
wpp_nest_end_above (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, size_t n)
{
  int err = WPP_DONE;
  while (s->n_frames > n && !err)
    err = end_top (b, s);
  return err;
}

/* Bring the activation that a path of FUNCTION goes on with to the top.  */
static int
find (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t function)
{
  size_t n = s->n_frames;
  while (n > 1 && s->frames[n - 1].function != function)
    n--;
  if (n > 1)
    return wpp_nest_end_above (b, s, n);
  if (!s->rule)
    {
      s->searched += s->n_frames;
      return push (s, function);
    }
  if (s->frames[0].function == WPP_NEST_ANY && s->n_frames == 1)
    s->frames[0].function = function;
  return s->frames[0].function == function ? wpp_nest_end_above (b, s, 1) : WPP_DEPENDS;
}

/* ---- Terminals.  */

static int
do_path (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t event, const struct wpp_step *step,
         uint64_t count)
{
  struct wpp_part part = { 0, 1 };
  const struct wpp_parts whole = { &part, 1, 1 };
  int err = wpp_trace_letter (&b->nest->tables, event, 0, &part.symbol);
  if (err)
    return err;
  if (step->enters && step->leaves)
    return add_activation (b, top (s), step->function, &whole, count);
  bool once = !step->enters && !step->leaves;
  for (uint64_t left = once ? 1 : count; left && !err; left--)
    {
      err = step->enters ? push (s, step->function) : find (b, s, step->function);
      if (!err)
        err = wpp_ropes_add (wpp_nest_ropes (b), &top (s)->body, part.symbol, once ? count : 1);
      if (!err && step->leaves)
        err = end_top (b, s);
    }
  return err;
}

/* How many frames are left when N activations of functions with landing places are over, and all above each and, if
   there is a NEXT, above that; 0 when the lowest frame matters.  */
static size_t
landed (const struct wpp_nest_builder *b, const struct wpp_nest_stretch *s, uint64_t n, bool next)
{
  size_t depth = s->n_frames;
  for (; depth > 1 && (n || next); depth--)
    {
      bool landing = b->landing[s->frames[depth - 1].function];
      if (landing && !n)
        return depth;
      n -= landing;
    }
  return n || next ? 0 : depth;
}

static int
do_control (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t event, uint64_t count)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  int err = WPP_DONE;
  for (; count && !err; count--)
    {
      size_t left = s->n_frames;
      if (wpp_event_lands_p (event))
        left = landed (b, s, wpp_event_gone (event), kind == WPP_EVENT_IS_LAND);
      else if (kind == WPP_EVENT_IS_GAP)
        left = 0;
      if (!left && s->rule)
        return WPP_DEPENDS;
      left += left == 0;
      if (left == s->n_frames)
        return WPP_DONE;
      err = wpp_nest_end_above (b, s, left);
    }
  return err;
}

static int
do_terminal (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t t, uint64_t count)
{
  uint32_t event = b->g->terminals[t];
  return b->steps.known[t] ? do_path (b, s, event, &b->steps.step[t], count) : do_control (b, s, event, count);
}

/* ---- Rules.  */

/* Does ACT fit frame N - 1 of S?  */
static bool
fits_p (const struct wpp_nest_stretch *s, size_t n, const struct wpp_nest_act *act)
{
  if (n > 1)
    return s->frames[n - 1].function == act->function;
  uint32_t lowest = s->frames[0].function;
  return s->rule && (n == 0 || lowest == WPP_NEST_ANY || lowest == act->function);
}

static bool
all_fit_p (const struct wpp_nest_stretch *s, const struct wpp_nest_summary *y, const struct wpp_nest_act *acts)
{
  size_t n = s->n_frames;
  for (uint32_t i = 0; i < y->n_ended; i++, n -= n > 0)
    if (!fits_p (s, n, &acts[i]))
      return false;
  return acts[y->n_ended].function == WPP_NEST_ANY || fits_p (s, n, &acts[y->n_ended]);
}

/* Is the rule Y such that after it the stack looks as it wants it, with as many frames as before?  */
static bool
stationary_p (const struct wpp_nest_summary *y, const struct wpp_nest_act *acts)
{
  if (y->n_ended != y->n_begun)
    return false;
  for (uint32_t i = 0; i < y->n_ended; i++)
    if (acts[i].function != acts[2 * y->n_ended - i].function)
      return false;
  return true;
}

/* The topmost frame goes on with ACT, TIMES times.  */
static int
go_on (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, const struct wpp_nest_act *act, uint64_t times)
{
  if (act->function != WPP_NEST_ANY)
    top (s)->function = act->function;
  return wpp_ropes_add (wpp_nest_ropes (b), &top (s)->body, act->rope, times);
}

/* Do the ends of Y, and what stays.  */
static int
do_ends (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, const struct wpp_nest_summary *y,
         const struct wpp_nest_act *acts)
{
  int err = WPP_DONE;
  for (uint32_t i = 0; i < y->n_ended && !err; i++)
    {
      err = go_on (b, s, &acts[i], 1);
      if (!err)
        err = end_top (b, s);
    }
  return err ? err : go_on (b, s, &acts[y->n_ended], 1);
}

static int
do_beginnings (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, const struct wpp_nest_summary *y,
               const struct wpp_nest_act *acts)
{
  int err = WPP_DONE;
  for (uint32_t i = 0; i < y->n_begun && !err; i++)
    {
      err = push (s, acts[y->n_ended + 1 + i].function);
      if (!err)
        err = go_on (b, s, &acts[y->n_ended + 1 + i], 1);
    }
  return err;
}

/* Do the stationary rule Y, which has just been done, TIMES times more.  What it ends is what it has begun the time
   before, so each time the frame that stays goes on in the same way.  */
static int
do_again (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, const struct wpp_nest_summary *y,
          const struct wpp_nest_act *acts, uint64_t times)
{
  size_t stays = s->n_frames - y->n_begun - 1;
  struct wpp_parts before = s->frames[stays].body, turn;
  uint32_t rope;
  s->frames[stays].body = (struct wpp_parts){ 0 };
  int err = do_ends (b, s, y, acts);
  turn = s->frames[stays].body;
  s->frames[stays].body = before;
  if (!err)
    err = wpp_ropes_take (wpp_nest_ropes (b), &turn, &rope);
  free (turn.part);
  if (!err)
    err = wpp_ropes_add (wpp_nest_ropes (b), &s->frames[stays].body, rope, times);
  return err ? err : do_beginnings (b, s, y, acts);
}

static int
do_rule (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, const struct wpp_nest_summary *y, uint64_t *count)
{
  const struct wpp_nest_act *acts = b->acts + y->acts;
  uint64_t times = 1;
  int err;
  if (!y->known || !all_fit_p (s, y, acts))
    return WPP_DEPENDS;
  if (!y->n_ended && !y->n_begun)
    err = go_on (b, s, acts, times = *count);
  else
    {
      err = do_ends (b, s, y, acts);
      if (!err)
        err = do_beginnings (b, s, y, acts);
      if (!err && *count > 1 && stationary_p (y, acts))
        err = do_again (b, s, y, acts, (times = *count) - 1);
    }
  *count -= times;
  return err;
}

int
wpp_nest_do_symbol (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t symbol, uint64_t *count)
{
  if (WPP_IS_RULE (symbol))
    return do_rule (b, s, &b->summaries[WPP_RULE_INDEX (symbol)], count);
  uint64_t times = *count;
  *count = 0;
  return do_terminal (b, s, symbol, times);
}

