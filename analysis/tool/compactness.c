/* The compactness of the numbering of a program's interesting paths (wpp info).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Compactness is the paper's alpha: the number of counters for each interesting path.  It is given for the numbering of
   the paper's Figure 10, which keeps intervals disjoint, and for the best numbering found (preferential.h).  */

#include <inttypes.h>
#include "answers/residual.h"
#include "base/saturate.h"
#include "tool/tool.h"

struct compactness
{
  size_t functions;          /* functions with interesting paths */
  uint64_t interesting, interval_size, size;
};

static struct compactness
add_up (const struct wpp_code *code)
{
  struct compactness c = { 0 };
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_function *f = code->functions[i].function;
      c.functions += wpp_function_expected (f) > 0;
      c.interesting += wpp_function_expected (f);
      c.interval_size = wpp_saturating_add (c.interval_size, f->interval_size);
      c.size = wpp_saturating_add (c.size, f->size);
    }
  return c;
}

static double
alpha (uint64_t size, uint64_t interesting)
{
  return interesting ? (double) size / interesting : 1;
}

void
wpp_print_compactness (const struct wpp_code *code)
{
  struct compactness c = add_up (code);
  if (!wpp_preferential_p (code))
    return;
  printf ("interesting  %" PRIu64 " paths of %zu functions; compactness %.3f by intervals, %.3f by the "
          "numbering used\n", c.interesting, c.functions, alpha (c.interval_size, c.interesting),
          alpha (c.size, c.interesting));
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_function *f = code->functions[i].function;
      if (f->flags & WPP_FN_LARGE)
        printf ("  too large  %s: %zu interesting paths would take %" PRIu64 " counters, %" PRIu64
                " by intervals\n", wpp_function_shown (f), wpp_function_expected (f), f->size,
                f->interval_size);
    }
}

struct json_object *
wpp_compactness_json (const struct wpp_code *code)
{
  if (!wpp_preferential_p (code))
    return NULL;
  struct json_object *o = json_object_new_object (), *all = json_object_new_array ();
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_function *f = code->functions[i].function;
      if (!wpp_function_expected (f))
        continue;
      struct json_object *function = json_object_new_object ();
      json_object_object_add (function, "function", wpp_json_string (wpp_function_name (f)));
      json_object_object_add (function, "assembler_name", wpp_json_string (f->name));
      json_object_object_add (function, "feasible", wpp_json_path_number (f->n_paths));
      json_object_object_add (function, "interesting", wpp_json_number (wpp_function_expected (f)));
      json_object_object_add (function, "interval_size", wpp_json_path_number (f->interval_size));
      json_object_object_add (function, "size", wpp_json_path_number (f->size));
      json_object_object_add (function, "large", json_object_new_boolean ((f->flags & WPP_FN_LARGE) != 0));
      json_object_array_add (all, function);
    }
  struct compactness c = add_up (code);
  json_object_object_add (o, "paths", wpp_json_number (c.interesting));
  json_object_object_add (o, "alpha_intervals",
                          json_object_new_double (alpha (c.interval_size, c.interesting)));
  json_object_object_add (o, "alpha", json_object_new_double (alpha (c.size, c.interesting)));
  json_object_object_add (o, "functions", all);
  return o;
}
