/* The activations of recordings, for commands that are not answers yet.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "tool/activations.h"

#undef wpp_traced_read
#undef wpp_traced_begin
#undef wpp_traced_open

void
wpp_traced_must (const struct wpp_traced *t, int err, const struct wpp_place *place)
{
  if (err)
    wpp_die_at (t->profile->file, err, err == WPP_E_TOLD ? place : NULL);
}

static void
must_open (struct wpp_recording *r, int err, const struct wpp_place *place)
{
  if (err)
    wpp_die_at (wpp_recording_file (r), err, place);
}

void
wpp_traced_read_named (struct wpp_traced *t, const struct wpp_options *common, const char *function)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_recording *r = wpp_open (common, WPP_HAS_ACTIVATIONS);
  must_open (r, wpp_traced_read (t, r, function, &place), &place);
}

void
wpp_traced_begin_named (struct wpp_traced *t, const struct wpp_options *common)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_recording *r = wpp_open (common, WPP_HAS_ACTIVATIONS | WPP_TRACES_LATE);
  must_open (r, wpp_traced_begin (t, r, &place), &place);
}

void
wpp_traced_open_named (struct wpp_traced *t, const struct wpp_options *common)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_recording *r = wpp_open (common, WPP_HAS_ACTIVATIONS);
  must_open (r, wpp_traced_open (t, r, &place), &place);
}

void
wpp_traced_free (struct wpp_traced *t)
{
  struct wpp_recording *r = t->recording;
  wpp_traced_release (t);
  wpp_recording_free (r);
}
