/* Executed paths as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/paths.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

static void
put_heading (FILE *out)
{
  fprintf (out, "%14s %14s %7s  %s\n", "count", "cost", "share", "path");
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_path_row *p = data;
  bool *any = state;
  char count[WPP_BIG_TEXT], cost[WPP_BIG_TEXT];
  if (!*any)
    put_heading (out);
  *any = true;
  fprintf (out, "%14s %14s %6.2f%%  %s:%" PRIu64 "  %s -> %s\n", wpp_big_text (p->count, count),
           wpp_big_text (p->cost, cost), 100 * p->share, p->route.short_name, p->route.path, p->route.start,
           p->route.end);
  wpp_put_route (out, &p->route, 39);
  return 0;
}

const struct wpp_text_layout wpp_paths_layout = { &wpp_paths_schema, NULL, row, NULL };
