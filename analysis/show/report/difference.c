/* What differs from another recording, as a section of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `difference': { a, b, alike, functions, lines, paths, subpaths, contexts, n }.  A and B are [file, program,
   files, runs, statements]; N is an object that says how many rows each list would have.  Rows begin with [what, a, b,
   change, share], as wpp diff has them (answers/diff.h), and go on with

     functions  assembler name, name, former name or null, graph or null, activations of a, of b
     lines      file, line, former line
     paths      path of the section `paths' or -1, name of its function, its number, start, end, lines as in `paths'
     subpaths   steps: [path or -1, name, number] each
     contexts   name or null, file or -1, line, names of the functions that are open  */

#include "answers/diff.h"
#include "show/report/graph-section.h"
#include "show/report/report-impl.h"

/* Contexts and subpaths are compared of grammars of up to so many symbols: they take some seconds for each million.  */
#define MOST_SYMBOLS (UINT64_C (3) << 20)

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct wpp_section *s;
  const struct wpp_schema *part; /* whose rows come; null: none */
};

static const struct { const struct wpp_schema *schema; const char *name; enum wpp_diff_part part; } parts[]
  = { { &wpp_diff_functions_schema, "functions", WPP_DIFF_FUNCTIONS },
      { &wpp_diff_lines_schema, "lines", WPP_DIFF_LINES },
      { &wpp_diff_paths_schema, "paths", WPP_DIFF_PATHS },
      { &wpp_diff_subpaths_schema, "subpaths", WPP_DIFF_SUBPATHS },
      { &wpp_diff_contexts_schema, "contexts", WPP_DIFF_CONTEXTS } };
#define N_PARTS (sizeof parts / sizeof *parts)

/* ---- Cells.  */

static void
put_side (struct wpp_section *s, const char *name, const struct wpp_diff_side_row *side)
{
  wpp_section_key (s, name);
  wpp_section_open (s, '[');
  wpp_section_text (s, side->file);
  wpp_section_text (s, side->program);
  wpp_section_number (s, side->files);
  wpp_section_number (s, side->runs);
  wpp_section_count (s, side->statements);
  wpp_section_close (s, ']');
}

static void
put_measure (struct wpp_section *s, const struct wpp_diff_measure *m)
{
  wpp_section_text (s, m->what);
  wpp_section_count (s, m->a);
  wpp_section_count (s, m->b);
  wpp_section_real (s, m->change);
  wpp_section_real (s, m->share);
}

/* The number of what may be WPP_REPORT_NONE.  */
static void
put_place (struct wpp_section *s, uint32_t number)
{
  wpp_section_integer (s, number == WPP_REPORT_NONE ? -1 : (int64_t)number);
}

/* Is F one of the recording that the page is of, and not of the other one?  */
static bool
own_p (const struct wpp_report *page, const struct wpp_code_function *f)
{
  return f >= page->code->functions && f < page->code->functions + page->code->n_functions;
}

static void
put_step (const struct taker *t, const struct wpp_route_row *route)
{
  put_place (t->s, own_p (t->page, route->of) ? wpp_report_path_number (t->page, route->event) : WPP_REPORT_NONE);
  wpp_section_text (t->s, route->short_name);
  wpp_section_number (t->s, route->path);
}

/* ---- Rows.  */

static int
put_function (struct taker *t, const struct wpp_diff_function_row *row)
{
  put_measure (t->s, &row->is);
  wpp_section_text (t->s, row->assembler_name);
  wpp_section_text (t->s, row->short_name);
  wpp_section_text (t->s, row->former);
  wpp_section_text (t->s, row->graph);
  wpp_section_count (t->s, row->activations_a);
  wpp_section_count (t->s, row->activations_b);
  return 0;
}

static int
put_line (struct taker *t, const struct wpp_diff_line_row *row)
{
  uint32_t file = wpp_report_file (t->page, row->file, row->path);
  put_measure (t->s, &row->is);
  put_place (t->s, file);
  wpp_section_number (t->s, row->line);
  wpp_section_integer (t->s, row->former_line);
  return file == WPP_REPORT_NONE ? WPP_E_NOMEM : 0;
}

static int
put_path (struct taker *t, const struct wpp_diff_path_row *row)
{
  put_measure (t->s, &row->is);
  put_step (t, &row->route);
  wpp_section_text (t->s, row->route.start);
  wpp_section_text (t->s, row->route.end);
  return wpp_report_lines (t->page, t->s, &row->route.lines);
}

