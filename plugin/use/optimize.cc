/* -fwpp-optimize: which kinds of optimisation -fwpp-use carries out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A kind has one file in this room, and a row here.  */

#include "plugin/use/decisions.h"
#include "plugin/use/optimize.h"

namespace {

struct kind
{
  const char *name;
  void (*begin) (const char *plugin);   /* adds its passes; null: it has none */
};

const kind kinds[WPP_N_OPTIMIZATIONS] = {
  { "counts", wpp_register_late_counts },
  { "order", wpp_register_order },
  { "branches", wpp_register_branches },
  { "loops", wpp_register_loops },
  { "redundancy", NULL },
  { "paths", NULL },
  { "dispatch", NULL },
  { "contexts", NULL },
  { "inlining", NULL },
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
  for (unsigned k = 0; k < WPP_N_OPTIMIZATIONS; k++)
    if (kinds[k].begin && wpp_optimize_p (wpp_optimization (k)))
      kinds[k].begin (plugin);
}
