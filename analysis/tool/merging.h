/* Profiles that become one: what `merge' and `strip' do.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_MERGING_H
#define WPP_ANALYSIS_TOOL_MERGING_H

#include "answers/hashed-names.h"
#include "tool/tool.h"

struct wpp_merging
{
  const char *out;
  bool lossy, summary;
  double may_be_unfit;          /* share of the files, 0 .. 1 */
  size_t memory;                /* as in struct wpp_members_request */
  const uint64_t *weights;      /* likewise */
  const struct wpp_name_key *key; /* of names, which are hashed; or null */
};

/* Write HOW->out, and print what it is.  Errors end the program.  */
void wpp_merging_run (const struct wpp_merging *how, const struct wpp_options *common, const struct wpp_files *files);

#endif /* WPP_ANALYSIS_TOOL_MERGING_H */
