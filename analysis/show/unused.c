/* Functions that were compiled without the profile that they had, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/unused.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_unused_row *r = data;
  fprintf (out, "%-8s %s (%s:%" PRIu64 ")\n", r->why, r->function, r->file, r->line);
  return 0;
}

const struct wpp_text_layout wpp_unused_layout = { &wpp_unused_schema, NULL, row, NULL };
