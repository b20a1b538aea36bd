/* Facts and transitions from GIMPLE: the part that is common to all problems.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The statements of a node make its transition.  A PHI has its effect on the edge of its argument, after the effect of
   the taken branch.  At a landing node, it is not known which edge was taken, so a PHI is an assignment of an unknown
   value on entry.  */

#include "plugin/problems/facts.h"
#include "tree-ssa-alias.h"

/* Copy FROM to malloc'ed memory.  */

template <typename T>
static T *
copied (const vec<T> &from)
{
  T *to = XNEWVEC (T, from.length () + 1);
  for (unsigned i = 0; i < from.length (); i++)
    to[i] = from[i];
  return to;
}

wpp_facts
wpp_found_facts::take ()
{
  wpp_facts all = {};
  all.backward = backward;
  all.must = must;
  all.n_facts = facts.length ();
  all.n_nodes = nodes.length ();
  all.n_edges = edges.length ();
  all.n_boundary = boundary.length ();
  all.n_sites = sites.length ();
  all.facts = XNEWVEC (wpp_fact, all.n_facts + 1);
  for (unsigned f = 0; f < all.n_facts; f++)
    all.facts[f] = *facts[f];
  all.node = copied (nodes);
  all.enter = copied (enter);
  all.edge = copied (edges);
  all.boundary = copied (boundary);
  all.sites = copied (sites);
  return all;
}

bool
wpp_user_variable_p (tree var)
{
  return var && (VAR_P (var) || TREE_CODE (var) == PARM_DECL) && DECL_NAME (var)
         && !DECL_ARTIFICIAL (var) && !DECL_IGNORED_P (var);
}

tree
wpp_variable_of (tree t)
{
  tree var = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : NULL_TREE;
  return wpp_user_variable_p (var) ? var : NULL_TREE;
}

tree
wpp_referenced_variable (tree ref)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = TREE_OPERAND (TREE_OPERAND (base, 0), 0);
  return base && wpp_user_variable_p (base) ? base : NULL_TREE;
}

int
wpp_line (gimple *stmt)
{
  return gimple_has_location (stmt) ? gimple_lineno (stmt) : 0;
}

/* ---- Effects.  */

uint32_t
wpp_effect::source (unsigned fact)
{
  uint32_t *s = sources.get (fact);
  return s ? *s : fact;
}

void
wpp_effect::set (unsigned fact, uint32_t from)
{
  uint32_t s = from == WPP_FROM_LAMBDA || from == WPP_FROM_NONE ? from : source (from);
  if (parallel)
    waiting.safe_push ({ fact, s });
  else
    sources.put (fact, s);
}

void
wpp_effect::begin_parallel ()
{
  parallel = true;
}

void
wpp_effect::end_parallel (bool kills)
{
  parallel = false;
  for (bool last : { false, true })
    for (const wpp_change &c : waiting)
      if ((c.source == WPP_FROM_NONE) == (kills == last))
        sources.put (c.fact, c.source);
  waiting.truncate (0);
}

static int
compare_changes (const void *a, const void *b)
{
  uint32_t x = ((const wpp_change *) a)->fact, y = ((const wpp_change *) b)->fact;
  return x < y ? -1 : x > y;
}

wpp_transition
wpp_effect::take ()
{
  wpp_transition t = { 0, NULL };
  if (sources.is_empty ())
    return t;
  t.changes = XNEWVEC (wpp_change, sources.elements ());
  for (auto s : sources)
    if (s.second != s.first)
      t.changes[t.n++] = { s.first, s.second };
  qsort (t.changes, t.n, sizeof *t.changes, compare_changes);
  sources.empty ();
  return t;
}

/* ---- Builders.  */

unsigned
wpp_problem_builder::add_fact (const std::string &text, tree var, int line, int block)
{
  wpp_found_fact *f = new wpp_found_fact ();
  f->text = xstrdup (text.c_str ());
  f->line = line;
  f->block = block;
  f->var = var;
  if (var)
    {
      bool known;
      unsigned &copy = copy_of.get_or_insert (var, &known);
      if (!known)
        copy = ++copies.get_or_insert (DECL_SOURCE_LOCATION (var));
      expanded_location x = expand_location (DECL_SOURCE_LOCATION (var));
      f->declared_line = x.line;
      f->declared_column = x.column;
      f->copy = copy;
    }
  f->variable = xstrdup (var ? wpp_variable_name (var).c_str () : "");
  out->facts.safe_push (f);
  return out->facts.length () - 1;
}

void
wpp_problem_builder::add_site (gimple *stmt, const std::string &text, unsigned fact, uint32_t other)
{
  wpp_site s = {};
  s.node = node;
  s.line = wpp_line (stmt);
  s.text = xstrdup (text.c_str ());
  s.source[0] = out->backward ? fact : effect.source (fact);
  s.source[1] = other == WPP_FROM_NONE || out->backward ? other : effect.source (other);
  out->sites.safe_push (s);
}

/* Call VISIT for each statement of NODE, in the order in which states pass through.  */

