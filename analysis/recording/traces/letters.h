/* Which letters traces have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_LETTERS_H
#define WPP_ANALYSIS_RECORDING_TRACES_LETTERS_H

#include "recording/traces/traces.h"

struct wpp_letter_search
{
  const struct wpp_function_traces *f;
  uint32_t *rules, *terminals;     /* [n_rules], [n_terminals] the last trace, + 1, that was seen to have it */
  uint32_t *pending;               /* [n_rules] */
  uint32_t *letters;               /* [n] of the latest trace, each once */
  uint32_t n;
};

/* Begin to search F.  0 or WPP_E_NOMEM; to be released in any case.  */
int wpp_letter_search_init (struct wpp_letter_search *s, const struct wpp_function_traces *f);
void wpp_letter_search_release (struct wpp_letter_search *s);

/* Find the letters of trace TRACE.  Each trace once.  Take the symbols that are looked at off *LEFT; WPP_E_TOOBIG when
   that is not enough.  A rule is looked at once, so time is O(size of the grammar) and O(length).  */
int wpp_letter_search_find (struct wpp_letter_search *s, uint32_t trace, uint64_t *left);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_LETTERS_H */
