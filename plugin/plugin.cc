/* wpp, a GCC plugin: options and passes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   There is one pass, after GCC's own `profile'.  At that place every function has been optimised for
   itself, and the inter-procedural inliner has inlined none.  The place is the same in both
   builds.  With -fwpp-generate the pass instruments (unit.cc), with -fwpp-use it reads a profile
   (pipeline.cc).  */

#include "plugin/pipeline.h"
#include "plugin/debug/debug.h"
#include "plugin/decisions/asked.h"
#include "plugin/gcc/files/inputs.h"
#include "plugin/generate/generate.h"
#include "plugin/profile/feedback.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"
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
  if (wpp_opts.mode == WPP_MODE_USE && !strcmp (current_pass->name, "profile"))
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
  if (wpp_opts.mode == WPP_MODE_GENERATE && POINTER_SIZE != 64)
    fatal_error (UNKNOWN_LOCATION, "%<-fwpp-generate%> works for 64-bit x86 code only");
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

/* ---- Options: the driver passes -fwpp-KEY[=VALUE] as -fplugin-arg-wpp-KEY[=VALUE].  */

static const char known_options[] =
    "-fwpp-generate[=wpp|paths|preferential][,into=FOLDER], -fwpp-interesting=FILE[,FILE...], "
    "-fwpp-notes=program|paths, -fwpp-moves, -fwpp-use=PATH[,PATH...], -fwpp-use-renamed, -fwpp-use-lossy, "
    "-fwpp-optimize=LIST, -fwpp-decide=LIST, -fwpp-know=edges|all, "
    "-fwpp-dump-frequency[=PROBLEM[,PROBLEM...]|all], -fwpp-dump-decisions, -fwpp-dump-format=text|json, "
    "-fwpp-dump-sort=source|hot";

static bool
bad_option (const char *key, const char *value, const char *why)
{
  error_at (UNKNOWN_LOCATION, "%<-fwpp-%s%s%s%>: %s; the options are: %s", key, value ? "=" : "",
            value ? value : "", why, known_options);
  return false;
}

/* Report that VALUE names an unknown data flow problem.  */

static bool
bad_problem (const char *key, const char *value)
{
  char *names = wpp_problem_names (), *why = concat ("unknown data flow problem, known are: all, ", names, NULL);
  bad_option (key, value, why);
  free (names);
  free (why);
  return false;
}

/* Report that VALUE names an unknown kind of optimisation.  */

static bool
bad_optimization (const char *key, const char *value)
{
  std::string why = "unknown kind of optimisation, known are: " + wpp_optimization_names ()
                    + ", and -NAME for all but it";
  return bad_option (key, value, why.c_str ());
}

/* Report that VALUE, of -fwpp-decide, says nothing that can be done.  */

static bool
bad_request (const char *key, const char *value)
{
  return bad_option (
      key, value,
      "needs ITEMs separated by commas: loops:ACTION, branches:ACTION or FILE:LINE:ACTION, where ACTION is "
      "leave, peel-N, unroll-N, peel-N-unroll-N, vectorise, scalar, jump or move; at most 5 are peeled, and unrolled "
      "is by 2, 4 or 8");
}

static bool
set_mode (wpp_mode mode, const char *key, const char *value)
{
  if (wpp_opts.mode != WPP_MODE_NONE && wpp_opts.mode != mode)
    return bad_option (key, value, "cannot generate and use a profile in one compilation");
  wpp_opts.mode = mode;
  return true;
}

/* Is VALUE, a list of names separated by commas, null or without any name?  */

static bool
no_names_p (const char *value)
{
  return !value || !value[strspn (value, ",")];
}

/* Set the kind of profile from the LENGTH letters at NAME.  */

static bool
set_kind (const char *name, size_t length)
{
  static const char *const names[] = { "wpp", "paths", "preferential" };
  for (unsigned kind = 0; kind < ARRAY_SIZE (names); kind++)
    if (strlen (names[kind]) == length && !strncmp (name, names[kind], length))
      {
        wpp_opts.kind = wpp_profile_kind (kind);
        return true;
      }
  return false;
}

/* Read VALUE of -fwpp-generate, which is KIND or KIND,into=FOLDER or null; or of -fwpp-generate,into, a folder.  */

static bool
read_generate (const char *key, const char *value)
{
  static const char into[] = ",into=";
  const char *end = value ? strstr (value, into) : NULL, *folder = end ? end + strlen (into) : NULL;

  if (strcmp (key, "generate"))
    folder = value;
  else if (value && !set_kind (value, end ? end - value : strlen (value)))
    return bad_option (key, value, "unknown kind of profile");
  if ((end || strcmp (key, "generate")) && (!folder || !*folder))
    return bad_option (key, value, "needs a folder");
  if (folder)
    wpp_opts.into = folder;
  return set_mode (WPP_MODE_GENERATE, key, value);
}

