/* A plugin for tests: what each innermost loop takes, as plugin/optimize/timing has it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   -fplugin-arg-looptimes-to=FILE: for each loop that can be timed, as it is when GIMPLE ends, a line of FILE:

     function  line of its condition  cycles: of its chain alone  of its ports alone  of both  */

#include "plugin/optimize/timing/iteration.h"

#define ENTRY __attribute__ ((visibility ("default")))

ENTRY int plugin_is_GPL_compatible;

namespace {

const pass_data times_data = { GIMPLE_PASS, "looptimes", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class times_pass : public gimple_opt_pass
{
public:
  times_pass (FILE *file) : gimple_opt_pass (times_data, g), to (file) {}
  unsigned execute (function *) final override;

private:
  FILE *to;
  void tell (class loop *l) const;
};

void
times_pass::tell (class loop *l) const
{
  wpp_iteration i;
  const wpp_processor *p = wpp_processor_tuned ();
  if (l->inner || !i.read (l, NULL, NULL, NULL))
    return;
  fprintf (to, "%s\t%u\t%.2f\t%.2f\t%.2f\n", get_name (cfun->decl),
           gimple_lineno (gsi_stmt (gsi_last_nondebug_bb (l->header))), i.cycles (p, WPP_WAIT_VALUES),
           i.cycles (p, WPP_WAIT_PORTS), i.cycles (p, WPP_WAIT_VALUES | WPP_WAIT_PORTS));
}

unsigned
times_pass::execute (function *fun)
{
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  for (unsigned i = 1; i < number_of_loops (fun); i++)
    if (class loop *l = get_loop (fun, i))
      tell (l);
  loop_optimizer_finalize ();
  fflush (to);
  return 0;
}

} // anonymous namespace

ENTRY int
plugin_init (plugin_name_args *info, plugin_gcc_version *)
{
  FILE *to = info->argc == 1 && !strcmp (info->argv[0].key, "to") && info->argv[0].value ? fopen (info->argv[0].value, "w")
                                                                                      : NULL;
  if (!to)
    {
      error_at (UNKNOWN_LOCATION, "%s: the option is to=FILE, which can be written", info->base_name);
      return 1;
    }
  register_pass_info pass = { new times_pass (to), "optimized", 1, PASS_POS_INSERT_BEFORE };
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  return 0;
}
