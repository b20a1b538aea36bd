/* Composition of summaries (summary.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Scholz and Mehofer (PACT 2002) analyse one activation.  With recursion, the sequence mixes several
   activations.  So their transition matrix of a symbol becomes a summary: a transition for each
   activation in which the symbol takes part.

   Composition applies the effects of each part to the top of the stack: to the frames of the parts before
   it, as long as there are any, and then to the stack below.  Then it pushes the part's own frames.
   On the stack below, a TOUCH and the effects that follow on the same activation become one effect with
   the composed transition.

   Equal neighbours are one element with a count: forward, frames with equal states; backward, frames whose
   states go to the same place.  Effects share a slot if they only pass their states on to the
   same slot of the same part, so deep recursion needs few slots.  A list is at most as long as the
   recursion is deep.

   Longer than 500 lines: the composition of summaries is one piece of reasoning.  */

#include <stdlib.h>
#include <string.h>
#include "activations/machine/summary.h"
#include "base/array.h"

#define NO_KEY UINT64_MAX
/* A slot to share is searched for among this many of the latest ones.  */
#define SHARING_REACH 32u

/* ---- The lists of a composer.  */

/* Make room for another element in ARRAY, which has N.  */
#define RESERVE(ARRAY, ROOM, N) ((N) < WPP_SUMMARY_LIMIT ? WPP_RESERVE (ARRAY, ROOM, N, 1) : WPP_E_TOOBIG)

static int
add_effect (struct wpp_composer *c, enum wpp_effect_kind kind, uint32_t slot, wpp_depth count)
{
  int err = RESERVE (c->s.effects, c->effects_room, c->s.n_effects);
  if (!err)
    c->s.effects[c->s.n_effects++] = (struct wpp_rule_effect){ kind, slot, count };
  return err;
}

/* Are frames A and B equal, so that they can be one element with a count?  */
static bool
alike_p (const struct wpp_composer *c, const struct wpp_frame *a, const struct wpp_frame *b)
{
  if (a->kind != b->kind)
    return false;
  return c->backward && a->kind != WPP_FRAME_FOREIGN ? a->key == b->key && a->key != NO_KEY
                                                     : a->transition == b->transition;
}

static int
push_frame (struct wpp_composer *c, struct wpp_frame f)
{
  struct wpp_frame *top = c->s.n_frames ? &c->s.frames[c->s.n_frames - 1] : NULL;
  if (top && alike_p (c, top, &f))
    {
      wpp_depth_add (&top->count, f.count);
      return 0;
    }
  int err = RESERVE (c->s.frames, c->frames_room, c->s.n_frames);
  if (!err)
    c->s.frames[c->s.n_frames++] = f;
  return err;
}

/* ---- Backward: acts on one activation, linked.  */

/* Set *LINK to a new link for ACT, whose activation had *LINK as its last act.  */
static int
add_link (struct wpp_composer *c, const struct wpp_act *act, uint32_t *link)
{
  if (!c->over)
    return 0;
  int err = RESERVE (c->links, c->links_room, c->n_links);
  if (err)
    return err;
  c->links[c->n_links] = (struct wpp_link){ *link,           act->symbol, act->symbol_slot,
                                            act->transition, act->copies, act->power };
  *link = c->n_links++;
  return 0;
}

static int
tell_over (struct wpp_composer *c, uint32_t link, uint32_t transition, enum wpp_over over,
           wpp_depth count)
{
  return c->over && link != WPP_NO_LINK ? c->over (c->data, link, transition, over, count) : 0;
}

/* COUNT of the frames F end without another transition.  */
static int
lose (struct wpp_composer *c, const struct wpp_frame *f, wpp_depth count)
{
  return f->kind == WPP_FRAME_FOREIGN
           ? 0
           : tell_over (c, f->link, WPP_IDENTITY, WPP_OVER_LOST, count);
}

/* Lose all frames from FROM on.  */
static int
lose_frames (struct wpp_composer *c, uint32_t from)
{
  int err = 0;
  while (!err && c->s.n_frames > from)
    {
      const struct wpp_frame *f = &c->s.frames[--c->s.n_frames];
      err = lose (c, f, f->count);
    }
  return err;
}

/* ---- Frames and slots.  */

/* Pop COUNT frames.  The topmost element has at least that many.  */
static int
pop_frames (struct wpp_composer *c, wpp_depth count)
{
  struct wpp_frame *top = &c->s.frames[c->s.n_frames - 1];
  int err = wpp_depth_take (&top->count, count);
  if (top->count == 0)
    c->s.n_frames--;
  return err;
}

