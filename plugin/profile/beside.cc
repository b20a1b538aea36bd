/* Counts beside whole paths, of one run: what both say of a function is counted once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A user who wants values counts them in one run, and records the whole path of another one like it.  If both were
   added up, blocks would have twice the executions that copies of paths, trips and calls by context say, which only
   the whole path knows: copies would take half of what they are executed, and what they gain would seem half as much
   beside the time of the program.  So counts are left out of a function if they have executed nothing there that the
   whole path has not.  Counts of another run stay: without them, what it alone executed would be cold.  */

#include "plugin/profile/feedback.h"

namespace {

/* Does M count paths, and nothing of their order?  */

bool
only_counts_p (const wpp_match &m)
{
  return m.index ()->counts;
}

/* Is every one of NODES that was executed, was so in OTHERS?  */

bool
covered_p (const vec<uint64_t> &nodes, const vec<uint64_t> &others)
{
  for (unsigned i = 0; i < nodes.length (); i++)
    if (nodes[i] && !others[i])
      return false;
  return true;
}

/* Set NODES and EDGES to what those of MATCHES execute that count only, or to that of the others.  Return as
   wpp_sum_counts does.  */

int
sum (const wpp_function_graph *graph, const vec<wpp_match> &matches, bool counts, auto_vec<uint64_t> *nodes,
     auto_vec<uint64_t> *edges)
{
  auto_vec<wpp_match> some;
  const wpp_match *bad;
  for (const wpp_match &m : matches)
    if (only_counts_p (m) == counts)
      some.safe_push (m);
  return wpp_sum_counts (graph, some, nodes, edges, &bad);
}

/* Have the whole paths of MATCHES, which have both kinds, executed all that the counts have?  What cannot be read is
   for others to report.  */

bool
whole_paths_suffice_p (const wpp_function_graph *graph, const vec<wpp_match> &matches)
{
  auto_vec<uint64_t> nodes, edges, counted_nodes, counted_edges;
  return !sum (graph, matches, false, &nodes, &edges) && !sum (graph, matches, true, &counted_nodes, &counted_edges)
         && covered_p (counted_nodes, nodes) && covered_p (counted_edges, edges);
}

} // anonymous namespace

void
wpp_counted_once (const wpp_function_graph *graph, const vec<wpp_match> &matches, auto_vec<wpp_match> *once)
{
  bool whole = false, counts = false, part = false;
  for (const wpp_match &m : matches)
    {
      whole |= m.entry.counts.size && !only_counts_p (m);
      counts |= m.entry.counts.size && only_counts_p (m);
      part |= m.part != NULL;
    }
  /* Parts are made of the whole path alone.  */
  bool leave_out = whole && counts && (part || whole_paths_suffice_p (graph, matches));
  for (const wpp_match &m : matches)
    if (!leave_out || !only_counts_p (m))
      once->safe_push (m);
}
