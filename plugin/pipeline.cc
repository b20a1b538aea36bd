/* -fwpp-use: the unit's functions get their profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function gets the counts that GCC's own profile would give it (feedback.cc), and the solution of its problems
   (solve.cc) is dumped.  */

#include "plugin/pipeline.h"
#include "plugin/debug/debug.h"
#include "plugin/gcc/body/program.h"
#include "plugin/profile/feedback.h"
#include "plugin/profile/renamed.h"
#include "plugin/frequency/dump.h"
#include "plugin/optimize/optimize.h"
#include "plugin/optimize/unique.h"
#include "plugin/frequency/solve.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"
#include "plugin/gcc/graph/functions.h"

/* Warn that NODE's profile does not fit any more.  */

static void
warn_changed (cgraph_node *node)
{
  wpp_warn (WPP_WARN_MISMATCH, DECL_SOURCE_LOCATION (node->decl),
            "%qD has changed since it was profiled, or other options are given: its profile is not used", node->decl);
}

/* Is this a test of the compiler?  Makefiles have theirs in the standard input.  Scripts made by Autoconf call all of theirs
   conftest.c or conftest.cpp, and some look at what the compiler prints.  */

static bool
compiler_test_p ()
{
  const char *name = lbasename (main_input_filename);
  return !strcmp (name, "<stdin>") || !strncmp (name, "conftest.", strlen ("conftest."));
}

/* Has cfun several paths, which a profile could tell from each other?  What a makefile compiles to try the compiler has
   not.  */

static bool
several_paths_p ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (EDGE_COUNT (bb->succs) > 1)
      return true;
  return false;
}

/* Is there nothing about the unit, whose functions are NODES, in PROFILES?  Then it is a part of another program, as one
   that makes sources for the build, or of a library that no program links that ran.  */

static bool
unknown_p (const wpp_profiles *profiles, const vec<cgraph_node *> &nodes)
{
  if (profiles->know_unit_p ())
    return false;
  for (cgraph_node *node : nodes)
    if (profiles->know_p (node))
      return false;
  return true;
}

/* Say that the unit, whose functions are NODES, is compiled without a profile, if one could have told anything.  */

static void
complain_unknown (const vec<cgraph_node *> &nodes)
{
  bool paths = false, ignore;

  for (cgraph_node *node : nodes)
    if (!paths && !wpp_skip_reason (node, &ignore))
      {
        push_cfun (DECL_STRUCT_FUNCTION (node->decl));
        paths = several_paths_p ();
        pop_cfun ();
      }
  if (paths && !compiler_test_p ())
    wpp_warn (WPP_WARN_MISSING, UNKNOWN_LOCATION,
              "%s is compiled without a profile: %s has none of a program that links it", main_input_filename,
              wpp_opts.use);
}

/* Give NODE, whose body is cfun, the counts of MATCHES.  PART: they are those of some of its function's calls; how
   often copies of paths would be executed is not known then.  */

static void
count_function (cgraph_node *node, wpp_program_tables *tables, const wpp_function_graph *graph,
                const vec<wpp_match> &matches, bool part)
{
  const wpp_match *bad = NULL;
  hash_map<edge, gcov_type> executions;
  int err = wpp_feedback_function (node, graph, matches, &executions, &bad);
  if (!err)
    err = wpp_note_branches (graph, matches, &bad);
  if (err)
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "the profile of %qD is not used: %s",
                node->decl, wpp_what_is_wrong (err, bad).c_str ());
  else
    {
      wpp_note_unknown (node, matches);
      wpp_consider_loops (node, graph, matches);
      if (!part)
        wpp_consider_copies (node, tables, graph, matches);
      wpp_remove_redundancy (executions);
    }
}

/* Mark the statements of cfun, NODE's, whose graph is GRAPH.  */

static void
mark_moves (cgraph_node *node, const wpp_function_graph *graph, wpp_program_tables *tables)
{
  wpp_body body;
  wpp_build_body (tables, graph, &body);
  wpp_bind_moves (node, graph, &body);
  wpp_body_release (&body);
}

/* Use the data of PROFILES for NODE, whose body is cfun.  */

static void
use_function (wpp_profiles *profiles, wpp_program_tables *tables, wpp_dumps *dumps, cgraph_node *node)
{
  wpp_function_graph graph;
  wpp_file_table files;
  auto_vec<wpp_match> matches;
  bool changed;

  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  profiles->find (wpp_original (node), wpp_cfg_checksum (&graph.cfg), &matches, &changed);
  if (changed)
    warn_changed (node);
  if (!matches.is_empty () && wpp_opts.problems && node == wpp_original (node))
    if (wpp_solution_ptr solution = wpp_solve_function (node, tables, &graph, matches))
      dumps->function (node, solution.get ());
  bool part = wpp_take_part (node, &matches);
  wpp_call_clones (node, &graph);
  if (!matches.is_empty () && wpp_feedback_p ())
    count_function (node, tables, &graph, matches, part);
  if (wpp_opts.moves)
    mark_moves (node, &graph, tables);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

/* The profiles, from wpp_use_begin to the end of wpp_use_unit.  */
static wpp_profiles *profiles;

void
wpp_use_begin ()
{
  auto_vec<cgraph_node *> nodes;

  profiles = new wpp_profiles;
  profiles->load (wpp_opts.use);
  wpp_functions (&nodes);
  if (unknown_p (profiles, nodes))
    {
      complain_unknown (nodes);
      wpp_feedback_withdraw ();
    }
}

unsigned
wpp_use_unit ()
{
  auto_vec<cgraph_node *> nodes;
  wpp_program_tables tables;
  wpp_dumps dumps;
  bool unknown = wpp_feedback_withdrawn_p ();

  wpp_functions (&nodes);
  if (!unknown)
    wpp_find_renamed (profiles, nodes);
  if (wpp_feedback_p ())
    {
      wpp_guard_unique ();
      wpp_feedback_unit (profiles);
      wpp_make_clones (profiles, &nodes);
    }
  for (cgraph_node *node : nodes)
    {
      bool ignore;
      if ((unknown && !wpp_opts.moves) || wpp_skip_reason (node, &ignore))
        continue;
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      use_function (profiles, &tables, &dumps, node);
      pop_cfun ();
    }
  dumps.write ();
  if (wpp_feedback_p ())
    {
      wpp_make_copies ();
      wpp_mark_loops ();
      wpp_make_guards ();
      wpp_feedback_finish ();
    }
  delete profiles;
  profiles = NULL;
  return 0;
}
