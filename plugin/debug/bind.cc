/* -fwpp-moves: binds of ours at the profile point.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They are debug binds of variables of ours.  GCC copies and moves them with the code around them, and the same code
   comes out whether there are debug statements or not.  One variable says where control is: its value is the number of
   a point.  Beside each user's variable goes one whose binds stand before those of the user's: the value is the number
   of the bind, which names the assignment that the source promises.  What GCC does to the binds of a variable it does
   to both, and a constant is never lost.

   Statements that change memory need none: they keep their location.  */

#include "plugin/debug/binds.h"
#include "plugin/debug/debug.h"
#include "plugin/gcc/graph/path-ends.h"
#include "plugin/gcc/graph/this-unit.h"

wpp_unit_moves *wpp_moves_of_unit;
tree wpp_point;

/* ---- What things are called.  */

uint32_t
wpp_unit_moves::variable (tree decl)
{
  if (uint32_t *known = variable_of.get (wpp_uid_key (decl)))
    return *known;
  if (is_global_var (decl))
    {
      const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
      wpp_move_variable v = { WPP_NO_FUNCTION, 0, xstrdup (name + (*name == '*')) };
      variable_of.put (wpp_uid_key (decl), variables.length ());
      origins.safe_push (DECL_UID (DECL_ORIGIN (decl)));
      variables.safe_push (v);
      return variables.length () - 1;
    }
  if (uint32_t *original = variable_of.get (wpp_uid_key (DECL_ORIGIN (decl))))
    return *original;
  uint32_t *copy = copy_of.get (wpp_uid_key (DECL_ORIGIN (decl)));
  return copy ? *copy : WPP_NONE;
}

uint32_t
wpp_unit_moves::local (tree decl, uint32_t function, uint32_t number)
{
  /* Inlining leaves variables that only debug statements have as they are, so functions may share them.  */
  uint64_t own = (uint64_t) (function + 1) << 32 | DECL_UID (decl);
  if (uint32_t *known = local_of.get (own))
    return *known;
  uint32_t n = variables.length ();
  local_of.put (own, n);
  variable_of.put (wpp_uid_key (decl), n);
  wpp_move_variable v = { function, number, NULL };
  variables.safe_push (v);
  origins.safe_push (DECL_UID (DECL_ORIGIN (decl)));
  /* Copies of copies that inlining makes know only the origin.  */
  if (DECL_ORIGIN (decl) != decl)
    copy_of.put (wpp_uid_key (DECL_ORIGIN (decl)), n);
  return n;
}

uint32_t
wpp_unit_moves::function_at (gimple *stmt)
{
  tree decl = current_function_decl;
  for (tree block = gimple_block (stmt); block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      {
        tree origin = block_ultimate_origin (block);
        if (origin && TREE_CODE (origin) == FUNCTION_DECL && function_of.get (wpp_uid_key (DECL_ORIGIN (origin))))
          {
            decl = origin;
            break;
          }
      }
  uint32_t *number = function_of.get (wpp_uid_key (DECL_ORIGIN (decl)));
  return number ? *number : WPP_NONE;
}

uint64_t
wpp_unit_moves::key (uint32_t function, gimple *stmt)
{
  expanded_location at = expand_location (wpp_source_location (stmt));
  if (!at.file || !at.line)
    return 0;
  uint64_t k = htab_hash_string (at.file);
  k = k * UINT64_C (0x9e3779b97f4a7c15) + at.line;
  k = k * UINT64_C (0x9e3779b97f4a7c15) + at.column;
  k = k * UINT64_C (0x9e3779b97f4a7c15) + function;
  return k < 2 ? k + 2 : k;
}

/* ---- Marks.  */

class binder
{
public:
  binder (cgraph_node *n, const wpp_function_graph *g, const wpp_body *b) : node (n), graph (g), body (b) {}
  void bind_all ();

private:
  cgraph_node *node;
  const wpp_function_graph *graph;
  const wpp_body *body;
  uint32_t function = 0;
  hash_map<wpp_key_hash, tree> promises;        /* by DECL_UID of the user's variable */

  static tree new_variable (const char *name);
  tree promise (tree var, uint32_t number);
  void bind (gimple_stmt_iterator *gsi, tree var, uint32_t value);
  void point (gimple_stmt_iterator *gsi, uint32_t n, uint32_t statement);
  void bind_statement (gimple *stmt, uint32_t n, uint32_t statement, uint32_t *line, bool *bound);
  void bind_node (uint32_t n);
  void note_write (gimple *stmt, uint32_t statement);
};

/* A variable that no code has.  */

tree
binder::new_variable (const char *name)
{
  tree decl = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name), uint32_type_node);
  TREE_STATIC (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  return decl;
}

