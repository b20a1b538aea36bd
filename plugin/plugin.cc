/* wpp, a GCC plugin: its entry, and the pass where everything begins.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   There is one pass, after GCC's own `profile'.  At that place every function has been optimised for
   itself, and the inter-procedural inliner has inlined none.  The place is the same in both
   builds.  With -fwpp-generate the pass instruments (unit.cc), with -fwpp-use it reads a profile
   (pipeline.cc).  */

#include "plugin/command-line.h"
#include "plugin/code/code.h"
#include "plugin/optimize/order/order.h"
#include "plugin/pipeline.h"
#include "plugin/debug/debug.h"
#include "plugin/gcc/files/inputs.h"
#include "plugin/generate/generate.h"
#include "plugin/generate/recording.h"
#include "plugin/profile/feedback.h"
#include "plugin/options/options.h"
#include "plugin/version.h"
#include "pass_manager.h"
#include "plugin-version.h"

extern "C"
{
#include "facts/problems/problem.h"
}

/* Symbols that GCC looks up by name; all others are hidden.  */
#define ENTRY __attribute__ ((visibility ("default")))

ENTRY int plugin_is_GPL_compatible;

namespace {

const pass_data wpp_pass_data
  = { SIMPLE_IPA_PASS, "wpp_profile", OPTGROUP_NONE, TV_IPA_PROFILE, 0, 0, 0, 0, TODO_dump_symtab };

class wpp_pass : public simple_ipa_opt_pass
{
public:
  wpp_pass (gcc::context *ctxt, wpp_pipeline *p) : simple_ipa_opt_pass (wpp_pass_data, ctxt), pipeline (p) {}

  bool gate (function *) final override { return !in_lto_p && !seen_error (); }
  unsigned
  execute (function *) final override
  {
    return wpp_opts.mode == WPP_MODE_GENERATE ? wpp_generate_unit () : wpp_pipeline_run (pipeline);
  }

private:
  wpp_pipeline *pipeline;       /* of the second compilation */
};

} // anonymous namespace

/* Would GCC's pass rebuild_frequencies lose the counts of cfun, which has some?  From GCC 15 on all of them are 0 after
   it if there are computed gotos, whose edges have no probabilities that it can use (findings/gcc-computed-gotos.sh).
   Then interpreters are optimised for size.  */

static bool
loses_counts_p ()
{
  return !strcmp (current_pass->name, "rebuild_frequencies") && wpp_counted_p (cfun) && wpp_computed_gotos ();
}

/* GCC splits no function before it has read its own profile.  It must not split functions before ours either, in both
   builds, because paths would mean something else.  In the second build, GCC has no profile of its own to read.  Where
   ours has nothing of the unit, all is as without.  */

static void
override_gate (void *gate, void *)
{
  if (wpp_feedback_withdrawn_p ())
    return;
  if (!strcmp (current_pass->name, "fnsplit"))
    *(bool *) gate = false;
  if (wpp_opts.mode == WPP_MODE_USE && (!strcmp (current_pass->name, "profile") || loses_counts_p ()))
    *(bool *) gate = false;
}

/* Let PASS run the pass that GCC runs after its own profile pass: function splitting, when hot and cold parts are
   known.  GCC's profile pass does not run in our second build.  */

static void
take_subpasses (opt_pass *pass)
{
  for (opt_pass *p = g->get_passes ()->all_small_ipa_passes; p; p = p->next)
    if (!strcmp (p->name, "profile"))
      {
        pass->sub = p->sub;
        p->sub = NULL;
      }
}

/* Refuse combinations of options that cannot work.  All options are known now.  */

static void
check_target (void *, void *)
{
  if (wpp_opts.mode == WPP_MODE_GENERATE && (POINTER_SIZE != 64 || BYTES_BIG_ENDIAN))
    fatal_error (UNKNOWN_LOCATION, "%<-fwpp-generate%> works for little-endian 64-bit code only");
  if (wpp_opts.mode == WPP_MODE_GENERATE && wpp_opts.recording->values && !wpp_code_keeps_values)
    fatal_error (UNKNOWN_LOCATION, "%<-fwpp-generate=%s%> does not work on %s", wpp_opts.recording->name,
                 wpp_code_processor);
  if (wpp_opts.mode == WPP_MODE_GENERATE && wpp_adds_blocks_p ())
    fatal_error (UNKNOWN_LOCATION, "%<-fwpp-generate%> does not go together with %<-fcondition-coverage%> or "
                 "%<-fpath-coverage%>, which add blocks that are not the program%'s");
}

