/* A slice by going through what a thread did, backward or forward: the machine.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Levels are ropes within each other, from the thread's to the one at hand; nobody recurses.  Memos say what a symbol
   makes of sets (scan-memos.c).  */

#include <stdlib.h>
#include <string.h>
#include "dependence/slices/scan-impl.h"
#include "base/array.h"
#include "base/far/far.h"

#define MOST_STEPS (UINT64_C (1) << 31)
/* After so many it is said how far the scan is.  */
#define FAR_STEPS (UINT64_C (1) << 14)

/* ---- Levels.  */

/* SYMBOL is met with the sets at hand in a frame of FUNCTION.  */
static struct wpp_scan_met
met (const struct wpp_scan *s, uint32_t symbol, uint32_t function)
{
  return (struct wpp_scan_met){ symbol, function, s->frame, s->memory };
}

/* Go through the path that the letter LETTER is, and return its effect.  */
static uint32_t
do_path (struct wpp_scan *s, uint32_t letter)
{
  const struct wpp_scan_path *p = wpp_scan_path_of (s, letter);
  if (!p || p->function == WPP_NONE)
    return WPP_SCAN_NO_EFFECT;
  wpp_scan_effect_begin (s);
  wpp_scan_open (s);
  s->direction->path (s, p, 0, p->path.n_nodes, true, true);
  wpp_scan_close (s);
  return wpp_scan_effect_end (s);
}

/* The part at hand of L.  */
static const struct wpp_part *
part_at (const struct wpp_scan *s, const struct wpp_scan_level *l)
{
  return &(l->parts ? l->parts : &l->one)[s->direction->forward ? l->at - 1 : l->n - l->at];
}

static struct wpp_scan_level *
push (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t rope)
{
  if (WPP_RESERVE (s->levels, s->levels_room, s->n_levels, 1))
    {
      s->err = WPP_E_NOMEM;
      return NULL;
    }
  struct wpp_scan_level *l = &s->levels[s->n_levels++];
  *l = (struct wpp_scan_level){ .met = *m };
  const struct wpp_part *parts = wpp_nest_parts (s->nest, rope, &l->one, &l->n);
  l->parts = parts == &l->one ? NULL : parts;
  return l;
}

/* The function of activation NUMBER, or WPP_NONE.  */
static uint32_t
function_of (const struct wpp_scan *s, uint32_t number)
{
  uint32_t function = wpp_nest_activation (s->nest, number)->function;
  return function < s->model->n_functions ? function : WPP_NONE;
}

/* The set at hand, and what call activation NUMBER, of FUNCTION, was in when it ended: another one left it for
   good.  */
static uint32_t
end_in_call (struct wpp_scan *s, uint32_t number, uint32_t function)
{
  struct wpp_part one;
  size_t n;
  const struct wpp_part *parts = wpp_nest_parts (s->nest, wpp_nest_activation (s->nest, number)->rope, &one, &n);
  return wpp_scan_add_site (s, function, wpp_scan_last_path (s, parts, n), s->frame);
}

/* The level at hand has gone on by EFFECT.  */
static void
go_on (struct wpp_scan *s, uint32_t effect)
{
  if (effect == WPP_SCAN_NO_EFFECT || !s->n_levels || s->err)
    return;
  struct wpp_scan_level *l = &s->levels[s->n_levels - 1];
  l->effect = wpp_scan_effect_join (s, l->effect, effect);
}

/* A frame of CALLER, whose sets were FRAME and MEMORY, goes on after an activation of CALLEE, which has had EFFECT.  */
static void
come_back (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory, uint32_t effect)
{
  s->direction->come_back (s, caller, callee, frame, memory);
  go_on (s, wpp_scan_effect_return (s, caller, frame, effect));
}

/* Meet the activation that the letter SYMBOL is, in a frame of CALLER.  */
static void
meet (struct wpp_scan *s, uint32_t symbol, uint32_t caller)
{
  uint32_t number = wpp_nest_letter (s->nest, symbol)->event, callee = function_of (s, number);
  uint32_t frame = s->frame, memory = s->memory;
  s->direction->call (s, caller, callee);
  if (s->err)
    return;
  uint32_t effect;
  const struct wpp_scan_met m = met (s, symbol, callee);
  if (wpp_scan_remembered_p (s, &m, &effect))
    {
      come_back (s, caller, callee, frame, memory, effect);
      return;
    }
  if (!s->direction->forward)
    s->frame = end_in_call (s, number, callee);
  if (s->err)
    return;
  struct wpp_scan_level *l = push (s, &m, wpp_nest_activation (s->nest, number)->rope);
  if (!l)
    return;
  l->activation = true;
  l->caller_frame = frame;
  l->caller_memory = memory;
}

/* The other end of the activation of CALLEE, which has had EFFECT, is there; return the effect of all of it.  */
static uint32_t
leave (struct wpp_scan *s, uint32_t callee, uint32_t effect)
{
  wpp_scan_effect_begin (s);
  s->direction->leave (s, callee);
  return wpp_scan_effect_join (s, effect, wpp_scan_effect_end (s));
}

