/* Which fields of structures are used together, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/fields.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *head, void *state)
{
  const struct wpp_fields_head *h = head;
  fprintf (out, "# lines of %" PRIu32 " bytes; ", h->line);
  if (h->caches)
    fprintf (out, "caches %s, of each thread\n", h->caches);
  else
    fputs ("where objects are is not known: they are taken to lie side by side, and to be visited one after the "
           "other\n", out);
  return 0;
}

static int
put_levels (FILE *out, const struct wpp_fields_row *r)
{
  struct wpp_field_misses_row m;
  int err = 0;
  for (size_t i = 0; i < r->levels.n && !err; i++)
    {
      err = r->levels.get (r->levels.data, i, &m);
      if (!err)
        fprintf (out,
                 "    misses of level %" PRIu32 ", of all the program: %" PRIu64 ", and %" PRIu64 " with this layout\n",
                 m.level, m.misses, m.then);
    }
  return err;
}

static void
put_layout (FILE *out, const struct wpp_fields_row *r)
{
  char text[WPP_COUNT_TEXT];
  if (strcmp (r->layout, "keep") == 0)
    fputs (r->levels.n ? "  keep: the other layout that was tried misses no less\n" : "  keep\n", out);
  else
    {
      fprintf (out, "  %s: ", r->layout);
      if (r->rest_bytes)
        fprintf (out, "%" PRIu64 " bytes with the pointer to the rest, %" PRIu64 " bytes elsewhere; ", r->bytes,
                 r->rest_bytes);
      fprintf (out, "%.2f lines a visit, %s less of all\n", r->lines_then, wpp_count_text (r->gain, text));
    }
}

static int
put_fields (FILE *out, const struct wpp_fields_row *r)
{
  struct wpp_field_row f;
  char text[WPP_COUNT_TEXT];
  bool rest = false;
  int err = 0;
  fprintf (out, "%14s  %6s  %6s  %6s  field\n", "visits", "share", "offset", "bytes");
  for (size_t i = 0; i < r->fields.n && !err; i++)
    {
      if ((err = r->fields.get (r->fields.data, i, &f)))
        break;
      if (f.rest && !rest)
        fprintf (out, "%14s  elsewhere\n", "");
      rest = f.rest;
      fprintf (out, "%14s %6.2f%%  %6" PRIu64 "  %6" PRIu64 "  ", wpp_count_text (f.visits, text), 100 * f.share,
               f.offset, f.size);
      wpp_put_on_line (out, f.field);
      fputc ('\n', out);
    }
  return err;
}

static int
put_together (FILE *out, const struct wpp_fields_row *r)
{
  struct wpp_field_set_row s;
  char text[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%14s  %6s  used together, and no others\n", "visits", "share");
  for (size_t i = 0; i < r->together.n && !err; i++)
    {
      if ((err = r->together.get (r->together.data, i, &s)))
        break;
      fprintf (out, "%14s %6.2f%%  ", wpp_count_text (s.visits, text), 100 * s.share);
      wpp_put_on_line (out, s.fields);
      fputc ('\n', out);
    }
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_fields_row *r = data;
  char text[WPP_COUNT_TEXT];
  wpp_put_on_line (out, r->record);
  fprintf (out, ", %" PRIu64 " bytes: %s visits, %.2f lines each\n", r->size, wpp_count_text (r->visits, text),
           r->lines);
  put_layout (out, r);
  int err = put_levels (out, r);
  if (!err)
    err = put_fields (out, r);
  if (!err)
    err = put_together (out, r);
  return err;
}

const struct wpp_text_layout wpp_fields_layout = { &wpp_fields_schema, begin, row, NULL };
