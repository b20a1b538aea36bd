/* Questions to the recording that is made by hand (make-recording.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/activations.h"
#include "answers/arrival.h"
#include "answers/currency.h"
#include "answers/loop-trips.h"
#include "answers/query.h"
#include "answers/slice.h"
#include "answers/taken.h"
#include "answers/timed.h"
#include "facts/problems/problem.h"
#include "make-recording.h"
#include "unit.h"

/* Nothing is sent.  */
static void
check_nothing (unsigned number, const void *row)
{
  CHECK_QUIET (false, "row %u is sent after an error", number);
}

static void
check_error (int64_t n, int err, const struct wpp_place *place, const char *text)
{
  bool same = n == err && strcmp (place->what, text) == 0;
  if (!same)
    printf ("got %lld: %s\n", (long long)n, place->what);
  CHECK (same, "%s", text);
}

/* Line L, a number as it stands, of FILE_NAME.  */
#define LINE(file_name, l) ((struct wpp_at){ .text = file_name ":" #l, .file = file_name, .line = l })
static const struct wpp_at line_3 = LINE ("f.c", 3), line_4 = LINE ("f.c", 4);

/* ---- How a thread got to a line.  */

static void
check_arrival (unsigned number, const void *data)
{
  const struct wpp_arrival_row *a = data;
  struct wpp_arrival_call_row call;
  struct wpp_arrival_run_row run;
  CHECK (a->criterion.execution == 7 && a->criterion.executions == 10 && a->criterion.at.line == 3,
         "arrival: the criterion");
  CHECK (a->calls.n == 1 && a->path.n == 2 && a->whole, "… in one activation, from its beginning on");
  get (&a->calls, 0, &call);
  CHECK (strcmp (call.function, "f") == 0 && call.known && call.last && call.at.line == 3, "… of f");
  get (&a->path, 0, &run);
  CHECK (run.repeat == 1 && run.route.blocks.n == 2, "… where it had been once in the loop");
  CHECK (a->differs && a->differs->at.line == 2 && a->differs->here.line == 3 && a->differs->elsewhere.line == 4
           && strcmp (a->differs->condition, "if x < 5") == 0, "… before, it left the loop");
}

static int64_t
ask_arrival (struct wpp_recording *r, struct wpp_at at, uint64_t execution, uint32_t thread,
             void (*check) (unsigned number, const void *row), struct wpp_place *place)
{
  const struct wpp_arrival_asked asked = { at, execution, thread };
  *place = (struct wpp_place){ "", 0, "" };
  return wpp_answer_arrival (r, &asked, check_with (check), place);
}

