/* The activations of recordings, for commands that are not answers yet; and series as they are printed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
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

/* ---- Series.  */

#define WORDS_FREE (UINT64_C (1) << 22)
#define WORDS_A_BYTE 48u

uint64_t
wpp_most_words (const struct wpp_profile *p)
{
  return WORDS_FREE + WORDS_A_BYTE * p->file_size;
}

void
wpp_series_print (FILE *out, const struct wpp_series *s)
{
  size_t at = 0;
  struct wpp_series_entry e;
  const char *between = "";
  while (wpp_series_next (s, &at, &e))
    {
      fprintf (out, "%s%" PRIu64, between, e.first);
      if (e.last != e.first)
        fprintf (out, ":%" PRIu64, e.last);
      if (e.last != e.first && e.step != 1)
        fprintf (out, ":%" PRIu64, e.step);
      between = " ";
    }
}

struct json_object *
wpp_series_json (const struct wpp_series *s)
{
  struct json_object *a = json_object_new_array ();
  for (size_t i = 0; i < s->n; i++)
    json_object_array_add (a, json_object_new_int64 (s->words[i]));
  return a;
}
