/* -fwpp-optimize=contexts, inlining: clones of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_CONTEXTS_CONTEXTS_H
#define WPP_PLUGIN_OPTIMIZE_CONTEXTS_CONTEXTS_H

#include "plugin/profile/feedback.h"

extern "C"
{
#include "decide/models/budget.h"
#include "decide/models/clones.h"
#include "decide/models/guards.h"
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
  auto_vec<uint64_t> targets;           /* [callees of the function that are known] how often they were called */
};

/* What is known of a function of the unit before its body is changed.  */
struct wpp_known_function
{
  cgraph_node *node;
  wpp_function_graph graph;
  uint32_t bytes;                       /* of its code, and its parts' */
  auto_vec<wpp_known_function *> parts; /* those that it alone calls, once, which GCC puts in the place of the call */
  auto_vec<wpp_match> matches;
  const wpp_match *executed;            /* the only one that executed something; or null */
  auto_vec<uint64_t> nodes, edges;      /* executions, if there is that one */
  struct wpp_index_contexts contexts;
  bool searched;                        /* have these, and its calls, been looked for? */
  auto_delete_vec<wpp_leading_call> calls; /* whoever called their callers */
  auto_delete_vec<wpp_leading_call> chains; /* when their callers were called by certain calls */
  auto_vec<wpp_indirect_call> indirect; /* calls of which is known whom they entered in each context */
  auto_vec<wpp_index_callee> callees;   /* these, one call after the other */
  auto_vec<wpp_call_target> targets_known; /* [callees] */
  auto_vec<uint64_t> targets;           /* [callees] how often they were called */

  wpp_known_function (cgraph_node *n) : node (n), bytes (0), executed (NULL), contexts (), searched (false) {}
  ~wpp_known_function () { wpp_index_contexts_release (&contexts); }
  /* That an activation takes on average.  */
  double cycles () const;
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

private:
  wpp_profiles *profiles;
  hash_map<cgraph_node *, wpp_known_function *> all;
  uint64_t hot = 0;

  void read (wpp_known_function *f);
  void find_parts (wpp_known_function *f);
};

/* calls.cc: find F's calls, if not yet done, of those functions that are known to ALL.  Return 0, or an error.  */
int wpp_find_leading_calls (wpp_known_functions *all, wpp_known_function *f);

/* Likewise its chains; to be called once.  */
int wpp_find_chains (wpp_known_functions *all, wpp_known_function *f);

/* An indirect call that is to try one target first.  */
struct wpp_guard
{
  uint32_t node;                        /* of the function's graph */
  cgraph_node *target;
  uint64_t count, of;                   /* how often the part that is meant calls it, and anything */
  unsigned targets;                     /* of the whole function's call */
  double gain;                          /* cycles */
};

/* targets.cc: find whom indirect calls of F entered, whose contexts are known.  Return 0, or an error.  */
int wpp_find_targets (wpp_known_functions *all, wpp_known_function *f);

/* Set CALL's targets, which leads to F and has its nodes.  */
void wpp_count_targets (const wpp_known_function *f, wpp_leading_call *call);

/* Set CALLEES and GUARDS to what is called, and should be tried first, in the part of F that executes NODES and calls
   TARGETS; they are empty.  */
void wpp_targets_of_part (const wpp_known_function *f, const vec<uint64_t> &nodes, const vec<uint64_t> &targets,
                          auto_vec<wpp_index_callee> *callees, auto_vec<wpp_guard> *guards);

/* A guard that is to be made, when nobody asks for the graph of its function any more.  */
struct wpp_pending_guard
{
  cgraph_node *node;
  gcall *call;
  wpp_guard guard;
};

typedef auto_vec<wpp_pending_guard> wpp_pending_guards;

/* guards.cc: let ALL, which are for NODE, cfun's, whose graph is GRAPH, come to PENDING.  */
void wpp_plan_guards (wpp_pending_guards *pending, cgraph_node *node, const wpp_function_graph *graph,
                      const vec<wpp_guard> &all);

/* Make the guards PENDING of indirect calls in clones, and in what is left of their functions.  */
void wpp_make_guards (wpp_pending_guards *pending);

/* The call that is at node AT of F.  */
inline gcall *
wpp_call_of (const wpp_known_function *f, uint32_t at)
{
  return wpp_call_at (&f->graph.nodes[at]);
}

/* clone.cc: new clones of functions, with their graphs.  */
class wpp_cloner
{
public:
  ~wpp_cloner ();
  /* Does GCC make clones of F's function?  */
  bool can_p (const wpp_known_function *f);
  /* A clone of F's function, of which it makes some.  */
  cgraph_node *make (const wpp_known_function *f);

private:
  hash_map<cgraph_node *, cgraph_node *> first; /* not used yet; null if there can be none; the function when used */
};

/* A function, or a clone of it, that may have clones.  */
struct wpp_considered_function
{
  wpp_known_function *known;
  auto_vec<const wpp_leading_call *> calls;
  auto_vec<uint64_t> nodes, edges, targets; /* executions: those of the clone */
  auto_vec<wpp_cloned_call> decided;    /* [calls] */
  wpp_cloned_function plan;

  wpp_considered_function (wpp_known_function *k) : known (k), plan () {}
  ~wpp_considered_function () { free (plan.clones); }
};

/* words.cc: note what was decided on F.  */
void wpp_note_clones (const wpp_considered_function *f);

/* Note that F has a clone for CALLS because it calls one of CALLEE.  */
void wpp_note_between (const wpp_known_function *f, const vec<const wpp_leading_call *> &calls,
                       const wpp_known_function *callee);

#endif /* WPP_PLUGIN_OPTIMIZE_CONTEXTS_CONTEXTS_H */
