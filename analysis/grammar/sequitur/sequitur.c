/* SEQUITUR(1) with run-length exponents.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   C. G. Nevill-Manning, I. H. Witten: Identifying Hierarchical Structure in
   Sequences, JAIR 7, 1997; J. R. Larus: Whole Program Paths, PLDI 1999, section 3.

   A symbol is appended to S.  Then the digrams that this made are looked up, and a digram
   that is found a second time is replaced, which makes new digrams in turn.  Instead of
   recursion there is a list of digrams to be checked, `todo'.  At any time every digram of
   the grammar

     - is in the table, at its own place,
     - or overlaps an equal one that is (x x x),
     - or is on the todo list, or is the last one of S,

   and a check does no harm if it is done twice, or for a node that is gone.  When the list is
   empty, the last digram of S is checked.  When that changes nothing, the step is over: digram
   uniqueness holds.

   Look-ahead.  Suppose that the last digram `x y' of S is a duplicate that needs a NEW rule,
   and that `y l', with l the letter that is appended next, is the right-hand side of a rule.
   Then `x y' is left as it is: the next step will first replace `y l' and so remove the
   duplicate.  Nothing happens between the two steps.  So a letter is appended only when the next one
   is known: one letter is held back, and with exponents also the run that may still grow.
   wpp_sequitur_grammar appends them to a copy.

   Most last digrams of S are replaced when the next letter comes.  That is why a last digram is
   looked up when it arises, but entered into the table only when it is not the last one any more.

   Rule utility.  A symbol loses occurrences only where two digrams become one rule, and then
   one occurrence is left in that rule, as its first or last symbol.  So only these two symbols are
   checked when that happens.  Where the first one is the nonterminal of a rule that would be
   inlined at once, that rule is extended by the second symbol instead: a long repetition grows
   one rule, letter by letter.

   Exponents.  A letter is a symbol with an exponent, and a digram consists of two
   letters.  Equal neighbours are merged at once, before any digram is looked up, so
   `x x x' is met only where exponents are off or EXPONENT_MAX is reached.  A merged
   node has an exponent of 2 or more, so it may be the only one of its rule.

   Every replacement, merge and inlining makes 2 * symbols - rules smaller by at least 1, and an
   append makes it greater by 2.  So all of it ends, in linear time.

   Longer than 500 lines: everything that a step calls is inlined into it, and all of it keeps the
   invariants above.  */

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/sequitur-find.h"
#include "grammar/sequitur/sequitur-impl.h"

/* ---- nodes  */

/* Are the nodes P and Q equal letters?  */
static inline bool
same_letter_p (const struct wpp_sequitur *s, uint32_t p, uint32_t q)
{
  const struct node *a = &s->nodes[p], *b = &s->nodes[q];
  return a->symbol == b->symbol && a->exponent == b->exponent;
}

/* Are P and the node after it the whole right-hand side of a rule other than S?  */
static inline bool
whole_p (const struct wpp_sequitur *s, uint32_t p)
{
  uint32_t left = s->nodes[p].prev;
  return !start_p (left) && guard_p (s, left) && s->nodes[s->nodes[p].next].next == left;
}

/* Make room for MOST nodes and N more.  */
static int
reserve_room (struct wpp_sequitur *s, uint32_t n, uint64_t most)
{
  uint64_t room = most + n < WPP_RULE - 1 ? most + n : WPP_RULE - 1;
  if (room - s->n_nodes < n)
    return WPP_E_TOOBIG;
  int err = s->retrace ? wpp_retrace_reserve (s->retrace, room) : 0;
  if (err)
    return err;
  struct node *nodes = wpp_huge_grow (s->nodes, s->room * sizeof *nodes, room * sizeof *nodes);
  if (!nodes)
    return WPP_E_NOMEM;
  s->nodes = nodes;
  s->room = room;
  return 0;
}

int
wpp_sequitur_reserve (struct wpp_sequitur *s, uint32_t n)
{
  if (s->room - s->n_nodes >= n)
    return 0;
  int err = reserve_room (s, n, s->room + s->room / 2);
  return err == WPP_E_NOMEM ? reserve_room (s, n, s->room + s->room / 16) : err;
}

