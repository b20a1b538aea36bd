/* SEQUITUR(1): an online, linear-time grammar of an event sequence.

   C. G. Nevill-Manning and I. H. Witten, 1997; with one symbol of look-ahead as
   in Larus, PLDI 1999, section 3.2; with run-length exponents as our extension
   (b^7 is one symbol), which can be switched off.

   Invariants after every append (once the look-ahead is flushed):
     digram uniqueness   no digram occurs twice without overlap
     rule utility        every rule but S is used at least twice; with exponents,
                         a single occurrence with exponent >= 2 is enough
     with exponents      no two equal symbols are neighbours  */

#ifndef WPP_SEQUITUR_H
#define WPP_SEQUITUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/grammar.h"

enum wpp_sequitur_flags
{
  WPP_SEQUITUR_EXPONENTS = 1,  /* run-length exponents */
  WPP_SEQUITUR_PLAIN = 2,      /* no look-ahead: SEQUITUR as published in 1997 */
  WPP_SEQUITUR_RETRACE = 4,    /* append known rules whole (retrace.h): several times as fast; the
                                  invariants hold, but it is not SEQUITUR(1)'s own grammar */
  WPP_SEQUITUR_NUMBERED = 8    /* events are terminals that the caller has numbered, less than 2^31;
                                  he freezes the grammar (sequitur-impl.h) */
};

struct wpp_sequitur;

/* Return null when out of memory.  */
struct wpp_sequitur *wpp_sequitur_new (unsigned flags);
void wpp_sequitur_free (struct wpp_sequitur *s);

/* Append N event words (any value).  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG (more than 2^31
   rules or terminals); S is then still valid and holds a prefix: *DONE, if not null,
   says how many of the N were taken.  */
int wpp_sequitur_append (struct wpp_sequitur *s, const uint32_t *events, size_t n, size_t *done);

/* Bytes in use, right-hand-side symbols and events appended so far.  */
size_t wpp_sequitur_memory (const struct wpp_sequitur *s);
uint64_t wpp_sequitur_symbols (const struct wpp_sequitur *s);
uint64_t wpp_sequitur_events (const struct wpp_sequitur *s);

/* The grammar as it stands (all events appended, look-ahead included), finished, rules
   numbered by first occurrence in a left-to-right, depth-first walk from S.  S can be
   appended to afterwards as if this had not been called.  */
struct wpp_grammar *wpp_sequitur_grammar (struct wpp_sequitur *s, int *err);

#endif /* WPP_SEQUITUR_H */
