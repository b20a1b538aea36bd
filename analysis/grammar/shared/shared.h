/* Grammars of many sequences that share what they have in common, whichever came first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   SEQUITUR's grammar of a sequence depends on all that came before, so two runs that do the same for most of their time
   have hardly a rule in common.  Here a rule depends on what it derives, and on nothing else: equal stretches of events
   become equal rules, in whatever runs they are, and the grammar of a set of runs is the union of theirs.  So merging
   is associative, commutative and idempotent by itself.

   That is locally consistent parsing (K. Mehlhorn, R. Sundar, C. Uhrig, Maintaining Dynamic Sequences under Equality
   Tests in Polylogarithmic Time, Algorithmica 17, 1997), with cuts at local minima of fingerprints, as D.
   Diaz-Dominguez has it for collections (Efficient terabyte-scale text compression via stable local consistency and
   parallel grammar processing, 2024).  A sequence of letters becomes a shorter one, again and again, until one letter
   is left:

     equal letters one after the other are one letter and an exponent;
     a phrase begins where the fingerprint of a letter is less than those of both its neighbours;
     each phrase is a letter of the next level.  Its fingerprint is a hash of what it consists of.

   A phrase of one letter without an exponent is that letter.  Nothing is expanded: what is added is a grammar, and each
   rule of it is brought to the next level once (climb.c): the phrases that lie within a rule wherever it occurs become
   letters of it, and the letters at its ends, whose phrases reach beyond it, go to the rules that use it (A. Jez,
   Recompression: a simple and powerful technique for word equations, Journal of the ACM 63, 2016, calls that popping).
   The time is O(symbols · log length) for what real programs make, and bounded for what others do (WPP_E_TOOBIG).  */

#ifndef WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_H
#define WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_sharing;

struct wpp_sharing *wpp_shared_new (void);      /* null when out of memory */
void wpp_shared_free (struct wpp_sharing *s);

/* Bytes in use.  */
size_t wpp_shared_memory (const struct wpp_sharing *s);

/* The letter that stands for the terminal that the caller knows by KEY [SIZE], and that is equal for equal keys.  Its
   fingerprint is a hash of KEY.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_shared_terminal (struct wpp_sharing *s, const void *key, size_t size, uint32_t *letter);
/* How many terminals there are, and the key of number I, in the order in which they came.  */
uint32_t wpp_shared_terminals (const struct wpp_sharing *s);
const void *wpp_shared_key (const struct wpp_sharing *s, uint32_t i, size_t *size);

#define WPP_SHARED_NOTHING UINT32_MAX          /* the root of an empty sequence */

/* Add sequences: the sentence of G if WHOLE, with one root; or what each symbol of S derives, exponent 1, with a root
   for each.  LETTERS [g->n_terminals] are those of its terminals.  Set ROOTS.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG
   (2^62 events, 2^31 letters, or more work than real programs cause).  After an error nothing has roots, and others can
   be added.  */
int wpp_shared_add (struct wpp_sharing *s, const struct wpp_grammar *g, const uint32_t *letters, bool whole,
                    uint32_t *roots);

/* Let S have the sequences of ROOTS [N], none of which is WPP_SHARED_NOTHING, that OTHER has, and ROOTS be theirs in S.
   Terminals that S has not come after those that it has, in any order.  O(letters of OTHER).  Return 0, WPP_E_NOMEM or
   WPP_E_TOOBIG (2^31 letters); after an error ROOTS are as they were.  */
int wpp_shared_unite (struct wpp_sharing *s, const struct wpp_sharing *other, uint32_t *roots, size_t n);

/* A hash of the sequence of ROOT, which depends on it and on nothing else.  */
uint64_t wpp_shared_fingerprint (const struct wpp_sharing *s, uint32_t root);
/* Its length in terminals; saturates.  */
uint64_t wpp_shared_length (const struct wpp_sharing *s, uint32_t root);

/* A finished grammar whose S has a symbol for each of ROOTS [N], none of which is WPP_SHARED_NOTHING, and that deriving
   its sequence.  WORDS [wpp_shared_terminals] are the event words of terminals.  What is used once is no rule, unless S
   uses it.  The same sequences in the same order give the same grammar, whatever else was added and when.  Null and
   *ERR.  */
struct wpp_grammar *wpp_shared_grammar (const struct wpp_sharing *s, const uint32_t *roots, size_t n,
                                        const uint32_t *words, int *err);

/* The grammar, finished, of what the symbol number I of S of WHOLE derives, with exponent 1.  Null and *ERR.  O(its
   size, and the number of WHOLE's rules).  */
struct wpp_grammar *wpp_shared_part (const struct wpp_grammar *whole, uint64_t i, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_H */
