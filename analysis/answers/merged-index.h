/* The index of several profiles together, which compilations read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is the index of the profile that `wpp merge' makes of them: so a compilation decides the same from all of them as
   from that one.  The first compilation makes it, while others wait, and keeps it as FILE.all, where FILE is the first
   of the profiles (base/kept-file.h).

   Profiles of programs that are gone may be left out.  What is kept is of those that had programs when it was made: a
   build may replace them with programs that have no notes, one after the other, and all its units use the same.  But it
   says which were left out, and when one of those has its program again, it is made again.

   contents := u32 profiles that are left out, for each u64 hash, u64 size of its file, by these; the index  */

#ifndef WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H
#define WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H

#include "decide/index/index-file.h"

/* One of several profiles.  */
struct wpp_merged_index_member
{
  const char *file;
  const struct wpp_index_origin *source;
  bool may_lack;         /* it is left out if its notes are missing */
};

/* Set *F to the index of MEMBERS [N], at least one; F->name is the first one's.  What is kept is beside that.  Return
   0; or an error of *BAD, a file or null, with PLACE.  No summary can be among them, nor counts with whole paths.  */
int wpp_merged_index_open (const struct wpp_merged_index_member *members, size_t n, struct wpp_index_file *f,
                           const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H */
