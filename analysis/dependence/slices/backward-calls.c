/* A slice by going through what a thread did, backward: calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "dependence/slices/scan-impl.h"
#include "base/bits.h"

/* The program's facts that others see FRAME's local variables as, if they are wanted, and are not in MEMORY: add them,
   or take them away.  */
static void
escapes (struct wpp_scan *s, uint32_t caller, uint32_t frame, uint32_t memory, bool add)
{
  size_t n = 0, n_escaped = s->err ? 0 : wpp_scan_escaped (s, caller, frame);
  for (size_t i = 0; i < n_escaped; i++)
    if (!wpp_sets_bit_p (&s->memories, memory, s->list[i]))
      s->list[n++] = s->list[i];
  if (!n)
    return;
  wpp_scan_open (s);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t load = s->list[i];
      if (add)
        wpp_scan_add_load (s, load, WPP_NONE);
      else
        {
          s->loads_changed = true;
          wpp_bit_set (s->loads, load, false);
        }
    }
  wpp_scan_close (s);
}

static void
call_backward (struct wpp_scan *s, uint32_t caller, uint32_t callee)
{
  size_t n;
  uint32_t frame = s->frame, result = WPP_FACT_RESULT, because = WPP_FACT_RESULT;
  const uint32_t *items = wpp_sets_items (&s->sets, frame, &n);
  const struct wpp_slice_code *site = wpp_scan_site (s, caller, frame);
  bool wanted = false, matched = !site || site->flags & WPP_CODE_POINTER || site->callee == callee;
  for (size_t i = 0; i < n && items[i] <= WPP_FACT_OWN; i++)
    if (items[i] == WPP_FACT_RESULT || (items[i] == WPP_FACT_OWN && !matched))
      {
        wanted = true;
        because = items[i];
      }
  escapes (s, caller, frame, s->memory, true);
  s->frame = 0;
  if (!s->err && wanted)
    s->err = wpp_sets_intern (&s->sets, &result, 1, &s->frame);
  if (wanted && callee != WPP_NONE && s->origins[callee] && caller != WPP_NONE && s->origins[caller])
    s->origins[callee][WPP_FACT_RESULT] = s->origins[caller][because];
}

/* The activation of CALLEE began: what is wanted then are arguments.  */
static void
leave_backward (struct wpp_scan *s, uint32_t callee)
{
  if (callee == WPP_NONE || !s->model->functions[callee])
    return;
  const struct wpp_scan_at at = wpp_scan_at (s, callee);
  uint32_t wanted[WPP_MOST_ARGUMENTS + 1], n = 0;
  bool stores = false;
  for (size_t i = 0; i < at.f->n_entries; i++)
    stores |= at.f->entries[i].store != WPP_NONE;
  (stores ? wpp_scan_open : wpp_scan_open_frame) (s);
  for (size_t i = 0; i < at.f->n_entries; i++)
    {
      const struct wpp_slice_entry *e = &at.f->entries[i];
      bool variable = wpp_scan_variable_p (&at, e->fact);
      bool wanted_now = wpp_marks_p (&s->facts, e->fact);
      uint32_t load = wpp_scan_stored (s, e->store);
      if (!variable && !wanted_now && load == WPP_NONE)
        continue;
      at.origin[e->argument] = variable ? WPP_NONE : wanted_now ? at.origin[e->fact] : s->load_origins[load];
      bool there = false;
      for (uint32_t k = 0; k < n; k++)
        there |= wanted[k] == e->argument;
      if (!there)
        wanted[n++] = e->argument;
    }
  if (wpp_marks_p (&s->facts, WPP_FACT_START) || wpp_marks_p (&s->facts, WPP_FACT_CALL))
    {
      at.origin[WPP_FACT_CALL] = at.origin[WPP_FACT_START];
      wanted[n++] = WPP_FACT_CALL;
    }
  if (!s->err)
    s->err = wpp_sets_intern (&s->sets, wanted, n, &s->frame);
}

/* The caller wants what the activation WANTED.  */
static void
hand_over (const struct wpp_scan_at *at, uint32_t callee, uint32_t wanted, bool matched)
{
  struct wpp_scan *s = at->s;
  size_t n;
  const uint32_t *items = wpp_sets_items (&s->sets, wanted, &n);
  const uint32_t *origin = callee == WPP_NONE ? NULL : s->origins[callee];
  uint32_t any = n && origin ? origin[items[0]] : WPP_NONE;
  for (size_t i = 0; matched && i < n; i++)
    wpp_scan_add (at, items[i], origin ? origin[items[i]] : WPP_NONE);
  if (!matched && n)
    wpp_scan_add (at, WPP_FACT_CALL, any);
  for (uint32_t i = 0; !matched && n && i < WPP_MOST_ARGUMENTS; i++)
    wpp_scan_add (at, WPP_FACT_ARGUMENT + i, any);
  if (!matched)
    return;
  wpp_marks_take (&s->facts, WPP_FACT_RESULT);
  wpp_marks_add (&s->facts, WPP_FACT_MATCHED);
}

/* The same of a call that is known, when what the caller's set at hand becomes is, too.  */
static void
hand_over_origins (const struct wpp_scan_at *at, uint32_t callee, uint32_t wanted)
{
  const struct wpp_scan *s = at->s;
  size_t n;
  const uint32_t *items = wpp_sets_items (&s->sets, wanted, &n);
  const uint32_t *origin = callee == WPP_NONE ? NULL : s->origins[callee];
  for (size_t i = 0; i < n; i++)
    if (!wpp_scan_in_set_p (s, s->frame, items[i]))
      at->origin[items[i]] = origin ? origin[items[i]] : WPP_NONE;
}

static void
come_back_backward (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory)
{
  uint32_t wanted = s->frame;
  s->frame = frame;
  escapes (s, caller, frame, memory, false);
  if (caller == WPP_NONE || s->err)
    return;
  if (!s->model->functions[caller])
    {
      /* It is not known what the caller does; that it called matters.  */
      s->frame = wanted || frame;
      uint32_t call = WPP_FACT_CALL;
      s->err = wpp_sets_intern (&s->sets, &call, s->frame != 0, &s->frame);
      return;
    }
  const struct wpp_scan_at at = wpp_scan_at (s, caller);
  const struct wpp_slice_code *site = wpp_scan_site (s, caller, frame);
  bool matched = site && (site->flags & WPP_CODE_POINTER || site->callee == callee);
  struct wpp_scan_joined *known = &s->joined[(frame * UINT32_C (0x9e3779b1) ^ wanted) % WPP_SCAN_JOINED];
  if (matched && known->frame == frame && known->wanted == wanted)
    {
      hand_over_origins (&at, callee, wanted);
      s->frame = known->joined;
      return;
    }
  wpp_scan_open_frame (s);
  hand_over (&at, callee, wanted, matched);
  wpp_scan_close (s);
  if (matched)
    *known = (struct wpp_scan_joined){ frame, wanted, s->frame };
}

const struct wpp_scan_direction wpp_scan_backward 
  = { false, wpp_scan_path_backward, call_backward, leave_backward, come_back_backward };
