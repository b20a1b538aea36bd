/* The state of SEQUITUR(1), shared by the files below.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     nodes   0        1 .. 7   8        9     ...
            +--------+--------+--------+-----+      a right-hand side is a ring through the
            | S's    | parts' | symbol |     |      rule's guard node:
            | guard  | guards |        |     |        guard -> first -> ... -> last -> guard
            +--------+--------+--------+-----+

   Several parsers make parts of S at the same time, which are put behind each other then (interleaved.h); otherwise
   all but the first one, which is S itself, are empty.

   A nonterminal symbol is WPP_RULE | index of its rule's guard, so a rule needs no
   record of its own: the guard's `exponent' holds the number of its occurrences.

   sequitur.c   the algorithm, a letter at a time
   interleaved.c      the same at several places at the same time
   window.c     events into letters
   retrace.c    which symbol can be appended next for many letters at once
   builder.c    the public functions
   freeze.c     the grammar as flat arrays  */

#ifndef WPP_SEQUITUR_IMPL_H
#define WPP_SEQUITUR_IMPL_H

#include "grammar/alphabet.h"
#include "sequitur/digram.h"
#include "sequitur/sequitur.h"
#include "sequitur/window.h"

#define START 0u         /* S's guard */
#define MOST_PARTS 8u    /* of S: their guards are the first nodes, S's own one of them */
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
  uint32_t n_symbols;     /* in all right-hand sides */
  uint32_t n_rules;       /* S included */
  bool exponents, plain;
  int err; /* what went wrong inside of a step */
  struct digram_table table;
  uint32_t unentered; /* left node of the digram that was the last one of S until
                         a moment ago, and is not in the table; or START */
  uint32_t *todo; /* left nodes of digrams to be checked */
  uint32_t n_todo;
  size_t todo_room;
  uint32_t start;   /* the guard of the part that is appended to; START but where parsers are (interleaved.h) */
  uint32_t held[MOST_PARTS]; /* nonterminals that parsers rely on, or 0 */
  uint32_t promised; /* nodes that parsers need: rules are made of others */
  bool interleaved;       /* there are: what one knows of a digram another one may change */
  bool useless_held; /* one of those was to be inlined */
  bool deferred;  /* the next letter must be the one that was AHEAD of the last one */

  struct window window;
  struct retrace *retrace; /* null: every letter is appended by itself */
};

/* Q comes behind P.  */
static inline void
link_nodes (struct wpp_sequitur *s, uint32_t p, uint32_t q)
{
  s->nodes[p].next = q;
  s->nodes[q].prev = p;
}

/* Make room for N more nodes.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_sequitur_reserve (struct wpp_sequitur *s, uint32_t n);

/* The place of the digram of A and B, of which exponents are big (digram.h), in its entry, or that of the empty entry
   where it belongs.  */
uint32_t *wpp_sequitur_find_big (const struct wpp_sequitur *s, struct letter a, struct letter b);

/* Append LETTER, for which there must be a node, to S; it is the last one before the window's
   `parsed'.  If it is a nonterminal its rule counts this occurrence already.  AHEAD is the letter
   that follows, or null when it is not to be looked at.  */
void wpp_sequitur_put (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead);

/* The symbol that the first of LETTERS [N], N > 0, are, by rules that have one letter more each, and
   that is to be appended now: its rule counts it.  *TAKEN is how many letters that are.  SEQUITUR goes
   through the same rules, appends each and replaces it by the next; but it would try the last symbol of S
   with each before, of which here only the first is.  */
struct letter wpp_sequitur_climb (struct wpp_sequitur *s, const struct letter *letters, uint32_t n,
                                  uint32_t *taken);

/* Append in several turns (interleaved.h).  Begin: append LETTER and check the last digram; Check it once more, when
   what was pushed has been checked: Drain.  Return whether that changed anything, so that both have to follow.  */
bool wpp_sequitur_begin (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead);
bool wpp_sequitur_check (struct wpp_sequitur *s, const struct letter *ahead);
void wpp_sequitur_drain (struct wpp_sequitur *s);

/* Append LETTER, of which it is known that the grammar does not have the last digram then.  */
void wpp_sequitur_add (struct wpp_sequitur *s, struct letter letter);

/* SYMBOL, a nonterminal that RULE begins with, is not held any more.  */
void wpp_sequitur_let_go (struct wpp_sequitur *s, uint32_t symbol, uint32_t rule);

/* Move the symbols of PART to the end of S; PART is empty afterwards.  */
void wpp_sequitur_append_part (struct wpp_sequitur *s, uint32_t part);

/* The part that is appended to, which is not empty, becomes the right-hand side of a rule, and is empty then.  Return its
   guard, which counts one occurrence that is nowhere to be seen, so that the rule is never inlined.  It may be a rule that
   there was, and its right-hand side a single symbol.  There must be a node.  */
uint32_t wpp_sequitur_cut (struct wpp_sequitur *s);

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

/* A walk (steps.h) through S, which holds nothing back and can only be frozen then, over ALPHABET; or null.  */
struct wpp_steps;
struct wpp_steps *wpp_sequitur_steps (struct wpp_sequitur *s, const struct wpp_alphabet *alphabet);
void wpp_sequitur_steps_free (struct wpp_steps *w);

#endif /* WPP_SEQUITUR_IMPL_H */
