/* LTO notes: numbers that travel with -flto to the compiler that the linker starts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   That compiler has no profile.  What it is to know of a branch or a loop must be in what GCC writes of a function, and
   be copied with the code by inlining.  GIMPLE_PREDICT statements are: they become no code, nothing counts their size,
   and GCC looks at none between the place where paths are numbered and the linker's compiler.  A note is a statement of
   a prediction that only Fortran has, and after it the digits of a number.  A digit is one of the first 32 predictors,
   expected or not: 6 bits.

   The first pass after inlining takes all notes away.  So they change nothing of what the function becomes.  */

#include "plugin/lto/notes.h"
#include "cfgloop.h"
#include "predict.h"
#include "gimple-predict.h"

namespace {

/* By kind: how a note begins, and how many digits it has.  */
struct note_kind
{
  enum br_predictor begin;
  unsigned digits;
};

const note_kind kinds[WPP_N_LTO_NOTES] = { { PRED_FORTRAN_WARN_ONCE, 2 }, { PRED_FORTRAN_CONTIGUOUS, 6 } };

const unsigned predictor_bits = 5, digit_bits = 6;

gimple *
digit (unsigned d)
{
  return gimple_build_predict ((enum br_predictor) (d & ((1 << predictor_bits) - 1)),
                               d >> predictor_bits ? TAKEN : NOT_TAKEN);
}

unsigned
value_of (gimple *predict)
{
  return gimple_predict_predictor (predict) | (gimple_predict_outcome (predict) == TAKEN) << predictor_bits;
}

/* The kind of note that S begins, or null.  */

const note_kind *
begins (gimple *s)
{
  if (gimple_code (s) == GIMPLE_PREDICT)
    for (const note_kind &k : kinds)
      if (gimple_predict_predictor (s) == k.begin)
        return &k;
  return NULL;
}

/* Remove the note of kind K at GSI.  Return whether all of it was there, *VALUE.  */

bool
remove_note (gimple_stmt_iterator *gsi, const note_kind *k, uint32_t *value)
{
  unsigned n = 0;
  *value = 0;
  gsi_remove (gsi, true);
  for (; n < k->digits && !gsi_end_p (*gsi) && gimple_code (gsi_stmt (*gsi)) == GIMPLE_PREDICT; n++)
    {
      *value |= value_of (gsi_stmt (*gsi)) << n * digit_bits;
      gsi_remove (gsi, true);
    }
  return n == k->digits;
}

/* Take the notes of BB away, and tell TAKERS of them.  */

void
take_notes (basic_block bb, const wpp_lto_note_taker *takers)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
    {
      const note_kind *k = begins (gsi_stmt (gsi));
      uint32_t value;
      if (!k)
        gsi_next (&gsi);
      else if (remove_note (&gsi, k, &value) && in_lto_p && takers[k - kinds].take)
        takers[k - kinds].take (takers[k - kinds].data, bb, value);
    }
}

const pass_data notes_data = { GIMPLE_PASS, "wpp_marks", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class notes_pass : public gimple_opt_pass
{
public:
  notes_pass (const wpp_lto_note_taker *t) : gimple_opt_pass (notes_data, g)
  {
    std::copy (t, t + WPP_N_LTO_NOTES, takers);
  }
  bool gate (function *) final override { return flag_lto || in_lto_p; }
  unsigned execute (function *fun) final override;

private:
  wpp_lto_note_taker takers[WPP_N_LTO_NOTES];
};

unsigned
notes_pass::execute (function *fun)
{
  basic_block bb;

  for (const wpp_lto_note_taker &t : takers)
    if (in_lto_p && t.begin)
      t.begin (t.data);
  if (current_loops && loops_state_satisfies_p (LOOPS_NEED_FIXUP))
    {
      calculate_dominance_info (CDI_DOMINATORS);
      fix_loop_structure (NULL);
    }
  FOR_EACH_BB_FN (bb, fun)
    take_notes (bb, takers);
  return 0;
}

} // anonymous namespace

void
wpp_put_lto_note (wpp_lto_note kind, gimple_stmt_iterator gsi, uint32_t value)
{
  const note_kind *k = &kinds[kind];
  gsi_insert_before (&gsi, gimple_build_predict (k->begin, TAKEN), GSI_SAME_STMT);
  for (unsigned i = 0; i < k->digits; i++)
    gsi_insert_before (&gsi, digit (value >> i * digit_bits & ((1 << digit_bits) - 1)), GSI_SAME_STMT);
}

void
wpp_register_lto_notes (const char *plugin, const wpp_lto_note_taker *takers)
{
  register_pass_info info = { new notes_pass (takers), "adjust_alignment", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