template <typename F>
void
wpp_problem_builder::each_statement (unsigned n, F visit)
{
  const wpp_node_place *place = &graph->nodes[n];
  if (!place->first)
    return;
  gimple *first = out->backward ? place->last : place->first;
  gimple *last = out->backward ? place->first : place->last;
  for (gimple_stmt_iterator gsi = gsi_for_stmt (first); !gsi_end_p (gsi);
       out->backward ? gsi_prev (&gsi) : gsi_next (&gsi))
    {
      if (!is_gimple_debug (gsi_stmt (gsi)))
        visit (gsi_stmt (gsi));
      if (gsi_stmt (gsi) == last)
        break;
    }
}

/* The first statement of NODE, if control may leave it for ever; else null.  */

gimple *
wpp_problem_builder::left_in (unsigned n)
{
  const wpp_node_place *place = &graph->nodes[n];
  if (!place->first || !(graph->cfg.nodes[n].flags & WPP_NODE_CALL))
    return NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (place->first);
  while (gsi_stmt (gsi) != place->last
         && (is_gimple_debug (gsi_stmt (gsi)) || gimple_code (gsi_stmt (gsi)) == GIMPLE_LABEL
             || gimple_code (gsi_stmt (gsi)) == GIMPLE_PREDICT
             || gimple_code (gsi_stmt (gsi)) == GIMPLE_NOP || gimple_clobber_p (gsi_stmt (gsi))))
    gsi_next (&gsi);
  return gsi_stmt (gsi);
}

/* The edge of GCC's graph of which the abstract edge E is all or the last part; else null.  */

edge
wpp_problem_builder::edge_into (unsigned e)
{
  edge real = graph->edges[e].real;
  unsigned dst = graph->cfg.edges[e].dst;
  if (!real || dst == WPP_NODE_EXIT || graph->nodes[dst].bb != real->dest
      || graph->nodes[dst - 1].bb == real->dest)
    return NULL;
  return real;
}

/* Call VISIT for each PHI of E's destination.  */

template <typename F>
static void
each_phi (edge e, F visit)
{
  for (gphi_iterator gsi = gsi_start_phis (e->dest); !gsi_end_p (gsi); gsi_next (&gsi))
    if (!virtual_operand_p (gimple_phi_result (gsi.phi ())))
      visit (gimple_phi_result (gsi.phi ()), PHI_ARG_DEF_FROM_EDGE (gsi.phi (), e));
}

/* The condition of which E is an outcome, or null.  */

static gcond *
condition_of (edge e)
{
  if (!(e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
    return NULL;
  gimple *last = last_nondebug_stmt (e->src);
  return last ? dyn_cast<gcond *> (last) : NULL;
}

void
wpp_problem_builder::make_edge (unsigned e)
{
  edge real = edge_into (e);
  bool gap = graph->cfg.edges[e].flags & WPP_EDGE_GAP;
  auto phis = [&]
    {
      effect.begin_parallel ();
      each_phi (real, [&] (tree result, tree arg) { phi (real, result, arg); });
      effect.end_parallel (!out->backward);
    };

  node = graph->cfg.edges[e].dst;
  if (!gap && out->backward)
    over_edge (node);
  if (real && !gap)
    {
      gcond *condition = condition_of (real);
      if (out->backward)
        phis ();
      if (condition)
        branch (real, condition);
      if (!out->backward)
        phis ();
    }
  out->edges.safe_push (effect.take ());
}

void
wpp_problem_builder::make_node (unsigned n)
{
  gimple *left = left_in (n);
  basic_block bb = graph->nodes[n].bb;
  wpp_transition entering = { 0, NULL };

  node = n;
  auto arrival = [&]
    {
      if (left)
        arrive (left);
      if (bb && (graph->cfg.nodes[n].flags & WPP_NODE_LANDING) && graph->nodes[n - 1].bb != bb)
        for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi); gsi_next (&gsi))
          if (!virtual_operand_p (gimple_phi_result (gsi.phi ())))
            phi (NULL, gimple_phi_result (gsi.phi ()), NULL_TREE);
      entering = effect.take ();
    };
  arrival ();
  /* Sites also see the effects of entering.  These only generate and kill, so it does no harm if they happen twice.  */
  for (uint32_t i = 0; !out->backward && i < entering.n; i++)
    effect.set (entering.changes[i].fact, entering.changes[i].source);
  each_statement (n, [&] (gimple *stmt)
    {
      if (stmt != left && !out->backward)
        arrive (stmt);
      statement (stmt);
      if (stmt != left && out->backward)
        arrive (stmt);
    });
  out->enter.safe_push (entering);
  out->nodes.safe_push (effect.take ());
}

void
wpp_problem_builder::build ()
{
  for (unsigned n = 0; n < graph->cfg.n_nodes; n++)
    {
      node = n;
      each_statement (n, [&] (gimple *stmt) { find (stmt); });
    }
  for (unsigned e = 0; e < graph->cfg.n_edges; e++)
    if (edge real = edge_into (e))
      {
        each_phi (real, [&] (tree result, tree arg) { find_phi (real, result, arg); });
        if (gcond *condition = condition_of (real))
          find_branch (real, condition);
      }
  found ();
  for (unsigned n = 0; n < graph->cfg.n_nodes; n++)
    make_node (n);
  for (unsigned e = 0; e < graph->cfg.n_edges; e++)
    make_edge (e);
}