/* Called when GCC has searched for a profile of its own.  */

static void
begin_feedback (void *, void *)
{
  wpp_feedback_begin ();
}

/* Called when the unit has been parsed.  */

static void
begin_use (void *, void *pipeline)
{
  if (seen_error ())
    return;
  wpp_check_inputs (wpp_opts.use);
  wpp_pipeline_begin ((wpp_pipeline *) pipeline);
}

/* Have dependencies said.  */

static void
register_inputs (const char *plugin)
{
  auto_vec<char *> endings;

  for (unsigned p = 0; p < wpp_n_problem_kinds; p++)
    if (wpp_opts.problems >> p & 1)
      endings.safe_push (concat (wpp_problem_kinds[p].name, ".freq", NULL));
  if (wpp_opts.dump_decisions)
    endings.safe_push (xstrdup ("decisions"));
  wpp_register_inputs (plugin, wpp_opts.mode == WPP_MODE_USE ? wpp_opts.use : wpp_opts.interesting,
                       wpp_opts.mode == WPP_MODE_GENERATE, &endings);
}

/* ---- The plugin's entry.  */

/* A plugin works only in the very compiler whose headers it was built with.  */

static bool
same_compiler_p (const plugin_gcc_version *running)
{
  if (plugin_default_version_check (const_cast<plugin_gcc_version *> (running), &gcc_version))
    return true;
  std::string why = wpp_version_difference (&gcc_version, running);
  error_at (UNKNOWN_LOCATION, "wpp was built for another GCC and does not work in this one: %s", why.c_str ());
  inform (UNKNOWN_LOCATION,
          "build it for this compiler, in the folder of its source: %<make clean; make GCC=%s install%>",
          wpp_compiler_name (running).c_str ());
  return false;
}

ENTRY int
plugin_init (plugin_name_args *info, plugin_gcc_version *version)
{
  static plugin_info about
    = { WPP_VERSION, "whole program paths: -fwpp-generate, -fwpp-use=PATH; see wpp(1)" };

  if (!same_compiler_p (version))
    return 1;
  register_callback (info->base_name, PLUGIN_INFO, NULL, &about);
  if (!wpp_read_command_line (info))
    return 1;
  if (wpp_opts.mode == WPP_MODE_NONE)
    return 0;

  wpp_pipeline *pipeline = wpp_opts.mode == WPP_MODE_USE ? wpp_pipeline_new () : NULL;
  bool linking = !strcmp (lang_hooks.name, "GNU GIMPLE");
  if (!linking)
    register_inputs (info->base_name);
  if (wpp_opts.mode == WPP_MODE_USE && !linking)
    {
      if (!wpp_use_options ())
        return 1;
      register_callback (info->base_name, PLUGIN_START_UNIT, begin_feedback, NULL);
      register_callback (info->base_name, PLUGIN_ALL_IPA_PASSES_START, begin_use, pipeline);
    }
  register_callback (info->base_name, PLUGIN_OVERRIDE_GATE, override_gate, NULL);
  register_callback (info->base_name, PLUGIN_START_UNIT, check_target, NULL);

  if (wpp_opts.mode == WPP_MODE_GENERATE)
    wpp_register_generate (info->base_name);
  if (wpp_opts.moves)
    wpp_register_binds (info->base_name);
  register_pass_info pass = { new wpp_pass (g, pipeline), "profile", 1, PASS_POS_INSERT_AFTER };
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  if (wpp_opts.mode == WPP_MODE_USE)
    {
      take_subpasses (pass.pass);
      wpp_pipeline_start (pipeline, info->base_name);
    }
  return 0;
}
