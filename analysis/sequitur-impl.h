/* The state of SEQUITUR(1), shared by sequitur.c and freeze.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     nodes   0        1        2     ...
            +--------+--------+-----+      a right-hand side is a ring through the
            | S's    | symbol |     |      rule's guard node:
            | guard  |        |     |        guard -> first -> ... -> last -> guard
            +--------+--------+-----+

   A nonterminal symbol is WPP_RULE | index of its rule's guard, so a rule needs no
   record of its own: the guard's `exponent' holds the number of its occurrences.  */

#ifndef WPP_SEQUITUR_IMPL_H
#define WPP_SEQUITUR_IMPL_H

#include "alphabet.h"
#include "digram.h"
#include "sequitur.h"

#define START 0u         /* S's guard */
#define GUARD UINT32_MAX /* `symbol' of guards and free nodes */
#define BLOCK 2048u      /* events looked at in one go */

#ifndef EXPONENT_MAX
#define EXPONENT_MAX UINT32_MAX /* tests lower it */
#endif

struct node
{
  uint32_t prev, next;
  uint32_t symbol;
  uint32_t exponent; /* of a guard: occurrences of its rule */
};

struct letter /* a run of equal terminals, not yet appended */
{
  uint32_t symbol;
  uint32_t exponent;
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
  uint64_t n_events;
  struct digram_table table;
  uint32_t unentered; /* left node of the digram that was the last one of S until
                         a moment ago, and is not in the table; or START */
  struct wpp_alphabet alphabet;

  uint32_t *todo; /* left nodes of digrams to be checked */
  uint32_t n_todo, todo_room;

  struct letter run; /* the run that the input ends with; exponent 0: none */
  uint32_t run_event;
  uint32_t n_letters; /* complete runs that are to be appended */
  struct letter letters[BLOCK + 3];
};

/* Append the letters and the run that S still holds back.  */
void wpp_sequitur_flush (struct wpp_sequitur *s);

#endif /* WPP_SEQUITUR_IMPL_H */
