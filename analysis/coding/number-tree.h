/* Coding numbers below N, where N grows, by how often each occurred.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A number is hexadecimal digits, coded from the highest on, each by choices that belong to the
   digits above it: level [i], at number >> 4(i + 1), for digit i.  A number that is new has a
   frequency to begin with, and so has a digit that is.

   Numbers stand for rules.  Most rules of a grammar are used twice: one that has been used since
   it was defined is mostly not used again.  So at the first use of a number the frequency of its
   last digit falls, instead of growing.  The lowest bit of that frequency says that there was
   none.  */

#ifndef WPP_NUMBER_TREE_H
#define WPP_NUMBER_TREE_H

#include "support/fetch.h"
#include "coding/choice.h"

#define WPP_DIGITS 8

struct wpp_tree                    /* all 0: no numbers */
{
  uint32_t n;
  unsigned n_levels;
  struct wpp_choices *level[WPP_DIGITS];
};

/* Let T->n be one more of T's numbers.  Return 0 or WPP_E_NOMEM.  */
int wpp_tree_add (struct wpp_tree *t);
void wpp_tree_release (struct wpp_tree *t);

/* Code a number of T, which has some: NUMBER, when encoding.  The first function returns all of its digits
   but the last one, and is to be followed by the second, which gets these as HIGH and returns the number.  */
uint32_t wpp_tree_code_high (struct wpp_tree *t, struct wpp_coder *c, uint32_t number);
uint32_t wpp_tree_code_last (struct wpp_tree *t, struct wpp_coder *c, uint32_t number,
                             uint32_t high);

/* Fetch what coding NUMBER needs, but for what is at hand anyway.  */
static inline void
wpp_tree_prefetch (const struct wpp_tree *t, uint32_t number)
{
  wpp_fetch (&t->level[0][number >> 4]);
  if (t->n_levels > 2)
    wpp_fetch (&t->level[1][number >> 8]);
}

#endif /* WPP_NUMBER_TREE_H */
