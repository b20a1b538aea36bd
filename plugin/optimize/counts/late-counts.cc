/* -fwpp-optimize=counts: counts that live to the end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC's passes change the graph of a function.  Some of them lose counts.  Loop distribution gives the edge after a
   call of memset the probability with which the loop ended.  Dead code elimination leaves the count of a loop that is
   gone.  Jump threading subtracts from a block more than the block has.  Later passes multiply such counts.  When a
   product becomes 0, GCC believes that the code was never executed: it optimises it for size and moves it to the cold
   part.

   The passes in this file stand after passes that lose counts and before passes that need them.  They make the counts
   of blocks and the probabilities of edges consistent again.  decide/models/infer.h infers what the counts should be.
   This file translates the function for it, and sets the counts that differ.  In a function whose counts are consistent
   it changes only edges that are wrongly left nothing, and nothing in one that has no profile.

   With -flto the late compiler reads the counts that the early one wrote, and does the same.  */

#include "plugin/decisions/decisions.h"
#include "plugin/optimize/counts/lost-counts.h"
#include "plugin/optimize/kind.h"
#include "plugin/options/options.h"
#include "predict.h"
#include "rtl.h"
#include "cfgrtl.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "pass_manager.h"

extern "C"
{
#include "decide/models/circulation.h"
#include "decide/models/infer.h"
}

namespace {

wpp_trust
trust_of (profile_quality quality)
{
  return quality == PRECISE ? WPP_MEASURED : quality == ADJUSTED ? WPP_SCALED : WPP_GUESSED;
}

/* Can control leave the function in the middle of BB, or at its end, without an edge?  */

bool
may_leave_p (basic_block bb)
{
  if (bb->flags & BB_RTL)
    {
      rtx_insn *insn;
      FOR_BB_INSNS (bb, insn)
        if (CALL_P (insn) && !RTL_CONST_OR_PURE_CALL_P (insn) && !find_reg_note (insn, REG_NORETURN, NULL_RTX))
          return true;
      return false;
    }
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (stmt_can_terminate_bb_p (gsi_stmt (gsi)))
      return true;
  return false;
}

/* How often control leaves BB in its last call.  That is the part of BB's count that neither BB's only successor edge
   has nor the block after this edge.  */

uint64_t
left_at_end (basic_block bb)
{
  if (!single_succ_p (bb) || !single_pred_p (single_succ (bb)) || !may_leave_p (bb))
    return 0;
  profile_count after = single_succ_edge (bb)->count (), next = single_succ (bb)->count;
  if (!after.reliable_p () || !next.reliable_p () || !after.initialized_p () || !bb->count.initialized_p ()
      || !wpp_counts_alike_p (after.to_gcov_type (), next.to_gcov_type (), bb->count.to_gcov_type ())
      || next >= bb->count)
    return 0;
  return bb->count.to_gcov_type () - next.to_gcov_type ();
}

class mender
{
public:
  mender (function *f) : fun (f) {}
  ~mender () { free (graph.blocks); free (graph.edges); }
  /* Make the counts consistent.  Return whether any were not.  */
  bool mend ();
  /* What mend did, at WHERE.  */
  wpp_decision decision (const char *where) const;

private:
  function *fun;
  wpp_infer_graph graph = {};
  auto_vec<basic_block> blocks;
  auto_vec<edge> edges;
  unsigned n_blocks = 0, n_edges = 0;           /* mended ones */
  unsigned n_left = 0;                          /* edges that had been left nothing */
  uint64_t few = 0, many = 0;                   /* executions that mended ones lacked, or had too many */

  void read_block (basic_block bb, wpp_infer_block *b);
  void read ();
  void note_change (uint64_t from, uint64_t to);
  void set_block (unsigned i);
  void set_edges (unsigned i, unsigned *next);
  void write ();
  void infer ();
  void leave_a_little (basic_block bb);
};

void
mender::read_block (basic_block bb, wpp_infer_block *b)
{
  profile_count count = bb->count.ipa ();
  *b = {};
  if (!count.initialized_p ())
    return;
  b->count = MIN ((uint64_t) count.to_gcov_type (), WPP_MOST_MEASURED);
  b->trust = trust_of (count.quality ());
}

/* Translate the function.  */

void
mender::read ()
{
  auto_vec<unsigned> number;
  basic_block bb;
  edge e;
  edge_iterator ei;

  number.safe_grow_cleared (last_basic_block_for_fn (fun));
  blocks.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fun));
  blocks.safe_push (EXIT_BLOCK_PTR_FOR_FN (fun));
  number[EXIT_BLOCK] = WPP_INFER_EXIT;
  FOR_EACH_BB_FN (bb, fun)
    {
      number[bb->index] = blocks.length ();
      blocks.safe_push (bb);
    }
  for (basic_block from : blocks)
    FOR_EACH_EDGE (e, ei, from->succs)
      edges.safe_push (e);
  graph.n_blocks = blocks.length ();
  graph.n_edges = edges.length ();
  graph.blocks = XNEWVEC (wpp_infer_block, graph.n_blocks);
  graph.edges = XNEWVEC (wpp_infer_edge, graph.n_edges + 1);
  for (unsigned i = 0; i < graph.n_blocks; i++)
    read_block (blocks[i], &graph.blocks[i]);
  for (unsigned i = 0; i < graph.n_edges; i++)
    {
      profile_probability p = edges[i]->probability;
      wpp_trust trust = !p.initialized_p () ? WPP_UNKNOWN : trust_of (p.quality ());
      graph.edges[i] = { number[edges[i]->src->index], number[edges[i]->dest->index],
                         p.initialized_p () ? p.value () : 0, trust, 0 };
    }
}

