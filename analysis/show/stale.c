/* Functions of a build that no run knows, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/stale.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_stale_head *h = data;
  fprintf (out, "build        %s\nfunctions    %" PRIu64 " instrumented, %" PRIu64 " executed by some run, %" PRIu64
           " by none; %" PRIu64 " have changed, %" PRIu64 " are new\n", h->build, h->instrumented, h->executed, h->idle,
           h->changed, h->unknown);
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_stale_row *r = data;
  fprintf (out, "  %-9s  %s (%s:%" PRIu32 ")\n", r->why, r->function, r->file, r->line);
  return 0;
}

const struct wpp_text_layout wpp_stale_layout = { &wpp_stale_schema, begin, row, NULL };
