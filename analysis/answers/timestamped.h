/* The timestamped form of profiles: `wpp timestamps', an operation on recordings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   In the place of the threads' grammars the file has the traces of activations, by function, and the calls of each
   thread (recording/traces/traces.h), with the notes of the units: Zhang and Gupta, Timestamped Whole Program Path
   Representation and its Applications, PLDI 2001, section 2.  */

#ifndef WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H
#define WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H

#include "answers/rows.h"
#include "recording/opened/joined.h"
#include "recording/profile/write.h"

/* What became of it.  */
struct wpp_timestamped_row
{
  const char *file;             /* that was written */
  uint64_t threads, functions;
  uint64_t activations;         /* saturates */
  uint64_t traces;              /* distinct ones */
  uint64_t file_size;           /* bytes */
};
extern const struct wpp_schema wpp_timestamped_schema; /* it has no rows: the head is all */

/* Write J, which is prepared and has order, by W, all of the file; set *ROW, but for file and size.  Return 0; an error
   of what was read with *BAD, its file, and PLACE; or, with *BAD null, an error of writing or of making traces.  */
int wpp_write_timestamped (struct wpp_joined *j, struct wpp_writer *w, struct wpp_timestamped_row *row,
                           const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H */
