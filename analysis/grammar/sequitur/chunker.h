/* The chunker: it cuts an event sequence into phrases.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A letter is an event and the number of its occurrences in a row.  A phrase ends after a letter if the phrase is long
   enough and the pair of the letter's event and the event before has a cut.  So equal parts of the sequence are cut at
   equal places, wherever they are, except for their first and last phrase, as long as the cuts stay (content-defined
   chunks: A.  Muthitacharoen, B. Chen, D. Mazieres: A Low-bandwidth Network File System, SOSP 2001, section 3.1.1).

   In that paper, a hash decides about cuts at random.  Here it must not: a loop of few events might have no cut, and
   each number of iterations would be a phrase of its own.  So the length of the phrase decides when a pair is met for
   the first time, and again when a phrase that reaches the pair is too long.

   New phrases take the most time; every phrase takes some.  So phrases are short where many are new, and long where
   hardly any are.  The result does not depend on how the input is divided among calls.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_CHUNKER_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_CHUNKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/sequitur/window.h"

/* Letters in a phrase; tests lower them.  */
#ifndef PHRASE_LEAST
#define PHRASE_LEAST 4u
#endif
#ifndef PHRASE_CUT_FROM
#define PHRASE_CUT_FROM 6u   /* a pair met for the first time has a cut if the phrase has this many letters */
#endif
#ifndef PHRASE_MOST
#define PHRASE_MOST 40u
#endif
#ifndef PHRASE_MOST_NEW
#define PHRASE_MOST_NEW 12u /* the most where many phrases are new */
#endif
#ifndef PHRASE_TIMES
#define PHRASE_TIMES 3u   /* the least and the most are this many times as long where hardly anything is new */
#endif
#define PHRASE_LETTERS (PHRASE_TIMES * PHRASE_MOST)
#ifndef CHUNKER_LETTERS
#define CHUNKER_LETTERS 4096u  /* letters that the chunker holds, at least PHRASE_LETTERS */
#endif

struct phrase_cut
{
  uint32_t from, n; /* letters [from .. from + n) of the chunker */
  uint64_t hash;    /* of them */
};

struct chunker_state
{
  uint32_t n_letters, n_phrases;
  uint32_t from;     /* the letters from here on are not in a phrase yet */
  uint32_t before;   /* the event of the last letter */
  uint64_t hash;     /* of the letters that are not in a phrase yet */
};

#define CHUNKER_PAIRS (1u << 16)
enum pair /* what is known of a pair of events */
{
  UNMET, UNCUT, CUT
};

struct chunker
{
  struct letter letters[CHUNKER_LETTERS]; /* `symbol' is the event */
  struct phrase_cut phrases[CHUNKER_LETTERS / 2];
  struct chunker_state at;
  struct letter run; /* the run at the end of the input, which may grow; exponent 0: none */
  bool rare;         /* hardly anything is new */
  /* How much was new when the chunker was full, in parts of NEW_PARTS: moving sums over about 8 and 128 times.  */
  uint32_t last_8, last_128;
  uint32_t few;      /* a part below this is hardly anything */
  uint32_t learning; /* times that the chunker will be full before RARE may change again */
  uint32_t limits[CUT + 1]; /* by enum pair: the length of a phrase from which on such a pair matters */
  uint8_t pairs[CHUNKER_PAIRS]; /* enum pair of each pair of events, by its hash */
};

/* Initialise C, which is all zero.  */
void wpp_chunker_init (struct chunker *c);

/* Take as many of EVENTS [N] as there is room for, and return their number.  Equal events make runs if EXPONENTS.  */
size_t wpp_chunker_take (struct chunker *c, const uint32_t *events, size_t n, bool exponents);

/* Forget the phrases; the new ones among them had FRESH letters.  Letters that are not in a phrase yet stay.  */
void wpp_chunker_next (struct chunker *c, uint32_t fresh);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_CHUNKER_H */
