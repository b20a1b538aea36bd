/* -fwpp-use: the unit's functions get their profile, and what rests on it is done; here is in which order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function gets the counts that GCC's own profile would give it (profile/feedback.cc), and the solution of its
   problems (frequency/solve.cc) is dumped.  Then kinds of optimisation see it (optimize/kind.h):

   1. begin       The unit is whole.  Clones are made here, so that all that follows treats them as functions.
   2. For each function, its clones after it:
      prepare     calls that are to call clones do so: counts must not change any more when they are there
      feedback    counts of blocks and edges
      note        what later passes need is kept by places that nobody has moved yet
      consider    kinds that only look come before those that change the function at once
   3. choose and  all functions compete for one budget of code, kind by kind; so each kind carries out its choice before
      carry out   the next one chooses
   4. GCC's passes, and those that kinds have added.

   What follows step 1 happens only to functions whose graph is that of the profile.  */

#include "plugin/gcc/graph/build-options.h"
#include "plugin/pipeline.h"
#include "plugin/debug/debug.h"
#include "plugin/decisions/asked.h"
#include "plugin/decisions/decisions.h"
#include "plugin/frequency/dump.h"
#include "plugin/frequency/solve.h"
#include "plugin/gcc/body/program.h"
#include "plugin/gcc/graph/functions.h"
#include "plugin/optimize/kind.h"
#include "plugin/optimize/unique.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"
#include "plugin/profile/renamed.h"

extern "C"
{
#include "format/unused-record.h"
}

/* The kinds, in the order in which they see a function, as -fwpp-optimize names them.  Each is the struct wpp_kind_NAME
   that plugin/optimize/NAME defines.

   - Loops come before duplication, which asks what decisions on loops gain that it would take away (`gain').
   - Redundancy comes last of those that consider a function: it changes the body at once.  */
#define WPP_KINDS(K) \
  K (counts) \
  K (order) \
  K (branches) \
  K (loops) \
  K (duplication) \
  K (redundancy) \
  K (contexts) \
  K (values)

/* Those that carry something out when all functions have been considered, in their order.

   - Duplication comes before loops: what has become of a loop that paths were copied of is seen when loops are marked.
   - Guards of contexts and tests of values come last.  They split blocks, and so loops would not be what was
     considered.  */
#define WPP_KINDS_CARRIED_OUT(K) \
  K (duplication) \
  K (loops) \
  K (contexts) \
  K (values)

#define DECLARE(NAME) extern const wpp_kind wpp_kind_##NAME;
WPP_KINDS (DECLARE)

namespace {

#define NUMBER(NAME) kind_##NAME,
enum { WPP_KINDS (NUMBER) n_kinds };

#define ADDRESS(NAME) &wpp_kind_##NAME,
const wpp_kind *const kinds[] = { WPP_KINDS (ADDRESS) };

const unsigned carried_out[] = { WPP_KINDS_CARRIED_OUT (NUMBER) };

/* Is any name of K to be carried out?  */

bool
wanted_p (const wpp_kind *k)
{
  for (unsigned i = 0; i < k->n_names; i++)
    if (wpp_optimize_p (&k->names[i]))
      return true;
  return false;
}

} // anonymous namespace

class wpp_pipeline
{
public:
  void start (const char *plugin);
  void begin ();
  void use_unit ();
  uint64_t promised (cgraph_node *node, basic_block bb) const;

private:
  void *kept[n_kinds] = {};
  bool wanted[n_kinds] = {};
  wpp_profiles *profiles = NULL;        /* from begin to the end of use_unit */
  wpp_unused unused;

  void count_function (wpp_considered *f);
  void use_function (wpp_program_tables *tables, wpp_dumps *dumps, cgraph_node *node);
  int note (const wpp_considered *f, const wpp_match **bad);
  void begin_kinds (auto_vec<cgraph_node *> *nodes);
  void use_functions (wpp_program_tables *tables, const vec<cgraph_node *> &nodes);
  void carry_out ();
  void take_lto_notes (const char *plugin);
};

/* ---- What users are told.  */

/* Warn that NODE's profile, with FLAGS, does not fit any more.  */

static void
warn_changed (cgraph_node *node, uint32_t flags)
{
  std::string options = wpp_other_options (flags, wpp_build_options (node->decl));
  wpp_warn (WPP_WARN_MISMATCH, DECL_SOURCE_LOCATION (node->decl),
            "%qD has changed since it was profiled, or other options are given%s%s%s: its profile is not used",
            node->decl, options.empty () ? "" : " (", options.c_str (), options.empty () ? "" : ")");
}

