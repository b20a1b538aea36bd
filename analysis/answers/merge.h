/* One profile made of many, indexed by function: `wpp merge', an operation on recordings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The merged profile is like any other: it has one list of modules, the threads of all runs, one run after the other,
   the units' notes, and an index (index.h).  Several runs share one grammar; one run keeps its own (opened/members.h).
   A summary has the index and no threads: compilations read nothing else.  A profile that will be merged again needs no
   index.  */

#ifndef WPP_ANALYSIS_ANSWERS_MERGE_H
#define WPP_ANALYSIS_ANSWERS_MERGE_H

#include "answers/rows.h"
#include "base/bytes.h"
#include "recording/opened/members.h"
#include "recording/profile/write.h"

/* What became of it.  */
struct wpp_merge_row
{
  const char *file;             /* that was written */
  uint64_t profiles, runs, threads, events, functions, executed; /* events saturate */
  uint64_t left_out;            /* profiles that were unfit */
  uint64_t repeated;            /* runs that were met again */
  bool summary;
  uint64_t file_size, index_size; /* bytes; 0: no index was written */
};

/* What is to be written.  */
enum wpp_merge_what
{
  WPP_MERGE_ALL,
  WPP_MERGE_SUMMARY,
  WPP_MERGE_NO_INDEX
};

extern const struct wpp_schema wpp_merge_schema; /* it has no rows: the head is all */

/* Write WHAT of P, which has been read, by W; set *ROW, but for file and size.  Return 0;
   an error of what was read with *BAD, its file, and PLACE; or, with *BAD null, an error of writing or WPP_E_NOMEM.  */
int wpp_merge (struct wpp_members *p, struct wpp_writer *w, enum wpp_merge_what what, struct wpp_merge_row *row,
               const char **bad, struct wpp_place *place);
/* Append to B the index that would be written.  Errors as above.  */
int wpp_merge_index (struct wpp_members *p, struct wpp_buffer *b, const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MERGE_H */
