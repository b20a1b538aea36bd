/* Code that tells the runtime of a value, the same on all processors (runtime/counts/counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/code/code.h"
#include "plugin/code/names.h"

/* VALUE as a 64-bit number, zero-extended, which statements of SEQ compute.  */

static tree
extended (gimple_seq *seq, tree value)
{
  tree type = unsigned_type_for (TREE_TYPE (value));
  if (TREE_CODE (value) == INTEGER_CST)
    return fold_convert (uint64_type_node, fold_convert (type, value));
  tree same = wpp_value ("wpp_value", type), whole = wpp_value ("wpp_value", uint64_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (same, NOP_EXPR, value));
  gimple_seq_add_stmt (seq, gimple_build_assign (whole, NOP_EXPR, same));
  return whole;
}

void
wpp_code_count_value (gimple_seq *seq, tree words, tree table, unsigned kind, tree value, tree other)
{
  tree type = build_function_type_list (void_type_node, ptr_type_node, ptr_type_node, uint32_type_node,
                                        uint64_type_node, uint64_type_node, NULL_TREE);
  tree decl = wpp_own (wpp_runtime_function (WPP_ROOT_COUNT_VALUE, "__wpp_count_value", type));
  tree told = extended (seq, value), with = other ? extended (seq, other) : build_zero_cst (uint64_type_node);
  gcall *call = gimple_build_call (decl, 5, words, table, build_int_cst (uint32_type_node, kind), told, with);
  gimple_seq_add_stmt (seq, call);
}
