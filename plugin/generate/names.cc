/* Variables and functions of the runtime, as instrumented code refers to them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/generate/instrument.h"

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
      /* The runtime does not follow -mabi=ms.  */
      type = build_type_attribute_variant (type, tree_cons (get_identifier ("sysv_abi"), NULL_TREE, NULL_TREE));
      tree decl = build_fn_decl (name, type);
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
