/* The profiles of a command, added up.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/combine.h"
#include "tool/tool.h"

void
wpp_need_order (const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_need_profile_order (p, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
}

static struct wpp_profile *
combined (const struct wpp_options *common, enum wpp_calls_become become, size_t *n)
{
  struct wpp_files files = wpp_files_find (common);
  struct wpp_profile **profiles = wpp_new (files.n, sizeof *profiles);
  size_t bad;
  for (size_t i = 0; i < files.n; i++)
    profiles[i] = wpp_file_read_as (files.name[i], become);
  wpp_foreign_tell (common, (const struct wpp_profile *const *)profiles, files.n);
  int err = wpp_profiles_combine (profiles, files.n, &bad);
  if (err)
    wpp_die_misfit (profiles[bad]->file, err);
  struct wpp_profile *all = profiles[0];
  if (n)
    *n = files.n;
  free (profiles);
  wpp_files_free (&files);
  return all;
}

struct wpp_profile *
wpp_combined_read (const struct wpp_options *common, size_t *n)
{
  return combined (common, WPP_CALLS_GRAMMARS, n);
}

struct wpp_profile *
wpp_combined_counts (const struct wpp_options *common, size_t *n)
{
  return combined (common, WPP_CALLS_BAG, n);
}

struct wpp_code *
wpp_combined_code (const struct wpp_profile *p, const struct wpp_options *common)
{
  const char *file = p->file ? p->file : common->args[0];
  struct wpp_code *code = wpp_file_code (file, p, common);
  wpp_tell_missing (file, code);
  return code;
}
