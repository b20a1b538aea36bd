/* The stack of activations, event by event (machine.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Events may be inconsistent: profiles are hostile input, and jumps may leave activations without an
   event.  */

#include <stdlib.h>
#include "activations/machine/machine.h"
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/saturate.h"

void
wpp_machine_init (struct wpp_machine *m, const struct wpp_activation_user *user)
{
  *m = (struct wpp_machine){ .user = *user, .most_work = UINT64_MAX, .bottom = true };
}

void
wpp_machine_release (struct wpp_machine *m)
{
  free (m->stack);
}

int
wpp_machine_reserve (struct wpp_machine *m, size_t n)
{
  if (m->depth + n > WPP_MOST_OPEN)
    return WPP_E_TOOBIG;
  /* One more, so that the array is never null.  */
  return WPP_RESERVE (m->stack, m->room, m->depth, n + 1);
}

/* ---- Beginnings and ends.  */

/* Begin TIMES activations by STEP.  KNOWN says whether their beginning was seen.  */
static int
begin (struct wpp_machine *m, const struct wpp_step *step, bool known, uint64_t times)
{
  int err = wpp_machine_reserve (m, 1);
  bool caller = known && m->depth;
  if (!err && known && m->user.begin)
    err = wpp_machine_look (m, m->depth);
  if (err)
    return err;
  struct wpp_activation *a = &m->stack[m->depth++];
  *a = (struct wpp_activation){ .function = step->function, .landing = step->landing, .known = known };
  return m->user.begin ? m->user.begin (m->user.data, a, caller ? a - 1 : NULL, times) : WPP_OK;
}

/* End the topmost activation, which has been looked at, and TIMES - 1 more like it.  */
static int
end (struct wpp_machine *m, enum wpp_activation_end how, uint64_t times)
{
  const struct wpp_activation *a = &m->stack[--m->depth];
  return m->user.end ? m->user.end (m->user.data, a, how, times) : WPP_OK;
}

/* End all activations above the first DEPTH.  They have been looked at.  */
static int
end_above (struct wpp_machine *m, size_t depth, enum wpp_activation_end how)
{
  int err = WPP_OK;
  while (m->depth > depth && !err)
    err = end (m, how, 1);
  return err;
}

/* ---- Paths.  */

/* Find the activation with which STEP, which does not enter, goes on, and end those above it.  */
static int
find (struct wpp_machine *m, const struct wpp_step *step)
{
  size_t depth = m->depth;
  int err = wpp_machine_look (m, depth);
  while (!err && depth && m->stack[depth - 1].function != step->function)
    err = wpp_machine_look (m, --depth);
  if (err)
    return err;
  if (depth)
    return end_above (m, depth, WPP_ACTIVATION_UNSEEN);
  m->work = wpp_saturating_add (m->work, m->depth);
  if (step->below)
    err = end_above (m, 0, WPP_ACTIVATION_UNSEEN);
  return err ? err : begin (m, step, false, 1);
}

static int
do_step (struct wpp_machine *m, const struct wpp_step *step, uint64_t count)
{
  int err = step->enters ? begin (m, step, true, count) : find (m, step);
  if (err)
    return err;
  struct wpp_activation *a = &m->stack[m->depth - 1];
  err = m->user.step (m->user.data, a, step, count);
  a->place = step->place;
  return err || !step->leaves ? err : end (m, WPP_ACTIVATION_LEFT, step->enters ? count : 1);
}

int
wpp_machine_step (struct wpp_machine *m, const struct wpp_step *step, uint64_t count)
{
  /* COUNT steps can be done at once only if each ends in the activation in which it began.  */
  if (step->enters == step->leaves)
    return do_step (m, step, count);
  int err = WPP_OK;
  for (; count > 0 && !err; count--)
    err = ++m->work > m->most_work ? WPP_E_TOOBIG : do_step (m, step, 1);
  return err;
}

/* ---- Control events.  */

/* End N activations of functions with landing places and all above each of them; if NEXT, also all above the next
   one.  */
static int
land (struct wpp_machine *m, uint64_t n, bool next)
{
  int err = WPP_OK;
  while (!err && (n || next))
    {
      err = wpp_machine_look (m, m->depth);
      if (err || !m->depth)
        return err;
      bool landing = m->stack[m->depth - 1].landing;
      if (landing && !n)
        return WPP_OK;
      n -= landing;
      err = end (m, WPP_ACTIVATION_LANDED, 1);
    }
  return err;
}

int
wpp_machine_control (struct wpp_machine *m, uint32_t event, uint64_t count)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  if (wpp_event_lands_p (event))
    return land (m, wpp_saturating_product (count, wpp_event_gone (event)), kind == WPP_EVENT_IS_LAND);
  if (!wpp_event_ends_all_p (event))
    return WPP_OK;
  int err = wpp_machine_look (m, 0);
  return err ? err : end_above (m, 0, kind == WPP_EVENT_IS_GAP ? WPP_ACTIVATION_LOST : WPP_ACTIVATION_OPEN);
}

int
wpp_machine_end_thread (struct wpp_machine *m)
{
  return end_above (m, 0, WPP_ACTIVATION_OPEN);
}
