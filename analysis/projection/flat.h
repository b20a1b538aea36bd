/* The form of a grammar that is gone through, not kept: few rules, and symbols as wide as need be.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   SEQUITUR makes a rule of whatever occurs twice.  Most of its rules save a symbol or two, and cost
   whoever goes through the grammar a look elsewhere in memory.  A flat grammar has those that save many
   symbols; the others are written out where they occurred.  A run of copies that is frequent is a rule, too.

   flat  := leb terminals, leb rules, leb powers, leb symbols, u8 width, leb* terminal, leb* length of a
            rule less 1 (that of S as it is), power*, symbol*
   power := leb symbol, leb exponent (2 or more)
   A symbol is a little-endian number of WIDTH bytes: below TERMINALS a terminal, below TERMINALS + RULES
   a rule, else a power.  A power's symbol is no power.  The terminals are event words; the rules come
   wholes before parts: one has only rules of greater numbers, and S is 0.  */

#ifndef WPP_FLAT_H
#define WPP_FLAT_H

#include "support/bytes.h"
#include "projection/sentence.h"

/* Append G (finished), of fewer rules, to B.  WPP_E_NOMEM, WPP_E_TOOBIG.  */
int wpp_flat_encode (const struct wpp_grammar *g, struct wpp_buffer *b);

/* Decode hostile DATA, in memory in proportion to SIZE; the result is finished but for lengths and
   frequencies.  Null with *ERR.  If S is not null, the grammar's own is empty: *S has it, and rules may be there that
   nothing uses.  */
struct wpp_grammar *wpp_flat_decode (const unsigned char *data, size_t size, struct wpp_sentence **s, int *err);

#endif /* WPP_FLAT_H */
