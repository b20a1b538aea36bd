/* The ways of showing rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "show/show-impl.h"

/* All of them, up to one without a name.  */
static const struct wpp_form forms[] = {
  { "text", wpp_text_sink },
  { "json", wpp_json_sink },
  { NULL, NULL }
};

const struct wpp_form *
wpp_form_named (const char *name)
{
  const struct wpp_form *form = forms;
  while (form->name && strcmp (form->name, name) != 0)
    form++;
  return form->name ? form : NULL;
}

void
wpp_sink_about (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *row, bool end)
{
  ((struct wpp_shower *)sink)->about = (struct wpp_about){ schema, row, end };
}

void
wpp_sink_free (struct wpp_row_sink *sink)
{
  struct wpp_shower *s = (struct wpp_shower *)sink;
  if (s && s->release)
    s->release (s);
  free (s);
}
