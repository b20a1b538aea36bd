/* From the grammar of a thread to the traces of activations and the dynamic call graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta (TWPP, section 2) split a whole program path into path traces, one an activation, and a dynamic call
   graph that says which activation called which.  recording/traces/traces.h says what both are here.  They are made
   from the grammar without expanding it.

   A rule of the grammar has a summary of what it does to any stack of activations (activations/machine/machine.h) that
   looks as programs' stacks do when it comes to the rule: its paths go on with what is on top.

     stages   the topmost activation goes on with a piece of trace and ends; then the one below; the last one stays
     frames   activations that begin in the rule and are open at its end, each with its trace so far
     output   the part of the call graph that is made by that, in preorder, up to the first frame; and after each frame

   Where a frame of the output stands there is a hole in it: the trace of an activation is known when that ends.  So a
   frame has output of its own, and when it ends what it was and its output are put after the output of the one below.

   Summaries of parts are put together to those of wholes; what is put together, traces and outputs, are ropes
   (ropes.h).  A rule that depends on more of the stack than that (a path of a function that is not the topmost one's, a
   non-local transfer to below its own frames), or that opens or closes very many activations, has no summary: where it
   occurs its parts are done one by one.  So time is that of the grammar where activations nest as in programs without
   recursion.

   At the end a trace is told to be one that is known by function, length and fingerprint.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BUILD_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BUILD_H

#include "activations/machine/by-rules.h"
#include "grammar/rules/grammar.h"
#include "recording/traces/traces.h"

struct wpp_trace_builder;

/* STEP numbers functions below N_FUNCTIONS.  Null and *ERR when out of memory.  */
struct wpp_trace_builder *wpp_trace_builder_new (uint32_t n_functions, wpp_step_of *step, void *data, int *err);
void wpp_trace_builder_free (struct wpp_trace_builder *b);

/* The thread at hand goes on with the sentence of G.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (2^20 activations open at
   once, 2^30 parts, or more steps that are done one by one than anybody waits for) or what the step function
   returns.  */
int wpp_trace_builder_add (struct wpp_trace_builder *b, const struct wpp_grammar *g);
/* The thread ends, and another may begin.  */
int wpp_trace_builder_end_thread (struct wpp_trace_builder *b);

/* Set *T to the traces of all threads; their grammars are small if FOLD, which takes a third of the time of everything.
   B can only be freed then.  */
int wpp_trace_builder_finish (struct wpp_trace_builder *b, bool fold, struct wpp_traces *t);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BUILD_H */
