/* Which memory the statements of a line access, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/addresses.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_addresses_head *h = data;
  fprintf (out, "%s:%" PRIu32 "\n", h->file, h->line);
  return 0;
}

static int
put_others (FILE *out, const struct wpp_row_list *others, const char *what)
{
  int err = 0;
  for (size_t i = 0; i < others->n && others->get && !err; i++)
    {
      struct wpp_accessor_row a;
      char text[WPP_COUNT_TEXT];
      err = others->get (others->data, i, &a);
      if (err)
        break;
      fprintf (out, "%14s  %s ", wpp_count_text (a.count, text), what);
      if (a.function)
        fprintf (out, "%s:%" PRIu32 " in %s\n", a.file, a.line, a.function);
      else
        fputs ("something that is not recorded, or nothing\n", out);
    }
  return err;
}

static int
put_addresses (FILE *out, const struct wpp_row_list *addresses)
{
  int err = 0;
  for (size_t i = 0; i < addresses->n && addresses->get && !err; i++)
    {
      const char *text;
      err = addresses->get (addresses->data, i, &text);
      if (!err)
        fprintf (out, "%s%s", i ? " " : "  in order: ", text);
    }
  if (addresses->n && addresses->get)
    putc ('\n', out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_addresses_row *r = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  %s, column %" PRIu32 " in %s: ", r->access, r->column, r->function);
  wpp_put_on_line (out, r->statement);
  fprintf (out, "\n    executed %s time%s, %s different address%s in %" PRIu64 " line%s of 64 bytes, from %s to %s",
           wpp_count_text (r->executions, text), r->executions == 1 ? "" : "s", r->distinct,
           strcmp (r->distinct, "1") ? "es" : "", r->lines, r->lines == 1 ? "" : "s", r->least, r->greatest);
  if (r->stride)
    fprintf (out, ", most often %s%s (%.0f%%)", r->stride[0] == '-' ? "" : "+", r->stride, 100 * r->stride_share);
  putc ('\n', out);
  int err = put_others (out, &r->writers, "last written by");
  if (!err)
    err = put_others (out, &r->readers, "next read by");
  return err ? err : put_addresses (out, &r->addresses);
}

const struct wpp_text_layout wpp_addresses_layout = { &wpp_addresses_schema, begin, row, NULL };