void
mender::note_change (uint64_t from, uint64_t to)
{
  few += to > from ? to - from : 0;
  many += from > to ? from - to : 0;
}

/* Give block I the count that was inferred, if it differs.  */

void
mender::set_block (unsigned i)
{
  const wpp_infer_block *b = &graph.blocks[i];
  if (b->trust != WPP_UNKNOWN && wpp_counts_alike_p (b->count, b->inferred, 0))
    return;
  blocks[i]->count = profile_count::from_gcov_type (b->inferred, ADJUSTED);
  n_blocks++;
  note_change (b->count, b->inferred);
}

/* Does BB end with an RTL instruction that also has the probability of its branch?  */

bool
branches_p (basic_block bb)
{
  return bb->flags & BB_RTL && bb->index >= NUM_FIXED_BLOCKS && EDGE_COUNT (bb->succs) >= 2 && JUMP_P (BB_END (bb))
         && any_condjump_p (BB_END (bb));
}

/* Give the edges of block I, from *NEXT on, their probabilities.  If block I was never executed, its edges keep those
   that GCC has guessed.  */

void
mender::set_edges (unsigned i, unsigned *next)
{
  uint64_t count = graph.blocks[i].inferred;
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, blocks[i]->succs)
    {
      const wpp_infer_edge *known = &graph.edges[(*next)++];
      if (!count)
        continue;
      uint64_t times = MIN (known->inferred, count);
      uint32_t value = (unsigned __int128) times * WPP_CERTAIN / count;
      if (times && !value)
        value = 1;
      if (known->trust != WPP_UNKNOWN && wpp_counts_alike_p (value, known->probability, 0))
        continue;
      e->probability = profile_probability::probability_in_gcov_type (value, WPP_CERTAIN);
      if (value != WPP_CERTAIN)
        e->probability = e->probability.adjusted ();
      n_edges++;
      note_change ((unsigned __int128) graph.blocks[i].count * known->probability / WPP_CERTAIN, times);
    }
  if (branches_p (blocks[i]))
    update_br_prob_note (blocks[i]);
}

void
mender::write ()
{
  unsigned next = 0;
  for (unsigned i = 0; i < graph.n_blocks; i++)
    {
      set_block (i);
      set_edges (i, &next);
    }
  update_max_bb_count ();
}

/* Make the counts a flow, if they are none.  */

void
mender::infer ()
{
  for (unsigned i = 0; i < graph.n_blocks; i++)
    graph.blocks[i].leaves = MIN (left_at_end (blocks[i]), graph.blocks[i].count);
  if (wpp_infer_consistent_p (&graph))
    return;
  for (unsigned i = 2; i < graph.n_blocks; i++)
    graph.blocks[i].may_leave = may_leave_p (blocks[i]);
  if (!wpp_infer_counts (&graph))
    write ();
}

/* What part of the less often executed of its blocks an edge is given that was left nothing.  Its flow stays consistent
   (wpp_counts_alike_p).  */
#define LITTLE 1024

/* Where jump threading believes that more take the new way than an edge had, it leaves the edge nothing, and what was
   subtracted makes the other edge certain, but adjusted.  Such an edge may be taken.  When both its blocks are
   executed, give it a little, or else code that is put on it would be cold.  What was measured as never taken has a
   precise edge beside it.  */

void
mender::leave_a_little (basic_block bb)
{
  if (EDGE_COUNT (bb->succs) != 2 || !bb->count.ipa ().nonzero_p ())
    return;
  for (unsigned i = 0; i < 2; i++)
    {
      edge never = EDGE_SUCC (bb, i), always = EDGE_SUCC (bb, !i);
      profile_probability p = always->probability;
      profile_count after = never->dest->count.ipa (), count = bb->count.ipa ();
      if (!(never->probability == profile_probability::never ()) || !p.initialized_p ()
          || trust_of (p.quality ()) == WPP_MEASURED || never->flags & EDGE_COMPLEX || !after.nonzero_p ())
        continue;
      uint64_t times = count.to_gcov_type (), less = MIN (times, (uint64_t) after.to_gcov_type ());
      never->probability = profile_probability::probability_in_gcov_type (less / LITTLE + 1, times + 1).adjusted ();
      always->probability = never->probability.invert ();
      if (branches_p (bb))
        update_br_prob_note (bb);
      n_left++;
    }
}

