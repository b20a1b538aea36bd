/* Value places of a function: statements that are other code where a value is known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_VALUE_PLACES_H
#define WPP_PLUGIN_GCC_GRAPH_VALUE_PLACES_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "format/value-place.h"
}

struct wpp_valued_statement
{
  gimple *stmt;
  uint32_t node;                /* of the graph */
  wpp_place_kind kind;
  tree value;                   /* an SSA name */
  tree other;                   /* the dividend of a MODULUS; else null */
};

/* Is P's statement a place?  Set its kind and values.  */
bool wpp_value_place_p (wpp_valued_statement *p);

/* Add cfun's places, whose graph is GRAPH, to PLACES: node by node, in the order of statements.  */
void wpp_find_value_places (const wpp_function_graph *graph, auto_vec<wpp_valued_statement> *places);

/* Which argument of the call STMT is a size of memory: of memcpy, memset and their like, also of those that
   _FORTIFY_SOURCE puts in their place.  Negative: none.  */
int wpp_size_argument (gimple *stmt);

#endif /* WPP_PLUGIN_GCC_GRAPH_VALUE_PLACES_H */
