/* Functions and their graphs, as sections of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `functions': { n, rows: [[name, short name, assembler name, file, line, last line, activations, statements,
   paths executed, paths feasible, digits of paths before cutting or null], …] }.  The places of rows are the functions'
   numbers in all other sections.

   Section `graphs': { n, rows: [[function, blocks, edges, folded], …] }; see graph-section.c.  */

#include "answers/graphs.h"
#include "base/saturate.h"
#include "show/report/graph-section.h"
#include "show/report/report-impl.h"

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  uint64_t n, n_graphs;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct wpp_report *page = ((struct taker *)sink)->page;
  const struct wpp_graphs_head *h = head;
  page->figures.functions = h->functions;
  page->figures.statements = h->statements;
  return 0;
}

static void
put_function (struct wpp_section *s, const struct wpp_graph_row *row, uint32_t file)
{
  wpp_section_open (s, '[');
  wpp_section_text (s, row->function);
  wpp_section_text (s, row->short_name);
  wpp_section_text (s, row->assembler_name);
  wpp_section_number (s, file);
  wpp_section_number (s, row->start_line);
  wpp_section_number (s, row->end_line);
  wpp_section_count (s, row->activations);
  wpp_section_count (s, row->statements);
  wpp_section_number (s, row->executed);
  wpp_section_number (s, row->feasible);
  if (row->exact_paths)
    wpp_section_digits (s, row->exact_paths);
  else
    wpp_section_text (s, NULL);
  wpp_section_close (s, ']');
}

/* Note ROW for the first view.  */
static void
note (struct wpp_report_figures *f, const struct wpp_graph_row *row)
{
  f->functions_executed++;
  f->paths_executed += row->executed;
  f->paths_feasible = wpp_saturating_add (f->paths_feasible, row->feasible);
  if (f->n_first < WPP_REPORT_FIRST)
    f->first[f->n_first++] = (struct wpp_report_function){ row->of, row->function, row->short_name, row->file,
                                                           row->start_line, row->statements, row->activations,
                                                           row->executed, row->feasible };
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  struct wpp_report *page = t->page;
  const struct wpp_graph_row *row = data;
  struct wpp_section *functions = page->parts[WPP_REPORT_FUNCTIONS], *graphs = page->parts[WPP_REPORT_GRAPHS];
  note (&page->figures, row);
  if (wpp_section_full_p (functions))
    return 0;
  uint32_t file = wpp_report_file (page, row->file, row->path);
  if (file == WPP_REPORT_NONE)
    return WPP_E_NOMEM;
  page->number[row->of - page->code->functions] = t->n++;
  put_function (functions, row, file);
  if (wpp_section_full_p (graphs))
    return 0;
  t->n_graphs++;
  return wpp_report_graph (page, graphs, row);
}

int
wpp_report_functions (struct wpp_report *page)
{
  struct taker t = { .sink = { .begin = begin, .row = row }, .page = page };
  const struct wpp_question_asked all = { .top = UINT64_MAX };
  struct wpp_section *functions = wpp_report_begin (page, WPP_REPORT_FUNCTIONS, 0.25);
  struct wpp_section *graphs = wpp_report_begin (page, WPP_REPORT_GRAPHS, 0.2);
  if (!functions || !graphs)
    return WPP_E_NOMEM;
  wpp_section_open_rows (functions);
  wpp_section_open_rows (graphs);
  int64_t n = wpp_answer_graphs (page->r, &all, &t.sink, page->place);
  if (n < 0)
    return n;
  wpp_section_close_rows (functions, n);
  wpp_section_close_rows (graphs, n);
  int err = wpp_report_end (page, WPP_REPORT_FUNCTIONS);
  return err ? err : wpp_report_end (page, WPP_REPORT_GRAPHS);
}
