/* -fwpp-use: the unit's functions meet their profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function gets the profile that GCC's own would give it (wpp-feedback.cc), and what is
   computed from ours is dumped.  */

#include "wpp-feedback.h"
#include "wpp-dump.h"

/* Warn that NODE's profile does not fit any more.  */

static void
warn_changed (cgraph_node *node)
{
  if (wpp_opts.warn_mismatch)
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0,
                "%qD has changed since it was profiled: its profile is not used (%<-Wno-wpp-mismatch%>)",
                node->decl);
}

/* Solve and dump the problems asked for, for cfun, which MATCHES are the profile of.  */

static void
dump_function (wpp_dump *dump, cgraph_node *node, const wpp_function_graph *graph,
               const vec<wpp_match> &matches)
{
  int err = 0;
  wpp_facts facts;
  auto_vec<wpp_projection *> streams;
  wpp_frequencies *frequencies = NULL;
  wpp_numbering *num = wpp_numbering_new (&graph->cfg, WPP_PATH_LIMIT, &err);

  if (num && !(err = wpp_streams (matches, &streams)))
    {
      wpp_reaching_definitions (graph, &facts);
      wpp_problem problem = { facts.facts.length (), graph->cfg.n_nodes, facts.nodes.address (),
                              NULL, facts.boundary.address (), facts.boundary.length () };
      frequencies = wpp_frequencies_solve (&problem, num, streams.address (), streams.length (),
                                           &err);
    }
  if (frequencies)
    dump->function (node, graph, &facts, frequencies);
  else
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "no frequencies for %qD: %s", node->decl,
                wpp_strerror (err));
  wpp_frequencies_free (frequencies);
  for (wpp_projection *p : streams)
    wpp_projection_free (p);
  wpp_numbering_free (num);
}

/* Give NODE, whose body is cfun's, the counts of MATCHES; return whether that succeeded.  */

static bool
count_function (cgraph_node *node, const wpp_function_graph *graph, const vec<wpp_match> &matches)
{
  int err = wpp_feedback_function (node, graph, matches);
  if (err)
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "the profile of %qD is not used: %s",
                node->decl, wpp_strerror (err));
  return !err;
}

/* Use what PROFILES know of NODE, whose body is cfun's, and add it to COUNTED if it gets counts.
   Return whether it is what it was.  */

static bool
use_function (wpp_profiles *profiles, wpp_dump *dump, cgraph_node *node,
              vec<cgraph_node *> *counted)
{
  wpp_function_graph graph;
  wpp_file_table files;
  auto_vec<wpp_match> matches;
  bool changed;

  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  profiles->find (node, wpp_cfg_checksum (&graph.cfg), &matches, &changed);
  if (changed)
    warn_changed (node);
  if (!matches.is_empty () && dump)
    dump_function (dump, node, &graph, matches);
  if (!matches.is_empty () && wpp_feedback_p () && count_function (node, &graph, matches))
    counted->safe_push (node);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  return !matches.is_empty ();
}

unsigned
wpp_use_unit ()
{
  wpp_profiles profiles;
  auto_vec<cgraph_node *> nodes, counted;
  bool matched = false, any = false;

  profiles.load (wpp_opts.use);
  if (wpp_feedback_p ())
    wpp_feedback_unit (&profiles);
  wpp_dump *dump = wpp_opts.dump_reaching
                     ? new wpp_dump ("reaching-definitions", wpp_opts.dump_json) : NULL;
  wpp_functions (&nodes);
  for (cgraph_node *node : nodes)
    {
      bool ignore;
      if (wpp_skip_reason (node, &ignore))
        continue;
      any = true;
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      matched |= use_function (&profiles, dump, node, &counted);
      pop_cfun ();
    }
  if (any && !matched && !profiles.know_unit_p () && wpp_opts.warn_mismatch)
    fatal_error (UNKNOWN_LOCATION, "%s: is the profile of another program: it knows neither %s nor "
                 "a function of it (%<-Wno-wpp-mismatch%> compiles without)",
                 profiles.first_file (), main_input_filename);
  if (wpp_feedback_p ())
    wpp_feedback_finish (counted);
  if (dump)
    {
      dump->write ();
      delete dump;
    }
  return 0;
}
