/* SEQUITUR(1): an online, linear-time grammar of an event sequence.

   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   C. G. Nevill-Manning and I. H. Witten, Identifying Hierarchical Structure in Sequences, JAIR 7, 1997; with
   one symbol of look-ahead as in J. R. Larus, Whole Program Paths, PLDI 1999, section 3.2; with
   run-length exponents as our extension (b^7 is one symbol), which can be switched off.

   Invariants after every append (once the look-ahead is flushed):
     digram uniqueness   no digram occurs twice without overlap
     rule utility        every rule but S is used at least twice; with exponents,
                         a single occurrence with exponent >= 2 is enough
     with exponents      no two equal symbols are neighbours  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

enum wpp_sequitur_flags
{
  WPP_SEQUITUR_EXPONENTS = 1,  /* run-length exponents */
  WPP_SEQUITUR_PLAIN = 2,      /* no look-ahead: SEQUITUR as published in 1997 */
  WPP_SEQUITUR_RETRACE = 4,    /* append known rules as a whole (retrace.h): several times as fast; the
                                  invariants hold, but the grammar is not that of SEQUITUR(1) */
  WPP_SEQUITUR_LATER = 16,     /* for phrases.h alone: no grammar yet, but a draft */
  WPP_SEQUITUR_NUMBERED = 8    /* events are terminals that the caller has numbered, less than 2^31;
                                  the caller freezes the grammar (sequitur-impl.h) */
};

struct wpp_sequitur;

/* Return null when out of memory.  */
struct wpp_sequitur *wpp_sequitur_new (unsigned flags);
void wpp_sequitur_free (struct wpp_sequitur *s);

/* Append N event words (any value).  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG (more than 2^31
   rules or terminals).  After an error S is still valid and has a prefix.  *DONE, if not null,
   is set to the number of events that were taken.  */
int wpp_sequitur_append (struct wpp_sequitur *s, const uint32_t *events, size_t n, size_t *done);

/* Bytes in use, right-hand-side symbols and events appended so far.  */
size_t wpp_sequitur_memory (const struct wpp_sequitur *s);
uint64_t wpp_sequitur_symbols (const struct wpp_sequitur *s);
uint64_t wpp_sequitur_events (const struct wpp_sequitur *s);

/* The finished grammar of all events appended so far, with rules numbered by first occurrence in a left-to-right,
   depth-first traversal from S.  S can be appended to afterwards as if this had not been called.  */
struct wpp_grammar *wpp_sequitur_grammar (struct wpp_sequitur *s, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_H */
