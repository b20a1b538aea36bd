/* wpp values: what statements computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "answers/invariants.h"
#include "answers/replayed.h"
#include "answers/values.h"
#include "answers/verified.h"
#include "tool/at.h"

struct values_options
{
  struct wpp_options common;
  bool verify, hot;
  struct wpp_question_asked hot_asked;
  struct wpp_values_asked asked;
};

enum
{
  OPTION_VERIFY = 0x200,
  OPTION_AT,
  OPTION_ALL,
  OPTION_HOT,
  OPTION_TOP,
  OPTION_EXECUTION
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE[:VARIABLE]",
              "The line, or what VARIABLE is there; FILE is any ending of the file's name that is unique"),
  WPP_OPTION ("all", OPTION_ALL, NULL, "Print each value, in order"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K", "Only the K-th execution of each statement, in each thread"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD only (0, 1, ...)"),
  WPP_OPTION ("hot", OPTION_HOT, NULL, "Print what was loaded or returned and nearly always had the same value"),
  WPP_OPTION ("function", 'f', "FUNCTION", "With --hot: only in FUNCTION"),
  WPP_OPTION ("top", OPTION_TOP, "N|all", "With --hot: only the N statements with most executions alike"),
  WPP_OPTION ("verify", OPTION_VERIFY, NULL,
              "Compare all branches, and what values=all recorded, with what replay computes"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct values_options *o = state->input;
  struct wpp_values_asked *q = &o->asked;
  switch (key)
    {
    case OPTION_AT:
      q->text = arg;
      q->variable = wpp_at_parse_variable (&q->at, state, arg);
      return 0;
    case OPTION_ALL:
      q->all = true;
      return 0;
    case OPTION_EXECUTION:
      q->execution = wpp_options_number (state, "--execution", arg, 1, UINT64_MAX - 1);
      return 0;
    case 't':
      q->thread = wpp_options_thread (state, arg);
      return 0;
    case OPTION_HOT:
      o->hot = true;
      return 0;
    case 'f':
      o->hot_asked.function = arg;
      return 0;
    case OPTION_TOP:
      o->hot_asked.top = wpp_options_top (state, arg);
      return 0;
    case OPTION_VERIFY:
      o->verify = true;
      return 0;
    case ARGP_KEY_END:
      if (o->verify + o->hot + (q->at.text != NULL) != 1)
        wpp_options_wrong (state, "say which values: --at=FILE:LINE, --at=FILE:LINE:VARIABLE or --hot; or --verify");
      if (!o->hot && (o->hot_asked.function || o->hot_asked.top))
        wpp_options_wrong (state, "--function and --top go with --hot");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* Ask R what nearly always had the same value.  */
static uint64_t
ask_hot (struct values_options *o, struct wpp_recording *r, struct wpp_row_sink *sink)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_question_asked asked = o->hot_asked;
  asked.top = wpp_rows_most (&o->common, asked.top);
  uint64_t n = wpp_answered (sink, r, wpp_answer_invariants (r, &asked, sink, &place), &place);
  if (n)
    wpp_rows_shown (&o->common, n, o->hot_asked.top, "statements");
  else
    wpp_say (wpp_recording_file (r), "nothing nearly always had the same value");
  return n;
}

int
wpp_command_values (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print what the statements of a line computed in a run that was recorded with values." };
  struct values_options o = { .asked.thread = WPP_ALL_THREADS };
  struct wpp_place place = { "", 0, "" };
  bool sound = true;
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  if (o.hot)
    {
      uint64_t hot = ask_hot (&o, r, sink);
      wpp_recording_free (r);
      return hot ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
    }
  int64_t n = o.verify ? wpp_answer_verified (r, sink, &sound, &place) : wpp_answer_values (r, &o.asked, sink, &place);
  wpp_answered (sink, r, n, &place);
  if (!n && !o.verify)
    wpp_say (o.asked.text, "not executed");
  wpp_recording_free (r);
  return sound && (n || o.verify) ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
