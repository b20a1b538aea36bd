/* The calls that are open at a time, and the variables, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/state.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
put_variables (FILE *out, const struct wpp_row_list *variables)
{
  int err = 0;
  for (size_t i = 0; i < variables->n && !err; i++)
    {
      struct wpp_state_variable_row v;
      err = variables->get (variables->data, i, &v);
      if (!err)
        fprintf (out, "    %s = %s  (%s)\n", v.name, v.value, v.type);
    }
  return err;
}

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_state_head *h = data;
  fprintf (out, "thread %" PRIu32 ", event %" PRIu64, h->thread, h->event);
  if (h->execution)
    fprintf (out, ", execution %" PRIu64, h->execution);
  if (h->executions)
    fprintf (out, " of %" PRIu64, h->executions);
  putc ('\n', out);
  if (h->globals.n)
    fputs ("static variables\n", out);
  return put_variables (out, &h->globals);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_state_row *r = data;
  fputs (r->function, out);
  if (r->line)
    fprintf (out, "  %s:%" PRIu32, r->file, r->line);
  putc ('\n', out);
  return put_variables (out, &r->variables);
}

const struct wpp_text_layout wpp_state_layout = { &wpp_state_schema, begin, row, NULL };
