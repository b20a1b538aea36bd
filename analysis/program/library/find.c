/* What the functions of the C library read and write: by name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stddef.h>
#include <string.h>
#include "program/library/library.h"
#include "base/search.h"

static const struct wpp_library_function *
find (const char *name)
{
  const struct wpp_library_function *rows = wpp_library_functions;
  size_t i = WPP_PARTITION_POINT (k, wpp_n_library_functions, strcmp (rows[k].name, name) < 0);
  return i < wpp_n_library_functions && !strcmp (rows[i].name, name) ? &rows[i] : NULL;
}

const struct wpp_library_function *
wpp_library_find (const char *name)
{
  static const char builtin[] = "__builtin_";
  if (!strncmp (name, builtin, sizeof builtin - 1))
    name += sizeof builtin - 1;
  const struct wpp_library_name *names = wpp_library_names;
  size_t i = WPP_PARTITION_POINT (k, wpp_n_library_names, strcmp (names[k].name, name) < 0);
  return find (i < wpp_n_library_names && !strcmp (names[i].name, name) ? names[i].same : name);
}
