/* What a condition's loop takes with its jump, and with moves.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_BRANCHES_LOOP_TIMES_H
#define WPP_PLUGIN_OPTIMIZE_BRANCHES_LOOP_TIMES_H

#include "plugin/optimize/timing/iteration.h"

extern "C"
{
#include "decide/models/branches.h"
}

class wpp_loop_times
{
public:
  /* Measure the loop that WAYS are in, if it can be timed, and let SHAPE have that.  O: how often they
     are taken.  MISSED and ASKED are as in wpp_iteration::read.  */
  void measure (const wpp_two_ways &ways, const wpp_branch_outcomes *o, wpp_iteration::missed_of missed, void *asked,
                wpp_branch_shape *shape);
  /* What was measured, for users who want decisions; else, and if that is nothing, empty.  */
  std::string text () const;

private:
  bool known = false;
  double predicted, moved;      /* cycles of an iteration: the jump is always predicted; with moves */
  double chain[2];              /* cycles of an iteration that waits for values alone, in a stay without end: of both */
  double miss;                  /* cycles of a misprediction */
};

#endif /* WPP_PLUGIN_OPTIMIZE_BRANCHES_LOOP_TIMES_H */
