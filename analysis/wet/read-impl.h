/* What the files that read a graph share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_WET_READ_IMPL_H
#define WPP_ANALYSIS_WET_READ_IMPL_H

#include "values/replay/replay.h"
#include "wet/code.h"
#include "wet/group.h"
#include "wet/wet.h"

struct wpp_wet_found_group
{
  uint64_t first;
  uint32_t n;
  struct wpp_wet_ref values, labels;
};

/* In block BLOCK of the thread's times the node is executed for the time number FIRST, from 0, and more.  */
struct wpp_wet_occurrence
{
  uint32_t block, first;
};

/* What a node computes.  */
struct wpp_wet_node_code
{
  struct wpp_micro_code *telling; /* pure, with watches */
  struct wpp_micro_code quiet;   /* the same without; only its micros are its own */
  struct wpp_wet_inputs inputs;
  uint32_t *label;               /* [n_accesses] or WPP_NONE */
  struct wpp_word *slots;        /* of the layout, and inputs */
};

struct wpp_wet_node
{
  uint32_t event, function;
  struct wpp_wet_shape shape;
  uint32_t n_accesses;
  uint64_t executions;
  struct wpp_wet_found_group *groups; /* [n_groups] by rising FIRST */
  size_t n_groups, groups_room;
  struct wpp_wet_occurrence *occurrences; /* [n_occurrences] by rising block */
  size_t n_occurrences, occurrences_room;
  struct wpp_wet_node_code *code; /* null: has not been asked for */
  /* The group at hand: its values are words [n][n_live + n_inputs], what is not known has its bit in KNOWN clear.  */
  struct wpp_wet_group values, labels;
  bool has_values, has_labels;
  bool surprised;                /* a load of the labels at hand was */
  unsigned char *known;          /* [n][n_live + n_inputs] 1 or 0; null: all are */
  size_t **starts;               /* [n_labels] null, or [n] where the runs of each row begin */
  size_t bytes;                  /* about, of what is at hand */
};

struct wpp_wet_times             /* a block of times */
{
  uint32_t block;                /* plus 1; 0: none */
  uint32_t nodes[WPP_WET_BLOCK]; /* plus 1; 0: none */
  uint32_t k[WPP_WET_BLOCK];
};

#define WPP_WET_TIMES_KEPT 64u

struct wpp_wet_known_source      /* of which node access SOURCE is; 0: free */
{
  uint32_t source, node;
};

#define WPP_WET_SOURCES_KEPT 1024u

struct wpp_wet_thread_graph
{
  struct wpp_wet *graph;
  uint32_t index;
  bool switched;
  uint64_t events;
  uint32_t n_nodes;
  struct wpp_wet_node *nodes;
  size_t n_blocks;
  struct wpp_wet_ref *blocks;    /* [n_blocks] */
  struct wpp_wet_times *times[WPP_WET_TIMES_KEPT]; /* by block; may be null */
  struct wpp_wet_known_source sources[WPP_WET_SOURCES_KEPT];
};

struct wpp_wet
{
  struct wpp_bindings *bindings;
  struct wpp_wet_pages *pages;
  struct wpp_wet_totals totals;
  size_t n_threads;
  struct wpp_wet_thread_graph *threads;
  size_t bytes;                  /* of what nodes have at hand */
};

/* ---- rows.c */

void wpp_wet_node_release (struct wpp_wet_node *x);
/* X has MORE bytes at hand.  */
void wpp_wet_count_bytes (struct wpp_wet *g, struct wpp_wet_node *x, size_t more);
/* The group with execution K of X.  */
const struct wpp_wet_found_group *wpp_wet_group_of (const struct wpp_wet_node *x, uint32_t k);
/* The path of X, whose function has a layout, as code that tells what WATCHED says.  Null and *ERR.  */
struct wpp_micro_code *wpp_wet_compile (const struct wpp_bindings *b, const struct wpp_wet_node *x,
                                        const uint8_t *watched, int *err);
/* The code of X.  Null and *ERR.  */
struct wpp_wet_node_code *wpp_wet_code_of (struct wpp_wet_thread_graph *t, struct wpp_wet_node *x, int *err);
/* Let the values of I be at hand, whose function has a layout.  */
int wpp_wet_look (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, bool *regular);
/* Run CODE of execution K of X, of layout L, which is regular and at hand; WATCH may be null.  */
int wpp_wet_run (struct wpp_wet_node *x, const struct wpp_micro_layout *l, uint32_t k,
                 const struct wpp_micro_code *code, const struct wpp_value_watch *watch);

static inline bool
wpp_wet_watch_p (const struct wpp_micro *m)
{
  return m->operation >= WPP_MICRO_WATCH_STATEMENT && m->operation <= WPP_MICRO_WATCH_MEMORY;
}

#endif /* WPP_ANALYSIS_WET_READ_IMPL_H */
