/* -fwpp-optimize=contexts, inlining: clones of functions for calls that lead to other paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Which calls lead to other paths than others, exactly, is in the index; which clones are worth it is decided in
   decide/models/clones.h; instances.h knows which part of a function's executions each has.  A clone is made before
   anything is done with the unit's functions where paths are numbered, so its graph is that of its function, and from
   there on it is treated as every function: its matches have the paths that its calls led to (profiles.h), the function
   keeps the others.

   First calls are considered, whoever called their callers; then, in functions and their clones, chains of two calls.
   Before it is settled which of the former are made, it is tried what the latter would gain for the same bytes.  Of a
   function that calls itself, a chain of its call of itself and one from outside is the second level: so recursion is
   peeled where its first levels differ.

   What is to be inlined is such a clone, for one call: its counts stay exact where GCC puts it in its place, and it is
   declared inline, so that GCC's limits are those of functions whose user says that calling takes most of their time.

   Calls by longer chains, indirect ones, those of other units, and functions that other objects may replace, keep what
   they call.  */

#include "plugin/optimize/contexts/instances.h"
#include "plugin/decisions/asked.h"
#include "plugin/optimize/kind.h"
#include "plugin/options/options.h"
#include "plugin/gcc/graph/functions.h"
#include "predict.h"
#include "tree-inline.h"

namespace {

/* A call that is to call another instance of what it calls.  */
struct redirection
{
  cgraph_node *caller;
  uint32_t at;                          /* node of its graph */
  cgraph_node *callee;
};

/* The guards that a function, or a clone, is to have.  */
struct planned_guards
{
  cgraph_node *node;
  auto_vec<wpp_guard> guards;
};

/* What is kept of the unit until bodies are changed.  */
struct decided
{
  auto_vec<redirection> redirections;
  auto_delete_vec<planned_guards> planned;
  wpp_pending_guards pending;
};

/* Do functions of the unit call NODE, whose activations go one way or another?  */

bool
any_call_p (const cgraph_node *node)
{
  return node->callers && wpp_any_way_p (node);
}

const wpp_optimization names[] = {
  { "contexts", false, any_call_p, "which call led to which paths is not known", "leave" },
  { "inlining", false, any_call_p, "which call led to which paths is not known", "leave" },
};

const wpp_optimization *const contexts = &names[0], *const inlining = &names[1];

/* ---- Considering.  */

/* May NODE be cloned?  */

bool
possible_p (cgraph_node *node)
{
  tree decl = node->decl;
  function *fun = DECL_STRUCT_FUNCTION (decl);
  return opt_for_fn (decl, optimize) && !opt_for_fn (decl, optimize_debug) && !opt_for_fn (decl, optimize_size)
         && !fun->calls_setjmp && !fun->has_nonlocal_label && tree_versionable_function_p (decl)
         && !node->calls_comdat_local && !node->comdat_local_p () && !node->offloadable
         && !lookup_attribute ("target_clones", DECL_ATTRIBUTES (decl));
}

/* Is some of F executed often?  GCC's own question is for functions that have their counts.  */

bool
hot_p (const wpp_known_function *f)
{
  gcov_type most = 0;
  for (uint64_t n : f->nodes)
    most = MAX (most, wpp_scaled_count (n));
  return most >= MAX (get_hot_bb_threshold (), 1);
}

/* May what CALL calls, F, be put in its place?  */

bool
inlinable_p (const wpp_known_function *f, const wpp_leading_call *call)
{
  const cgraph_node *caller = call->caller->node, *callee = f->node;
  return wpp_optimize_p (inlining) && caller != callee && !DECL_UNINLINABLE (callee->decl)
         && opt_for_fn (caller->decl, flag_inline_functions) && !opt_for_fn (caller->decl, optimize_size)
         && opt_for_fn (caller->decl, optimize) >= 2;
}

typedef auto_delete_vec<wpp_considered_function> considered_functions;

/* What the unit has.  */
struct unit
{
  wpp_known_functions known;
  wpp_cloner cloner;
  auto_vec<wpp_known_function *> possible; /* that may have clones, and have contexts */

