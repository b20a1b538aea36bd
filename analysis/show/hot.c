/* Hot loops and subpaths as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counts and costs saturate, and are printed so.  */

#include <inttypes.h>
#include <math.h>
#include "answers/hot.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

struct state
{
  struct wpp_hot_head head;
  size_t n;
  uint64_t sum;                 /* of costs shown */
};

static int
begin (FILE *out, const void *head, void *state)
{
  ((struct state *)state)->head = *(const struct wpp_hot_head *)head;
  return 0;
}

/* Write `at least N statements (1% of M)' and a newline.  */
static void
put_limit (FILE *out, const struct wpp_hot_head *h)
{
  char total[WPP_COUNT_TEXT];
  fprintf (out, "at least %" PRIu64 " %s", h->min_cost, h->unit);
  if (h->percent)
    fprintf (out, " (%g%% of %s)\n", h->percent, wpp_count_text (h->total_cost, total));
  else
    fprintf (out, " of %s\n", wpp_count_text (h->total_cost, total));
}

/* ---- Loops and subpaths, each once.  */

static void
put_share (FILE *out, double share, uint64_t cost)
{
  char text[WPP_COUNT_TEXT];
  if (!isnan (share))
    fprintf (out, "%.2f%%, ", 100 * share);
  fprintf (out, "cost %s", wpp_count_text (cost, text));
}

/* How often it is executed, and in which runs.  */
static void
put_runs (FILE *out, const struct wpp_hot_row *r)
{
  char text[WPP_COUNT_TEXT], more[WPP_COUNT_TEXT];
  bool alike = r->shortest == r->longest;
  fprintf (out, ": count %s", wpp_count_text (r->count, text));
  if (alike && r->shortest == 1)
    return;
  fprintf (out, " in %s run%s of ", wpp_count_text (r->runs, text), r->runs == 1 ? "" : "s");
  if (alike)
    fprintf (out, "%s", wpp_count_text (r->shortest, text));
  else
    fprintf (out, "%s to %s, half of them up to %" PRIu64 ", nine of ten up to %" PRIu64,
             wpp_count_text (r->shortest, text), wpp_count_text (r->longest, more), r->half, r->nine_of_ten);
}

/* The numbers of the paths of STEP after the first; return their width.  */
static int
put_others (FILE *out, const struct wpp_hot_step_row *step)
{
  int width = 0;
  for (size_t i = 1; i < step->paths.n && i < 3; i++)
    {
      struct wpp_hot_path_row path;
      if (!step->paths.get (step->paths.data, i, &path))
        width += fprintf (out, "|%" PRIu64, path.path);
    }
  if (step->paths.n > 3)
    width += fprintf (out, "|… (%zu)", step->paths.n);
  return width;
}

static void
put_step (FILE *out, const struct wpp_hot_step_row *step)
{
  int width = fprintf (out, "    %s:%" PRIu64, step->route.short_name, step->route.path);
  if (step->repeat > 1)
    width += fprintf (out, " x%u", step->repeat);
  width += put_others (out, step);
  fprintf (out, "%*s", width < 40 ? 40 - width : 2, "");
  wpp_put_lines (out, &step->route.lines);
  if (step->paths.n > 1 && !isnan (step->share))
    fprintf (out, " (%.0f%%)", 100 * step->share);
  putc ('\n', out);
}

static int
put_steps (FILE *out, const struct wpp_row_list *steps)
{
  for (size_t i = 0; i < steps->n; i++)
    {
      struct wpp_hot_step_row step;
      int err = steps->get (steps->data, i, &step);
      if (err)
        return err;
      put_step (out, &step);
    }
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_hot_row *r = data;
  struct state *s = state;
  if (!s->n++)
    {
      fprintf (out, "# hot loops and subpaths, each once, that cost ");
      put_limit (out, &s->head);
    }
  s->sum = wpp_saturating_add (s->sum, r->cost);
  fprintf (out, "\n%zu. ", s->n);
  put_share (out, r->share, r->cost);
  put_runs (out, r);
  putc ('\n', out);
  int err = put_steps (out, &r->steps);
  if (r->overlap_cost)
    {
      fprintf (out, "    and ");
      put_share (out, r->overlap_share, r->overlap_cost);
      fprintf (out, " of paths that count elsewhere in this list\n");
    }
  return err;
}

static int
end (FILE *out, void *state)
{
  const struct state *s = state;
  if (s->n && !wpp_saturated_p (s->head.total_cost))
    fprintf (out, "\n# together %.2f%%\n", s->head.total_cost ? 100.0 * s->sum / s->head.total_cost : 0);
  return 0;
}

const struct wpp_text_layout wpp_hot_layout = { &wpp_hot_schema, begin, row, end };

/* ---- Minimal hot subpaths.  */

static int
subpath_row (FILE *out, const void *data, void *state)
{
  const struct wpp_hot_subpath_row *r = data;
  struct state *s = state;
  char count[WPP_COUNT_TEXT], cost[WPP_COUNT_TEXT];
  if (!s->n++)
    {
      fprintf (out, "# minimal hot subpaths of %u to %u paths that cost ", s->head.min_length, s->head.max_length);
      put_limit (out, &s->head);
    }
  fprintf (out, "\n%zu. count %s, cost %s", s->n, wpp_count_text (r->count, count), wpp_count_text (r->cost, cost));
  if (!isnan (r->share))
    fprintf (out, " (%.2f%%)", 100 * r->share);
  putc ('\n', out);
  return put_steps (out, &r->steps);
}

const struct wpp_text_layout wpp_hot_subpaths_layout = { &wpp_hot_subpaths_schema, begin, subpath_row, NULL };
