/* When things were, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "show/cells.h"
#include "show/times.h"

void
wpp_put_series (FILE *out, const struct wpp_series *s)
{
  size_t at = 0;
  struct wpp_series_entry e;
  const char *between = "";
  while (wpp_series_next (s, &at, &e))
    {
      fprintf (out, "%s%" PRIu64, between, e.first);
      if (e.last != e.first)
        fprintf (out, ":%" PRIu64, e.last);
      if (e.last != e.first && e.step != 1)
        fprintf (out, ":%" PRIu64, e.step);
      between = " ";
    }
}

static void
put_time (FILE *out, const struct wpp_began_row *b)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, "event %s", wpp_count_text (b->event, text));
  if (b->several)
    fprintf (out, " of thread %" PRIu32, b->thread);
}

void
wpp_put_began (FILE *out, const struct wpp_began_row *first, const struct wpp_began_row *last, uint64_t count)
{
  if (!first)
    return;
  fputs (count == 1 ? ", at " : ", first at ", out);
  put_time (out, first);
  if (count == 1)
    return;
  fputs (", last at ", out);
  put_time (out, last);
}
