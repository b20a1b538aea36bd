/* The table of `wpp freq' as text, and as comma-separated values.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/frequency-table.h"
#include "show/cells.h"
#include "show/layouts.h"

/* Write the lines of R's block, separated by SEPARATOR; about 500 bytes of them.  */
static void
put_lines (FILE *out, const struct wpp_frequency_row *r, char separator)
{
  for (size_t i = 0, used = 0; i < r->lines.n && used < 488; i++)
    {
      uint32_t line;
      r->lines.get (r->lines.data, i, &line);
      if (i)
        putc (separator, out);
      used += fprintf (out, "%u", line) + (i > 0);
    }
}

/* ---- Rows.  */

static int
begin_rows (FILE *out, const void *head, void *state)
{
  fprintf (out, "%14s %14s %8s  %s\n", "frequency", "count", "share", "problem  file:lines  function:block  fact");
  return 0;
}

static int
put_row (FILE *out, const void *data, void *state)
{
  const struct wpp_frequency_row *r = data;
  fprintf (out, "%14s %14s %7.2f%%  ", r->frequency, r->count, 100 * r->share);
  wpp_put_on_line (out, r->problem);
  fputs ("  ", out);
  wpp_put_on_line (out, r->file);
  putc (':', out);
  if (r->site)
    fprintf (out, "%u", r->line);
  else
    put_lines (out, r, ',');
  fputs ("  ", out);
  wpp_put_on_line (out, r->function);
  fprintf (out, ":%u  %s", r->block, r->site ? "at " : "");
  wpp_put_on_line (out, r->site ? r->site : r->fact);
  if (!r->site && r->line)
    fprintf (out, " (line %u)", r->line);
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_frequencies_layout = { &wpp_frequency_rows_schema, begin_rows, put_row, NULL };

/* ---- Summaries.  */

#define N_SUMS 9

/* Set NUMBERS to those of S.  */
static void
list_sums (const struct wpp_frequency_sum_row *s, uint64_t numbers[N_SUMS])
{
  const uint64_t *from[N_SUMS] = { &s->facts, &s->always, &s->never, &s->sometimes, &s->certain, &s->impossible,
                                   &s->unknown, &s->unknown_always, &s->unknown_never };
  for (size_t i = 0; i < N_SUMS; i++)
    numbers[i] = *from[i];
}

static int
begin_sums (FILE *out, const void *head, void *state)
{
  fprintf (out, "%10s %10s %10s %10s %10s %10s %10s %10s %10s  %s\n", "facts", "always", "never", "sometimes",
           "certain", "impossible", "unknown", "of: always", "never", "problem  file function");
  return 0;
}

static int
put_sum (FILE *out, const void *data, void *state)
{
  const struct wpp_frequency_sum_row *s = data;
  uint64_t numbers[N_SUMS];
  list_sums (s, numbers);
  for (size_t i = 0; i < N_SUMS; i++)
    fprintf (out, "%10" PRIu64 " ", numbers[i]);
  putc (' ', out);
  wpp_put_on_line (out, s->problem);
  fputs ("  ", out);
  wpp_put_on_line (out, s->file);
  putc (' ', out);
  wpp_put_on_line (out, s->function);
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_frequency_sums_layout = { &wpp_frequency_sums_schema, begin_sums, put_sum, NULL };

/* ---- Comma-separated values.  */

static int
begin_csv_rows (FILE *out, const void *head, void *state)
{
  fputs ("file,problem,function,block,lines,kind,fact,line,frequency,count,share,cost\n", out);
  return 0;
}

static int
put_csv_row (FILE *out, const void *data, void *state)
{
  const struct wpp_frequency_row *r = data;
  wpp_put_csv (out, r->file, ',');
  wpp_put_csv (out, r->problem, ',');
  wpp_put_csv (out, r->function, ',');
  fprintf (out, "%u,", r->block);
  put_lines (out, r, ' ');
  fprintf (out, ",%s,", r->site ? "site" : "fact");
  wpp_put_csv (out, r->site ? r->site : r->fact, ',');
  fprintf (out, "%u,%s,%s,%.6f,%.0f\n", r->line, r->frequency, r->count, r->share, r->cost);
  return 0;
}

static int
begin_csv_sums (FILE *out, const void *head, void *state)
{
  fputs ("file,problem,function,facts,always,never,sometimes,certain,impossible,unknown,unknown_always,unknown_never\n",
         out);
  return 0;
}

static int
put_csv_sum (FILE *out, const void *data, void *state)
{
  const struct wpp_frequency_sum_row *s = data;
  uint64_t numbers[N_SUMS];
  list_sums (s, numbers);
  wpp_put_csv (out, s->file, ',');
  wpp_put_csv (out, s->problem, ',');
  wpp_put_csv (out, s->function, ',');
  for (size_t i = 0; i < N_SUMS; i++)
    fprintf (out, "%" PRIu64 "%c", numbers[i], i + 1 < N_SUMS ? ',' : '\n');
  return 0;
}

struct wpp_row_sink *
wpp_frequency_csv_sink (FILE *out)
{
  static const struct wpp_text_layout rows = { &wpp_frequency_rows_schema, begin_csv_rows, put_csv_row, NULL };
  static const struct wpp_text_layout sums = { &wpp_frequency_sums_schema, begin_csv_sums, put_csv_sum, NULL };
  static const struct wpp_text_layout *const layouts[] = { &rows, &sums, NULL };
  return wpp_layouts_sink (out, layouts);
}
