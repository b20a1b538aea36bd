/* wpp when: the times at which a condition held.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/when.h"
#include "tool/at.h"

struct when_options
{
  struct wpp_options common;
  struct wpp_when_asked asked;
};

static void
check (void *input, const struct argp_state *state)
{
  const struct wpp_when_asked *q = &((struct when_options *)input)->asked;
  if (!q->condition)
    wpp_options_wrong (state, "say what held, before the options: wpp when 'x < 0' --at=FILE:LINE FILE");
  if (!q->at.text)
    wpp_options_wrong (state, "say where: --at=FILE:LINE, or 'CONDITION at FILE:LINE'");
}

#define TO(MEMBER) WPP_MEMBER (struct when_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_AT (TO (asked.at), "Before each execution of a block with a statement of the line; FILE is any ending of its "
                         "name that is unique"),
  WPP_FLAG ("all", TO (asked.all), "Print each time, not only the first and the last one"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD (default 0)"),
  { 0 }
};

/* If ARG is `CONDITION at FILE:LINE', end it after CONDITION and set Q's line.  */
static void
split (struct wpp_when_asked *q, char *arg)
{
  static char *file;            /* must stay */
  char *at = NULL, *next = arg;
  while ((next = strstr (next, " at ")))
    at = next++;
  free (file);
  file = NULL;
  if (at && !wpp_at_read (&q->at, at + 4, &file))
    *at = 0;
  q->condition = arg;
}

int
wpp_command_when (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print when CONDITION over variables held in a run that was recorded with values." };
  struct when_options o = { .asked = { .condition = NULL } };
  struct wpp_place place = { "", 0, "" };
  if (argc > 1 && argv[1][0] != '-')
    {
      split (&o.asked, argv[1]);
      argv[1] = argv[0];
      argc--;
      argv++;
    }
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  uint64_t n = wpp_answered (sink, r, wpp_answer_when (r, &o.asked, sink, &place), &place);
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
