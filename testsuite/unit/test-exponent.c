/* Unit test of SEQUITUR's exponents where they get too big.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The builder is compiled here once more with tiny limits: nodes saturate, so that equal
   neighbours and overlapping digrams return, and digram entries do not hold
   the exponents.  */

#define EXPONENT_MAX 5
#define DIGRAM_BIG 3

#include "../../analysis/sequitur.c"

#include "sequitur-check.h"
#include "unit.h"

static void
test_split (void)
{
  uint32_t events[12];
  for (int i = 0; i < 12; i++)
    events[i] = 'a';
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  int err = wpp_sequitur_append (s, events, 12, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  CHECK (g && strcmp (grammar_text (g), "S=a^5a^5a^2") == 0, "a run too long for an exponent: %s",
         grammar_text (g));
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
}

int
main (void)
{
  test_split ();
  check_shapes ("exponents to 5", EXPONENT_MAX, DIGRAM_BIG);
  return unit_done ();
}
