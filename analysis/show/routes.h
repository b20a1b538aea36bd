/* Paths in the terms of the source, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_ROUTES_H
#define WPP_ANALYSIS_SHOW_ROUTES_H

#include <stdio.h>
#include "answers/routes.h"

/* `2 3 5' and `prog.c:12-14,17 head.h:3': BLOCKS and LINES of a path.  */
void wpp_put_blocks (FILE *out, const struct wpp_row_list *blocks);
void wpp_put_lines (FILE *out, const struct wpp_row_list *lines);

/* A path under the heading of its row: two lines, blocks and lines, after INDENT spaces.  */
void wpp_put_route (FILE *out, const struct wpp_route_row *route, int indent);

#endif /* WPP_ANALYSIS_SHOW_ROUTES_H */
