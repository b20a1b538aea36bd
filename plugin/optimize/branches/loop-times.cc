/* What a condition's loop takes with its jump, and with moves (loop-times.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a misprediction costs is the difference to no misprediction, at about the share that is expected: where a chain
   is long, the first ones cost nothing.  */

#include "plugin/optimize/branches/loop-times.h"
#include "plugin/decisions/decisions.h"

namespace {

/* Shares of mispredictions at which their costs are measured: with fewer there are too few in the iterations that are
   followed.  */
const double least_share = 0.05, most_share = 0.5;

const unsigned all = WPP_WAIT_VALUES | WPP_WAIT_PORTS | WPP_WAIT_JUMPS;

} // anonymous namespace

void
wpp_loop_times::measure (const wpp_two_ways &ways, const wpp_branch_outcomes *o, wpp_iteration::missed_of missed,
                         void *asked, wpp_branch_shape *shape)
{
  const wpp_processor *p = wpp_processor_tuned ();
  basic_block bb = gimple_bb (ways.cond);
  class loop *l = bb->loop_father;
  wpp_iteration jump, moves;
  if (!l || !loop_outer (l) || !l->header->count.ipa ().nonzero_p () || !jump.read (l, NULL, missed, asked)
      || !moves.read (l, &ways, missed, asked))
    return;
  double share = MIN (MAX (wpp_branch_miss_rate (o), least_share), most_share);
  double executed = MIN (1, (double) o->executed / l->header->count.ipa ().to_gcov_type ());
  jump.set_missed (bb, 0);
  predicted = jump.cycles (p, all);
  moved = moves.cycles (p, all);
  if (wpp_decisions_wanted_p ())
    {
      chain[0] = jump.cycles (p, WPP_WAIT_VALUES);
      chain[1] = moves.cycles (p, WPP_WAIT_VALUES);
    }
  jump.set_missed (bb, share);
  miss = (jump.cycles (p, all) - predicted) / (share * executed);
  shape->timed = known = true;
  shape->longer = (moved - predicted) / executed;
  shape->miss = miss;
}

std::string
wpp_loop_times::text () const
{
  char s[200];
  if (!known || !wpp_decisions_wanted_p ())
    return "";
  snprintf (s, sizeof s,
            ": an iteration takes %.1f cycles with a predicted jump (its chain %.1f), %.1f with moves (%.1f); a "
            "misprediction %.1f", predicted, chain[0], moved, chain[1], miss);
  return s;
}
