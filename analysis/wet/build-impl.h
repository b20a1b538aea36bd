/* What the files that build a graph share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_WET_BUILD_IMPL_H
#define WPP_ANALYSIS_WET_BUILD_IMPL_H

#include "values/replay/replay.h"
#include "values/shadow.h"
#include "wet/code.h"
#include "wet/group.h"
#include "wet/pages.h"
#include "wet/wet.h"

struct wpp_wet_stored_group
{
  uint32_t n;
  struct wpp_wet_ref values, labels;
};

/* A node while it is built.  */
struct wpp_wet_building
{
  uint32_t event, function;
  struct wpp_wet_inputs inputs;
  struct wpp_wet_shape shape;
  uint32_t n_accesses, n_values, n_blocks, n_statements;
  bool enters, leaves;           /* its path */
  uint32_t *label;               /* [n_accesses] number of the label, or WPP_NONE */
  const struct wpp_memory_access *accesses; /* of the code that replay runs now */
  struct wpp_wet_group group;
  struct wpp_wet_habits habits;
  struct wpp_wet_stored_group *stored; /* [n_stored] */
  size_t n_stored, stored_room;
  size_t bytes;                  /* about, of its rows */
};

/* Where objects without addresses are, for the shadow.  */
struct wpp_wet_objects
{
  uint64_t **starts;             /* [functions] of locals: bytes from the activation's beginning; or null */
  uint64_t *ends;                /* [functions] of all */
  struct wpp_wet_statics { const struct wpp_program *program; uint64_t *starts; } *statics; /* [n] by program */
  size_t n, room;
};

struct wpp_wet_builder
{
  struct wpp_bindings *bindings;
  struct wpp_wet_writer *writer;
  enum wpp_wet_predictor predictor;
  uint32_t thread;
  /* Nodes of the thread.  */
  struct wpp_wet_building *nodes; /* [n_nodes] */
  size_t n_nodes, nodes_room;
  struct wpp_hash_table by_event;
  uint32_t recent[4096];         /* node + 1 by the event's lowest bits */
  uint32_t now;                  /* the node of the path at hand … */
  uint32_t labelled;             /* … and how many of its labels have been told */
  uint32_t n_sources;            /* of all nodes, from WPP_WET_FIRST on */
  size_t bytes;                  /* of all rows */
  struct wpp_word *told;         /* [told_room] */
  size_t told_room;
  /* Times.  */
  uint64_t times[WPP_WET_BLOCK]; /* [n_times] nodes, plus 1; 0: none */
  uint32_t n_times;
  uint64_t events;
  struct wpp_wet_habit times_habit;
  struct wpp_buffer blocks;      /* coded, as in wet.h */
  uint32_t *counts;              /* [counts_room] by node: in this block */
  size_t counts_room;
  /* Activations that are open.  */
  struct wpp_wet_open { uint64_t activation, event; bool left; } *open; /* [open_room] by depth */
  size_t open_room;
  /* Those that others of the same depth came after, and that have not left: of other stacks, or over.  */
  struct wpp_wet_open displaced[256]; /* a ring */
  uint32_t next_displaced;
  bool switched;                 /* one of them has gone on */
  struct wpp_shadow shadow;
  struct wpp_wet_objects objects;
  struct wpp_buffer contents;    /* of the threads that are over */
  struct wpp_buffer scratch;
  struct wpp_wet_totals totals;
  uint64_t outside;              /* as in struct wpp_wet_built */
};

/* ---- times.c */

/* At the next time WHAT comes, a node plus 1, or 0: nothing.  A block of times is over.  Both return 0, or an error of
   wpp_wet_append.  */
int wpp_wet_add_time (struct wpp_wet_builder *b, uint64_t what);
int wpp_wet_end_times (struct wpp_wet_builder *b);
void wpp_wet_put_where (struct wpp_buffer *b, struct wpp_wet_ref ref);

/* ---- labels.c: who wrote what is read.  */

/* The activation at hand, of FUNCTION, DEPTH deep, begins: its locals are nobody's.  WPP_E_NOMEM.  */
int wpp_wet_begin_locals (struct wpp_wet_builder *b, uint32_t function, size_t depth);
/* As in struct wpp_replay_user; DATA is the builder.  */
int wpp_wet_memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
                    struct wpp_word address, struct wpp_word n, bool surprised);
/* Rows in which an access has not been told have no runs.  WPP_E_NOMEM.  */
int wpp_wet_complete_labels (struct wpp_wet_building *x);
void wpp_wet_objects_release (struct wpp_wet_builder *b);

#endif /* WPP_ANALYSIS_WET_BUILD_IMPL_H */
