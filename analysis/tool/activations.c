/* wpp activations: the distinct traces that functions' activations took.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/activations.h"
#include "answers/loop-trips.h"
#include "answers/taken.h"
#include "answers/timed.h"
#include "tool/tool.h"

struct activations
{
  struct wpp_options common;
  const char *function, *path;
  uint64_t top;
  bool timestamps;
  unsigned trips;            /* calls of a chain; 0: not asked for */
};

static void
check (void *input, const struct argp_state *state)
{
  const struct activations *a = input;
  if (a->path && !a->function)
    wpp_options_wrong (state, "--path needs a function (-f)");
}

#define TO(MEMBER) WPP_MEMBER (struct activations, MEMBER)

static const struct wpp_option options[] = {
  WPP_FUNCTION (TO (function), "Print the activations of FUNCTION only"),
  WPP_TOP (TO (top), "Print the N hottest traces only"),
  WPP_FLAG ("timestamps", TO (timestamps),
            "Print traces and dictionaries of dynamic basic blocks instead, with the timestamps of each block"),
  WPP_TEXT ("path", 0, "BLOCKS|LINES", TO (path),
            "Print which activations took this subpath instead, and when: blocks, `2,3,4', or lines, `L12,L13'"),
  WPP_NUMBER ("trips", 0, "CALLS", TO (trips), 1, 3,
              "Print how often control went round loops instead, by the last CALLS calls that led there (1 to 3)"),
  { 0 }
};

/* What the answers to the command's questions come to.  */
struct answered
{
  int64_t n;                    /* or an error */
  size_t n_functions;
  struct wpp_place place;
};

/* Ask R what A wants.  */
static void
ask (const struct activations *a, struct wpp_recording *r, struct wpp_row_sink *sink, struct answered *answered)
{
  const struct wpp_question_asked asked
    = { .function = a->function, .top = a->timestamps ? UINT64_MAX : wpp_rows_most (&a->common, a->top) };
  if (a->path)
    answered->n = wpp_answer_taken (r, &(struct wpp_taken_asked){ a->function, a->path }, sink,
                                    &answered->n_functions, &answered->place);
  else if (a->trips)
    answered->n = wpp_answer_trips (r, &(struct wpp_trips_asked){ a->function, a->trips }, sink,
                                    &answered->n_functions, &answered->place);
  else
    {
      wpp_answer *answer = a->timestamps ? wpp_answer_timed : wpp_answer_activations;
      answered->n = answer (r, &asked, sink, &answered->place);
      answered->n_functions = answered->n > 0;
    }
}

/* Say why there is nothing; ANY: there are functions that were executed.  */
static void
explain (const struct activations *a, struct wpp_recording *r, bool any)
{
  const char *file = wpp_recording_file (r);
  if (!any && a->function)
    wpp_function_absent (wpp_open_code (r), a->function);
  else if (!any)
    wpp_say (file, "no function was executed");
  else if (a->path)
    wpp_say (file, "no activation took %s", a->path);
  else
    wpp_say (file, "no loop was executed");
}

int
wpp_command_activations (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print the distinct traces that the activations of functions took, hottest first, with their counts and callers."
  };
  struct activations a = { .top = 0 };
  struct answered answered = { 0 };
  wpp_options_parse (&line, argc, argv, &a.common, &a);
  struct wpp_recording *r = wpp_open (&a.common, WPP_HAS_ACTIVATIONS);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&a.common);
  ask (&a, r, sink, &answered);
  uint64_t n = wpp_answered (sink, r, answered.n, &answered.place);
  if (!n)
    explain (&a, r, answered.n_functions);
  else if (!a.path && !a.trips && !a.timestamps)
    wpp_rows_shown (&a.common, n, a.top, "traces");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
