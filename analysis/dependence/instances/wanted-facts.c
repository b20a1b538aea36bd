/* What a backward walk through instances of statements wants: facts, by activation.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "dependence/instances/wants-impl.h"

/* The slot of ACTIVATION's frame, or the free one where it would be.  */
static struct wpp_wanted_frame *
frame_slot (const struct wpp_wants *w, uint64_t activation)
{
  size_t mask = ((size_t)1 << w->frames_log) - 1, i = wpp_wants_hash (w, activation, 0) >> (64 - w->frames_log);
  while (w->frames[i].activation && w->frames[i].activation != activation)
    i = (i + 1) & mask;
  return &w->frames[i];
}

static int
grow_frames (struct wpp_wants *w)
{
  struct wpp_wanted_frame *old = w->frames;
  size_t n = (size_t)1 << w->frames_log;
  if (2 * (w->n_frames + 1) <= n)
    return WPP_OK;
  w->frames = calloc (2 * n, sizeof *w->frames);
  if (!w->frames)
    {
      w->frames = old;
      return WPP_E_NOMEM;
    }
  w->frames_log++;
  for (size_t i = 0; i < n; i++)
    if (old[i].activation)
      *frame_slot (w, old[i].activation) = old[i];
  free (old);
  return WPP_OK;
}

/* Put F, which has facts, among the frames.  */
static int
put_frame (struct wpp_wants *w, const struct wpp_wanted_frame *f)
{
  int err = grow_frames (w);
  if (err)
    return err;
  *frame_slot (w, f->activation) = *f;
  w->n_frames++;
  wpp_wants_count (&w->activations[f->activation & 65535], 1);
  return WPP_OK;
}

/* Take the frame F out of the frames, whose list is somebody else's now; those after it move up.  */
static void
take_frame (struct wpp_wants *w, struct wpp_wanted_frame *f)
{
  size_t mask = ((size_t)1 << w->frames_log) - 1, i = f - w->frames;
  wpp_wants_count (&w->activations[f->activation & 65535], -1);
  w->n_frames--;
  for (size_t j = i;;)
    {
      j = (j + 1) & mask;
      if (!w->frames[j].activation)
        break;
      size_t at = wpp_wants_hash (w, w->frames[j].activation, 0) >> (64 - w->frames_log);
      if (((j - at) & mask) >= ((j - i) & mask))
        {
          w->frames[i] = w->frames[j];
          i = j;
        }
    }
  w->frames[i] = (struct wpp_wanted_frame){ 0 };
}

int
wpp_wants_reserve_hand (struct wpp_wants *w, uint32_t n)
{
  struct wpp_wants_hand *h = &w->hand;
  size_t old = h->room;
  if (n <= old)
    return WPP_OK;
  if (WPP_RESERVE (h->facts, h->room, old, n - old))
    return WPP_E_NOMEM;
  memset (h->facts + old, 0, (h->room - old) * sizeof *h->facts);
  if (!WPP_RESERVE (h->list, h->list_room, h->n_listed, h->room - h->n_listed))
    return WPP_OK;
  h->room = old;
  return WPP_E_NOMEM;
}

/* The hand's list is of what is wanted.  */
static void
empty_hand (struct wpp_wants_hand *h, struct wpp_wanted_fact *to)
{
  for (size_t i = 0; i < h->n_listed; i++)
    {
      uint32_t fact = h->list[i];
      if (h->facts[fact].wanted)
        *to++ = (struct wpp_wanted_fact){ fact, h->facts[fact].origin };
      h->facts[fact].wanted = h->facts[fact].listed = false;
    }
  h->n_listed = h->n = 0;
}

/* The frame at hand is put away.  */
static int
put_away (struct wpp_wants *w)
{
  struct wpp_wants_hand *h = &w->hand;
  struct wpp_wanted_frame f = { .activation = h->activation, .n = h->n };
  if (f.n && WPP_RESERVE (f.facts, f.room, 0, f.n))
    return WPP_E_NOMEM;
  empty_hand (h, f.facts);
  h->activation = 0;
  int err = f.n ? put_frame (w, &f) : WPP_OK;
  if (err)
    free (f.facts);
  return err;
}

