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

static int
reserve_where (struct wpp_wants *w, uint32_t fact)
{
  size_t old = w->where_room;
  if (fact < old)
    return WPP_OK;
  if (WPP_RESERVE (w->where, w->where_room, old, fact + (size_t)1 - old))
    return WPP_E_NOMEM;
  memset (w->where + old, 0, (w->where_room - old) * sizeof *w->where);
  return WPP_OK;
}

/* The frame at hand is put away.  */
static int
put_away (struct wpp_wants *w)
{
  struct wpp_wanted_frame *h = &w->hand;
  for (uint32_t i = 0; i < h->n; i++)
    w->where[h->facts[i].fact] = 0;
  int err = h->n ? put_frame (w, h) : WPP_OK;
  if (!h->n || err)
    free (h->facts);
  *h = (struct wpp_wanted_frame){ 0 };
  return err;
}

int
wpp_wants_look_at (struct wpp_wants *w, uint64_t activation)
{
  struct wpp_wanted_frame *h = &w->hand;
  if (h->activation == activation)
    return WPP_OK;
  int err = put_away (w);
  if (err)
    return err;
  if (w->activations[activation & 65535])
    {
      struct wpp_wanted_frame *f = frame_slot (w, activation);
      if (f->activation)
        {
          *h = *f;
          take_frame (w, f);
        }
    }
  h->activation = activation;
  for (uint32_t i = 0; i < h->n && !err; i++)
    {
      err = reserve_where (w, h->facts[i].fact);
      if (!err)
        w->where[h->facts[i].fact] = i + 1;
    }
  return err;
}

/* The place of FACT in F, or F->n.  */
static uint32_t
place_of (const struct wpp_wants *w, const struct wpp_wanted_frame *f, uint32_t fact)
{
  uint32_t i = 0;
  if (f == &w->hand)
    return fact < w->where_room && w->where[fact] ? w->where[fact] - 1 : f->n;
  while (i < f->n && f->facts[i].fact != fact)
    i++;
  return i;
}

/* The frame of ACTIVATION, or null.  */
static struct wpp_wanted_frame *
find_frame (struct wpp_wants *w, uint64_t activation)
{
  if (activation == w->hand.activation)
    return &w->hand;
  if (!w->activations[activation & 65535])
    return NULL;
  struct wpp_wanted_frame *f = frame_slot (w, activation);
  return f->activation ? f : NULL;
}

int
wpp_want_fact (struct wpp_wants *w, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin)
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
  uint32_t i = place_of (w, f, fact);
  if (i < f->n)
    {
      if (origin->depth < f->facts[i].origin.depth)
        f->facts[i].origin = *origin;
      return WPP_OK;
    }
  if (WPP_RESERVE (f->facts, f->room, f->n, 1) || (f == &w->hand && reserve_where (w, fact)))
    return WPP_E_NOMEM;
  f->facts[f->n++] = (struct wpp_wanted_fact){ fact, *origin };
  w->n_facts++;
  if (f == &w->hand)
    w->where[fact] = f->n;
  return WPP_OK;
}

/* Where FACT is in *F, ACTIVATION's frame, or null.  */
static struct wpp_wanted_fact *
find_fact (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanted_frame **f)
{
  *f = find_frame (w, activation);
  uint32_t i = *f ? place_of (w, *f, fact) : 0;
  return *f && i < (*f)->n ? &(*f)->facts[i] : NULL;
}

bool
wpp_wants_take (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin)
{
  struct wpp_wanted_frame *f;
  struct wpp_wanted_fact *found = find_fact (w, activation, fact, &f);
  if (!found)
    return false;
  *origin = found->origin;
  *found = f->facts[--f->n];
  w->n_facts--;
  if (f == &w->hand)
    {
      w->where[found->fact] = found - f->facts + 1;
      w->where[fact] = 0;
    }
  else if (!f->n)
    {
      free (f->facts);
      take_frame (w, f);
    }
  return true;
}

bool
wpp_wants_has (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin)
{
  struct wpp_wanted_frame *f;
  const struct wpp_wanted_fact *found = find_fact (w, activation, fact, &f);
  if (found)
    *origin = found->origin;
  return found;
}

void
wpp_wants_forget (struct wpp_wants *w, uint64_t activation)
{
  struct wpp_wanter unused;
  for (struct wpp_wanted_frame *f; (f = find_frame (w, activation)) && f->n;)
    wpp_wants_take (w, activation, f->facts[f->n - 1].fact, &unused);
}
