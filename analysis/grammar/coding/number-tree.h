/* Coding numbers below N, where N grows, by their frequencies.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A number is coded as hexadecimal digits, from the highest on.  Each digit has choices that depend on the
   digits above it: level [i], at number >> 4(i + 1), for digit i.  A new number, and a new digit, begins
   with a fixed frequency.

   Numbers stand for rules.  Most rules of a grammar are used twice: once where they are defined and
   once more.  So at the first use of a number the frequency of its last digit falls instead of
   growing.  The lowest bit of that frequency says that the number has not been used yet.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_NUMBER_TREE_H
#define WPP_ANALYSIS_GRAMMAR_CODING_NUMBER_TREE_H

#include "base/fetch.h"
#include "grammar/coding/choice.h"

#define WPP_DIGITS 8

struct wpp_tree                    /* all 0: no numbers */
{
  uint32_t n;
  unsigned n_levels;
  struct wpp_choices *level[WPP_DIGITS];
};

/* Add the number T->n to T.  Return 0 or WPP_E_NOMEM.  */
int wpp_tree_add (struct wpp_tree *t);
void wpp_tree_release (struct wpp_tree *t);

/* Code a number of T, which must have some.  It is NUMBER when encoding.  Call the first function, which returns all
   digits except the last; then call the second with these as HIGH, which returns the number.  */
uint32_t wpp_tree_code_high (struct wpp_tree *t, struct wpp_coder *c, uint32_t number);
uint32_t wpp_tree_code_last (struct wpp_tree *t, struct wpp_coder *c, uint32_t number,
                             uint32_t high);

/* Prefetch what coding NUMBER needs, except what is in the cache anyway.  */
static inline void
wpp_tree_prefetch (const struct wpp_tree *t, uint32_t number)
{
  wpp_fetch (&t->level[0][number >> 4]);
  if (t->n_levels > 2)
    wpp_fetch (&t->level[1][number >> 8]);
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_NUMBER_TREE_H */
