/* Paths in the terms of the source, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "show/routes.h"

void
wpp_put_blocks (FILE *out, const struct wpp_row_list *blocks)
{
  for (size_t i = 0; i < blocks->n; i++)
    {
      uint32_t block;
      blocks->get (blocks->data, i, &block);
      fprintf (out, "%s%u", i ? " " : "", block);
    }
}

/* Lines of one file, one after the other.  */
struct run
{
  const char *file;
  uint64_t first, last;
};

/* Write RUN, which comes after one of file BEFORE.  */
static void
put_run (FILE *out, const struct run *run, const char *before)
{
  if (run->file != before)
    fprintf (out, "%s%s:%" PRIu64, before ? " " : "", run->file, run->first);
  else
    fprintf (out, ",%" PRIu64, run->first);
  if (run->last > run->first)
    fprintf (out, "-%" PRIu64, run->last);
}

void
wpp_put_lines (FILE *out, const struct wpp_row_list *lines)
{
  const char *before = NULL;
  struct run run = { NULL };
  for (size_t i = 0; i < lines->n; i++)
    {
      struct wpp_source_line_row line;
      lines->get (lines->data, i, &line);
      if (line.file == run.file && line.line == run.last + 1)
        {
          run.last++;
          continue;
        }
      if (run.file)
        put_run (out, &run, before);
      before = run.file;
      run = (struct run){ line.file, line.line, line.line };
    }
  if (run.file)
    put_run (out, &run, before);
}

void
wpp_put_route (FILE *out, const struct wpp_route_row *route, int indent)
{
  fprintf (out, "%*sblocks ", indent, "");
  wpp_put_blocks (out, &route->blocks);
  fprintf (out, "\n%*slines  ", indent, "");
  wpp_put_lines (out, &route->lines);
  putc ('\n', out);
}
