/* What was counted of the recording that is made by hand (make-recording.h): lines, calls, what differs between two,
   and why a line was reached, or not.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/calls.h"
#include "answers/diff.h"
#include "answers/lines.h"
#include "answers/why.h"
#include "make-recording.h"
#include "unit.h"

/* ---- Lines.  */

static void
check_lines (unsigned number, const void *data)
{
  static const struct wpp_line_row expected[] = { { 2, 13, false }, { 3, 10, false }, { 4, 3, false } };
  const struct wpp_lines_row *source = data;
  struct wpp_line_row line;
  if (!number)
    return;
  CHECK (number == 1 && strcmp (source->file, "f.c") == 0 && source->lines.n == 3, "lines: one file, three with code");
  for (size_t i = 0; i < 3; i++)
    {
      get (&source->lines, i, &line);
      CHECK (line.line == expected[i].line && line.count == expected[i].count && !line.unexecuted_block,
             "… line %u was executed %llu times", line.line, (unsigned long long)line.count);
    }
}

static void
test_lines (struct wpp_recording *r)
{
  const struct wpp_lines_asked all = { .top = UINT64_MAX }, none = { .source = "other.c", .top = UINT64_MAX };
  struct wpp_place place = { "", 0, "" };
  CHECK (wpp_answer_lines (r, &all, check_with (check_lines), &place) == 1, "how often lines were executed");
  CHECK (wpp_answer_lines (r, &none, check_with (check_lines), &place) == 0, "… of no file");
}

/* ---- Calls.  Heads of parts are null.  */

static void
check_calls (unsigned number, const void *data)
{
  const struct wpp_call_context_row *c = data;
  if (number)
    CHECK (number == 1 && c->level == 1 && c->caller < 0 && strcmp (c->function->name, "f") == 0 && !c->call
             && c->count == 3 && c->total == 3,
           "calls: nobody is known to have called f three times");
}

static void
check_no_row (unsigned number, const void *data)
{
  CHECK_QUIET (!number, "no row is sent");
}

static void
test_calls (struct wpp_recording *r)
{
  struct wpp_calls_asked asked = { .contexts.all_threads = true, .min_share = -1 };
  struct wpp_place place = { "", 0, "" };
  CHECK (wpp_answer_calls (r, &asked, check_with (check_calls), &place) == 1, "who called whom");
  asked.function = "g";
  CHECK (wpp_answer_calls (r, &asked, check_with (check_no_row), &place) == 0, "… of a function that nobody called");
}

/* ---- What differs.  */

static void
check_diff (unsigned number, const void *data)
{
  const struct wpp_diff_function_row *f = data;
  if (number)
    CHECK (number == 1 && strcmp (f->is.what, "more") == 0 && f->is.a == 10 * 4 + 13 + 3 && f->is.b == 20 * 4 + 25 + 5
             && f->is.share == 1 && strcmp (f->function, "f") == 0 && strcmp (f->graph, "same") == 0
             && f->activations_a == 3 && f->activations_b == 5,
           "diff: f was called more often");
}

static void
check_alike (unsigned number, const void *data)
{
  const struct wpp_diff_head *head = data;
  CHECK_QUIET (!number, "nothing differs");
  if (head)
    CHECK (head->alike && head->a.statements == head->b.statements, "diff: a recording and itself are alike");
}

static void
test_diff (struct wpp_recording *a, struct wpp_recording *b)
{
  const struct wpp_diff_asked asked = { .parts = 1 << WPP_DIFF_FUNCTIONS };
  struct wpp_diff_found found;
  struct wpp_recording *of = NULL;
  struct wpp_place place = { "", 0, "" };
  CHECK (wpp_answer_diff (a, b, &asked, check_with (check_diff), &found, &of, &place) == 1, "what differs");
  CHECK (wpp_answer_diff (a, a, &asked, check_with (check_alike), &found, &of, &place) == 0, "… from itself nothing");
}

/* ---- Why.  */

/* The condition was false three times: at the end of each activation.  */
static void
check_why_not (unsigned number, const void *data)
{
  const struct wpp_why_head *head = data;
  const struct wpp_why_row *w = data;
  if (!number)
    CHECK (!head->reached && head->line == 3 && head->execution == 3 && head->executions == 3, "why: the third time");
  else if (number == 1)
    CHECK (w->line == 2 && w->depth == 0 && strcmp (w->statement, "if x < 5") == 0, "… as the loop was left");
}

/* That the first activation returned rests on how often the loop had gone round, and that on the round before.  */
static void
check_why (unsigned number, const void *data)
{
  const struct wpp_why_head *head = data;
  const struct wpp_why_row *w = data;
  if (!number)
    CHECK (head->reached && head->execution == 1 && head->executions == 3 && !head->unknown, "why: an execution");
  else
    CHECK (w->depth == number - 1 && w->line == (number == 1 ? 4 : 2)
             && strcmp (w->because, number == 1 ? "criterion" : "control") == 0,
           "… line %u, for line %u", w->line, w->for_line);
}

static void
test_why (struct wpp_recording *r)
{
  struct wpp_why_asked asked = { .at = { "f.c:3", "f.c", 3 }, .text = "f.c:3", .not_reached = true, .depth = 3 };
  struct wpp_place place = { "", 0, "" };
  int64_t n = wpp_answer_why (r, &asked, check_with (check_why_not), &place);
  CHECK (n >= 1, "why a line was not reached: %lld rows", (long long)n);
  asked = (struct wpp_why_asked){ .at = { "f.c:4", "f.c", 4 }, .text = "f.c:4", .execution = 1, .depth = 3 };
  n = wpp_answer_why (r, &asked, check_with (check_why), &place);
  CHECK (n >= 4, "how a thread came to a line: %lld rows", (long long)n);
}

int
main (void)
{
  char files[2][24] = { "/tmp/answers-a.XXXXXX", "/tmp/answers-b.XXXXXX" };
  const char *const names[2][1] = { { files[0] }, { files[1] } };
  struct wpp_recording *r[2];
  for (int i = 0; i < 2; i++)
    {
      int fd = mkstemp (files[i]);
      if (fd < 0)
        return 1;
      close (fd);
      CHECK (!write_recording (files[i], i ? 4 : 2, i == 0), "a recording is written");
      r[i] = open_recording (names[i], WPP_HAS_ACTIVATIONS);
    }
  test_lines (r[0]);
  test_calls (r[0]);
  test_diff (r[0], r[1]);
  test_why (r[0]);
  for (int i = 0; i < 2; i++)
    {
      wpp_recording_free (r[i]);
      unlink (files[i]);
    }
  return unit_done ();
}
