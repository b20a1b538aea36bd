/* Which activations took a subpath, and when: `wpp activations --path'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A subpath is blocks, `2,3,4', or lines, `L12,L13', that an activation executes one right after the other, whatever
   it calls meanwhile.  Activations of the function are numbered from 1 on in the order in which they began, thread by
   thread.  */

#ifndef WPP_ANALYSIS_ANSWERS_TAKEN_H
#define WPP_ANALYSIS_ANSWERS_TAKEN_H

#include "answers/began.h"

/* A trace that took it.  */
struct wpp_taken_trace_row
{
  uint32_t trace;               /* number, from 1 on */
  uint64_t count;               /* activations with it */
  const struct wpp_series *numbers; /* theirs … */
  struct wpp_row_list activations;  /* … as integers (activations/timestamps/series.h) */
  const struct wpp_began_row *first, *last; /* null: not known */
  uint64_t times;               /* in each activation: how often, … */
  const struct wpp_series *series; /* … and when … */
  struct wpp_row_list at;       /* … as integers */
};

struct wpp_taken_row
{
  const char *function, *short_name;
  const char *path;             /* as the user wrote it */
  uint64_t activations;         /* that took it; saturates */
  uint64_t of;                  /* so many; saturates */
  uint64_t executions;          /* of the subpath; saturates */
  struct wpp_row_list traces;   /* of wpp_taken_trace_row: those that took it */
};
extern const struct wpp_schema wpp_taken_schema;

struct wpp_taken_asked
{
  const char *function;         /* its name, of one or several; null: of all */
  const char *path;
};

/* Send to SINK where R, which needs activations, took it, function by function: each that is asked for.  Return how
   many took it; *N_FUNCTIONS is how many there are.  Errors are WPP_E_ASKED with PLACE when the path is none,
   WPP_E_TOOBIG, and those of wpp_traced_read.  */
int64_t wpp_answer_taken (struct wpp_recording *r, const struct wpp_taken_asked *asked, struct wpp_row_sink *sink,
                          size_t *n_functions, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_TAKEN_H */
