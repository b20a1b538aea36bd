/* Answers on standard output.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "tool/tool.h"

/* A form's sink; the line that tells of progress goes before the first row comes.  */
struct output
{
  struct wpp_row_sink sink, *form;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  wpp_progress_end ();
  return wpp_sink_begin (((struct output *)sink)->form, schema, head);
}

static int
row (struct wpp_row_sink *sink, const void *row)
{
  return wpp_sink_row (((struct output *)sink)->form, row);
}

static int
end (struct wpp_row_sink *sink)
{
  return wpp_sink_end (((struct output *)sink)->form);
}

struct wpp_row_sink *
wpp_output_sink_of (struct wpp_row_sink *form)
{
  struct output *o = wpp_new (1, sizeof *o);
  o->sink = (struct wpp_row_sink){ begin, row, end };
  o->form = wpp_need (form);
  wpp_missing_about (form, false);
  return &o->sink;
}

struct wpp_row_sink *
wpp_output_sink_late (const struct wpp_options *common)
{
  struct wpp_row_sink *sink = wpp_output_sink (common);
  wpp_missing_about (((struct output *)sink)->form, true);
  return sink;
}

struct wpp_row_sink *
wpp_output_sink (const struct wpp_options *common)
{
  return wpp_output_sink_of (wpp_form_named (common->json ? "json" : "text")->new_sink (stdout));
}

void
wpp_output_done (struct wpp_row_sink *sink, const char *file, int err, const struct wpp_place *place)
{
  wpp_sink_free (((struct output *)sink)->form);
  free (sink);
  wpp_progress_end ();
  if (err)
    wpp_die_at (file, err, place);
}

void
wpp_output_row (const struct wpp_options *common, const struct wpp_schema *schema, const void *row)
{
  struct wpp_row_sink *sink = wpp_output_sink_late (common);
  int err = wpp_sink_begin (sink, schema, row);
  wpp_output_done (sink, NULL, err ? err : wpp_sink_end (sink), NULL);
}
