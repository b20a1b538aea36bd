/* Questions to a recording whose program was made by hand, and its run, too:

     1  int f (int *p) { int x;
     2    for (x = 0; x < 5; x++)
     3      *p = x + *p;
     4    return x; }

   It was called with 5, 5 and no iterations (the bound is not looked at).
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
#include "format/event.h"
#include "make-grammar.h"
#include "make-program.h"
#include "program/paths/numbering.h"
#include "recording/profile/write.h"
#include "unit.h"

#define BASE WPP_EVENT_FIRST_PATH

/* ---- The recording.  */

/* The event of the path of NUM whose nodes are NODES [N].  */
static uint32_t
event_of (const struct wpp_numbering *num, const uint32_t *nodes, uint32_t n)
{
  struct wpp_path path = { 0 };
  uint64_t i = 0;
  bool found = false;
  for (; i < num->n_paths && !found; i++)
    found = !wpp_path_decode (num, i, &path) && path.n_nodes == n && !memcmp (path.nodes, nodes, n * sizeof *nodes);
  wpp_path_release (&path);
  CHECK_QUIET (found, "a path of %u nodes", n);
  return BASE + i - 1;
}

/* Set EVENTS to those of three activations; return how many there are.  */
static size_t
make_events (const struct wpp_cfg *cfg, uint32_t *events)
{
  static const uint32_t first[] = { 0, 3, 2 }, again[] = { 3, 2 }, last[] = { 3, 4 }, only[] = { 0, 3, 4 };
  int err;
  size_t n = 0;
  struct wpp_numbering *num = wpp_numbering_new (cfg, 100, &err);
  for (int activation = 0; activation < 2; activation++)
    {
      events[n++] = event_of (num, first, 3);
      for (int i = 0; i < 4; i++)
        events[n++] = event_of (num, again, 2);
      events[n++] = event_of (num, last, 2);
    }
  events[n++] = event_of (num, only, 3);
  wpp_numbering_free (num);
  return n;
}

/* The notes of the program: a record of *SIZE bytes.  */
static unsigned char *
make_notes (struct wpp_unit *unit, size_t *size)
{
  static const uint32_t lines[] = { 3, 3, 3, 2, 2, 4 };
  unsigned char *record = NULL;
  struct wpp_program *p = make_program ();
  for (uint32_t i = 0; i < p->bodies[0].n_statements; i++)
    p->bodies[0].statements[i].line = lines[i];
  unit->n_paths = unit->functions[0].n_paths = unit->functions[1].offset = 4;
  unit->functions[0].end_line = 4;
  bool made = !wpp_unit_encode (unit, &record, size)
              && !wpp_program_encode (p, unit, &unit->program, &unit->program_size);
  CHECK_QUIET (made, "notes are made");
  /* Statements come after the record of their unit.  */
  record = realloc (record, *size + unit->program_size);
  memcpy (record + *size, unit->program, unit->program_size);
  *size += unit->program_size;
  wpp_program_free (p);
  return record;
}

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

static int
write_recording (const char *file)
{
  uint32_t events[16];
  struct wpp_unit *unit = make_unit ();
  struct wpp_profile p = { .program = (char *)"/nowhere/program", .options = (char *)"", .n_modules = 1 };
  p.notes = make_notes (unit, &p.notes_size);
  struct wpp_unit_ref ref = { .id = unit->id, .base = BASE, .n_paths = 4 };
  p.modules = &(struct wpp_module){ .path = (char *)"/nowhere/program", .n_units = 1, .units = &ref };
  size_t n = make_events (&unit->functions[0].cfg, events);
  struct wpp_grammar *g = grammar_of (events, n);
  FILE *out = fopen (file, "w");
  struct wpp_writer *w = wpp_writer_new (write_bytes, out);
  int err = wpp_writer_process (w, &p);
  if (!err)
    err = wpp_writer_notes (w, &p);
  if (!err)
    err = wpp_writer_thread (w, 0, n, 0);
  if (!err)
    err = wpp_writer_grammar (w, g);
  if (!err)
    err = wpp_writer_end (w);
  wpp_writer_free (w);
  fclose (out);
  wpp_grammar_free (g);
  free (p.notes);
  wpp_unit_free (unit);
  return err;
}

static struct wpp_recording *
open_recording (const char *const *file, unsigned needs)
{
  const struct wpp_recording_request request = { .files = file, .n_files = 1, .needs = needs };
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  CHECK_QUIET (r, "the recording is opened: %s %s", wpp_strerror (err), place.what);
  return r;
}

/* ---- Sinks.  */

/* Shows heads and rows to CHECK, with their number: 0 is the head's.  */
struct checking
{
  struct wpp_row_sink sink;
  void (*check) (unsigned number, const void *row);
  unsigned n;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct checking *c = (struct checking *)sink;
  c->n = 0;
  c->check (0, head);
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct checking *c = (struct checking *)sink;
  c->check (++c->n, data);
  return 0;
}

static int
end (struct wpp_row_sink *sink)
{
  return 0;
}

static struct wpp_row_sink *
check_with (void (*check) (unsigned number, const void *row))
{
  static struct checking c;
  c = (struct checking){ { begin, row, end }, check, 0 };
  return &c.sink;
}

/* Element I of LIST, in ROW.  */
static void
get (const struct wpp_row_list *list, size_t i, void *row)
{
  CHECK_QUIET (i < list->n && !list->get (list->data, i, row), "element %zu of a list", i);
}

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

static const struct wpp_at line_3 = { "f.c:3", "f.c", 3 }, line_4 = { "f.c:4", "f.c", 4 };

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
  check_error (ask_arrival (r, (struct wpp_at){ "f.c:9", "f.c", 9 }, 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "f.c:9: no function has such a line; the nearest with code: 4 (f)");
  check_error (ask_arrival (r, (struct wpp_at){ "f.c:1", "f.c", 1 }, 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
               "f.c:1: folded: no statement of the line is left in f; the nearest with code: 2 (f)");
  check_error (ask_arrival (r, (struct wpp_at){ "x.c:3", "x.c", 3 }, 1, 0, check_nothing, &place), WPP_E_ASKED, &place,
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
  const struct wpp_question_asked all = { .top = UINT64_MAX }, one = { "f", 1, NULL }, none = { "g", 1, NULL };
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
  CHECK (!write_recording (file), "a recording is written");
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
