/* Traces of a function as the tests tell them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_TRACES_H
#define WPP_TESTSUITE_UNIT_MAKE_TRACES_H

#include <stdlib.h>
#include "make-grammar.h"
#include "recording/traces/traces.h"

/* The first of the ends of traces, while the grammar is made.  */
#define UNIT_END UINT32_C (0x10000)

/* Set *F to the traces that EVENTS [N] are: numbers of letters and 1, each trace with a 0 after it.  It has N_LETTERS
   letters, letter I is event I.  Return whether there was memory.  */
static inline bool
traces_of (struct wpp_function_traces *f, const uint32_t *events, size_t n, uint32_t n_letters)
{
  uint32_t *own = malloc ((n + 1) * sizeof *own);
  for (size_t i = 0; i < n; i++)
    own[i] = events[i] == WPP_TRACE_END ? UNIT_END + (uint32_t)i : events[i];
  *f = (struct wpp_function_traces){ .n_letters = n_letters, .letters = calloc (n_letters + 1u, sizeof *f->letters),
                                     .grammar = grammar_of (own, n) };
  free (own);
  for (uint32_t i = 0; f->letters && i < n_letters; i++)
    f->letters[i].event = i;
  bool ok = f->letters && f->grammar && !wpp_traces_join_ends (f->grammar, UNIT_END) && !wpp_function_traces_find (f);
  f->n_activations = ok ? f->n_traces : 0;
  return ok;
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_TRACES_H */
