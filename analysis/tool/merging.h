/* Profiles that become one file: what `merge', `strip' and `timestamps' do.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_MERGING_H
#define WPP_ANALYSIS_TOOL_MERGING_H

#include "answers/hashed-names.h"
#include "recording/profile/write.h"
#include "tool/tool.h"

/* Die if OUT is one of FILES that the user has not named: it was found in a folder and would be counted again and
   again.  */
void wpp_merging_check_out (const char *out, const struct wpp_files *files, const struct wpp_options *common);
/* Give freed memory back to the system: grammars of many megabytes come and go.  */
void wpp_merging_free_early (void);

/* The profile that they become.  */
struct wpp_writing
{
  const char *name;
  FILE *file;
  struct wpp_writer *writer;
};

void wpp_writing_begin (struct wpp_writing *w, const char *name);
/* Die if ERR, of making or writing it, is one.  */
void wpp_must (const struct wpp_writing *w, int err);
/* All is written.  Return its size; or -1 if nothing is to be printed about it.  */
int64_t wpp_writing_end (struct wpp_writing *w);

struct wpp_merging
{
  const char *out;
  bool lossy, summary, no_index;
  double may_be_unfit;          /* share of the files, 0 .. 1 */
  size_t memory, jobs;          /* as in struct wpp_members_request */
  const uint64_t *weights;      /* likewise */
  const struct wpp_name_key *key; /* of names, which are hashed; or null */
};

/* Write HOW->out, and print what it is.  Errors end the program.  */
void wpp_merging_run (const struct wpp_merging *how, const struct wpp_options *common, const struct wpp_files *files);

#endif /* WPP_ANALYSIS_TOOL_MERGING_H */