static int
put_subpath (struct taker *t, const struct wpp_diff_subpath_row *row)
{
  int err = 0;
  put_measure (t->s, &row->is);
  for (size_t i = 0; i < row->steps.n && !err; i++)
    {
      struct wpp_route_row step;
      err = row->steps.get (row->steps.data, i, &step);
      wpp_section_open (t->s, '[');
      if (!err)
        put_step (t, &step);
      wpp_section_close (t->s, ']');
    }
  return err;
}

static int
put_context (struct taker *t, const struct wpp_diff_context_row *row)
{
  bool placed = row->call && row->call->path;
  uint32_t file = placed ? wpp_report_file (t->page, row->call->file, row->call->path) : WPP_REPORT_NONE;
  int err = placed && file == WPP_REPORT_NONE ? WPP_E_NOMEM : 0;
  put_measure (t->s, &row->is);
  wpp_section_text (t->s, row->short_name);
  put_place (t->s, file);
  wpp_section_integer (t->s, placed && row->call->line > 0 ? row->call->line : 0);
  wpp_section_open (t->s, '[');
  for (size_t i = 0; i < row->frames.n && !err; i++)
    {
      const char *name;
      err = row->frames.get (row->frames.data, i, &name);
      if (!err)
        wpp_section_text (t->s, name);
    }
  wpp_section_close (t->s, ']');
  return err;
}

/* ---- The sink.  */

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_diff_head *h = head;
  t->part = NULL;
  if (schema == &wpp_diff_schema)
    {
      put_side (t->s, "a", &h->a);
      put_side (t->s, "b", &h->b);
      wpp_section_key (t->s, "alike");
      wpp_section_number (t->s, h->alike);
    }
  for (size_t i = 0; i < N_PARTS; i++)
    if (parts[i].schema == schema)
      {
        t->part = schema;
        wpp_section_key (t->s, parts[i].name);
        wpp_section_open (t->s, '[');
      }
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *row)
{
  struct taker *t = (struct taker *)sink;
  int err = 0;
  if (!t->part || wpp_section_full_p (t->s))
    return 0;
  wpp_section_open (t->s, '[');
  if (t->part == &wpp_diff_functions_schema)
    err = put_function (t, row);
  else if (t->part == &wpp_diff_lines_schema)
    err = put_line (t, row);
  else if (t->part == &wpp_diff_paths_schema)
    err = put_path (t, row);
  else if (t->part == &wpp_diff_subpaths_schema)
    err = put_subpath (t, row);
  else
    err = put_context (t, row);
  wpp_section_close (t->s, ']');
  return err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct taker *t = (struct taker *)sink;
  if (t->part)
    wpp_section_close (t->s, ']');
  t->part = NULL;
  return 0;
}

/* What is compared of A and B.  */
static unsigned
parts_of (const struct wpp_recording *a, const struct wpp_recording *b)
{
  unsigned all = 1u << WPP_DIFF_FUNCTIONS | 1u << WPP_DIFF_LINES | 1u << WPP_DIFF_PATHS;
  bool order = wpp_recording_has (a) & wpp_recording_has (b) & WPP_HAS_ORDER;
  if (order && wpp_report_symbols (a) < MOST_SYMBOLS && wpp_report_symbols (b) < MOST_SYMBOLS)
    all |= 1u << WPP_DIFF_SUBPATHS | 1u << WPP_DIFF_CONTEXTS;
  return all;
}

int
wpp_report_difference (struct wpp_report *page)
{
  struct wpp_recording *base = page->asked->base, *of;
  struct taker t = { .sink = { begin, row, end }, .page = page };
  struct wpp_diff_found found;
  if (!base)
    return 0;
  t.s = wpp_report_begin (page, WPP_REPORT_DIFFERENCE, 0.4);
  if (!t.s)
    return WPP_E_NOMEM;
  const struct wpp_diff_asked asked = { .parts = parts_of (base, page->r), .top = UINT64_MAX };
  wpp_section_open (t.s, '{');
  int64_t n = wpp_answer_diff (base, page->r, &asked, &t.sink, &found, &of, page->place);
  if (n < 0)
    return n;
  wpp_section_key (t.s, "n");
  wpp_section_open (t.s, '{');
  for (size_t i = 0; i < N_PARTS; i++)
    if (asked.parts & 1u << parts[i].part)
      {
        wpp_section_key (t.s, parts[i].name);
        wpp_section_number (t.s, found.parts[parts[i].part].n);
      }
  wpp_section_close (t.s, '}');
  wpp_section_close (t.s, '}');
  return wpp_report_end (page, WPP_REPORT_DIFFERENCE);
}
