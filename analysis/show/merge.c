/* What became of a merge, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/merge.h"
#include "show/cells.h"
#include "show/layouts.h"

static const char *
plural (uint64_t n)
{
  return n == 1 ? "" : "s";
}

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_merge_row *m = data;
  char events[WPP_COUNT_TEXT];
  fprintf (out, "%s: %" PRIu64 " run%s, %" PRIu64 " thread%s, %" PRIu64 " of %" PRIu64 " functions executed, %s event%s"
           ", %" PRIu64 " bytes", m->file, m->runs, plural (m->runs), m->threads,
           plural (m->threads), m->executed, m->functions, wpp_count_text (m->events, events), plural (m->events),
           m->file_size);
  if (m->index_size)
    fprintf (out, ", of these index %" PRIu64 "%s\n", m->index_size, m->summary ? ", without the threads" : "");
  else
    fputs (", without an index\n", out);
  if (m->repeated)
    fprintf (out, "%s: %" PRIu64 " run%s met again, and counted once\n", m->file, m->repeated,
             m->repeated == 1 ? " was" : "s were");
  if (m->left_out)
    fprintf (out, "%s: %" PRIu64 " of %" PRIu64 " profiles left out (%.1f%%)\n", m->file, m->left_out,
             m->left_out + m->profiles, 100. * m->left_out / (m->left_out + m->profiles));
  return 0;
}

const struct wpp_text_layout wpp_merge_layout = { &wpp_merge_schema, begin, NULL, NULL };
