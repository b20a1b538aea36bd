/* The state of SEQUITUR(1), shared by sequitur.c and freeze.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     nodes   0        1        2     ...
            +--------+--------+-----+      a right-hand side is a ring through the
            | S's    | symbol |     |      rule's guard node:
            | guard  |        |     |        guard -> first -> ... -> last -> guard
            +--------+--------+-----+

   A nonterminal symbol is WPP_RULE | index of its rule's guard, so a rule needs no
   record of its own: the guard's `exponent' holds the number of its occurrences.

   sequitur.c   the algorithm, a letter at a time
   window.c     events into letters
   retrace.c    which symbol can be appended next for many letters at once
   builder.c    the public functions
   freeze.c     the grammar as flat arrays  */

#ifndef WPP_SEQUITUR_IMPL_H
#define WPP_SEQUITUR_IMPL_H

#include "alphabet.h"
#include "digram.h"
#include "sequitur.h"
#include "window.h"

#define START 0u         /* S's guard */
#define GUARD UINT32_MAX /* `symbol' of guards and free nodes */

struct node
{
  uint32_t prev, next;
  uint32_t symbol;
  uint32_t exponent; /* of a guard: occurrences of its rule */
};

struct wpp_sequitur
{
  struct node *nodes;
  uint32_t n_nodes, room; /* nodes [n_nodes .. room) were never used */
  uint32_t free;          /* first free node, linked by `next'; 0 ends */
  uint32_t n_symbols;     /* in all right-hand sides */
  uint32_t n_rules;       /* S included */
  bool exponents, plain;
  int err; /* what went wrong inside of a step */
  struct digram_table table;
  uint32_t unentered; /* left node of the digram that was the last one of S until
                         a moment ago, and is not in the table; or START */
  uint32_t *todo; /* left nodes of digrams to be checked */
  uint32_t n_todo, todo_room;
  bool deferred;  /* the next letter must be the one that was AHEAD of the last one */

  struct window window;
  struct retrace *retrace; /* null: every letter is appended by itself */
};

/* Make room for N more nodes.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_sequitur_reserve (struct wpp_sequitur *s, uint32_t n);

/* Append LETTER, for which there must be a node, to S; it is the last one before the window's
   `parsed'.  If it is a nonterminal its rule counts this occurrence already.  AHEAD is the letter
   that follows, or null when it is not to be looked at.  */
void wpp_sequitur_put (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead);

/* The nonterminal of the rule that is all of A B, or 0.  */
uint32_t wpp_sequitur_rule (const struct wpp_sequitur *s, struct letter a, const struct letter *b);

/* The symbol that the first of LETTERS [N], N > 0, are, by rules that have one letter more each, and
   that is to be appended now: its rule counts it.  *TAKEN is how many letters that are.  SEQUITUR goes
   through the same rules, appends each and replaces it by the next; but it would try the last symbol of S
   with each before, of which here only the first is.  */
struct letter wpp_sequitur_climb (struct wpp_sequitur *s, const struct letter *letters, uint32_t n,
                                  uint32_t *taken);

#define SCOUTS 8

/* Have those entries of the digram table come that are looked at when LETTERS [N], a few hundred, are climbed
   through: climbs wait for one after the other, here some come at the same time.  */
void wpp_sequitur_scout (const struct wpp_sequitur *s, const struct letter *letters, uint32_t n);

/* Make a rule of LETTERS [N], N > 0; S is and stays empty.  *RULE's guard counts one occurrence that is
   nowhere to be seen, so that it is never inlined.  It may be a rule that there was, and its right-hand
   side a single symbol.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_sequitur_phrase (struct wpp_sequitur *s, const struct letter *letters, uint32_t n, uint32_t *rule);

/* Does the grammar hold the last symbol of S followed by LETTER?  */
bool wpp_sequitur_continues_p (const struct wpp_sequitur *s, const struct letter *letter);

/* Append the letters of the window but the last KEEP.  */
void wpp_sequitur_parse (struct wpp_sequitur *s, uint32_t keep);

/* Append all that S still holds back.  */
void wpp_sequitur_flush (struct wpp_sequitur *s);

/* Free what is not needed to freeze S, which holds nothing back; it can only be frozen then.  */
void wpp_sequitur_strip (struct wpp_sequitur *s);

/* A copy of S with nothing held back, or null.  Its alphabet is empty: S's will do.  */
struct wpp_sequitur *wpp_sequitur_flushed_copy (const struct wpp_sequitur *s);

/* S, which holds nothing back, over ALPHABET, as a grammar that is not finished, or null.  */
struct wpp_grammar *wpp_sequitur_freeze (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet,
                                         int *err);

/* A walk (walk.h) through S, which holds nothing back and must not change, over ALPHABET; or null.  */
struct wpp_walk;
struct wpp_walk *wpp_sequitur_walk (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet);
void wpp_sequitur_walk_free (struct wpp_walk *w);

#endif /* WPP_SEQUITUR_IMPL_H */
