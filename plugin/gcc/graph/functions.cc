/* Which functions of a unit are instrumented, the reasons why others are not, and their order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/functions.h"

/* Is NODE an ifunc resolver, which the dynamic linker calls before anything is set up?  */

static bool
ifunc_resolver_p (cgraph_node *node)
{
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_direct_aliases (i, ref); i++)
    if (ref->referring->ifunc_resolver)
      return true;
  return false;
}

/* Does NODE leave by __builtin_return?  Control never reaches the statements after that, although GCC's graph has an
   edge, and GCC cannot expand code between the call and the return.  */

static bool
returns_untyped_p (cgraph_node *node)
{
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (fndecl_built_in_p (e->callee->decl, BUILT_IN_RETURN))
      return true;
  return false;
}

/* Does NODE have transactions, or may it be called in them?  */

static bool
transactional_p (cgraph_node *node)
{
  static const char *const names[]
    = { "transaction_safe", "transaction_callable", "transaction_may_cancel_outer" };
  basic_block bb;

  for (const char *name : names)
    if (lookup_attribute (name, TYPE_ATTRIBUTES (TREE_TYPE (node->decl))))
      return true;
  if (gimple_has_body_p (node->decl))
    FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
      if (last_nondebug_stmt (bb) && gimple_code (last_nondebug_stmt (bb)) == GIMPLE_TRANSACTION)
        return true;
  return false;
}

/* Does P hold for NODE, or for a function that may call it?  */

static bool
called_within_p (cgraph_node *node, bool (*p) (cgraph_node *))
{
  auto_vec<cgraph_node *> work;
  hash_set<cgraph_node *> seen;

  work.safe_push (node);
  while (!work.is_empty ())
    {
      cgraph_node *one = work.pop ();
      if (seen.add (one))
        continue;
      if (p (one))
        return true;
      for (cgraph_edge *e = one->callers; e; e = e->next_caller)
        work.safe_push (e->caller);
      /* Calls by an alias, such as calls of constructors of complete objects.  */
      ipa_ref *ref;
      for (unsigned i = 0; one->iterate_direct_aliases (i, ref); i++)
        if (cgraph_node *alias = dyn_cast<cgraph_node *> (ref->referring))
          work.safe_push (alias);
    }
  return false;
}

/* Are there ifunc resolvers in the unit?  */

static bool
ifuncs_p ()
{
  static int known = -1;
  symtab_node *node;
  if (known < 0)
    {
      known = 0;
      FOR_EACH_SYMBOL (node)
        known |= node->ifunc_resolver;
    }
  return known;
}

const char *
wpp_skip_reason (cgraph_node *node, bool *ignore)
{
  tree attributes = DECL_ATTRIBUTES (node->decl);

  *ignore = !gimple_has_body_p (node->decl) || node->thunk || node->inlined_to;
  if (*ignore)
    return "it has no body";
  if (lookup_attribute ("no_instrument_function", attributes))
    return "attribute no_instrument_function";
  if (lookup_attribute ("no_profile_instrument_function", attributes))
    return "attribute no_profile_instrument_function";
  if (lookup_attribute ("naked", attributes))
    return "attribute naked: it has no frame for instrumentation";
  if (ifuncs_p () && called_within_p (node, ifunc_resolver_p))
    return "ifunc resolver, or called by one: it runs before the program is relocated";
  if (returns_untyped_p (node))
    return "__builtin_return: it returns where no code can be put";
  /* GCC makes copies of functions that are called in transactions.  */
  if (flag_tm && called_within_p (node, transactional_p))
    return "it may run within transactions, which allow no assembly";
  if (DECL_SOURCE_LOCATION (node->decl) == BUILTINS_LOCATION)
    {
      *ignore = true;
      return "it is the compiler's own";
    }
  if (DECL_EXTERNAL (node->decl))
    return "extern inline: its definition is in another unit";
  return NULL;
}

static int
compare_nodes (const void *a, const void *b)
{
  int x = (*(cgraph_node *const *) a)->order, y = (*(cgraph_node *const *) b)->order;
  return x < y ? -1 : x > y;
}

void
wpp_functions (auto_vec<cgraph_node *> *nodes)
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    nodes->safe_push (node);
  nodes->qsort (compare_nodes);
}

bool
wpp_called_once_p (cgraph_node *node)
{
  /* GCC does not answer for an alias.  */
  return !node->alias && node->callers && !node->callers->next_caller && node->only_called_directly_p ();
}
