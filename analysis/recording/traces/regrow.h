/* Grammars of runs of events, and from traces and calls back to the grammar of a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_REGROW_H
#define WPP_ANALYSIS_RECORDING_TRACES_REGROW_H

#include "recording/traces/traces.h"

/* Events in order, which become a grammar.  A run of equal events takes as long as one event.  */
struct wpp_growth;

/* It takes about MOST_MEMORY bytes at most.  Null when out of memory.  */
struct wpp_growth *wpp_growth_new (size_t most_memory);
void wpp_growth_free (struct wpp_growth *w);
/* Append EVENT, COUNT times.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG; after an error W takes no more.  */
int wpp_growth_put (struct wpp_growth *w, uint32_t event, uint64_t count);
/* The grammar, finished, of all of them.  W takes no more.  Null and *ERR: the same errors.  */
struct wpp_grammar *wpp_growth_grammar (struct wpp_growth *w, int *err);

/* The grammar, finished, of the events of the thread of CALLS.  Null and *ERR: as of wpp_traces_expand, or WPP_E_TOOBIG
   when it takes more than MOST_MEMORY bytes, about, to make it.  Time in proportion to the runs (wpp_traces_measure);
   time of a grammar of events that arrive one by one (grammar/sequitur/phrases.h).  */
struct wpp_grammar *wpp_traces_grammar (const struct wpp_traces *t, const struct wpp_calls *calls, size_t most_memory,
                                        int *err);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_REGROW_H */
