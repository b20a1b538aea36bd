/* The source files that notes name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/graph.h"

/* NAME as in gcov's notes.  */

static const char *
told_name (const char *name)
{
  const char *told = remap_profile_filename (name);
  return profile_abs_path_flag && !IS_ABSOLUTE_PATH (told) ? concat (get_src_pwd (), "/", told, NULL) : told;
}

uint32_t
wpp_file_table::index_of (const char *name)
{
  unsigned *known = indices.get (name);
  if (known)
    return *known;
  const char *told = told_name (name);
  bool existed;
  unsigned i = indices.get_or_insert (told, &existed);
  if (!existed)
    {
      i = names.length ();
      indices.put (told, i);
      names.safe_push (told);
    }
  indices.put (name, i);
  return i;
}

uint32_t
wpp_file_table::find (const char *name) const
{
  unsigned *known = indices.get (name);
  return known ? *known : UINT32_MAX;
}
