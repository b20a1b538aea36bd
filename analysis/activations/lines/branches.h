/* Branches: where control may go on in several ways.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A branch is a node that several edges leave over which paths may run: a conditional branch, or a switch.  Ways that
   exceptions take are none.  Its line is the last one that is known of its basic block.  How often each way was taken
   is in lines.h.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_LINES_BRANCHES_H
#define WPP_ANALYSIS_ACTIVATIONS_LINES_BRANCHES_H

#include "activations/lines/lines.h"

/* Set WAYS [MOST] to the first ones of those edges from *E on that leave NODE of CFG and over which paths may run.
   Return how many there are.  *E, at most the first edge that leaves NODE, is moved after the last one.  */
uint32_t wpp_branch_ways (const struct wpp_cfg *cfg, uint32_t node, uint32_t *e, uint32_t *ways, uint32_t most);

/* The line of the branch NODE, or null.  */
const struct wpp_line_ref *wpp_branch_line (const struct wpp_cfg *cfg, uint32_t node);

/* The branches of LINE of S, [*N].  */
const struct wpp_branch_count *wpp_branches_of_line (const struct wpp_source *s, uint32_t line, size_t *n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_LINES_BRANCHES_H */
