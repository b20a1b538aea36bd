/* A grammar's sentence, a run after the other, for those who go through several sentences at a time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_RUNS_H
#define WPP_ANALYSIS_GRAMMAR_RULES_RUNS_H

#include "grammar/rules/grammar.h"

struct wpp_runs_place      /* in a rule */
{
  uint64_t at, end;        /* the symbol at hand, and the end of its rule */
  uint32_t times;          /* that the symbol comes again */
};

struct wpp_runs
{
  const struct wpp_grammar *g;
  struct wpp_runs_place *places; /* [depth], S first */
  size_t depth, room;
};

/* Begin with S of G, which is finished and stays.  WPP_OK or WPP_E_NOMEM.  */
int wpp_runs_begin (struct wpp_runs *r, const struct wpp_grammar *g);
void wpp_runs_release (struct wpp_runs *r);

/* Set *EVENT and *COUNT to the next run of equal terminals; the one after it may have the same event.  Return whether
   there is one, or WPP_E_NOMEM.  Memory and time O(depth of G).  */
int wpp_runs_next (struct wpp_runs *r, uint32_t *event, uint32_t *count);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_RUNS_H */