/* Take a free node; there must be one.  */
static inline uint32_t
take_node (struct wpp_sequitur *s)
{
  uint32_t p = s->free;
  if (!p)
    return s->n_nodes++;
  s->free = s->nodes[p].next;
  return p;
}

static inline void
give_node (struct wpp_sequitur *s, uint32_t p)
{
  s->nodes[p].symbol = GUARD;
  s->nodes[p].next = s->free;
  s->free = p;
}

/* Remove an occurrence of SYMBOL.  Is it a rule with a single occurrence left?  */
static inline bool
release_symbol (struct wpp_sequitur *s, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) && --s->nodes[WPP_RULE_INDEX (symbol)].exponent == 1;
}

/* ---- digrams  */

uint32_t *
wpp_sequitur_find_big (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  return find_key (s, letters_key (a, b), a, b, true);
}

/* The place that the table is to have for the digram at P: the rule whose right-hand side it is, or P.  */
static inline uint32_t
node_place (const struct wpp_sequitur *s, uint32_t p)
{
  return whole_p (s, p) ? WPP_RULE | s->nodes[p].prev : p;
}

/* Put the digram of P and the node after it on the todo list.  */
static void
push_todo (struct wpp_sequitur *s, uint32_t p)
{
  if (guard_p (s, p))
    return;
  if (WPP_RESERVE (s->todo, s->todo_room, s->n_todo, 1))
    {
      s->err = WPP_E_NOMEM;
      return;
    }
  s->todo[s->n_todo++] = p;
  fetch_digram (s, node_letter (s, p), node_letter (s, s->nodes[p].next));
}

/* Let the table have PLACE for the digram at P, which has not moved.  */
static inline void
set_place (struct wpp_sequitur *s, uint32_t p, uint32_t place)
{
  uint32_t *e = find_at (s, p);
  if (*e)
    *e = place;
}

/* Fill the empty entry E with the digram at P.  When the table is full and cannot grow, the digram is forgotten.
   The grammar is still right then, but not the smallest.  */
static inline void
enter_digram (struct wpp_sequitur *s, uint32_t *e, uint32_t p)
{
  if (s->table.used >= s->table.limit)
    {
      int err = wpp_digram_grow (&s->table);
      if (err)
        {
          s->err = err;
          return;
        }
      e = find_at (s, p);
    }
  struct digram key = letters_key (node_letter (s, p), node_letter (s, s->nodes[p].next));
  digram_set (&s->table, e, key, node_place (s, p));
}

/* The digram at P, which may be a guard or the last node, is about to be removed.  If the table has just this
   occurrence, delete its entry.  In `x x x' the other occurrence then has to be entered.  */
static void
drop_digram (struct wpp_sequitur *s, uint32_t p)
{
  uint32_t q = s->nodes[p].next;
  if (p == s->unentered || guard_p (s, p) || guard_p (s, q) || start_p (s->nodes[q].next))
    return;
  uint32_t *e = find_at (s, p);
  if (!*e || place_node (s, *e) != p)
    return;
  wpp_digram_delete (&s->table, e);
  if (same_letter_p (s, p, q))
    {
      push_todo (s, s->nodes[p].prev);
      push_todo (s, q);
    }
}

/* ---- merging equal neighbours  */

/* Move as much as fits of the exponent of B, the node after A, to A.  */
static void
merge (struct wpp_sequitur *s, uint32_t a, uint32_t b)
{
  struct node *na = &s->nodes[a], *nb = &s->nodes[b];
  drop_digram (s, na->prev);
  drop_digram (s, b);
  uint32_t moved = EXPONENT_MAX - na->exponent;
  if (moved > nb->exponent)
    moved = nb->exponent;
  na->exponent += moved;
  nb->exponent -= moved;
  if (nb->exponent == 0)
    {
      release_symbol (s, nb->symbol);
      link_nodes (s, a, nb->next);
      give_node (s, b);
      s->n_symbols--;
    }
  else
    push_todo (s, b);
  push_todo (s, na->prev);
  push_todo (s, a);
}

