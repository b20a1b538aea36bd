/* wpp slice: what a line depends on, or what depends on it, in this run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/slice.h"

enum
{
  OPTION_AT = 0x200,
  OPTION_EXECUTION,
  OPTION_APPROACH,
  OPTION_FORWARD,
  OPTION_DEPTH
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE[:VARIABLE]",
              "The line, or what VARIABLE holds behind it; FILE is any ending of the file's name that is unique"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K|last",
              "The K-th time that a block with a statement of the line is entered (default: last)"),
  WPP_OPTION ("approach", OPTION_APPROACH, "1|2|3",
              "1: what the executed statements allow; 2: what was exercised; 3: by this execution alone (default)"),
  WPP_OPTION ("forward", OPTION_FORWARD, NULL, "Print what depends on the line instead"),
  WPP_OPTION ("depth", OPTION_DEPTH, "N",
              "Print only lines that are there for the criterion's sake through N reasons at most"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

/* Take ARG apart: FILE:LINE[:VARIABLE].  */
static void
parse_at (struct wpp_slice_question *q, const struct argp_state *state, const char *arg)
{
  char *line = wpp_need (strdup (arg)), *colon = strrchr (line, ':');
  bool variable = colon && colon[1] && !(colon[1] >= '0' && colon[1] <= '9') && memchr (line, ':', colon - line);
  q->asked = arg;
  q->variable = variable ? colon + 1 : NULL;
  if (variable)
    *colon = 0;
  wpp_at_parse (&q->at, state, line);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_slice_question *q = state->input;
  switch (key)
    {
    case OPTION_AT:
      parse_at (q, state, arg);
      return 0;
    case OPTION_EXECUTION:
      q->execution = strcmp (arg, "last") ? wpp_options_number (state, "--execution", arg, 1, UINT64_MAX - 1) : 0;
      return 0;
    case OPTION_APPROACH:
      q->approach = wpp_options_number (state, "--approach", arg, 1, 3);
      return 0;
    case OPTION_FORWARD:
      q->forward = true;
      return 0;
    case OPTION_DEPTH:
      q->depth = wpp_options_number (state, "--depth", arg, 0, UINT32_MAX - 1);
      return 0;
    case 't':
      q->thread = wpp_options_number (state, "--thread", arg, 0, UINT32_MAX);
      return 0;
    case ARGP_KEY_END:
      if (!q->at.text)
        wpp_options_wrong (state, "say what to slice: --at=FILE:LINE or --at=FILE:LINE:VARIABLE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* The line of the criterion is in its slice.  */
static void
include_criterion (struct wpp_sliced *sliced)
{
  const struct wpp_slice_criterion *c = &sliced->criterion;
  uint32_t item = sliced->slicer.model->functions[c->function]->code[c->last_code].item;
  if (sliced->reasons[item].because == WPP_BECAUSE_NOTHING)
    sliced->reasons[item] = (struct wpp_slice_reason){ WPP_BECAUSE_CRITERION, false, 0, WPP_NONE };
}

static void
slice (const struct wpp_slice_question *q, const struct wpp_profile *p, struct wpp_code *code)
{
  struct wpp_sliced sliced = { .profile = p->file };
  struct wpp_place where = { 0 };
  struct wpp_slice_place place;
  wpp_progress ("finding activations", p->file);
  int err = wpp_slicer_init (&sliced.slicer, wpp_at_thread (p, q->thread), code, &where);
  if (err)
    wpp_die_at (p->file, err, &where);
  sliced.reasons = wpp_new (sliced.slicer.model->n_items + 1, sizeof *sliced.reasons);
  wpp_slice_find (q, &sliced, &place);
  wpp_progress ("slicing", p->file);
  err = wpp_slicer_slice (&sliced.slicer, &sliced.criterion, &place, q->approach, q->forward, sliced.reasons);
  wpp_progress_end ();
  if (!err)
    include_criterion (&sliced);
  if (err)
    wpp_die_at (p->file, err, NULL);
  (q->common.json ? wpp_slice_print_json : wpp_slice_print) (q, &sliced);
  wpp_slice_place_release (&place);
  free (sliced.reasons);
  wpp_slicer_release (&sliced.slicer);
}

int
wpp_command_slice (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse, "Print the lines that a line, or a variable behind it, depends on in the run that was recorded."
  };
  struct wpp_slice_question q = { .approach = 3, .depth = UINT32_MAX - 1 };
  wpp_options_parse (&line, argc, argv, &q.common, &q);
  struct wpp_profile *p = wpp_combined_read (&q.common, NULL);
  wpp_need_order (p);
  struct wpp_code *code = wpp_combined_code (p, &q.common);
  slice (&q, p, code);
  wpp_code_free (code);
  wpp_profile_free (p);
  return WPP_EXIT_DONE;
}
