/* Who wrote a variable last, or reads it next, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/accessor.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_accessor_head *h = data;
  char a[WPP_COUNT_TEXT];
  fprintf (out, "%s %s", h->next ? "next read of" : "last write of", h->variable);
  if (h->function)
    fprintf (out, " of %s", h->function);
  if (h->address && h->variable[0] != '*')
    fprintf (out, ", %" PRIu64 " bytes at %s,", h->bytes, h->address);
  fprintf (out, " %s ", h->next ? "from" : "before");
  if (h->file)
    fprintf (out, "%s:%" PRIu32 ", execution %s, ", h->file, h->line, wpp_count_text (h->execution, a));
  fprintf (out, "event %" PRIu64 " of thread %" PRIu32 "%s\n", h->event, h->thread, h->next ? " on" : "");
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_access_row *r = data;
  fprintf (out, "  %s%s  %s:%" PRIu32 " in %s: ", r->may ? "may be " : "", r->access, r->file, r->line, r->function);
  wpp_put_on_line (out, r->statement);
  if (r->value)
    fprintf (out, "  [%s]", r->value);
  fprintf (out, "  (event %" PRIu64 ", activation %" PRIu64 ")\n", r->event, r->activation);
  return 0;
}

const struct wpp_text_layout wpp_accessor_layout = { &wpp_accessor_schema, begin, row, NULL };
