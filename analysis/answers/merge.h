/* One profile made of many, indexed by function: `wpp merge', an operation on recordings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The merged profile is like any other: it has one list of modules, and the threads of all profiles one after the
   other.  Segments are copied where the event words stay the same.  They are coded again if the profile's units get
   other words.  The merged profile also has the units' notes and an index (index.h).

   Only a few segments of the profiles are in memory at a time (joined.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_MERGE_H
#define WPP_ANALYSIS_ANSWERS_MERGE_H

#include "answers/rows.h"
#include "recording/opened/joined.h"
#include "recording/profile/write.h"

/* What became of it.  */
struct wpp_merge_row
{
  const char *file;             /* that was written */
  uint64_t profiles, runs, threads, functions, executed;
  uint64_t file_size, index_size; /* bytes */
};

extern const struct wpp_schema wpp_merge_schema; /* it has no rows: the head is all */

/* Write J, which is prepared, by W, all of the file; set *ROW, but for file and size.  Return 0; an error of what was
   read with *BAD, its file, and PLACE; or, with *BAD null, an error of writing or WPP_E_NOMEM.  */
int wpp_merge (struct wpp_joined *j, struct wpp_writer *w, struct wpp_merge_row *row, const char **bad,
               struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MERGE_H */
