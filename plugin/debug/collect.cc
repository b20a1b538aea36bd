/* -fwpp-moves: what the binds of ours say at the last GIMPLE pass.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The record is written as assembly when the unit is done: then all functions are, and the section has no address in
   the program.  */

#include "plugin/debug/binds.h"
#include "plugin/debug/debug.h"
#include "output.h"
#include "varasm.h"

/* A function while it is read.  */

class collector
{
public:
  void collect ();

private:
  auto_vec<wpp_move_block> blocks;
  auto_vec<wpp_move_item> items;
  auto_vec<uint32_t> successors;
  hash_map<int_hash<int, -1, -2>, uint32_t> number;   /* by index of the block */

  void add (wpp_move_kind kind, uint32_t function, uint32_t variable, uint32_t number);
  bool add_own_bind (gimple *stmt);
  void add_bind (gimple *stmt);
  void add_write (gimple *stmt);
  void add_statements (basic_block bb);
  void add_successors (basic_block bb);
};

void
collector::add (wpp_move_kind kind, uint32_t function, uint32_t variable, uint32_t n)
{
  wpp_move_item item = {};
  item.kind = kind;
  item.function = function;
  item.variable = variable;
  item.number = n;
  items.safe_push (item);
}

/* Is STMT a bind of ours?  If so, add what it says.  */

bool
collector::add_own_bind (gimple *stmt)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  tree var = gimple_debug_bind_p (stmt) ? gimple_debug_bind_get_var (stmt) : NULL_TREE;
  uint32_t *promise = var ? unit->promise_of.get (wpp_uid_key (var)) : NULL;
  if (!var || (!promise && var != wpp_point))
    return false;
  tree value = gimple_debug_bind_has_value_p (stmt) ? gimple_debug_bind_get_value (stmt) : NULL_TREE;
  if (!value || TREE_CODE (value) != INTEGER_CST)
    return true;
  if (promise)
    add (WPP_MOVE_PROMISE, unit->variables[*promise].function, *promise, tree_to_uhwi (value));
  else
    add (WPP_MOVE_POINT, WPP_NONE, WPP_NONE, tree_to_uhwi (value));
  return true;
}

/* STMT binds a user's variable.  If it stands after the bind of ours of one with the same origin, it is this one.  */

void
collector::add_bind (gimple *stmt)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  tree var = gimple_debug_bind_get_var (stmt);
  if (TREE_CODE (var) == DEBUG_EXPR_DECL || !DECL_P (var))
    return;
  const wpp_move_item *before = items.is_empty () ? NULL : &items.last ();
  uint32_t n = before && before->kind == WPP_MOVE_PROMISE
                       && unit->origins[before->variable] == DECL_UID (DECL_ORIGIN (var))
                   ? before->variable
                   : unit->variable (var);
  if (n != WPP_NONE)
    add (WPP_MOVE_BIND, WPP_NONE, n, gimple_debug_bind_has_value_p (stmt));
}

/* STMT changes memory.  */

void
collector::add_write (gimple *stmt)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  uint32_t function = unit->function_at (stmt), variable = WPP_NONE;
  uint64_t key = function == WPP_NONE ? 0 : unit->key (function, stmt);
  uint32_t *statement = key ? unit->write_at.get (key) : NULL;
  tree base = gimple_get_lhs (stmt) ? get_base_address (gimple_get_lhs (stmt)) : NULL_TREE;
  if (base && (VAR_P (base) || TREE_CODE (base) == PARM_DECL))
    variable = unit->variable (base);
  if (statement)
    add (WPP_MOVE_WRITE, function, variable, *statement - 1);
  else
    add (WPP_MOVE_WRITE, WPP_NONE, variable, 0);
}

/* Read the statements of BB; take binds of ours out.  */

void
collector::add_statements (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (add_own_bind (stmt))
        {
          gsi_remove (&gsi, true);
          continue;
        }
      if (gimple_debug_bind_p (stmt))
        add_bind (stmt);
      else if (!is_gimple_debug (stmt) && gimple_vdef (stmt) && !gimple_clobber_p (stmt))
        add_write (stmt);
      gsi_next (&gsi);
    }
}

