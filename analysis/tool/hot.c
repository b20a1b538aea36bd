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

static void
read_min_cost (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_hot_asked *asked = &((struct hot *)input)->asked;
  size_t n = strlen (arg);
  char *end;
  asked->percent = 0;
  if (!n || arg[n - 1] != '%')
    {
      asked->limits.min_cost = wpp_options_number (state, "--min-cost", arg, 0, UINT64_MAX);
      return;
    }
  asked->percent = strtod (arg, &end);
  if (*end != '%' || end[1] || end == arg || !(asked->percent > 0 && asked->percent <= 100))
    wpp_options_wrong (state, "--min-cost: '%s' is no percentage", arg);
}

static void
read_cost (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  bool events = strcmp (arg, "events") == 0;
  if (!events && strcmp (arg, "statements") != 0)
    wpp_options_wrong (state, "--cost: '%s' is neither 'events' nor 'statements'", arg);
  ((struct hot *)input)->asked.events = events;
}

static void
check (void *input, const struct argp_state *state)
{
  struct wpp_hot_asked *asked = &((struct hot *)input)->asked;
  if (!asked->limits.min_length)
    asked->limits.min_length = asked->paper ? 2 : 1;
  if (asked->limits.max_length < asked->limits.min_length)
    wpp_options_wrong (state, "--max-length is less than --min-length");
}

#define TO(MEMBER) WPP_MEMBER (struct hot, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("min-cost", 0, "C", read_min_cost,
           "Subpaths that cost at least C, or C% of the program's total cost (default 1%)"),
  WPP_NUMBER ("min-length", 0, "N", TO (asked.limits.min_length), 1, 1 << 20,
              "Subpaths of at least N paths (default 1; with --paper 2)"),
  WPP_NUMBER ("max-length", 0, "L", TO (asked.limits.max_length), 1, 1 << 20,
              "Subpaths of at most L paths (default 20)"),
  WPP_OWN ("cost", 0, "UNIT", read_cost, "What a path costs: its `statements' (default) or 1 for each of the `events'"),
  WPP_NUMBER ("top", 0, "N", TO (asked.top), 1, UINT64_MAX, "Print the N most costly only"),
  WPP_FLAG ("paper", TO (asked.paper),
            "Minimal hot subpaths, as Larus's paper has them: a loop comes once for each length that is hot"),
  { 0 }
};

int
wpp_command_hot (int argc, char **argv)
{
  static const struct wpp_command_line line = { options, check,
                                                "Print the hot loops and subpaths: paths, and short sequences of paths "
                                                "executed one after another, that together cost "
                                                "much, each once, with how often they are repeated in a row." };
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
    wpp_say ("hot", "no subpath of %u to %u paths costs %" PRIu64 " of %s", head.min_length, head.max_length,
             head.min_cost, wpp_count_text (head.total_cost, total));
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
