/* The differences between the versions of GCC for which the plugin can be built.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The plugin is written for GCC 12.  If another version has other functions or members, this file defines a common
   name.  No other file depends on the version.  GCC 11 and 12 are tested.  GCC 13 and 14 are not.  Their sources were
   searched for loops, prefix maps and last statements; the only difference found is that GCC 14 has another name for
   last_stmt.  */

#ifndef WPP_PLUGIN_GCC_COMPAT_H
#define WPP_PLUGIN_GCC_COMPAT_H

#include "bversion.h"
#include "sbitmap.h"

#if BUILDING_GCC_MAJOR < 11
#error "wpp needs GCC 11 or later"
#endif

#if BUILDING_GCC_MAJOR >= 12
#include "file-prefix-map.h"
#include "gcov-io.h"
#else

/* gcov-io.h includes a file that GCC 11 does not install with its other headers.  This is the part of it that we
   need.  */
struct gcov_summary
{
  unsigned runs;
  gcov_type sum_max;    /* sum over the runs of each run's greatest counter */
};

#define GCOV_TOPN_MAXIMUM_TRACKED_VALUES 32

/* GCC 11 has no -fprofile-prefix-map, and names files in notes as they were given.  */
inline const char *
remap_profile_filename (const char *name)
{
  return name;
}

inline void
suppress_warning (tree decl)
{
  TREE_NO_WARNING (decl) = 1;
}

/* Has the user given OPTION?  */
#define OPTION_SET_P(OPTION) (global_options_set.x_ ## OPTION)
#endif

#if BUILDING_GCC_MAJOR < 14
/* The last statement of BB, debug statements aside, or null.  */
inline gimple *
last_nondebug_stmt (basic_block bb)
{
  return last_stmt (bb);
}
#endif

/* Sort V stably, by COMPARE.  vec::stablesort is new in GCC 12.  */
template<typename T>
inline void
wpp_stable_sort (vec<T> *v, int (*compare) (const void *, const void *))
{
  if (v->length () > 1)
    gcc_stablesort (v->address (), v->length (), sizeof (T), compare);
}

/* Set bit N of MAP, and return whether it was clear.  bitmap_set_bit returns that from GCC 12 on.  */
inline bool
wpp_set_bit (sbitmap map, unsigned n)
{
  bool was_clear = !bitmap_bit_p (map, n);
  bitmap_set_bit (map, n);
  return was_clear;
}

#endif /* WPP_PLUGIN_GCC_COMPAT_H */
