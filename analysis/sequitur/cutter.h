/* Phrases: where an event sequence is cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A phrase ends behind a letter, an event and how often it occurs one after the other, if it is long enough and
   there is a cut between its event and the one before.  So equal parts of the sequence are cut at equal places,
   but for the first and last phrase of them, wherever they are (content-defined chunks: A. Muthitacharoen,
   B. Chen, D. Mazieres: A Low-bandwidth Network File System, SOSP 2001, section 3.1.1).

   Whether two events have a cut is not left to chance, as it is there: in a loop of few events there might be none, and
   each number of iterations would be a phrase of its own.  It is decided when they are met first, by the length of the phrase
   then, and again when a phrase gets too long behind them.  A phrase may be longer where most have been there before: those that
   have not are what takes time.  Nothing depends on how the input comes in pieces.  */

#ifndef WPP_CUTTER_H
#define WPP_CUTTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "window.h"

/* Letters in a phrase; tests lower them.  */
#ifndef PHRASE_LEAST
#define PHRASE_LEAST 4u
#endif
#ifndef PHRASE_USUAL
#define PHRASE_USUAL 6u   /* two events that are met first behind as many have a cut */
#endif
#ifndef PHRASE_LONG
#define PHRASE_LONG 12u   /* most where phrases are new */
#endif
#ifndef PHRASE_LETTERS
#define PHRASE_LETTERS 40u /* most */
#endif
#ifndef CUTTER_LETTERS
#define CUTTER_LETTERS 4096u  /* that are held, at least PHRASE_LETTERS */
#endif

struct phrase_cut
{
  uint32_t from, n; /* letters [from .. from + n) of the cutter */
  uint64_t hash;    /* of them */
};

struct cutter_state
{
  uint32_t n_letters, n_phrases;
  uint32_t from;     /* the letters from here on are no phrase yet; */
  uint32_t before;   /* event of the last one */
  uint64_t hash;     /* of those */
};

#define CUTTER_PAIRS (1u << 16)

struct cutter
{
  struct letter letters[CUTTER_LETTERS]; /* `symbol' is the event */
  struct phrase_cut phrases[CUTTER_LETTERS / 2];
  struct cutter_state at;
  struct letter run; /* that the input ends with, which may still grow; exponent 0: none */
  uint32_t most;     /* letters in a phrase now */
  int32_t fresh;     /* how much of what came lately was new: as many of FRESH_ALL letters */
  uint8_t least[CUTTER_PAIRS]; /* letters that end with two events, by their hash, and are a phrase; 0: they have not been met */
};

/* Make C, which is all zero, empty.  */
void wpp_cutter_init (struct cutter *c);

/* Take up to N EVENTS in, as many as there is room for, which are returned; runs grow if EXPONENTS.  */
size_t wpp_cutter_take (struct cutter *c, const uint32_t *events, size_t n, bool exponents);

/* Forget the phrases, of which those that were new had FRESH letters; what is no phrase yet stays.  */
void wpp_cutter_next (struct cutter *c, uint32_t fresh);

#endif /* WPP_CUTTER_H */
