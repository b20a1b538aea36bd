/* Functions that the profiles do not know, and how they were called when the program ran.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The index has every function that was instrumented, executed or not.  So one that it does not have is new, or had
   another name.  Which one can only be guessed: a former function of the same file that is no more and had the same
   graph, and of several the one with the nearest name, so that a prefix that all have got leads to the right one.  A
   graph without a branch is that of many functions; then the names must be alike.  */

#include <cxxabi.h>
#include "plugin/profile/renamed.h"
#include "plugin/gcc/graph/build-options.h"
#include "plugin/gcc/graph/functions.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"
#include "spellcheck.h"

extern "C"
{
#include "format/unused-record.h"
}

namespace {

/* Names are compared up to this length, and so many pairs at most: the work must not grow with the square of what a
   profile has.  */
const unsigned most_letters = 256, most_pairs = 20000;

/* So many are told one by one.  */
const unsigned most_told = 5;

/* A function without a profile.  */
struct missing_function
{
  cgraph_node *node;
  uint64_t checksum;
  bool branches;
  const char *former;           /* what it was called, or null */
};

/* A guess at the former name of one.  */
struct pair
{
  edit_distance_t distance;
  unsigned missing, former;
};

int
compare_pairs (const void *a, const void *b)
{
  const pair *x = (const pair *) a, *y = (const pair *) b;
  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  if (x->missing != y->missing)
    return x->missing < y->missing ? -1 : 1;
  return x->former < y->former ? -1 : x->former > y->former;
}

/* Add NODE, which the profiles do not have, to MISSING.  */

void
add_missing (cgraph_node *node, auto_vec<missing_function> *missing)
{
  wpp_function_graph graph;
  wpp_file_table files;

  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  pop_cfun ();
  bool branches = false;
  for (unsigned e = 1; e < graph.cfg.n_edges && !branches; e++)
    branches = graph.cfg.edges[e].src == graph.cfg.edges[e - 1].src;
  missing->safe_push ({ node, wpp_cfg_checksum (&graph.cfg), branches, NULL });
}

/* Those of ALL, the functions that the profiles have of this file, that are no more, each name once.  */

void
find_former (const vec<wpp_index_entry> &all, auto_vec<wpp_index_entry> *former)
{
  hash_set<nofree_string_hash> names;
  cgraph_node *node;

  FOR_EACH_FUNCTION (node)
    if (node->definition)
      names.add (wpp_assembler_name (node));
  for (const wpp_index_entry &entry : all)
    if (!names.add (entry.name))
      former->safe_push (entry);
}

/* Is NAME near enough to FORMER, at DISTANCE, to be the same function though their graphs say nothing?  */

bool
alike_p (const char *name, const char *former, edit_distance_t distance)
{
  return distance <= get_edit_distance_cutoff (strlen (name), strlen (former));
}

/* Set PAIRS to those of MISSING and FORMER that have the same graph, the nearest names first.  */

void
find_pairs (const vec<missing_function> &missing, const vec<wpp_index_entry> &former, auto_vec<pair> *pairs)
{
  hash_map<int_hash<uint64_t, 0, UINT64_MAX>, auto_vec<unsigned>> by_checksum;
  for (unsigned f = 0; f < former.length (); f++)
    if (former[f].checksum && former[f].checksum != UINT64_MAX)
      by_checksum.get_or_insert (former[f].checksum).safe_push (f);
  for (unsigned m = 0; m < missing.length (); m++)
    {
      const char *name = wpp_assembler_name (missing[m].node);
      if (!missing[m].checksum || missing[m].checksum == UINT64_MAX || strlen (name) > most_letters)
        continue;
      auto_vec<unsigned> *same = by_checksum.get (missing[m].checksum);
      for (unsigned i = 0; same && i < same->length () && pairs->length () < most_pairs; i++)
        {
          const char *was = former[(*same)[i]].name;
          if (strlen (was) > most_letters)
            continue;
          edit_distance_t distance = get_edit_distance (name, was);
          if (missing[m].branches || alike_p (name, was, distance))
            pairs->safe_push ({ distance, m, (*same)[i] });
        }
    }
  pairs->qsort (compare_pairs);
}

/* Set the former names in MISSING, each once.  */

void
match (auto_vec<missing_function> *missing, const vec<wpp_index_entry> &former)
{
  auto_vec<pair> pairs;
  auto_vec<bool> taken;

  taken.safe_grow_cleared (former.length () + 1);
  find_pairs (*missing, former, &pairs);
  for (const pair &p : pairs)
    if (!(*missing)[p.missing].former && !taken[p.former])
      {
        (*missing)[p.missing].former = former[p.former].name;
        taken[p.former] = true;
      }
}

/* Say that M has the graph of a function that had another name.  */

void
tell_former (const missing_function &m)
{
  int status;
  char *source = abi::__cxa_demangle (m.former, NULL, NULL, &status);
  inform (DECL_SOURCE_LOCATION (m.node->decl), "%qD has the graph that %qs had, which is no more; "
          "%<-fwpp-use-renamed%> takes the profile of that", m.node->decl, source ? source : m.former);
  free (source);
}

/* Say what MISSING lacks: one warning, and notes with former names.  THEN are flags of a function that the profiles
   have of this file: functions that were inlined have none.  */

void
tell (const vec<missing_function> &missing, uint32_t then)
{
  unsigned without = 0, told = 0;
  const missing_function *first = NULL;

  for (const missing_function &m : missing)
    if (!m.former || !wpp_opts.use_renamed)
      {
        first = first ? first : &m;
        without++;
      }
  if (!without)
    return;
  location_t where = DECL_SOURCE_LOCATION (first->node->decl);
  std::string options = wpp_other_options (then, wpp_build_options (first->node->decl));
  if (!options.empty ())
    options = ", or other options are given (" + options + ")";
  bool said = without == 1
    ? wpp_warn (WPP_WARN_MISSING, where, "%qD has no profile, though the program ran: it is new or was renamed%s",
                first->node->decl, options.c_str ())
    : wpp_warn (WPP_WARN_MISSING, where, "%qD and other functions of this file, %u together, have no profile, though "
                "the program ran: they are new or were renamed%s", first->node->decl, without, options.c_str ());
  for (const missing_function &m : missing)
    if (said && m.former && !wpp_opts.use_renamed && told++ < most_told)
      tell_former (m);
}

} // anonymous namespace

void
wpp_find_renamed (wpp_profiles *profiles, const vec<cgraph_node *> &nodes, wpp_unused *unused)
{
  auto_vec<missing_function> missing;
  auto_vec<wpp_index_entry> all, former;

  for (cgraph_node *node : nodes)
    {
      bool ignore;
      if (!profiles->know_p (node) && !wpp_skip_reason (node, &ignore))
        add_missing (node, &missing);
    }
  if (missing.is_empty ())
    return;
  profiles->former_functions (&all);
  find_former (all, &former);
  match (&missing, former);
  tell (missing, all.is_empty () ? 0 : all[0].flags);
  for (const missing_function &m : missing)
    if (m.former && wpp_opts.use_renamed)
      profiles->take_for (m.node, m.former);
    else if (m.former && profiles->executed_p (m.node, m.former))
      unused->add (m.node, WPP_UNUSED_RENAMED);
}
