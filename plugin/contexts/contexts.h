/* -fwpp-optimize=contexts, inlining: clones of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_CONTEXTS_H
#define WPP_PLUGIN_CONTEXTS_H

#include "plugin/use/feedback.h"

extern "C"
{
#include "decide/budget.h"
#include "decide/clones.h"
}

/* What is known of a function of the unit before its body is changed.  */
struct wpp_known_function
{
  cgraph_node *node;
  wpp_function_graph graph;
  auto_vec<wpp_match> matches;
  const wpp_match *executed;            /* the only one that executed something; or null */
  auto_vec<uint64_t> nodes, edges;      /* executions, if there is that one */

  wpp_known_function (cgraph_node *n) : node (n), executed (NULL) {}
};

/* A call that leads to a function, and what it executed then.  */
struct wpp_leading_call
{
  const wpp_known_function *caller;
  uint32_t at;                          /* node of the caller's graph */
  const wpp_index_context *context;
  auto_vec<uint64_t> nodes, edges;
};

/* A function that may have clones.  */
struct wpp_considered_function
{
  const wpp_known_function *known;
  struct wpp_index_contexts contexts;
  auto_delete_vec<wpp_leading_call> calls;
  auto_vec<wpp_cloned_call> decided;    /* [calls] */
  wpp_cloned_function plan;

  wpp_considered_function (const wpp_known_function *k) : known (k), contexts (), plan () {}
  ~wpp_considered_function ()
  {
    wpp_index_contexts_release (&contexts);
    free (plan.clones);
  }
};

/* The functions of a unit that were looked at.  */
class wpp_known_functions
{
public:
  wpp_known_functions (wpp_profiles *p) : profiles (p) {}
  ~wpp_known_functions ();
  /* What is known of NODE; null if it has no profile, or several.  */
  const wpp_known_function *get (cgraph_node *node);
  /* Bytes of the code executed of those that were asked for.  */
  uint64_t hot_bytes () const { return hot; }
  /* Cycles that it took.  */
  double cycles () const { return statements / WPP_STATEMENTS_A_CYCLE; }

private:
  wpp_profiles *profiles;
  hash_map<cgraph_node *, wpp_known_function *> all;
  uint64_t hot = 0;
  double statements = 0;                /* executed */

  void read (wpp_known_function *f);
};

/* calls.cc: find the calls of F, and what they led to, of those known to ALL.  Return 0, or an error.  */
int wpp_find_leading_calls (wpp_known_functions *all, wpp_considered_function *f);

/* The call that is at node AT of F.  */
inline gcall *
wpp_call_of (const wpp_known_function *f, uint32_t at)
{
  return wpp_call_at (&f->graph.nodes[at]);
}

#endif /* WPP_PLUGIN_CONTEXTS_H */
