/* How often which event comes directly after which (subpaths of two paths), and when that is so for the first time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_PAIRS_H
#define WPP_ANALYSIS_GRAMMAR_RULES_PAIRS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

/* Call VISIT (DATA, FIRST, SECOND, COUNT) for events that follow each other in the sentences of SEGMENTS [N], one after
   the other: COUNT times, which saturates (saturate.h).  The same pair may come several times; all counts together are
   exact.  Return 0, WPP_E_NOMEM, or what VISIT returned other than 0, which ends the visits.  O(symbols).  */
int wpp_pairs_visit (struct wpp_grammar *const *segments, size_t n,
                     int (*visit) (void *data, uint32_t first, uint32_t second, uint64_t count), void *data);

struct wpp_firsts_user
{
  void *data;
  /* EVENT is number TIME, from 0, of the sentences; it may have been told before, with another time.  */
  int (*event) (void *data, uint32_t event, uint64_t time);
  /* SECOND is number TIME, and comes directly after FIRST; likewise.  May be null.  */
  int (*pair) (void *data, uint32_t first, uint32_t second, uint64_t time);
};

/* Tell USER of the sentences of SEGMENTS [N], one after the other: the least time that is told of an event or pair
   is that of its first occurrence; all that occur are told.  Times saturate.  Return 0, WPP_E_NOMEM, or what USER
   returned other than 0, which ends it.  O(symbols), whatever they derive.  */
int wpp_firsts_visit (struct wpp_grammar *const *segments, size_t n, const struct wpp_firsts_user *user);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_PAIRS_H */
