/* What works on this machine, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/doctor.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_check_row *c = data;
  fprintf (out, "%-6s %-14s %s\n", c->works ? "works" : "FAILS", c->check, *c->said ? c->said : "no word");
  if (!c->works)
    fprintf (out, "%-6s %-14s %s\n", "", "", c->remedy);
  return 0;
}

const struct wpp_text_layout wpp_doctor_layout = { &wpp_doctor_schema, NULL, row, NULL };