/* The variable that stands for what is promised of VAR, number NUMBER of the function.  Binds keep it alive.  */

tree
binder::promise (tree var, uint32_t number)
{
  bool known;
  tree &decl = promises.get_or_insert (wpp_uid_key (var), &known);
  if (!known)
    {
      decl = new_variable ("__wpp_promise");
      wpp_moves_of_unit->promise_of.put (wpp_uid_key (decl), wpp_moves_of_unit->local (var, function, number));
    }
  return decl;
}

void
binder::bind (gimple_stmt_iterator *gsi, tree var, uint32_t value)
{
  gsi_insert_before (gsi, gimple_build_debug_bind (var, build_int_cst (uint32_type_node, value), NULL), GSI_SAME_STMT);
}

/* Before GSI control is at STATEMENT of node N.  */

void
binder::point (gimple_stmt_iterator *gsi, uint32_t n, uint32_t statement)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  bind (gsi, wpp_point, unit->points.length ());
  unit->points.safe_push ({ function, n, statement });
  unit->functions[function].n_points++;
}

/* STMT, which may change memory, is number STATEMENT.  The first one at a place stands for all there.  */

void
binder::note_write (gimple *stmt, uint32_t statement)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  bool known;
  if (uint64_t k = unit->key (function, stmt))
    {
      uint32_t &first = unit->write_at.get_or_insert (k, &known);
      if (!known)
        first = statement + 1;
    }
  const wpp_operand *result = wpp_statement_result (body, &body->statements[statement]);
  tree base = gimple_get_lhs (stmt) ? get_base_address (gimple_get_lhs (stmt)) : NULL_TREE;
  if (!result || result->kind != WPP_OPERAND_REFERENCE || !base || !DECL_P (base) || is_global_var (base))
    return;
  uint32_t variable = wpp_reference_variable (body, result->index);
  if (variable != WPP_NONE)
    unit->local (base, function, variable);
}

/* STMT is number STATEMENT, in node N.  A line begins where it is not the same as *LINE.  */

void
binder::bind_statement (gimple *stmt, uint32_t n, uint32_t statement, uint32_t *line, bool *bound)
{
  const wpp_statement *s = &body->statements[statement];
  if (gimple_code (stmt) == GIMPLE_LABEL)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  bool begins = s->line && s->line != *line && !wpp_codeless_p (s);
  if (begins || !*bound)
    point (&gsi, n, statement);
  *bound = true;
  if (begins)
    *line = s->line;
  if (gimple_debug_bind_p (stmt) && s->extra != WPP_NONE)
    bind (&gsi, promise (gimple_debug_bind_get_var (stmt), s->extra), statement);
  if (gimple_vdef (stmt))
    note_write (stmt, statement);
}

void
binder::bind_node (uint32_t n)
{
  uint32_t statement = body->first_statement[n], line = 0;
  bool bound = false;
  wpp_each_statement (graph, n, [&] (gimple *stmt) { bind_statement (stmt, n, statement++, &line, &bound); });
  basic_block bb = graph->nodes[n].bb;
  if (bound || !bb || (graph->nodes[n].first && graph->nodes[n - 1].bb == bb))
    return;
  gimple_stmt_iterator gsi = gsi_after_labels (bb);
  point (&gsi, n, body->first_statement[n + 1]);
}

void
binder::bind_all ()
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  wpp_move_function f = {};
  function = unit->functions.length ();
  f.name = xstrdup (wpp_assembler_name (node));
  f.checksum = wpp_cfg_checksum (&graph->cfg);
  f.statements_hash = wpp_moves_hash (body);
  f.n_nodes = graph->cfg.n_nodes;
  f.n_statements = body->n_statements;
  f.first_point = unit->points.length ();
  unit->functions.safe_push (f);
  unit->function_of.put (wpp_uid_key (DECL_ORIGIN (node->decl)), function);
  if (!wpp_point)
    wpp_point = new_variable ("__wpp_point");
  for (uint32_t n = 2; n < graph->cfg.n_nodes; n++)
    bind_node (n);
}

void
wpp_bind_moves (cgraph_node *node, const wpp_function_graph *graph, const wpp_body *body)
{
  if (wpp_moves_of_unit)
    binder (node, graph, body).bind_all ();
}
