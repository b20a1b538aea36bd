/* Making copies of subpaths, with the counts that they have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As GCC's tracer does (tracer.cc): a block is duplicated for one edge into it.  Here the edges and the blocks are those of
   decided trees (analysis/copies/copies.h), and nothing is guessed: what a copy executes is known, and is taken from what the original has.

   The copies are in SSA form at once, so that GCC finds what folds in them (FRE), before inlining weighs the function.  */

#include "plugin/copies/copies.h"
#include "plugin/use/feedback.h"
#include "cfgloop.h"
#include "dominance.h"
#include "tree-ssa-sccvn.h"

namespace {

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

  bool chosen_p (uint32_t copy) const { return made[copy] != NULL; }
  const wpp_block *block_of (uint32_t copy) const { return &f->blocks->blocks[c->copies[copy].block]; }
  edge way_out (uint32_t copy, uint32_t jump) const;
  edge way_in (uint32_t copy) const;
  void make_copy (uint32_t copy);
  void make_tree (const wpp_copy_tree *t);
  bool child_p (uint32_t parent, uint32_t jump) const;
  void lead_to_root (uint32_t copy, uint32_t jump);
  void lead_to_roots (uint32_t copy);
  void count_copy (uint32_t copy);
  void count_original (uint32_t block);
  void set_counts ();
};

/* The edge out of COPY that is the copy of JUMP's.  Edges are copied in order, and redirecting them leaves them in their places.  */

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
  if (!t->chosen)
    return;
  for (uint32_t i = t->root; i < t->end; i++)
    if (c->copies[i].kept && (i == t->root || made[c->copies[i].parent]))
      make_copy (i);
  if (made[t->root])
    root[c->copies[t->root].jump] = t->root;
}

/* Does JUMP lead from PARENT to a copy behind it?  */

bool
duplicator::child_p (uint32_t parent, uint32_t jump) const
{
  for (uint32_t i = parent + 1; i < c->n; i++)
    if (c->copies[i].parent == parent && c->copies[i].jump == jump && chosen_p (i))
      return true;
  return false;
}

/* The copy of JUMP leads to the root that JUMP leads to.  */

void
duplicator::lead_to_root (uint32_t copy, uint32_t jump)
{
  edge e = way_out (copy, jump);
  if (root[jump] < 0 || e->dest == made[root[jump]] || child_p (copy, jump))
    return;
  e = redirect_edge_and_branch (e, made[root[jump]]);
  gcc_assert (e);
  flush_pending_stmts (e);
}

void
duplicator::lead_to_roots (uint32_t copy)
{
  const wpp_block *b = block_of (copy);
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
    lead_to_root (copy, j);
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
  if (b->n_jumps == EDGE_COUNT (made[copy]->succs))
    for (uint32_t j = 0; j < b->n_jumps; j++)
      set_probability (way_out (copy, b->first_jump + j), c->out[it->first_out + j], it->count);
}

/* PART less than WHOLE.  */

uint64_t
rest (uint64_t whole, uint64_t part)
{
  return whole > part ? whole - part : 0;
}

/* BLOCK's original has what the copies have not.  */

void
duplicator::count_original (uint32_t block)
{
  const wpp_block *b = &f->blocks->blocks[block];
  basic_block bb = f->block[block];
  auto_vec<uint64_t> out;
  uint64_t copied = 0;

  out.safe_grow_cleared (b->n_jumps);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->copies[i].block == block && chosen_p (i))
      {
        copied += c->copies[i].count;
        for (uint32_t j = 0; j < b->n_jumps; j++)
          out[j] += c->out[c->copies[i].first_out + j];
      }
  if (!copied)
    return;
  uint64_t left = rest (b->count, copied);
  bb->count = wpp_block_count (left ? wpp_scaled_count (left) : 0);
  if (b->n_jumps == EDGE_COUNT (bb->succs))
    for (uint32_t j = 0; j < b->n_jumps; j++)
      set_probability (f->jump[b->first_jump + j], rest (f->blocks->jumps[b->first_jump + j].count, out[j]), left);
}

void
duplicator::set_counts ()
{
  for (uint32_t i = 0; i < c->n; i++)
    if (chosen_p (i))
      count_copy (i);
  for (uint32_t b = 0; b < f->blocks->n; b++)
    count_original (b);
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
    make_tree (&c->trees[t]);
  for (uint32_t i = 0; i < c->n; i++)
    if (chosen_p (i))
      lead_to_roots (i);
  set_counts ();
  free_original_copy_tables ();
}

/* Let GCC find what folds.  */

void
fold ()
{
  calculate_dominance_info (CDI_DOMINATORS);
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  unsigned todo = do_rpo_vn (cfun, NULL, NULL, true, true, VN_WALKREWRITE);
  free_rpo_vn ();
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
