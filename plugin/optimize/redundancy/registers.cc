/* Values that are live in the blocks of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Of SSA names those count that take a register: what debug statements want does not.  A name is live from its uses
   back to its definition. Those that become each other by PHIs mostly share a register; of a block the greater
   number, at its entry or at its end, is taken.  */

#include "plugin/optimize/redundancy/redundancy.h"

namespace {

/* The most names that are followed, and the most blocks that they may be live in all together.  */
const unsigned most_names = 20000;
const unsigned most_live = 1000000;

/* The class of registers for TYPE, or WPP_N_REGISTER_CLASSES.  */

wpp_register_class
class_of (tree type)
{
  return INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)               ? WPP_REGISTER_INTEGER
         : SCALAR_FLOAT_TYPE_P (type) || TREE_CODE (type) == VECTOR_TYPE ? WPP_REGISTER_VECTOR
                                                                         : WPP_N_REGISTER_CLASSES;
}

/* Does a call in BB change registers?  */

bool
calls_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (is_gimple_call (gsi_stmt (gsi)) && !gimple_call_internal_p (gsi_stmt (gsi))
        && !gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_NORMAL))
      return true;
  return false;
}

/* Does S access a variable at a place that is computed?  That takes a register for the variable's address, too.  */

bool
indexes_variable_p (gimple *s)
{
  if (!gimple_assign_single_p (s) || (!gimple_vuse (s) && !gimple_vdef (s)))
    return false;
  tree ref = gimple_vdef (s) ? gimple_assign_lhs (s) : gimple_assign_rhs1 (s);
  bool variable = false;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    variable |= TREE_CODE (ref) == ARRAY_REF && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME;
  return variable && DECL_P (ref) && (TREE_STATIC (ref) || DECL_EXTERNAL (ref));
}

/* May USER be one instruction with one of its operands in memory?  */

bool
takes_memory_p (gimple *user)
{
  if (gimple_code (user) == GIMPLE_COND)
    return true;
  if (!is_gimple_assign (user))
    return false;
  switch (gimple_assign_rhs_code (user))
    {
    CASE_CONVERT:
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
      return true;
    case RDIV_EXPR:
      return SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (user)));
    default:
      return TREE_CODE_CLASS (gimple_assign_rhs_code (user)) == tcc_comparison;
    }
}

} // anonymous namespace

/* The only user of NAME, if it stands in BB, and nothing is stored between AFTER and it; or null.  */

static gimple *
only_user (tree name, gimple *after)
{
  use_operand_p use;
  gimple *user;
  if (TREE_CODE (name) != SSA_NAME || !single_imm_use (name, &use, &user) || gimple_bb (user) != gimple_bb (after)
      || gimple_code (user) == GIMPLE_PHI)
    return NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (after);
  for (gsi_next (&gsi); !gsi_end_p (gsi) && gsi_stmt (gsi) != user; gsi_next (&gsi))
    if (gimple_vdef (gsi_stmt (gsi)))
      return NULL;
  return user;
}

wpp_placement_fold
wpp_fold_of (gimple *load)
{
  gimple *user = only_user (gimple_assign_lhs (load), load);
  if (!user || !takes_memory_p (user))
    return WPP_FOLD_NONE;
  gimple *store = is_gimple_assign (user) ? only_user (gimple_assign_lhs (user), user) : NULL;
  bool update = store && gimple_store_p (store) && gimple_assign_single_p (store)
                && operand_equal_p (gimple_assign_lhs (store), gimple_assign_rhs1 (load), 0);
  return update ? WPP_FOLD_UPDATE : WPP_FOLD_OPERAND;
}

/* Note where NAME is live; AT_ENTRY and AT_END have STAMP in the blocks that have been seen.  */

