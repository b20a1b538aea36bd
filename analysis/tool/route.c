/* Paths spelled out for people: kinds of ends, blocks, source lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "support/names.h"
#include "paths/numbering-impl.h"
#include "tool/tool.h"

/* Is edge E of NUM, which the numbering made end paths, a back edge?  Otherwise
   it was cut.  */
static bool
loops_p (const struct wpp_numbering *num, uint32_t e)
{
  struct wpp_order order = { 0 };
  if (!num->n_cuts)
    return true;
  int err = wpp_order_make (num, &order);
  bool back = !err && wpp_back_edge_p (num, &order, e);
  wpp_order_release (&order);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  return back;
}

/* Why paths end at edge E of NUM.  */
static const char *
kind_of_edge (const struct wpp_numbering *num, uint32_t e)
{
  const struct wpp_edge *edge = &num->cfg->edges[e];
  if (wpp_landing_p (num, edge->dst))
    return "landing";
  if (num->cfg->nodes[edge->dst].flags & WPP_NODE_CALL)
    return "call";
  /* What is left of the edges that the plugin has marked leads behind a statement that may
     not return.  */
  if (edge->flags & WPP_EDGE_ENDS)
    return "call";
  return loops_p (num, e) ? "loop" : "cut";
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

/* The statements of the nodes that an execution of PATH counts: the first node of a path
   that goes on behind an edge was counted by the path before it.  */
static uint64_t
cost_of_path (const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_cfg *cfg = num->cfg;
  uint64_t cost = 0;
  for (uint32_t i = num->starts[path->start].edge != WPP_NO_EDGE; i < path->n_nodes; i++)
    cost += cfg->nodes[path->nodes[i]].statements;
  if (path->end_edge != WPP_NO_EDGE && !wpp_landing_p (num, cfg->edges[path->end_edge].dst))
    cost += cfg->nodes[cfg->edges[path->end_edge].dst].statements;
  return cost;
}

/* Pieces of one block stand beside each other; ENTRY is no block.  */
static void
collect_blocks (struct wpp_route *route, const struct wpp_cfg *cfg)
{
  const struct wpp_path *path = &route->path;
  route->blocks = wpp_grow (route->blocks, path->n_nodes, sizeof *route->blocks);
  route->n_blocks = 0;
  for (uint32_t i = 0; i < path->n_nodes; i++)
    {
      uint32_t block = cfg->nodes[path->nodes[i]].block;
      if (path->nodes[i] != WPP_NODE_ENTRY
          && (!route->n_blocks || route->blocks[route->n_blocks - 1] != block))
        route->blocks[route->n_blocks++] = block;
    }
}

static int
compare_lines (const void *a, const void *b)
{
  const struct wpp_line_ref *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void
collect_lines (struct wpp_route *route, const struct wpp_cfg *cfg)
{
  size_t n = 0, kept = 0;
  for (uint32_t i = 0; i < route->path.n_nodes; i++)
    {
      const struct wpp_node *node = &cfg->nodes[route->path.nodes[i]];
      if (n + node->n_lines > route->line_room)
        {
          route->line_room = 2 * (n + node->n_lines);
          route->lines = wpp_grow (route->lines, route->line_room, sizeof *route->lines);
        }
      for (uint32_t l = 0; l < node->n_lines; l++)
        route->lines[n++] = cfg->lines[node->first_line + l];
    }
  if (n)
    qsort (route->lines, n, sizeof *route->lines, compare_lines);
  for (size_t i = 0; i < n; i++)
    if (!kept || compare_lines (&route->lines[kept - 1], &route->lines[i]) != 0)
      route->lines[kept++] = route->lines[i];
  route->n_lines = kept;
}

bool
wpp_route_read (struct wpp_code *code, uint32_t event, struct wpp_route *route)
{
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (code, event, &route->number);
  if (!f)
    return false;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (num)
    err = wpp_path_decode (num, route->number, &route->path);
  if (err)
    wpp_die (f->function->name, "path %" PRIu64 ": %s", route->number, wpp_strerror (err));
  route->function = f;
  route->cost = cost_of_path (num, &route->path);
  route->start = kind_of_start (num, &route->path);
  route->end = kind_of_end (num, &route->path);
  collect_blocks (route, num->cfg);
  collect_lines (route, num->cfg);
  return true;
}

void
wpp_route_release (struct wpp_route *route)
{
  wpp_path_release (&route->path);
  free (route->blocks);
  free (route->lines);
}

void
wpp_route_print_blocks (FILE *out, const struct wpp_route *route)
{
  for (size_t i = 0; i < route->n_blocks; i++)
    fprintf (out, "%s%u", i ? " " : "", route->blocks[i]);
}

void
wpp_route_print_lines (FILE *out, const struct wpp_route *route)
{
  const struct wpp_line_ref *lines = route->lines;
  for (size_t i = 0, end; i < route->n_lines; i = end)
    {
      bool new_file = !i || lines[i].file != lines[i - 1].file;
      for (end = i + 1; end < route->n_lines && lines[end].file == lines[i].file
                        && lines[end].line == lines[end - 1].line + 1;)
        end++;
      if (new_file)
        fprintf (out, "%s%s:", i ? " " : "", route->function->unit->files[lines[i].file]);
      fprintf (out, "%s%u", new_file ? "" : ",", lines[i].line);
      if (end - i > 1)
        fprintf (out, "-%u", lines[end - 1].line);
    }
}

void
wpp_route_json (const struct wpp_route *route, struct json_object *object)
{
  const struct wpp_function *f = route->function->function;
  struct json_object *blocks = json_object_new_array ();
  struct json_object *lines = json_object_new_array ();
  for (size_t i = 0; i < route->n_blocks; i++)
    json_object_array_add (blocks, wpp_json_number (route->blocks[i]));
  for (size_t i = 0; i < route->n_lines; i++)
    {
      struct json_object *line = json_object_new_object ();
      json_object_object_add (line, "file",
                              wpp_json_string (route->function->unit->files[route->lines[i].file]));
      json_object_object_add (line, "line", wpp_json_number (route->lines[i].line));
      json_object_array_add (lines, line);
    }
  json_object_object_add (object, "function", wpp_json_string (wpp_function_name (f)));
  json_object_object_add (object, "assembler_name", wpp_json_string (f->name));
  json_object_object_add (object, "unit", wpp_json_string (route->function->unit->source));
  json_object_object_add (object, "path", wpp_json_path_number (route->number));
  json_object_object_add (object, "start", json_object_new_string (route->start));
  json_object_object_add (object, "end", json_object_new_string (route->end));
  json_object_object_add (object, "statements", wpp_json_number (route->cost));
  json_object_object_add (object, "blocks", blocks);
  json_object_object_add (object, "lines", lines);
}

const char *
wpp_function_name (const struct wpp_function *function)
{
  return function->pretty && *function->pretty ? function->pretty : function->name;
}

bool
wpp_function_named_p (const struct wpp_function *function, const char *name)
{
  return strcmp (function->name, name) == 0 || wpp_names_p (wpp_function_name (function), name);
}

void
wpp_function_absent (const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (wpp_function_named_p (code->functions[i].function, name))
      {
        wpp_say (name, "not executed");
        return;
      }
  for (size_t i = 0; i < code->n_skipped; i++)
    if (wpp_function_named_p (code->skipped[i], name))
      {
        const char *reason = code->skipped[i]->reason;
        wpp_say (name, "not instrumented: %s", reason ? reason : "unknown");
        return;
      }
  wpp_say (name, "no such function");
}

const char *
wpp_event_name (uint32_t event, char buffer[24])
{
  if (event == WPP_EVENT_GAP)
    return "GAP";
  if (event == WPP_EVENT_LAND_MORE)
    return "LAND_MORE";
  if (event >= WPP_EVENT_LAND && event <= WPP_EVENT_LAND + WPP_EVENT_LAND_MAX)
    snprintf (buffer, 24, "LAND(%u)", event - WPP_EVENT_LAND);
  else
    snprintf (buffer, 24, "%u", event);
  return buffer;
}
