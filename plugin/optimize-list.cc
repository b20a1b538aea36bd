/* The list of -fwpp-optimize.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/pipeline.h"
#include "plugin/optimize/kind.h"

namespace {

const unsigned every_kind = ~0u;

/* The bit of the kind called NAME, or 0.  */

unsigned
kind_bit (const std::string &name)
{
  for (unsigned k = 0; const wpp_optimization *o = wpp_optimization_at (k); k++)
    if (name == o->name)
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

char *
wpp_read_optimizations (const char *list)
{
  std::string all = list ? list : "", names = ",";
  unsigned set = all[0] == '-' ? every_kind : 0;

  for (size_t at = 0, end; at <= all.size (); at = end + 1)
    {
      end = MIN (all.find (',', at), all.size ());
      if (!read_item (all.substr (at, end - at), &set))
        return NULL;
    }
  for (unsigned k = 0; const wpp_optimization *o = wpp_optimization_at (k); k++)
    if (set >> k & 1)
      names += std::string (o->name) + ",";
  return xstrdup (names.c_str ());
}

std::string
wpp_optimization_names ()
{
  std::string names = "all, none";
  for (unsigned k = 0; const wpp_optimization *o = wpp_optimization_at (k); k++)
    names += std::string (", ") + o->name;
  return names;
}
