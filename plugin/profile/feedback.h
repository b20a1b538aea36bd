/* GCC's own profile, set from ours.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_PROFILE_FEEDBACK_H
#define WPP_PLUGIN_PROFILE_FEEDBACK_H

#include "plugin/profile/profiles.h"
#include "value-prof.h"

/* feedback-options.cc  */

/* Called from plugin_init: turn on the options of -fprofile-use, except those that the user has
   given explicitly.  Return false after an error, which occurs when the user also wants another profile.  */
bool wpp_feedback_options ();

/* The member of global_options at PLACE, of SIZE bytes, is about to be set; keep its value for
   wpp_feedback_withdraw.  */
void wpp_keep_option (const void *place, size_t size);

/* Set an option, as -fprofile-use does, unless the user has given it explicitly.  */
#define WPP_UNLESS_GIVEN(FLAG, VALUE) \
  do \
    if (!global_options_set.x_##FLAG) \
      { \
        wpp_keep_option (&global_options.x_##FLAG, sizeof global_options.x_##FLAG); \
        global_options.x_##FLAG = VALUE; \
      } \
  while (0)

/* Let CHANGE change the options of FUNCTION, and of no other.  */
void wpp_change_options (tree function, void (*change) (gcc_options *options));

/* Called when GCC has searched for a profile of its own: from now on GCC has a profile, namely ours.  */
void wpp_feedback_begin ();

/* There is no profile of this unit: it is compiled as if -fwpp-use had not been given.  */
void wpp_feedback_withdraw ();
/* Has that been called?  */
bool wpp_feedback_withdrawn_p ();

/* Should counts be set?  They are not with -fno-branch-probabilities.  */
bool wpp_feedback_p ();

/* feedback.cc  */

/* Begin a unit: set GCC's summary of the runs in PROFILES.  */
void wpp_feedback_unit (wpp_profiles *profiles);

/* Set GCC's profile of NODE, whose body is cfun and whose graph is GRAPH, to the sum over MATCHES (at least one).  Set
   EXECUTIONS to those of its edges.  Return 0; or an error, with nothing changed, and *BAD set to the match that caused
   it, if one did.  */
int wpp_feedback_function (cgraph_node *node, const wpp_function_graph *graph, const vec<wpp_match> &matches,
                           hash_map<edge, gcov_type> *executions, const wpp_match **bad);

/* Let NODE stand in GCC's order of first executions at the least one, but 0, of the numbers PLACE of MATCHES; that is
   what the counts do with first_run.  */
void wpp_set_place (cgraph_node *node, const vec<wpp_match> &matches, uint32_t wpp_index_entry::*place);

/* Add to NODES and EDGES, which are empty at first, the executions of GRAPH's nodes and edges by MATCHES.  Return 0; or
   an error, and *BAD set to the match that caused it, if one did.  */
int wpp_sum_counts (const wpp_function_graph *graph, const vec<wpp_match> &matches, auto_vec<uint64_t> *nodes,
                    auto_vec<uint64_t> *edges, const wpp_match **bad);

/* beside.cc: add those of MATCHES, of a function whose graph is GRAPH, to ONCE that say how often something was
   executed: all, but for counts that whole paths make superfluous.  */
void wpp_counted_once (const wpp_function_graph *graph, const vec<wpp_match> &matches, auto_vec<wpp_match> *once);

/* Add to NODES and EDGES those of the paths PATHS [N], of M.  Return 0, or an error.  */
int wpp_add_paths (const wpp_function_graph *graph, const wpp_match &m, const wpp_path_times *paths, size_t n,
                   uint64_t *nodes, uint64_t *edges);

/* COUNT as GCC gets it, and the least count that it gets as SCALED; as a block's count, in a function that was
   executed.  */
gcov_type wpp_scaled_count (uint64_t count);
uint64_t wpp_unscaled_count (gcov_type scaled);
profile_count wpp_block_count (gcov_type scaled);

/* Finish the unit, when all functions have their counts.  */
void wpp_feedback_finish ();

/* feedback-calls.cc  */

/* Give every function of the unit, which is in PROFILES, the number that identifies it as a target of indirect
   calls.  */
void wpp_number_targets (const wpp_profiles *profiles);

/* Attach its callees to each indirect call of cfun, whose graph is GRAPH with NODE_COUNTS.  Return 0; or an error, with
   none attached, and *BAD set to the match that caused it.  */
int wpp_set_targets (const wpp_function_graph *graph, const vec<wpp_match> &matches,
                     const vec<uint64_t> &node_counts, const wpp_match **bad);

/* Attach to the indirect call CALL of cfun, which was executed TOTAL times, the functions that VALUES [N] say by their
   numbers (wpp_target_number), the most frequent ones first; unless it has some.  */
struct wpp_value_count;
void wpp_attach_targets (gimple *call, const wpp_value_count *values, size_t n, uint64_t total);

/* The function of the unit that is the entry CALLEE of LOADED, or null.  */
cgraph_node *wpp_target_of (const wpp_loaded *loaded, uint32_t callee);

/* The call that the node at PLACE begins with, or null.  */
gcall *wpp_call_at (const wpp_node_place *place);

/* feedback-labels.cc  */

/* Keep each function in one section if some table has differences of its labels.  */
void wpp_keep_labels_together ();

#endif /* WPP_PLUGIN_PROFILE_FEEDBACK_H */
