/* The draft of a grammar: bytes in a profile's DRFT section.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A draft is what SEQUITUR is to make a grammar of: phrases, which are sequences of letters, and the sequence of
   phrases.  It is coded while it arrives, without SEQUITUR, in a fraction of the time:

     first letters | phrases, a new one with its letters where it occurs first | last letters

   The numbers of the phrases, the letters, and their lengths and exponents are three streams of numbers, each packed by
   zstd (packed.h).  Coding them by what came before, as in codec.h, makes a draft up to a third smaller, but decoding
   takes as long as coding then, and both together as long as SEQUITUR.

   Symbols of letters are event words.  The byte format is documented in wpp(5).  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_DRAFT_H
#define WPP_ANALYSIS_GRAMMAR_CODING_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/letter.h"
#include "base/bytes.h"

#define WPP_DRAFT_FIRST 8192u    /* the most events that the first letters stand for */
#define WPP_DRAFT_PHRASE 120u    /* the most letters of a phrase */
#define WPP_DRAFT_LAST 8192u     /* the most last letters */

struct wpp_draft_counts
{
  uint64_t first;        /* letters before the phrases */
  uint64_t phrases;
  uint64_t distinct;
  uint64_t letters;      /* of distinct phrases */
  uint64_t terminals;    /* distinct symbols of all letters but the last ones */
  uint64_t last;         /* letters after the phrases */
};

struct wpp_draft;
struct wpp_grammar;

void wpp_draft_free (struct wpp_draft *d);
const struct wpp_draft_counts *wpp_draft_counts (const struct wpp_draft *d);

/* ---- Encoding.  */

/* An empty draft; null when out of memory.  EXPONENTS says only what the grammar will have.  */
struct wpp_draft *wpp_draft_new (bool exponents);

/* Append a first letter.  Return 0 or WPP_E_NOMEM; after an error D takes no more.  */
int wpp_draft_put_first (struct wpp_draft *d, struct letter l);

/* Append the phrases NUMBERS [N].  The number of a new one is that of the phrases so far, and its letters are FRESH
   [number - FIRST].  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG; *DONE says how many were appended.  After an error D takes
   no more, but can be finished.  */
int wpp_draft_put (struct wpp_draft *d, const uint32_t *numbers, uint32_t n, const struct phrase *fresh, uint32_t first,
                   uint32_t *done);

/* Bytes in use.  */
size_t wpp_draft_memory (const struct wpp_draft *d);
/* About how many symbols the grammar will have: in real programs 0.8 to 1.3 times as many.  */
uint64_t wpp_draft_symbols (const struct wpp_draft *d);

/* Append LAST [N], at most WPP_DRAFT_LAST, and take the code over into *BYTES, malloc'ed.  D takes no more.  Return 0;
   or WPP_E_NOMEM, with nothing done, which is impossible when N is at most WPP_DRAFT_PHRASE.  */
int wpp_draft_finish (struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes, size_t *size);
/* The same, of a copy: D can be appended to afterwards.  */
int wpp_draft_snapshot (struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes,
                        size_t *size);

/* ---- Decoding.  DATA may be hostile: any bytes give a draft or an error, in time and memory bounded by
   wpp_draft_work, which readers of files bound (profile-file.h).  */

/* Is DATA [SIZE] a draft, and not a coded grammar (codec.h)?  */
bool wpp_draft_p (const unsigned char *data, size_t size);

/* The work of decoding it and of making its grammar, in the units of wpp_grammar_work; 0 if its counts make no sense,
   so that it cannot be decoded.  */
uint64_t wpp_draft_work (const unsigned char *data, size_t size);

/* Begin to decode DATA [SIZE], which must stay.  Return null and set *ERR after an error.  Then get the first letters,
   counts->first times; each phrase, counts->phrases times; and End.  All return 0, WPP_E_NOMEM or WPP_E_CORRUPT.  */
struct wpp_draft *wpp_draft_read (const unsigned char *data, size_t size, int *err);
bool wpp_draft_exponents_p (const struct wpp_draft *d);
int wpp_draft_get_first (struct wpp_draft *d, struct letter *l);
/* Set *NUMBER to the next phrase.  It is a new one if its number is that of the phrases so far.  */
int wpp_draft_get (struct wpp_draft *d, uint32_t *number);
/* A phrase that was got.  Its letters stay where they are until D is freed.  */
struct phrase wpp_draft_phrase (const struct wpp_draft *d, uint32_t number);
/* The last letters, [counts->last].  */
const struct letter *wpp_draft_last (const struct wpp_draft *d);
/* Was that all, exactly?  */
int wpp_draft_end (struct wpp_draft *d);

/* A finished grammar of the events of DATA [SIZE], each as often as it occurs, but not in their order.  That takes a
   fraction of the time of making the grammar.  Null and *ERR: WPP_E_NOMEM, WPP_E_CORRUPT, or WPP_E_TOOBIG (64 bits do
   not hold the number of events).  */
struct wpp_grammar *wpp_draft_bag (const unsigned char *data, size_t size, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_DRAFT_H */
