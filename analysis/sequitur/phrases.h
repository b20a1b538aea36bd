/* Events into a grammar at speed: phrases first, SEQUITUR on what remains.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     events --chunker--> phrases --phrase table--> numbers --SEQUITUR--> S and its rules      "top"
                                       |
                                       +--------- new phrases --SEQUITUR--> a rule each      "dictionary"

   A phrase of some letters (chunker.h) that was there before is known by its hash, and is a single letter for the
   SEQUITUR of S.  Each phrase is a rule, made by another SEQUITUR over all of them when it is met first; in the end phrases
   that occur once are put in their places (compose.h).  The two work in threads of their own
   on batches of phrases.

   The first events are appended one by one: what is short gets the grammar of SEQUITUR, with retracing
   (retrace.h).  So does everything without WPP_SEQUITUR_RETRACE: SEQUITUR(1)'s own.

   With phrases digrams are unique in S and its rules before phrases are put in their places, and in the phrases; rules are
   used at least twice everywhere.  The same events give the same grammar, however the input comes
   in pieces and the threads take turns.

   This is Larus's problem (Whole Program Paths, PLDI 1999, section 3), SEQUITUR's time, solved
   by content-defined chunks, which is not in the paper.  */

#ifndef WPP_PHRASES_H
#define WPP_PHRASES_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/grammar.h"

struct wpp_phrases;

/* FLAGS as for wpp_sequitur_new, but PLAIN and NUMBERED.  Return null when out of memory.  */
struct wpp_phrases *wpp_phrases_new (unsigned flags);
void wpp_phrases_free (struct wpp_phrases *p);

/* Append N event words (any value).  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG; *DONE says how
   many of the N were taken, and P then takes no more.  */
int wpp_phrases_append (struct wpp_phrases *p, const uint32_t *events, size_t n, size_t *done);

/* Bytes in use and right-hand-side symbols, some batches ago: the same at the same event of every run, if it is among the
   first few grammars or not as before.  */
size_t wpp_phrases_memory (const struct wpp_phrases *p);
uint64_t wpp_phrases_symbols (const struct wpp_phrases *p);

/* The grammar as it stands, rules numbered by first occurrence in a left-to-right, depth-first walk from S,
   or null.  It is not finished (grammar.h), which is nothing that coding needs.  P can be appended to
   afterwards; its grammar may be another one of the same events then than if this had not been called.  */
struct wpp_grammar *wpp_phrases_grammar (struct wpp_phrases *p, int *err);

/* Code the grammar (codec.h), in less time and memory than by making it first.  *BYTES is malloc'ed.  P is freed,
   whatever is returned: 0 or an error.  */
int wpp_phrases_finish (struct wpp_phrases *p, unsigned char **bytes, size_t *size);

#endif /* WPP_PHRASES_H */