void
collector::add_successors (basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (uint32_t *to = number.get (e->dest->index))
      successors.safe_push (*to);
}

void
collector::collect ()
{
  basic_block bb;
  uint32_t n = 0;
  number.put (ENTRY_BLOCK, n++);
  FOR_EACH_BB_FN (bb, cfun)
    number.put (bb->index, n++);
  FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (cfun), EXIT_BLOCK_PTR_FOR_FN (cfun), next_bb)
    {
      wpp_move_block b = { items.length (), 0, successors.length (), 0 };
      add_statements (bb);
      add_successors (bb);
      b.n_items = items.length () - b.first_item;
      b.n_successors = successors.length () - b.first_successor;
      blocks.safe_push (b);
    }
  if (items.is_empty ())
    return;
  wpp_move_graph g = { blocks.length (), wpp_copied (blocks), items.length (), successors.length (), wpp_copied (items),
                       wpp_copied (successors) };
  wpp_moves_of_unit->graphs.safe_push (g);
}

/* ---- The section.  */

static void
write_section (const unsigned char *data, size_t size)
{
  fprintf (asm_out_file, "\t.section\t%s,\"R\",@progbits", WPP_MOVES_SECTION);
  for (size_t i = 0; i < size; i++)
    fprintf (asm_out_file, i % 32 ? ",%u" : "\n\t.byte\t%u", data[i]);
  fputs ("\n", asm_out_file);
  in_section = NULL;
}

/* The unit is done.  */

static void
finish_unit (void *, void *)
{
  wpp_unit_moves *unit = wpp_moves_of_unit;
  if (!unit || unit->functions.is_empty () || seen_error ())
    return;
  wpp_moves m = {};
  m.source = const_cast<char *> (remap_profile_filename (main_input_filename));
  m.directory = const_cast<char *> (remap_profile_filename (get_src_pwd ()));
  m.n_functions = unit->functions.length ();
  m.functions = unit->functions.address ();
  m.n_points = unit->points.length ();
  m.points = unit->points.address ();
  m.n_variables = unit->variables.length ();
  m.variables = unit->variables.address ();
  m.n_graphs = unit->graphs.length ();
  m.graphs = unit->graphs.address ();
  unsigned char *data;
  size_t size;
  int err = wpp_moves_encode (&m, &data, &size);
  if (err)
    warning_at (UNKNOWN_LOCATION, 0, "wpp: no moves are noted: %s", wpp_strerror (err));
  else
    write_section (data, size);
  free (data);
}

/* ---- The pass.  */

namespace {

const pass_data moves_pass_data = { GIMPLE_PASS, "wpp_moves", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0 };

class moves_pass : public gimple_opt_pass
{
public:
  moves_pass (gcc::context *ctxt) : gimple_opt_pass (moves_pass_data, ctxt) {}
  bool gate (function *) final override { return wpp_moves_of_unit; }
  unsigned
  execute (function *) final override
  {
    collector ().collect ();
    return 0;
  }
};

} // anonymous namespace

/* All options are known.  Say so where there is nothing to bind.  */

static void
begin_unit (void *, void *)
{
  if (flag_lto)
    warning_at (UNKNOWN_LOCATION, 0, "%<-fwpp-moves%> notes nothing with %<-flto%>");
  else if (!optimize || !flag_var_tracking_assignments)
    warning_at (UNKNOWN_LOCATION, 0, "%<-fwpp-moves%> notes nothing without %<-g%> and optimization");
  else
    wpp_moves_of_unit = new wpp_unit_moves;
}

static const ggc_root_tab root_table[]
  = { { &wpp_point, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node }, LAST_GGC_ROOT_TAB };

void
wpp_register_binds (const char *plugin)
{
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL, const_cast<ggc_root_tab *> (root_table));
  register_pass_info pass = { new moves_pass (g), "optimized", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (plugin, PLUGIN_START_UNIT, begin_unit, NULL);
  register_callback (plugin, PLUGIN_FINISH_UNIT, finish_unit, NULL);
}
