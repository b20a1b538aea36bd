/* GCC's own profile, set from ours, as pass `profile' does with -fprofile-use.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This file sets the counts of blocks and of call graph edges, the probabilities of edges, the expected iterations of
   loops, whether a function is hot, and the order in which functions were first executed; feedback-calls.cc sets the
   targets of indirect calls.  The rules are those of GCC's profile.cc: a block that was never executed keeps the
   guessed probabilities of its edges; a function that was never executed keeps its guessed frequencies, which mean
   nothing outside it, and has count 0.

   An activation that began before the recording, or ended after it, has executed blocks that the edges around them do
   not explain.  So the count of a block is the greatest count of its nodes, edges out of it have at most its count, and
   a function that was executed was entered at least once.

   Counts of training runs can be large, those of hostile profiles can be the greatest numbers, and GCC multiplies
   counts.  So all counts of a unit are scaled down by the same factor, to at most 2^MOST_BITS.  */

#include "plugin/profile/feedback.h"
#include "plugin/options/options.h"
#include "cfgloop.h"
#include "predict.h"
#include "tree-ssa-loop-niter.h"

extern "C"
{
#include "activations/counts/flow.h"
#include "base/saturate.h"
}

/* From GCC's profile.h, which has the same name as one of our headers.  */
extern gcov_summary *profile_info;

#define MOST_BITS 44

/* Counts are divided by 2^count_shift.  */
static unsigned count_shift;

/* ---- The unit.  */

void
wpp_feedback_unit (wpp_profiles *profiles)
{
  uint64_t greatest = profiles->greatest ();

  count_shift = 0;
  while (greatest >> count_shift >> MOST_BITS)
    count_shift++;
  gcov_summary *summary = XCNEW (gcov_summary);
  summary->runs = MIN (profiles->n_runs (), INT_MAX);
  summary->sum_max = greatest >> count_shift;
  profile_info = summary;
  wpp_number_targets (profiles);
}

/* This follows the order of GCC's pass, because inlining decides between equal calls by their order.  */

void
wpp_feedback_finish ()
{
  cgraph_node *node;

  FOR_EACH_DEFINED_FUNCTION (node)
    {
      if (!gimple_has_body_p (node->decl) || (node->clone_of && node->decl == node->clone_of->decl)
          || DECL_SOURCE_LOCATION (node->decl) == BUILTINS_LOCATION)
        continue;
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      cleanup_tree_cfg ();
      update_ssa (TODO_update_ssa);
      cgraph_edge::rebuild_edges ();
      pop_cfun ();
    }
  handle_missing_profiles ();
  wpp_keep_labels_together ();
}

/* ---- Counts.  */

/* A count that is not 0 does not become 0; a count that exceeds the greatest one that the profile claims is cut
   off.  */

gcov_type
wpp_scaled_count (uint64_t count)
{
  return count ? MIN (MAX (count >> count_shift, 1), UINT64_C (1) << MOST_BITS) : 0;
}

uint64_t
wpp_unscaled_count (gcov_type scaled)
{
  return scaled > 1 ? (uint64_t) MIN (scaled, (gcov_type) 1 << MOST_BITS) << count_shift : scaled > 0;
}

profile_count
wpp_block_count (gcov_type count)
{
  return count || !flag_profile_partial_training ? profile_count::from_gcov_type (count)
                                                 : profile_count::guessed_zero ();
}

int
wpp_add_paths (const wpp_function_graph *graph, const wpp_match &m, const wpp_path_times *paths, size_t n,
               uint64_t *nodes, uint64_t *edges)
{
  int err = 0;
  wpp_numbering *num = n ? wpp_function_numbering (&graph->cfg, m.entry.flags, m.entry.path_limit, &err) : NULL;

  for (size_t i = 0; i < n && num && !err; i++)
    err = wpp_path_count (num, paths[i].number, paths[i].count, nodes, edges);
  wpp_numbering_free (num);
  return err;
}

/* Add the counts of M.  */

static int
add_counts (const wpp_function_graph *graph, const wpp_match &m, uint64_t *nodes, uint64_t *edges)
{
  wpp_path_times *counts = NULL;
  size_t n;
  int err = m.part ? 0 : wpp_index_counts (m.index (), &m.entry, &counts, &n);

  if (!err)
    err = m.part ? wpp_add_paths (graph, m, m.part->address (), m.part->length (), nodes, edges)
                 : wpp_add_paths (graph, m, counts, n, nodes, edges);
  free (counts);
  return err;
}

