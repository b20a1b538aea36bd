/* Paths in terms of the source: blocks, source lines, cost, and the kinds of places where they begin and end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_ROUTE_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_ROUTE_H

#include <stddef.h>
#include <stdint.h>
#include "program/paths/numbering.h"
#include "recording/profile/code.h"

struct wpp_route
{
  const struct wpp_code_function *function;
  uint64_t number;
  uint64_t cost;             /* statements; see wpp_route_read */
  struct wpp_path path;
  uint32_t *blocks;          /* GCC's block numbers in order of execution */
  size_t n_blocks;
  struct wpp_line_ref *lines;  /* by file and line, each once */
  size_t n_lines;
  const char *start, *end;   /* kinds of places: fixed words */
  size_t block_room, line_room;
};

/* Describe path NUMBER of F, a function of CODE, in ROUTE (zero before its first use and reusable).  `cost' is the
   number of statements of the nodes that an execution of this path counts (cfg.h), so that costs add up to the cost of
   all block executions.  Return 0, WPP_E_NOMEM, or an error of wpp_code_numbering or wpp_path_decode.  */
int wpp_route_read (struct wpp_code *code, struct wpp_code_function *f, uint64_t number, struct wpp_route *route);
void wpp_route_release (struct wpp_route *route);

/* That cost of PATH, one of NUM.  */
uint64_t wpp_route_cost (const struct wpp_numbering *num, const struct wpp_path *path);

/* Sort LINES [N] by file and line, and keep each once.  Return the number of lines that are left.  */
size_t wpp_lines_once (struct wpp_line_ref *lines, size_t n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_ROUTE_H */
