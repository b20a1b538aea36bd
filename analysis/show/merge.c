/* What became of a merge, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/merge.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_merge_row *m = data;
  fprintf (out, "%s: %" PRIu64 " run%s, %" PRIu64 " thread%s, %" PRIu64 " of %" PRIu64 " functions executed, %" PRIu64
           " bytes, of these index %" PRIu64 "\n", m->file, m->runs, m->runs == 1 ? "" : "s", m->threads,
           m->threads == 1 ? "" : "s", m->executed, m->functions, m->file_size, m->index_size);
  return 0;
}

const struct wpp_text_layout wpp_merge_layout = { &wpp_merge_schema, begin, NULL, NULL };
