/* Grammars of event sequences.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_GRAMMAR_H
#define WPP_TESTSUITE_UNIT_MAKE_GRAMMAR_H

#include "grammar/sequitur/sequitur.h"

/* The grammar of the N events EVENTS, or null when out of memory.  */
static inline struct wpp_grammar *
grammar_of (const uint32_t *events, size_t n)
{
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  int err = wpp_sequitur_append (s, events, n, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  wpp_sequitur_free (s);
  return g;
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_GRAMMAR_H */
