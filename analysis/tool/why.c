/* wpp why: how a value came about, or why a line was not reached.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/why.h"
#include "tool/at.h"

struct why_options
{
  struct wpp_options common;
  struct wpp_why_asked asked;
  char *at;                     /* --at, without the value */
};

enum
{
  OPTION_AT = 0x200,
  OPTION_EXECUTION,
  OPTION_DEPTH,
  OPTION_NOT
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE[:VARIABLE[=VALUE]]",
              "The line, or what VARIABLE holds after it, or when it assigned VALUE to it; FILE is any ending of the "
              "file's name that is unique"),
  WPP_OPTION ("not", OPTION_NOT, NULL, "Explain why the line was not reached"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K|last",
              "The K-th execution of the line; with VALUE, the K-th that assigned it; with --not, the K-th time that a "
              "branch went another way (default: last)"),
  WPP_OPTION ("depth", OPTION_DEPTH, "N", "So many lines away from what is explained (default 6)"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

/* Set what is asked about to ARG.  */
static void
parse_at (struct why_options *o, const struct argp_state *state, const char *arg)
{
  struct wpp_why_asked *q = &o->asked;
  char *equal;
  q->text = arg;
  free (o->at);
  o->at = strdup (arg);
  if (!o->at)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  equal = strchr (o->at, '=');
  if (equal)
    {
      *equal = 0;
      q->value = equal + 1;
    }
  q->variable = wpp_at_parse_variable (&q->at, state, o->at);
  if (q->value && (!q->variable || !*q->value))
    wpp_options_wrong (state, "--at=FILE:LINE:VARIABLE=VALUE says which variable had which value");
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct why_options *o = state->input;
  struct wpp_why_asked *q = &o->asked;
  switch (key)
    {
    case OPTION_AT:
      parse_at (o, state, arg);
      return 0;
    case OPTION_NOT:
      q->not_reached = true;
      return 0;
    case OPTION_EXECUTION:
      q->execution = wpp_at_parse_execution (state, arg);
      return 0;
    case OPTION_DEPTH:
      q->depth = wpp_options_number (state, "--depth", arg, 0, UINT32_MAX - 1);
      return 0;
    case 't':
      q->thread = wpp_options_thread (state, arg);
      return 0;
    case ARGP_KEY_END:
      if (!q->at.text)
        wpp_options_wrong (state, "say what to explain: --at=FILE:LINE, --at=FILE:LINE:VARIABLE or "
                                  "--at=FILE:LINE:VARIABLE=VALUE");
      if (q->not_reached && q->variable)
        wpp_options_wrong (state, "--not is about a line: --at=FILE:LINE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

int
wpp_command_why (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print how a value came about, or why a line was not reached, in a run that was recorded with "
                        "values." };
  struct why_options o = { .asked = { .depth = 6 } };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_recording *r = wpp_open (&o.common, 0);
  struct wpp_row_sink *sink = wpp_output_sink (&o.common);
  wpp_progress ("replaying", wpp_recording_file (r));
  wpp_answered (sink, r, wpp_answer_why (r, &o.asked, sink, &place), &place);
  free (o.at);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
