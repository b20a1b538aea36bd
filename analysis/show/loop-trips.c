/* How often control went round loops, by the calls that led there, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdbool.h>
#include "answers/loop-trips.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/layouts.h"

static void
put_line (FILE *out, const char *file, int64_t line)
{
  if (file)
    fprintf (out, " %s:%" PRId64, file, line);
}

/* Write the calls of C, and who called the first of these, unless that is not told.  */
static int
put_calls (FILE *out, const struct wpp_trips_chain_row *c)
{
  int err = 0;
  for (size_t i = 0; i < c->calls.n && !err; i++)
    {
      struct wpp_trips_call_row call;
      err = c->calls.get (c->calls.data, i, &call);
      if (err)
        break;
      fprintf (out, "%s%s", i ? ", " : " ", call.short_name);
      put_line (out, call.file, call.line);
    }
  if (!err && !c->cut)
    fprintf (out, "%s%s", c->calls.n ? ", " : " ", c->before);
  return err;
}

static void
put_group (FILE *out, const struct wpp_trips_group_row *g)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, " %" PRIu64 "%s", g->trips, g->total == wpp_saturating_product (g->trips, g->stays) ? "" : "+");
  if (g->stays > 1)
    fprintf (out, "^%s", wpp_count_text (g->stays, text));
}

static int
put_chain (FILE *out, const struct wpp_trips_chain_row *c)
{
  char stays[WPP_COUNT_TEXT], trips[WPP_COUNT_TEXT];
  fprintf (out, "%14s %14s  called by", wpp_count_text (c->stays, stays), wpp_count_text (c->trips, trips));
  int err = put_calls (out, c);
  fprintf (out, "\n%31s trips", "");
  for (size_t i = 0; i < c->groups.n && !err; i++)
    {
      struct wpp_trips_group_row group;
      err = c->groups.get (c->groups.data, i, &group);
      if (!err)
        put_group (out, &group);
    }
  putc ('\n', out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_trips_row *l = data;
  char stays[WPP_COUNT_TEXT], trips[WPP_COUNT_TEXT];
  int err = 0;
  if (!*(bool *)state)
    fprintf (out, "%14s %14s  loop\n", "stays", "trips");
  *(bool *)state = true;
  fprintf (out, "%14s %14s  %s, loop", wpp_count_text (l->stays, stays), wpp_count_text (l->trips, trips),
           l->function);
  put_line (out, l->file, l->line);
  fprintf (out, ", block %" PRIu32 "\n", l->block);
  for (size_t i = 0; i < l->callers.n && !err; i++)
    {
      struct wpp_trips_chain_row chain;
      err = l->callers.get (l->callers.data, i, &chain);
      if (!err)
        err = put_chain (out, &chain);
    }
  return err;
}

const struct wpp_text_layout wpp_trips_layout = { &wpp_trips_schema, NULL, row, NULL };