/* The level at hand is done.  */
static void
pop (struct wpp_scan *s)
{
  struct wpp_scan_level l = s->levels[--s->n_levels];
  if (l.activation)
    l.effect = leave (s, l.met.function, l.effect);
  if (!l.partial && !s->err)
    wpp_scan_remember (s, &l.met, l.effect);
  if (!s->n_levels || s->err)
    return;
  if (l.activation)
    come_back (s, s->levels[s->n_levels - 1].met.function, l.met.function, l.caller_frame, l.caller_memory, l.effect);
  else
    go_on (s, l.effect);
}

/* The part at hand of L, EXPONENT times, has been done so often; skip what only repeats what was.  */
static void
skip_repeated (const struct wpp_scan *s, struct wpp_scan_level *l)
{
  if (l->done && s->frame == l->mark_frame && s->memory == l->mark_memory)
    l->left %= l->done - l->mark;
  else if (!(l->done & (l->done - 1)))
    {
      l->mark = l->done;
      l->mark_frame = s->frame;
      l->mark_memory = s->memory;
    }
  l->done++;
}

/* Do SYMBOL in a frame of FUNCTION, or begin to.  */
static void
do_symbol (struct wpp_scan *s, uint32_t symbol, uint32_t function)
{
  uint32_t effect;
  if (!wpp_nest_rule_p (symbol) && wpp_nest_letter (s->nest, symbol)->calls)
    {
      meet (s, symbol, function);
      return;
    }
  const struct wpp_scan_met m = met (s, symbol, function);
  if (wpp_scan_remembered_p (s, &m, &effect))
    go_on (s, effect);
  else if (wpp_nest_rule_p (symbol))
    push (s, &m, symbol);
  else
    {
      effect = do_path (s, symbol - WPP_ROPE_LETTER);
      if (!s->err)
        wpp_scan_remember (s, &m, effect);
      go_on (s, effect);
    }
}

/* Go on with the level at hand.  */
static void
step (struct wpp_scan *s)
{
  struct wpp_scan_level *l = &s->levels[s->n_levels - 1];
  if (l->at == l->n && !l->left)
    {
      pop (s);
      return;
    }
  if (!l->left)
    {
      l->at++;
      l->left = part_at (s, l)->exponent;
      l->done = l->mark = 0;
    }
  skip_repeated (s, l);
  if (!l->left)
    return;
  l->left--;
  do_symbol (s, part_at (s, l)->symbol, l->met.function);
}

/* Set *FRAME and *MEMORY, of OLD and OLD_MEMORIES, to the same ones of S.  */
static void
keep_sets (struct wpp_scan *s, const struct wpp_sets *old, const struct wpp_sets *old_memories, uint32_t *frame,
           uint32_t *memory)
{
  size_t n;
  const uint32_t *items = wpp_sets_items (old, *frame, &n);
  for (size_t i = 0; i < n; i++)
    s->list[i] = items[i];
  if (!s->err)
    s->err = wpp_sets_intern (&s->sets, s->list, n, frame);
  wpp_sets_bits (old_memories, *memory, s->loads, wpp_scan_load_words (s));
  if (!s->err)
    s->err = wpp_sets_intern_bits (&s->memories, s->loads, wpp_scan_load_words (s), memory);
}

/* Forget all sets but those that levels have.  */
static void
forget_sets (struct wpp_scan *s)
{
  struct wpp_sets old = s->sets, old_memories = s->memories;
  struct wpp_scan_effects old_effects = s->effects;
  wpp_scan_forget (s);
  memset (s->joined, 0, WPP_SCAN_JOINED * sizeof *s->joined);
  s->err = wpp_scan_init_sets (s);
  if (!s->err)
    s->err = wpp_scan_effects_forget (s);
  keep_sets (s, &old, &old_memories, &s->frame, &s->memory);
  for (size_t i = 0; i < s->n_levels && !s->err; i++)
    {
      struct wpp_scan_level *l = &s->levels[i];
      if (wpp_scan_effects_p (s))
        wpp_scan_effect_keep (s, &old_effects, &l->effect);
      keep_sets (s, &old, &old_memories, &l->met.frame, &l->met.memory);
      keep_sets (s, &old, &old_memories, &l->caller_frame, &l->caller_memory);
      keep_sets (s, &old, &old_memories, &l->mark_frame, &l->mark_memory);
    }
  s->loaded = s->opened = WPP_NO_ITEM;
  wpp_sets_release (&old);
  wpp_sets_release (&old_memories);
  if (wpp_scan_effects_p (s))
    wpp_scan_effects_release_forgotten (&old_effects);
}

/* Say how far S is: each level is at one of its parts, which all of the level within it is.  */
static void
say_how_far (const struct wpp_scan *s)
{
  double done = 0, part = 1;
  for (size_t i = 0; i < s->n_levels && part > 0x1p-32; i++)
    {
      const struct wpp_scan_level *l = &s->levels[i];
      part /= l->n ? l->n : 1;
      done += part * (l->at ? l->at - 1 : 0);
    }
  wpp_far ((uint64_t)(done * 0x1p32), UINT64_C (1) << 32);
}

