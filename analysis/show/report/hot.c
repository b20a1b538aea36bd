/* Hot loops and subpaths, as a section of a report and as a table of its first view.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `hot': { rows: [[count, cost, runs, half, nine of ten, longest, steps], …], n, total }; steps are
   [path, repeat, others] or, of a path that the section `paths' has not, [-1, repeat, others, function's name, number].
   Others are numbers of paths of the same function that go once round the same loop, the most frequent ones first.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/hot.h"
#include "show/report/html.h"
#include "show/report/report-impl.h"

/* What each takes is in proportion to the symbols of the grammars: so many symbols are looked at.  */
#define MOST_SYMBOLS 50e6
#define LEAST_SEEDS 8
#define FIRST 12                /* in the first view */
#define FIRST_STEPS 6

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct wpp_section *s;
  FILE *html;
  struct wpp_hot_head head;
  uint64_t n, most;             /* rows; what the first one costs */
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  ((struct taker *)sink)->head = *(const struct wpp_hot_head *)head;
  return 0;
}

#define MOST_OTHERS 50

static int
put_others (struct wpp_section *s, const struct wpp_row_list *paths)
{
  int err = 0;
  wpp_section_open (s, '[');
  for (size_t i = 1; i < paths->n && i <= MOST_OTHERS && !err; i++)
    {
      struct wpp_hot_path_row path;
      err = paths->get (paths->data, i, &path);
      wpp_section_number (s, path.path);
    }
  wpp_section_close (s, ']');
  return err;
}

static int
put_step (struct taker *t, const struct wpp_hot_step_row *step)
{
  uint32_t path = wpp_report_path_number (t->page, step->route.event);
  int err;
  wpp_section_open (t->s, '[');
  wpp_section_integer (t->s, path == WPP_REPORT_NONE ? -1 : (int64_t)path);
  wpp_section_number (t->s, step->repeat);
  err = put_others (t->s, &step->paths);
  if (path == WPP_REPORT_NONE)
    {
      wpp_section_text (t->s, step->route.short_name);
      wpp_section_number (t->s, step->route.path);
    }
  wpp_section_close (t->s, ']');
  return err;
}

/* Write where STEP is to the first view.  */
static int
show_step (FILE *out, const struct wpp_hot_step_row *step, bool first)
{
  struct wpp_source_line_row line = { NULL, NULL, 0 };
  int err = step->route.lines.n ? step->route.lines.get (step->route.lines.data, 0, &line) : 0;
  fputs (first ? "<li>" : "<li class=\"then\">", out);
  fputs ("<code>", out);
  wpp_html_text (out, step->route.short_name);
  fprintf (out, "<span class=\"faint\">:%llu</span></code>", (unsigned long long)step->route.path);
  if (line.file)
    {
      const char *slash = strrchr (line.file, '/');
      fputs (" <span class=\"faint\">", out);
      wpp_html_text (out, slash ? slash + 1 : line.file);
      fprintf (out, ":%llu</span>", (unsigned long long)line.line);
    }
  if (step->paths.n > 1)
    fprintf (out, " <span class=\"faint\">or %zu other%s</span>", step->paths.n - 1, step->paths.n > 2 ? "s" : "");
  if (step->repeat > 1)
    fprintf (out, " <span class=\"times\">×&#8239;%u</span>", step->repeat);
  fputs ("</li>", out);
  return err;
}

/* Write ROW to the first view.  */
static int
show_row (struct taker *t, const struct wpp_hot_row *row)
{
  FILE *out = t->html;
  int err = 0;
  fprintf (out, "<tr><td class=\"num\">%llu</td><td class=\"num\">", (unsigned long long)t->n);
  wpp_html_share (out, row->cost, t->head.total_cost);
  fputs ("</td><td>", out);
  wpp_html_bar (out, row->cost, t->most);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, row->count);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, row->longest);
  fprintf (out, "</td><td><a href=\"#paths?hot=%llu\" class=\"steps-link\"><ol class=\"steps\">",
           (unsigned long long)t->n - 1);
  for (size_t i = 0; i < row->steps.n && i < FIRST_STEPS && !err; i++)
    {
      struct wpp_hot_step_row step;
      err = row->steps.get (row->steps.data, i, &step);
      if (!err)
        err = show_step (out, &step, !i);
    }
  if (row->steps.n > FIRST_STEPS)
    fprintf (out, "<li class=\"then\">%zu more</li>", row->steps.n - FIRST_STEPS);
  fputs ("</ol></a></td></tr>\n", out);
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_hot_row *row = data;
  struct wpp_section *s = t->s;
  int err = 0;
  if (wpp_section_full_p (s))
    return 0;
  t->most = t->n ? t->most : row->cost;
  wpp_section_open (s, '[');
  wpp_section_count (s, row->count);
  wpp_section_count (s, row->cost);
  wpp_section_count (s, row->runs);
  wpp_section_count (s, row->half);
  wpp_section_count (s, row->nine_of_ten);
  wpp_section_count (s, row->longest);
  wpp_section_open (s, '[');
  for (size_t i = 0; i < row->steps.n && !err; i++)
    {
      struct wpp_hot_step_row step;
      err = row->steps.get (row->steps.data, i, &step);
      if (!err)
        err = put_step (t, &step);
    }
  wpp_section_close (s, ']');
  wpp_section_close (s, ']');
  return !err && t->n++ < FIRST ? show_row (t, row) : err;
}

/* Ask for them, and write what is found.  */
static int
answer (struct taker *t)
{
  struct wpp_report *page = t->page;
  struct wpp_hot_head head = { 0 };
  double seeds = MOST_SYMBOLS / ((double)wpp_report_symbols (page->r) + 1);
  const struct wpp_hot_asked asked
    = { .limits = { .min_length = 1, .max_length = 20,
                    .most_seeds = seeds < LEAST_SEEDS ? LEAST_SEEDS : seeds > 1000 ? 1000 : (uint32_t)seeds },
        .percent = 0.5,
        .top = UINT64_MAX };
  wpp_section_open_rows (t->s);
  int64_t n = wpp_answer_hot (page->r, &asked, &t->sink, &head, page->place);
  if (n < 0)
    return n;
  wpp_section_close (t->s, ']');
  wpp_section_key (t->s, "n");
  wpp_section_number (t->s, n);
  wpp_section_key (t->s, "total");
  wpp_section_count (t->s, head.total_cost);
  wpp_section_close (t->s, '}');
  return wpp_report_end (page, WPP_REPORT_HOT);
}

int
wpp_report_hot (struct wpp_report *page)
{
  size_t size;
  struct taker t = { .sink = { .begin = begin, .row = row }, .page = page };
  if (!(wpp_recording_has (page->r) & WPP_HAS_ORDER))
    return 0;
  t.html = open_memstream (&page->hot, &size);
  t.s = wpp_report_begin (page, WPP_REPORT_HOT, 0.1);
  int err = t.html && t.s ? answer (&t) : WPP_E_NOMEM;
  if (t.html && fclose (t.html) && !err)
    err = WPP_E_NOMEM;
  return err;
}
