/* How often there was which value: a distribution.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_TALLY_H
#define WPP_ANALYSIS_ANSWERS_TALLY_H

#include "base/hash-table.h"

struct wpp_tallied
{
  uint64_t word, count;
};

/* All 0 at first; MOST is set by the caller.  */
struct wpp_tally
{
  uint64_t n;                   /* words told */
  size_t most;                  /* different words that are kept */
  bool full;                    /* there were more: their counts are not known */
  struct wpp_tallied *items;    /* [distinct] */
  size_t distinct, room;
  struct wpp_hash_table table;
};

/* Add WORD.  0 or WPP_E_NOMEM.  */
int wpp_tally_add (struct wpp_tally *t, uint64_t word);
/* Sort T's items: greatest counts first, then by words.  Nothing can be added any more.  */
void wpp_tally_sort (struct wpp_tally *t);
void wpp_tally_release (struct wpp_tally *t);

/* `3', or `>=65536' if T is full, in BUFFER.  */
#define WPP_TALLY_TEXT 24
const char *wpp_tally_distinct (const struct wpp_tally *t, char buffer[WPP_TALLY_TEXT]);

#endif /* WPP_ANALYSIS_ANSWERS_TALLY_H */
