/* What differs between two recordings, or sets of them: `wpp diff'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The answer is an object with a head and a list of rows for each kind of thing that is compared: functions, lines,
   paths, subpaths, calling contexts, facts.  A row is sent only where the two sides differ; of sets of runs, where
   their means do.  Rows with the greatest change come first.

   The sides may be of different builds.  Functions are matched as `-fwpp-use' does: by name and source file, else by
   name, else (renamed ones) by file and graph, the nearest names first.  Paths, subpaths and lines are compared where
   both functions have the same graph; a function that has another one is a row of the functions alone, and of the lines
   where as many lines are left.  */

#ifndef WPP_ANALYSIS_ANSWERS_DIFF_H
#define WPP_ANALYSIS_ANSWERS_DIFF_H

#include "answers/call-contexts.h"
#include "answers/calls.h"
#include "answers/routes.h"

enum wpp_diff_part
{
  WPP_DIFF_FUNCTIONS,
  WPP_DIFF_LINES,
  WPP_DIFF_PATHS,
  WPP_DIFF_SUBPATHS,            /* needs order */
  WPP_DIFF_CONTEXTS,            /* needs activations */
  WPP_DIFF_FACTS,               /* likewise, and a problem */
  WPP_DIFF_PARTS
};

/* What all rows begin with.  A and B are sums over the runs of a side; saturated ones (saturate.h) are alike.  */
struct wpp_diff_measure
{
  const char *what;             /* `new' (A is 0), `lost' (B is 0), `more', `less' */
  uint64_t a, b;
  double change;                /* from A to B, of a run */
  double share;                 /* of the sum of all changes of the list, without their signs */
};

struct wpp_diff_side_row
{
  const char *file, *program;   /* the first one; null: not known */
  uint64_t files, runs;
  uint64_t statements;          /* executed in all runs */
};

struct wpp_diff_head
{
  bool alike;
  struct wpp_diff_side_row a, b;
};

/* A and B are statements that the function itself executed.  */
struct wpp_diff_function_row
{
  struct wpp_diff_measure is;
  const char *function, *short_name, *assembler_name, *unit;
  const char *former, *former_short; /* the function's name in A if it had another one; or null */
  const char *graph;            /* `same', `changed'; null: one side does not have the function */
  uint64_t activations_a, activations_b;
};

/* A and B are executions as in wpp_lines_row.  */
struct wpp_diff_line_row
{
  struct wpp_diff_measure is;
  const char *file, *path;
  uint32_t line;                /* in B, or in A if B does not have it */
  int64_t former_line;          /* in A if it was another one there; else negative */
};

/* A and B are executions; CHANGE is of the path's cost in statements.  */
struct wpp_diff_path_row
{
  struct wpp_diff_measure is;
  struct wpp_route_row route;   /* in B, or in A if B does not have the function */
};

/* Two paths, one after the other in a thread; the rest as above.  */
struct wpp_diff_subpath_row
{
  struct wpp_diff_measure is;
  uint32_t length;
  struct wpp_row_list steps;    /* of wpp_route_row */
};
extern const struct wpp_schema wpp_diff_step_schema;

/* A and B are activations.  */
struct wpp_diff_context_row
{
  struct wpp_diff_measure is;
  uint32_t level;               /* functions that are open */
  const char *function, *short_name; /* the innermost; null: deeper calls, which are not told apart */
  const struct wpp_call_place_row *call; /* where it was called; null: nobody knows */
  struct wpp_row_list frames;   /* of const char *: short names, the first caller's first */
};

/* A and B are executions of the block that found the fact true at its entry.  */
struct wpp_diff_fact_row
{
  struct wpp_diff_measure is;
  const char *problem, *file, *function, *fact;
  uint32_t block, line;         /* the block's first line; 0: none */
  uint64_t executions_a, executions_b; /* of the block */
};

extern const struct wpp_schema wpp_diff_schema;
/* The parts.  */
extern const struct wpp_schema wpp_diff_functions_schema, wpp_diff_lines_schema, wpp_diff_paths_schema;
extern const struct wpp_schema wpp_diff_subpaths_schema, wpp_diff_contexts_schema, wpp_diff_facts_schema;

struct wpp_diff_asked
{
  unsigned parts;               /* 1 << WPP_DIFF_… */
  const char *function;         /* only what is in functions called so in A or B; null: all */
  uint64_t top;                 /* rows of a part; 0: those that make up nine tenths of the change, and no more than
                                   anybody reads */
  const char *only;             /* only rows of this WHAT; null: all */
  unsigned problems;            /* of facts: as in wpp_computed_asked */
};

struct wpp_diff_found
{
  uint64_t statements[2], runs[2]; /* of A, of B */
  struct
  {
    size_t n, sent;             /* rows */
    double most_left;           /* the greatest share of those that are not sent */
  } parts[WPP_DIFF_PARTS];
};

/* What recordings need for that: WPP_HAS_…  */
unsigned wpp_diff_needs (const struct wpp_diff_asked *asked);

/* Does B execute more statements in a run than A, by more than the share MORE of A's?  */
bool wpp_diff_slower_p (const struct wpp_diff_found *found, double more);

/* Send what differs between A and B, which have what the parts need, to SINK, and set *FOUND.  Return how many rows
   there are, sent or not; or an error with PLACE, and *OF set to the recording that it is of: WPP_E_NOMEM, those of
   wpp_recording_code, wpp_answer_route, wpp_lines_count and wpp_call_contexts_find; or what SINK returns.  */
int64_t wpp_answer_diff (struct wpp_recording *a, struct wpp_recording *b, const struct wpp_diff_asked *asked,
                         struct wpp_row_sink *sink, struct wpp_diff_found *found, struct wpp_recording **of,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_DIFF_H */