/* Is this a test of the compiler?  Makefiles have theirs in the standard input.  Scripts made by Autoconf call all of
   theirs conftest.c or conftest.cpp, and some look at what the compiler prints.  */

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

/* Is there nothing about the unit, whose functions are NODES, in PROFILES?  Then it is a part of another program, as
   one that makes sources for the build, or of a library that no program links that ran.  */

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

/* ---- Kinds.  */

/* Note what cannot be decided on F if its profiles only count paths.  */

static void
note_unknown (const wpp_considered *f)
{
  bool counts = false, order = !wpp_decisions_wanted_p () || !opt_for_fn (f->node->decl, optimize);
  for (const wpp_match &m : *f->matches)
    if (m.entry.counts.size)
      (m.index ()->counts ? counts : order) = true;
  if (!counts || order)
    return;
  for (unsigned k = 0; const wpp_optimization *o = wpp_optimization_at (k); k++)
    if (wpp_optimize_p (o) && o->matters_p && o->matters_p (f->node))
      wpp_note_decision ({ o->name, o->instead, false, -1, 0,
                           std::string (o->unknown) + ": the profile counts paths" }, 0);
}

/* For wpp_considered.  */

static uint64_t
promised_of (const wpp_considered *f, basic_block bb)
{
  return ((const wpp_pipeline *) f->asked)->promised (f->node, bb);
}

uint64_t
wpp_pipeline::promised (cgraph_node *node, basic_block bb) const
{
  uint64_t most = 0;
  for (unsigned k = 0; k < n_kinds; k++)
    if (wanted[k] && kinds[k]->gain)
      most = MAX (most, kinds[k]->gain (kept[k], node, bb));
  return most;
}

int
wpp_pipeline::note (const wpp_considered *f, const wpp_match **bad)
{
  int err = 0;
  for (unsigned k = 0; k < n_kinds && !err; k++)
    if (wanted[k] && kinds[k]->note)
      err = kinds[k]->note (kept[k], f, bad);
  return err;
}

/* Give F its counts, and let kinds consider it.  */

void
wpp_pipeline::count_function (wpp_considered *f)
{
  const wpp_match *bad = NULL;
  hash_map<edge, gcov_type> executions;
  f->executions = &executions;
  int err = wpp_feedback_function (f->node, f->graph, *f->matches, &executions, &bad);
  bool left = wpp_asked_of_function (f->node);
  if (!err && !left)
    err = note (f, &bad);
  if (err)
    {
      warning_at (DECL_SOURCE_LOCATION (f->node->decl), 0, "the profile of %qD is not used: %s",
                  f->node->decl, wpp_what_is_wrong (err, bad).c_str ());
      unused.add (f->node, WPP_UNUSED_DAMAGED);
      return;
    }
  if (left)
    {
      wpp_note_decision ({ "functions", "leave", true, -1, 0, "-fwpp-decide says so" }, 0);
      return;
    }
  note_unknown (f);
  for (unsigned k = 0; k < n_kinds; k++)
    if (wanted[k] && kinds[k]->consider)
      kinds[k]->consider (kept[k], f);
}

void
wpp_pipeline::carry_out ()
{
  for (unsigned k : carried_out)
    if (wanted[k])
      {
        if (kinds[k]->choose)
          kinds[k]->choose (kept[k]);
        kinds[k]->carry_out (kept[k]);
      }
}

/* ---- Functions.  */

/* Mark the statements of cfun, NODE's, whose graph is GRAPH.  */

static void
bind_moves (cgraph_node *node, const wpp_function_graph *graph, wpp_program_tables *tables)
{
  wpp_body body;
  wpp_build_body (tables, graph, &body);
  wpp_bind_moves (node, graph, &body);
  wpp_body_release (&body);
}

/* Use the data of the profiles for NODE, whose body is cfun.  */

