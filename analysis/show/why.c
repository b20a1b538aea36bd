/* How a value came about, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/why.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_why_head *h = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  fprintf (out, "why %s:%" PRIu32, h->file, h->line);
  if (h->variable)
    fprintf (out, ":%s", h->variable);
  if (h->value)
    fprintf (out, " = %s", h->value);
  if (!h->reached)
    fputs (" was not reached: what a branch decided", out);
  fprintf (out, ", %s of %s, in thread %" PRIu32 "; as far as %" PRIu32 " lines away\n",
           wpp_count_text (h->execution, a), wpp_count_text (h->executions, b), h->thread, h->depth);
  if (h->unknown)
    fprintf (out, "%s accesses to memory are at addresses that are not known; what they wrote is not told\n",
             wpp_count_text (h->unknown, a));
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_why_row *r = data;
  fprintf (out, "%3" PRIu32 "  %s:%" PRIu32 " in %s: ", r->depth, r->file, r->line, r->function);
  wpp_put_on_line (out, r->statement);
  if (r->value)
    fprintf (out, "  [%s]", r->value);
  fprintf (out, "  | %s%s", r->may ? "may be " : "", r->because);
  if (r->variable)
    fprintf (out, " %s", r->variable);
  if (r->for_line)
    fprintf (out, ", for %s%s%" PRIu32, r->for_file ? r->for_file : "", r->for_file ? ":" : "line ", r->for_line);
  fprintf (out, "  (event %" PRIu64 ")\n", r->event);
  return 0;
}

const struct wpp_text_layout wpp_why_layout = { &wpp_why_schema, begin, row, NULL };
