/* From traces and calls back to the grammar of a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_REGROW_H
#define WPP_ANALYSIS_RECORDING_TRACES_REGROW_H

#include "recording/traces/traces.h"

/* The grammar, finished, of the events of the thread of CALLS.  Null and *ERR: as of wpp_traces_expand, or WPP_E_TOOBIG
   when it takes more than MOST_MEMORY bytes, about, to make it.  Time in proportion to the runs (wpp_traces_measure);
   time of a grammar of events that arrive one by one (grammar/sequitur/phrases.h).  */
struct wpp_grammar *wpp_traces_grammar (const struct wpp_traces *t, const struct wpp_calls *calls, size_t most_memory,
                                        int *err);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_REGROW_H */
