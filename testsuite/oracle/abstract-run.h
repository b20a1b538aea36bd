/* An abstract run: data flow frequencies the slow way, over the expanded trace.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   abstract-trace.c executes events one by one with a stack of activations and keeps, a function, its
   activations.  abstract-dump.c reads what blocks and edges do to facts from a dump.  abstract-state.c
   goes through activations path by path, with one state of all facts.  abstract-run.c compares.

   Nothing of the engine is used: no grammar (it is expanded), no projection, no transition of more
   than one step.  To bear long traces, equal activations are kept once, and what a path made of a state
   is remembered.  */

#ifndef WPP_TESTSUITE_ORACLE_ABSTRACT_RUN_H
#define WPP_TESTSUITE_ORACLE_ABSTRACT_RUN_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/cfg.h"

/* What a path does, one after the other.  */
enum move_kind
{
  MOVE_OVER,    /* takes the edge WHAT of the graph */
  MOVE_ARRIVE,  /* arrives at the node WHAT, which counts as its execution */
  MOVE_THROUGH  /* executes what is after the arrival there */
};

struct move
{
  enum move_kind kind;
  uint32_t what;
};

struct path
{
  struct move *moves; /* [n] */
  size_t n;
  uint64_t number;
  bool enters, leaves;
};

/* Activations that are all alike.  */
struct activation
{
  uint32_t *paths;    /* [n] indices into the function's */
  uint32_t n;
  bool left;          /* by the function's end */
  uint64_t times;
};

struct function
{
  const char *name, *source; /* assembler name; the unit's source file without folders */
  uint64_t checksum;
  bool landing;              /* LAND events count its activations */
  const struct wpp_cfg *cfg;
  struct path *paths;        /* [n_paths] executed ones */
  size_t n_paths, paths_room;
  struct activation *over;   /* [n] */
  size_t n, room;
  uint32_t *table;           /* [table_room] indices into OVER plus 1: open addressing */
  size_t table_room;
  uint32_t *order;           /* [n_order] of OVER, all activations as they ended */
  size_t n_order, order_room;
  bool dumped;
};

extern struct function *functions; /* [n_functions] executed ones */
extern size_t n_functions;

/* Print MESSAGE about WHAT and end with status 2.  */
void fail (const char *what, const char *message) __attribute__ ((noreturn));
/* ARRAY with room for N + 1 elements of SIZE bytes, of which it has *ROOM.  */
void *grown (void *array, size_t n, size_t *room, size_t size);

/* Execute the profile FILE.  */
void run_profile (const char *file);

/* ---- A problem of one function.  */

struct change
{
  int fact, source; /* -1: false, -2: true */
};

struct effect
{
  size_t n;
  struct change *changes; /* [n] */
};

struct site
{
  size_t n;
  int *from;              /* [n] */
  uint64_t expected, found;
  const char *text;
  int line;
};

struct node
{
  struct effect arriving, through;
  size_t n_sites;
  struct site *sites;     /* [n_sites] */
  /* Of the first node of a block that was executed, says the dump, else 0 and null.  */
  int block;
  uint64_t expected;
  uint64_t *held, *found; /* [n_facts] */
  uint64_t count;         /* of any node: executions in the run */
};

struct problem
{
  const struct wpp_cfg *cfg;
  json_object *function;  /* of the dump */
  int n_facts;
  bool backward;
  uint8_t *boundary;      /* [n_facts] */
  struct node *nodes;     /* [n_nodes] */
  struct effect *edges;   /* [n_edges] */
};

/* Read P from FUNCTION, of whose graph it was made.  */
void problem_read (struct problem *p, json_object *function, const struct wpp_cfg *cfg);
void problem_release (struct problem *p);
json_object *member (json_object *o, const char *key);

/* Let P go through F's activations: set counts and what was found.  */
void problem_run (struct problem *p, const struct function *f);

/* Go through F's activations one by one and print, of each site of P, which of its executions found a fact: those of an
   activation come after those of the ones that ended before.  */
void problem_executions (struct problem *p, const struct function *f);

#endif /* WPP_TESTSUITE_ORACLE_ABSTRACT_RUN_H */
