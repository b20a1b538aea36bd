/* What was executed when: threads in slices, and phases of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A phase is a stretch of slices in which about the same functions were executed.  Neighbours are put together that are
   most alike, by the angle between their vectors of statements by function, until all that are left differ.  Phases
   that are alike are of one kind, though others came between them.  */

#ifndef WPP_ANALYSIS_ANSWERS_SLICES_H
#define WPP_ANALYSIS_ANSWERS_SLICES_H

#include "answers/rows.h"
#include "answers/slicing.h"

struct wpp_slice_path_row
{
  uint32_t event;               /* not a column; the path's */
  const char *function;
  uint64_t path, count;         /* its number; executions in the slice */
};

struct wpp_slice_time_row
{
  uint32_t thread;              /* number */
  uint64_t first, events;       /* of the thread */
  uint64_t statements;
  uint32_t phase;               /* number, from 0 on, over all threads */
  uint32_t kind;                /* of the phase: number, in the order in which they come first */
  struct wpp_row_list paths;    /* of wpp_slice_path_row, by event */
  uint32_t number;              /* not a column: of the slice, in all threads */
};

struct wpp_slices_head
{
  uint64_t slices, phases, kinds;
  uint64_t threads, left_out;   /* that are shown; that are not */
};

extern const struct wpp_schema wpp_slices_schema;

/* Send the slices S of R, thread by thread, to SINK.  Return how many there are; WPP_E_TOOBIG when that would take more
   than WORK symbols to be looked at; WPP_E_NOMEM; an error of wpp_recording_code, of numbering and decoding paths; or
   what SINK returns.  */
int64_t wpp_answer_slices (struct wpp_recording *r, const struct wpp_slicing *s, uint64_t work,
                           struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SLICES_H */