void
wpp_registers::read_value (tree name, auto_vec<unsigned> *at_entry, auto_vec<unsigned> *at_end, unsigned stamp)
{
  basic_block def = gimple_bb (SSA_NAME_DEF_STMT (name));
  auto_vec<basic_block> todo;
  auto_vec<basic_block> seen;
  imm_use_iterator iter;
  use_operand_p use;
  edge e;
  edge_iterator ei;
  uint64_t accesses = def ? wpp_executions_of (def) : 0;

  auto end = [&] (basic_block bb)
  {
    if ((*at_end)[bb->index] == stamp || bb == ENTRY_BLOCK_PTR_FOR_FN (cfun))
      return;
    (*at_end)[bb->index] = stamp;
    seen.safe_push (bb);
    if (bb != def)
      todo.safe_push (bb);
  };
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *user = USE_STMT (use);
      if (is_gimple_debug (user))
        continue;
      if (gimple_code (user) == GIMPLE_PHI)
        {
          end (gimple_phi_arg_edge (as_a<gphi *> (user), PHI_ARG_INDEX_FROM_USE (use))->src);
          continue;
        }
      accesses += wpp_executions_of (gimple_bb (user));
      if (gimple_bb (user) != def)
        todo.safe_push (gimple_bb (user));
    }
  while (!todo.is_empty ())
    {
      basic_block bb = todo.pop ();
      if ((*at_entry)[bb->index] == stamp)
        continue;
      (*at_entry)[bb->index] = stamp;
      if ((*at_end)[bb->index] != stamp)
        seen.safe_push (bb);
      FOR_EACH_EDGE (e, ei, bb->preds)
        end (e->src);
    }
  unsigned value = values.length ();
  values.safe_push ({ class_of (TREE_TYPE (name)), accesses });
  /* A block may have been seen twice: at its entry, and then at its end.  */
  for (basic_block bb : seen)
    {
      bool entry = (*at_entry)[bb->index] == stamp, after = (*at_end)[bb->index] == stamp;
      if (!entry && !after)
        continue;
      live.safe_push ({ (uint32_t) bb->index, value, entry, after });
      (*at_entry)[bb->index] = (*at_end)[bb->index] = 0;
    }
}

/* Find how many names that are not GLOBAL are live at once in BB; SEEN are those of which a use was seen.  */

void
wpp_registers::read_local (basic_block bb, const auto_vec<bool> &global, auto_vec<bool> *seen)
{
  unsigned now[WPP_N_REGISTER_CLASSES + 1] = {};
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi); gsi_prev (&gsi))
    {
      gimple *s = gsi_stmt (gsi);
      ssa_op_iter iter;
      tree name;
      if (is_gimple_debug (s))
        continue;
      FOR_EACH_SSA_TREE_OPERAND (name, s, iter, SSA_OP_DEF)
        if ((*seen)[SSA_NAME_VERSION (name)])
          now[class_of (TREE_TYPE (name))]--;
      FOR_EACH_SSA_TREE_OPERAND (name, s, iter, SSA_OP_USE)
        if (!global[SSA_NAME_VERSION (name)] && !(*seen)[SSA_NAME_VERSION (name)])
          {
            (*seen)[SSA_NAME_VERSION (name)] = true;
            now[class_of (TREE_TYPE (name))]++;
          }
      now[WPP_REGISTER_INTEGER] += indexes_variable_p (s);
      for (int c = 0; c < WPP_N_REGISTER_CLASSES; c++)
        blocks[bb->index].local[c] = MAX (blocks[bb->index].local[c], now[c]);
      now[WPP_REGISTER_INTEGER] -= indexes_variable_p (s);
    }
}

/* Find out what is live where.  Return whether that is known.  */

bool
wpp_registers::measure ()
{
  auto_vec<unsigned> at_entry, at_end;
  auto_vec<bool> global, seen;
  basic_block bb;
  unsigned i, stamp = 0;
  tree name;
  if (measured)
    return p.quotients;
  measured = true;
  if (num_ssa_names > most_names)
    return false;
  at_entry.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  at_end.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  blocks.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  FOR_EACH_BB_FN (bb, cfun)
    {
      blocks[bb->index].count = wpp_executions_of (bb);
      blocks[bb->index].calls = calls_p (bb);
    }
  global.safe_grow_cleared (num_ssa_names, true);
  seen.safe_grow_cleared (num_ssa_names, true);
  FOR_EACH_SSA_NAME (i, name, cfun)
  if (!virtual_operand_p (name) && class_of (TREE_TYPE (name)) != WPP_N_REGISTER_CLASSES && live.length () < most_live)
    {
      unsigned before = live.length ();
      read_value (name, &at_entry, &at_end, ++stamp);
      global[i] = live.length () > before;
    }
  FOR_EACH_BB_FN (bb, cfun)
    read_local (bb, global, &seen);
  p.n_blocks = blocks.length ();
  p.n_values = values.length ();
  p.n_live = live.length ();
  p.blocks = blocks.address ();
  p.values = values.address ();
  p.live = live.address ();
  return live.length () < most_live && !wpp_measure_pressure (&p);
}

unsigned
wpp_registers::price (basic_block bb, tree type)
{
  wpp_register_class c = class_of (type);
  return c != WPP_N_REGISTER_CLASSES && measure () ? wpp_price_of_register (&p, bb->index, c) : 0;
}

bool
wpp_registers::saves_p (basic_block bb, tree type)
{
  wpp_register_class c = class_of (type);
  return c != WPP_N_REGISTER_CLASSES && measure () && wpp_saves_register_p (&p, bb->index, c);
}

void
wpp_registers::take (basic_block bb, tree type)
{
  wpp_register_class c = class_of (type);
  if (c != WPP_N_REGISTER_CLASSES && measure ())
    wpp_take_register (&p, bb->index, c);
}
