/* Making copies of subpaths, with the counts that they have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As GCC's tracer does (tracer.cc): a block is duplicated for one edge into it.  Here the edges and the blocks are
   those of decided trees (analysis/decide/duplication/copies.h), and nothing is guessed: what a copy executes is known,
   and is taken from what the original has.

   The copies are in SSA form at once, so that GCC finds what folds in them (FRE), before inlining weighs the function.

   Trees to a dispatch come after the others: their last block is split first (ahead.cc), and control goes on from the
   copy of its first part by tests, or to what decides in the original.  Of executions that such tests take away from
   it, and from links of a chain, it is told, too.  */

#include "plugin/optimize/duplication/duplication.h"
#include "plugin/profile/feedback.h"
#include "cfgloop.h"
#include "dominance.h"

namespace {

/* A test ahead of a dispatch.  */
struct test
{
  uint32_t copy;                        /* at whose end it is, or WPP_NONE: of the original */
  uint32_t dispatch, jump;
  edge e;                               /* taken if it holds */
  uint64_t count;                       /* how often it does */
};

class duplicator
{
public:
  duplicator (const wpp_function_copies *function) : f (function), c (function->copies) {}
  void duplicate ();

private:
  const wpp_function_copies *f;
  const wpp_copies *c;
  auto_vec<basic_block> made;           /* [c->n] or null */
  auto_vec<int> root;                   /* [jumps] the copy that is the root that the jump leads to, or -1 */
  auto_vec<basic_block> decides;        /* [c->n_dispatches] what was split off, or null */
  auto_vec<test> tests;
  auto_vec<uint64_t> moved;             /* [jumps] executions that tests took away */

