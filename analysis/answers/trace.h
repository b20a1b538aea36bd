/* The path trace, event by event: `wpp expand'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Memory does not grow with the trace.  If a function is selected, the grammar is first projected to that function's
   events (project.h), so the work depends on the length of what is sent.  */

#ifndef WPP_ANALYSIS_ANSWERS_TRACE_H
#define WPP_ANALYSIS_ANSWERS_TRACE_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_trace_asked
{
  bool all_threads;
  uint32_t thread;              /* if not all of them */
  const char *function;         /* only its paths; null: all events */
  bool blocks;                  /* and what is on the paths */
  bool words;                   /* events have no names */
  bool bare;                    /* rows are words alone, many in each: nothing else of them is filled in */
};

/* How far many files have come.  */
struct wpp_trace_left
{
  uint64_t skip, send;          /* events to be skipped first, and to be sent at most */
  uint64_t sent;
  bool thread_found;
};

struct wpp_trace_file_head
{
  const char *file;
  bool only;                    /* no other file comes; not a column */
};

/* What a sink has made of a row, for the next time that it comes; all 0 at first.  */
struct wpp_trace_shown
{
  char *text;                   /* malloc'ed; freed by the answer */
  size_t size;
};

struct wpp_trace_row
{
  uint32_t thread;
  const char *control;          /* `GAP', `LAND(3)'; null: a path */
  struct wpp_any_cell event;    /* the word, where its path is not known */
  const char *function;         /* null: not known */
  const char *short_name, *assembler_name, *unit; /* with blocks, these … */
  struct wpp_any_cell path;
  const char *start, *end;
  struct wpp_any_cell statements;
  struct wpp_row_list blocks, lines; /* … and those: as in struct wpp_route_row */
  /* Not columns: the word, or, of bare ones, WORDS [N_WORDS] in its place; the name in text; and that.  */
  uint32_t word;
  const uint32_t *words;
  size_t n_words;
  const char *shown_name;
  struct wpp_trace_shown *shown;
};

/* Of all files, which has no head; of a file.  */
extern const struct wpp_schema wpp_trace_schema, wpp_trace_file_schema;

/* Send the events of R, one file with activations, to SINK, within an object of wpp_trace_schema; ONLY is told in the
   head.  Return 0; WPP_E_TOLD with PLACE, when nobody waits for so many events, or notes do not fit; WPP_E_NOMEM; an
   error of wpp_recording_code or wpp_traces_expand; or what SINK returns.  */
int wpp_answer_trace (struct wpp_recording *r, const struct wpp_trace_asked *asked, bool only,
                      struct wpp_trace_left *left, struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_TRACE_H */
