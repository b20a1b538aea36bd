/* The options that a profile switches on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   -fprofile-use switches on optimisations that pay only where hot and cold code are known, and
   leaves alone what the user has given explicitly: enable_fdo_optimizations in GCC's opts.cc and
   the handling of -fprofile-use there.  The options here are the same but for -fipa-bit-cp: below -O2 that changes what
   CCP makes of a function before it is numbered, which -fprofile-generate mends by setting it, too; but then line counts
   would not be gcov's.

   All of them are set before GCC keeps the command line's options in
   optimization_default_node, but one: flag_branch_probabilities makes GCC look for a .gcda file when a
   unit begins, and is set behind that.  The passes that heed it are not run on any function
   before the unit has been parsed.  */

#include "plugin/use/feedback.h"

/* Has the user asked for other counts than ours, or for code that counts?  */

static const char *
other_profile ()
{
  if (flag_profile_use || flag_auto_profile || flag_branch_probabilities)
    return "another profile (%<-fprofile-use%>, %<-fauto-profile%>, %<-fbranch-probabilities%>)";
  if (profile_arc_flag || flag_test_coverage)
    return "%<-fprofile-generate%>, %<-fprofile-arcs%> or %<--coverage%>";
  return NULL;
}

bool
wpp_feedback_options ()
{
#define UNLESS_GIVEN(FLAG, VALUE) \
  do \
    if (!global_options_set.x_##FLAG) \
      global_options.x_##FLAG = VALUE; \
  while (0)

  if (const char *other = other_profile ())
    {
      std::string text = std::string ("%<-fwpp-use%> does not go together with ") + other;
      error_at (UNKNOWN_LOCATION, text.c_str ());
      return false;
    }
  UNLESS_GIVEN (flag_profile_values, true);
  UNLESS_GIVEN (flag_value_profile_transformations, true);
  UNLESS_GIVEN (flag_profile_reorder_functions, true);
  UNLESS_GIVEN (flag_unroll_loops, true);
  UNLESS_GIVEN (flag_peel_loops, true);
  UNLESS_GIVEN (flag_tracer, true);
  UNLESS_GIVEN (flag_inline_functions, true);
  UNLESS_GIVEN (flag_ipa_cp, true);
  UNLESS_GIVEN (flag_ipa_cp_clone, true);
  UNLESS_GIVEN (flag_predictive_commoning, true);
  UNLESS_GIVEN (flag_split_loops, true);
  UNLESS_GIVEN (flag_unswitch_loops, true);
  UNLESS_GIVEN (flag_gcse_after_reload, true);
  UNLESS_GIVEN (flag_tree_loop_vectorize, true);
  UNLESS_GIVEN (flag_tree_slp_vectorize, true);
  UNLESS_GIVEN (flag_version_loops_for_strides, true);
  UNLESS_GIVEN (flag_vect_cost_model, VECT_COST_MODEL_DYNAMIC);
  UNLESS_GIVEN (flag_tree_loop_distribute_patterns, true);
  UNLESS_GIVEN (flag_loop_interchange, true);
  UNLESS_GIVEN (flag_unroll_jam, true);
  UNLESS_GIVEN (flag_tree_loop_distribution, true);
  /* Derived from the loop options when the command line was read.  */
  UNLESS_GIVEN (flag_cunroll_grow_size, flag_unroll_loops || flag_peel_loops || optimize >= 3);
  if (flag_value_profile_transformations)
    UNLESS_GIVEN (flag_devirtualize_speculatively, false);
  /* A function without counts is no error: it may be new, or not instrumented.  */
  UNLESS_GIVEN (flag_profile_correction, true);
#undef UNLESS_GIVEN
  return true;
}

bool
wpp_feedback_p ()
{
  return wpp_opts.mode == WPP_MODE_USE && flag_branch_probabilities;
}

void
wpp_feedback_begin ()
{
  if (OPTION_SET_P (flag_branch_probabilities))
    return;
  flag_branch_probabilities = true;
  optimization_default_node = build_optimization_node (&global_options, &global_options_set);
  optimization_current_node = optimization_default_node;
}
