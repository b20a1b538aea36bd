/* Everything that a run computed, as text: an event a line, and what its statements assigned below it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/executed.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_executed_row *r = data;
  int err = 0;
  fprintf (out, "%" PRIu32 " %" PRIu64 " %s\n", r->thread, r->event, r->function);
  for (size_t i = 0; i < r->values.n && !err; i++)
    {
      struct wpp_executed_value_row v;
      err = r->values.get (r->values.data, i, &v);
      if (err)
        break;
      fprintf (out, "    %s:%" PRIu32 "  ", v.file, v.line);
      wpp_put_on_line (out, v.statement);
      fprintf (out, "  %s\n", v.value);
    }
  return err;
}

const struct wpp_text_layout wpp_executed_layout = { &wpp_executed_schema, NULL, row, NULL };
