/* The state of SEQUITUR(1), shared by the files below.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     nodes   0        1 .. 7   8        9     ...
            +--------+--------+--------+-----+      a right-hand side is a ring through the
            | S's    | parts' | symbol |     |      rule's guard node:
            | guard  | guards |        |     |        guard -> first -> ... -> last -> guard
            +--------+--------+--------+-----+

   Several parsers make parts of S at the same time, which are then concatenated (interleaved.h).  At other times all
   parts except the first one, which is S itself, are empty.

   A nonterminal symbol is WPP_RULE | index of its rule's guard, so a rule needs no
   record of its own: the guard's `exponent' holds the number of its occurrences.

   sequitur.c   the algorithm, one letter at a time
   interleaved.c      the same, at several places at the same time
   window.c     events into letters
   retrace.c    appending one symbol for many letters
   builder.c    the public functions
   freeze.c     the grammar as flat arrays  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_IMPL_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_IMPL_H

#include "grammar/rules/alphabet.h"
#include "grammar/sequitur/digram.h"
#include "grammar/sequitur/sequitur.h"
#include "grammar/sequitur/window.h"

#define START 0u         /* S's guard */
#define MOST_PARTS 8u    /* of S: their guards are the first nodes, S's own included */
#ifndef WPP_PARTS
#define WPP_PARTS MOST_PARTS /* tests lower it */
#endif
#define GUARD UINT32_MAX /* `symbol' of guards and free nodes */

struct node
{
  uint32_t prev, next;
  union
  {
    struct letter letter;
    struct
    {
      uint32_t symbol;
      uint32_t exponent; /* of a guard: occurrences of its rule */
    };
  };
};

struct wpp_sequitur
{
  struct node *nodes;
  uint32_t n_nodes, room; /* nodes [n_nodes .. room) were never used */
  uint32_t free;          /* first free node, linked by `next'; 0 ends */
  uint32_t n_symbols;     /* on all right-hand sides */
  uint32_t n_rules;       /* S included */
  bool exponents, plain;
  int err; /* an error inside a step */
  struct digram_table table;
  uint32_t unentered; /* left node of the digram that was the last one of S until the present
                         step, and is not in the table; or START */
  uint32_t *todo; /* left nodes of digrams to be checked */
  uint32_t n_todo;
  size_t todo_room;
  uint32_t start;   /* guard of the part that is appended to; START except while parsers take turns */
  uint32_t held[MOST_PARTS]; /* nonterminals that parsers rely on, or 0 */
  uint32_t promised; /* nodes that are reserved for parsers; rules must not take them */
  bool interleaved;       /* parsers take turns: what one knows of a digram, another may change */
  bool useless_held; /* one of the held rules was to be inlined */
  bool deferred;  /* the next letter must be the one that was AHEAD of the last one */

  struct window window;
  struct retrace *retrace; /* null: every letter is appended by itself */
};

/* Link Q after P.  */
static inline void
link_nodes (struct wpp_sequitur *s, uint32_t p, uint32_t q)
{
  s->nodes[p].next = q;
  s->nodes[q].prev = p;
}

/* Make room for N more nodes.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_sequitur_reserve (struct wpp_sequitur *s, uint32_t n);

/* find_digram for A and B when one of their exponents is big (digram.h).  */
uint32_t *wpp_sequitur_find_big (const struct wpp_sequitur *s, struct letter a, struct letter b);

/* Append LETTER, for which there must be a node, to S; it is the last one before the window's `parsed'.  If it
   is a nonterminal, its rule counts this occurrence already.  AHEAD is the letter that follows, or null
   for no look-ahead.  */
void wpp_sequitur_put (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead);

/* Climb: reduce the first of LETTERS [N], N > 0, by rules that have one letter more each, as far as there are such
   rules.  Return the symbol, which must be appended now, as its rule counts it; set *TAKEN to the number of letters it
   stands for.  SEQUITUR would go through the same rules, and append each and replace it by the next.  But it would
   also try the digram of the last symbol of S with each of them; here only the first is tried.  */
struct letter wpp_sequitur_climb (struct wpp_sequitur *s, const struct letter *letters, uint32_t n,
                                  uint32_t *taken);

/* Append in several turns (interleaved.h).  Begin appends LETTER and checks the last digram.  Drain checks the digrams
   on the todo list.  Check then checks the last digram once more.  Begin and Check return whether they changed
   anything; if so, Drain and Check have to follow.  */
bool wpp_sequitur_begin (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead);
bool wpp_sequitur_check (struct wpp_sequitur *s, const struct letter *ahead);
void wpp_sequitur_drain (struct wpp_sequitur *s);

/* Append LETTER when it is known that the grammar does not have the digram of the last symbol and LETTER.  */
void wpp_sequitur_add (struct wpp_sequitur *s, struct letter letter);

/* Release SYMBOL, a nonterminal that was held and that RULE begins with.  */
void wpp_sequitur_let_go (struct wpp_sequitur *s, uint32_t symbol, uint32_t rule);

/* Move the symbols of PART to the end of S; PART is empty afterwards.  */
void wpp_sequitur_append_part (struct wpp_sequitur *s, uint32_t part);

/* Turn the part that is appended to, which must not be empty, into the right-hand side of a rule, and make it empty.
   Return the rule's guard.  It counts one occurrence more than there are, so that the rule is never inlined.  The rule
   may be one that existed before, and its right-hand side may be a single symbol.  There must be a node.  */
uint32_t wpp_sequitur_cut (struct wpp_sequitur *s);

/* Does the grammar hold the last symbol of S followed by LETTER?  */
bool wpp_sequitur_continues_p (const struct wpp_sequitur *s, const struct letter *letter);

/* Append everything that S holds back.  */
void wpp_sequitur_flush (struct wpp_sequitur *s);

/* Free everything that is not needed to freeze S, which holds nothing back.  S can only be frozen afterwards.  */
void wpp_sequitur_strip (struct wpp_sequitur *s);

/* A copy of S with nothing held back, or null.  Its alphabet is empty; use S's.  */
struct wpp_sequitur *wpp_sequitur_flushed_copy (const struct wpp_sequitur *s);

/* The grammar of S, which holds nothing back, over ALPHABET; or null.  It is not finished.  */
struct wpp_grammar *wpp_sequitur_freeze (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet,
                                         int *err);

/* The steps (steps.h) through S, which holds nothing back, over ALPHABET; or null.  S can only be frozen
   afterwards.  */
struct wpp_steps;
struct wpp_steps *wpp_sequitur_steps (struct wpp_sequitur *s, const struct wpp_alphabet *alphabet);
void wpp_sequitur_steps_free (struct wpp_steps *w);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_IMPL_H */
