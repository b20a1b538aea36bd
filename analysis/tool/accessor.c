/* wpp last-write, wpp next-read: who wrote a variable last, or reads it next.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/accessor.h"
#include "tool/at.h"

struct accessor_options
{
  struct wpp_options common;
  struct wpp_accessor_asked asked;
  bool timed;
};

enum
{
  OPTION_AT = 0x200,
  OPTION_OF
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE[:VARIABLE]",
              "The moment is before the line; FILE is any ending of its name that is unique"),
  WPP_OPTION ("of", OPTION_OF, "VARIABLE|*ADDRESS[:BYTES]",
              "The variable, as it is seen there; or so many bytes of memory (default 8)"),
  WPP_OPTION ("execution", WPP_OPTION_EXECUTION, "K|last",
              "The K-th time that a block with a statement of the line is executed (default: last)"),
  WPP_OPTION ("time", WPP_OPTION_TIME, "T", "The moment is before the event number T of the thread (0, 1, ...)"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct accessor_options *o = state->input;
  struct wpp_accessor_asked *q = &o->asked;
  const char *variable;
  switch (key)
    {
    case OPTION_AT:
      variable = wpp_at_parse_variable (&q->moment.at, state, arg);
      q->text = variable ? variable : q->text;
      return 0;
    case OPTION_OF:
      q->text = arg;
      return 0;
    case ARGP_KEY_END:
      wpp_moment_parse (&q->moment, &o->timed, key, arg, state);
      if (!q->text || !*q->text)
        wpp_options_wrong (state, "say what: --of=VARIABLE, --of=*ADDRESS or --at=FILE:LINE:VARIABLE");
      return 0;
    default:
      return wpp_moment_parse (&q->moment, &o->timed, key, arg, state);
    }
}

static int
run (int argc, char **argv, bool next, const char *doc)
{
  const struct wpp_command_line line = { options, parse, doc };
  struct accessor_options o = { .asked.next = next };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  uint64_t n = wpp_answered (sink, r, wpp_answer_accessor (r, &o.asked, sink, &place), &place);
  if (!n)
    wpp_say (o.asked.text, next ? "nobody reads it any more" : "nobody has written it");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_last_write (int argc, char **argv)
{
  return run (argc, argv, false, "Print who wrote a variable, or memory, last before a moment of a run that was recorded "
                                 "with values.");
}

int
wpp_command_next_read (int argc, char **argv)
{
  return run (argc, argv, true, "Print who reads a variable, or memory, next after a moment of a run that was recorded "
                                "with values.");
}
