/* A function's statements while they become data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_BODY_BODY_H
#define WPP_PLUGIN_GCC_BODY_BODY_H

#include "plugin/gcc/body/program.h"
#include "ssa-iterators.h"
#include "tree-ssa-alias.h"

class wpp_bit_rows;

/* Call VISIT for each statement of NODE of GRAPH that becomes data.  */
template <typename F>
void
wpp_each_statement (const wpp_function_graph *graph, uint32_t node, F visit)
{
  const wpp_node_place *place = &graph->nodes[node];
  if (!place->first)
    return;
  for (gimple_stmt_iterator gsi = gsi_for_stmt (place->first); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      if (!gimple_debug_nonbind_marker_p (gsi_stmt (gsi)))
        visit (gsi_stmt (gsi));
      if (gsi_stmt (gsi) == place->last)
        break;
    }
}

class wpp_body_builder
{
public:
  wpp_body_builder (wpp_program_tables *t, const wpp_function_graph *g, wpp_body *b, wpp_body_trees *o)
    : tables (t), graph (g), body (b), of (o) {}
  void build ();

private:
  wpp_program_tables *tables;
  const wpp_function_graph *graph;
  wpp_body *body;
  wpp_body_trees *of;

  /* Call VISIT for each PHI, but for memory's, of the block that NODE is the first of; for each statement of NODE
     that is told of.  */
  template <typename F> void each_phi (uint32_t node, F visit) const;
  template <typename F> void each_statement (uint32_t node, F visit) const;

  /* ---- Variables, values, scopes (body.cc).  */
  hash_map<tree, uint32_t> variable_number;
  wpp_first_declared first_local;
  auto_vec<uint32_t> globals;                   /* the program's numbers */
  auto_vec<uint32_t> global_place;              /* parallel, in the end: numbers in the body */
  auto_vec<wpp_variable> locals;
  uint32_t unnamed = WPP_NONE;
  auto_vec<uint32_t> value_number;              /* by SSA version */
  auto_vec<wpp_value> values;
  auto_vec<wpp_scope> scopes;
  hash_map<tree, uint32_t> scope_number;

  uint32_t variable (tree decl);
  uint32_t unnamed_register ();
  uint32_t version_of (tree name);
  void add_parameters ();
  void number_variables ();
  uint32_t value (tree name);
  void define (tree name, wpp_definition_kind kind, uint32_t definition);
  void number_values ();
  uint32_t scope (tree block);
  void find_scopes (tree block);

  /* ---- Operands and references (body-operands.cc).  */
  wpp_interned<wpp_operand> operands;
  wpp_interned<wpp_reference> references;
  auto_vec<wpp_component> components;
  auto_vec<tree> reference_tree;                /* one of each reference's, as GIMPLE has it */
  auto_vec<tree> operand_tree;                  /* one of each operand's */

  uint32_t operand (tree t);
  uint32_t find_operand (tree t);
  uint32_t plain_operand (wpp_operand_kind kind, tree type, uint32_t index, bool invariant);
  uint32_t other_operand (tree t);
  uint32_t printed (tree t);
  uint32_t reference (tree t);
  void set_base (wpp_reference *r, tree t);
  wpp_component component (tree t);
  uint32_t intern (wpp_reference *r, const vec<wpp_component> &parts);
  static bool same_reference_p (const void *builder, uint32_t number, const void *item);

  /* ---- Statements (body-statements.cc).  */
  auto_vec<wpp_statement> statements;
  auto_vec<gimple *> gimples;                   /* parallel */
  auto_vec<uint32_t> lists;
  auto_vec<uint32_t> results, inputs;           /* of the statement that is made */
  auto_vec<wpp_use> uses;
  auto_vec<wpp_call> calls;

  void add_statement (gimple *stmt, uint32_t node);
  void add_operands (gimple *stmt, wpp_statement *s);
  void add_operand (wpp_statement *s, tree t);
  void add_result (wpp_statement *s, tree t);
  void add_call (gcall *call, wpp_statement *s);
  void add_asm (gasm *a, wpp_statement *s);
  void add_debug (gimple *stmt, wpp_statement *s);
  void add_other (gimple *stmt, wpp_statement *s);
  void add_uses (gimple *stmt, wpp_statement *s);

  /* ---- PHIs and edges (body-edges.cc).  */
  auto_vec<wpp_phi> phis;
  auto_vec<wpp_edge_code> edges;
  auto_vec<uint32_t> arguments;
  auto_vec<wpp_case> cases;
  hash_map<edge, auto_vec<wpp_case>> switch_cases;
  auto_vec<uint32_t> deciding;                  /* by block: the statement at its end, or WPP_NONE */

  void add_phi (gphi *phi, uint32_t node);
  edge edge_into (uint32_t e) const;
  void find_cases (gswitch *s);
  void note_last (gimple *stmt, uint32_t number);
  void decide (edge real, wpp_edge_code *code);
  void add_edge (uint32_t e);
  void add_edges ();

  /* ---- The alias matrix (body-alias.cc).  */
  auto_vec<uint32_t> memory;                    /* references in memory */
  auto_vec<ao_ref> accesses;                    /* parallel */

  bool memory_p (uint32_t number) const;
  void add_memory (uint32_t number);
  ao_ref describe_memory (uint32_t number);
  void find_memory ();
  void make_matrix ();
  void unite (const wpp_bit_rows &rows);

  void take ();
  void take_trees ();
};

template <typename F>
void
wpp_body_builder::each_phi (uint32_t node, F visit) const
{
  basic_block bb = graph->nodes[node].bb;
  if (!bb || graph->nodes[node - 1].bb == bb)
    return;
  for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (!virtual_operand_p (gimple_phi_result (gsi.phi ())))
      visit (gsi.phi ());
}

template <typename F>
void
wpp_body_builder::each_statement (uint32_t node, F visit) const
{
  wpp_each_statement (graph, node, visit);
}

/* ITEMS for C: malloc'ed.  */
template <typename T>
T *
wpp_copied (const vec<T> &items)
{
  T *to = XNEWVEC (T, items.length () + 1);
  if (items.length ())
    memcpy ((void *) to, items.address (), items.length () * sizeof (T));
  return to;
}

#endif /* WPP_PLUGIN_GCC_BODY_BODY_H */
