/* Paths in terms of the source (route.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/route.h"
#include "program/paths/numbering.h"
#include "base/array.h"

/* A line, which is sorted and printed, takes as long as so many nodes.  */
#define LINE_COST 8

/* Why paths end at edge E of NUM.  */
static const char *
kind_of_edge (const struct wpp_numbering *num, uint32_t e)
{
  const struct wpp_edge *edge = &num->cfg->edges[e];
  /* Other edges that the plugin has marked lead after a statement that may not return.  */
  if (wpp_landing_p (num, edge->dst))
    return "landing";
  if (num->cfg->nodes[edge->dst].flags & WPP_NODE_CALL || edge->flags & WPP_EDGE_ENDS)
    return "call";
  return num->edges[e].flags & WPP_EDGE_CUT ? "cut" : "loop";
}

static const char *
kind_of_start (const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_start *start = &num->starts[path->start];
  if (start->edge != WPP_NO_EDGE)
    return kind_of_edge (num, start->edge);
  return start->node == WPP_NODE_ENTRY ? "entry" : "landing";
}

static const char *
kind_of_end (const struct wpp_numbering *num, const struct wpp_path *path)
{
  if (path->unwound)
    return "unwound";
  if (path->end_edge != WPP_NO_EDGE)
    return kind_of_edge (num, path->end_edge);
  for (uint32_t i = 0; i < path->n_nodes; i++)
    if (num->cfg->edges[path->edges[i]].flags & WPP_EDGE_TAIL)
      return "tail call";
  return "exit";
}

/* If PATH begins after an edge, the path before it has counted its first node.  */
uint64_t
wpp_route_cost (const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_cfg *cfg = num->cfg;
  uint64_t cost = 0;
  for (uint32_t i = num->starts[path->start].edge != WPP_NO_EDGE; i < path->n_nodes; i++)
    cost += cfg->nodes[path->nodes[i]].statements;
  if (path->end_edge != WPP_NO_EDGE && !wpp_landing_p (num, cfg->edges[path->end_edge].dst))
    cost += cfg->nodes[cfg->edges[path->end_edge].dst].statements;
  return cost;
}

/* List the blocks of ROUTE's nodes.  The nodes of one block are neighbours; ENTRY is no block.  */
static int
collect_blocks (struct wpp_route *route, const struct wpp_cfg *cfg)
{
  const struct wpp_path *path = &route->path;
  route->n_blocks = 0;
  if (WPP_RESERVE (route->blocks, route->block_room, 0, path->n_nodes))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < path->n_nodes; i++)
    {
      uint32_t block = cfg->nodes[path->nodes[i]].block;
      if (path->nodes[i] != WPP_NODE_ENTRY
          && (!route->n_blocks || route->blocks[route->n_blocks - 1] != block))
        route->blocks[route->n_blocks++] = block;
    }
  return 0;
}

static int
compare_lines (const void *a, const void *b)
{
  const struct wpp_line_ref *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Append all lines of ROUTE's nodes, in order.  */
static int
append_lines (struct wpp_route *route, const struct wpp_numbering *num)
{
  const struct wpp_cfg *cfg = num->cfg;
  route->n_lines = 0;
  for (uint32_t i = 0; i < route->path.n_nodes; i++)
    {
      const struct wpp_node *node = &cfg->nodes[route->path.nodes[i]];
      if (WPP_RESERVE (route->lines, route->line_room, route->n_lines, node->n_lines))
        return WPP_E_NOMEM;
      for (uint32_t l = 0; l < node->n_lines; l++)
        route->lines[route->n_lines++] = cfg->lines[node->first_line + l];
    }
  wpp_numbering_pass (num, LINE_COST * route->n_lines);
  return 0;
}

size_t
wpp_lines_once (struct wpp_line_ref *lines, size_t n)
{
  size_t kept = 0;
  if (n)
    qsort (lines, n, sizeof *lines, compare_lines);
  for (size_t i = 0; i < n; i++)
    if (!kept || compare_lines (&lines[kept - 1], &lines[i]) != 0)
      lines[kept++] = lines[i];
  return kept;
}

static int
collect_lines (struct wpp_route *route, const struct wpp_numbering *num)
{
  int err = append_lines (route, num);
  route->n_lines = err ? 0 : wpp_lines_once (route->lines, route->n_lines);
  return err;
}

int
wpp_route_read (struct wpp_code *code, struct wpp_code_function *f, uint64_t number, struct wpp_route *route)
{
  int err = 0;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  route->function = f;
  route->number = number;
  if (num)
    err = wpp_path_decode (num, number, &route->path);
  if (!err)
    err = collect_blocks (route, num->cfg);
  if (!err)
    err = collect_lines (route, num);
  if (err)
    return err;
  route->start = kind_of_start (num, &route->path);
  route->end = kind_of_end (num, &route->path);
  route->cost = wpp_route_cost (num, &route->path);
  return 0;
}

void
wpp_route_release (struct wpp_route *route)
{
  wpp_path_release (&route->path);
  free (route->blocks);
  free (route->lines);
  *route = (struct wpp_route){ 0 };
}