/* Lose up to *COUNT frames of the topmost element, and subtract their number from *COUNT.  */
static int
pop_equal (struct wpp_composer *c, wpp_depth *count)
{
  const struct wpp_frame *top = &c->s.frames[c->s.n_frames - 1];
  wpp_depth n = wpp_depth_lesser (top->count, *count);
  int err = lose (c, top, n);
  if (!err)
    err = pop_frames (c, n);
  return err ? err : wpp_depth_take (count, n);
}

static int
reserve_slots (struct wpp_composer *c)
{
  size_t room = wpp_array_room (c->slots_room, c->s.n_slots, 1);
  if (c->s.n_slots >= WPP_SUMMARY_LIMIT)
    return WPP_E_TOOBIG;
  if (WPP_RESIZE (c->s.slots, room) || WPP_RESIZE (c->chains, room) || WPP_RESIZE (c->keys, room))
    return WPP_E_NOMEM;
  c->slots_room = room;
  return WPP_OK;
}

static int
add_slot (struct wpp_composer *c, uint32_t transition, uint64_t key, uint32_t *slot)
{
  int err = c->s.n_slots == c->slots_room ? reserve_slots (c) : WPP_OK;
  if (err)
    return err;
  c->s.slots[c->s.n_slots] = transition;
  c->chains[c->s.n_slots] = WPP_NO_LINK;
  c->keys[c->s.n_slots] = key;
  *slot = c->s.n_slots++;
  return 0;
}

/* The slot of C with KEY, or n_slots.  */
static uint32_t
shared_slot (const struct wpp_composer *c, uint64_t key)
{
  uint32_t n = c->s.n_slots;
  for (uint32_t i = 1; i <= n && i <= SHARING_REACH; i++)
    if (c->keys[n - i] == key)
      return n - i;
  return n;
}

static struct wpp_rule_effect *
last_effect (struct wpp_composer *c)
{
  return c->s.n_effects ? &c->s.effects[c->s.n_effects - 1] : NULL;
}

/* The own activation of the stack below that has been touched and is on top now; or null.  */
static struct wpp_rule_effect *
touched (struct wpp_composer *c)
{
  struct wpp_rule_effect *last = last_effect (c);
  return last && last->kind == WPP_TOUCH ? last : NULL;
}

/* Lose the frames on top that are foreign (or, unless FOREIGN, own).  */
static int
drop_frames (struct wpp_composer *c, bool foreign)
{
  uint32_t n = c->s.n_frames;
  while (n && (c->s.frames[n - 1].kind == WPP_FRAME_FOREIGN) == foreign)
    n--;
  return lose_frames (c, n);
}

/* ---- Effects on own activations.  */

static int
tell (struct wpp_composer *c, const struct wpp_act *act)
{
  return c->act ? c->act (c->data, act) : 0;
}

static int
compose (struct wpp_composer *c, uint32_t first, uint32_t second, uint32_t *both)
{
  return c->composition.compose (c->composition.data, first, second, both);
}

/* Apply ACT to the topmost frame; or, if ACT ENDs frames, to up to LIMIT of them.  Set *DONE to their number.  */
static int
act_on_frame (struct wpp_composer *c, struct wpp_act *act, bool end, wpp_depth limit,
              wpp_depth *done)
{
  struct wpp_frame frame = c->s.frames[c->s.n_frames - 1];
  act->origin = WPP_ON_FRAME;
  act->frame = frame;
  act->count = end ? wpp_depth_lesser (limit, frame.count) : 1;
  *done = act->count;
  int err = tell (c, act);
  if (!err && end)
    err = tell_over (c, frame.link, act->power, WPP_OVER_LEFT, act->count);
  if (!err)
    err = pop_frames (c, act->count);
  if (err || end)
    return err;
  frame.count = 1;
  frame.key = NO_KEY;
  if (c->backward)
    err = add_link (c, act, &frame.link);
  else
    err = compose (c, frame.transition, act->power, &frame.transition);
  return err ? err : push_frame (c, frame);
}

/* Apply ACT to COUNT activations whose beginnings were not seen.  */
static int
act_on_nothing (struct wpp_composer *c, struct wpp_act *act, bool end, wpp_depth count)
{
  act->origin = WPP_ON_NOTHING;
  act->count = count;
  int err = tell (c, act);
  if (err || end)
    return err;
  struct wpp_frame frame = { WPP_FRAME_UNKNOWN, act->power, 1, 0, WPP_NO_LINK, NO_KEY };
  err = add_link (c, act, &frame.link);
  return err ? err : push_frame (c, frame);
}

