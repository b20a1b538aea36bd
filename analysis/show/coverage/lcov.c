/* lcov's tracefiles, which genhtml and many services read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   geninfo(1), section FILES.  Lines and functions have the counts of `wpp lines', ways of branches those of `wpp
   branches'.  The branches of a line are numbered as blocks: instances of a template have different ones.  */

#include <stdlib.h>
#include "answers/lines.h"
#include "show/cells.h"
#include "show/coverage/coverage.h"
#include "show/show-impl.h"

/* Write the functions of F: where each begins, and how often each was entered.  */
static int
put_functions (FILE *out, const struct wpp_lines_row *f)
{
  struct wpp_source_function_row row;
  size_t hit = 0;
  int err = 0;
  for (size_t i = 0; i < f->functions.n && !err; i++)
    {
      err = f->functions.get (f->functions.data, i, &row);
      fprintf (out, "FN:%u,", row.start_line);
      wpp_put_on_line (out, row.assembler_name);
      putc ('\n', out);
    }
  for (size_t i = 0; i < f->functions.n && !err; i++)
    {
      err = f->functions.get (f->functions.data, i, &row);
      hit += row.count > 0;
      fputs ("FNDA:", out);
      wpp_put_number (out, row.count);
      putc (',', out);
      wpp_put_on_line (out, row.assembler_name);
      putc ('\n', out);
    }
  fprintf (out, "FNF:%zu\nFNH:%zu\n", f->functions.n, hit);
  return err;
}

/* Write the ways WAYS [N] of number BRANCH of the branches of LINE; add to *HIT those that were taken.  */
static void
put_ways (FILE *out, uint32_t line, size_t branch, const uint64_t *ways, uint32_t n, size_t *hit)
{
  bool executed = false;
  for (uint32_t i = 0; i < n; i++)
    executed |= ways[i] > 0;
  for (uint32_t i = 0; i < n; i++)
    {
      fprintf (out, "BRDA:%u,%zu,%u,", line, branch, i);
      if (executed)
        wpp_put_number (out, ways[i]);
      else
        putc ('-', out);
      putc ('\n', out);
      *hit += ways[i] > 0;
    }
}

static void
put_branches (FILE *out, const struct wpp_source *s)
{
  size_t hit = 0, of_line = 0;
  for (size_t i = 0; i < s->n_branches; i++)
    {
      const struct wpp_branch_count *b = &s->branches[i];
      of_line = i > 0 && b[-1].line == b->line ? of_line + 1 : 0;
      put_ways (out, b->line, of_line, s->ways + b->first_way, b->n_ways, &hit);
    }
  fprintf (out, "BRF:%zu\nBRH:%zu\n", s->n_ways, hit);
}

static int
put_lines (FILE *out, const struct wpp_lines_row *f)
{
  struct wpp_line_row row;
  size_t hit = 0;
  int err = 0;
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      err = f->lines.get (f->lines.data, i, &row);
      hit += row.count > 0;
      fprintf (out, "DA:%u,", row.line);
      wpp_put_number (out, row.count);
      putc ('\n', out);
    }
  fprintf (out, "LF:%zu\nLH:%zu\nend_of_record\n", f->lines.n, hit);
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  FILE *out = ((struct wpp_shower *)sink)->out;
  const struct wpp_lines_row *f = data;
  fputs ("TN:\nSF:", out);
  wpp_put_on_line (out, f->path);
  putc ('\n', out);
  int err = put_functions (out, f);
  if (!err && f->source->n_branches)
    put_branches (out, f->source);
  return err ? err : put_lines (out, f);
}

struct wpp_row_sink *
wpp_lcov_sink (FILE *out, unsigned version)
{
  struct wpp_shower *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  *s = (struct wpp_shower){ .sink = { .row = row }, .out = out };
  return &s->sink;
}