/* Merge the run of equal symbols that starts at P.  */
static void
merge_run (struct wpp_sequitur *s, uint32_t p)
{
  for (;;)
    {
      uint32_t q = s->nodes[p].next;
      if (guard_p (s, q) || s->nodes[q].symbol != s->nodes[p].symbol)
        return;
      if (s->nodes[p].exponent == EXPONENT_MAX)
        p = q;
      else
        merge (s, p, q);
    }
}

/* Merge P, whose digrams are not in the table, with equal neighbours.  */
static inline void
merge_around (struct wpp_sequitur *s, uint32_t p)
{
  uint32_t left = s->nodes[p].prev;
  if (s->exponents)
    merge_run (s, !guard_p (s, left) && s->nodes[left].symbol == s->nodes[p].symbol ? left : p);
}

/* ---- rules  */

/* Make a rule of the digram at P, which is in the table, and put the rule's nonterminal in its place.
   Return the rule, or START when out of memory.  */
static uint32_t
make_rule (struct wpp_sequitur *s, uint32_t p)
{
  int err = wpp_sequitur_reserve (s, 2 + s->promised);
  if (err)
    {
      s->err = err;
      return START;
    }
  uint32_t rule = take_node (s), o = take_node (s);
  struct node *n = s->nodes;
  uint32_t left = n[p].prev, q = n[p].next, right = n[q].next;
  drop_digram (s, left);
  drop_digram (s, q);
  n[rule].symbol = GUARD;
  n[rule].exponent = 1;
  n[o].symbol = WPP_RULE | rule;
  n[o].exponent = 1;
  link_nodes (s, rule, p);
  link_nodes (s, q, rule);
  link_nodes (s, left, o);
  link_nodes (s, o, right);
  set_place (s, p, WPP_RULE | rule);
  if (s->retrace)
    wpp_retrace_new_rule (s, rule);
  s->n_symbols++;
  s->n_rules++;
  push_todo (s, o);
  push_todo (s, left);
  return rule;
}

/* Replace P by the right-hand side of its rule, which occurs nowhere else.  */
static void
inline_rule (struct wpp_sequitur *s, uint32_t p)
{
  struct node *n = s->nodes;
  uint32_t rule = WPP_RULE_INDEX (n[p].symbol);
  uint32_t left = n[p].prev, right = n[p].next, first = n[rule].next, last = n[rule].prev;
  drop_digram (s, left);
  drop_digram (s, p);
  link_nodes (s, left, first);
  link_nodes (s, last, right);
  if (n[first].next == last)
    set_place (s, first, node_place (s, first));
  give_node (s, p);
  give_node (s, rule);
  if (s->retrace)
    wpp_retrace_no_rule (s, rule);
  s->n_symbols--;
  s->n_rules--;
  push_todo (s, last);
  push_todo (s, left);
  if (s->exponents)
    {
      merge_around (s, last);
      merge_around (s, n[left].next);
    }
}

/* Does a parser rely on the rule of SYMBOL?  */
static inline bool
held_p (const struct wpp_sequitur *s, uint32_t symbol)
{
  bool held = false;
  for (uint32_t k = 0; k < WPP_PARTS; k++)
    held |= s->held[k] == symbol;
  return held;
}

/* Is P a nonterminal that is the only occurrence of its rule, without an exponent?  */
static inline bool
useless_p (struct wpp_sequitur *s, uint32_t p)
{
  const struct node *n = &s->nodes[p];
  if (!WPP_IS_RULE (n->symbol) || n->symbol == GUARD || n->exponent > 1
      || s->nodes[WPP_RULE_INDEX (n->symbol)].exponent > 1)
    return false;
  bool held = held_p (s, n->symbol);
  s->useless_held |= held;
  return !held;
}

/* Inline the rules that occur only at an end of RULE.  */
static inline void
inline_ends (struct wpp_sequitur *s, uint32_t rule)
{
  if (useless_p (s, s->nodes[rule].next))
    inline_rule (s, s->nodes[rule].next);
  if (useless_p (s, s->nodes[rule].prev))
    inline_rule (s, s->nodes[rule].prev);
}

