/* PHIs, and what edges say of branches, as data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/body.h"

void
wpp_body_builder::add_phi (gphi *phi, uint32_t node)
{
  phis.safe_push ({ node, value (gimple_phi_result (phi)) });
}

/* The edge of GCC's that the abstract edge E is, or is the last part of; else null.  */

edge
wpp_body_builder::edge_into (uint32_t e) const
{
  edge real = graph->edges[e].real;
  unsigned dst = graph->cfg.edges[e].dst;
  if (!real || dst == WPP_NODE_EXIT || graph->nodes[dst].bb != real->dest || graph->nodes[dst - 1].bb == real->dest)
    return NULL;
  return real;
}

/* STMT, of which the last of a block decides where control goes, has NUMBER.  */

void
wpp_body_builder::note_last (gimple *stmt, uint32_t number)
{
  if (!is_a<gcond *> (stmt) && !is_a<gswitch *> (stmt) && !is_a<ggoto *> (stmt))
    return;
  unsigned block = gimple_bb (stmt)->index;
  while (deciding.length () <= block)
    deciding.safe_push (WPP_NONE);
  deciding[block] = number;
  if (gswitch *s = dyn_cast<gswitch *> (stmt))
    find_cases (s);
}

/* Note which values take S to which edges.  */

void
wpp_body_builder::find_cases (gswitch *s)
{
  for (unsigned i = 0; i < gimple_switch_num_labels (s); i++)
    {
      tree label = gimple_switch_label (s, i);
      edge e = find_edge (gimple_bb (s), label_to_block (cfun, CASE_LABEL (label)));
      wpp_case c = { WPP_NONE, WPP_NONE };
      if (CASE_LOW (label))
        c.low = c.high = tables->constant (CASE_LOW (label));
      if (CASE_HIGH (label))
        c.high = tables->constant (CASE_HIGH (label));
      switch_cases.get_or_insert (e).safe_push (c);
    }
}

/* Say in CODE what the statement at the end of REAL's source has to do with it.  */

void
wpp_body_builder::decide (edge real, wpp_edge_code *code)
{
  unsigned block = real->src->index;
  if (block >= deciding.length () || deciding[block] == WPP_NONE || (real->flags & EDGE_EH))
    return;
  code->statement = deciding[block];
  if (real->flags & EDGE_TRUE_VALUE)
    code->outcome = WPP_OUTCOME_TRUE;
  else if (real->flags & EDGE_FALSE_VALUE)
    code->outcome = WPP_OUTCOME_FALSE;
  else
    code->outcome = WPP_OUTCOME_CASE;
  if (auto_vec<wpp_case> *known = switch_cases.get (real))
    {
      cases.safe_splice (*known);
      code->n_cases = known->length ();
    }
}

void
wpp_body_builder::add_edge (uint32_t e)
{
  wpp_edge_code code = {};
  edge real = graph->edges[e].real, into = edge_into (e);

  code.statement = WPP_NONE;
  code.into = into != NULL;
  code.first_argument = arguments.length ();
  code.first_case = cases.length ();
  if (real)
    decide (real, &code);
  if (into)
    each_phi (graph->cfg.edges[e].dst, [&] (gphi *phi)
      {
        arguments.safe_push (operand (PHI_ARG_DEF_FROM_EDGE (phi, into)));
      });
  edges.safe_push (code);
}

void
wpp_body_builder::add_edges ()
{
  for (uint32_t e = 0; e < graph->cfg.n_edges; e++)
    add_edge (e);
}
