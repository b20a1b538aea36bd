/* What users know functions as.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "base/names.h"
#include "program/notes/notes.h"

const char *
wpp_function_name (const struct wpp_function *function)
{
  return function->pretty && *function->pretty ? function->pretty : function->name;
}

bool
wpp_function_named_p (const struct wpp_function *function, const char *name)
{
  return strcmp (function->name, name) == 0 || wpp_names_p (wpp_function_name (function), name);
}