bool
mender::mend ()
{
  read ();
  infer ();
  for (basic_block bb : blocks)
    leave_a_little (bb);
  return n_blocks || n_edges || n_left;
}

std::string
number_of (unsigned n, const char *what)
{
  return std::to_string (n) + " " + what + (n == 1 ? "" : "s");
}

wpp_decision
mender::decision (const char *where) const
{
  std::string because, who = wpp_who_lost_counts ();
  if (n_blocks || n_edges)
    because = "counts were no flow, " + std::to_string (few) + " executions too few and " + std::to_string (many)
              + " too many";
  if (n_left)
    because += (because.empty () ? "" : "; ") + number_of (n_left, "edge")
               + " between executed blocks had been left nothing";
  if (!who.empty ())
    because += "; lost after " + who;
  if ((n_blocks || n_edges) && !graph.exact)
    because += "; what is nearest to them was not found in time";
  std::string what = number_of (n_blocks, "block") + " and " + number_of (n_edges + n_left, "edge");
  return { "counts", "mend " + what + " " + where, true, -1, 0, because };
}

/* Where counts are mended.  */
struct place
{
  const char *pass;
  pass_positioning_ops where;
  bool rtl;
  const char *text;
};

const place places[] = {
  /* Threading; what is partially redundant is computed on edges next, whose counts their new blocks take.  */
  { "pre", PASS_POS_INSERT_BEFORE, false, "before PRE" },
  /* What is left of threading, and PRE; loops are transformed next.  */
  { "loopinit", PASS_POS_INSERT_AFTER, false, "before loops" },
  /* Dead and distributed loops; the vectoriser is next.  */
  { "ldist", PASS_POS_INSERT_AFTER, false, "after loop distribution" },
  /* All of the loops' passes; paths are duplicated next.  */
  { "tracer", PASS_POS_INSERT_BEFORE, false, "after loops" },
  /* The end of GIMPLE; expansion multiplies next.  */
  { "optimized", PASS_POS_INSERT_AFTER, false, "before expansion" },
  /* Expansion.  */
  { "jump", PASS_POS_INSERT_AFTER, true, "after expansion" },
  /* RTL's loops; hot and cold parts are decided next.  */
  { "bbpart", PASS_POS_INSERT_BEFORE, true, "before partitioning" },
  /* Cross jumping, if-conversion; blocks are ordered next.  */
  { "bbro", PASS_POS_INSERT_BEFORE, true, "before ordering" },
};

unsigned
mend_counts (function *fun, const place *where)
{
  mender m (fun);
  if (m.mend () && wpp_decisions_wanted_p ())
    wpp_note_decision (m.decision (where->text), 0);
  return 0;
}

const pass_data gimple_data = { GIMPLE_PASS, "wpp_counts", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0 };
const pass_data rtl_data = { RTL_PASS, "wpp_counts", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };

class gimple_counts_pass : public gimple_opt_pass
{
public:
  gimple_counts_pass (gcc::context *ctxt, const place *p) : gimple_opt_pass (gimple_data, ctxt), where (p) {}
  opt_pass *clone () final override { return new gimple_counts_pass (m_ctxt, where); }
  bool gate (function *fun) final override { return wpp_counted_p (fun); }
  unsigned execute (function *fun) final override { return mend_counts (fun, where); }

private:
  const place *where;
};

class rtl_counts_pass : public rtl_opt_pass
{
public:
  rtl_counts_pass (gcc::context *ctxt, const place *p) : rtl_opt_pass (rtl_data, ctxt), where (p) {}
  opt_pass *clone () final override { return new rtl_counts_pass (m_ctxt, where); }
  bool gate (function *fun) final override { return wpp_counted_p (fun); }
  unsigned execute (function *fun) final override { return mend_counts (fun, where); }

private:
  const place *where;
};

/* Add the passes that mend counts.  */

void *
start (const char *plugin)
{
  if (wpp_opts.dump_decisions)
    wpp_watch_counts (plugin);
  for (const place &p : places)
    {
      opt_pass *pass = p.rtl ? (opt_pass *) new rtl_counts_pass (g, &p) : new gimple_counts_pass (g, &p);
      register_pass_info info = { pass, p.pass, 1, p.where };
      register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
    }
  return NULL;
}

const wpp_optimization names[] = {
  { "counts", false, NULL, NULL, NULL },
};

} // anonymous namespace

extern const wpp_kind wpp_kind_counts = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
};
