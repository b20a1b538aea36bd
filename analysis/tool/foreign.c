/* Profiles of another program among many.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/foreign.h"
#include "tool/tool.h"

static bool told;

bool
wpp_foreign_tell (const struct wpp_options *common, const struct wpp_profile *const *profiles, size_t n)
{
  bool *foreign = wpp_new (n, sizeof *foreign);
  int err = common->foreign ? 0 : wpp_profiles_foreign (profiles, n, foreign);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  for (size_t i = 0; i < n; i++)
    if (foreign[i])
      {
        wpp_say (profiles[i]->file,
                 "of another program, %s, which has no code in common with most of the others (--foreign)",
                 profiles[i]->program);
        told = true;
      }
  free (foreign);
  return told;
}

bool
wpp_foreign_p (void)
{
  return told;
}
