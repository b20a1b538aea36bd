/* Calling contexts as they lie within each other, as if one came after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "show/export/export-impl.h"

int
wpp_inner_add (struct wpp_inner *t, const struct wpp_stack_row *row, uint32_t frame)
{
  if (WPP_RESERVE (t->contexts, t->room, t->n, 1) || WPP_RESERVE (t->open, t->open_room, 0, row->level + 1))
    return WPP_E_NOMEM;
  t->contexts[t->n++] = (struct wpp_inner_context){ row->level, frame, { row->statements, row->count } };
  return 0;
}

uint64_t
wpp_inner_visit (struct wpp_inner *t, size_t value,
                  void (*visit) (void *data, bool opens, uint32_t frame, uint64_t at), void *data)
{
  uint32_t level = 0;
  uint64_t at = 0;
  for (size_t i = 0; i < t->n; i++)
    {
      const struct wpp_inner_context *c = &t->contexts[i];
      for (; level >= c->level; level--)
        visit (data, false, t->open[level], at);
      t->open[level = c->level] = c->frame;
      visit (data, true, c->frame, at);
      at = wpp_saturating_add (at, c->values[value]);
    }
  for (; level; level--)
    visit (data, false, t->open[level], at);
  return at;
}

void
wpp_inner_release (struct wpp_inner *t)
{
  free (t->contexts);
  free (t->open);
}
