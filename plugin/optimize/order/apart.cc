/* -fwpp-optimize=order: computed gotos stay apart.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC has one block for all computed gotos of a function and copies it into their places late, if it is short.  Before
   that cross jumping (jump2) puts what is alike in front of them together, however often it is executed; then it is no
   longer short, and what was an interpreter's chain of instructions is a loop with a jump in each.  So there is no
   cross jumping in a function where that would be executed.  */

#include "plugin/decisions/decisions.h"
#include "plugin/optimize/order/order.h"
#include "plugin/options/options.h"
#include "predict.h"

basic_block
wpp_computed_gotos ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gimple *last = last_nondebug_stmt (bb);
      if (last && gimple_code (last) == GIMPLE_GOTO)
        return bb;
    }
  return NULL;
}

/* What comes before the computed gotos.  */
struct gotos_before
{
  unsigned n = 0;               /* executed places */
  gcov_type sum = 0, most = 0;  /* their executions, and those of one */

  void add (basic_block gotos);
  /* What they share may be left in one place.  */
  gcov_type shared () const { return sum - most; }
};

/* Add what comes before GOTOS, where a loop may have a block for all that go on.  */

void
gotos_before::add (basic_block gotos)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, gotos->preds)
    {
      profile_count count = e->count ().ipa ();
      if (!count.nonzero_p ())
        continue;
      if (e->src->index != ENTRY_BLOCK && gsi_end_p (gsi_start_nondebug_after_labels_bb (e->src)))
        {
          add (e->src);
          continue;
        }
      n++;
      sum += count.to_gcov_type ();
      most = MAX (most, count.to_gcov_type ());
    }
}

void
wpp_keep_gotos_apart (void *, const wpp_considered *f)
{
  basic_block gotos = flag_crossjumping && !OPTION_SET_P (flag_crossjumping) ? wpp_computed_gotos () : NULL;
  gotos_before before;

  if (!gotos || !optimize_bb_for_speed_p (gotos))
    return;
  before.add (gotos);
  if (before.n < 2)
    return;
  wpp_change_options (f->node->decl, [] (gcc_options *options) { options->x_flag_crossjumping = false; });
  if (!wpp_decisions_wanted_p ())
    return;
  std::string places = std::to_string (before.n), jumps = std::to_string (before.shared ());
  wpp_note_decision ({ "order", "keep " + places + " computed gotos apart", true, before.shared (), 0,
                       "cross jumping could cost up to " + jumps + " jumps to what they share" }, 0);
}
