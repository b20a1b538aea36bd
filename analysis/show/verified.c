/* Whether replay finds what the program computed, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/verified.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_verified_head *h = data;
  fprintf (out, "%" PRIu64 " events, %" PRIu64 " statements, %" PRIu64 " recorded values", h->events, h->statements,
           h->values);
  if (h->unused)
    fprintf (out, ", %" PRIu64 " of them not asked for", h->unused);
  putc ('\n', out);
  if (h->compared)
    fprintf (out, "%" PRIu64 " results compared, %" PRIu64 " not known, %" PRIu64 " otherwise\n", h->compared,
             h->unknown, h->wrong);
  if (h->sums)
    fprintf (out, "%" PRIu64 " sums of what was stored compared, %" PRIu64 " not known, %" PRIu64 " otherwise\n",
             h->sums, h->unknown_sums, h->wrong_sums);
  if (h->wrong_sums)
    fprintf (out, "the first one before event %" PRIu64 " of thread %" PRIu64 "\n", h->wrong_event, h->wrong_thread);
  fprintf (out, "%" PRIu64 " branches otherwise\n", h->branches);
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_verified_row *r = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "%14s  %s  %s:%" PRIu32 "  %s: ", wpp_count_text (r->count, text), r->function, r->file, r->line,
           r->cause);
  wpp_put_on_line (out, r->statement);
  if (r->recorded)
    fprintf (out, "  (%s, recorded %s)", r->computed, r->recorded);
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_verified_layout = { &wpp_verified_schema, begin, row, NULL };
