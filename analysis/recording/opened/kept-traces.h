/* Traces that are kept beside a recording's file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Splitting a large recording into traces takes ten times as long as decoding them.  So whoever has split all of it
   keeps them as FILE.trc (base/kept-file.h), for the next question:

     contents := check, u64 size, traces, for each thread: u64 size, calls (recording/traces/coded.h)

   The hash is that of the file: it says which notes its events have, so it also tells what they mean, if all notes are
   there.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_KEPT_TRACES_H
#define WPP_ANALYSIS_RECORDING_OPENED_KEPT_TRACES_H

#include "base/kept-file.h"
#include "recording/opened/recording.h"

/* Is what is made of R, whose events CODE explains, kept?  It is if R is one file whose grammars take a noticeable
   time, and was read as BY_STACKS says: its threads' stacks one after the other, or not.  Complete *K, in which SUFFIX,
   MAGIC and VERSION are set.  */
bool wpp_recording_kept (const struct wpp_recording *r, const struct wpp_code *code, bool by_stacks,
                         struct wpp_kept *k);

/* Are traces of R, of which activations were read, and whose events CODE explains, kept?  Set *K to what they are kept
   for.  */
bool wpp_kept_traces_p (const struct wpp_recording *r, const struct wpp_code *code, struct wpp_kept *k);

/* Set *T to the traces of P that are kept for K.  Return false, with *T empty, when there are none that can be used. */
bool wpp_kept_traces_find (const struct wpp_kept *k, const struct wpp_profile *p, struct wpp_traces *t);

/* Keep T for K, if that is possible.  */
void wpp_kept_traces_put (const struct wpp_kept *k, const struct wpp_traces *t);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_KEPT_TRACES_H */