static void
run (struct wpp_scan *s)
{
  while (s->n_levels && !s->err)
    {
      if (s->sets.n_items + s->memories.n_items + wpp_scan_effects_items (&s->effects) > s->most_items)
        forget_sets (s);
      if (++s->n_steps > MOST_STEPS)
        s->err = WPP_E_TOOBIG;
      if (!(s->n_steps % FAR_STEPS))
        say_how_far (s);
      step (s);
    }
}

/* ---- From a place.  */

/* Is level I of PLACE an activation, rather than a rule or the thread?  */
static bool
activation_p (const struct wpp_scan *s, const struct wpp_slice_place *place, size_t i)
{
  uint32_t rope = place->levels[i].rope;
  return i && !wpp_nest_rule_p (rope) && wpp_nest_letter (s->nest, rope)->calls;
}

/* The path before which the frame at level I of PLACE has called what is at level I + 1.  */
static uint32_t
path_before (const struct wpp_scan *s, const struct wpp_slice_place *place, size_t i)
{
  uint32_t path = WPP_ROPE_EMPTY;
  for (size_t j = i + 1; j-- > 0 && path == WPP_ROPE_EMPTY;)
    {
      const struct wpp_slice_step *at = &place->levels[j];
      bool activation = activation_p (s, place, j);
      struct wpp_part one;
      size_t n;
      uint32_t rope = activation ? wpp_nest_activation (s->nest, wpp_nest_letter (s->nest, at->rope)->event)->rope
                                 : at->rope;
      path = wpp_scan_last_path (s, wpp_nest_parts (s->nest, rope, &one, &n), at->part + (at->before ? 1 : 0));
      if (activation)
        break;
    }
  return path;
}

/* Push the levels of PLACE, of which what is after, or before, is done already.  */
static void
push_place (struct wpp_scan *s, const struct wpp_slice_place *place)
{
  bool forward = s->direction->forward;
  uint32_t function = WPP_NONE;
  for (size_t i = 0; i < place->n_levels && !s->err; i++)
    {
      const struct wpp_slice_step *at = &place->levels[i];
      bool activation = activation_p (s, place, i);
      uint32_t number = activation ? wpp_nest_letter (s->nest, at->rope)->event : 0;
      uint32_t site = activation ? wpp_scan_add_site (s, function, path_before (s, place, i - 1), 0) : 0;
      if (activation)
        function = function_of (s, number);
      const struct wpp_scan_met m = { .symbol = at->rope, .function = function };
      struct wpp_scan_level *l = push (s, &m, activation ? wpp_nest_activation (s->nest, number)->rope : at->rope);
      if (!l)
        break;
      const struct wpp_part *part = &(l->parts ? l->parts : &l->one)[at->part];
      l->activation = activation;
      l->partial = true;
      l->caller_frame = site;
      l->at = forward ? at->part + 1 : l->n - at->part;
      l->left = forward ? part->exponent - 1 - at->before : at->before;
    }
}

/* The letter of the path that PLACE is in.  */
static uint32_t
letter_at (const struct wpp_scan *s)
{
  return part_at (s, &s->levels[s->n_levels - 1])->symbol - WPP_ROPE_LETTER;
}

int
wpp_scan_from (struct wpp_scan *s, const struct wpp_slice_criterion *c, const struct wpp_slice_place *place)
{
  bool forward = s->direction->forward;
  s->criterion = c;
  s->frame = s->memory = 0;
  s->n_levels = 0;
  push_place (s, place);
  const struct wpp_scan_path *p = s->err ? NULL : wpp_scan_path_of (s, letter_at (s));
  if (!p || p->function == WPP_NONE)
    return s->err ? s->err : WPP_E_NOTES;
  wpp_scan_open (s);
  wpp_marks_add (&s->facts, WPP_FACT_ZONE);
  if (forward)
    s->direction->path (s, p, place->node, p->path.n_nodes, false, true);
  else
    s->direction->path (s, p, 0, place->node + 1, true, place->end);
  wpp_scan_close (s);
  run (s);
  return s->err;
}

int
wpp_scan_through (struct wpp_scan *s, uint32_t thread)
{
  wpp_scan_forget (s);
  s->frame = s->memory = 0;
  s->n_levels = 0;
  const struct wpp_scan_met m = { .symbol = s->nest->threads[thread], .function = WPP_NONE };
  struct wpp_scan_level *l = push (s, &m, m.symbol);
  if (l)
    l->partial = true;
  run (s);
  return s->err;
}

int
wpp_scan_exercised (struct wpp_scan *s, uint32_t thread)
{
  size_t before;
  s->exercised = true;
  s->criterion = NULL;
  do
    {
      before = s->n_included;
      wpp_scan_through (s, thread);
    }
  while (!s->err && s->n_included > before);
  return s->err;
}