/* Replace the digram at P, which is not in the table, by RULE, whose right-hand side it is.  */
static void
replace (struct wpp_sequitur *s, uint32_t p, uint32_t rule)
{
  struct node *n = s->nodes;
  uint32_t q = n[p].next, left = n[p].prev, right = n[q].next;
  drop_digram (s, left);
  drop_digram (s, q);
  n[rule].exponent++;
  bool single = release_symbol (s, n[p].symbol);
  single |= release_symbol (s, n[q].symbol);
  n[p].symbol = WPP_RULE | rule;
  n[p].exponent = 1;
  link_nodes (s, p, right);
  give_node (s, q);
  s->n_symbols--;
  if (!start_p (right))
    {
      push_todo (s, p);
      push_todo (s, left);
    }
  merge_around (s, p);
  if (single)
    inline_ends (s, rule);
}

/* ---- checking  */

/* Are the nonterminals at P and M all the occurrences of their rule?  */
static inline bool
only_two_p (const struct wpp_sequitur *s, uint32_t m, uint32_t p)
{
  const struct node *n = &s->nodes[m];
  return WPP_IS_RULE (n->symbol) && s->nodes[WPP_RULE_INDEX (n->symbol)].exponent == 2
         && n->exponent == 1 && s->nodes[s->nodes[m].next].next != p && !held_p (s, n->symbol);
}

/* The nonterminals at M and at P, the last but one of S, are the only occurrences of their rule, and the same letter
   follows both; E is the entry of that digram at M.  A new rule would make the old one useless, so the letter is added
   to the old rule instead.  */
static void
extend_rule (struct wpp_sequitur *s, uint32_t *e, uint32_t m, uint32_t p)
{
  struct node *n = s->nodes;
  uint32_t rule = WPP_RULE_INDEX (n[m].symbol), last = n[rule].prev, left = n[m].prev;
  uint32_t y = n[m].next, q = n[p].next;
  wpp_digram_delete (&s->table, e);
  drop_digram (s, y);
  drop_digram (s, n[p].prev);
  if (n[n[rule].next].next == last)
    set_place (s, n[rule].next, n[rule].next);
  link_nodes (s, m, n[y].next);
  link_nodes (s, last, y);
  link_nodes (s, y, rule);
  link_nodes (s, p, s->start);
  if (s->retrace)
    wpp_retrace_extended (s, rule);
  bool single = release_symbol (s, n[q].symbol);
  give_node (s, q);
  s->n_symbols--;
  if (!guard_p (s, left) && whole_p (s, left))
    set_place (s, left, node_place (s, left));
  push_todo (s, m);
  push_todo (s, last);
  merge_around (s, y);
  if (single)
    inline_ends (s, rule);
}

/* The equal digrams at P and M overlap.  In a run of four there is one that does not overlap P: let the entry E have
   it, and return it; else return START.  */
static uint32_t
disjoint_twin (struct wpp_sequitur *s, uint32_t *e, uint32_t m, uint32_t p)
{
  const struct node *n = s->nodes;
  uint32_t twin = n[m].next == p ? n[m].prev : n[m].next;
  uint32_t end = n[m].next == p ? twin : n[twin].next;
  if (guard_p (s, end) || !same_letter_p (s, end, m))
    return START;
  return *e = twin;
}

/* Let Y be the last symbol of S in a duplicate `x y'.  Must the new rule wait because `y AHEAD', with the next letter
   AHEAD, is the right-hand side of a rule?  */
static inline bool
defer_p (const struct wpp_sequitur *s, uint32_t y, const struct letter *ahead)
{
  if (!ahead || !start_p (s->nodes[y].next))
    return false;
  return find_rule (s, node_letter (s, y), *ahead);
}

/* The digram at P has another occurrence, in entry E.  If the two do not overlap, replace both by a rule.  AHEAD, if
   not null, is the next letter after S.  Return whether anything changed.  */
static bool
match (struct wpp_sequitur *s, uint32_t *e, uint32_t p, const struct letter *ahead)
{
  if (WPP_IS_RULE (*e))
    {
      replace (s, p, WPP_RULE_INDEX (*e));
      return true;
    }
  uint32_t m = *e;
  if (s->nodes[m].next == p || s->nodes[p].next == m)
    m = disjoint_twin (s, e, m, p);
  if (m == START)
    return false;
  if (whole_p (s, p))
    {
      *e = WPP_RULE | s->nodes[p].prev;
      replace (s, m, s->nodes[p].prev);
      return true;
    }
  if (defer_p (s, s->nodes[p].next, ahead))
    {
      s->deferred = true;
      return false;
    }
  if (start_p (s->nodes[s->nodes[p].next].next) && only_two_p (s, m, p))
    {
      extend_rule (s, e, m, p);
      return true;
    }
  uint32_t rule = make_rule (s, m);
  if (rule != START)
    replace (s, p, rule);
  return rule != START;
}

