/* Calls that lead to a function, and what it executed then.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The index tells of calls by the entry of the caller and the node of its graph at which it was open (index.h).  That
   call need not be one of the function by name: it may be an indirect one, or one of a function that called it in its
   place (in tail position), or that is not recorded.  So it is used only if it calls the function by name, in this
   unit, and was executed as often as the function was entered from there.  Of chains of two calls that holds for both:
   in what the function in the middle executed when the first one called it, the second one was executed as often as the
   function was entered by the chain.  */

#include "plugin/gcc/graph/path-ends.h"
#include "plugin/optimize/contexts/contexts.h"
#include "plugin/optimize/kind.h"
#include "plugin/gcc/graph/functions.h"

wpp_known_functions::~wpp_known_functions ()
{
  for (auto entry : all)
    delete entry.second;
}

/* Bytes of the code that S becomes.  An argument of a call takes an instruction, as calling does.  */

static uint32_t
bytes_of (gimple *s)
{
  uint32_t arguments = is_gimple_call (s) && !gimple_call_internal_p (s) ? gimple_call_num_args (s) : 0;
  return wpp_costs_p (s) ? (1 + arguments) * WPP_STATEMENT_BYTES : 0;
}

/* Those of the statements of PLACE.  */

static uint32_t
bytes_of (const wpp_node_place &place)
{
  uint32_t bytes = 0;
  if (place.first)
    for (gimple_stmt_iterator gsi = gsi_for_stmt (place.first);; gsi_next (&gsi))
      {
        bytes += bytes_of (gsi_stmt (gsi));
        if (gsi_stmt (gsi) == place.last)
          break;
      }
  return bytes;
}

/* Find F's profile: the only one that executed it and knows who called it.  Counts of paths, which are given beside it
   for their values, do not.  */

void
wpp_known_functions::read (wpp_known_function *f)
{
  wpp_file_table files;
  auto_vec<wpp_match> knowing;
  const wpp_match *bad;
  bool ignore, changed;

  if (wpp_skip_reason (f->node, &ignore))
    return;
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  wpp_fix_function ();
  wpp_build_graph (&f->graph, &files);
  for (const wpp_node_place &place : f->graph.nodes)
    f->bytes += bytes_of (place);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  pop_cfun ();
  profiles->find (f->node, wpp_cfg_checksum (&f->graph.cfg), &f->matches, &changed);
  for (const wpp_match &m : f->matches)
    if (m.entry.counts.size && !m.index ()->counts)
      {
        f->executed = &m;
        knowing.safe_push (m);
      }
  if (knowing.length () != 1 || wpp_sum_counts (&f->graph, knowing, &f->nodes, &f->edges, &bad))
    f->executed = NULL;
  if (f->executed)
    for (unsigned i = 0; i < f->nodes.length (); i++)
      if (f->nodes[i])
        hot += bytes_of (f->graph.nodes[i]);
}

/* Find the functions that GCC puts in the place of their only call, in F.  */

void
wpp_known_functions::find_parts (wpp_known_function *f)
{
  if (!opt_for_fn (f->node->decl, flag_inline_functions_called_once))
    return;
  for (cgraph_edge *e = f->node->callees; e; e = e->next_callee)
    if (wpp_called_once_p (e->callee) && e->callee->has_gimple_body_p () && !DECL_UNINLINABLE (e->callee->decl))
      if (wpp_known_function *part = get (e->callee))
        {
          f->parts.safe_push (part);
          f->bytes += part->bytes;
        }
}

wpp_known_function *
wpp_known_functions::get (cgraph_node *node)
{
  wpp_known_function **known = all.get (node), *f = known ? *known : NULL;
  if (!f)
    {
      f = new wpp_known_function (node);
      all.put (node, f);
      read (f);
      if (f->executed)
        find_parts (f);
    }
  return f->executed ? f : NULL;
}

/* Does CALL, which may be null, call NODE by name, and nothing that another unit or an object may have put in its
   place?  */

static bool
calls_p (gcall *call, cgraph_node *node)
{
  tree decl = call ? gimple_call_fndecl (call) : NULL_TREE;
  cgraph_node *callee = decl ? cgraph_node::get (decl) : NULL;
  if (!callee || callee->thunk)
    return false;
  if (callee->alias)
    {
      enum availability availability;
      callee = callee->ultimate_alias_target (&availability);
      return callee == node && !node->thunk && availability >= AVAIL_AVAILABLE;
    }
  return callee == node && node->get_availability () >= AVAIL_AVAILABLE;
}

