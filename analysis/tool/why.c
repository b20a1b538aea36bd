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

/* Set what is asked about to ARG.  */
static void
read_at (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct why_options *why = input;
  struct wpp_why_asked *q = &why->asked;
  q->text = arg;
  free (why->at);
  why->at = wpp_need (strdup (arg));
  char *equal = strchr (why->at, '=');
  if (equal)
    {
      *equal = 0;
      q->value = equal + 1;
    }
  q->variable = wpp_at_parse_variable (&q->at, state, why->at);
  if (q->value && (!q->variable || !*q->value))
    wpp_options_wrong (state, "--at=FILE:LINE:VARIABLE=VALUE says which variable had which value");
}

static void
check (void *input, const struct argp_state *state)
{
  const struct wpp_why_asked *q = &((struct why_options *)input)->asked;
  if (!q->at.text)
    wpp_options_wrong (state, "say what to explain: --at=FILE:LINE, --at=FILE:LINE:VARIABLE or "
                              "--at=FILE:LINE:VARIABLE=VALUE");
  if (q->not_reached && q->variable)
    wpp_options_wrong (state, "--not is about a line: --at=FILE:LINE");
}

#define TO(MEMBER) WPP_MEMBER (struct why_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("at", 0, "FILE:LINE[:VARIABLE[=VALUE]]", read_at,
           "The line, or what VARIABLE holds after it, or when it assigned VALUE to it; FILE is any ending of the "
           "file's name that is unique"),
  WPP_FLAG ("not", TO (asked.not_reached), "Explain why the line was not reached"),
  WPP_EXECUTION (
      TO (asked.execution),
      "The K-th time that a block with a statement of the line is executed; with VALUE, that it is assigned; with "
      "--not, that a branch goes another way (default: last)"),
  WPP_NUMBER ("depth", 0, "N", TO (asked.depth), 0, UINT32_MAX - 1,
              "So many lines away from what is explained (default 6)"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD (default 0)"),
  { 0 }
};

int
wpp_command_why (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print how a value came about, or why a line was not reached, in a run that was recorded with "
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