  bool chosen_p (uint32_t copy) const { return made[copy] != NULL; }
  const wpp_block *block_of (uint32_t copy) const { return &f->blocks->blocks[c->copies[copy].block]; }
  edge way_out (uint32_t copy, uint32_t jump) const;
  edge way_in (uint32_t copy) const;
  void make_copy (uint32_t copy);
  void make_tree (const wpp_copy_tree *t);
  bool intact_p (const wpp_dispatch *d) const;
  void split (uint32_t dispatch);
  void split_all ();
  bool at_dispatch_p (uint32_t copy) const;
  void add_test (basic_block bb, test t);
  void test_ahead (basic_block bb, uint32_t copy, uint32_t dispatch, const wpp_ahead *ahead);
  void test_all ();
  bool child_p (uint32_t parent, uint32_t jump) const;
  void lead_to_root (edge e, uint32_t jump);
  void lead_to_roots (uint32_t copy);
  void sum_copies (uint32_t block, bool whole, uint64_t *executions, vec<uint64_t> *out) const;
  uint32_t copied_for (uint32_t copy) const;
  void count_tests ();
  void set_tests (basic_block bb, uint32_t copy, uint32_t dispatch, uint64_t count);
  void count_copy (uint32_t copy);
  void count_original (uint32_t block);
  void count_dispatch (uint32_t dispatch);
  void set_counts ();
};

/* The edge out of COPY that is the copy of JUMP's.  Edges are copied in order, and redirecting them leaves them in
   their places.  */

edge
duplicator::way_out (uint32_t copy, uint32_t jump) const
{
  edge original = f->jump[jump];
  edge_iterator ei;
  edge e;

  FOR_EACH_EDGE (e, ei, original->src->succs)
    if (e == original)
      return EDGE_SUCC (made[copy], ei.index);
  gcc_unreachable ();
}

edge
duplicator::way_in (uint32_t copy) const
{
  const wpp_copy *it = &c->copies[copy];
  return it->parent == WPP_NONE ? f->jump[it->jump] : way_out (it->parent, it->jump);
}

/* Another kind may have put code on the way to it: then there is no copy.  */

void
duplicator::make_copy (uint32_t copy)
{
  edge e = way_in (copy);
  if (e->dest != f->block[c->copies[copy].block])
    return;
  basic_block bb = duplicate_block (e->dest, e, e->src);

  flush_pending_stmts (e);
  add_phi_args_after_copy (&bb, 1, NULL);
  made[copy] = bb;
}

void
duplicator::make_tree (const wpp_copy_tree *t)
{
  if (!t->chosen || (t->dispatch != WPP_NONE && !decides[t->dispatch]))
    return;
  for (uint32_t i = t->root; i < t->end; i++)
    if (c->copies[i].kept && (i == t->root || made[c->copies[i].parent]))
      make_copy (i);
  if (made[t->root])
    root[c->copies[t->root].jump] = t->root;
}

/* Does JUMP lead from PARENT to a copy after it?  */

bool
duplicator::child_p (uint32_t parent, uint32_t jump) const
{
  for (uint32_t i = parent + 1; i < c->n; i++)
    if (c->copies[i].parent == parent && c->copies[i].jump == jump && chosen_p (i))
      return true;
  return false;
}

/* E, the copy of JUMP or a test for it, leads to the root that JUMP leads to.  */

void
duplicator::lead_to_root (edge e, uint32_t jump)
{
  if (root[jump] < 0 || e->dest == made[root[jump]])
    return;
  e = redirect_edge_and_branch (e, made[root[jump]]);
  gcc_assert (e);
  flush_pending_stmts (e);
}

void
duplicator::lead_to_roots (uint32_t copy)
{
  const wpp_block *b = block_of (copy);
  if (at_dispatch_p (copy))
    return;
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
    if (!child_p (copy, j))
      lead_to_root (way_out (copy, j), j);
}

/* ---- Dispatches.  */

/* Is COPY one of the first part of a dispatch?  */

bool
duplicator::at_dispatch_p (uint32_t copy) const
{
  for (uint32_t i = 0; i < c->n_trees; i++)
    if (c->trees[i].dispatch != WPP_NONE && c->trees[i].at_dispatch == copy)
      return true;
  return false;
}

/* Has no other kind put code between the links of D?  */

bool
duplicator::intact_p (const wpp_dispatch *d) const
{
  for (uint32_t i = 0; i < d->n_links; i++)
    {
      basic_block bb = f->block[f->blocks->jumps[d->link[i]].to];
      gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
      if (f->jump[d->link[i]]->dest != bb || gsi_end_p (gsi) || gsi_stmt (gsi) != last_nondebug_stmt (bb)
          || !single_pred_p (bb))
        return false;
    }
  return true;
}

void
duplicator::split (uint32_t dispatch)
{
  const wpp_dispatch *d = &c->dispatches[dispatch];
  bool used = d->chosen;
  for (uint32_t i = 0; i < c->n_trees; i++)
    used |= c->trees[i].chosen && c->trees[i].dispatch == dispatch;
  if (used && intact_p (d))
    decides[dispatch] = wpp_split_dispatch (f->block[d->block]);
}

void
duplicator::split_all ()
{
  decides.safe_grow_cleared (c->n_dispatches);
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    split (i);
}

/* Put T at the end of BB.  */

void
duplicator::add_test (basic_block bb, test t)
{
  t.e = wpp_test_ahead (bb, f->jump[t.jump]);
  tests.safe_push (t);
}

/* Put what AHEAD says at the end of BB, COPY or the original of DISPATCH.  */

void
duplicator::test_ahead (basic_block bb, uint32_t copy, uint32_t dispatch, const wpp_ahead *ahead)
{
  for (uint32_t i = 0; i < ahead->n; i++)
    {
      if (i)
        bb = split_edge (find_edge (bb, decides[dispatch]));
      add_test (bb, { copy, dispatch, ahead->jump[i], NULL, ahead->count[i] });
    }
}

void
duplicator::test_all ()
{
  for (uint32_t i = 0; i < c->n_trees; i++)
    {
      const wpp_copy_tree *t = &c->trees[i];
      if (t->dispatch != WPP_NONE && chosen_p (t->at_dispatch))
        test_ahead (made[t->at_dispatch], t->at_dispatch, t->dispatch, &t->ahead);
    }
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    if (decides[i] && c->dispatches[i].chosen)
      test_ahead (f->block[c->dispatches[i].block], WPP_NONE, i, &c->dispatches[i].ahead);
}

/* ---- Counts.  */

/* E is taken TIMES of COUNT.  */

void
set_probability (edge e, uint64_t times, uint64_t count)
{
  gcov_type of = wpp_scaled_count (count);
  if (of)
    e->probability = profile_probability::probability_in_gcov_type (MIN (wpp_scaled_count (times), of), of);
}

void
duplicator::count_copy (uint32_t copy)
{
  const wpp_copy *it = &c->copies[copy];
  const wpp_block *b = block_of (copy);

  made[copy]->count = wpp_block_count (wpp_scaled_count (it->count));
  if (!at_dispatch_p (copy) && b->n_jumps == EDGE_COUNT (made[copy]->succs))
    for (uint32_t j = 0; j < b->n_jumps; j++)
      set_probability (way_out (copy, b->first_jump + j), c->out[it->first_out + j], it->count);
}

/* PART less than WHOLE.  */

uint64_t
rest (uint64_t whole, uint64_t part)
{
  return whole > part ? whole - part : 0;
}

/* Add to EXECUTIONS those of copies of BLOCK, and to OUT [ways out] how often each was taken from them; with those that
   end in a dispatch or only the WHOLE ones.  */

void
duplicator::sum_copies (uint32_t block, bool whole, uint64_t *executions, vec<uint64_t> *out) const
{
  for (uint32_t i = 0; i < c->n; i++)
    if (c->copies[i].block == block && chosen_p (i) && !(whole && at_dispatch_p (i)))
      {
        *executions += c->copies[i].count;
        for (uint32_t j = 0; j < f->blocks->blocks[block].n_jumps; j++)
          (*out)[j] += c->out[c->copies[i].first_out + j];
      }
}

/* BLOCK's original has what the copies have not, and what tests have not taken away.  */

void
duplicator::count_original (uint32_t block)
{
  const wpp_block *b = &f->blocks->blocks[block];
  basic_block bb = b->n_jumps ? f->jump[b->first_jump]->src : f->block[block];
  auto_vec<uint64_t> out;
  uint64_t gone = 0;

  out.safe_grow_cleared (b->n_jumps);
  sum_copies (block, true, &gone, &out);
  for (uint32_t j = 0; j < b->n_jumps; j++)
    {
      out[j] += moved[b->first_jump + j];
      gone += moved[b->first_jump + j];
    }
  if (!gone)
    return;
  uint64_t left = rest (b->count, gone);
  bb->count = wpp_block_count (left ? wpp_scaled_count (left) : 0);
  if (b->n_jumps == EDGE_COUNT (bb->succs))
    for (uint32_t j = 0; j < b->n_jumps; j++)
      set_probability (f->jump[b->first_jump + j], rest (f->blocks->jumps[b->first_jump + j].count, out[j]), left);
}

/* ---- Counts of dispatches.  */

/* The tests of COPY, or of the original of DISPATCH, stand at the end of BB, which is executed COUNT times, and after
   each other.  */

void
duplicator::set_tests (basic_block bb, uint32_t copy, uint32_t dispatch, uint64_t count)
{
  for (test &t : tests)
    if (t.copy == copy && t.dispatch == dispatch)
      {
        basic_block at = t.e->src;
        edge on = EDGE_SUCC (at, EDGE_SUCC (at, 0) == t.e);
        if (at != bb)
          at->count = wpp_block_count (count ? wpp_scaled_count (count) : 0);
        set_probability (t.e, t.count, count);
        count = rest (count, t.count);
        if (t.e->probability.initialized_p ())
          on->probability = t.e->probability.invert ();
      }
}

/* The copy that COPY is counted for: itself, or that of a dispatch with the link.  */

uint32_t
duplicator::copied_for (uint32_t copy) const
{
  while (c->copies[copy].only_counted)
    copy = c->copies[copy].parent;
  return copy;
}

/* How often tests of originals hold, and what each takes away.  */

void
duplicator::count_tests ()
{
  for (test &t : tests)
    {
      const wpp_dispatch *d = &c->dispatches[t.dispatch];
      const wpp_jump *j = &f->blocks->jumps[t.jump];
      if (t.copy == WPP_NONE)
        {
          t.count = j->count;
          for (uint32_t i = 0; i < c->n; i++)
            if (c->copies[i].block == j->from && chosen_p (copied_for (i)))
              t.count = rest (t.count, wpp_copy_left (c, i, t.jump));
        }
      moved[t.jump] += t.count;
      for (uint32_t i = 0; i < d->n_links && f->blocks->jumps[d->link[i]].from != j->from; i++)
        moved[d->link[i]] += t.count;
    }
}

/* The first part of DISPATCH's original.  */

void
duplicator::count_dispatch (uint32_t dispatch)
{
  uint32_t block = c->dispatches[dispatch].block;
  const wpp_block *b = &f->blocks->blocks[block];
  auto_vec<uint64_t> out;
  uint64_t copied = 0;

  if (!decides[dispatch])
    return;
  out.safe_grow_cleared (b->n_jumps);
  sum_copies (block, false, &copied, &out);
  uint64_t left = rest (b->count, copied);
  f->block[block]->count = wpp_block_count (left ? wpp_scaled_count (left) : 0);
  set_tests (f->block[block], WPP_NONE, dispatch, left);
}

void
duplicator::set_counts ()
{
  moved.safe_grow_cleared (f->blocks->n_jumps);
  count_tests ();
  for (uint32_t i = 0; i < c->n; i++)
    if (chosen_p (i))
      count_copy (i);
  for (uint32_t b = 0; b < f->blocks->n; b++)
    count_original (b);
  for (uint32_t i = 0; i < c->n_trees; i++)
    if (c->trees[i].dispatch != WPP_NONE && chosen_p (c->trees[i].at_dispatch))
      set_tests (made[c->trees[i].at_dispatch], c->trees[i].at_dispatch, c->trees[i].dispatch,
                 c->copies[c->trees[i].at_dispatch].count);
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    count_dispatch (i);
  update_max_bb_count ();
}

void
duplicator::duplicate ()
{
  made.safe_grow_cleared (c->n);
  root.safe_grow (f->blocks->n_jumps, true);
  for (int &r : root)
    r = -1;
  initialize_original_copy_tables ();
  for (uint32_t t = 0; t < c->n_trees; t++)
    if (c->trees[t].dispatch == WPP_NONE)
      make_tree (&c->trees[t]);
  split_all ();
  for (uint32_t t = 0; t < c->n_trees; t++)
    if (c->trees[t].dispatch != WPP_NONE)
      make_tree (&c->trees[t]);
  test_all ();
  for (uint32_t i = 0; i < c->n; i++)
    if (chosen_p (i))
      lead_to_roots (i);
  for (test &t : tests)
    lead_to_root (t.e, t.jump);
  set_counts ();
  free_original_copy_tables ();
}

/* Let GCC find what folds.  */

void
fold ()
{
  calculate_dominance_info (CDI_DOMINATORS);
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  unsigned todo = wpp_value_number (cfun);
  loop_optimizer_finalize ();
  if (todo & TODO_cleanup_cfg)
    cleanup_tree_cfg (TODO_update_ssa);
  else
    update_ssa (TODO_update_ssa);
}

} // anonymous namespace

void
wpp_duplicate_paths (const wpp_function_copies *f)
{
  duplicator d (f);

  d.duplicate ();
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  if (current_loops)
    loops_state_set (LOOPS_NEED_FIXUP);
  cleanup_tree_cfg (TODO_update_ssa);
  fold ();
  free_dominance_info (CDI_DOMINATORS);
}