/* Apply ACT to the activation that was touched last.  */
static int
act_on_touched (struct wpp_composer *c, struct wpp_act *act, bool end)
{
  struct wpp_rule_effect *effect = touched (c);
  act->origin = WPP_ON_TOUCHED;
  act->slot = effect->slot;
  int err = tell (c, act);
  if (end)
    effect->kind = WPP_POP_OWN;
  uint32_t *link = &c->chains[act->slot];
  if (!err && end)
    {
      err = tell_over (c, *link, act->power, WPP_OVER_LEFT, 1);
      *link = WPP_NO_LINK;
    }
  else if (!err)
    err = add_link (c, act, link);
  uint32_t *transition = &c->s.slots[act->slot];
  if (err)
    return err;
  return c->backward ? compose (c, act->power, *transition, transition)
                     : compose (c, *transition, act->power, transition);
}

/* Apply ACT to COUNT activations of the stack below.  */
static int
act_below (struct wpp_composer *c, struct wpp_act *act, bool end, wpp_depth count)
{
  uint64_t key = end ? (uint64_t)act->symbol << 32 | act->symbol_slot : NO_KEY;
  uint32_t slot = end ? shared_slot (c, key) : c->s.n_slots;
  if (slot < c->s.n_slots)
    {
      struct wpp_rule_effect *last = last_effect (c);
      if (last->kind != WPP_POP_OWN || last->slot != slot)
        return add_effect (c, WPP_POP_OWN, slot, count);
      wpp_depth_add (&last->count, count);
      return 0;
    }
  int err = add_slot (c, act->power, key, &slot);
  if (!err)
    err = add_effect (c, end ? WPP_POP_OWN : WPP_TOUCH, slot, count);
  act->origin = WPP_ON_BELOW;
  act->slot = slot;
  if (!err && !end)
    err = add_link (c, act, &c->chains[slot]);
  return err ? err : tell (c, act);
}

/* Apply ACT to the topmost own activation, which stays; or, if ACT ENDs them, to the topmost COUNT.  */
static int
act_on_own (struct wpp_composer *c, struct wpp_act *act, bool end, wpp_depth count)
{
  int err = 0;
  while (!err && count > 0)
    {
      wpp_depth done = 1;
      err = drop_frames (c, true);
      if (err)
        return err;
      if (c->s.n_frames)
        err = act_on_frame (c, act, end, count, &done);
      else if (!c->bottom && touched (c))
        err = act_on_touched (c, act, end);
      else
        return c->bottom ? act_on_nothing (c, act, end, count) : act_below (c, act, end, count);
      if (!err)
        err = wpp_depth_take (&count, done);
    }
  return err;
}

/* ---- Effects on activations that end without another transition.  */

/* Add an effect of kind KIND, which has no slot, with COUNT; or add COUNT to the last effect if that has the same
   kind.  */
static int
add_counted (struct wpp_composer *c, enum wpp_effect_kind kind, wpp_depth count)
{
  struct wpp_rule_effect *last = last_effect (c);
  if (!last || last->kind != kind)
    return add_effect (c, kind, 0, count);
  wpp_depth_add (&last->count, count);
  return 0;
}

static int
pop_any (struct wpp_composer *c, wpp_depth count)
{
  int err = 0;
  while (!err && count > 0 && c->s.n_frames)
    err = pop_equal (c, &count);
  return !err && count > 0 && !c->bottom ? add_counted (c, WPP_POP_ANY, count) : err;
}

static int
pop_foreign (struct wpp_composer *c, wpp_depth count)
{
  int err = drop_frames (c, false);
  while (!err && count > 0 && c->s.n_frames)
    {
      err = pop_equal (c, &count);
      if (count == 0)
        return err;
      if (!err)
        err = drop_frames (c, false);
    }
  if (err || count == 0 || c->bottom)
    return err;
  /* Popping foreign activations drops the own ones above them anyway.  */
  if (c->s.n_effects && last_effect (c)->kind == WPP_DROP_OWN)
    c->s.n_effects--;
  return add_counted (c, WPP_POP_FOREIGN, count);
}

static int
drop_own (struct wpp_composer *c)
{
  int err = drop_frames (c, false);
  if (err || c->s.n_frames || c->bottom)
    return err;
  return add_counted (c, WPP_DROP_OWN, 1);
}

static int
forget (struct wpp_composer *c)
{
  int err = lose_frames (c, 0);
  if (err || c->bottom)
    return err;
  c->bottom = true;
  return add_effect (c, WPP_FORGET, 0, 1);
}

/* ---- Stretches.  */

void
wpp_composer_begin (struct wpp_composer *c, bool bottom)
{
  c->bottom = bottom;
  c->s.n_effects = c->s.n_frames = c->s.n_slots = 0;
  c->n_links = 0;
}

