/* Code that may be in a unit only once, and keeping GCC from copying it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC copies assembly statements like others, although a name that assembly defines may be defined only once
   (dependence/defs/unique-assembly.h).  Without a profile it hardly ever does: what is not small is inlined where it is
   called once, and loops are left as they are.  With a profile it inlines, clones, peels, unrolls and threads what is
   executed often, and our kinds do more of that.  What the user builds with -O2 must build.

   All copies of blocks are made by GCC, and it asks before: the hook can_duplicate_block_p for statements, and
   cannot_copy_insn_p for instructions.  Here both get the answer for assembly.  So the one test holds for loops that
   are peeled and unrolled, copies of paths, tails and jumps alike, whoever makes them.

   All copies of functions are made where copy_forbidden has no reason against it.  It keeps its answer with the
   function; here it is given one.  What GCC would not copy by itself (functions with labels in static data, nonlocal
   labels, attributes noclone and noipa) is in its answers already.

   A function that is called once is not copied where it is inlined, and may depend on that (operands that must be
   constant); so it still may be inlined, but what calls it may not be copied, either.

   With -flto the linker's compiler reads functions that were guarded when they were written, and has the hooks.  There
   macros of the assembly are not known; they need not be in the same partition as what names them.  */

#include "plugin/optimize/unique.h"
#include "plugin/gcc/graph/functions.h"
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "tree-inline.h"

extern "C"
{
#include "dependence/defs/unique-assembly.h"
}

namespace {

bool macros;                            /* the unit's assembly defines some */
bool (*can_duplicate) (const_basic_block);

bool
unique_text_p (const char *text)
{
  return wpp_asm_unique_p (text) || (macros && wpp_asm_words_p (text));
}

bool
unique_block_p (const_basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (const_cast<basic_block> (bb)); !gsi_end_p (gsi); gsi_next (&gsi))
    if (gasm *a = dyn_cast<gasm *> (gsi_stmt (gsi)))
      if (unique_text_p (gimple_asm_string (a)))
        return true;
  return false;
}

/* The text of INSN, or null when it is no assembly.  */

const char *
text_of (const rtx_insn *insn)
{
  rtx body = PATTERN (insn);
  if (GET_CODE (body) == PARALLEL && GET_CODE (XVECEXP (body, 0, 0)) == ASM_INPUT)
    body = XVECEXP (body, 0, 0);
  if (GET_CODE (body) == ASM_INPUT)
    return XSTR (body, 0);
  const_rtx operands = extract_asm_operands (body);
  return operands ? ASM_OPERANDS_TEMPLATE (operands) : NULL;
}

/* GCC's hooks.  */

bool
can_duplicate_p (const_basic_block bb)
{
  return can_duplicate (bb) && !unique_block_p (bb);
}

bool
cannot_copy_p (rtx_insn *insn)
{
  const char *text = INSN_P (insn) ? text_of (insn) : NULL;
  return text && unique_text_p (text);
}

void
set_hooks ()
{
  if (can_duplicate)
    return;
  can_duplicate = gimple_cfg_hooks.can_duplicate_block_p;
  gimple_cfg_hooks.can_duplicate_block_p = can_duplicate_p;
  if (!targetm.cannot_copy_insn_p)
    targetm.cannot_copy_insn_p = cannot_copy_p;
}

/* ---- Macros.  */

bool
defines_macros_p (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (gasm *a = dyn_cast<gasm *> (gsi_stmt (gsi)))
        if (wpp_asm_macros_p (gimple_asm_string (a)))
          return true;
  return false;
}

void
find_macros ()
{
  cgraph_node *node;
  auto_vec<tree> texts;
  wpp_list_assembly (&texts);
  for (tree text : texts)
    macros |= wpp_asm_macros_p (TREE_STRING_POINTER (text));
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (!macros && DECL_STRUCT_FUNCTION (node->decl)->cfg)
      macros = defines_macros_p (node);
}

/* ---- Functions.  */

bool
unique_function_p (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
    if (unique_block_p (bb))
      return true;
  return false;
}

/* The function that NODE, called once, may be inlined into without being copied; or null.  One that is always inlined,
   or has no code of its own, is not without that.  */

cgraph_node *
only_caller (cgraph_node *node)
{
  cgraph_edge *e = node->callers;
  bool moved = wpp_called_once_p (node) || DECL_EXTERNAL (node->decl) || DECL_DISREGARD_INLINE_LIMITS (node->decl);
  return moved && e && !e->next_caller && e->caller != node ? e->caller : NULL;
}

/* Let nobody copy NODE; and nobody inline it, unless INLINABLE.  */

void
guard_function (cgraph_node *node, bool inlinable)
{
  tree *attributes = &DECL_ATTRIBUTES (node->decl);
  if (!lookup_attribute ("noclone", *attributes))
    *attributes = tree_cons (get_identifier ("noclone"), NULL_TREE, *attributes);
  if (inlinable || DECL_DISREGARD_INLINE_LIMITS (node->decl))
    return;
  function *fun = DECL_STRUCT_FUNCTION (node->decl);
  fun->cannot_be_copied_set = 1;
  fun->cannot_be_copied_reason = "function %q+F cannot be copied because its assembly defines names";
}

/* Guard NODES, and what they may be moved into.  */

void
guard_functions (auto_vec<cgraph_node *> *nodes)
{
  hash_set<cgraph_node *> seen;
  while (!nodes->is_empty ())
    {
      cgraph_node *node = nodes->pop (), *caller = only_caller (node);
      if (seen.add (node))
        continue;
      guard_function (node, caller);
      if (caller)
        nodes->safe_push (caller);
    }
}

} // anonymous namespace

void
wpp_guard_unique ()
{
  auto_vec<cgraph_node *> nodes;
  cgraph_node *node;
  find_macros ();
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (DECL_STRUCT_FUNCTION (node->decl)->cfg && unique_function_p (node))
      nodes.safe_push (node);
  if (nodes.is_empty ())
    return;
  set_hooks ();
  guard_functions (&nodes);
}

void
wpp_guard_unique_when_linking ()
{
  set_hooks ();
}
