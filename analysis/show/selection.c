/* Lists of interesting paths as text, which -fwpp-interesting reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/selection.h"
#include "show/layouts.h"

static int
begin (FILE *out, const void *data, void *state)
{
  fputs ("# wpp: interesting paths\n", out);
  wpp_interests_print_units (out, ((const struct wpp_selection_head *)data)->list);
  return 0;
}

static int
row (FILE *out, const void *data, void *state)
{
  wpp_interest_print (out, ((const struct wpp_selected_row *)data)->interest);
  return 0;
}

const struct wpp_text_layout wpp_selection_layout = { &wpp_selection_schema, begin, row, NULL };