void
wpp_pipeline::use_function (wpp_program_tables *tables, wpp_dumps *dumps, cgraph_node *node)
{
  wpp_function_graph graph;
  wpp_file_table files;
  auto_vec<wpp_match> matches, once;
  uint32_t flags = 0;
  bool changed;

  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  profiles->find (node, wpp_cfg_checksum (&graph.cfg), &matches, &changed, &flags);
  if (changed)
    warn_changed (node, flags);
  const wpp_clone_part *part = profiles->part_of (node);
  if (changed && !part && profiles->executed_p (node))
    unused.add (node, WPP_UNUSED_CHANGED);
  if (!matches.is_empty () && wpp_opts.problems && (!part || part->original == node))
    if (wpp_solution_ptr solution = wpp_solve_function (node, tables, &graph, matches))
      dumps->function (node, solution.get ());
  for (unsigned k = 0; k < n_kinds; k++)
    if (wanted[k] && kinds[k]->prepare)
      kinds[k]->prepare (kept[k], node, &graph);
  wpp_counted_once (&graph, matches, &once);
  wpp_considered f = { node, &graph, &once, &matches, part != NULL, NULL, tables, promised_of, this };
  const wpp_request *asked = wpp_asked_of_function (node);
  if (asked && asked->action == wpp_request::PLAIN)
    wpp_note_decision ({ "functions", "plain", true, -1, 0, "-fwpp-decide says so" }, 0);
  else if (!matches.is_empty () && wpp_feedback_p ())
    count_function (&f);
  if (wpp_opts.moves)
    bind_moves (node, &graph, tables);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

/* Use the profiles for the functions NODES, and dump what is asked for; TABLES are the unit's.  */

void
wpp_pipeline::use_functions (wpp_program_tables *tables, const vec<cgraph_node *> &nodes)
{
  wpp_dumps dumps;

  for (cgraph_node *node : nodes)
    {
      bool ignore;
      if ((wpp_feedback_withdrawn_p () && !wpp_opts.moves) || wpp_skip_reason (node, &ignore))
        continue;
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      use_function (tables, &dumps, node);
      pop_cfun ();
    }
  dumps.write ();
}

/* ---- The unit.  */

void
wpp_pipeline::begin ()
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

void
wpp_pipeline::begin_kinds (auto_vec<cgraph_node *> *nodes)
{
  wpp_guard_unique ();
  wpp_feedback_unit (profiles);
  for (unsigned k = 0; k < n_kinds; k++)
    if (wanted[k] && kinds[k]->begin)
      kinds[k]->begin (kept[k], profiles, nodes);
}

void
wpp_pipeline::use_unit ()
{
  auto_vec<cgraph_node *> nodes;
  wpp_program_tables tables;

  wpp_functions (&nodes);
  if (!wpp_feedback_withdrawn_p ())
    wpp_find_renamed (profiles, nodes, &unused);
  if (wpp_feedback_p ())
    begin_kinds (&nodes);
  use_functions (&tables, nodes);
  if (wpp_feedback_p ())
    {
      carry_out ();
      wpp_feedback_finish ();
    }
  unused.emit ();
  delete profiles;
  profiles = NULL;
}

/* Have kinds told of the notes that they took in the compiler that read the profile.  */

void
wpp_pipeline::take_lto_notes (const char *plugin)
{
  wpp_lto_note_taker takers[WPP_N_LTO_NOTES] = {};
  bool any = false;

  for (unsigned k = 0; k < n_kinds; k++)
    if (wanted[k] && kinds[k]->take)
      {
        takers[kinds[k]->lto_note] = { kept[k], kinds[k]->begin_taking, kinds[k]->take };
        any = true;
      }
  if (any)
    wpp_register_lto_notes (plugin, takers);
}

void
wpp_pipeline::start (const char *plugin)
{
  wpp_register_decisions (plugin);
  if (!strcmp (lang_hooks.name, "GNU GIMPLE"))
    wpp_guard_unique_when_linking ();
  for (unsigned k = 0; k < n_kinds; k++)
    {
      wanted[k] = wanted_p (kinds[k]);
      if (wanted[k] && kinds[k]->start)
        kept[k] = kinds[k]->start (plugin);
    }
  take_lto_notes (plugin);
}

wpp_pipeline *
wpp_pipeline_new ()
{
  return new wpp_pipeline;
}

void
wpp_pipeline_start (wpp_pipeline *p, const char *plugin)
{
  p->start (plugin);
}

void
wpp_pipeline_begin (wpp_pipeline *p)
{
  p->begin ();
}

unsigned
wpp_pipeline_run (wpp_pipeline *p)
{
  p->use_unit ();
  return 0;
}

bool
wpp_use_options ()
{
  if (!wpp_feedback_options ())
    return false;
  for (const wpp_kind *k : kinds)
    if (k->options)
      k->options (wanted_p (k));
  return true;
}

const wpp_optimization *
wpp_optimization_at (unsigned n)
{
  for (const wpp_kind *k : kinds)
    if (n < k->n_names)
      return &k->names[n];
    else
      n -= k->n_names;
  return NULL;
}
