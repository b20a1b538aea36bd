/* The options that a profile turns on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   -fprofile-use turns on optimisations that pay only when hot and cold code are known, and does not change options that
   the user has given explicitly (see enable_fdo_optimizations in GCC's opts.cc, and the handling of -fprofile-use
   there).  The options here are the same, except -fipa-bit-cp.  Below -O2, that option changes what CCP makes of a
   function before it is numbered.  -fprofile-generate avoids the difference by setting it, too; but then line counts
   would not be gcov's.

   All of them except one are set before GCC stores the options of the command line in optimization_default_node.
   flag_branch_probabilities makes GCC search for a .gcda file when a unit begins, so it is set after that.  The
   passes that use it do not run on any function before the unit has been parsed.

   All are taken back where the profiles turn out to have nothing of the unit, before anything of it is optimised.  */

#include "plugin/profile/feedback.h"
#include "plugin/options/options.h"

/* Does the user want other counts than ours, or code that counts?  */

static const char *
other_profile ()
{
  if (flag_profile_use || flag_auto_profile || flag_branch_probabilities)
    return "another profile (%<-fprofile-use%>, %<-fauto-profile%>, %<-fbranch-probabilities%>)";
  if (wpp_adds_blocks_p ())
    return "%<-fcondition-coverage%> or %<-fpath-coverage%>";
  if (profile_arc_flag || flag_test_coverage)
    return "%<-fprofile-generate%>, %<-fprofile-arcs%> or %<--coverage%>";
  return NULL;
}

/* A member of gcc_options as it was before.  */
struct former_option
{
  size_t offset, size;
  long value;
};

static auto_vec<former_option> former_options;
static bool withdrawn;

void
wpp_keep_option (const void *place, size_t size)
{
  former_option f = { (size_t) ((const char *) place - (const char *) &global_options), size, 0 };
  gcc_assert (size <= sizeof f.value);
  memcpy (&f.value, place, size);
  former_options.safe_push (f);
}

/* What else -fprofile-use turns on for loops, and copies of functions for constants.  What is decided for a loop
   (plugin/optimize/loops/) goes before these; where nothing is known to gain, GCC's own models have the word.  */

static void
switch_on_loops ()
{
  WPP_UNLESS_GIVEN (flag_ipa_cp_clone, true);
  WPP_UNLESS_GIVEN (flag_split_loops, true);
  WPP_UNLESS_GIVEN (flag_unswitch_loops, true);
  WPP_UNLESS_GIVEN (flag_tree_loop_vectorize, true);
  WPP_UNLESS_GIVEN (flag_tree_slp_vectorize, true);
  WPP_UNLESS_GIVEN (flag_vect_cost_model, VECT_COST_MODEL_DYNAMIC);
  WPP_UNLESS_GIVEN (flag_tree_loop_distribute_patterns, true);
  WPP_UNLESS_GIVEN (flag_loop_interchange, true);
  WPP_UNLESS_GIVEN (flag_unroll_jam, true);
  WPP_UNLESS_GIVEN (flag_tree_loop_distribution, true);
  WPP_UNLESS_GIVEN (flag_unroll_loops, true);
  WPP_UNLESS_GIVEN (flag_peel_loops, true);
  /* A loop of few iterations, the same number each time, needs no profile.  */
  WPP_UNLESS_GIVEN (flag_cunroll_grow_size, true);
}

bool
wpp_feedback_options ()
{
  if (const char *other = other_profile ())
    {
      std::string text = std::string ("%<-fwpp-use%> does not go together with ") + other;
      error_at (UNKNOWN_LOCATION, text.c_str ());
      return false;
    }
  WPP_UNLESS_GIVEN (flag_profile_values, true);
  WPP_UNLESS_GIVEN (flag_value_profile_transformations, true);
  WPP_UNLESS_GIVEN (flag_profile_reorder_functions, true);
  WPP_UNLESS_GIVEN (flag_inline_functions, true);
  WPP_UNLESS_GIVEN (flag_ipa_cp, true);
  WPP_UNLESS_GIVEN (flag_gcse_after_reload, true);
  /* It makes superblocks of executed blocks, with exact counts, and no decision of ours does that.  */
  WPP_UNLESS_GIVEN (flag_tracer, true);
  switch_on_loops ();
  if (flag_value_profile_transformations)
    {
      WPP_UNLESS_GIVEN (flag_devirtualize_speculatively, false);
      if (int *stored = wpp_stored_functions_option ())
        {
          wpp_keep_option (stored, sizeof *stored);
          *stored = false;
        }
    }
  /* A function without counts is no error: it may be new, or not instrumented.  */
  WPP_UNLESS_GIVEN (flag_profile_correction, true);
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
  wpp_keep_option (&global_options.x_flag_branch_probabilities, sizeof global_options.x_flag_branch_probabilities);
  flag_branch_probabilities = true;
  optimization_default_node = build_optimization_node (&global_options, &global_options_set);
  optimization_current_node = optimization_default_node;
}

void
wpp_feedback_withdraw ()
{
  tree before = optimization_default_node;
  cgraph_node *node;

  withdrawn = true;
  for (const former_option &f : former_options)
    memcpy ((char *) &global_options + f.offset, &f.value, f.size);
  wpp_settle_loop_options ();
  /* What was kept is from before the target looked at options, and it sets some by what others are: on x86-64, from GCC
     13 on, whether loops of more code may be unrolled completely.  */
  targetm.override_options_after_change ();
  optimization_default_node = build_optimization_node (&global_options, &global_options_set);
  optimization_current_node = optimization_default_node;
  /* With -flto each function refers to the options; one with options of its own keeps them.  */
  FOR_EACH_FUNCTION (node)
    if (DECL_FUNCTION_SPECIFIC_OPTIMIZATION (node->decl) == before)
      DECL_FUNCTION_SPECIFIC_OPTIMIZATION (node->decl) = optimization_default_node;
}

bool
wpp_feedback_withdrawn_p ()
{
  return withdrawn;
}

void
wpp_change_options (tree function, void (*change) (gcc_options *))
{
  tree old = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (function);
  gcc_options options = global_options, options_set = global_options_set;

  cl_optimization_restore (&options, &options_set, TREE_OPTIMIZATION (old ? old : optimization_default_node));
  change (&options);
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (function) = build_optimization_node (&options, &options_set);
}
