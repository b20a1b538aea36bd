/* Which profiles lack their notes (code.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/file-copy.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"

static size_t
count_units (const struct wpp_profile *p)
{
  size_t n = 0;
  for (size_t m = 0; m < p->n_modules; m++)
    n += p->modules[m].n_units;
  return n;
}

/* Does P lack notes?  Set *PARTLY to whether some of its units are found, but not all: then its events tell.  */
static bool
lacks_p (const struct wpp_profile *p, bool *partly)
{
  int err = 0;
  struct wpp_code *code = wpp_code_load (p, NULL, &err, NULL);
  size_t n = count_units (p), found = code ? code->n_units : 0;
  wpp_code_free (code);
  *partly = found && found < n;
  return err == WPP_E_NOTES || (!err && n && !found);
}

bool
wpp_profile_lacks_notes (const char *file)
{
  struct wpp_file_copy copy = { 0 };
  bool lacks = false, partly = false;
  int err = wpp_file_copy_named (file, &copy);
  struct wpp_profile *p = err ? NULL : wpp_profile_scan (copy.data, copy.size, &err, NULL);
  if (p)
    lacks = lacks_p (p, &partly);
  if (partly && !wpp_profile_read_scanned (p, file, WPP_COUNTS_ALONE, NULL))
    lacks = lacks_p (p, &partly);
  wpp_profile_free (p);
  wpp_file_copy_release (&copy);
  return lacks;
}
