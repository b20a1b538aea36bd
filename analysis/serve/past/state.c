/* What changes on the way through the past, and copies of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "serve/past/past-impl.h"

void
wpp_past_state_release (struct wpp_past_state *s)
{
  for (size_t i = 0; i < s->n_levels; i++)
    free (s->levels[i].held);
  free (s->levels);
  wpp_partial_release (&s->memory);
  *s = (struct wpp_past_state){ .levels = NULL };
}

int
wpp_past_state_copy (struct wpp_past_state *s, const struct wpp_past_state *other, const struct wpp_past *p)
{
  *s = *other;
  s->levels = NULL;
  s->n_levels = s->room = 0;
  s->memory = (struct wpp_partial_memory){ .n = 0 };
  if (WPP_RESERVE (s->levels, s->room, 0, other->n_levels + 1) || wpp_partial_share (&s->memory, &other->memory))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < other->n_levels; i++)
    {
      struct wpp_past_level *l = &s->levels[s->n_levels++];
      *l = other->levels[i];
      const struct wpp_body *b = l->held ? wpp_past_body (p, l->function) : NULL;
      size_t size = b ? (wpp_body_n_variables (b) + (size_t)1) * sizeof *l->held : 0;
      l->held = b ? malloc (size) : NULL;
      if (b && !l->held)
        return WPP_E_NOMEM;
      if (b)
        memcpy (l->held, other->levels[i].held, size);
    }
  return WPP_OK;
}
