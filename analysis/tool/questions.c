/* Commands that ask a recording one question, with the options that most have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "answers/branches.h"
#include "answers/caches.h"
#include "answers/fields.h"
#include "answers/program.h"
#include "answers/residual.h"
#include "tool/tool.h"

const struct wpp_question wpp_question_branches
  = { .doc = "Print how often conditional branches were executed and taken, and how often a processor is "
             "expected to mispredict them: those that are most often come first.",
      .function = "Print the branches of FUNCTION only",
      .top = "Print the N branches that are mispredicted most often only",
      .doing = "replaying branches",
      .rows = "branches",
      .needs = WPP_HAS_COUNTS | WPP_HAS_ORDER,
      .answer = wpp_answer_branches,
      .nothing = "no conditional branch was executed" };

const struct wpp_question wpp_question_fields
  = { .doc = "Print which fields of structures are used together by paths, and which layouts touch fewer cache lines.",
      .top = "Print the N structures with the greatest gain only",
      .caches = "Simulate the caches SIZE/WAYS/LINE,... (" WPP_USUAL_CACHES ")",
      .doing = "looking at fields",
      .rows = "structures",
      .needs = WPP_HAS_COUNTS,
      .answer = wpp_answer_fields,
      .nothing = "no fields of objects that are reached by a pointer or in an array were used" };

const struct wpp_question wpp_question_program
  = { .doc = "Print the statements of the program's functions, as data flow problems see them.",
      .function = "Print the statements of FUNCTION only",
      .needs = WPP_HAS_COUNTS,
      .answer = wpp_answer_program };

const struct wpp_question wpp_question_residual
  = { .doc = "Print the executed paths that are not among the interesting ones, with their counts and when each was "
             "executed first.  For profiles of -fwpp-generate=preferential.",
      .function = "Print the paths of FUNCTION only",
      .needs = WPP_HAS_COUNTS,
      .answer = wpp_answer_residual,
      .nothing = "no residual paths",
      .nothing_of = "no residual paths" };

/* ---- Options.  */

struct asking
{
  struct wpp_options common;
  struct wpp_question_asked asked; /* top 0: not given */
};
#define TO(MEMBER) WPP_MEMBER (struct asking, MEMBER)

/* Set OPTIONS, all 0 before, to those of Q.  */
static void
list_options (const struct wpp_question *q, struct wpp_option options[4])
{
  size_t n = 0;
  if (q->function)
    options[n++] = (struct wpp_option)WPP_FUNCTION (TO (asked.function), q->function);
  if (q->top)
    options[n++] = (struct wpp_option)WPP_TOP (TO (asked.top), q->top);
  if (q->caches)
    options[n++] = (struct wpp_option)WPP_TEXT ("cache", 0, "CACHES", TO (asked.caches), q->caches);
}

/* ---- The command.  */

static bool
has_function_p (const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (wpp_function_named_p (code->functions[i].function, name))
      return true;
  return false;
}

void
wpp_function_absent (const struct wpp_code *code, const char *name)
{
  size_t i = 0;
  while (i < code->n_skipped && !wpp_function_named_p (code->skipped[i], name))
    i++;
  if (has_function_p (code, name))
    wpp_say (name, "not executed");
  else if (i < code->n_skipped)
    wpp_say (name, "not instrumented: %s", code->skipped[i]->reason ? code->skipped[i]->reason : "unknown");
  else
    wpp_say (name, "no such function");
}

/* Say that nothing was found in R, of FUNCTION unless that is null.  */
static void
explain (const struct wpp_question *q, const char *function, struct wpp_recording *r)
{
  if (function && !(q->nothing_of && has_function_p (wpp_open_code (r), function)))
    wpp_function_absent (wpp_open_code (r), function);
  else if (function || q->nothing)
    wpp_say (function ? function : wpp_recording_file (r), "%s", function ? q->nothing_of : q->nothing);
}

int
wpp_ask_question (const struct wpp_question *q, const struct wpp_options *common, struct wpp_question_asked asked)
{
  struct wpp_place place = { "", 0, "" };
  const uint64_t top = asked.top;
  asked.top = q->rows ? wpp_rows_most (common, top) : UINT64_MAX;
  struct wpp_recording *r = wpp_open (common, q->needs);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (common);
  if (q->doing)
    wpp_progress (q->doing, NULL);
  uint64_t n = wpp_answered (sink, r, q->answer (r, &asked, sink, &place), &place);
  if (!n)
    explain (q, asked.function, r);
  else if (q->rows)
    wpp_rows_shown (common, n, top, q->rows);
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_question (const struct wpp_question *q, int argc, char **argv)
{
  struct wpp_option options[4] = { { 0 } };
  const struct wpp_command_line line = { options, NULL, q->doc };
  struct asking a = { .asked.top = 0 };
  list_options (q, options);
  wpp_options_parse (&line, argc, argv, &a.common, &a);
  return wpp_ask_question (q, &a.common, a.asked);
}
