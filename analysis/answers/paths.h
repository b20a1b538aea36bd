/* The executed paths with their counts, hottest first: `wpp paths'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The cost of a path is its count times the number of statements that one execution counts.  All costs together are the
   number of statements that the program executed.  They are exact (big.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_PATHS_H
#define WPP_ANALYSIS_ANSWERS_PATHS_H

#include "answers/asked.h"
#include "answers/routes.h"

struct wpp_paths_head
{
  mpz_t total_cost;             /* of all paths, shown or not */
};

struct wpp_path_row
{
  mpz_t count, cost;
  double share;                 /* of the cost of all paths */
  struct wpp_route_row route;
};

extern const struct wpp_schema wpp_paths_schema;

/* Needs counts.  Errors are WPP_E_NOMEM, and those of wpp_answer_route.  */
wpp_answer wpp_answer_paths;

#endif /* WPP_ANALYSIS_ANSWERS_PATHS_H */
