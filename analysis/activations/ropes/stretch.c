/* What a stretch of events does to the stack of activations, as ropes of what these did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/ropes/nest-impl.h"
#include "base/array.h"

/* ---- Frames.  */

static struct wpp_nest_stretch *
of (struct wpp_stack_fold *fold)
{
  return (struct wpp_nest_stretch *)fold;
}

static struct wpp_nest_frame *
top (struct wpp_nest_stretch *s)
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
  return &((const struct wpp_nest_act *)acts)[i].function;
}

static int
push (struct wpp_stack_fold *fold, uint32_t function)
{
  struct wpp_nest_stretch *s = of (fold);
  int err = wpp_fold_room (fold);
  if (!err)
    err = WPP_RESERVE (s->frames, s->frames_room, fold->n_frames, 1);
  if (err)
    return err;
  struct wpp_nest_frame *f = &s->frames[fold->n_frames++];
  if (fold->n_frames > s->n_made)
    {
      s->n_made = fold->n_frames;
      f->body = (struct wpp_parts){ 0 };
    }
  f->function = function;
  f->body.n = 0;
  return WPP_DONE;
}

int
wpp_nest_begin_stretch (struct wpp_nest_stretch *s)
{
  s->fold.n_frames = s->n_ended = 0;
  return push (&s->fold, WPP_FOLD_ANY);
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
add_activation (struct wpp_nest_stretch *s, struct wpp_nest_frame *f, uint32_t function, const struct wpp_parts *body,
                uint64_t count)
{
  struct wpp_trace_of kind = { .function = function };
  uint32_t rope, letter;
  if (!body->n)
    return WPP_DONE;
  int err = wpp_trace_kind (s->tables, &kind, body, &rope);
  if (!err)
    err = wpp_trace_letter (s->tables, rope - WPP_ROPE_LETTER, 1, &letter);
  return err ? err : wpp_ropes_add (&s->tables->traces, &f->body, letter, count);
}

static int
end (struct wpp_stack_fold *fold)
{
  struct wpp_nest_stretch *s = of (fold);
  struct wpp_nest_frame *f = top (s);
  if (fold->n_frames > 1)
    {
      fold->n_frames--;
      return add_activation (s, f - 1, f->function, &f->body, 1);
    }
  struct wpp_nest_act act = { .function = f->function };
  if (s->n_ended == WPP_FOLD_MOST_ACTS)
    return WPP_DEPENDS;
  int err = wpp_ropes_take (&s->tables->traces, &f->body, &act.rope);
  if (!err)
    err = WPP_RESERVE (s->ended, s->ended_room, s->n_ended, 1);
  if (err)
    return err;
  s->ended[s->n_ended++] = act;
  f->function = WPP_FOLD_ANY;
  f->body.n = 0;
  return WPP_DONE;
}

/* ---- What frames carry: ropes of letters.  */

static int
path (struct wpp_stack_fold *fold, uint32_t letter, uint64_t count)
{
  struct wpp_nest_stretch *s = of (fold);
  return wpp_ropes_add (&s->tables->traces, &top (s)->body, letter, count);
}

static int
whole (struct wpp_stack_fold *fold, uint32_t letter, uint32_t function, uint64_t count)
{
  struct wpp_nest_stretch *s = of (fold);
  struct wpp_part part = { letter, 1 };
  return add_activation (s, top (s), function, &(struct wpp_parts){ &part, 1, 1 }, count);
}

/* Control events leave no trace.  */
static int
control (struct wpp_stack_fold *s, uint32_t what, uint64_t times)
{
  return WPP_DONE;
}

static int
rule (struct wpp_stack_fold *s, const struct wpp_fold_rule *rule, uint64_t times)
{
  return WPP_DONE;
}

static int
go_on (struct wpp_stack_fold *fold, size_t i, const void *act, uint64_t times)
{
  struct wpp_nest_stretch *s = of (fold);
  return wpp_ropes_add (&s->tables->traces, &s->frames[i].body, ((const struct wpp_nest_act *)act)->rope, times);
}

static void
begin_turn (struct wpp_stack_fold *fold, size_t i)
{
  struct wpp_nest_stretch *s = of (fold);
  s->before = s->frames[i].body;
  s->frames[i].body = (struct wpp_parts){ 0 };
}

/* What ended and what the frame did itself are one rope, which is repeated.  */
static int
end_turn (struct wpp_stack_fold *fold, size_t i, const void *act, uint64_t times)
{
  struct wpp_nest_stretch *s = of (fold);
  uint32_t rope;
  int err = times ? go_on (fold, i, act, 1) : WPP_DONE;
  struct wpp_parts turn = s->frames[i].body;
  s->frames[i].body = s->before;
  if (times && !err)
    err = wpp_ropes_take (&s->tables->traces, &turn, &rope);
  free (turn.part);
  if (times && !err)
    err = wpp_ropes_add (&s->tables->traces, &s->frames[i].body, rope, times);
  return err;
}

static const struct wpp_fold_user user = { .function = function,
                                           .act = act,
                                           .push = push,
                                           .call = push,
                                           .end = end,
                                           .path = path,
                                           .whole = whole,
                                           .control = control,
                                           .rule = rule,
                                           .go_on = go_on,
                                           .begin_turn = begin_turn,
                                           .end_turn = end_turn };

/* ---- Symbols.  */

int
wpp_nest_end_all (struct wpp_nest_stretch *s)
{
  return wpp_fold_end_above (&user, &s->fold, 1);
}

static int
do_terminal (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t t, uint64_t count)
{
  uint32_t event = b->g->terminals[t], letter;
  if (!b->steps.known[t])
    return wpp_fold_control (&user, &s->fold, event, 0, count);
  int err = wpp_trace_letter (s->tables, event, 0, &letter);
  return err ? err : wpp_fold_step (&user, &s->fold, &b->steps.step[t], letter, count);
}

int
wpp_nest_do_symbol (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t symbol, uint64_t *count)
{
  if (WPP_IS_RULE (symbol))
    {
      const struct wpp_nest_summary *y = &b->summaries[WPP_RULE_INDEX (symbol)];
      return y->known ? wpp_fold_do_rule (&user, &s->fold, &y->rule, b->acts + y->acts, count) : WPP_DEPENDS;
    }
  uint64_t times = *count;
  *count = 0;
  return do_terminal (b, s, symbol, times);
}
