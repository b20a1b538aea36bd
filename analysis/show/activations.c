/* The distinct traces that functions' activations took, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdbool.h>
#include "answers/activations.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

#define MOST_CALLERS 4u         /* of a trace that are shown */

static int
put_paths (FILE *out, const struct wpp_activation_row *a)
{
  char text[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%39spaths  ", "");
  for (size_t i = 0; i < a->paths.n && !err; i++)
    {
      struct wpp_activation_run_row run;
      err = a->paths.get (a->paths.data, i, &run);
      if (err)
        break;
      fprintf (out, " %" PRIu64, run.path);
      if (run.calls)
        fprintf (out, "+%" PRIu64, run.calls);
      if (run.repeat > 1)
        fprintf (out, "^%s", wpp_count_text (run.repeat, text));
    }
  fputs (a->whole ? "\n" : " ...\n", out);
  return err;
}

static int
put_callers (FILE *out, const struct wpp_row_list *callers)
{
  char text[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%39scallers", "");
  for (size_t i = 0; i < callers->n && i < MOST_CALLERS && !err; i++)
    {
      struct wpp_activation_caller_row caller;
      err = callers->get (callers->data, i, &caller);
      if (!err)
        fprintf (out, "%s %s %s", i ? "," : "", caller.short_name, wpp_count_text (caller.count, text));
    }
  if (callers->n > MOST_CALLERS)
    fprintf (out, ", %zu more", callers->n - MOST_CALLERS);
  putc ('\n', out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_activation_row *a = data;
  char count[WPP_COUNT_TEXT], cost[WPP_COUNT_TEXT], length[WPP_COUNT_TEXT];
  if (!*(bool *)state)
    fprintf (out, "%14s %14s %7s  %s\n", "count", "cost", "share", "activation");
  *(bool *)state = true;
  fprintf (out, "%14s %14s %6.2f%%  %s, trace %" PRIu32 " of %" PRIu32 ", length %s\n",
           wpp_count_text (a->count, count), wpp_count_text (a->cost, cost), 100 * a->share, a->short_name, a->trace,
           a->n_traces, wpp_count_text (a->length, length));
  int err = put_paths (out, a);
  if (!err)
    err = put_callers (out, &a->callers);
  if (err)
    return err;
  fprintf (out, "%39slines   ", "");
  wpp_put_lines (out, &a->lines);
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_activations_layout = { &wpp_activations_schema, NULL, row, NULL };
