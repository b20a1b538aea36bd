/* The flat form of a grammar, for a single traversal: few rules, and symbols no wider than necessary.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   SEQUITUR makes a rule of everything that occurs twice.  Most of its rules save a symbol or two, and each costs a
   traversal an access elsewhere in memory.  A flat grammar has only the rules that save many symbols; the others
   are written out where they occur.  A frequent power (a symbol with an exponent) is a rule, too.

   flat  := leb terminals, leb rules, leb powers, leb symbols, u8 width, leb* terminal, leb* length of a
            rule less 1 (that of S as it is), power*, symbol*
   power := leb symbol, leb exponent (2 or more)
   A symbol is a little-endian number of WIDTH bytes: below TERMINALS a terminal, below TERMINALS + RULES
   a rule, else a power.  The symbol of a power is not a power.  The terminals are event words.  The rules
   come wholes before parts: a rule uses only rules with greater numbers, and S is 0.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_FLAT_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_FLAT_H

#include "base/bytes.h"
#include "activations/projection/sentence.h"

/* Append the flat form of G, which is finished, to B.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_flat_encode (const struct wpp_grammar *g, struct wpp_buffer *b);

/* Decode DATA [SIZE], which may be hostile, in memory proportional to SIZE.  The result is finished except for lengths
   and frequencies.  If S is not null, *S gets the symbols of S, the grammar's own S is empty, and some rules may be
   unused.  Return null and set *ERR after an error.  */
struct wpp_grammar *wpp_flat_decode (const unsigned char *data, size_t size, struct wpp_sentence **s, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_FLAT_H */
