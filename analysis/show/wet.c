/* The index of a recording, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/wet.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_wet_row *r = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT], c[WPP_COUNT_TEXT], d[WPP_COUNT_TEXT];
  fprintf (out, "%s: %s statements replayed, %s checkpoints in %s bytes, beside %s of the recording\n", r->file,
           wpp_count_text (r->statements, a), wpp_count_text (r->checkpoints, b), wpp_count_text (r->bytes, c),
           wpp_count_text (r->recording, d));
  return 0;
}

const struct wpp_text_layout wpp_wet_layout = { &wpp_wet_schema, NULL, row, NULL };
