/* Executing a loop's first iterations before it, with exact counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC's own peeling takes it that each iteration leaves the loop as likely as any other.  Here the part of stays is
   known that goes on after each copy.  A copy is made at a time, so that the blocks that it was made of can be found.
   Of the copy, and of what is left in the loop, the edges that leave get probabilities with which that part of it goes
   on, and the counts of blocks follow from these.  */

#include "plugin/optimize/loops/loops.h"
#include "cfgloopmanip.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-into-ssa.h"

namespace {

class peeler
{
public:
  peeler (class loop *l) : loop (l), body (get_loop_body (l)) {}
  ~peeler () { free (body); }
  bool copy (double goes_on);

private:
  class loop *loop;
  basic_block *body;

  void set_exits (basic_block from, basic_block to, double times);
  void count_copy (profile_count entries, double goes_on, double leaves);
  void count_rest (profile_count header, profile_count before, double leaves);
};

double
part_of (profile_count a, profile_count b)
{
  return b.nonzero_p () ? (double) a.to_gcov_type () / b.to_gcov_type () : 0;
}

profile_count
times (profile_count count, double factor)
{
  return profile_count::from_gcov_type (MAX (count.to_gcov_type () * factor + 0.5, 0), ADJUSTED);
}

profile_probability
probability (double p)
{
  const gcov_type whole = 1 << 27;
  return profile_probability::probability_in_gcov_type (MIN (MAX (p, 0), 1) * whole, whole).adjusted ();
}

double
number_of (profile_probability p)
{
  const gcov_type whole = 1 << 27;
  return p.initialized_p ()
             ? (double)profile_count::from_gcov_type (whole).apply_probability (p).to_gcov_type () / whole
             : 0;
}

/* Let the edges of TO, which is FROM of the loop or a copy of it, leave the loop TIMES as likely.  */

void
peeler::set_exits (basic_block from, basic_block to, double times)
{
  double before = 0, now = 0;

  for (unsigned i = 0; i < EDGE_COUNT (from->succs); i++)
    if (!flow_bb_inside_loop_p (loop, EDGE_SUCC (from, i)->dest))
      before += number_of (EDGE_SUCC (from, i)->probability);
  now = MIN (before * times, 1);
  if (before <= 0 || EDGE_COUNT (from->succs) != EDGE_COUNT (to->succs))
    return;
  auto_vec<double> scaled;
  for (unsigned i = 0; i < EDGE_COUNT (from->succs); i++)
    {
      edge e = EDGE_SUCC (from, i);
      bool exit = !flow_bb_inside_loop_p (loop, e->dest);
      double p = number_of (e->probability);
      scaled.safe_push (exit ? p * now / before : before < 1 ? p * (1 - now) / (1 - before) : (1 - now));
    }
  for (unsigned i = 0; i < scaled.length (); i++)
    EDGE_SUCC (to, i)->probability = probability (scaled[i]);
}

/* The copy is entered ENTRIES times, and GOES_ON is the part of these that executes the header once more; of the loop
   LEAVES is the part of iterations that leaves it.  */

void
peeler::count_copy (profile_count entries, double goes_on, double leaves)
{
  hash_set<basic_block> copies, done;
  unsigned left = loop->num_nodes, before = 0;

  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      set_exits (body[i], get_bb_copy (body[i]), (1 - goes_on) / leaves);
      copies.add (get_bb_copy (body[i]));
    }
  /* A block's count is that of the edges into it, when all of these are known.  */
  for (; left != before; )
    {
      before = left;
      for (unsigned i = 0; i < loop->num_nodes; i++)
        {
          basic_block bb = get_bb_copy (body[i]);
          profile_count count = body[i] == loop->header ? entries : profile_count::from_gcov_type (0, ADJUSTED);
          bool ready = !done.contains (bb);
          edge e;
          edge_iterator ei;
          FOR_EACH_EDGE (e, ei, bb->preds)
            if (body[i] != loop->header)
              {
                ready &= copies.contains (e->src) && done.contains (e->src);
                if (ready)
                  count += e->count ();
              }
          if (!ready)
            continue;
          bb->count = count;
          done.add (bb);
          left--;
        }
    }
}

/* What is left in the loop executes its header HEADER times of BEFORE; LEAVES is the ratio of the parts that leave it
   in an iteration.  */

void
peeler::count_rest (profile_count header, profile_count before, double leaves)
{
  double part = part_of (header, before);

  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      set_exits (body[i], body[i], leaves);
      body[i]->count = times (body[i]->count, part);
    }
}

/* Make a copy, after which the part GOES_ON comes back to the header.  */

bool
peeler::copy (double goes_on)
{
  profile_count header = loop->header->count, entries = loop_preheader_edge (loop)->count ();
  bool counts = header.initialized_p () && entries.initialized_p () && header.nonzero_p () && entries.nonzero_p ();

  initialize_original_copy_tables ();
  bool ok = wpp_copy_loop_body (loop, loop_preheader_edge (loop));
  double leaves = counts ? MIN (part_of (entries, header), 1) : 0;
  if (ok && leaves > 0)
    {
      count_copy (entries, goes_on, leaves);
      profile_count again = times (entries, goes_on);
      profile_count rest = header > entries ? times (header, 1 - part_of (entries, header)) : again;
      if (rest < again)
        rest = again;
      count_rest (rest, header, rest.nonzero_p () ? part_of (again, rest) / leaves : 1);
    }
  free_original_copy_tables ();
  if (ok)
    update_ssa (TODO_update_ssa);
  return ok;
}

/* LOOP iterates N times less than was known.  */

void
adjust_bounds (class loop *loop, unsigned n)
{
  profile_count header = loop->header->count, entries = loop_preheader_edge (loop)->count ();

  if (loop->any_upper_bound)
    loop->nb_iterations_upper_bound -= n;
  if (loop->any_likely_upper_bound)
    loop->nb_iterations_likely_upper_bound
      -= wi::leu_p (n, loop->nb_iterations_likely_upper_bound) ? n : loop->nb_iterations_likely_upper_bound;
  loop->any_estimate = header.initialized_p () && entries.initialized_p () && entries.nonzero_p ();
  if (loop->any_estimate)
    loop->nb_iterations_estimate = header > entries ? (header.to_gcov_type () - 1) / entries.to_gcov_type () : 0;
  if (loop->any_estimate && loop->any_upper_bound
      && wi::gtu_p (loop->nb_iterations_estimate, loop->nb_iterations_upper_bound))
    loop->nb_iterations_estimate = loop->nb_iterations_upper_bound;
}

} // anonymous namespace

const char *
wpp_peel_loop (class loop *loop, const wpp_loop_mark &mark)
{
  if (!can_duplicate_loop_p (loop))
    return "it has what cannot be copied";
  if (loop->any_upper_bound && wi::ltu_p (loop->nb_iterations_upper_bound, mark.peel))
    return "it cannot go round so often";
  unsigned n = 0;
  while (n < mark.peel && peeler (loop).copy (mark.stays[n]))
    n++;
  if (!n)
    return "GCC cannot copy it";
  adjust_bounds (loop, n);
  /* Where all iterations are in the copies, what is left can only be entered with counters that are out of bounds: GCC
     would warn of it, though it is no fault of the source.  */
  loop->warned_aggressive_loop_optimizations = true;
  free_numbers_of_iterations_estimates (loop);
  return NULL;
}
