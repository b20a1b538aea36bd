/* What the statements of a line computed, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/values.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_values_head *h = data;
  fprintf (out, "%s:%" PRIu32 "\n", h->file, h->line);
  return 0;
}

static int
put_most (FILE *out, const struct wpp_values_row *r)
{
  int err = 0;
  for (size_t i = 0; i < r->most.n && !err; i++)
    {
      struct wpp_value_count_row v;
      char text[WPP_COUNT_TEXT];
      err = r->most.get (r->most.data, i, &v);
      if (!err)
        fprintf (out, "%14s  %s\n", wpp_count_text (v.count, text), v.value);
    }
  return err;
}

static int
put_values (FILE *out, const struct wpp_values_row *r)
{
  int err = 0;
  for (size_t i = 0; i < r->values.n && r->values.get && !err; i++)
    {
      const char *text;
      err = r->values.get (r->values.data, i, &text);
      if (!err)
        fprintf (out, "%s%s", i ? " " : "  in order: ", text);
    }
  if (r->values.n && r->values.get)
    putc ('\n', out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_values_row *r = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  %s%scolumn %" PRIu32 " in %s: ", r->variable ? r->variable : "", r->variable ? ", " : "", r->column,
           r->function);
  wpp_put_on_line (out, r->statement);
  fprintf (out, "\n    %s; executed %s times, %s different values", r->type, wpp_count_text (r->executions, text),
           r->distinct);
  if (r->unknown)
    fprintf (out, ", %s times not known", wpp_count_text (r->unknown, text));
  if (r->least)
    fprintf (out, ", from %s to %s", r->least, r->greatest);
  if (r->stride)
    fprintf (out, ", most often %s%s from one to the next (%.0f%%)", r->stride[0] == '-' ? "" : "+", r->stride,
             100 * r->stride_share);
  putc ('\n', out);
  int err = put_most (out, r);
  return err ? err : put_values (out, r);
}

const struct wpp_text_layout wpp_values_layout = { &wpp_values_schema, begin, row, NULL };
