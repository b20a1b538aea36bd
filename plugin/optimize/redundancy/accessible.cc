/* Where a load cannot trap.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a variable has in its bounds can be loaded anywhere.  Of what a pointer points to, bytes can be loaded where
   others are known to be accessed that lie before them, or at their begin, and others that lie after them, or at their
   end, with less than a page between: each byte between is in the page of one of them.  An access proves that from
   where every way leads to it, and after it, up to a statement that may free memory; and before it only as far as no
   statement may not come back.  */

#include "plugin/optimize/redundancy/redundancy.h"

namespace {

/* No processor has smaller pages.  */
const HOST_WIDE_INT page = 4096;

const unsigned low = 1, high = 2, both = low | high;

/* What an access of A proves of the bytes FROM … TO - 1.  */

unsigned
proof_of (const wpp_access &a, HOST_WIDE_INT from, HOST_WIDE_INT to)
{
  return (a.from <= from && from - a.from < page / 2 ? low : 0)
         | (a.to >= to && a.to - to < page / 2 - (to - from) ? high : 0);
}

/* The base of REF, handled components aside.  */

tree
base_of (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

/* Is REF in a variable, in its bounds?  */

bool
in_variable_p (tree ref)
{
  tree base = base_of (ref);
  return (DECL_P (base) || (TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR))
         && !tree_could_trap_p (ref);
}

} // anonymous namespace

void
wpp_accessible::note_accesses (const vec<wpp_access> &accesses, HOST_WIDE_INT from, HOST_WIDE_INT to)
{
  for (const wpp_access &a : accesses)
    if (unsigned proof = proof_of (a, from, to))
      events.safe_push ({ gimple_uid (a.stmt), proof });
}

/* What is proven on E by what control then surely executes.  Where the pointer is defined, another value of it is
   meant.  */

unsigned
wpp_accessible::soon_after (edge e) const
{
  return gimple_bb (SSA_NAME_DEF_STMT (pointer)) == e->dest ? 0 : soon[e->dest->index];
}

/* What is proven at the begin of BB by what control then surely executes.  */

unsigned
wpp_accessible::prove_soon (basic_block bb) const
{
  const wpp_block_effects *b = all->effects (bb);
  unsigned barrier = b->barriers.is_empty () ? UINT_MAX : b->barriers[0], proof = 0, next = both;
  edge e;
  edge_iterator ei;

  if (b->first <= b->last)
    {
      auto before = [] (const event &x, unsigned uid) { return x.uid < uid; };
      const event *end = events.address () + events.length ();
      for (const event *x = std::lower_bound (events.address (), end, b->first, before);
           x < end && x->uid <= b->last && x->uid < barrier; x++)
        proof |= x->proof;
    }
  if (barrier != UINT_MAX || !EDGE_COUNT (bb->succs) || !b->ends)
    return proof;
  FOR_EACH_EDGE (e, ei, bb->succs)
    next &= soon_after (e);
  return proof | next;
}

/* What is proven at the end of BB.  */

unsigned
wpp_accessible::prove_after (basic_block bb) const
{
  const wpp_block_effects *b = all->effects (bb);
  unsigned barrier = b->barriers.is_empty () ? 0 : b->barriers[b->barriers.length () - 1] + 1, proof = 0, before = both;
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  edge e;
  edge_iterator ei;

  if (b->first <= b->last)
    {
      auto earlier = [] (const event &x, unsigned uid) { return x.uid < uid; };
      const event *end = events.address () + events.length ();
      for (const event *x = std::lower_bound (events.address (), end, MAX (b->first, barrier), earlier);
           x < end && x->uid <= b->last; x++)
        proof |= x->proof;
    }
  if (barrier)
    return proof;
  FOR_EACH_EDGE (e, ei, bb->preds)
    before &= after[e->src->index];
  if (!EDGE_COUNT (bb->preds) || gimple_bb (def) == bb)
    before = 0;
  return proof | before | soon[bb->index];
}

/* Begin with all that may be proven, and take off what is not.  */

void
wpp_accessible::solve ()
{
  basic_block bb;
  bool changed = true;
  FOR_EACH_BB_FN (bb, cfun)
    soon[bb->index] = after[bb->index] = both;
  for (; changed;)
    {
      changed = false;
      FOR_EACH_BB_REVERSE_FN (bb, cfun)
        {
          unsigned now = prove_soon (bb);
          changed |= now != soon[bb->index];
          soon[bb->index] = now;
        }
    }
  for (changed = true; changed;)
    {
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
        {
          unsigned now = prove_after (bb);
          changed |= now != after[bb->index];
          after[bb->index] = now;
        }
    }
}

wpp_accessible::wpp_accessible (wpp_expression_table *x, wpp_expression *e)
    : all (x), pointer (NULL_TREE), always (in_variable_p (e->text))
{
  HOST_WIDE_INT from, to;
  const vec<wpp_access> *accesses = always ? NULL : x->accesses (e, &from, &to, &pointer);
  if (!accesses)
    {
      pointer = NULL_TREE;
      return;
    }
  note_accesses (*accesses, from, to);
  soon.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  after.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  solve ();
}

bool
wpp_accessible::on_edge_p (edge e) const
{
  return always || (pointer && (after[e->src->index] | soon_after (e)) == both);
}