void
wpp_sequitur_drain (struct wpp_sequitur *s)
{
  while (s->n_todo > 0)
    {
      uint32_t p = s->todo[--s->n_todo], q = s->nodes[p].next;
      if (guard_p (s, p) || guard_p (s, q) || start_p (s->nodes[q].next))
        continue;
      uint32_t *e = find_at (s, p);
      if (!*e)
        enter_digram (s, e, p);
      else if (place_node (s, *e) != p)
        match (s, e, p, NULL);
    }
}

bool
wpp_sequitur_check (struct wpp_sequitur *s, const struct letter *ahead)
{
  uint32_t p = s->nodes[s->nodes[s->start].prev].prev;
  if (p == s->start)
    return false;
  uint32_t *e = find_at (s, p);
  return *e && match (s, e, p, ahead);
}

/* Enter the digram at P, which is not the last one of S any more; or put it on the todo list if there is an equal one
   by now.  */
static inline void
enter_unentered (struct wpp_sequitur *s, uint32_t p)
{
  if (p == s->start)
    return;
  uint32_t *e = find_at (s, p);
  if (!*e)
    enter_digram (s, e, p);
  else if (s->interleaved && place_node (s, *e) != p)
    push_todo (s, p);
}

/* Append a node for LETTER to S.  Return the node that was the last one before.  */
static inline uint32_t
append_node (struct wpp_sequitur *s, struct letter letter)
{
  uint32_t p = take_node (s), last = s->nodes[s->start].prev;
  s->nodes[p].symbol = letter.symbol;
  s->nodes[p].exponent = letter.exponent;
  link_nodes (s, last, p);
  link_nodes (s, p, s->start);
  s->n_symbols++;
  return last;
}

/* Append a node for LETTER to S, and check the digrams that are complete now.  Return whether anything changed.  */
static inline bool
add_node (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead)
{
  uint32_t last = append_node (s, letter);
  s->unentered = s->nodes[last].prev;
  bool changed = wpp_sequitur_check (s, ahead);
  if (!changed && last != s->start)
    enter_unentered (s, s->unentered);
  s->unentered = START;
  return changed;
}

/* Is SYMBOL a nonterminal and the last symbol of S, with an exponent that can grow?  */
static inline bool
repeats_last_p (const struct wpp_sequitur *s, uint32_t symbol)
{
  const struct node *last = &s->nodes[s->nodes[s->start].prev];
  return WPP_IS_RULE (symbol) && last->symbol == symbol && last->exponent < EXPONENT_MAX;
}

/* Add LETTER's exponent to that of the last symbol of S, as far as it fits, and subtract what was added from LETTER's.
   The last digram is not in the table yet.  */
static inline void
repeat_last (struct wpp_sequitur *s, struct letter *letter)
{
  struct node *last = &s->nodes[s->nodes[s->start].prev];
  uint32_t fits = EXPONENT_MAX - last->exponent;
  if (fits > letter->exponent)
    fits = letter->exponent;
  last->exponent += fits;
  letter->exponent -= fits;
  if (letter->exponent == 0)
    release_symbol (s, letter->symbol);
}

/* Prefetch, at the same time, the digram of P, the last node of S, with the node before it, and that of P with
   AHEAD.  Both will be looked up.  */
static inline void
prefetch_around (const struct wpp_sequitur *s, uint32_t p, const struct letter *ahead)
{
  struct letter b = node_letter (s, p);
  fetch_digram (s, node_letter (s, s->nodes[p].prev), b);
  fetch_digram (s, b, *ahead);
}

/* Check digrams until the last one of S is unique.  CHANGED says whether the last check changed S.  NOTE says whether S
   has everything that is before the window's `parsed'.  */
