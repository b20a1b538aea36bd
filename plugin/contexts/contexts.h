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

struct wpp_known_function;

/* A call that leads to a function, and what the function executed then: each time the call was executed, or each time
   when its caller was called by VIA.  */
struct wpp_leading_call
{
  wpp_known_function *caller;
  uint32_t at;                          /* node of the caller's graph */
  const wpp_index_context *context;
  const wpp_leading_call *via;          /* null: whoever called the caller */
  auto_vec<uint64_t> nodes, edges;
};

/* What is known of a function of the unit before its body is changed.  */
struct wpp_known_function
{
  cgraph_node *node;
  wpp_function_graph graph;
  auto_vec<wpp_match> matches;
  const wpp_match *executed;            /* the only one that executed something; or null */
  auto_vec<uint64_t> nodes, edges;      /* executions, if there is that one */
  struct wpp_index_contexts contexts;
  bool searched;                        /* have these, and its calls, been looked for? */
  auto_delete_vec<wpp_leading_call> calls; /* whoever called their callers */

  wpp_known_function (cgraph_node *n) : node (n), executed (NULL), contexts (), searched (false) {}
  ~wpp_known_function () { wpp_index_contexts_release (&contexts); }
};

/* The functions of a unit that were looked at.  */
class wpp_known_functions
{
public:
  wpp_known_functions (wpp_profiles *p) : profiles (p) {}
  ~wpp_known_functions ();
  /* What is known of NODE; null if it has no profile, or several.  */
  wpp_known_function *get (cgraph_node *node);
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

/* calls.cc: find F's calls, if not yet done, of those functions that are known to ALL.  Return 0, or an error.  */
int wpp_find_leading_calls (wpp_known_functions *all, wpp_known_function *f);

/* Append to CHAINS those that lead to F when their callers were called by certain calls.  Likewise.  */
int wpp_find_chains (wpp_known_functions *all, wpp_known_function *f, auto_delete_vec<wpp_leading_call> *chains);

/* The call that is at node AT of F.  */
inline gcall *
wpp_call_of (const wpp_known_function *f, uint32_t at)
{
  return wpp_call_at (&f->graph.nodes[at]);
}

/* clone.cc: a new clone of F's function, with its graph; null if GCC makes none.  */
cgraph_node *wpp_new_clone (const wpp_known_function *f);

/* A function, or a clone of it, that may have clones.  */
struct wpp_considered_function
{
  wpp_known_function *known;
  auto_vec<const wpp_leading_call *> calls;
  auto_vec<uint64_t> nodes, edges;      /* executions: those of the clone */
  auto_vec<wpp_cloned_call> decided;    /* [calls] */
  wpp_cloned_function plan;

  wpp_considered_function (wpp_known_function *k) : known (k), plan () {}
  ~wpp_considered_function () { free (plan.clones); }
};

/* words.cc: note what was decided on F.  */
void wpp_note_clones (const wpp_considered_function *f);

/* Note that F has a clone for CALLS for the sake of CALLEE, which they lead to behind it.  */
void wpp_note_between (const wpp_known_function *f, const vec<const wpp_leading_call *> &calls,
                       const wpp_known_function *callee);

#endif /* WPP_PLUGIN_CONTEXTS_H */