/* Is the call of CALLER and node that C begins with one of F by name?  */

static bool
leads_p (const wpp_known_function *caller, const wpp_index_call *c, const wpp_known_function *f)
{
  return caller && caller->executed->loaded == f->executed->loaded && caller->executed->number == c->caller
         && c->node < caller->graph.nodes.length () && caller->graph.cfg.nodes[c->node].flags & WPP_NODE_CALL
         && calls_p (wpp_call_of (caller, c->node), f->node);
}

/* Set CALL's executions, of F.  Return 0, or an error.  */

static int
count (const wpp_known_function *f, wpp_leading_call *call)
{
  const wpp_cfg *cfg = &f->graph.cfg;
  call->nodes.safe_grow_cleared (cfg->n_nodes);
  call->edges.safe_grow_cleared (cfg->n_edges);
  return wpp_add_paths (&f->graph, *f->executed, call->context->paths, call->context->n, call->nodes.address (),
                        call->edges.address ());
}

/* Was F entered by CALL, and each time that was executed?  Is nothing that it led to more than all?  */

static bool
exact_p (const wpp_known_function *f, const wpp_leading_call *call)
{
  const vec<uint64_t> &made = call->via ? call->via->nodes : call->caller->nodes;
  if (call->nodes[WPP_NODE_ENTRY] != made[call->at])
    return false;
  for (unsigned i = 0; i < call->nodes.length (); i++)
    if (call->nodes[i] > f->nodes[i])
      return false;
  return true;
}

/* Append the call of CALLER that CONTEXT ends with, which leads to F if VIA, or anybody if that is null, called CALLER,
   to CALLS, if it is exact.  Return 0, or an error.  */

static int
add_call (const wpp_known_function *f, wpp_known_function *caller, const wpp_index_context *context,
          const wpp_leading_call *via, auto_delete_vec<wpp_leading_call> *calls)
{
  wpp_leading_call *call = new wpp_leading_call { caller, context->chain.calls[0].node, context, via, {}, {}, {} };
  int err = count (f, call);
  if (!err && exact_p (f, call))
    {
      wpp_count_targets (f, call);
      calls->safe_push (call);
    }
  else
    delete call;
  return err;
}

/* Set CALLERS to the functions that call F by name, of those known to ALL.  */

static void
find_callers (wpp_known_functions *all, const wpp_known_function *f, auto_vec<wpp_known_function *> *callers)
{
  hash_set<cgraph_node *> seen;
  for (cgraph_edge *e : f->node->collect_callers ())
    if (!seen.add (e->caller))
      callers->safe_push (all->get (e->caller));
}

int
wpp_find_leading_calls (wpp_known_functions *all, wpp_known_function *f)
{
  if (f->searched)
    return 0;
  f->searched = true;
  int err = wpp_index_contexts (f->executed->index (), &f->executed->entry, &f->contexts);
  auto_vec<wpp_known_function *> callers;
  if (!err && f->contexts.n)
    {
      find_callers (all, f, &callers);
      err = wpp_find_targets (all, f);
    }
  for (size_t i = 0; i < f->contexts.n; i++)
    for (wpp_known_function *caller : callers)
      {
        const wpp_index_context *c = &f->contexts.contexts[i];
        if (!err && c->chain.n == 1 && leads_p (caller, &c->chain.calls[0], f))
          err = add_call (f, caller, c, NULL, &f->calls);
      }
  return err;
}

/* The call of F that the index calls C; or null.  */

static const wpp_leading_call *
find_call (const wpp_known_function *f, const wpp_index_call *c)
{
  for (const wpp_leading_call *call : f->calls)
    if (call->caller->executed->number == c->caller && call->at == c->node)
      return call;
  return NULL;
}

int
wpp_find_chains (wpp_known_functions *all, wpp_known_function *f)
{
  auto_vec<wpp_known_function *> callers;
  int err = wpp_find_leading_calls (all, f);
  find_callers (all, f, &callers);
  for (size_t i = 0; i < f->contexts.n; i++)
    for (wpp_known_function *caller : callers)
      {
        const wpp_index_context *c = &f->contexts.contexts[i];
        if (err || c->chain.n != 2 || !leads_p (caller, &c->chain.calls[0], f))
          continue;
        err = wpp_find_leading_calls (all, caller);
        const wpp_leading_call *via = err ? NULL : find_call (caller, &c->chain.calls[1]);
        if (via)
          err = add_call (f, caller, c, via, &f->chains);
      }
  return err;
}
