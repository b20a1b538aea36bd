/* What must hold of every grammar that SEQUITUR makes, checked the slow way.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_SEQUITUR_CHECK_H
#define WPP_TESTSUITE_UNIT_SEQUITUR_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grammar/rules/grammar.h"
#include "grammar/sequitur/sequitur.h"

/* What is wrong with G as the grammar of EVENTS [N], or null: expansion, digram uniqueness,
   rule utility, equal neighbours (where EXPONENTS, up to MAX), the order of rules and
   terminals.  */
const char *grammar_fault (const struct wpp_grammar *g, const uint32_t *events, size_t n,
                           bool exponents, uint32_t max);

/* What is wrong inside of S between two appends, or null: links, counts, the digram table,
   whose entries hold exponents below BIG.  */
const char *builder_fault (const struct wpp_sequitur *s, uint32_t big);

/* G as text, "S=AA A=bc": rule 0 is S, the others are A, B, ...; a terminal is the character
   of its event.  Good until the next call.  */
const char *grammar_text (const struct wpp_grammar *g);

/* Feed strings of many shapes to SEQUITUR and check after every event, in all
   modes; MAX and BIG are the builder's EXPONENT_MAX and DIGRAM_BIG.  WHAT names the
   test.  */
void check_shapes (const char *what, uint32_t max, uint32_t big);

#endif /* WPP_TESTSUITE_UNIT_SEQUITUR_CHECK_H */