int
wpp_sum_counts (const wpp_function_graph *graph, const vec<wpp_match> &matches, auto_vec<uint64_t> *nodes,
                auto_vec<uint64_t> *edges, const wpp_match **bad)
{
  nodes->safe_grow_cleared (graph->cfg.n_nodes);
  edges->safe_grow_cleared (graph->cfg.n_edges);
  for (const wpp_match &m : matches)
    if (int err = add_counts (graph, m, nodes->address (), edges->address ()))
      {
        *bad = &m;
        return err;
      }
  return wpp_flow_explain (&graph->cfg, nodes->address (), edges->address ());
}

/* ---- One function.  */

namespace {

class function_feedback
{
public:
  function_feedback (cgraph_node *n, const wpp_function_graph *g, hash_map<edge, gcov_type> *executions)
    : node (n), graph (g), edge_counts (*executions) {}
  int
  sum (const vec<wpp_match> &matches, const wpp_match **bad)
  {
    return wpp_sum_counts (graph, matches, &nodes, &edges, bad);
  }
  void set ();
  int
  set_targets (const vec<wpp_match> &matches, const wpp_match **bad)
  {
    return wpp_set_targets (graph, matches, nodes, bad);
  }

private:
  cgraph_node *node;
  const wpp_function_graph *graph;
  auto_vec<uint64_t> nodes, edges;            /* counts in the abstract graph */
  auto_vec<gcov_type> blocks;                 /* counts by block index */
  auto_vec<gcov_type> ends;                   /* likewise: executions of the ends of blocks, which a call
                                                 before the end may have prevented */
  hash_map<edge, gcov_type> &edge_counts;

  void count_blocks ();
  void count_edges ();
  void set_probabilities (basic_block bb);
  void set_blocks ();
  void split_blocks ();
  void note_iterations ();
};

void
function_feedback::count_blocks ()
{
  gcov_type most = 0;

  blocks.safe_grow_cleared (last_basic_block_for_fn (cfun));
  ends.safe_grow_cleared (last_basic_block_for_fn (cfun));
  for (unsigned i = 0; i < nodes.length (); i++)
    if (basic_block bb = graph->nodes[i].bb)
      {
        gcov_type &count = blocks[bb->index];
        /* GCC counts some calls of setjmp at every return.  */
        bool reentered = graph->cfg.nodes[i].flags & WPP_NODE_REENTERED;
        ends[bb->index] = wpp_scaled_count (nodes[reentered ? i + 1 : i]);
        count = MAX (count, ends[bb->index]);
        most = MAX (most, count);
      }
  blocks[ENTRY_BLOCK] = most ? MAX (wpp_scaled_count (nodes[WPP_NODE_ENTRY]), 1) : 0;
  /* Activations that never left the function count as having left by its end, as in GCC.  */
  blocks[EXIT_BLOCK] = blocks[ENTRY_BLOCK];
  ends[ENTRY_BLOCK] = blocks[ENTRY_BLOCK];
}

/* An edge with a node on it is executed as often as each of its parts.  After a setjmp, where control also arrives in
   other ways, it is executed as often as the part after the node.  */

void
function_feedback::count_edges ()
{
  for (unsigned i = 0; i < edges.length (); i++)
    {
      edge e = graph->edges[i].real;
      if (!e)
        continue;
      gcov_type &count = edge_counts.get_or_insert (e);
      count = MAX (count, wpp_scaled_count (edges[i]));
    }
}

void
function_feedback::set_probabilities (basic_block bb)
{
  gcov_type count = ends[bb->index];
  bool untrained = false;
  edge e;
  edge_iterator ei;

  if (!count)
    return;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      gcov_type *taken = edge_counts.get (e);
      bool was_never = e->probability == profile_probability::never ();
      gcov_type times = bb->index == ENTRY_BLOCK ? count : taken ? MIN (*taken, count) : 0;
      e->probability = profile_probability::probability_in_gcov_type (times, count);
      untrained |= !times && !was_never && flag_profile_partial_training;
    }
  if (untrained)
    FOR_EACH_EDGE (e, ei, bb->succs)
      e->probability = e->probability.guessed ();
}

