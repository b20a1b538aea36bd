/* Making an index (index.h): what counts, or replay, say of value places.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/index/put-places.h"

static void
put_place (const struct wpp_noted_place *p, const struct wpp_place_counts *counts, struct wpp_buffer *b)
{
  size_t n = counts->n < WPP_INDEX_VALUES_MOST ? counts->n : WPP_INDEX_VALUES_MOST;
  wpp_put_leb (b, p->kind);
  wpp_put_leb (b, p->node);
  for (unsigned i = 0; i < WPP_PLACE_WORDS; i++)
    wpp_put_leb (b, counts->words[i]);
  wpp_put_leb (b, counts->lacks);
  wpp_put_leb (b, n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (b, counts->values[i].value);
      wpp_put_leb (b, counts->values[i].count);
    }
}

void
wpp_put_places (const struct wpp_code *code, size_t f, const struct wpp_value_counts *values, struct wpp_buffer *b)
{
  const struct wpp_code_function *function = &code->functions[f];
  if (!function->n_places || !wpp_value_counts_any_p (values))
    return;
  wpp_put_leb (b, function->n_places);
  for (uint32_t i = 0; i < function->n_places; i++)
    {
      struct wpp_place_counts counts = wpp_value_counts_at (values, function->first_place + i);
      put_place (code->places[function->first_place + i].place, &counts, b);
    }
}