static inline void
make_unique (struct wpp_sequitur *s, const struct letter *ahead, bool changed, bool note)
{
  for (;;)
    {
      if (changed && ahead)
        prefetch_around (s, s->nodes[s->start].prev, ahead);
      if (changed)
        wpp_sequitur_drain (s);
      if (s->retrace && note)
        wpp_retrace_note (s);
      if (!changed)
        return;
      changed = wpp_sequitur_check (s, ahead);
    }
}

void
wpp_sequitur_put (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead)
{
  s->deferred = false;
  while (s->exponents && letter.exponent > 0 && repeats_last_p (s, letter.symbol))
    {
      repeat_last (s, &letter);
      bool done = letter.exponent == 0;
      const struct letter *next = done ? ahead : NULL;
      make_unique (s, next, wpp_sequitur_check (s, next), done);
    }
  if (letter.exponent > 0)
    make_unique (s, ahead, add_node (s, letter, ahead), true);
}

bool
wpp_sequitur_begin (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead)
{
  if (!s->exponents || !repeats_last_p (s, letter.symbol))
    return add_node (s, letter, ahead);
  wpp_sequitur_put (s, letter, ahead);
  return false;
}

void
wpp_sequitur_add (struct wpp_sequitur *s, struct letter letter)
{
  uint32_t last = append_node (s, letter);
  if (last != s->start)
    enter_unentered (s, s->nodes[last].prev);
}

void
wpp_sequitur_let_go (struct wpp_sequitur *s, uint32_t symbol, uint32_t rule)
{
  if (s->nodes[WPP_RULE_INDEX (symbol)].exponent == 1)
    inline_ends (s, WPP_RULE_INDEX (rule));
}

void
wpp_sequitur_append_part (struct wpp_sequitur *s, uint32_t part)
{
  struct node *n = s->nodes;
  uint32_t first = n[part].next, end = n[part].prev, last = n[START].prev;
  if (first == part)
    return;
  link_nodes (s, last, first);
  link_nodes (s, end, START);
  link_nodes (s, part, part);
  push_todo (s, n[last].prev);
  push_todo (s, last);
  if (s->exponents && last != START)
    merge_run (s, last);
  make_unique (s, NULL, true, false);
}

/* Are the last symbol of S and LETTER the right-hand side of a rule?  */
static inline bool
reduced_by_p (const struct wpp_sequitur *s, const struct letter *letter)
{
  const struct node *last = &s->nodes[s->nodes[s->start].prev];
  return last->symbol != GUARD
         && find_rule (s, (struct letter){ last->symbol, last->exponent }, *letter);
}

struct letter
wpp_sequitur_climb (struct wpp_sequitur *s, const struct letter *letters, uint32_t n, uint32_t *taken)
{
  struct letter letter = letters[0];
  *taken = 1;
  if (reduced_by_p (s, &letter))
    return letter;
  for (; *taken < n; ++*taken)
    {
      uint32_t rule = find_rule (s, letter, letters[*taken]);
      if (!rule)
        break;
      letter = (struct letter){ rule, 1 };
    }
  if (WPP_IS_RULE (letter.symbol))
    s->nodes[WPP_RULE_INDEX (letter.symbol)].exponent++;
  return letter;
}

uint32_t
wpp_sequitur_cut (struct wpp_sequitur *s)
{
  struct node *n = s->nodes;
  uint32_t first = n[s->start].next, last = n[s->start].prev;
  link_nodes (s, s->start, s->start);
  if (first == last && WPP_IS_RULE (n[first].symbol) && n[first].exponent == 1)
    {
      uint32_t rule = WPP_RULE_INDEX (n[first].symbol);
      give_node (s, first);
      s->n_symbols--;
      return rule;
    }
  uint32_t rule = take_node (s);
  n[rule].symbol = GUARD;
  n[rule].exponent = 1;
  link_nodes (s, rule, first);
  link_nodes (s, last, rule);
  s->n_rules++;
  if (first != last)
    enter_unentered (s, n[last].prev);
  return rule;
}

bool
wpp_sequitur_continues_p (const struct wpp_sequitur *s, const struct letter *letter)
{
  uint32_t last = s->nodes[s->start].prev;
  return last != s->start && *find_digram (s, node_letter (s, last), *letter);
}
