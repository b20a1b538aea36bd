/* A grammar whose only sentence is a thread's event sequence: the whole program path as a DAG (J. R. Larus, Whole
   Program Paths, PLDI 1999, section 3.3).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Symbols are 32-bit: a terminal is an index into `terminals', which maps it
   to an event word; a nonterminal is WPP_RULE | rule index.  Rule 0 is S.
   Every occurrence has an exponent (run length) of at least 1.

   Invariant after wpp_grammar_finish: acyclic, every rule other than S used,
   every right-hand side but S's nonempty.  The sentence may be longer than 64 bits can
   count: lengths and frequencies saturate (saturate.h).  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_GRAMMAR_H
#define WPP_ANALYSIS_GRAMMAR_RULES_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WPP_RULE 0x80000000u
#define WPP_IS_RULE(s) (((s) & WPP_RULE) != 0)
#define WPP_RULE_INDEX(s) ((s) & ~WPP_RULE)

struct wpp_grammar
{
  uint32_t n_terminals;
  uint32_t *terminals;   /* [n_terminals] event words, distinct, in order of first occurrence */
  uint32_t n_rules;      /* at least 1 */
  uint64_t *start;       /* [n_rules + 1] rule r's right-hand side is symbols[start[r] .. start[r+1]) */
  uint32_t *symbols;
  uint32_t *exponents;   /* parallel to symbols, or null when all are 1 */

  /* Derived by wpp_grammar_finish.  */
  uint32_t *order;       /* [n_rules] every rule after all rules it uses; S last */
  uint64_t *length;      /* [n_rules] terminals in the expansion; saturates */
  uint64_t *frequency;   /* [n_rules] occurrences of the rule in the derivation of S; saturates */
};

static inline uint32_t
wpp_grammar_exponent (const struct wpp_grammar *g, uint64_t i)
{
  return g->exponents ? g->exponents[i] : 1;
}

/* The terminals in the expansion of the Ith symbol of G with its exponent; saturates.  */
uint64_t wpp_grammar_symbol_length (const struct wpp_grammar *g, uint64_t i);

/* Check G's arrays and compute the derived ones.  Return 0, WPP_E_NOMEM or
   WPP_E_CORRUPT (index out of range, cycle, unused or empty rule, exponent 0, duplicate
   terminal).  Without recursion, O(size).  */
int wpp_grammar_finish (struct wpp_grammar *g);

/* The same, in one pass, for a grammar G in which each rule has a smaller number than the rules it uses.  Lengths and
   frequencies stay null.  (In a cycle some rule uses one with a smaller number, so cycles are found.)  The symbols of S
   must be valid, and USED [n_rules] must mark the rules other than S among them; this function marks the other rules
   that are used.  */
int wpp_grammar_finish_sorted (struct wpp_grammar *g, bool *used);
void wpp_grammar_free (struct wpp_grammar *g);

/* Call VISIT (DATA, EVENT, COUNT) for each run of equal events, in order, from event FROM (0-based, < UINT64_MAX) on,
   until VISIT returns nonzero.  Return what VISIT returned last, or WPP_E_NOMEM; 0 if there was no event.  COUNT
   saturates.  Not recursive; memory O(rules).  Skipping to FROM takes O(size of G), a run O(depth · rule length)
   whatever COUNT is.  */
int wpp_grammar_expand (const struct wpp_grammar *g, uint64_t from,
                        int (*visit) (void *data, uint32_t event, uint64_t count), void *data);

/* The same several times, of one grammar G: what each would find out again is kept, and where FROM rises, skipping goes
   on from where the last one began.  wpp_expansion_new gives null when out of memory.  */
struct wpp_expansion;
struct wpp_expansion *wpp_expansion_new (const struct wpp_grammar *g);
void wpp_expansion_free (struct wpp_expansion *w);
int wpp_expansion_run (struct wpp_expansion *w, uint64_t from,
                       int (*visit) (void *data, uint32_t event, uint64_t count), void *data);

/* Set COUNTS [n_terminals] to the number of occurrences of each terminal; they saturate.  O(size).  */
void wpp_grammar_terminal_counts (const struct wpp_grammar *g, uint64_t *counts);

/* Make a finished grammar of the sentences of PARTS [N] one after the other: its S derives the S of each part in
   turn.  PARTS are not changed.  */
struct wpp_grammar *wpp_grammar_concatenate (struct wpp_grammar *const *parts, size_t n, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_GRAMMAR_H */
