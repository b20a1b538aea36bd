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

static void
check (void *input, const struct argp_state *state)
{
  if (!((struct addresses_options *)input)->asked.at.text)
    wpp_options_wrong (state, "say which addresses: --at=FILE:LINE");
}

#define TO(MEMBER) WPP_MEMBER (struct addresses_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_AT (TO (asked.at), "The line; FILE is any ending of its name that is unique"),
  WPP_FLAG ("all", TO (asked.all), "Print each address, in order"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD only (0, 1, ...)"),
  { 0 }
};

int
wpp_command_addresses (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print which memory the statements of a line access in a run that was recorded with values." };
  struct addresses_options o = { .asked.thread = WPP_ALL_THREADS };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  uint64_t n = wpp_answered (sink, r, wpp_answer_addresses (r, &o.asked, sink, &place), &place);
  if (!n)
    wpp_say (o.asked.at.text, "no memory is accessed there");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
