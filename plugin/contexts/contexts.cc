/* -fwpp-optimize=contexts, inlining: clones of functions for calls that lead to other paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Which calls lead to other paths than others, exactly, is in the index; which clones are worth it is decided in
   decide/clones.h.  A clone is made before anything is done with the unit's functions where paths are numbered, so its
   graph is that of its function, and from there on it is treated as every function: its matches have the paths that its
   calls led to (profiles.h), the function keeps the others.

   What is to be inlined is such a clone, for one call: its counts stay exact where GCC puts it in its place, and it is
   declared inline, so that GCC's limits are those of functions whose user says that calling takes most of their time.

   Calls by chains of two callers, indirect ones, those of other units, and functions that other objects may replace,
   keep what they call.  */

#include "plugin/contexts/contexts.h"
#include "plugin/use/decisions.h"
#include "plugin/use/optimize.h"
#include "predict.h"
#include "tree-inline.h"

namespace {

/* A function that has clones, or a clone: its part of the executions.  */
struct part
{
  cgraph_node *original;
  auto_vec<wpp_path_times> paths;       /* by rising number */
};

/* A call that is to call a clone.  */
struct redirection
{
  cgraph_node *caller;                  /* an original */
  uint32_t at;                          /* node of its graph */
  cgraph_node *clone;
};

/* Those of the unit.  */
hash_map<cgraph_node *, part *> parts;
auto_vec<redirection> redirections;

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

/* May what CALL calls be put in its place?  */

bool
inlinable_p (const wpp_considered_function *f, const wpp_leading_call *call)
{
  const cgraph_node *caller = call->caller->node, *callee = f->known->node;
  return wpp_optimize_p (WPP_OPTIMIZE_INLINING) && caller != callee && !DECL_UNINLINABLE (callee->decl)
         && opt_for_fn (caller->decl, flag_inline_functions) && !opt_for_fn (caller->decl, optimize_size)
         && opt_for_fn (caller->decl, optimize) >= 2;
}

/* Form clones of F.  */

int
form (wpp_considered_function *f)
{
  for (const wpp_leading_call *c : f->calls)
    f->decided.safe_push ({ c->nodes.address (), c->edges.address (), inlinable_p (f, c), WPP_NO_CLONE });
  f->plan.share = wpp_optimize_p (WPP_OPTIMIZE_CONTEXTS);
  f->plan.cfg = &f->known->graph.cfg;
  f->plan.nodes = f->known->nodes.address ();
  f->plan.edges = f->known->edges.address ();
  f->plan.n_calls = f->calls.length ();
  f->plan.calls = f->decided.address ();
  return wpp_form_clones (&f->plan);
}

/* Consider clones of NODE, and add it to ALL if it may have any.  */

void
consider (const wpp_profiles *profiles, wpp_known_functions *known, cgraph_node *node,
          auto_delete_vec<wpp_considered_function> *all)
{
  bool ignore;
  if (wpp_skip_reason (node, &ignore) || !possible_p (node) || !profiles->know_contexts_p (node))
    return;
  const wpp_known_function *k = known->get (node);
  if (!k || !k->executed->entry.contexts.size || !hot_p (k))
    return;
  wpp_considered_function *f = new wpp_considered_function (k);
  int err = wpp_find_leading_calls (known, f);
  if (!err && !f->calls.is_empty ())
    err = form (f);
  if (err)
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "no clones of %qD: %s", node->decl,
                wpp_what_is_wrong (err, k->executed).c_str ());
  if (!err && f->plan.n_clones)
    all->safe_push (f);
  else
    delete f;
}

/* ---- Words.  */

std::string
tenths (double number)
{
  char text[32];
  snprintf (text, sizeof text, "%.1f", number);
  return text;
}

std::string
share (double part)
{
  return tenths (100 * part) + " %";
}

unsigned
line_at (const wpp_known_function *f, uint32_t node)
{
  gimple *last = f->graph.nodes[node].last;
  return last ? gimple_lineno (last) : 0;
}

std::string
action_of (const wpp_considered_function *f, uint32_t clone)
{
  std::string calls;
  unsigned n = 0;
  for (unsigned i = 0; i < f->calls.length (); i++)
    if (f->decided[i].clone == clone)
      {
        const wpp_leading_call *c = f->calls[i];
        calls += std::string (n++ ? ", " : "") + lang_hooks.decl_printable_name (c->caller->node->decl, 1) + " (line "
                 + std::to_string (gimple_lineno (wpp_call_of (c->caller, c->at))) + ")";
      }
  return (f->plan.clones[clone].inlined ? "inline " : "clone for ") + std::to_string (n)
         + (n == 1 ? " call: " : " calls: ") + calls;
}

