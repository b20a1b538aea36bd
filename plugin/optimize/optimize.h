/* What -fwpp-optimize carries out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_OPTIMIZE_H
#define WPP_PLUGIN_OPTIMIZE_OPTIMIZE_H

#include "plugin/gcc/graph/graph.h"

struct wpp_match;
class wpp_profiles;
class wpp_program_tables;

/* A kind of optimisation: a bit of wpp_opts.optimizations by its place in the table.  */
enum wpp_optimization
{
  WPP_OPTIMIZE_COUNTS,          /* counts that live to the end */
  WPP_OPTIMIZE_ORDER,           /* the order of blocks and functions */
  WPP_OPTIMIZE_BRANCHES,        /* jumps or conditional moves, the first one of two tests */
  WPP_OPTIMIZE_LOOPS,           /* what each loop has done with it */
  WPP_OPTIMIZE_REDUNDANCY,      /* loads and computations where they are done least often */
  WPP_OPTIMIZE_PATHS,           /* copies of hot subpaths in which something folds */
  WPP_OPTIMIZE_DISPATCH,        /* copies of ways to a switch or a chain of comparisons, with likely cases first */
  WPP_OPTIMIZE_CONTEXTS,        /* clones of functions for calls that lead to other paths */
  WPP_OPTIMIZE_INLINING,        /* such clones put in the place of calls that lead to short paths */
  WPP_N_OPTIMIZATIONS
};

/* Is KIND to be carried out?  */
bool wpp_optimize_p (wpp_optimization kind);

/* Are FUN's counts those of a profile?  */
bool wpp_counted_p (function *fun);

/* feedback-options.cc: let CHANGE change the options of FUNCTION, and of no other.  */
void wpp_change_options (tree function, void (*change) (gcc_options *options));

/* late-counts.cc: add the passes that mend counts.  */
void wpp_register_late_counts (const char *plugin);

/* order.cc: add the pass that orders blocks, and have functions sorted.  */
void wpp_register_order (const char *plugin);

/* function-order.cc: put functions into sections that the linker sorts by their places.  */
void wpp_sort_functions ();

/* Note what cannot be decided on cfun, NODE's, which has its counts, if MATCHES only count paths.  */
void wpp_note_unknown (const cgraph_node *node, const vec<wpp_match> &matches);

/* plugin/branches: add the passes that decide between jumps and moves.  */
void wpp_register_branches (const char *plugin);

/* Keep the outcomes of the conditions of cfun, whose graph is GRAPH and which has its counts, for these passes.  Return
   0; or an error, and *BAD set to the match that caused it.  */
int wpp_note_branches (const wpp_function_graph *graph, const vec<wpp_match> &matches, const wpp_match **bad);

/* plugin/loops.  */

/* Consider the loops of NODE, whose body is cfun with the counts of the profile, and whose graph is GRAPH.  */
void wpp_consider_loops (cgraph_node *node, const wpp_function_graph *graph, const vec<wpp_match> &matches);

/* The cycles that is hoped for from what is decided on the loop that BB of cfun, NODE's, is in; before loops are
   marked.  */
uint64_t wpp_loop_gain (cgraph_node *node, basic_block bb);

/* Choose among all that the unit's functions have, and mark the loops chosen.  */
void wpp_mark_loops ();

/* Add the passes that do what loops are marked with.  */
void wpp_register_loops (const char *plugin);

/* plugin/redundancy: place the expressions of cfun, which has its counts, and whose edges are executed so often.  */
void wpp_remove_redundancy (const hash_map<edge, gcov_type> &executions);

/* plugin/copies.  */

/* Find what copies of the code of cfun would let fold, or foresee, whose graph is GRAPH and which has the counts of the
   profile.  */
void wpp_consider_copies (cgraph_node *node, wpp_program_tables *tables, const wpp_function_graph *graph,
                          const vec<wpp_match> &matches);

/* Choose among all that the unit's functions have, and make the copies chosen.  */
void wpp_make_copies ();

/* plugin/contexts.  */

/* Make clones of NODES for calls that lead to other paths than others, by PROFILES; they come to NODES behind their
   functions.  */
void wpp_make_clones (wpp_profiles *profiles, auto_vec<cgraph_node *> *nodes);

/* The function that NODE is a clone of; NODE if it is none of these.  */
cgraph_node *wpp_original (cgraph_node *node);

/* Let MATCHES, of NODE's original, have the part of its executions that are NODE's.  Return whether that is a part.  */
bool wpp_take_part (cgraph_node *node, vec<wpp_match> *matches);

/* Let those calls of cfun, NODE's, whose graph is GRAPH, that are to call clones call them.  */
void wpp_call_clones (cgraph_node *node, const wpp_function_graph *graph);

/* Make the guards of indirect calls in clones, and in what is left of their functions, when nothing else is done where
   paths are numbered.  */
void wpp_make_guards ();

#endif /* WPP_PLUGIN_OPTIMIZE_OPTIMIZE_H */
