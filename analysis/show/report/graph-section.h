/* A function's graph as a row of the section `graphs'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   [function, blocks, edges], all numbers:

     blocks  [block, count, statements, flags, x, y, lines] each; of a node that stands for several blocks, BLOCK is -1,
             STATEMENTS is how many they are, and COUNT that of the most frequent one
     lines   as in the section `paths' (paths.c)
     edges   [from, to, count, flags, x, y, x, y, …] each: places in the list of blocks, and the bends

   A graph of more than WPP_GRAPH_MOST blocks has its most frequent blocks; of the others, those that touch each other
   are one node.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_GRAPH_SECTION_H
#define WPP_ANALYSIS_SHOW_REPORT_GRAPH_SECTION_H

#include "answers/graphs.h"
#include "show/report/report-impl.h"

#define WPP_GRAPH_MOST 500u

enum wpp_report_block_flags
{
  WPP_REPORT_CALL = 1,
  WPP_REPORT_LANDING = 2
};

enum wpp_report_edge_flags
{
  WPP_REPORT_BACK = 1,
  WPP_REPORT_EXCEPTIONAL = 2
};

/* Write ROW to S.  Return 0, WPP_E_NOMEM, or what a list of ROW's returns.  */
int wpp_report_graph (struct wpp_report *page, struct wpp_section *s, const struct wpp_graph_row *row);

/* Write LINES, of wpp_source_line_row, to S as an array.  */
int wpp_report_lines (struct wpp_report *page, struct wpp_section *s, const struct wpp_row_list *lines);

#endif /* WPP_ANALYSIS_SHOW_REPORT_GRAPH_SECTION_H */
