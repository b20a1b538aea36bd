/* Printing numbers, exact ones and saturated ones.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   JSON numbers may be arbitrarily long, so exact numbers are JSON numbers.  A saturated number is a string, so that
   nobody takes it for an exact count.  */

#include <inttypes.h>
#include <stdlib.h>
#include "base/saturate.h"
#include "tool/tool.h"

struct json_object *
wpp_json_count (uint64_t n)
{
  char text[WPP_COUNT_TEXT];
  return wpp_saturated_p (n) ? json_object_new_string (wpp_count_text (n, text))
                             : wpp_json_number (n);
}

struct json_object *
wpp_json_big (const mpz_t n)
{
  char text[WPP_BIG_TEXT];
  wpp_big_text (n, text);
  return wpp_big_exact_p (n) ? json_object_new_double_s (mpz_get_d (n), text)
                             : json_object_new_string (text);
}

void
wpp_add_length (const struct wpp_grammar *g, mpz_t sum)
{
  mpz_t exact;
  mpz_init (exact);
  wpp_big_set (exact, g->length[0]);
  if (wpp_saturated_p (g->length[0]))
    {
      mpz_t *lengths = wpp_big_lengths (g);
      if (!lengths)
        wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
      mpz_set (exact, lengths[0]);
      wpp_big_free (lengths, g->n_rules);
    }
  mpz_add (sum, sum, exact);
  wpp_big_clamp (sum);
  mpz_clear (exact);
}

void
wpp_add_events (const struct wpp_thread *t, mpz_t sum)
{
  for (size_t s = 0; s < t->n_segments; s++)
    wpp_add_length (t->segments[s], sum);
}
