/* wpp currency: does a debugger show the value of a variable that the source promises?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4.3.2.  */

#include <inttypes.h>
#include "answers/currency.h"
#include "tool/at.h"

struct currency_options
{
  struct wpp_options common;
  struct wpp_currency_asked asked;
};

static void
check (void *input, const struct argp_state *state)
{
  const struct currency_options *o = input;
  if (o->asked.variable && !o->asked.at.text)
    wpp_options_wrong (state, "--variable goes with --at");
}

#define TO(MEMBER) WPP_MEMBER (struct currency_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_AT (TO (asked.at), "Stop at this line; FILE is any ending of its name that is unique (default: every line, and "
          "only sums are printed)"),
  WPP_TEXT ("variable", 0, "NAME", TO (asked.variable),
            "Ask for this variable (default: all that are seen from the line)"),
  { 0 }
};

/* The first --program is the program that is debugged; others say where the one that ran is.  */
static void
take_program (struct currency_options *o)
{
  if (!o->common.programs)
    return;
  o->asked.program = o->common.programs[0];
  o->common.programs++;
}

/* Say what the answer to the question about all lines leaves out.  */
static void
tell_sums (const struct wpp_currency_sums *s)
{
  if (s->unmoved)
    wpp_say (s->program, "%zu of %zu functions that were executed have no moves there that fit", s->unmoved,
             s->functions);
  if (s->skipped)
    wpp_say (s->program, "%" PRIu64 " questions were left out: their answers are too many series", s->skipped);
}

int
wpp_command_currency (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print in which executions of a line an optimised program shows the value of a variable that the source promises."
  };
  struct currency_options o = { .asked.program = NULL };
  struct wpp_currency_sums sums;
  struct wpp_place place = { "", 0, "" };
  const char *bad = NULL;
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  take_program (&o);
  struct wpp_recording *r = wpp_open (&o.common, WPP_HAS_ACTIVATIONS);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink_late (&o.common);
  int64_t n = o.asked.at.text ? wpp_answer_currency (r, &o.asked, sink, &bad, &place)
                              : wpp_answer_currency_sums (r, &o.asked, sink, &sums, &bad, &place);
  if (bad)
    wpp_output_done (sink, bad, n, &place);
  wpp_answered (sink, r, n, &place);
  if (!o.asked.at.text)
    tell_sums (&sums);
  else if (!n)
    wpp_say (o.asked.at.text, "no variable is seen there");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
