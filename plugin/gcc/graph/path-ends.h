/* Where paths end: which statements and edges end one (analysis/program/paths/cfg.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_PATH_ENDS_H
#define WPP_PLUGIN_GCC_GRAPH_PATH_ENDS_H

#include "plugin/gcc/compat.h"

/* Does the statement end the path that runs into it?  */
bool wpp_ends_path_p (gimple *stmt);

/* By gcov's rule, may control leave the function at STMT and not come back?  gcov's blocks end after such
   statements.  */
bool wpp_may_not_return_p (gimple *stmt);

/* Is STMT a call of a function that GCC has found to be pure?  That may change with the function's definition, but the
   paths of its callers must not.  */
bool wpp_pure_call_p (gimple *stmt);

gimple *wpp_last_real_stmt (basic_block bb);

bool wpp_returns_twice_p (gimple *stmt);

/* Is STMT a call that may return in two processes?  GCC itself recognises only one such function, and only with
   built-ins.  */
bool wpp_forks_p (gimple *stmt);

/* Is BB the block without code that stands for all abnormal transfers of a function?  */
bool wpp_dispatcher_p (basic_block bb);

/* Does control reach E's destination without running code on E?  */
bool wpp_gap_edge_p (edge e);

/* Does BB have an outgoing edge on which no code can be put?  Then the path must end before BB's last statement.  */
bool wpp_leaves_by_gap_p (basic_block bb);

/* The flags of BB's first node, from the edges into BB.  */
unsigned wpp_landing_flags (basic_block bb);

/* Does STMT become code?  Such statements are the cost of a path.  */
bool wpp_costs_p (gimple *stmt);

/* Where the user wrote STMT: what a header's wrapper for a function of the library became (its fortified printf, say:
   functions that are `artificial') is where the wrapper is called.  */
location_t wpp_source_location (gimple *stmt);

/* Could cfun make tail calls at all?  This is conservative where GCC's own later test is costly: a local variable whose
   address is taken may be visible to the callee.  */
bool wpp_may_tail_call_p ();

/* Does the source demand that STMT is a jump, a call in tail position at every level of optimisation (attribute
   musttail)?  */
bool wpp_must_tail_call_p (gimple *stmt);

/* Is CALL in tail position: followed by nothing but copies of its value and its return?  */
bool wpp_tail_call_p (gimple *call);

#endif /* WPP_PLUGIN_GCC_GRAPH_PATH_ENDS_H */
