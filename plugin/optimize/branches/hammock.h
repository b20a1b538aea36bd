/* Hammocks: conditions whose two ways meet again, with at most a block each.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_BRANCHES_HAMMOCK_H
#define WPP_PLUGIN_OPTIMIZE_BRANCHES_HAMMOCK_H

#include "plugin/gcc/graph/graph.h"
#include "plugin/optimize/timing/iteration.h"

extern "C"
{
#include "decide/models/branches.h"
}

/* A hammock of cfun that conditional moves may replace.  Of arrays, 0 is the way where the condition holds.  */
class wpp_hammock
{
public:
  /* Is C the condition of such a hammock?  If so, this is set to it.  */
  bool find (gcond *c);
  /* What is chosen, where the condition holds with probability SHARE.  */
  wpp_branch_shape shape (double share) const;
  /* The same for who times the loop that it is in.  */
  wpp_two_ways ways () const;
  /* Keep the jump.  */
  void keep_jump () const;
  /* Put moves in the place of the jump, which then has one way.  */
  void make_moves () const;

private:
  gcond *cond;
  basic_block head, join;
  basic_block arm[2];           /* or null: control goes to JOIN at once */
  edge into[2];                 /* JOIN */
  auto_vec<gphi *> values;      /* what JOIN chooses */
  double work[2];               /* of the ways */
  unsigned loads;

  void find_way (unsigned way, edge e);
  bool cheap_p (unsigned way);
  bool value_p (gphi *phi, bool *needed) const;
  bool find_values ();
  bool wanted_p (gimple *s) const;
  bool carried_p (bool through_loads) const;
  void hoist (unsigned way) const;
  void make_move (gphi *phi) const;
};

#endif /* WPP_PLUGIN_OPTIMIZE_BRANCHES_HAMMOCK_H */
