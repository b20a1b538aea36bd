/* Hot loops and subpaths: `wpp hot'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each loop and subpath once (grammar/rules/hot-loops.h); or the minimal hot subpaths of J. R. Larus, Whole Program
   Paths, PLDI 1999, section 4.2 (grammar/rules/hot.h).  The grammars of all threads are concatenated, with a GAP
   between them that no subpath crosses, so counts are those of all of them together.  Counts and costs saturate.  */

#ifndef WPP_ANALYSIS_ANSWERS_HOT_H
#define WPP_ANALYSIS_ANSWERS_HOT_H

#include "answers/routes.h"
#include "grammar/rules/hot.h"

struct wpp_hot_head
{
  const char *unit;             /* of costs: `statements' or `events' */
  uint64_t total_cost;          /* of everything */
  uint64_t min_cost;            /* of what is shown */
  double percent;               /* that it is of the total; 0 when it was given as a number */
  uint32_t min_length, max_length;
};

/* A path among those that go once round a loop.  */
struct wpp_hot_path_row
{
  uint64_t path, count;         /* its number in the function; how often it was executed */
};

/* Paths in a row.  */
struct wpp_hot_step_row
{
  struct wpp_route_row route;   /* the path; of several that go once round the same loop, the most frequent one */
  struct wpp_row_list paths; /* of wpp_hot_path_row: all of them, the most frequent first; none in minimal subpaths */
  double share;                 /* the first one's of all that these were executed; nothing: they were not */
  uint32_t repeat;              /* times in a row */
};

/* Runs of between FROM and TO repetitions.  */
struct wpp_hot_lengths_row
{
  uint64_t from, to, count;
};

struct wpp_hot_row
{
  uint64_t count, cost;         /* executions; their cost without that of paths of rows before */
  double share;                 /* of the total; nothing when that is saturated */
  uint64_t overlap_cost;        /* of paths of rows before */
  double overlap_share;
  uint64_t runs;                /* executions one after the other are a run */
  struct wpp_row_list lengths;  /* of runs, rising: each; or, of many, ranges that begin at powers of two */
  uint64_t shortest, longest;   /* of the runs */
  uint64_t half, nine_of_ten;   /* of the runs are at most so long */
  uint32_t length;              /* steps */
  struct wpp_row_list steps;    /* of wpp_hot_step_row */
};
extern const struct wpp_schema wpp_hot_schema;

/* Of minimal hot subpaths.  */
struct wpp_hot_subpath_row
{
  uint64_t count, cost;         /* occurrences, which may overlap */
  double share;                 /* of the total; nothing when that is saturated */
  uint32_t length;              /* paths */
  struct wpp_row_list steps;    /* of wpp_hot_step_row: equal paths in a row are one */
};
extern const struct wpp_schema wpp_hot_subpaths_schema;

struct wpp_hot_asked
{
  struct wpp_hot_options limits; /* min_length, max_length; min_cost unless PERCENT */
  double percent;               /* the least cost is this much of the total; 0: it is limits.min_cost */
  bool events;                  /* the cost of a path is 1, not its statements */
  bool paper;                   /* minimal hot subpaths */
  uint64_t top;                 /* only so many */
};

/* Send the hot loops and subpaths of R, which needs its order, to SINK: the most costly first.  Set *HEAD.  Return how
   many there are, shown or not; or WPP_E_NOMEM, an error of wpp_answer_route, or what SINK returns.  */
int64_t wpp_answer_hot (struct wpp_recording *r, const struct wpp_hot_asked *asked, struct wpp_row_sink *sink,
                        struct wpp_hot_head *head, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_HOT_H */
