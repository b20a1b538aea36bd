/* wpp values: what statements computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "answers/invariants.h"
#include "answers/replayed.h"
#include "answers/value-places.h"
#include "answers/values.h"
#include "answers/verified.h"
#include "tool/at.h"

struct values_options
{
  struct wpp_options common;
  bool verify, hot, places;
  const char *function;         /* of HOT and PLACES */
  uint64_t top;
  struct wpp_values_asked asked;
};

static void
read_at (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_values_asked *q = &((struct values_options *)input)->asked;
  q->text = arg;
  q->variable = wpp_at_parse_variable (&q->at, state, arg);
}

static void
check (void *input, const struct argp_state *state)
{
  const struct values_options *o = input;
  if (o->verify + o->hot + o->places + (o->asked.at.text != NULL) != 1)
    wpp_options_wrong (state, "say which values: --at=FILE:LINE, --at=FILE:LINE:VARIABLE, --hot or --places; "
                              "or --verify");
  if (!o->hot && !o->places && (o->function || o->top))
    wpp_options_wrong (state, "--function and --top go with --hot and --places");
}

#define TO(MEMBER) WPP_MEMBER (struct values_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("at", 0, "FILE:LINE[:VARIABLE]", read_at,
           "The line, or what VARIABLE is there; FILE is any ending of the file's name that is unique"),
  WPP_FLAG ("all", TO (asked.all), "Print each value, in order"),
  WPP_NUMBER ("execution", 0, "K", TO (asked.execution), 1, UINT64_MAX - 1,
              "Only the K-th execution of each statement, in each thread"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD only (0, 1, ...)"),
  WPP_FLAG ("hot", TO (hot), "Print what was loaded or returned and nearly always had the same value"),
  WPP_FLAG ("places", TO (places),
            "Print divisors, sizes of memory and what switches decide on, with their most frequent values, of a "
            "profile of -fwpp-generate=paths,values, or wet"),
  WPP_FUNCTION (TO (function), "With --hot or --places: only in FUNCTION"),
  WPP_TOP (TO (top), "With --hot or --places: only the N statements that are executed most, or alike"),
  WPP_FLAG ("verify", TO (verify), "Compare all branches, and what values=all recorded, with what replay computes"),
  { 0 }
};

static const struct wpp_question hot
  = { .doing = "replaying", .rows = "statements", .needs = WPP_HAS_ORDER | WPP_HAS_VALUES,
      .answer = wpp_answer_invariants, .nothing = "nothing nearly always had the same value" };
static const struct wpp_question places
  = { .rows = "places", .needs = WPP_HAS_COUNTS, .answer = wpp_answer_value_places,
      .nothing = "no division, size of memory or switch was executed" };

int
wpp_command_values (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print what statements computed, in a run recorded with values, or counted with them." };
  struct values_options o = { .asked.thread = WPP_ALL_THREADS };
  struct wpp_place place = { "", 0, "" };
  bool sound = true;
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  if (o.hot || o.places)
    return wpp_ask_question (o.hot ? &hot : &places, &o.common,
                             (struct wpp_question_asked){ .function = o.function, .top = o.top });
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  int64_t n = o.verify ? wpp_answer_verified (r, sink, &sound, &place) : wpp_answer_values (r, &o.asked, sink, &place);
  wpp_answered (sink, r, n, &place);
  if (!n && !o.verify)
    wpp_say (o.asked.text, "not executed");
  wpp_recording_free (r);
  return sound && (n || o.verify) ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
