/* -fwpp-optimize: which kinds of optimisation -fwpp-use carries out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A kind has a row here, and a file in this room or a room of its own.  */

#include "plugin/pipeline.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/optimize.h"
#include "plugin/optimize/unique.h"
#include "plugin/profile/profiles.h"
#include "plugin/options/options.h"
#include "predict.h"

namespace {

/* Is there something hot in cfun that goes one way or another?  */

bool
any_way_p (const cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->count.ipa ().nonzero_p () && maybe_hot_bb_p (cfun, bb) && EDGE_COUNT (bb->succs) > 1)
      return true;
  return false;
}

/* Do functions of the unit call NODE, whose activations go one way or another?  */

bool
any_call_p (const cgraph_node *node)
{
  return node->callers && any_way_p (node);
}

bool
entered_p (const cgraph_node *)
{
  return ENTRY_BLOCK_PTR_FOR_FN (cfun)->count.ipa ().nonzero_p ();
}

struct kind
{
  const char *name;
  void (*begin) (const char *plugin);   /* adds its passes; null: it has none */
  /* Is there something in cfun, NODE's, that it could decide on if the profile did not only count paths?  Null: it
     needs no more than counts, or says itself what it does not know.  */
  bool (*matters_p) (const cgraph_node *node);
  const char *unknown;                  /* what it does not know then */
};

const kind kinds[WPP_N_OPTIMIZATIONS] = {
  { "counts", wpp_register_late_counts, NULL, NULL },
  { "order", wpp_register_order, entered_p, "when the function was entered is not known" },
  { "branches", wpp_register_branches, NULL, NULL },
  { "loops", wpp_register_loops, NULL, NULL },
  { "redundancy", NULL, NULL, NULL },
  { "paths", NULL, any_way_p, "which paths follow each other is not known" },
  { "dispatch", NULL, any_way_p, "which paths follow each other is not known" },
  { "contexts", NULL, any_call_p, "which call led to which paths is not known" },
  { "inlining", NULL, any_call_p, "which call led to which paths is not known" },
};

const unsigned every_kind = (1u << WPP_N_OPTIMIZATIONS) - 1;

/* The bit of the kind called NAME, or 0.  */

unsigned
kind_bit (const std::string &name)
{
  for (unsigned k = 0; k < WPP_N_OPTIMIZATIONS; k++)
    if (name == kinds[k].name)
      return 1u << k;
  return 0;
}

/* Do to SET what ITEM of a list says.  Return whether it says anything.  */

bool
read_item (const std::string &item, unsigned *set)
{
  bool without = item[0] == '-';
  unsigned bit = kind_bit (item.substr (without));
  if (item == "all" || item == "none")
    *set = item == "all" ? every_kind : 0;
  else
    *set = without ? *set & ~bit : *set | bit;
  return bit || item == "all" || item == "none";
}

} // anonymous namespace

bool
wpp_read_optimizations (const char *names, unsigned *set)
{
  std::string list = names ? names : "";

  *set = list[0] == '-' ? every_kind : 0;
  for (size_t at = 0, end; at <= list.size (); at = end + 1)
    {
      end = MIN (list.find (',', at), list.size ());
      if (!read_item (list.substr (at, end - at), set))
        return false;
    }
  return true;
}

std::string
wpp_optimization_names ()
{
  std::string names = "all, none";
  for (const kind &k : kinds)
    names += std::string (", ") + k.name;
  return names;
}

/* Does KIND rest on paths alone, so that counts of edges (-fwpp-know) say nothing to it?  */

static bool
paths_only_p (wpp_optimization kind)
{
  return kind == WPP_OPTIMIZE_PATHS || kind == WPP_OPTIMIZE_DISPATCH;
}

bool
wpp_optimize_p (wpp_optimization kind)
{
  return (wpp_opts.optimizations >> kind & 1) && !(wpp_opts.edges_only && paths_only_p (kind));
}

bool
wpp_counted_p (function *fun)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (fun)->count;
  return profile_status_for_fn (fun) == PROFILE_READ && entry.reliable_p () && entry.nonzero_p ();
}

void
wpp_register_optimizations (const char *plugin)
{
  wpp_register_decisions (plugin);
  if (!strcmp (lang_hooks.name, "GNU GIMPLE"))
    wpp_guard_unique_when_linking ();
  for (unsigned k = 0; k < WPP_N_OPTIMIZATIONS; k++)
    if (kinds[k].begin && wpp_optimize_p (wpp_optimization (k)))
      kinds[k].begin (plugin);
}

void
wpp_note_unknown (const cgraph_node *node, const vec<wpp_match> &matches)
{
  bool counts = false, order = !wpp_decisions_wanted_p () || !opt_for_fn (node->decl, optimize);
  for (const wpp_match &m : matches)
    if (m.entry.counts.size)
      (m.index ()->counts ? counts : order) = true;
  for (unsigned k = 0; k < WPP_N_OPTIMIZATIONS && counts && !order; k++)
    if (wpp_optimize_p ((wpp_optimization) k) && kinds[k].matters_p && kinds[k].matters_p (node))
      wpp_note_decision ({ kinds[k].name, k == WPP_OPTIMIZE_ORDER ? "leave the function in its place" : "leave", false,
                           -1, 0, std::string (kinds[k].unknown) + ": the profile counts paths" },
                         0);
}