void
function_feedback::set_blocks ()
{
  basic_block bb;

  if (blocks[ENTRY_BLOCK] || !flag_guess_branch_prob)
    FOR_ALL_BB_FN (bb, cfun)
      bb->count = wpp_block_count (blocks[bb->index]);
  else if (!flag_profile_partial_training)
    FOR_ALL_BB_FN (bb, cfun)
      if (!(bb->count == profile_count::zero ()))
        bb->count = bb->count.global0 ();
}

/* Split blocks after calls that did not always return.  GCC does the same, and does not merge them again.  */

void
function_feedback::split_blocks ()
{
  for (unsigned v = nodes.length () - 1; v > 0; v--)
    {
      basic_block bb = graph->nodes[v].bb;
      gimple *last = graph->nodes[v - 1].last;
      gcov_type before = wpp_scaled_count (nodes[v - 1]), after = wpp_scaled_count (nodes[v]);
      if (!bb || graph->nodes[v - 1].bb != bb || after >= before || !last
          || !stmt_can_terminate_bb_p (last))
        continue;
      edge e = split_block (bb, last);
      e->dest->count = wpp_block_count (after);
      e->probability = profile_probability::probability_in_gcov_type (after, before);
      if (!after && flag_profile_partial_training)
        e->probability = e->probability.guessed ();
    }
}

/* Store the iterations of loops, which counts do not give any more after they have been scaled and split.  */

void
function_feedback::note_iterations ()
{
  for (unsigned i = 1; i < number_of_loops (cfun); i++)
    {
      class loop *loop = get_loop (cfun, i);
      if (loop && loop->header->count > 0 && loop->header->count.reliable_p ())
        {
          widest_int iterations = expected_loop_iterations_unbounded (loop);
          loop->any_estimate = false;
          record_niter_bound (loop, iterations, true, false);
        }
    }
}

void
function_feedback::set ()
{
  basic_block bb;

  count_blocks ();
  count_edges ();
  FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (cfun), NULL, next_bb)
    set_probabilities (bb);
  if (blocks[ENTRY_BLOCK] || !flag_profile_partial_training)
    profile_status_for_fn (cfun) = PROFILE_READ;
  set_blocks ();
  split_blocks ();
  update_max_bb_count ();
  /* GCC's pass does this, and later passes decide between equals by the numbers of blocks.  */
  compact_blocks ();
  if (profile_status_for_fn (cfun) == PROFILE_READ)
    {
      if (current_loops)
        note_iterations ();
      compute_function_frequency ();
    }
  if (dump_file)
    {
      fprintf (dump_file, "%s: entered %" PRId64 " times\n", node->dump_name (),
               (int64_t) blocks[ENTRY_BLOCK]);
      gimple_dump_cfg (dump_file, TDF_BLOCKS);
    }
}

/* Is DECL in the table of functions that may be offloaded?  With -flto, GCC writes that table with the first partition
   of the program.  Functions that it puts into other partitions, because they ran early or late, are not visible
   there.  */

bool
offloaded_p (tree decl)
{
  return lookup_attribute ("omp target entrypoint", DECL_ATTRIBUTES (decl));
}

} // anonymous namespace

void
wpp_set_place (cgraph_node *node, const vec<wpp_match> &matches, uint32_t wpp_index_entry::*place)
{
  uint32_t first = 0;

  if (!flag_profile_values || offloaded_p (node->decl))
    return;
  for (const wpp_match &m : matches)
    if (m.entry.*place && (!first || m.entry.*place < first))
      first = m.entry.*place;
  node->tp_first_run = MIN (first, INT_MAX / 2);
}

int
wpp_feedback_function (cgraph_node *node, const wpp_function_graph *graph, const vec<wpp_match> &matches,
                       hash_map<edge, gcov_type> *executions, const wpp_match **bad)
{
  function_feedback feedback (node, graph, executions);

  if (int err = feedback.sum (matches, bad))
    return err;
  if (flag_profile_values)
    {
      if (int err = feedback.set_targets (matches, bad))
        return err;
      wpp_set_place (node, matches, &wpp_index_entry::first_run);
    }
  feedback.set ();
  return 0;
}
