/* When a condition held, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/when.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_when_head *h = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT], c[WPP_COUNT_TEXT];
  fprintf (out, "%s before %s:%" PRIu32 ": %s of %s times", h->condition, h->file, h->line,
           wpp_count_text (h->held, a), wpp_count_text (h->executions, b));
  if (h->unknown)
    fprintf (out, ", %s times not known", wpp_count_text (h->unknown, c));
  putc ('\n', out);
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_when_row *r = data;
  char a[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "  execution %s, event %" PRIu64 " in %s:", wpp_count_text (r->execution, a), r->event, r->function);
  for (size_t i = 0; i < r->variables.n && !err; i++)
    {
      struct wpp_when_variable_row v;
      err = r->variables.get (r->variables.data, i, &v);
      if (!err)
        fprintf (out, "%s %s = %s", i ? "," : "", v.name, v.value);
    }
  putc ('\n', out);
  return err;
}

const struct wpp_text_layout wpp_when_layout = { &wpp_when_schema, begin, row, NULL };