static bool
read_option (const char *key, const char *value)
{
  if (!strcmp (key, "generate") || !strcmp (key, "generate,into"))
    return read_generate (key, value);
  if (!strcmp (key, "interesting"))
    {
      if (no_names_p (value))
        return bad_option (key, value, "needs a list of interesting paths, or a profile");
      wpp_opts.interesting = value;
      return true;
    }
  if (!strcmp (key, "notes"))
    {
      if (!value || (strcmp (value, "program") && strcmp (value, "paths")))
        return bad_option (key, value, "must be program or paths");
      wpp_opts.notes_paths = !strcmp (value, "paths");
      return true;
    }
  if (!strcmp (key, "use"))
    {
      if (no_names_p (value))
        return bad_option (key, value, "needs a profile or a folder of them");
      wpp_opts.use = value;
      return set_mode (WPP_MODE_USE, key, value);
    }
  if (!strcmp (key, "use-lossy") && !value)
    {
      wpp_opts.use_lossy = true;
      return true;
    }
  if (!strcmp (key, "optimize"))
    {
      wpp_opts.optimize_list = value ? value : "";
      wpp_opts.optimizations = wpp_read_optimizations (value);
      return wpp_opts.optimizations || bad_optimization (key, value);
    }
  if (!strcmp (key, "decide"))
    {
      wpp_opts.decide_list = value ? value : "";
      return wpp_read_asked (value) || bad_request (key, value);
    }
  if (!strcmp (key, "know"))
    {
      if (!value || (strcmp (value, "edges") && strcmp (value, "all")))
        return bad_option (key, value, "must be edges or all");
      wpp_opts.edges_only = !strcmp (value, "edges");
      return true;
    }
  if (!strcmp (key, "dump-frequency"))
    {
      size_t length;
      return !wpp_problems_named (value, &wpp_opts.problems, &length) || bad_problem (key, value);
    }
  if (!strcmp (key, "dump-decisions") && !value)
    {
      wpp_opts.dump_decisions = true;
      return true;
    }
  if (!strcmp (key, "moves") && !value)
    {
      wpp_opts.moves = true;
      return true;
    }
  if (!strcmp (key, "dump-format"))
    {
      if (!value || (strcmp (value, "text") && strcmp (value, "json")))
        return bad_option (key, value, "must be text or json");
      wpp_opts.dump_json = !strcmp (value, "json");
      return true;
    }
  if (!strcmp (key, "dump-sort"))
    {
      if (!value || (strcmp (value, "source") && strcmp (value, "hot")))
        return bad_option (key, value, "must be source or hot");
      wpp_opts.dump_hot = !strcmp (value, "hot");
      return true;
    }
  if (!strcmp (key, "use-renamed") && !value)
    {
      wpp_opts.use_renamed = true;
      return true;
    }
  return bad_option (key, value, "unknown option");
}

/* The value of ARGUMENT on the command line of the plugin PLUGIN.  GCC 12 cuts as many letters off its end as it has
   signs `='.  */

static const char *
whole_value (const char *plugin, const plugin_argument *argument)
{
  std::string begin = std::string (plugin) + "-" + argument->key + "=";
  for (unsigned i = 0; argument->value && i < save_decoded_options_count; i++)
    {
      const cl_decoded_option *o = &save_decoded_options[i];
      if (o->opt_index == OPT_fplugin_arg_ && !strncmp (o->arg, begin.c_str (), begin.size ()))
        {
          const char *value = o->arg + begin.size ();
          size_t signs = std::count (value, value + strlen (value), '=');
          if (strlen (argument->value) + signs == strlen (value)
              && !strncmp (value, argument->value, strlen (argument->value)))
            return value;
        }
    }
  return argument->value;
}

/* Likewise, and of the warnings, of which -Werror= has its name as a value.  */

static bool
read_argument (const char *key, const char *value)
{
  if (*key != 'W')
    return read_option (key, value);
  return wpp_read_warning (value ? (std::string (key) + "=" + value).c_str () : key);
}

static bool
read_options (const plugin_name_args *info)
{
  bool ok = true;

  wpp_opts.optimizations = wpp_read_optimizations ("all");
  for (int i = 0; i < info->argc; i++)
    ok &= read_argument (info->argv[i].key, whole_value (info->base_name, &info->argv[i]));
  if (ok && wpp_opts.problems && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("dump-frequency", NULL, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.dump_decisions && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("dump-decisions", NULL, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.optimize_list && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("optimize", wpp_opts.optimize_list, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.decide_list && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("decide", wpp_opts.decide_list, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.use_lossy && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("use-lossy", NULL, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.use_renamed && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("use-renamed", NULL, "needs -fwpp-use=PATH");
  if (ok && wpp_opts.edges_only && wpp_opts.mode != WPP_MODE_USE)
    ok = bad_option ("know", "edges", "needs -fwpp-use=PATH");
  if (ok && wpp_opts.moves && wpp_opts.mode == WPP_MODE_NONE)
    ok = bad_option ("moves", NULL, "needs -fwpp-generate or -fwpp-use=PATH");
  if (ok && wpp_opts.moves && wpp_opts.notes_paths)
    ok = bad_option ("moves", NULL, "needs statements in the notes (-fwpp-notes=program)");
  bool preferential = wpp_opts.mode == WPP_MODE_GENERATE && wpp_opts.kind == WPP_KIND_PREFERENTIAL;
  if (ok && preferential && !wpp_opts.interesting)
    ok = bad_option ("generate", "preferential", "needs -fwpp-interesting=FILE");
  if (ok && wpp_opts.interesting && !preferential)
    ok = bad_option ("interesting", wpp_opts.interesting, "needs -fwpp-generate=preferential");
  return ok;
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
  inform (UNKNOWN_LOCATION, "build it for this compiler, in the folder of its source: %<make clean; make GCC=%s install%>",
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
  if (!read_options (info))
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
