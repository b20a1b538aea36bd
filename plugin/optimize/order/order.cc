/* -fwpp-optimize=order: blocks in the order of executed jumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC orders blocks by traces that it grows from likely edges (bb-reorder.cc), and copies short blocks.  After that the
   blocks of the hot part are ordered once more, by decide/models/layout.h, if that order is worth more.  The cold part
   stays as it is.

   With -flto the late compiler orders by the counts that it was given by the early one.  */

#include "plugin/decisions/decisions.h"
#include "plugin/optimize/order/order.h"
#include "plugin/options/options.h"
#include "predict.h"
#include "rtl.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "cfgrtl.h"
#include "cfgcleanup.h"
#include "df.h"
#include "output.h"

extern "C"
{
#include "decide/models/layout.h"
}

namespace {

/* Steps that ordering a function's blocks may take.  */
const uint64_t work = 5000000;

/* An order must be worth so many thousandths more than GCC's.  */
const double margin = 1.001;

class block_order
{
public:
  /* Read the blocks of FUN's hot part.  */
  block_order (function *fun);
  /* Find a better order.  Return whether there is one.  */
  bool find ();
  void carry_out (function *fun);
  wpp_decision decision () const;

private:
  auto_vec<basic_block> blocks;
  auto_vec<wpp_layout_block> layout_blocks;
  auto_vec<wpp_layout_jump> jumps;
  auto_vec<uint32_t> order;
  unsigned n_moved = 0;                 /* blocks that do not come after the one that they came after */
  uint64_t taken = 0, taken_before = 0; /* executed jumps whose target does not come next */

  void read_jumps (basic_block bb, const vec<unsigned> &number);
  uint64_t count_taken (const vec<uint32_t> &order) const;
};

uint64_t
count_of (profile_count count)
{
  count = count.ipa ();
  return count.initialized_p () ? count.to_gcov_type () : 0;
}

unsigned
bytes_of (basic_block bb)
{
  rtx_insn *insn;
  unsigned bytes = 0;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      bytes += get_attr_min_length (insn);
  return bytes;
}

/* May one of BB's successors come next, so that no jump is needed?  */

bool
falls_through_p (basic_block bb)
{
  rtx_insn *end = BB_END (bb);
  return !JUMP_P (end) || any_condjump_p (end) || simplejump_p (end);
}

block_order::block_order (function *fun)
{
  auto_vec<unsigned> number;
  basic_block bb;

  number.safe_grow_cleared (last_basic_block_for_fn (fun));
  FOR_EACH_BB_FN (bb, fun)
    if (BB_PARTITION (bb) != BB_COLD_PARTITION)
      {
        blocks.safe_push (bb);
        number[bb->index] = blocks.length ();
        layout_blocks.safe_push ({ bytes_of (bb), count_of (bb->count) });
        order.safe_push (order.length ());
      }
  for (basic_block from : blocks)
    if (falls_through_p (from))
      read_jumps (from, number);
}

/* NUMBER is that of a block, plus 1.  */

void
block_order::read_jumps (basic_block bb, const vec<unsigned> &number)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!(e->flags & EDGE_COMPLEX) && number[e->dest->index])
      jumps.safe_push ({ number[bb->index] - 1, number[e->dest->index] - 1, count_of (e->count ()) });
}

uint64_t
block_order::count_taken (const vec<uint32_t> &order) const
{
  auto_vec<unsigned> place;
  uint64_t n = 0;

  place.safe_grow_cleared (order.length ());
  for (unsigned i = 0; i < order.length (); i++)
    place[order[i]] = i;
  for (const wpp_layout_jump &j : jumps)
    n += place[j.to] == place[j.from] + 1 ? 0 : j.count;
  return n;
}

bool
block_order::find ()
{
  unsigned n = blocks.length ();
  if (n < 3 || blocks[0] != ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb)
    return false;
  double before = wpp_layout_worth (n, layout_blocks.address (), jumps.length (), jumps.address (), order.address ());
  taken_before = count_taken (order);
  if (wpp_layout (n, layout_blocks.address (), jumps.length (), jumps.address (), work, order.address ()))
    return false;
  double after = wpp_layout_worth (n, layout_blocks.address (), jumps.length (), jumps.address (), order.address ());
  taken = count_taken (order);
  for (unsigned i = 1; i < n; i++)
    n_moved += order[i] != order[i - 1] + 1;
  return after > margin * before;
}

/* The hot part comes first, or there is only one.  */

void
block_order::carry_out (function *fun)
{
  basic_block bb, last = NULL;

  for (uint32_t i : order)
    {
      if (last)
        last->aux = blocks[i];
      last = blocks[i];
    }
  FOR_EACH_BB_FN (bb, fun)
    if (BB_PARTITION (bb) == BB_COLD_PARTITION)
      {
        last->aux = bb;
        last = bb;
      }
}

wpp_decision
block_order::decision () const
{
  return { "order", "move " + std::to_string (n_moved) + " of " + std::to_string (blocks.length ()) + " blocks", true,
           (gcov_type) taken_before - (gcov_type) taken, 0,
           std::to_string (taken) + " executed jumps are taken, with GCC's order " + std::to_string (taken_before) };
}

const pass_data order_data = { RTL_PASS, "wpp_order", OPTGROUP_NONE, TV_REORDER_BLOCKS, 0, 0, 0, 0, 0 };

class order_pass : public rtl_opt_pass
{
public:
  order_pass (gcc::context *ctxt) : rtl_opt_pass (order_data, ctxt) {}
  bool
  gate (function *fun) final override
  {
    return flag_reorder_blocks && wpp_counted_p (fun) && optimize_function_for_speed_p (fun);
  }
  unsigned execute (function *fun) final override;
};

unsigned
order_pass::execute (function *fun)
{
  basic_block bb;

  /* GCC will not lay out parts of a function again: what it cleans up could move blocks from one to the other.  */
  crtl->bb_reorder_complete = false;
  cfg_layout_initialize (CLEANUP_NO_PARTITIONING);
  block_order order (fun);
  if (order.find ())
    {
      order.carry_out (fun);
      if (wpp_decisions_wanted_p ())
        wpp_note_decision (order.decision (), 0);
    }
  else
    FOR_EACH_BB_FN (bb, fun)
      if (bb->next_bb != EXIT_BLOCK_PTR_FOR_FN (fun))
        bb->aux = bb->next_bb;
  cfg_layout_finalize ();
  crtl->bb_reorder_complete = true;
  FOR_EACH_BB_FN (bb, fun)
    df_recompute_luids (bb);
  return 0;
}

bool
entered_p (const cgraph_node *)
{
  return ENTRY_BLOCK_PTR_FOR_FN (cfun)->count.ipa ().nonzero_p ();
}

/* Let F stand at its place in the order in which functions should stand.  Counts of edges do not tell of that.  */

int
note_place (void *, const wpp_considered *f, const wpp_match **)
{
  if (!wpp_opts.edges_only)
    wpp_set_place (f->node, *f->matches, &wpp_index_entry::place);
  return 0;
}

/* Add the pass that orders blocks, and have functions sorted.  */

void *
start (const char *plugin)
{
  wpp_sort_functions ();
  register_pass_info info = { new order_pass (g), "bbro", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
  return NULL;
}

const wpp_optimization names[] = {
  { "order", false, entered_p, "when the function was entered is not known", "leave the function in its place" },
};

} // anonymous namespace

extern const wpp_kind wpp_kind_order = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
  .note = note_place,
  .consider = wpp_keep_gotos_apart,
};