int
wpp_wants_look_at (struct wpp_wants *w, uint64_t activation)
{
  int err = w->hand.activation == activation ? WPP_OK : put_away (w);
  if (err || w->hand.activation == activation)
    return err;
  w->hand.activation = activation;
  struct wpp_wanted_frame *f = w->activations[activation & 65535] ? frame_slot (w, activation) : NULL;
  if (!f || !f->activation)
    return WPP_OK;
  for (uint32_t i = 0; i < f->n && !err; i++)
    {
      err = wpp_wants_reserve_hand (w, f->facts[i].fact + 1);
      if (!err)
        wpp_hand_want (w, f->facts[i].fact, &f->facts[i].origin);
      w->n_facts -= !err;
    }
  free (f->facts);
  take_frame (w, f);
  return err;
}

/* The frame of ACTIVATION, which is not at hand, or null.  */
static struct wpp_wanted_frame *
find_frame (struct wpp_wants *w, uint64_t activation)
{
  if (!w->activations[activation & 65535])
    return NULL;
  struct wpp_wanted_frame *f = frame_slot (w, activation);
  return f->activation ? f : NULL;
}

/* Where FACT is in F, or null.  */
static struct wpp_wanted_fact *
fact_in (struct wpp_wanted_frame *f, uint32_t fact)
{
  for (uint32_t i = 0; f && i < f->n; i++)
    if (f->facts[i].fact == fact)
      return &f->facts[i];
  return NULL;
}

static int
want_elsewhere (struct wpp_wants *w, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin)
{
  struct wpp_wanted_frame *f = find_frame (w, activation);
  if (!f)
    {
      const struct wpp_wanted_frame new = { .activation = activation };
      int err = put_frame (w, &new);
      if (err)
        return err;
      f = frame_slot (w, activation);
    }
  struct wpp_wanted_fact *x = fact_in (f, fact);
  if (x && origin->depth < x->origin.depth)
    x->origin = *origin;
  if (x)
    return WPP_OK;
  if (WPP_RESERVE (f->facts, f->room, f->n, 1))
    return WPP_E_NOMEM;
  f->facts[f->n++] = (struct wpp_wanted_fact){ fact, *origin };
  w->n_facts++;
  return WPP_OK;
}

int
wpp_want_fact (struct wpp_wants *w, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin)
{
  if (activation != w->hand.activation)
    return want_elsewhere (w, activation, fact, origin);
  if (wpp_wants_reserve_hand (w, fact + 1))
    return WPP_E_NOMEM;
  wpp_hand_want (w, fact, origin);
  return WPP_OK;
}

static bool
take_elsewhere (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin)
{
  struct wpp_wanted_frame *f = find_frame (w, activation);
  struct wpp_wanted_fact *x = fact_in (f, fact);
  if (!x)
    return false;
  *origin = x->origin;
  *x = f->facts[--f->n];
  w->n_facts--;
  if (!f->n)
    {
      free (f->facts);
      take_frame (w, f);
    }
  return true;
}

bool
wpp_wants_take (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin)
{
  if (activation != w->hand.activation)
    return take_elsewhere (w, activation, fact, origin);
  return fact < w->hand.room && wpp_hand_take (w, fact, origin);
}

bool
wpp_wants_has (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin)
{
  const struct wpp_wants_hand *h = &w->hand;
  bool hand = activation == h->activation;
  const struct wpp_wanted_fact *x = hand ? NULL : fact_in (find_frame (w, activation), fact);
  if (hand && fact < h->room && h->facts[fact].wanted)
    *origin = h->facts[fact].origin;
  else if (x)
    *origin = x->origin;
  else
    return false;
  return true;
}

void
wpp_wants_forget (struct wpp_wants *w, uint64_t activation)
{
  struct wpp_wanted_frame *f = activation == w->hand.activation ? NULL : find_frame (w, activation);
  if (activation == w->hand.activation)
    {
      w->n_facts -= w->hand.n;
      for (size_t i = 0; i < w->hand.n_listed; i++)
        w->hand.facts[w->hand.list[i]].wanted = false;
      w->hand.n = 0;
    }
  if (!f)
    return;
  w->n_facts -= f->n;
  free (f->facts);
  take_frame (w, f);
}
