/* wpp hot: hot loops and subpaths, with their functions and source lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/hot.h"
#include "base/saturate.h"
#include "tool/tool.h"

struct hot
{
  struct wpp_options common;
  struct wpp_hot_asked asked;
};

enum
{
  OPTION_MIN_COST = 0x200,
  OPTION_MIN_LENGTH,
  OPTION_MAX_LENGTH,
  OPTION_COST,
  OPTION_TOP,
  OPTION_PAPER
};

static const struct argp_option options[] = {
  WPP_OPTION ("min-cost", OPTION_MIN_COST, "C",
    "Subpaths that cost at least C, or C% of the program's total cost (default 1%)"),
  WPP_OPTION ("min-length", OPTION_MIN_LENGTH, "N", "Subpaths of at least N paths (default 1; with --paper 2)"),
  WPP_OPTION ("max-length", OPTION_MAX_LENGTH, "L", "Subpaths of at most L paths (default 20)"),
  WPP_OPTION ("cost", OPTION_COST, "UNIT",
    "What a path costs: its `statements' (default) or 1 for each of the `events'"),
  WPP_OPTION ("top", OPTION_TOP, "N", "Print the N most costly only"),
  WPP_OPTION ("paper", OPTION_PAPER, NULL,
    "Minimal hot subpaths, as Larus's paper has them: a loop comes once for each length that is hot"),
  { 0 }
};

static void
parse_min_cost (struct hot *hot, const char *arg, const struct argp_state *state)
{
  size_t n = strlen (arg);
  char *end;
  hot->asked.percent = 0;
  if (!n || arg[n - 1] != '%')
    {
      hot->asked.limits.min_cost = wpp_options_number (state, "--min-cost", arg, 0, UINT64_MAX);
      return;
    }
  hot->asked.percent = strtod (arg, &end);
  if (*end != '%' || end[1] || end == arg || !(hot->asked.percent > 0 && hot->asked.percent <= 100))
    wpp_options_wrong (state, "--min-cost: '%s' is no percentage", arg);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct hot *hot = state->input;
  switch (key)
    {
    case OPTION_MIN_COST:
      parse_min_cost (hot, arg, state);
      return 0;
    case OPTION_MIN_LENGTH:
      hot->asked.limits.min_length = wpp_options_number (state, "--min-length", arg, 1, 1 << 20);
      return 0;
    case OPTION_MAX_LENGTH:
      hot->asked.limits.max_length = wpp_options_number (state, "--max-length", arg, 1, 1 << 20);
      return 0;
    case OPTION_COST:
      hot->asked.events = strcmp (arg, "events") == 0;
      if (!hot->asked.events && strcmp (arg, "statements") != 0)
        wpp_options_wrong (state, "--cost: '%s' is neither 'events' nor 'statements'", arg);
      return 0;
    case OPTION_TOP:
      hot->asked.top = wpp_options_number (state, "--top", arg, 1, UINT64_MAX);
      return 0;
    case OPTION_PAPER:
      hot->asked.paper = true;
      return 0;
    case ARGP_KEY_END:
      if (!hot->asked.limits.min_length)
        hot->asked.limits.min_length = hot->asked.paper ? 2 : 1;
      if (hot->asked.limits.max_length < hot->asked.limits.min_length)
        wpp_options_wrong (state, "--max-length is less than --min-length");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

int
wpp_command_hot (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the hot loops and subpaths: paths, and short sequences of paths executed one after another, that together cost "
    "much, each once, with how often they are repeated in a row."
  };
  struct hot hot = { .asked = { .percent = 1, .limits = { 0, 0, 20, 0 }, .top = UINT64_MAX } };
  struct wpp_hot_head head;
  struct wpp_place place = { "", 0, "" };
  char total[WPP_COUNT_TEXT];
  wpp_options_parse (&line, argc, argv, &hot.common, &hot);
  struct wpp_recording *r = wpp_open (&hot.common, WPP_HAS_ORDER);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&hot.common);
  wpp_progress ("looking for hot subpaths", NULL);
  uint64_t n = wpp_answered (sink, r, wpp_answer_hot (r, &hot.asked, sink, &head, &place), &place);
  if (!n)
    wpp_say ("hot", "no subpath of %u to %u paths costs %" PRIu64 " of %s", head.min_length, head.max_length, head.min_cost,
             wpp_count_text (head.total_cost, total));
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
