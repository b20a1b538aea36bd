/* Residual paths as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include "answers/residual.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_residual_row *p = data;
  bool *any = state;
  char time[32] = "unknown", count[WPP_COUNT_TEXT];
  if (!*any)
    fprintf (out, "%14s %14s  %s\n", "first", "count", "path");
  *any = true;
  if (!isnan (p->first))
    snprintf (time, sizeof time, "%.6f s", p->first);
  fprintf (out, "%14s %14s  %s:%" PRIu64 "  %s -> %s\n", time, wpp_count_text (p->count, count), p->route.short_name,
           p->route.path, p->route.start, p->route.end);
  wpp_put_route (out, &p->route, 31);
  return 0;
}

const struct wpp_text_layout wpp_residual_layout = { &wpp_residual_schema, NULL, row, NULL };
