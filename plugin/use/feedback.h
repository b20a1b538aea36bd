/* GCC's own profile, set from ours.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FEEDBACK_H
#define WPP_FEEDBACK_H

#include "plugin/use/profiles.h"
#include "value-prof.h"

/* feedback-options.cc  */

/* Are counts to be set?  Not with -fno-branch-probabilities.  */
bool wpp_feedback_p ();

/* feedback.cc  */

/* Begin a unit: tell GCC of the runs in PROFILES.  */
void wpp_feedback_unit (wpp_profiles *profiles);

/* Set what GCC keeps of a profile for NODE, whose body is cfun's and whose graph is GRAPH, to the sum over
   MATCHES (at least one).  Return 0, or an error with nothing changed; *BAD is then set to the match that has it, if one has.  */
int wpp_feedback_function (cgraph_node *node, const wpp_function_graph *graph,
                           const vec<wpp_match> &matches, const wpp_match **bad);

/* All functions have got their counts.  */
void wpp_feedback_finish ();

/* feedback-calls.cc  */

/* Give every function of the unit, which PROFILES know, the number that names it as target of indirect calls.  */
void wpp_number_targets (const wpp_profiles *profiles);

/* Attach to each indirect call of cfun, whose graph is GRAPH with NODE_COUNTS, the functions that it
   called.  Return 0 or an error, with none attached, and *BAD set to the match that has it.  */
int wpp_set_targets (const wpp_function_graph *graph, const vec<wpp_match> &matches,
                     const vec<uint64_t> &node_counts, const wpp_match **bad);

/* feedback-labels.cc  */

/* Keep functions whole that some table has differences of labels of.  */
void wpp_keep_labels_together ();

#endif /* WPP_FEEDBACK_H */
