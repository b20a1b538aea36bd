/* What differs between two recordings, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include "answers/diff.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

/* Where what is told of a row begins.  */
#define INDENT 54

/* ---- The head.  */

static void
put_side (FILE *out, const char *name, const struct wpp_diff_side_row *s)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, "%s  ", name);
  wpp_put_on_line (out, s->file);
  if (s->files > 1)
    fprintf (out, " and %" PRIu64 " more", s->files - 1);
  fprintf (out, ": %s statements", wpp_count_text (s->statements, text));
  if (s->runs > 1)
    fprintf (out, " in %" PRIu64 " runs", s->runs);
}

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_head *head = data;
  if (head->alike)
    return 0;
  put_side (out, "A", &head->a);
  putc ('\n', out);
  put_side (out, "B", &head->b);
  double a = (double)head->a.statements / (double)head->a.runs, b = (double)head->b.statements / (double)head->b.runs;
  if (a > 0)
    fprintf (out, " (%+.2f%%%s)", 100 * (b / a - 1), head->a.runs + head->b.runs > 2 ? " a run" : "");
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_diff_layout = { &wpp_diff_schema, begin, NULL, NULL };

/* ---- What all rows begin with.  */

/* Write a heading before the first row, that WHAT follow, of which counts are UNIT; and what ROW begins with.  */
static void
put_measure (FILE *out, const struct wpp_diff_measure *m, const char *what, const char *unit, void *state)
{
  bool *any = state;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  if (!*any)
    fprintf (out, "\n%-5s%12s %13s %13s %7s  %s\n", "", unit, "A", "B", "share", what);
  *any = true;
  fprintf (out, "%-5s%+12.*f %13s %13s %6.2f%%  ", m->what, m->change == floor (m->change) ? 0 : 2, m->change,
           wpp_count_text (m->a, a), wpp_count_text (m->b, b), 100 * m->share);
}

/* ---- The lists.  */

static int
put_function (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_function_row *f = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  put_measure (out, &f->is, "function", "statements", state);
  wpp_put_on_line (out, f->short_name);
  if (f->former_short)
    {
      fputs (", which was ", out);
      wpp_put_on_line (out, f->former_short);
    }
  if (f->graph && *f->graph == 'c')
    fputs (", changed: its paths are not compared", out);
  if (f->activations_a != f->activations_b)
    fprintf (out, ": entered %s -> %s", wpp_count_text (f->activations_a, a), wpp_count_text (f->activations_b, b));
  putc ('\n', out);
  return 0;
}

static int
put_line (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_line_row *l = data;
  put_measure (out, &l->is, "line", "executions", state);
  wpp_put_on_line (out, l->file);
  fprintf (out, ":%" PRIu32, l->line);
  if (l->former_line >= 0)
    fprintf (out, ", which was line %" PRId64, l->former_line);
  putc ('\n', out);
  return 0;
}

static void
put_route (FILE *out, const struct wpp_route_row *r)
{
  wpp_put_on_line (out, r->short_name);
  fprintf (out, ":%" PRIu64 "  %s -> %s\n%*s", r->path, r->start, r->end, INDENT + 2, "");
  wpp_put_lines (out, &r->lines);
  putc ('\n', out);
}

static int
put_path (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_path_row *p = data;
  put_measure (out, &p->is, "path", "statements", state);
  put_route (out, &p->route);
  return 0;
}

static int
put_subpath (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_subpath_row *p = data;
  int err = 0;
  put_measure (out, &p->is, "subpath", "statements", state);
  for (size_t i = 0; i < p->steps.n && !err; i++)
    {
      struct wpp_route_row step;
      err = p->steps.get (p->steps.data, i, &step);
      if (i)
        fprintf (out, "%*s", INDENT, "");
      if (!err)
        put_route (out, &step);
    }
  return err;
}

static int
put_context (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_context_row *c = data;
  put_measure (out, &c->is, "context: the caller first", "activations", state);
  for (size_t i = 0; i < c->frames.n; i++)
    {
      const char *name;
      int err = c->frames.get (c->frames.data, i, &name);
      if (err)
        return err;
      fputs (i ? " > " : "", out);
      wpp_put_on_line (out, name);
    }
  if (c->call && c->call->file)
    {
      fputs ("  ", out);
      wpp_put_on_line (out, c->call->file);
      fprintf (out, ":%" PRId64, c->call->line);
    }
  putc ('\n', out);
  return 0;
}

static int
put_fact (FILE *out, const void *data, void *state)
{
  const struct wpp_diff_fact_row *f = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  put_measure (out, &f->is, "fact", "executions", state);
  wpp_put_on_line (out, f->function);
  fprintf (out, " block %" PRIu32 ", ", f->block);
  wpp_put_on_line (out, f->file);
  fprintf (out, ":%" PRIu32 ": ", f->line);
  wpp_put_on_line (out, f->fact);
  fprintf (out, ", of %s -> %s\n", wpp_count_text (f->executions_a, a), wpp_count_text (f->executions_b, b));
  return 0;
}

const struct wpp_text_layout wpp_diff_functions_layout = { &wpp_diff_functions_schema, NULL, put_function, NULL };
const struct wpp_text_layout wpp_diff_lines_layout = { &wpp_diff_lines_schema, NULL, put_line, NULL };
const struct wpp_text_layout wpp_diff_paths_layout = { &wpp_diff_paths_schema, NULL, put_path, NULL };
const struct wpp_text_layout wpp_diff_subpaths_layout = { &wpp_diff_subpaths_schema, NULL, put_subpath, NULL };
const struct wpp_text_layout wpp_diff_contexts_layout = { &wpp_diff_contexts_schema, NULL, put_context, NULL };
const struct wpp_text_layout wpp_diff_facts_layout = { &wpp_diff_facts_schema, NULL, put_fact, NULL };
