/* What the files of the walk through a graph share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_IN_GRAPH_IMPL_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_IN_GRAPH_IMPL_H

#include "dependence/instances/walk-impl.h"

/* What is known of a node.  */
struct wpp_seen_node
{
  bool known;
  bool changes;                  /* it calls what is not recorded and may change what is in no label */
  bool plain;                    /* addresses apart, what it writes is known without its values */
  bool begins;                   /* objects begin in it */
  uint32_t path;                 /* number of the known path */
  uint32_t n_accesses;
  uint32_t first;                /* of its keys, by 256 accesses */
  struct wpp_logged_access *accesses; /* [n_accesses] as they are logged if it is plain */
  bool *simple;                  /* [n_accesses] writes: all that it says, which is no copy */
  unsigned char *marked;         /* bits by execution; or null */
};

/* An activation, seen from its end.  */
struct wpp_graph_frame
{
  uint64_t id;
  uint64_t pending;              /* the event of its path that comes next, plus 1; 0: not known */
};

struct wpp_graph_walk
{
  struct wpp_walk *w;
  struct wpp_log *log;
  struct wpp_wet_thread_graph *graph;
  struct wpp_seen_node *nodes;   /* [n_nodes] */
  size_t n_nodes, nodes_room;
  uint32_t keys;                 /* of all nodes, each for 256 accesses */
  struct wpp_graph_frame *frames; /* [n] the outermost first */
  size_t n, room;
  uint64_t ids;
  bool by_replay;                /* what is wanted has no labels: this walk is void */
  /* The path at hand.  */
  struct wpp_wet_instance at;
  uint32_t function;
  uint64_t activation;
  bool surprised;                /* loads found what recorded code had not left there */
  bool told;                     /* the log has its addresses */
};

/* What is known of NODE; null and *ERR.  */
struct wpp_seen_node *wpp_look_at_node (struct wpp_graph_walk *g, uint32_t node, int *err);

/* Is its execution K marked?  */
static inline bool
wpp_graph_marked_p (const struct wpp_seen_node *x, uint32_t k)
{
  return x->marked && x->marked[k / 8] >> k % 8 & 1;
}

/* Add to the log what the path at hand accesses, and computes.  */
int wpp_graph_tell (struct wpp_graph_walk *g);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_IN_GRAPH_IMPL_H */
