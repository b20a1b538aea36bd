/* Activations by calling context, and who called whom: `wpp calls'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two answers.  The tree has two lists: contexts, callers before what they call, and the calls of the graph that they
   make up.  The graph has functions and their calls.  */

#ifndef WPP_ANALYSIS_ANSWERS_CALLS_H
#define WPP_ANALYSIS_ANSWERS_CALLS_H

#include "answers/call-contexts.h"
#include "answers/rows.h"

struct wpp_call_function_row
{
  const char *name, *short_name, *assembler_name, *unit;
};

struct wpp_call_place_row
{
  const char *file, *path;      /* null: the line is not known, … */
  int64_t line;                 /* … negative */
  uint32_t block, node;
};

/* How many activations did not leave by the exit of their function, and why.  */
struct wpp_call_unfinished_row
{
  uint64_t all, abandoned, jumped, lost, open;
};

struct wpp_calls_head
{
  bool merged;                  /* recursive calls are */
};

struct wpp_call_context_row
{
  uint64_t context;             /* numbers in the order in which they come */
  int64_t caller;               /* its context; negative: code without events */
  uint32_t level;               /* 1 without a caller */
  const struct wpp_call_function_row *function; /* null: all calls that are deeper than those that are told apart */
  const struct wpp_call_place_row *call; /* where; null: nobody knows */
  bool begun_unseen;            /* before it was recorded */
  int64_t recursion_of;         /* the context that calls of these activations belong to; negative: this one */
  uint64_t count, total;        /* activations; with all that they called */
  struct wpp_call_unfinished_row unfinished;
  /* No columns: the names of the functions that are open, the first caller's first, with null for deeper calls; the
     level of RECURSION_OF; activations that are left out, called from here.  */
  struct wpp_row_list frames;
  uint32_t recursion_level;
  uint64_t left;
  bool root_seen;               /* the beginning of the first caller was */
};

/* A call of the graph.  */
struct wpp_call_graph_row
{
  struct wpp_call_function_row caller;
  const struct wpp_call_place_row *call; /* null: nobody knows */
  struct wpp_call_function_row callee;
  uint64_t count;
  uint32_t caller_number, callee_number; /* of the functions; not columns */
};

/* A function of the graph.  */
struct wpp_call_graph_function_row
{
  uint32_t number;
  struct wpp_call_function_row function;
  uint64_t count;               /* activations */
};

struct wpp_call_graph_head
{
  bool any;                     /* contexts; not a column */
};

/* The tree, whose parts are the next two; the graph, whose parts are those after it.  */
extern const struct wpp_schema wpp_calls_schema, wpp_call_contexts_schema, wpp_call_edges_schema;
extern const struct wpp_schema wpp_call_graph_schema, wpp_call_graph_functions_schema, wpp_call_graph_calls_schema;

struct wpp_calls_asked
{
  struct wpp_call_contexts_asked contexts;
  const char *function;         /* only contexts with it, what they call and what they are called from; null: all */
  uint64_t min_count;           /* only those with so many activations, and what they are called from */
  double min_share;             /* only what has so much of all, 0 .. 1; negative: not given, … */
  uint32_t most;                /* … the greatest so many; 0: all */
};

/* Send the tree of R, which has activations, to SINK.  The listener hears what is left out though nobody asked for
   that.  Return the number of contexts, or an error of
   wpp_call_contexts_find with PLACE, WPP_E_NOMEM, or what SINK returns.  */
int64_t wpp_answer_calls (struct wpp_recording *r, const struct wpp_calls_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);
/* The same of the graph: what is asked of shares is meant of calls.  */
int64_t wpp_answer_call_graph (struct wpp_recording *r, const struct wpp_calls_asked *asked, struct wpp_row_sink *sink,
                               struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_CALLS_H */
