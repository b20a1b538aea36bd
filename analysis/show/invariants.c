/* What nearly always had the same value, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/invariants.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_invariant_row *r = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "%14s %6.2f%%  %s:%" PRIu32 " in %s: ", wpp_count_text (r->count, text), 100 * r->invariance, r->file,
           r->line, r->function);
  wpp_put_on_line (out, r->statement);
  fprintf (out, "  %s\n", r->value);
  return 0;
}

const struct wpp_text_layout wpp_invariants_layout = { &wpp_invariants_schema, NULL, row, NULL };