/* The line to which F's control goes by edge E of its graph, if it has one.  */

unsigned
line_behind (const wpp_known_function *f, uint32_t e)
{
  for (gimple *s = f->graph.nodes[f->graph.cfg.edges[e].dst].first; s;)
    {
      if (gimple_lineno (s) || s == f->graph.nodes[f->graph.cfg.edges[e].dst].last)
        return gimple_lineno (s);
      gimple_stmt_iterator gsi = gsi_for_stmt (s);
      gsi_next (&gsi);
      s = gsi_stmt (gsi);
    }
  return 0;
}

/* How C goes another way than what is left of F.  */

std::string
difference_of (const wpp_considered_function *f, const wpp_clone *c)
{
  unsigned to = line_behind (f->known, c->way);
  return "from line " + std::to_string (line_at (f->known, c->branch))
         + (to ? " it goes to line " + std::to_string (to) : " it goes one way") + " " + share (c->here)
         + " of the time, elsewhere " + share (c->elsewhere)
         + (c->n_branches > 1 ? "; " + std::to_string (c->n_branches - 1) + " more differ" : "");
}

std::string
reason_of (const wpp_considered_function *f, const wpp_clone *c)
{
  std::string text = "entered " + std::to_string (c->count) + " of " + std::to_string (f->known->nodes[WPP_NODE_ENTRY])
                     + " times; ";
  if (c->inlined)
    text += "takes " + tenths (c->cycles) + " cycles there, " + tenths (c->average) + " on average"
            + (c->n_branches ? "; " : "");
  return c->n_branches ? text + difference_of (f, c) : text;
}

void
note (const wpp_considered_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->known->node->decl));
  for (uint32_t i = 0; i < f->plan.n_clones; i++)
    {
      const wpp_clone *c = &f->plan.clones[i];
      wpp_note_decision ({ c->inlined ? "inlining" : "contexts", action_of (f, i), c->chosen, (gcov_type)c->gain,
                           c->bytes, reason_of (f, c) },
                         0);
    }
  pop_cfun ();
}

/* ---- Making clones.  */

/* Has NODE, a new clone, the graph of F?  GCC has split the edge from its entry.  */

bool
same_graph_p (cgraph_node *node, const wpp_known_function *f)
{
  wpp_function_graph graph;
  wpp_file_table files;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  cleanup_tree_cfg ();
  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  pop_cfun ();
  return wpp_cfg_checksum (&graph.cfg) == wpp_cfg_checksum (&f->graph.cfg);
}

/* A new clone of F's function; null if GCC makes none.  GCC would merge it with its function again, as their code is
   the same.  */

cgraph_node *
make_clone (const wpp_known_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
  cgraph_node *clone = f->node->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "context", NULL_TREE);
  if (!clone)
    return NULL;
  if (!same_graph_p (clone, f))
    {
      clone->remove ();
      return NULL;
    }
  DECL_ATTRIBUTES (clone->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, DECL_ATTRIBUTES (clone->decl));
  DECL_PRESERVE_P (clone->decl) = 0;
  return clone;
}

