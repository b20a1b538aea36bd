/* Coverage by paths as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/coverage.h"
#include "show/cells.h"
#include "show/layouts.h"

struct state
{
  struct wpp_coverage_row total;
  bool any;
};

_Static_assert (sizeof (struct state) <= WPP_LAYOUT_STATE, "a layout's state is small");

static int
begin (FILE *out, const void *data, void *state)
{
  ((struct state *)state)->total = ((const struct wpp_coverage_head *)data)->total;
  return 0;
}

static void
put_figures (FILE *out, const struct wpp_coverage_row *c)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, "%10" PRIu64 " %12" PRIu64 " %8.2f%% %14s  ", c->executed, c->feasible, 100 * c->share,
           wpp_count_text (c->executions, text));
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_coverage_row *c = data;
  struct state *s = state;
  if (!s->any)
    fprintf (out, "%10s %12s %9s %14s  %s\n", "executed", "feasible", "share", "executions", "function");
  s->any = true;
  put_figures (out, c);
  fputs (c->short_name, out);
  if (c->exact_paths)
    fprintf (out, " (%s paths, cut)", c->exact_paths);
  putc ('\n', out);
  return 0;
}

static int
end (FILE *out, void *state)
{
  const struct state *s = state;
  if (!s->any)
    return 0;
  put_figures (out, &s->total);
  fputs ("all\n", out);
  return 0;
}

const struct wpp_text_layout wpp_coverage_layout = { &wpp_coverage_schema, begin, row, end };
