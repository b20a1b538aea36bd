/* Short loops, which nearly always count in the same counter (wpp_counted_word::again).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   When a loop has one short path, each iteration increments the word that the iteration before has stored.  It
   waits for that store some five cycles, longer than such an iteration takes.  Processors that rename memory hand
   the value over at once if the instruction has had the same address for a while.  So the path of such a loop
   gets an instruction of its own.  The path that enters the loop gets another one.  */

#include "plugin/generate/instrument.h"

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