int
compare_numbers (const void *a, const void *b)
{
  const wpp_path_times *x = (const wpp_path_times *) a, *y = (const wpp_path_times *) b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Add those PATHS [N], which are sorted, to SUM, or take them away from it.  */

void
combine (auto_vec<wpp_path_times> *sum, const wpp_path_times *paths, size_t n, bool away)
{
  if (!away)
    for (size_t i = 0; i < n; i++)
      sum->safe_push (paths[i]);
  sum->qsort (compare_numbers);
  unsigned last = 0;
  size_t k = 0;
  for (unsigned i = 0; i < sum->length (); i++)
    {
      wpp_path_times p = (*sum)[i];
      for (; away && k < n && paths[k].number <= p.number; k++)
        if (paths[k].number == p.number)
          p.count -= MIN (p.count, paths[k].count);
      if (!away && last && (*sum)[last - 1].number == p.number)
        (*sum)[last - 1].count += p.count;
      else if (p.count)
        (*sum)[last++] = p;
    }
  sum->truncate (last);
}

/* The part of F's function, at first all that it executed.  */

part *
whole (const wpp_known_function *f)
{
  wpp_path_times *counts;
  size_t n;
  if (wpp_index_counts (f->executed->index (), &f->executed->entry, &counts, &n))
    return NULL;
  part *p = new part { f->node, {} };
  combine (&p->paths, counts, n, false);
  free (counts);
  return p;
}

/* Make clone number I of F's function, which keeps REST, and add it to CLONES.  */

void
make (const wpp_considered_function *f, uint32_t i, part *rest, auto_vec<cgraph_node *> *clones)
{
  cgraph_node *clone = make_clone (f->known);
  if (!clone)
    return;
  if (f->plan.clones[i].inlined)
    DECL_DECLARED_INLINE_P (clone->decl) = DECL_NO_INLINE_WARNING_P (clone->decl) = 1;
  part *p = new part { f->known->node, {} };
  for (unsigned c = 0; c < f->calls.length (); c++)
    if (f->decided[c].clone == i)
      {
        const wpp_leading_call *call = f->calls[c];
        combine (&p->paths, call->context->paths, call->context->n, false);
        combine (&rest->paths, call->context->paths, call->context->n, true);
        redirections.safe_push ({ call->caller->node, call->at, clone });
      }
  parts.put (clone, p);
  clones->safe_push (clone);
}

/* Make those clones of F's function that are chosen.  */

void
make_chosen (const wpp_considered_function *f, auto_vec<cgraph_node *> *clones)
{
  part *rest = whole (f->known);
  for (uint32_t i = 0; i < f->plan.n_clones && rest; i++)
    if (f->plan.clones[i].chosen)
      make (f, i, rest, clones);
  if (clones->is_empty ())
    delete rest;
  else
    parts.put (f->known->node, rest);
}

/* Make the chosen clones of ALL; they come to NODES behind their functions.  */

void
make_all (const vec<wpp_considered_function *> &all, auto_vec<cgraph_node *> *nodes)
{
  auto_vec<cgraph_node *> with_clones;
  unsigned at = 0;
  for (cgraph_node *node : *nodes)
    {
      auto_vec<cgraph_node *> clones;
      with_clones.safe_push (node);
      if (at < all.length () && all[at]->known->node == node)
        make_chosen (all[at++], &clones);
      with_clones.safe_splice (clones);
    }
  nodes->truncate (0);
  nodes->safe_splice (with_clones);
}

} // anonymous namespace

void
wpp_make_clones (wpp_profiles *profiles, auto_vec<cgraph_node *> *nodes)
{
  if ((!wpp_optimize_p (WPP_OPTIMIZE_CONTEXTS) && !wpp_optimize_p (WPP_OPTIMIZE_INLINING)) || wpp_opts.moves)
    return;
  wpp_known_functions known (profiles);
  auto_delete_vec<wpp_considered_function> all;
  auto_vec<wpp_cloned_function *> plans;
  for (cgraph_node *node : *nodes)
    consider (profiles, &known, node, &all);
  for (wpp_considered_function *f : all)
    plans.safe_push (&f->plan);
  wpp_choose_clones (plans.address (), plans.length (), wpp_clone_budget_of (known.hot_bytes (), known.cycles ()));
  for (const wpp_considered_function *f : all)
    note (f);
  make_all (all, nodes);
}

cgraph_node *
wpp_original (cgraph_node *node)
{
  part **p = parts.get (node);
  return p ? (*p)->original : node;
}

bool
wpp_take_part (cgraph_node *node, vec<wpp_match> *matches)
{
  part **p = parts.get (node);
  if (!p)
    return false;
  for (wpp_match &m : *matches)
    if (m.entry.counts.size)
      m.part = &(*p)->paths;
  return true;
}

void
wpp_call_clones (cgraph_node *node, const wpp_function_graph *graph)
{
  cgraph_node *original = wpp_original (node);
  for (const redirection &r : redirections)
    {
      gcall *call = r.caller == original ? wpp_call_at (&graph->nodes[r.at]) : NULL;
      if (!call)
        continue;
      if (cgraph_edge *e = node->get_edge (call))
        e->redirect_callee (r.clone);
      gimple_call_set_fndecl (call, r.clone->decl);
      update_stmt (call);
    }
}