static void
test_arrival (struct wpp_recording *r)
{
  struct wpp_place place;
  CHECK (ask_arrival (r, line_3, 7, 0, check_arrival, &place) == 1, "how a thread got to a line");
  check_error (ask_arrival (r, line_3, 11, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "f.c:3: the line was executed 10 times in thread 0");
  check_error (ask_arrival (r, line_3, 1, 7, check_nothing, &place), WPP_E_TOLD, &place, "no thread 7");
  check_error (ask_arrival (r, LINE ("f.c", 9), 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "f.c:9: no function has such a line; the nearest with code: 4 (f)");
  check_error (ask_arrival (r, LINE ("f.c", 1), 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "f.c:1: folded: no statement of the line is left in f; the nearest with code: 2 (f)");
  check_error (ask_arrival (r, LINE ("x.c", 3), 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "x.c:3: no function of the program is in a file 'x.c'");
}

/* ---- Slices.  */

/* What is returned does not depend on what P points to.  */
static void
check_slice (unsigned number, const void *data)
{
  static const uint32_t lines[] = { 2, 4 };
  const struct wpp_slice_head *h = data;
  const struct wpp_slice_row *line = data;
  if (!number)
    CHECK (h->criterion.execution == 2 && h->criterion.executions == 3 && h->lines == 2 && h->shown == 2,
           "slice: two lines");
  else
    CHECK (number <= 2 && line->line == lines[number - 1] && line->depth == 2 - number, "… line %u", line->line);
}

/* In the third activation, what is returned does not depend on the loop either.  */
static void
check_lone_slice (unsigned number, const void *data)
{
  const struct wpp_slice_row *line = data;
  CHECK_QUIET (!number || (number == 1 && line->line == 4 && !line->depth), "line 4 alone");
}

static void
test_slice (struct wpp_recording *r)
{
  struct wpp_slice_asked asked = { .at = line_4, .text = "f.c:4", .execution = 2, .approach = 3, .depth = 9 };
  struct wpp_place place = { "", 0, "" };
  CHECK (wpp_answer_slice (r, &asked, check_with (check_slice), &place) == 2, "what a line depends on");
  asked.execution = 0;
  CHECK (wpp_answer_slice (r, &asked, check_with (check_lone_slice), &place) == 1, "… the last time");
  asked.variable = "y";
  check_error (wpp_answer_slice (r, &asked, check_with (check_nothing), &place), WPP_E_ASKED, &place,
               "f.c:4: no variable `y' in function `f'");
}

/* ---- Queries.  */

/* What line 3 loads is what it has stored before, but for the first time in each activation.  */
static void
check_query (unsigned number, const void *data)
{
  const struct wpp_query_row *q = data;
  struct wpp_query_answer_row answer;
  if (!number)
    return;
  CHECK (number == 1 && q->executions == 10 && q->held == 8 && q->line == 3 && strcmp (q->times, "2:5,7:10") == 0,
         "query: a load is redundant but for the first ones");
  get (&q->answers, 0, &answer);
  CHECK (answer.truth && answer.count == 8 && answer.line == 3 && !answer.place, "… because of the store");
}

static unsigned
problem_named (const char *name)
{
  unsigned k = 0;
  while (strcmp (wpp_problem_kinds[k].name, name))
    k++;
  return k;
}

static void
test_query (struct wpp_recording *r)
{
  struct wpp_query_asked asked = { .problem = problem_named ("available-loads"), .at = line_3, .top = 20 };
  struct wpp_place place = { "", 0, "" };
  CHECK (wpp_answer_query (r, &asked, check_with (check_query), &place) == 1, "when a fact held");
  asked.fact = "nonsense";
  check_error (wpp_answer_query (r, &asked, check_with (check_nothing), &place), WPP_E_ASKED, &place,
               "f.c:3: problem available-loads has no fact with 'nonsense' in its text");
}

/* ---- Activations.  */

/* Executed are 10 times the 4 statements of node 2, 13 times that of node 3, and 3 times that of node 4.  */
static void
check_activations (unsigned number, const void *data)
{
  const struct wpp_activations_head *h = data;
  const struct wpp_activation_row *a = data;
  struct wpp_activation_caller_row caller;
  struct wpp_activation_run_row run;
  if (!number)
    {
      CHECK (h->total_cost == 10 * 4 + 13 + 3, "activations: what they cost");
      return;
    }
  get (&a->callers, 0, &caller);
  CHECK (a->callers.n == 1 && !caller.function && caller.count == a->count, "… nobody called them");
  if (number == 1)
    {
      get (&a->paths, 1, &run);
      CHECK (a->count == 2 && a->length == 6 && a->whole && a->paths.n == 3 && run.repeat == 4,
             "… two went round five times");
    }
  else
    CHECK (number == 2 && a->count == 1 && a->length == 1 && a->cost == 2, "… one did not");
}

static void
check_timed (unsigned number, const void *data)
{
  const struct wpp_timed_function_row *f = data;
  struct wpp_timed_pair_row pair;
  if (!number)
    return;
  get (&f->pairs, 0, &pair);
  CHECK (f->activations == 3 && f->pairs.n == 2 && pair.count == 2 && !pair.first->event && pair.last->event == 6,
         "… the first two began after 0 and 6 events");
}

static void
check_taken (unsigned number, const void *data)
{
  const struct wpp_taken_row *t = data;
  struct wpp_taken_trace_row trace;
  if (!number)
    return;
  get (&t->traces, 0, &trace);
  CHECK (t->activations == 2 && t->of == 3 && t->executions == 10 && t->traces.n == 1 && trace.times == 5,
         "… blocks 3 and 2 come one after the other five times in two of three");
}

static void
check_not_taken (unsigned number, const void *data)
{
  const struct wpp_taken_row *t = data;
  CHECK_QUIET (!number || (!t->activations && !t->executions && !t->traces.n), "nobody took it");
}

static void
check_trips (unsigned number, const void *data)
{
  const struct wpp_trips_row *l = data;
  struct wpp_trips_chain_row chain;
  if (!number)
    return;
  get (&l->callers, 0, &chain);
  CHECK (number == 1 && l->block == 3 && l->stays == 3 && l->trips == 13 && l->callers.n == 1 && !chain.calls.n,
         "… three stays in the loop, whose header was executed 13 times");
}

static void
test_activations (struct wpp_recording *r)
{
  const struct wpp_question_asked all = { .top = UINT64_MAX }, one = { .function = "f", .top = 1 },
                                  none = { .function = "g", .top = 1 };
  struct wpp_taken_asked taken = { "f", "3,2" };
  struct wpp_place place = { "", 0, "" };
  size_t n;
  CHECK (wpp_answer_activations (r, &all, check_with (check_activations), &place) == 2, "distinct traces");
  CHECK (wpp_answer_activations (r, &one, check_with (check_activations), &place) == 2, "all are counted, one is sent");
  CHECK (wpp_answer_timed (r, &all, check_with (check_timed), &place) == 1, "the timestamped form");
  CHECK (wpp_answer_timed (r, &none, check_with (check_timed), &place) == 0, "… of no function");
  CHECK (wpp_answer_taken (r, &taken, check_with (check_taken), &n, &place) == 1 && n == 1, "who took a subpath");
  taken.path = "2,2";
  CHECK (wpp_answer_taken (r, &taken, check_with (check_not_taken), &n, &place) == 0 && n == 1, "… nobody");
  taken.path = "2,";
  check_error (wpp_answer_taken (r, &taken, check_with (check_nothing), &n, &place), WPP_E_ASKED, &place,
               "activations: --path=2, ends too early");
  CHECK (wpp_answer_trips (r, &(struct wpp_trips_asked){ NULL, 1 }, check_with (check_trips), &n, &place) == 1,
         "trips of loops");
}

/* ---- Currency.  */

static void
test_currency (struct wpp_recording *r)
{
  const struct wpp_currency_asked asked = { .at = line_3 };
  struct wpp_place place = { "", 0, "" };
  const char *bad = NULL;
  int64_t n = wpp_answer_currency (r, &asked, check_with (check_nothing), &bad, &place);
  CHECK (n < 0 && bad && strcmp (bad, "/nowhere/program") == 0, "currency: a program that is not there is told");
}

int
main (void)
{
  char file[] = "/tmp/answers.XXXXXX";
  const char *const files[] = { file };
  int fd = mkstemp (file);
  if (fd < 0)
    return 1;
  close (fd);
  CHECK (!write_recording (file, 2, false), "a recording is written");
  struct wpp_recording *r = open_recording (files, WPP_HAS_ORDER);
  test_arrival (r);
  test_slice (r);
  wpp_recording_free (r);
  r = open_recording (files, WPP_HAS_ACTIVATIONS);
  test_query (r);
  test_activations (r);
  test_currency (r);
  wpp_recording_free (r);
  unlink (file);
  return unit_done ();
}
