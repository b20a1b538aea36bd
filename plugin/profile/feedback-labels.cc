/* Functions whose labels must stay in one section.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   static const int table[] = { &&add - &&stop, &&push - &&stop };

   The assembler can compute the difference of two labels only if they are in one section.  With a profile, GCC moves
   blocks that were never executed to another section, even blocks with such labels, and the assembler refuses the
   function.  That also happens with -fprofile-use.  But a profile must not decide whether a program can be built.  So
   such functions are not divided into hot and cold parts.  */

#include "plugin/profile/feedback.h"

namespace {

/* The label whose address EXPR is, or null.  */

tree
label_of (tree expr)
{
  STRIP_NOPS (expr);
  return TREE_CODE (expr) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (expr, 0)) == LABEL_DECL
           ? TREE_OPERAND (expr, 0) : NULL_TREE;
}

/* For walk_tree: if *TP is a difference of labels, return the label whose address is subtracted.  */

tree
find_difference (tree *tp, int *, void *)
{
  if (TREE_CODE (*tp) != MINUS_EXPR && TREE_CODE (*tp) != POINTER_DIFF_EXPR)
    return NULL_TREE;
  tree label = label_of (TREE_OPERAND (*tp, 1));
  return label && label_of (TREE_OPERAND (*tp, 0)) ? label : NULL_TREE;
}

/* Keep the blocks of FUNCTION in one section.  */

void
keep_together (tree function)
{
  wpp_change_options (function, [] (gcc_options *options) { options->x_flag_reorder_blocks_and_partition = false; });
}

} // anonymous namespace

void
wpp_keep_labels_together ()
{
  varpool_node *node;

  FOR_EACH_VARIABLE (node)
    if (DECL_INITIAL (node->decl) && TREE_CODE (DECL_INITIAL (node->decl)) == CONSTRUCTOR)
      if (tree label = walk_tree_without_duplicates (&DECL_INITIAL (node->decl), find_difference,
                                                     NULL))
        keep_together (DECL_CONTEXT (label));
}