static int
append_effect (struct wpp_composer *c, uint32_t symbol, const struct wpp_summary *s,
               const struct wpp_rule_effect *e, uint32_t copies)
{
  wpp_depth count = wpp_depth_product (e->count, copies);
  switch (e->kind)
    {
    case WPP_POP_FOREIGN:
      return pop_foreign (c, count);
    case WPP_POP_ANY:
      return pop_any (c, count);
    case WPP_DROP_OWN:
      return drop_own (c);
    case WPP_FORGET:
      return forget (c);
    case WPP_POP_OWN:
    case WPP_TOUCH:
      break;
    }
  /* The copies all touch the same activation, or each ends one.  */
  bool end = e->kind == WPP_POP_OWN;
  struct wpp_act act = { .symbol = symbol, .symbol_slot = e->slot, .copies = end ? 1 : copies };
  act.transition = s->slots[e->slot];
  const struct wpp_composition *composition = &c->composition;
  int err = composition->power (composition->data, act.transition, act.copies, &act.power);
  return err ? err : act_on_own (c, &act, end, end ? count : 1);
}

int
wpp_composer_append (struct wpp_composer *c, uint32_t symbol, const struct wpp_summary *s,
                     uint32_t copies)
{
  int err = 0;
  c->work += (uint64_t)s->n_effects + s->n_frames;
  if (c->work > c->most_work)
    return WPP_E_TOOBIG;
  for (uint32_t i = 0; !err && i < s->n_effects; i++)
    err = append_effect (c, symbol, s, &s->effects[i], copies);
  for (uint32_t i = 0; !err && i < s->n_frames; i++)
    {
      struct wpp_frame frame = s->frames[i];
      struct wpp_act begins = { .symbol = symbol, .symbol_slot = frame.slot, .copies = 1 };
      frame.count = wpp_depth_product (frame.count, copies);
      frame.key = (uint64_t)symbol << 32 | frame.slot;
      frame.link = WPP_NO_LINK;
      if (frame.kind != WPP_FRAME_FOREIGN)
        err = add_link (c, &begins, &frame.link);
      if (!err)
        err = push_frame (c, frame);
    }
  return err;
}

/* Set *TO to a copy of the N elements of SIZE bytes at FROM.  */
static int
copy_list (void *to, const void *from, uint32_t n, size_t size)
{
  void *p = n ? malloc (n * size) : NULL;
  if (n && !p)
    return WPP_E_NOMEM;
  if (n)
    memcpy (p, from, n * size);
  *(void **)to = p;
  return 0;
}

/* Backward: give slots to own frames.  */
static int
add_frame_slots (struct wpp_composer *c)
{
  int err = 0;
  for (uint32_t i = 0; !err && c->backward && i < c->s.n_frames; i++)
    {
      struct wpp_frame *f = &c->s.frames[i];
      if (f->kind == WPP_FRAME_FOREIGN)
        continue;
      f->slot = f->key == NO_KEY ? c->s.n_slots : shared_slot (c, f->key);
      if (f->slot == c->s.n_slots)
        err = add_slot (c, WPP_IDENTITY, f->key, &f->slot);
      if (!err)
        c->chains[f->slot] = f->link;
    }
  return err;
}

int
wpp_composer_close (struct wpp_composer *c, bool last)
{
  uint32_t slot = 0;
  int err = last ? lose_frames (c, 0) : add_frame_slots (c);
  for (; !err && slot < c->s.n_slots; slot++)
    err = tell_over (c, c->chains[slot], WPP_IDENTITY, WPP_OVER_CONTEXT, slot);
  return err;
}

int
wpp_composer_finish (struct wpp_composer *c, struct wpp_summary *s)
{
  int err = add_frame_slots (c);
  if (err)
    return err;
  *s = (struct wpp_summary){ c->s.n_effects, c->s.n_frames, c->s.n_slots, NULL, NULL, NULL };
  c->kept += (uint64_t)s->n_effects + s->n_frames + s->n_slots;
  if (c->kept > WPP_SUMMARY_LIMIT)
    return WPP_E_TOOBIG;
  err = copy_list (&s->effects, c->s.effects, s->n_effects, sizeof *s->effects);
  if (!err)
    err = copy_list (&s->frames, c->s.frames, s->n_frames, sizeof *s->frames);
  if (!err)
    err = copy_list (&s->slots, c->s.slots, s->n_slots, sizeof *s->slots);
  if (err)
    wpp_summary_release (s);
  return err;
}

void
wpp_composer_release (struct wpp_composer *c)
{
  wpp_summary_release (&c->s);
  free (c->keys);
  free (c->chains);
  free (c->links);
  c->keys = NULL;
  c->chains = NULL;
  c->links = NULL;
}
