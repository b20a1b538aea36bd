/* wpp addresses: which memory statements access.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/addresses.h"
#include "answers/replayed.h"
#include "tool/at.h"

struct addresses_options
{
  struct wpp_options common;
  struct wpp_addresses_asked asked;
};

enum
{
  OPTION_AT = 0x200,
  OPTION_ALL
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE", "The line; FILE is any ending of its name that is unique"),
  WPP_OPTION ("all", OPTION_ALL, NULL, "Print each address, in order"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD only (0, 1, ...)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_addresses_asked *q = &((struct addresses_options *)state->input)->asked;
  switch (key)
    {
    case OPTION_AT:
      q->text = arg;
      wpp_at_parse (&q->at, state, arg);
      return 0;
    case OPTION_ALL:
      q->all = true;
      return 0;
    case 't':
      q->thread = wpp_options_thread (state, arg);
      return 0;
    case ARGP_KEY_END:
      if (!q->at.text)
        wpp_options_wrong (state, "say which addresses: --at=FILE:LINE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

int
wpp_command_addresses (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print which memory the statements of a line access in a run that was recorded with values." };
  struct addresses_options o = { .asked.thread = WPP_ALL_THREADS };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  uint64_t n = wpp_answered (sink, r, wpp_answer_addresses (r, &o.asked, sink, &place), &place);
  if (!n)
    wpp_say (o.asked.text, "no memory is accessed there");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
