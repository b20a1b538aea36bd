/* Phrases: where an event sequence is cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A phrase ends behind a letter, an event and how often it occurs one after the other, if it is long enough and a hash of its
   event and of the one before says so.  So equal parts of the sequence are cut at equal places,
   but for the first and last phrase of them, wherever they are (content-defined chunks: A. Muthitacharoen,
   B. Chen, D. Mazieres: A Low-bandwidth Network File System, SOSP 2001, section 3.1.1).  Nothing depends on how
   the input comes in pieces.  */

#ifndef WPP_CUTTER_H
#define WPP_CUTTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "window.h"

#ifndef PHRASE_LEAST
#define PHRASE_LEAST 4u       /* letters in a phrase; tests lower them */
#endif
#ifndef PHRASE_CUTS
#define PHRASE_CUTS 3u        /* one letter in so many ends a phrase that has as many */
#endif
#ifndef PHRASE_LETTERS
#define PHRASE_LETTERS 256u   /* most in a phrase */
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

struct cutter
{
  struct letter letters[CUTTER_LETTERS]; /* `symbol' is the event */
  struct phrase_cut phrases[CUTTER_LETTERS / 2];
  struct cutter_state at;
  struct letter run; /* that the input ends with, which may still grow; exponent 0: none */
};

void wpp_cutter_init (struct cutter *c);

/* Take up to N EVENTS in, as many as there is room for, which are returned; runs grow if EXPONENTS.  */
size_t wpp_cutter_take (struct cutter *c, const uint32_t *events, size_t n, bool exponents);

/* Forget the phrases; what is no phrase yet stays.  */
void wpp_cutter_next (struct cutter *c);

#endif /* WPP_CUTTER_H */
