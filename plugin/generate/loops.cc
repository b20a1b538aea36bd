/* Loops that are counted and recorded in their own way: short ones, and those that call nothing.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   When a loop has one short path, each iteration increments the word that the iteration before has stored.  It
   waits for that store some five cycles, longer than such an iteration takes.  Processors that rename memory hand
   the value over at once if the instruction has had the same address for a while.  So the path of such a loop
   gets an instruction of its own.  The path that enters the loop gets another one.

   The place of a thread's counters can change only in a call: a call may fork, or it may return in another thread to
   which the program has given the stack.  So in a loop that seldom calls, the path register has the address of the
   thread's own counter.  The address is computed when the loop is entered, and again after a call.  A signal handler
   that forks leaves private counters at the same place in the child (runtime/counts/counts.c).  In functions with small
   activations that call themselves, such a loop calls nothing at all, because the address would take a register across
   the calls (recursion.cc).  */

#include "plugin/generate/instrument.h"

extern "C"
{
#include "base/saturate.h"
}

/* ---- Short loops, which nearly always count in the same counter (wpp_counted_word::again).  */

/* An iteration with more statements than this takes as long as the wait.  */
#define MOST_STATEMENTS 12
#define MOST_NODES 6

wpp_short_loops::wpp_short_loops (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n)
{
  const wpp_cfg *cfg = &g->cfg;

  n_in.safe_grow_cleared (cfg->n_nodes);
  in.safe_grow_cleared (cfg->n_nodes);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (!(n->edges[e].flags & WPP_EDGE_GAP))
      {
        n_in[cfg->edges[e].dst]++;
        in[cfg->edges[e].dst] = e;
      }
}

/* The number of statements of NODE; more than MOST_STATEMENTS if it calls something.  */

unsigned
wpp_short_loops::statements (uint32_t node) const
{
  basic_block bb = graph->nodes[node].bb;
  if (bb)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (is_gimple_call (gsi_stmt (i)))
        return MOST_STATEMENTS + 1;
  return graph->cfg.nodes[node].statements;
}

/* Go back from E to the loop's header, as long as only one way leads there.  */

bool
wpp_short_loops::round (uint32_t e, int64_t *sum) const
{
  const wpp_cfg *cfg = &graph->cfg;
  const wpp_start *start = &num->starts[num->edges[e].start];
  uint32_t v = cfg->edges[e].src;
  unsigned total = statements (v);

  if (start->edge != e || start->n_paths == 0)
    return false;
  *sum = start->initial;
  for (unsigned i = 0; v != start->node; i++)
    {
      uint32_t back = in[v];
      if (i == MOST_NODES || n_in[v] != 1 || num->edges[back].flags & WPP_EDGE_ENDS)
        return false;
      *sum += num->edges[back].increment;
      v = cfg->edges[back].src;
      total += statements (v);
    }
  return total <= MOST_STATEMENTS;
}

/* ---- Call-free nodes: nodes of a graph in which nothing is called.  */

/* This many iterations pay for leaving call-free nodes and coming back.  */
#define SELDOM 4

wpp_edge_index::wpp_edge_index (const wpp_cfg *cfg)
{
  first.safe_grow_cleared (cfg->n_nodes + 1);
  edges.safe_grow_cleared (cfg->n_edges);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    first[cfg->edges[e].dst]++;
  for (uint32_t v = 0, sum = 0; v <= cfg->n_nodes; v++)
    first[v] = sum += first[v];
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    edges[--first[cfg->edges[e].dst]] = e;
}

wpp_call_free_nodes::wpp_call_free_nodes (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n), call_free (g->cfg.n_nodes), calling (g->cfg.n_nodes), body (g->cfg.n_nodes),
    in (&g->cfg)
{
  bitmap_clear (call_free);
  bitmap_clear (calling);
  find_calling ();
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].edge != WPP_NO_EDGE && find_body (num->starts[s].edge))
      bitmap_ior (call_free, call_free, body);
}

/* Mark the nodes that call, and those without room for code where control enters or leaves them.  */

void
wpp_call_free_nodes::find_calling ()
{
  const wpp_cfg *cfg = &graph->cfg;

  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (cfg->nodes[v].flags & (WPP_NODE_CALL | WPP_NODE_LANDING | WPP_NODE_TWICE))
      bitmap_set_bit (calling, v);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & (WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL)
        || (!graph->edges[e].real && !graph->edges[e].before))
      {
        bitmap_set_bit (calling, cfg->edges[e].src);
        bitmap_set_bit (calling, cfg->edges[e].dst);
      }
}

/* The executions of NODE, as far as they are known.  */

uint64_t
wpp_call_free_nodes::executions (uint32_t node) const
{
  uint64_t sum = 0;

  if (graph->frequency.is_empty ())
    return 1;
  for (uint32_t i = 0; i < in.count (node); i++)
    sum = wpp_saturating_add (sum, graph->frequency[in.edge (node, i)]);
  return sum;
}

/* Set BODY to the call-free nodes of the loop that E closes.  Return false when E closes no loop, or one that
   often executes nodes that call.  */

bool
wpp_call_free_nodes::find_body (uint32_t e)
{
  const wpp_cfg *cfg = &graph->cfg;
  uint32_t header = cfg->edges[e].dst;
  uint64_t others = 0, most = graph->deep ? 0 : executions (header) / SELDOM;
  auto_vec<uint32_t> work;

  /* Most paths end before a call; there is no need to search for a loop there.  */
  if (bitmap_bit_p (calling, header))
    return false;
  bitmap_clear (body);
  bitmap_set_bit (body, header);
  if (wpp_set_bit (body, cfg->edges[e].src))
    work.safe_push (cfg->edges[e].src);
  while (!work.is_empty ())
    {
      uint32_t v = work.pop ();
      if (v == WPP_NODE_ENTRY)
        return false;
      if (bitmap_bit_p (calling, v) && (others += executions (v)) > most)
        return false;
      for (uint32_t i = 0; i < in.count (v); i++)
        if (wpp_set_bit (body, cfg->edges[in.edge (v, i)].src))
          work.safe_push (cfg->edges[in.edge (v, i)].src);
    }
  bitmap_and_compl (body, body, calling);
  return true;
}
