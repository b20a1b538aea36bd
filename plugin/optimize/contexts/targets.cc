/* Whom indirect calls of a function entered, by the calls that led to it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The index tells callees of whole functions, and of contexts those of calls that have several over all, if it knows
   all of them (index.h).  A part of a function has exactly its own: a clone those of the calls that lead to it, and
   what is left the rest.  If they are not known in one of the contexts, they are of no part; but a call that always
   entered the same function did so in each of them.  */

#include "plugin/optimize/contexts/contexts.h"

namespace {

/* Is the node AT of F an indirect call?  */

bool
indirect_p (const wpp_known_function *f, uint32_t at)
{
  if (at >= f->graph.nodes.length () || !(f->graph.cfg.nodes[at].flags & WPP_NODE_CALL))
    return false;
  gcall *call = wpp_call_of (f, at);
  return call && !gimple_call_internal_p (call) && !gimple_call_fndecl (call);
}

/* How often did the call of CALLEE enter it in the context C?  *TOLD is set if that is known.  */

uint64_t
times (const wpp_index_context *c, const wpp_index_callee &callee, bool *told)
{
  for (size_t i = 0; i < c->n_callees; i++)
    if (c->callees[i].node == callee.node)
      {
        *told = true;
        if (c->callees[i].callee == callee.callee)
          return c->callees[i].count;
      }
  return 0;
}

/* The executions of F's nodes in each of its contexts.  */

struct context_nodes
{
  const wpp_index_context *context;
  auto_vec<uint64_t> nodes;
};

/* Set ALL to those of F.  Return 0, or an error.  */

int
count_nodes (const wpp_known_function *f, auto_delete_vec<context_nodes> *all)
{
  int err = 0;
  for (size_t i = 0; i < f->contexts.n && !err; i++)
    {
      const wpp_index_context *c = &f->contexts.contexts[i];
      context_nodes *x = new context_nodes { c, {} };
      all->safe_push (x);
      x->nodes.safe_grow_cleared (f->graph.cfg.n_nodes);
      err = wpp_add_paths (&f->graph, *f->executed, c->paths, c->n, x->nodes.address (), NULL);
    }
  return err;
}

/* Is it known in each of the contexts ALL whom the call of F entered that has CALLEES [N] over all?  */

bool
known_p (const wpp_known_function *f, const auto_delete_vec<context_nodes> &all, const wpp_index_callee *callees,
         size_t n)
{
  uint32_t at = callees[0].node;
  if (n == 1)
    return callees[0].count == f->nodes[at];
  for (const context_nodes *x : all)
    {
      bool told = !x->nodes[at];
      times (x->context, callees[0], &told);
      if (!told)
        return false;
    }
  return true;
}

/* What is known of CALLEE, which F enters.  */

wpp_call_target
target_of (wpp_known_functions *all, const wpp_known_function *f, const wpp_index_callee &callee)
{
  cgraph_node *node = wpp_target_of (f->executed->loaded, callee.callee);
  if (!node || node->thunk || node->alias || node->get_availability () < AVAIL_AVAILABLE)
    return { false, false };
  const wpp_known_function *k = all->get (node);
  bool inlinable = k && !DECL_UNINLINABLE (node->decl) && opt_for_fn (f->node->decl, flag_inline_functions)
                   && !opt_for_fn (f->node->decl, optimize_size);
  uint64_t n_statements = 0;
  for (uint32_t i = 0; inlinable && i < k->graph.cfg.n_nodes; i++)
    n_statements += k->graph.cfg.nodes[i].statements;
  return { true, inlinable && wpp_small_p (n_statements, k->cycles ()) };
}

/* Let F know of its call that has CALLEES [N] over all.  */

void
add_call (wpp_known_functions *all, wpp_known_function *f, const wpp_index_callee *callees, size_t n)
{
  f->indirect.safe_push ({ callees[0].node, f->callees.length (), (uint32_t) n, 0 });
  for (size_t i = 0; i < n; i++)
    {
      f->callees.safe_push (callees[i]);
      f->targets.safe_push (callees[i].count);
      f->targets_known.safe_push (target_of (all, f, callees[i]));
    }
}

} // anonymous namespace

double
wpp_known_function::cycles () const
{
  double statements = 0;
  for (unsigned i = 0; i < nodes.length (); i++)
    statements += (double) nodes[i] * graph.cfg.nodes[i].statements;
  return statements / WPP_STATEMENTS_A_CYCLE / MAX (nodes[WPP_NODE_ENTRY], 1);
}

int
wpp_find_targets (wpp_known_functions *all, wpp_known_function *f)
{
  const wpp_match *m = f->executed;
  auto_delete_vec<context_nodes> contexts;
  wpp_index_callee *callees;
  size_t n;
  int err = wpp_index_callees (m->index (), &m->entry, &callees, &n);
  if (!err && n)
    err = count_nodes (f, &contexts);
  for (size_t i = 0, same; i < n && !err; i += same)
    {
      for (same = 1; i + same < n && callees[i + same].node == callees[i].node;)
        same++;
      if (indirect_p (f, callees[i].node) && known_p (f, contexts, callees + i, same))
        add_call (all, f, callees + i, same);
    }
  free (callees);
  return err;
}

void
wpp_count_targets (const wpp_known_function *f, wpp_leading_call *call)
{
  for (const wpp_indirect_call &c : f->indirect)
    for (uint32_t i = c.first; i < c.first + c.n; i++)
      {
        bool told;
        call->targets.safe_push (c.n == 1 ? call->nodes[c.node] : times (call->context, f->callees[i], &told));
      }
}

void
wpp_targets_of_part (const wpp_known_function *f, const vec<uint64_t> &nodes, const vec<uint64_t> &targets,
                     auto_vec<wpp_index_callee> *callees, auto_vec<wpp_guard> *guards)
{
  for (unsigned i = 0; i < targets.length (); i++)
    if (targets[i])
      callees->safe_push ({ f->callees[i].node, f->callees[i].callee, targets[i] });
  for (const wpp_indirect_call &c : f->indirect)
    {
      uint32_t best;
      double gain = wpp_guard_gain (&c, f->targets_known.address (), nodes[c.node], targets.address (), NULL, &best);
      if (best != WPP_NO_TARGET)
        guards->safe_push ({ c.node, wpp_target_of (f->executed->loaded, f->callees[best].callee), targets[best],
                             nodes[c.node], c.n, gain });
    }
}
