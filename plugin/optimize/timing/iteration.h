/* How long an iteration of one of GCC's loops takes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The model is that of decide/timing/timing.h; here GIMPLE becomes what it works on.  */

#ifndef WPP_PLUGIN_OPTIMIZE_TIMING_ITERATION_H
#define WPP_PLUGIN_OPTIMIZE_TIMING_ITERATION_H

#include "plugin/gcc/compat.h"
#include "plugin/optimize/timing/operations.h"
#include "cfgloop.h"

extern "C"
{
#include "decide/timing/timing.h"
}

/* A condition whose two ways, of at most a block each, meet again; without it all that they compute is computed, and
   moves choose.  Of arrays, 0 is the way where the condition holds.  */
struct wpp_two_ways
{
  gcond *cond;
  basic_block arm[2];           /* or null: control goes to the join at once */
  edge into[2];                 /* the join */
};

/* An iteration of a loop of cfun, with those of loops in it.  */
class wpp_iteration
{
public:
  /* The share of executions of COND that are mispredicted; ASKED is the caller's own.  */
  typedef double (*missed_of) (void *asked, gcond *cond);

  /* Make this one of L, with moves in the place of MOVED's jump if MOVED is not null.  Return false if L is
     too large, or calls functions.  */
  bool read (class loop *l, const wpp_two_ways *moved, missed_of missed, void *asked);
  /* The cycles that it takes on P, if only WAITS (enum wpp_waits) are waited for.  */
  double cycles (const wpp_processor *p, unsigned waits) const;
  /* Let the jump at the end of BB be mispredicted in SHARE of its executions.  */
  void set_missed (basic_block bb, double share);

private:
  typedef auto_vec<uint32_t, 8> needs;  /* numbers of operations that an operation needs */

  /* A place that is stored to and is the same in all iterations.  */
  struct fixed_place
  {
    tree ref;
    uint32_t store;             /* the operation */
    auto_vec<uint32_t> loads;   /* indices of OPERANDS, of loads from there */
  };

  class loop *loop;
  auto_vec<wpp_timing_block> blocks;
  auto_vec<wpp_timed_operation> operations;
  auto_vec<wpp_timed_edge> edges;
  auto_vec<wpp_timed_copy> copies;
  auto_vec<uint32_t> operands;
  hash_map<basic_block, uint32_t> block_of;
  hash_map<tree, uint32_t> value_of;    /* of names: operations */
  hash_map<tree, uint32_t> moves;       /* of PHIs for which moves choose: operations */
  auto_delete_vec<fixed_place> places;
  double trips;
  unsigned first_entry;

  void need (needs *n, tree op);
  void need_all (needs *n, gimple *s);
  uint32_t add (wpp_task kind, const needs &n);
  uint32_t add_series (const wpp_tasks &series, const needs &n);
  void add_choice (gassign *s);
  void add_memory (gassign *s);
  void add_assign (gassign *s);
  void add_statement (gimple *s);
  void add_statements (basic_block bb, bool without);
  void add_moves (const wpp_two_ways *w);
  bool made_here_p (tree op) const;
  bool fixed_p (tree ref) const;
  fixed_place *place_of (tree ref) const;
  void find_places (basic_block bb);
  void add_phis (basic_block bb);
  void add_block (basic_block bb, uint32_t number, const wpp_two_ways *moved, missed_of missed, void *asked);
  void add_edge (edge e, double share, bool chosen);
  void add_edges (basic_block bb, wpp_timing_block *b, const wpp_two_ways *moved);
  void join_places ();
  bool waits_p (tree name) const;
  void add_entry ();
};

/* The processor that is compiled for.  */
const wpp_processor *wpp_processor_tuned ();

#endif /* WPP_PLUGIN_OPTIMIZE_TIMING_ITERATION_H */
