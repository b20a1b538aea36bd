/* gcovr's own JSON, which `gcovr --add-tracefile' reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Version 0.3 of the format, of gcovr 5.1 and 5.2 (https://gcovr.com/en/5.2/output/json.html): they read no other one,
   and want all members.  Later versions of gcovr read cobertura's XML.  */

#include <stdlib.h>
#include "activations/lines/branches.h"
#include "answers/lines.h"
#include "show/cells.h"
#include "show/coverage/coverage.h"
#include "show/show-impl.h"

struct gcovr
{
  struct wpp_shower shower;
  bool any;                     /* a file */
};

static FILE *
out_of (struct wpp_row_sink *sink)
{
  return ((struct wpp_shower *)sink)->out;
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  fputs ("{\"gcovr/format_version\":\"0.3\",\"files\":[", out_of (sink));
  return 0;
}

/* Write the ways of all branches of LINE of S.  */
static void
put_branches (FILE *out, const struct wpp_source *s, uint32_t line)
{
  size_t n;
  const struct wpp_branch_count *branches = wpp_branches_of_line (s, line, &n);
  const char *comma = "";
  for (size_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < branches[i].n_ways; k++)
      {
        fprintf (out, "%s{\"count\":", comma);
        wpp_put_number (out, s->ways[branches[i].first_way + k]);
        fputs (",\"fallthrough\":false,\"throw\":false}", out);
        comma = ",";
      }
}

static int
put_lines (FILE *out, const struct wpp_lines_row *f)
{
  int err = 0;
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      fprintf (out, "%s\n{\"line_number\":%u,\"count\":", i ? "," : "", line.line);
      wpp_put_number (out, line.count);
      fputs (",\"branches\":[", out);
      put_branches (out, f->source, line.line);
      fputs ("],\"gcovr/noncode\":false,\"gcovr/excluded\":false}", out);
    }
  return err;
}

static int
put_functions (FILE *out, const struct wpp_lines_row *f)
{
  int err = 0;
  for (size_t i = 0; i < f->functions.n && !err; i++)
    {
      struct wpp_source_function_row row;
      err = f->functions.get (f->functions.data, i, &row);
      fprintf (out, "%s\n{\"name\":", i ? "," : "");
      if (!err)
        err = wpp_put_json_text (out, row.function);
      fprintf (out, ",\"lineno\":%u,\"execution_count\":", row.start_line);
      wpp_put_number (out, row.count);
      putc ('}', out);
    }
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct gcovr *g = (struct gcovr *)sink;
  FILE *out = out_of (sink);
  const struct wpp_lines_row *f = data;
  fputs (g->any ? ",\n{\"file\":" : "\n{\"file\":", out);
  g->any = true;
  int err = wpp_put_json_text (out, f->file);
  fputs (",\"lines\":[", out);
  if (!err)
    err = put_lines (out, f);
  fputs ("],\"functions\":[", out);
  if (!err)
    err = put_functions (out, f);
  fputs ("]}", out);
  return err;
}

static int
end (struct wpp_row_sink *sink)
{
  fputs ("]}\n", out_of (sink));
  return 0;
}

struct wpp_row_sink *
wpp_gcovr_sink (FILE *out, unsigned version)
{
  struct gcovr *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  g->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out };
  return &g->shower.sink;
}
