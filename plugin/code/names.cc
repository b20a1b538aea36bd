/* What instrumented code refers to.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/code/code.h"
#include "plugin/code/names.h"
#include "runtime/counts/counts.h"

tree wpp_roots[WPP_N_ROOTS];

static const ggc_root_tab root_table[]
  = { { wpp_roots, WPP_N_ROOTS, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
      LAST_GGC_ROOT_TAB };

void
wpp_register_roots (const char *plugin)
{
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL, const_cast<ggc_root_tab *> (root_table));
}

bool
wpp_for_shared_p ()
{
  return flag_pic && !flag_pie;
}

tree
wpp_external_variable (const char *name, tree type)
{
  tree decl = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name), type);
  TREE_PUBLIC (decl) = 1;
  DECL_EXTERNAL (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  TREE_USED (decl) = 1;
  return decl;
}

tree
wpp_thread_variable (unsigned root, const char *name, tree type)
{
  if (!wpp_roots[root])
    {
      tree decl = wpp_external_variable (name, type);
      set_decl_tls_model (decl, wpp_for_shared_p () ? TLS_MODEL_INITIAL_EXEC : TLS_MODEL_LOCAL_EXEC);
      varpool_node::get_create (decl);
      wpp_roots[root] = decl;
    }
  return wpp_roots[root];
}

tree
wpp_runtime_function (unsigned root, const char *name, tree type)
{
  if (!wpp_roots[root])
    {
      tree decl = build_fn_decl (name, wpp_code_function_type (type));
      TREE_NOTHROW (decl) = 1;
      DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL, DECL_ATTRIBUTES (decl));
      wpp_roots[root] = decl;
    }
  return wpp_roots[root];
}

tree
wpp_own (tree decl)
{
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  return decl;
}

/* The thread-local word NAME of the linked object.  */

static tree
thread_word (unsigned root, const char *name)
{
  return wpp_own (wpp_thread_variable (root, name, intDI_type_node));
}

tree
wpp_count_delta ()
{
  return thread_word (WPP_ROOT_DELTA, "__wpp_count_delta");
}

tree
wpp_array_delta ()
{
  return thread_word (WPP_ROOT_ARRAY_DELTA, "__wpp_array_delta");
}

tree
wpp_sparse_delta ()
{
  return thread_word (WPP_ROOT_SPARSE_DELTA, "__wpp_sparse_delta");
}

tree
wpp_slot_delta ()
{
  return thread_word (WPP_ROOT_SLOT_DELTA, "__wpp_slot_delta");
}

unsigned
wpp_delta_offset (tree delta)
{
  return delta == wpp_count_delta () ? offsetof (struct __wpp_deltas, count)
         : delta == wpp_array_delta () ? offsetof (struct __wpp_deltas, array)
         : delta == wpp_slot_delta () ? offsetof (struct __wpp_deltas, slot) : offsetof (struct __wpp_deltas, sparse);
}

/* It changes once, before the object's code is executed but for special cases, in which the old value serves as
   well.  */

tree
wpp_deltas_at (tree type)
{
  if (!wpp_roots[WPP_ROOT_DELTAS_AT])
    {
      tree decl = wpp_own (wpp_external_variable ("__wpp_deltas_at", type));
      TREE_READONLY (decl) = 1;
      wpp_roots[WPP_ROOT_DELTAS_AT] = decl;
    }
  return wpp_roots[WPP_ROOT_DELTAS_AT];
}

tree
wpp_asm_operand (const char *constraint, tree value)
{
  tree text = build_string (strlen (constraint), constraint);
  return build_tree_list (build_tree_list (NULL_TREE, text), value);
}

gasm *
wpp_assembly (const char *text, vec<tree, va_gc> *outputs, vec<tree, va_gc> *inputs, vec<tree, va_gc> *clobbers)
{
  gasm *stmt = gimple_build_asm_vec (text, inputs, outputs, clobbers, NULL);
  gimple_asm_set_volatile (stmt, true);
  gimple_asm_set_inline (stmt, true);
  for (tree output : outputs)
    if (TREE_CODE (TREE_VALUE (output)) == SSA_NAME)
      SSA_NAME_DEF_STMT (TREE_VALUE (output)) = stmt;
  return stmt;
}
