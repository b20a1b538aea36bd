/* wpp last-write, wpp next-read: who wrote a variable last, or reads it next.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/accessor.h"
#include "tool/at.h"

struct accessor_options
{
  struct wpp_options common;
  struct wpp_accessor_asked asked;
};

static void
read_at (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_accessor_asked *q = &((struct accessor_options *)input)->asked;
  const char *variable = wpp_at_parse_variable (&q->moment.at, state, arg);
  q->text = variable ? variable : q->text;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct accessor_options *o = input;
  wpp_moment_check (&o->asked.moment, state);
  if (!o->asked.text || !*o->asked.text)
    wpp_options_wrong (state, "say what: --of=VARIABLE, --of=*ADDRESS or --at=FILE:LINE:VARIABLE");
}

#define TO(MEMBER) WPP_MEMBER (struct accessor_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("at", 0, "FILE:LINE[:VARIABLE]", read_at,
           "The moment is before the line; FILE is any ending of its name that is unique"),
  WPP_TEXT ("of", 0, "VARIABLE|*ADDRESS[:BYTES]", TO (asked.text),
            "The variable, as it is seen there, or a part of it or of what it points to, as `p.a', `a[2].b', `q->a.b'; "
            "or so many bytes of memory (default 8)"),
  WPP_EXECUTION (TO (asked.moment.execution),
                 "The K-th time that a block with a statement of the line is executed (default: last)"),
  WPP_TIME (TO (asked.moment.time), "The moment is before the event number T of the thread (0, 1, ...)"),
  WPP_THREAD (TO (asked.moment.thread), "In thread THREAD (default 0)"),
  { 0 }
};

static int
run (int argc, char **argv, bool next, const char *doc)
{
  const struct wpp_command_line line = { options, check, doc };
  struct accessor_options o = { .asked = { .next = next, .moment.time = WPP_NO_TIME } };
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
  return run (argc, argv, false,
              "Print who wrote a variable, or memory, last before a moment of a run that was recorded "
              "with values.");
}

int
wpp_command_next_read (int argc, char **argv)
{
  return run (argc, argv, true, "Print who reads a variable, or memory, next after a moment of a run that was recorded "
                                "with values.");
}
