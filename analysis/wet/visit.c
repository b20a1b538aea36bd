/* Executions of some nodes, in the order of time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "wet/read-impl.h"

bool
wpp_wet_regular_p (const struct wpp_wet *x)
{
  return !x->totals.irregular;
}

uint32_t
wpp_wet_nodes (const struct wpp_wet_thread_graph *t)
{
  return t->n_nodes;
}

int
wpp_wet_tells_p (struct wpp_wet_thread_graph *t, uint32_t node, const uint8_t *marks, bool *tells)
{
  struct wpp_wet_node *x = &t->nodes[node];
  int err = WPP_OK;
  *tells = false;
  if (!t->graph->bindings->layouts[x->function])
    return WPP_OK;
  const struct wpp_wet_node_code *c = wpp_wet_code_of (t, x, &err);
  for (uint32_t i = 0; c && i < c->telling->n; i++)
    if (c->telling->micros[i].operation == WPP_MICRO_WATCH_VALUE && marks[c->telling->micros[i].imm])
      *tells = true;
  return err;
}

/* Which blocks of T have nodes with MARKS; null: memory is out.  */
static bool *
blocks_of (const struct wpp_wet_thread_graph *t, const bool *marks)
{
  bool *blocks = calloc (t->n_blocks + 1, sizeof *blocks);
  for (uint32_t i = 0; i < t->n_nodes && blocks; i++)
    for (size_t o = 0; marks[i] && o < t->nodes[i].n_occurrences; o++)
      blocks[t->nodes[i].occurrences[o].block] = true;
  return blocks;
}

/* Visit what is executed at TIME, if it has a mark.  */
static int
visit_one (struct wpp_wet_thread_graph *t, const bool *marks, uint64_t time, wpp_wet_visitor *visit, void *data)
{
  struct wpp_wet_instance i;
  int err = wpp_wet_at (t, time, &i);
  return err || i.node == WPP_NONE || !marks[i.node] ? err : visit (data, time, i);
}

int
wpp_wet_visit (struct wpp_wet_thread_graph *t, const bool *marks, uint64_t from, wpp_wet_visitor *visit, void *data)
{
  bool *blocks = blocks_of (t, marks);
  int err = blocks ? WPP_OK : WPP_E_NOMEM;
  for (uint64_t time = from; time < t->events && !err; time++)
    if (blocks[time / WPP_WET_BLOCK])
      err = visit_one (t, marks, time, visit, data);
    else
      time |= WPP_WET_BLOCK - 1;
  free (blocks);
  return err;
}

int
wpp_wet_visit_back (struct wpp_wet_thread_graph *t, const bool *marks, uint64_t end, wpp_wet_visitor *visit,
                    void *data)
{
  bool *blocks = blocks_of (t, marks);
  int err = blocks ? WPP_OK : WPP_E_NOMEM;
  for (uint64_t time = end < t->events ? end : t->events; time-- > 0 && !err;)
    if (blocks[time / WPP_WET_BLOCK])
      err = visit_one (t, marks, time, visit, data);
    else
      time -= time % WPP_WET_BLOCK;
  free (blocks);
  return err;
}
