/* The abstract graph of a function that is compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_GRAPH_H
#define WPP_PLUGIN_GCC_GRAPH_GRAPH_H

#include "plugin/gcc/compat.h"

extern "C"
{
#include "program/paths/cfg.h"
}

/* The place of a node of the abstract graph in the function: statements FIRST .. LAST of BB (both null when
   it has none).  For a node on an edge, BB is null and EDGE is the edge.  */
struct wpp_node_place
{
  basic_block bb;
  edge on_edge;
  gimple *first, *last;
};

/* The place of code for an edge of the abstract graph: on the edge REAL of GCC's graph; if that is null, before
   the statement BEFORE; if both are null, there is no place.  */
struct wpp_edge_place
{
  edge real;
  gimple *before;
};

/* GCC's function seen as an abstract control flow graph.  */
struct wpp_function_graph
{
  struct wpp_cfg cfg;
  auto_vec<wpp_node_place> nodes;   /* [cfg.n_nodes] */
  auto_vec<wpp_edge_place> edges;   /* [cfg.n_edges] */
  auto_vec<uint64_t> frequency;     /* [cfg.n_edges] executions of edges, from a profile or GCC's guess;
                                       empty if unknown */
  hash_map<int_hash<uint32_t, UINT32_MAX, UINT32_MAX - 1>, gimple_seq> landed;
                                    /* of landing nodes, code that is to come when a path has begun there (generate) */
  bool landing;                     /* has a node with WPP_NODE_NONLOCAL */
  bool deep;                        /* many activations may be open at a time, and they are small (generate) */

  wpp_function_graph () : cfg (), landing (false), deep (false) {}
  ~wpp_function_graph () { wpp_cfg_release (&cfg); }
  wpp_function_graph (const wpp_function_graph &) = delete;
  wpp_function_graph &operator= (const wpp_function_graph &) = delete;
};

/* The files to which lines refer, with an index for each name, in order of first use.  */
class wpp_file_table
{
public:
  /* The index of NAME.  The table has the name that -fprofile-prefix-map and -fprofile-abs-path make of it.  */
  uint32_t index_of (const char *name);
  /* The number of what is so called in the table; UINT32_MAX when nothing is.  */
  uint32_t find (const char *name) const;
  unsigned length () const { return names.length (); }
  const char *name (unsigned i) const { return names[i]; }

private:
  auto_vec<const char *> names;
  mutable hash_map<nofree_string_hash, unsigned> indices;
};

/* graph.cc  */

/* Make the abstract graph of cfun in GRAPH, with the files of its lines in FILES.  */
void wpp_build_graph (wpp_function_graph *graph, wpp_file_table *files);

/* uncounted-edges.cc  */

/* Set WPP_EDGE_UNCOUNTED in GRAPH, which is cfun's, not changed since.  */
void wpp_mark_uncounted (wpp_function_graph *graph);

/* fix-function.cc  */

/* Bring cfun into the state in which both builds number paths.  */
void wpp_fix_function ();

#endif /* WPP_PLUGIN_GCC_GRAPH_GRAPH_H */
