/* What decisions on loops rest on, read from GCC's loops.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/loops/loops.h"
#include "plugin/optimize/timing/iteration.h"
#include "tree-inline.h"

namespace {

int
size_of (gimple *stmt)
{
  return is_gimple_debug (stmt) ? 0 : estimate_num_insns (stmt, &eni_size_weights);
}

} // anonymous namespace

unsigned
wpp_size_of (basic_block bb)
{
  unsigned size = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    size += size_of (gsi_stmt (gsi));
  return size;
}

namespace {

/* ---- What is known before the loop.  */

/* Of an iteration that begins with constants, which statements are constants, too?  */
class known_statements
{
public:
  known_statements (class loop *l, const vec<basic_block> &b) : loop (l), body (b) {}
  unsigned count ();

private:
  class loop *loop;
  const vec<basic_block> &body;
  hash_set<tree> known;

  bool known_p (tree op) { return is_gimple_min_invariant (op) || (TREE_CODE (op) == SSA_NAME && known.contains (op)); }
  bool known_p (gimple *stmt);
  void know_header ();
  bool forget_header ();
  unsigned go_through ();
};

bool
known_statements::known_p (gimple *stmt)
{
  ssa_op_iter iter;
  tree use;
  if ((!is_gimple_assign (stmt) && gimple_code (stmt) != GIMPLE_COND) || gimple_vuse (stmt)
      || gimple_has_side_effects (stmt))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (!known_p (use))
      return false;
  return true;
}

void
known_statements::know_header ()
{
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      bool constant = !virtual_operand_p (gimple_phi_result (gsi.phi ()));
      for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
        if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (gsi.phi (), i)->src))
          constant &= is_gimple_min_invariant (gimple_phi_arg_def (gsi.phi (), i));
      if (constant)
        known.add (gimple_phi_result (gsi.phi ()));
    }
}

/* Forget what the second iteration does not begin with any more.  Return whether there was anything.  */

bool
known_statements::forget_header ()
{
  bool any = false;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      bool constant = known.contains (gimple_phi_result (gsi.phi ()));
      if (!constant)
        continue;
      for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
        constant &= known_p (gimple_phi_arg_def (gsi.phi (), i));
      if (!constant)
        {
          known.remove (gimple_phi_result (gsi.phi ()));
          any = true;
        }
    }
  return any;
}

/* Blocks mostly come in the order of dominance; what comes too early is not known.  */

unsigned
known_statements::go_through ()
{
  unsigned size = 0;
  for (basic_block bb : body)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        bool now = known_p (stmt);
        tree result = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
        size += now ? size_of (stmt) : 0;
        if (!result || TREE_CODE (result) != SSA_NAME)
          continue;
        if (now)
          known.add (result);
        else
          known.remove (result);
      }
  return size;
}

unsigned
known_statements::count ()
{
  know_header ();
  unsigned size = go_through ();
  while (forget_header ())
    size = go_through ();
  return size;
}

/* ---- Facts.  */

/* Looks at the statements of LOOP, which has no loops in it.  */
class loop_reader
{
public:
  loop_reader (class loop *l);
  wpp_loop_facts read (const wpp_loop_stays *stays);

private:
  class loop *loop;
  auto_vec<basic_block> body;
  unsigned exits = 0, references = 0, widest = 0;
  edge exit = NULL;             /* one of them */
  bool scalars = true;          /* all that is loaded and stored could be in vectors */

  void read_reference (tree ref);
  void read_block (basic_block bb, wpp_loop_facts *f);
  bool selects_p ();
  bool parts_p ();
  bool constant_p (tree op);
  bool counter_p (tree name);
  bool counted_p ();
};

/* Blocks that feedback has split are there; what GCC notes of the loop's size need not know them.  */

loop_reader::loop_reader (class loop *l) : loop (l)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->loop_father == loop)
      body.safe_push (bb);
}

