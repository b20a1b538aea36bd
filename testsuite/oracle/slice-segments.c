/* slice-segments RECORDING FILE FIRST LAST: the slices of lines FIRST to LAST of FILE, by segments of any length.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   RECORDING has values, so its slices are made from segments, which begin at checkpoints.  They must be the same
   whether
   the thread is one segment or every few statements begin one.  Exit status 1: some are not.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/slice.h"
#include "show/show.h"

/* The slice of ASKED as JSON, malloc'ed; null: the line has none.  */
static char *
slice (struct wpp_recording *r, const struct wpp_slice_asked *asked)
{
  char *text = NULL;
  size_t size;
  struct wpp_place place = { "", 0, "" };
  FILE *out = open_memstream (&text, &size);
  struct wpp_row_sink *sink = out ? wpp_form_named ("json")->new_sink (out) : NULL;
  int64_t n = sink ? wpp_answer_slice (r, asked, sink, &place) : WPP_E_NOMEM;
  wpp_sink_free (sink);
  if (out)
    fclose (out);
  if (n >= 0)
    return text;
  if (n != WPP_E_ASKED)
    fprintf (stderr, "slice-segments: %s: %s\n", asked->text, place.what);
  free (text);
  return NULL;
}

int
main (int argc, char **argv)
{
  static const uint64_t lengths[] = { 50, 1000 };
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  unsigned n = 0, wrong = 0;
  if (argc != 5)
    return 2;
  const char *const files[] = { argv[1] };
  const struct wpp_recording_request request = { .files = files, .n_files = 1, .full_names = true };
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  if (!r)
    return 2;
  for (unsigned line = atoi (argv[3]); line <= (unsigned)atoi (argv[4]); line++)
    {
      struct wpp_slice_asked asked
        = { .at = { argv[2], argv[2], line }, .text = argv[2], .approach = 3, .depth = UINT32_MAX - 1 };
      char *whole = slice (r, &asked);
      for (size_t i = 0; whole && i < sizeof lengths / sizeof *lengths; i++)
        {
          asked.segment = lengths[i];
          char *parts = slice (r, &asked);
          wrong += !parts || strcmp (whole, parts);
          free (parts);
          n++;
        }
      free (whole);
    }
  wpp_recording_free (r);
  printf ("%u slices, %u otherwise\n", n, wrong);
  return wrong > 0;
}
