/* Executed paths, as a section of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `paths': { n, rows: [[function, number, count, statements, start, end, blocks, lines], …] }, the most costly
   first.  Lines are numbers; a negative number is -1 - the file of the lines that follow.  */

#include <stdlib.h>
#include <string.h>
#include "answers/paths.h"
#include "grammar/rules/big.h"
#include "show/cells.h"
#include "show/report/graph-section.h"
#include "show/report/report-impl.h"

static const double shares[WPP_REPORT_SHARES] = { 0.5, 0.9, 0.99 };

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct wpp_section *s;
  double total, sum;
  uint64_t n;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  ((struct taker *)sink)->total = mpz_get_d (((const struct wpp_paths_head *)head)->total_cost);
  return 0;
}

/* Count how many paths make up a share of all statements.  */
static void
note (struct taker *t, const struct wpp_path_row *row)
{
  t->n++;
  for (size_t i = 0; i < WPP_REPORT_SHARES; i++)
    if (t->sum < shares[i] * t->total)
      t->page->figures.paths_for[i] = t->n;
  t->sum += mpz_get_d (row->cost);
}

static int
put_blocks (struct wpp_section *s, const struct wpp_row_list *blocks)
{
  int err = 0;
  wpp_section_open (s, '[');
  for (size_t i = 0; i < blocks->n && !err; i++)
    {
      uint32_t block;
      err = blocks->get (blocks->data, i, &block);
      wpp_section_number (s, block);
    }
  wpp_section_close (s, ']');
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_path_row *row = data;
  const struct wpp_route_row *route = &row->route;
  uint32_t function = wpp_report_function_number (t->page, route->of);
  char text[WPP_BIG_TEXT];
  note (t, row);
  if (function == WPP_REPORT_NONE || wpp_section_full_p (t->s))
    return 0;
  int err = wpp_report_add_path (t->page, route->event);
  if (err)
    return err;
  wpp_section_open (t->s, '[');
  wpp_section_number (t->s, function);
  wpp_section_number (t->s, route->path);
  wpp_section_digits (t->s, wpp_big_text (row->count, text));
  wpp_section_number (t->s, route->statements);
  wpp_section_text (t->s, route->start);
  wpp_section_text (t->s, route->end);
  err = put_blocks (t->s, &route->blocks);
  if (!err)
    err = wpp_report_lines (t->page, t->s, &route->lines);
  wpp_section_close (t->s, ']');
  return err;
}

int
wpp_report_paths (struct wpp_report *page)
{
  struct taker t = { .sink = { .begin = begin, .row = row }, .page = page,
                     .s = wpp_report_begin (page, WPP_REPORT_PATHS, 0.4) };
  const struct wpp_question_asked all = { .top = UINT64_MAX };
  if (!t.s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (t.s);
  int64_t n = wpp_answer_paths (page->r, &all, &t.sink, page->place);
  if (n < 0)
    return n;
  wpp_section_close_rows (t.s, n);
  return wpp_report_end (page, WPP_REPORT_PATHS);
}
