/* With which divisors, sizes and operands of switches a program ran, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/value-places.h"
#include "show/cells.h"
#include "show/layouts.h"

/* A share of R's executions, if it is known.  */
static void
put_share (FILE *out, const struct wpp_value_place_row *r, int64_t count, const char *what)
{
  if (count > 0)
    fprintf (out, "%15.2f%%  %s\n", 100. * (double) count / (double) r->executions, what);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_value_place_row *r = data;
  char text[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%s:", r->file);
  if (r->line >= 0)
    fprintf (out, "%" PRId64, r->line);
  fprintf (out, " in %s: %s, executed %s times\n", r->function, r->kind, wpp_count_text (r->executions, text));
  for (size_t i = 0; i < r->values.n && !err; i++)
    {
      struct wpp_frequent_value_row v;
      err = r->values.get (r->values.data, i, &v);
      if (!err)
        fprintf (out, "%16s  %s\n", wpp_count_text (v.count, text), v.value);
    }
  if (r->other)
    fprintf (out, "%16s  other values\n", wpp_count_text (r->other, text));
  put_share (out, r, r->powers_of_two, "of the divisors were powers of two");
  put_share (out, r, r->smaller, "of the dividends were smaller than the divisor");
  put_share (out, r, r->once, "were smaller than twice the divisor, but not than that");
  put_share (out, r, r->at_most_16, "of the sizes were at most 16 bytes");
  put_share (out, r, r->at_most_128, "were more, and at most 128");
  put_share (out, r, r->at_most_1024, "were more, and at most 1024");
  return err;
}

const struct wpp_text_layout wpp_value_places_layout = { &wpp_value_places_schema, NULL, row, NULL };
