/* What a timestamped profile has, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/timestamped.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *head, void *state)
{
  const struct wpp_timestamped_row *r = head;
  char text[WPP_COUNT_TEXT];
  fprintf (out,
           "%s: %" PRIu64 " thread%s, %" PRIu64 " functions, %s activations, %" PRIu64 " distinct traces, %" PRIu64
           " bytes\n",
           r->file, r->threads, r->threads == 1 ? "" : "s", r->functions, wpp_count_text (r->activations, text),
           r->traces, r->file_size);
  return 0;
}

const struct wpp_text_layout wpp_timestamped_layout = { &wpp_timestamped_schema, begin, NULL, NULL };