void
loop_reader::read_reference (tree ref)
{
  if (!ref || is_gimple_reg (ref) || is_gimple_min_invariant (ref) || TREE_CODE (ref) == CONSTRUCTOR)
    return;
  tree type = TREE_TYPE (ref);
  references++;
  if ((!INTEGRAL_TYPE_P (type) && !SCALAR_FLOAT_TYPE_P (type) && !POINTER_TYPE_P (type)) || TREE_THIS_VOLATILE (ref)
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)))
    scalars = false;
  else
    widest = MAX (widest, tree_to_uhwi (TYPE_SIZE_UNIT (type)));
}

void
loop_reader::read_block (basic_block bb, wpp_loop_facts *f)
{
  unsigned inside = 0;
  edge e;
  edge_iterator ei;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      f->calls |= is_gimple_call (stmt) && !gimple_call_internal_p (stmt)
                  && !gimple_inexpensive_call_p (as_a<gcall *> (stmt));
      scalars &= !is_gimple_call (stmt) && gimple_code (stmt) != GIMPLE_ASM;
      if (gimple_assign_single_p (stmt))
        {
          read_reference (gimple_assign_lhs (stmt));
          read_reference (gimple_assign_rhs1 (stmt));
        }
    }
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (flow_bb_inside_loop_p (loop, e->dest))
      inside++;
    else
      {
        exits++;
        exit = e;
      }
  f->branches |= inside > 1;
  f->size += wpp_size_of (bb);
}

/* Does BB compute values only, which nobody misses or minds where they are not needed?  */

static bool
computes_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) != GIMPLE_LABEL
          && (!is_gimple_assign (stmt) || gimple_vuse (stmt) || gimple_could_trap_p (stmt)))
        return false;
    }
  return true;
}

/* Where do the ways part of which E ends one that computes values only?  N counts its blocks.  */

static basic_block
parting (edge e, unsigned *n)
{
  basic_block bb = e->src;
  for (; single_succ_p (bb) && single_pred_p (bb) && computes_p (bb); bb = single_pred (bb))
    ++*n;
  return bb;
}

/* Do all branches in the loop select values, as those for an absolute value do?  GCC's if-conversion makes straight
   code of such a loop, and that can be vectorised.  So go from the latch to the header, from each joint to where its
   two ways part: every block is met.  */

bool
loop_reader::selects_p ()
{
  unsigned n = 1;
  basic_block bb = loop->latch;
  for (; bb && bb != loop->header && n <= body.length (); n++)
    if (single_pred_p (bb))
      bb = single_pred (bb);
    else if (EDGE_COUNT (bb->preds) == 2)
      {
        basic_block one = parting (EDGE_PRED (bb, 0), &n), other = parting (EDGE_PRED (bb, 1), &n);
        bb = one == other ? one : NULL;
      }
    else
      bb = NULL;
  return bb && n == body.length ();
}

/* Is each value that an iteration takes over from the one before a counter, or a sum or the like, which can be made of
   parts?  */

bool
loop_reader::parts_p ()
{
  edge latch = loop->latch ? find_edge (loop->latch, loop->header) : NULL;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ());
      tree next = virtual_operand_p (result) || !latch ? NULL_TREE : PHI_ARG_DEF_FROM_EDGE (gsi.phi (), latch);
      gimple *def = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
      if (virtual_operand_p (result))
        continue;
      if (!def || !is_gimple_assign (def) || gimple_num_ops (def) != 3
          || (!commutative_tree_code (gimple_assign_rhs_code (def))
              && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
          || (gimple_assign_rhs1 (def) != result && gimple_assign_rhs2 (def) != result))
        return false;
    }
  return true;
}

/* Has OP the same value in all iterations?  */

bool
loop_reader::constant_p (tree op)
{
  return is_gimple_min_invariant (op)
         || (TREE_CODE (op) == SSA_NAME
             && (SSA_NAME_IS_DEFAULT_DEF (op) || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (op)))));
}

