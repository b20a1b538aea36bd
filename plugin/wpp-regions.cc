/* Where a function keeps the thread's delta in a register (wpp-regions.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Of each loop it is known how often paths end in it and how often the delta would have to be loaded, were
   it a region.  From the innermost loops outwards, a loop is preferred to the regions within it
   where it saves more.  The function is treated as a loop that is entered once.  */

#include "wpp-regions.h"
#include "cfgloop.h"
#include "sreal.h"

namespace {

struct loop_gain
{
  sreal ends = 0;          /* of paths in it, an execution of the function */
  sreal loads = 0;         /* behind its calls, later also at its entries */
  sreal within = 0;        /* what regions within it save */
  bool impossible = false; /* it cannot be a region */
  bool chosen = false;
};

/* A load that is moved occupies a register; so it must save more than itself.  */

sreal
saved (const loop_gain &g)
{
  return g.impossible ? sreal (0) : g.ends - g.loads - g.loads / 2;
}

class region_chooser
{
public:
  region_chooser (const wpp_function_graph *g, const wpp_numbering *n);
  void choose (sbitmap inside, vec<edge> *entries, vec<gimple *> *calls);

private:
  const wpp_function_graph *graph;
  const wpp_numbering *num;
  auto_vec<loop_gain> gains;        /* by loop->num */
  hash_set<gimple *> tails;         /* calls in tail position, which nothing may follow */

  static sreal frequency (profile_count count);
  bool loads_behind_p (gimple *stmt) const;
  void add_end (uint32_t e);
  void add_calls (basic_block bb);
  void add_entries (class loop *loop);
  bool chosen_p (class loop *loop) const;
};

region_chooser::region_chooser (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n)
{
  gains.safe_grow_cleared (number_of_loops (cfun));
  for (loop_gain &gain : gains)
    gain = loop_gain ();
  for (uint32_t e = 0; e < graph->cfg.n_edges; e++)
    if (graph->cfg.edges[e].flags & WPP_EDGE_TAIL && graph->edges[e].before)
      tails.add (graph->edges[e].before);
}

/* COUNT an execution of the function.  */

sreal
region_chooser::frequency (profile_count count)
{
  return count.to_sreal_scale (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count);
}

/* Edge E of the graph may end a path: there a count would find the delta.  */

void
region_chooser::add_end (uint32_t e)
{
  const wpp_edge_place &place = graph->edges[e];
  bool ends = (num->edges[e].flags & (WPP_EDGE_ENDS | WPP_EDGE_TAIL))
              || graph->cfg.edges[e].dst == WPP_NODE_EXIT;
  if (!ends || num->edges[e].flags & WPP_EDGE_GAP)
    return;
  if (place.before)
    {
      basic_block bb = gimple_bb (place.before);
      gains[bb->loop_father->num].ends += frequency (bb->count);
    }
  else if (place.real && place.real->src != ENTRY_BLOCK_PTR_FOR_FN (cfun))
    gains[place.real->src->loop_father->num].ends += frequency (place.real->count ());
}

/* Must the delta be loaded again behind STMT?  */

bool
region_chooser::loads_behind_p (gimple *stmt) const
{
  return is_gimple_call (stmt) && wpp_ends_path_p (stmt) && !gimple_call_noreturn_p (stmt)
         && !const_cast<hash_set<gimple *> &> (tails).contains (stmt);
}

void
region_chooser::add_calls (basic_block bb)
{
  loop_gain &gain = gains[bb->loop_father->num];
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (loads_behind_p (gsi_stmt (gsi)))
      {
        gain.loads += frequency (bb->count);
        /* Where control goes on in more places than one, leave it alone.  */
        if (stmt_ends_bb_p (gsi_stmt (gsi)))
          gain.impossible = true;
      }
}

/* The edges into LOOP, on which there must be room for code.  */

void
region_chooser::add_entries (class loop *loop)
{
  edge e;
  edge_iterator ei;
  loop_gain &gain = gains[loop->num];

  if (!loop_outer (loop))
    gain.loads += 1;
  else
    FOR_EACH_EDGE (e, ei, loop->header->preds)
      if (!flow_bb_inside_loop_p (loop, e->src))
        {
          gain.loads += frequency (e->count ());
          gain.impossible |= (e->flags & EDGE_COMPLEX) != 0;
        }
}

bool
region_chooser::chosen_p (class loop *loop) const
{
  for (; loop; loop = loop_outer (loop))
    if (gains[loop->num].chosen)
      return true;
  return false;
}

void
region_chooser::choose (sbitmap inside, vec<edge> *entries, vec<gimple *> *calls)
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  for (uint32_t i = 0; i < graph->cfg.n_edges; i++)
    add_end (i);
  FOR_EACH_BB_FN (bb, cfun)
    add_calls (bb);
  for (class loop *loop : loops_list (cfun, LI_INCLUDE_ROOT | LI_FROM_INNERMOST))
    {
      loop_gain &gain = gains[loop->num];
      if (class loop *outer = loop_outer (loop))
        {
          loop_gain &around = gains[outer->num];
          around.ends += gain.ends;
          around.loads += gain.loads;
          around.impossible |= gain.impossible;
        }
      add_entries (loop);
      gain.chosen = saved (gain) > gain.within;
      if (class loop *outer = loop_outer (loop))
        gains[outer->num].within += gain.chosen ? saved (gain) : gain.within;
    }
  for (class loop *loop : loops_list (cfun, 0))
    if (gains[loop->num].chosen && !chosen_p (loop_outer (loop)))
      FOR_EACH_EDGE (e, ei, loop->header->preds)
        if (!flow_bb_inside_loop_p (loop, e->src))
          entries->safe_push (e);
  if (gains[0].chosen)
    entries->safe_push (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  FOR_EACH_BB_FN (bb, cfun)
    if (chosen_p (bb->loop_father))
      {
        bitmap_set_bit (inside, bb->index);
        for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
          if (loads_behind_p (gsi_stmt (gsi)))
            calls->safe_push (gsi_stmt (gsi));
      }
}

} // anonymous namespace

wpp_regions::wpp_regions (const wpp_function_graph *graph, const wpp_numbering *num)
{
  bitmap_clear (inside);
  if (!optimize || !ENTRY_BLOCK_PTR_FOR_FN (cfun)->count.initialized_p ())
    return;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  region_chooser (graph, num).choose (inside, &entries, &calls);
  loop_optimizer_finalize ();
}

bool
wpp_regions::holds_p (const wpp_edge_place &place) const
{
  if (place.before)
    return bitmap_bit_p (inside, gimple_bb (place.before)->index);
  return place.real && place.real->src != ENTRY_BLOCK_PTR_FOR_FN (cfun)
         && bitmap_bit_p (inside, place.real->src->index);
}
