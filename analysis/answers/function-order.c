/* In which order a program's functions should stand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/function-order.h"
#include "decide/index/function-order.h"

static const struct wpp_row_column columns[] = { WPP_COLUMN (struct wpp_function_order_row, name, TEXT) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("function", struct wpp_function_order_row, columns);
const struct wpp_schema wpp_function_order_schema
  = { .name = "function_order", .rows = "functions", .of = &row_schema };

/* Add all threads of R to T.  */
static int
train (const struct wpp_recording *r, struct wpp_training *t)
{
  int err = 0;
  for (size_t i = 0; i < wpp_recording_threads (r) && !err; i++)
    {
      const struct wpp_thread *thread = wpp_recording_thread (r, i);
      for (size_t s = 0; s < thread->n_segments && !err; s++)
        err = wpp_training_add (t, thread->segments[s], s == 0);
    }
  return err;
}

/* Set PLACES [CODE's functions] to places from 1; 0: not executed.  */
static int
find_places (const struct wpp_code *code, struct wpp_training *t, bool first_use, uint32_t *places)
{
  if (!first_use)
    return wpp_function_order (code, t, places);
  for (size_t f = 0; f < code->n_functions; f++)
    places[f] = wpp_training_first_run (t, f);
  return 0;
}

/* Send the names of CODE's functions by PLACES, which differ, to SINK; AT [functions + 1] is zero.  */
static int64_t
send_all (const struct wpp_code *code, const uint32_t *places, uint32_t *at, struct wpp_row_sink *sink)
{
  int64_t n = 0;
  int err = wpp_sink_begin (sink, &wpp_function_order_schema, NULL);
  for (size_t f = 0; f < code->n_functions; f++)
    if (places[f] && places[f] <= code->n_functions)
      at[places[f]] = f + 1;
  for (size_t p = 1; p <= code->n_functions && !err; p++)
    if (at[p])
      {
        const struct wpp_function_order_row row = { code->functions[at[p] - 1].function->name };
        err = wpp_sink_row (sink, &row);
        n++;
      }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

int64_t
wpp_answer_function_order (struct wpp_recording *r, bool first_use, struct wpp_row_sink *sink, struct wpp_place *place)
{
  int err = 0;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  struct wpp_training *t = wpp_training_new (code);
  uint32_t *places = calloc (code->n_functions + 1, sizeof *places);
  uint32_t *at = calloc (code->n_functions + 1, sizeof *at);
  err = t && places && at ? train (r, t) : WPP_E_NOMEM;
  if (!err)
    err = find_places (code, t, first_use, places);
  int64_t n = err ? err : send_all (code, places, at, sink);
  wpp_training_free (t);
  free (places);
  free (at);
  return n;
}
