/* The index of several profiles together, which compilations read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is the index of the profile that `wpp merge' makes of them: so a compilation decides the same from all of them as
   from that one.  The first compilation makes it, while others wait, and keeps it as FILE.all, where FILE is the first
   of the profiles (base/kept-file.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H
#define WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H

#include "decide/index/index-file.h"

/* Several profiles.  */
struct wpp_merged_index_key
{
  const char *file;      /* the first, which must stay */
  uint64_t hash, size;   /* of all, each once, in any order */
  uid_t owner;           /* of the first */
  mode_t mode;           /* that all have */
};

/* Set *K to that of SOURCES [N], at least one, of which FILE is the first.  Return false when out of memory.  */
bool wpp_merged_index_identify (const char *file, const struct wpp_index_origin *sources, size_t n,
                           struct wpp_merged_index_key *k);

/* Set *F to the index of FILES [N], which is kept for K; F->name is the first one's.  Return 0; or an error of
   *BAD, a file or null, with PLACE.  No SUMMARY can be among them, nor counts with whole paths.  */
int wpp_merged_index_open (const struct wpp_merged_index_key *k, const char *const *files, size_t n,
                           struct wpp_index_file *f, const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MERGED_INDEX_H */