/* What is NAME the conversion of?  */

static tree
unconverted (tree name)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  while (def && gimple_assign_cast_p (def) && TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME)
    {
      name = gimple_assign_rhs1 (def);
      def = SSA_NAME_DEF_STMT (name);
    }
  return name;
}

/* Is NAME a counter, before or after its step?  A value of the loop's header that grows by a constant.  */

bool
loop_reader::counter_p (tree name)
{
  edge latch = loop->latch ? find_edge (loop->latch, loop->header) : NULL;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); latch && !gsi_end_p (gsi); gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ()), next = PHI_ARG_DEF_FROM_EDGE (gsi.phi (), latch);
      gimple *step = virtual_operand_p (result) || TREE_CODE (next) != SSA_NAME
                         ? NULL
                         : SSA_NAME_DEF_STMT (unconverted (next));
      if ((name != result && name != next && name != unconverted (next)) || !step || !is_gimple_assign (step))
        continue;
      tree_code code = gimple_assign_rhs_code (step);
      return (code == PLUS_EXPR || code == MINUS_EXPR || code == POINTER_PLUS_EXPR)
             && unconverted (gimple_assign_rhs1 (step)) == result && constant_p (gimple_assign_rhs2 (step));
    }
  return false;
}

/* Does the number of iterations follow from values before the loop?  Then each comes to the one exit, which compares a
   counter with a constant.  (What GCC has for that needs blocks that are not there yet.) */

bool
loop_reader::counted_p ()
{
  gcond *test = exits == 1 ? safe_dyn_cast<gcond *> (last_nondebug_stmt (exit->src)) : NULL;
  basic_block bb = loop->latch;
  while (bb && bb != loop->header && (!test || bb != exit->src))
    bb = single_pred_p (bb) ? single_pred (bb) : NULL;
  if (!test || (bb != exit->src && exit->src != loop->header))
    return false;
  tree a = unconverted (gimple_cond_lhs (test)), b = unconverted (gimple_cond_rhs (test));
  return (constant_p (b) && counter_p (a)) || (constant_p (a) && counter_p (b));
}

wpp_loop_facts
loop_reader::read (const wpp_loop_stays *stays)
{
  wpp_loop_facts f = {};
  double header = loop->header->count.to_gcov_type ();

  f.stays = stays;
  for (basic_block bb : body)
    {
      read_block (bb, &f);
      if (bb->count.initialized_p ())
        f.work += wpp_size_of (bb) * (double) bb->count.to_gcov_type () / header;
    }
  if (wpp_iteration times; times.read (loop, NULL, NULL, NULL))
    f.chain = times.cycles (wpp_processor_tuned (), WPP_WAIT_VALUES);
  f.folded = known_statements (loop, body).count ();
  f.counted = counted_p ();
  const unsigned vector = 16;
  f.lanes = scalars && references && f.counted && (!f.branches || selects_p ()) && parts_p () && widest
                    && widest <= vector / 2
                ? vector / widest
                : 0;
  return f;
}

} // anonymous namespace

/* Header copying takes only the first test out of the loop.  When stays end elsewhere, each trip executes what is in
   the copy.  */

bool
wpp_ends_by_test_p (class loop *loop)
{
  profile_count by_test = profile_count::zero (), elsewhere = profile_count::zero ();
  basic_block bb;
  edge e;
  edge_iterator ei;

  FOR_EACH_BB_FN (bb, cfun)
    if (bb->loop_father == loop)
      FOR_EACH_EDGE (e, ei, bb->succs)
        if (!flow_bb_inside_loop_p (loop, e->dest))
          (bb == loop->header ? by_test : elsewhere) += e->count ();
  return wpp_tests_first_p (loop) && by_test >= elsewhere;
}

wpp_loop_facts
wpp_read_loop (class loop *loop, const wpp_loop_stays *stays)
{
  return loop_reader (loop).read (stays);
}