  unit (wpp_profiles *profiles) : known (profiles) {}
};

/* Say that no clones of F are made, because of ERR.  */

void
warn (const wpp_known_function *f, int err)
{
  warning_at (DECL_SOURCE_LOCATION (f->node->decl), 0, "no clones of %qD: %s", f->node->decl,
              wpp_what_is_wrong (err, f->executed).c_str ());
}

/* Consider clones of NODE.  */

void
consider (unit *u, const wpp_profiles *profiles, cgraph_node *node)
{
  bool ignore;
  if (wpp_skip_reason (node, &ignore) || wpp_asked_of_function (node) || !possible_p (node)
      || !profiles->know_contexts_p (node))
    return;
  wpp_known_function *f = u->known.get (node);
  if (!f || !f->executed->entry.contexts.size || !hot_p (f))
    return;
  if (int err = wpp_find_leading_calls (&u->known, f))
    warn (f, err);
  else
    u->possible.safe_push (f);
}

/* Form clones of F for its calls, and add it to ALL if there are any, unless ERR says what is wrong.  SHARE: for
   several calls, too.  */

void
form (wpp_considered_function *f, bool share, int err, considered_functions *all)
{
  f->plan.share = share;
  f->plan.cfg = &f->known->graph.cfg;
  f->plan.bytes = f->known->bytes;
  f->plan.nodes = f->nodes.address ();
  f->plan.edges = f->edges.address ();
  f->plan.targets = f->targets.address ();
  f->plan.n_indirect = f->known->indirect.length ();
  f->plan.n_targets = f->known->callees.length ();
  f->plan.indirect = f->known->indirect.address ();
  f->plan.known = f->known->targets_known.address ();
  f->plan.n_calls = f->calls.length ();
  f->plan.calls = f->decided.address ();
  if (!err)
    err = wpp_form_clones (&f->plan);
  if (err)
    warn (f->known, err);
  if (!err && f->plan.n_clones)
    all->safe_push (f);
  else
    delete f;
}

/* Form clones of F for calls, whoever called their callers.  */

void
form_for_calls (wpp_known_function *f, considered_functions *all)
{
  wpp_considered_function *c = new wpp_considered_function (f);
  c->nodes.safe_splice (f->nodes);
  c->edges.safe_splice (f->edges);
  c->targets.safe_splice (f->targets);
  for (const wpp_leading_call *call : f->calls)
    {
      bool inlinable = inlinable_p (f, call);
      c->calls.safe_push (call);
      c->decided.safe_push ({ call->nodes.address (), call->edges.address (), call->targets.address (), inlinable, 0, 0,
                              WPP_NO_CLONE });
    }
  form (c, wpp_optimize_p (contexts), 0, all);
}

/* Form clones of F for those of its chains whose part instance I, of ALL, has.  */

void
form_for_chains (wpp_instances *all, wpp_known_function *f, const wpp_instance *i, considered_functions *formed)
{
  wpp_considered_function *c = new wpp_considered_function (f);
  c->nodes.safe_grow_cleared (f->graph.cfg.n_nodes);
  c->edges.safe_grow_cleared (f->graph.cfg.n_edges);
  int err = wpp_add_paths (&f->graph, *f->executed, i->paths.address (), i->paths.length (), c->nodes.address (),
                           c->edges.address ());
  c->targets.safe_splice (i->callees);
  for (const wpp_leading_call *call : f->chains)
    if (all->with (f, call) == i && possible_p (call->caller->node))
      {
        uint32_t bytes = call->caller->bytes;
        c->calls.safe_push (call);
        c->decided.safe_push ({ call->nodes.address (), call->edges.address (), call->targets.address (), false,
                                call->caller->executed->number,
                                all->alone_p (call->caller, call->via) ? 0 : bytes, WPP_NO_CLONE });
      }
  form (c, true, err, formed);
}

/* Form clones of U's functions, and of their clones of ALL, for chains of two calls.  */

void
form_for_all_chains (const unit &u, wpp_instances *all, considered_functions *formed)
{
  for (wpp_known_function *f : u.possible)
    {
      auto_vec<const wpp_instance *> instances;
      for (const wpp_leading_call *call : f->chains)
        if (!instances.contains (all->with (f, call)))
          instances.safe_push (all->with (f, call));
      for (const wpp_instance *i : instances)
        form_for_chains (all, f, i, formed);
    }
}

/* ---- Choosing.  */

/* Choose among the clones of FORMED within *BUDGET, which is set to what is left of it.  */

void
choose (const vec<wpp_considered_function *> &formed, wpp_clone_budget *budget)
{
  auto_vec<wpp_cloned_function *> plans;
  for (wpp_considered_function *f : formed)
    {
      for (uint32_t i = 0; i < f->plan.n_clones; i++)
        f->plan.clones[i].chosen = false;
      plans.safe_push (&f->plan);
    }
  wpp_choose_clones (plans.address (), plans.length (), budget);
}

/* Can GCC make the clone of F that CALLS need, and those of their callers?  */

bool
cloneable_p (wpp_cloner *cloner, wpp_known_function *f, const vec<const wpp_leading_call *> &calls)
{
  bool can = cloner->can_p (f);
  for (const wpp_leading_call *call : calls)
    can = can && (!call->via || cloner->can_p (call->caller));
  return can;
}

/* Let ALL have F's clone NUMBER.  */

void
take (wpp_cloner *cloner, wpp_instances *all, const wpp_considered_function *f, uint32_t number)
{
  auto_vec<const wpp_leading_call *> calls;
  for (unsigned c = 0; c < f->calls.length (); c++)
    if (f->decided[c].clone == number)
      calls.safe_push (f->calls[c]);
  if (!cloneable_p (cloner, f->known, calls))
    return;
  if (calls[0]->via)
    all->take_chains (f->known, calls);
  else
    all->take (f->known, calls)->inlined = f->plan.clones[number].inlined;
}

/* Let ALL have the clones chosen of FORMED.  */

void
take_chosen (wpp_cloner *cloner, wpp_instances *all, const considered_functions &formed)
{
  for (const wpp_considered_function *f : formed)
    for (uint32_t i = 0; i < f->plan.n_clones; i++)
      if (f->plan.clones[i].chosen)
        take (cloner, all, f, i);
}

/* Choose among the clones of BY_CALLS within *BUDGET, which is set to what is left of it.  Some of it is left for
   chains of two calls if these gain more for their bytes.  */

void
choose_calls (unit *u, const considered_functions &by_calls, wpp_clone_budget *budget)
{
  wpp_instances all;
  considered_functions by_chains;
  wpp_clone_budget trial = *budget;
  auto_vec<wpp_considered_function *> both;
  choose (by_calls, &trial);
  take_chosen (&u->cloner, &all, by_calls);
  form_for_all_chains (*u, &all, &by_chains);
  trial = *budget;
  both.safe_splice (by_calls);
  both.safe_splice (by_chains);
  choose (both, &trial);
  for (const wpp_considered_function *f : by_calls)
    for (const wpp_clone *c = f->plan.clones; c < f->plan.clones + f->plan.n_clones; c++)
      if (c->chosen)
        *(c->inlined ? &budget->inlined : &budget->shared) -= c->bytes;
}

/* ---- Keeping what was decided until bodies are changed.  */

/* Let NODE be inlined within the limits of functions whose user says so.  */

void
declare_inline (cgraph_node *node)
{
  DECL_DECLARED_INLINE_P (node->decl) = DECL_NO_INLINE_WARNING_P (node->decl) = 1;
}

/* F has a clone: what GCC would have put in the place of its only call, in F, is called by both.  Code that is not
   reachable may have rings of such functions, so none is looked at twice.  */

void
declare_parts_inline (wpp_known_function *f)
{
  while (f->parts.length ())
    {
      wpp_known_function *part = f->parts.pop ();
      declare_inline (part->node);
      declare_parts_inline (part);
    }
}

/* Make the clones of ALL.  */

void
make_clones (wpp_cloner *cloner, const wpp_instances &all)
{
  for (wpp_instance *i : all.all ())
    if (i->clone)
      {
        i->node = cloner->make (i->of);
        if (i->inlined)
          declare_inline (i->node);
        declare_parts_inline (i->of);
      }
}

/* Note what was made of FORMED, and what had to be made besides.  */

void
note (const considered_functions &by_calls, const considered_functions &by_chains, const wpp_instances &all)
{
  for (const wpp_considered_function *f : by_calls)
    wpp_note_clones (f);
  for (const wpp_considered_function *f : by_chains)
    wpp_note_clones (f);
  for (const wpp_instance *i : all.all ())
    {
      auto_vec<const wpp_leading_call *> calls;
      for (const wpp_led *led : i->led)
        calls.safe_push (led->call);
      if (i->sake)
        wpp_note_between (i->of, calls, i->sake);
    }
}

/* Keep what I executes, and which instances it calls, in D and PROFILES for when bodies are changed.  */

void
keep (decided *d, wpp_profiles *profiles, const wpp_instance *i, bool part_p)
{
  if (part_p)
    {
      auto_vec<uint64_t> nodes;
      wpp_clone_part *p = profiles->make_part (i->node, i->of->node);
      planned_guards *g = new planned_guards { i->node, {} };
      d->planned.safe_push (g);
      p->paths.safe_splice (i->paths);
      nodes.safe_grow_cleared (i->of->graph.cfg.n_nodes);
      /* They have been counted before.  */
      if (!wpp_add_paths (&i->of->graph, *i->of->executed, i->paths.address (), i->paths.length (), nodes.address (),
                          NULL))
        wpp_targets_of_part (i->of, nodes, i->callees, &p->callees, &g->guards);
    }
  for (const wpp_instance::target &t : i->targets)
    d->redirections.safe_push ({ i->node, t.at, t.callee->node });
}

/* Keep ALL in D and PROFILES; clones come to NODES after their functions.  */

void
keep_all (decided *d, wpp_profiles *profiles, const wpp_instances &all, auto_vec<cgraph_node *> *nodes)
{
  auto_vec<cgraph_node *> with_clones;
  for (cgraph_node *node : *nodes)
    {
      unsigned before = with_clones.length ();
      with_clones.safe_push (node);
      for (const wpp_instance *i : all.all ())
        if (i->of->node == node && i->clone)
          with_clones.safe_push (i->node);
      for (const wpp_instance *i : all.all ())
        if (i->of->node == node)
          keep (d, profiles, i, with_clones.length () > before + 1);
    }
  nodes->truncate (0);
  nodes->safe_splice (with_clones);
}

/* Make clones of NODES for calls that lead to other paths than others, by PROFILES; they come to NODES after their
   functions.  */

void
begin (void *kept, wpp_profiles *profiles, auto_vec<cgraph_node *> *nodes)
{
  if (wpp_opts.moves)
    return;
  unit u (profiles);
  wpp_instances all;
  considered_functions by_calls, by_chains;
  for (cgraph_node *node : *nodes)
    consider (&u, profiles, node);
  wpp_clone_budget budget = wpp_clone_budget_of (u.known.hot_bytes (), profiles->cycles_of_a_byte ());
  for (wpp_known_function *f : u.possible)
    {
      form_for_calls (f, &by_calls);
      int err = wpp_optimize_p (contexts) ? wpp_find_chains (&u.known, f) : 0;
      if (err)
        warn (f, err);
    }
  choose_calls (&u, by_calls, &budget);
  take_chosen (&u.cloner, &all, by_calls);
  form_for_all_chains (u, &all, &by_chains);
  choose (by_chains, &budget);
  take_chosen (&u.cloner, &all, by_chains);
  make_clones (&u.cloner, all);
  note (by_calls, by_chains, all);
  keep_all ((decided *) kept, profiles, all, nodes);
}

/* Let those calls of NODE, whose graph is GRAPH, that are to call clones call them.  */

void
prepare (void *kept, cgraph_node *node, const wpp_function_graph *graph)
{
  decided *d = (decided *) kept;
  for (const redirection &r : d->redirections)
    {
      gcall *call = r.caller == node ? wpp_call_at (&graph->nodes[r.at]) : NULL;
      if (!call)
        continue;
      if (cgraph_edge *e = node->get_edge (call))
        e->redirect_callee (r.callee);
      gimple_call_set_fndecl (call, r.callee->decl);
      update_stmt (call);
    }
  for (const planned_guards *g : d->planned)
    if (g->node == node)
      wpp_plan_guards (&d->pending, node, graph, g->guards);
}

/* Make the guards, when nothing else is done where paths are numbered.  */

void
carry_out (void *kept)
{
  wpp_make_guards (&((decided *) kept)->pending);
}

void *
start (const char *)
{
  return new decided ();
}

} // anonymous namespace

extern const wpp_kind wpp_kind_contexts = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
  .begin = begin,
  .prepare = prepare,
  .carry_out = carry_out,
};
