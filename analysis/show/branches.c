/* Conditional branches as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/branches.h"
#include "show/cells.h"
#include "show/layouts.h"

struct state
{
  struct wpp_branches_head head;
  bool any;
};

static int
begin (FILE *out, const void *head, void *state)
{
  ((struct state *)state)->head = *(const struct wpp_branches_head *)head;
  return 0;
}

static double
percent (double part, double whole)
{
  return whole ? 100 * part / whole : 0;
}

static void
put_heading (FILE *out, const struct wpp_branches_head *h)
{
  char executed[WPP_COUNT_TEXT];
  fprintf (out, "# %.0f of %s branches (%.2f%%) are expected to be mispredicted, by %.2f%% of outcomes\n", h->misses,
           wpp_count_text (h->executed, executed), percent (h->misses, h->executed),
           percent (h->replayed, h->executed));
  fprintf (out, "%14s %8s %14s %8s  %s\n", "misses", "missed", "executed", "taken", "branch");
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_branch_row *b = data;
  struct state *s = state;
  char executed[WPP_COUNT_TEXT];
  if (!s->any)
    put_heading (out, &s->head);
  s->any = true;
  fprintf (out, "%14.0f %7.2f%% %14s %7.2f%%  %s", b->misses, 100 * b->miss_rate,
           wpp_count_text (b->executed, executed), 100 * b->taken, b->short_name);
  if (b->file)
    fprintf (out, "  %s:%" PRId64, b->file, b->line);
  fprintf (out, "  block %" PRIu64 "\n", b->block);
  return 0;
}

const struct wpp_text_layout wpp_branches_layout = { &wpp_branches_schema, begin, row, NULL };
