/* Phrases: where an event sequence is cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A phrase ends behind a letter, an event and how often it occurs one after the other, if it is long enough and
   there is a cut between its event and the one before.  So equal parts of the sequence are cut at equal places as long as
   the cuts stay, but for the first and last phrase of them, wherever they are (content-defined chunks: A. Muthitacharoen,
   B. Chen, D. Mazieres: A Low-bandwidth Network File System, SOSP 2001, section 3.1.1).

   Whether two events have a cut is not left to chance, as it is there: in a loop of few events there might be none, and
   each number of iterations would be a phrase of its own.  It is decided when they are met first, by the length of the phrase
   then, and again when a phrase gets too long behind them.

   What takes time is a new phrase, and less any phrase.  So they are short where many are new, and long where hardly any
   are.  Nothing depends on how the input comes in pieces.  */

#ifndef WPP_CHUNKER_H
#define WPP_CHUNKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sequitur/window.h"

/* Letters in a phrase; tests lower them.  */
#ifndef PHRASE_LEAST
#define PHRASE_LEAST 4u
#endif
#ifndef PHRASE_CUT_FROM
#define PHRASE_CUT_FROM 6u   /* letters in the phrase from which on two events that are met for the first time have a cut */
#endif
#ifndef PHRASE_MOST
#define PHRASE_MOST 40u
#endif
#ifndef PHRASE_MOST_NEW
#define PHRASE_MOST_NEW 12u /* where much is new */
#endif
#ifndef PHRASE_TIMES
#define PHRASE_TIMES 3u   /* both ends are so many times as long where hardly anything is new */
#endif
#define PHRASE_LETTERS (PHRASE_TIMES * PHRASE_MOST)
#ifndef CHUNKER_LETTERS
#define CHUNKER_LETTERS 4096u  /* that are held, at least PHRASE_LETTERS */
#endif

struct phrase_cut
{
  uint32_t from, n; /* letters [from .. from + n) of the chunker */
  uint64_t hash;    /* of them */
};

struct chunker_state
{
  uint32_t n_letters, n_phrases;
  uint32_t from;     /* the letters from here on are no phrase yet; */
  uint32_t before;   /* event of the last one */
  uint64_t hash;     /* of those */
};

#define CHUNKER_PAIRS (1u << 16)
enum pair /* what is between two events */
{
  UNMET, UNCUT, CUT
};

struct chunker
{
  struct letter letters[CHUNKER_LETTERS]; /* `symbol' is the event */
  struct phrase_cut phrases[CHUNKER_LETTERS / 2];
  struct chunker_state at;
  struct letter run; /* that the input ends with, which may still grow; exponent 0: none */
  bool rare;         /* hardly anything is new */
  /* How much was new when the chunker was full: sums of about as many times as their names say, in parts of NEW_PARTS.  */
  uint32_t last_8, last_128;
  uint32_t few;      /* less is hardly anything, at the most */
  uint32_t learning; /* times that the chunker will be full before RARE may change again */
  uint32_t limits[CUT + 1]; /* two events are looked at behind so many letters */
  uint8_t pairs[CHUNKER_PAIRS]; /* enum pair of two events, by their hash */
};

/* Make C, which is all zero, empty.  */
void wpp_chunker_init (struct chunker *c);

/* Take up to N EVENTS in, as many as there is room for, which are returned; runs grow if EXPONENTS.  */
size_t wpp_chunker_take (struct chunker *c, const uint32_t *events, size_t n, bool exponents);

/* Forget the phrases, of which those that were new had FRESH letters; what is no phrase yet stays.  */
void wpp_chunker_next (struct chunker *c, uint32_t fresh);

#endif /* WPP_CHUNKER_H */
