/* Which activations took a subpath, and when, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/taken.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/times.h"

static void
put_trace (FILE *out, const struct wpp_taken_trace_row *t)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  trace %" PRIu32 ", activations ", t->trace);
  wpp_put_series (out, t->numbers);
  wpp_put_began (out, t->first, t->last, t->count);
  fprintf (out, ": %s times, at ", wpp_count_text (t->times, text));
  wpp_put_series (out, t->series);
  putc ('\n', out);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_taken_row *f = data;
  char some[WPP_COUNT_TEXT], all[WPP_COUNT_TEXT], times[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%s: %s in %s of %s activations, %s times\n", f->short_name, f->path,
           wpp_count_text (f->activations, some), wpp_count_text (f->of, all), wpp_count_text (f->executions, times));
  for (size_t i = 0; i < f->traces.n && !err; i++)
    {
      struct wpp_taken_trace_row trace;
      err = f->traces.get (f->traces.data, i, &trace);
      if (!err)
        put_trace (out, &trace);
    }
  return err;
}

const struct wpp_text_layout wpp_taken_layout = { &wpp_taken_schema, NULL, row, NULL };
