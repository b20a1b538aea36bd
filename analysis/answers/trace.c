/* The path trace, event by event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include "activations/projection/project.h"
#include "answers/routes.h"
#include "answers/trace.h"
#include "base/saturate.h"
#include "grammar/rules/big.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"

/* The most events that are sent without a limit: nobody wants more.  */
#define MOST_EVENTS (UINT64_C (1) << 40)

#define CACHE_BITS 12
#define WORDS 16384

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_trace_row
static const struct wpp_row_column columns[]
  = { COLUMN (thread, NUMBER32), COLUMN (control, TEXT, .optional = true), COLUMN (event, ANY, .optional = true),
      COLUMN (function, TEXT, .optional = true), COLUMN (short_name, TEXT, .optional = true),
      COLUMN (assembler_name, TEXT, .optional = true), COLUMN (unit, TEXT, .optional = true),
      COLUMN (path, ANY, .optional = true), COLUMN (start, TEXT, .optional = true),
      COLUMN (end, TEXT, .optional = true),
      COLUMN (statements, ANY, .optional = true, .unit = "statements"),
      COLUMN (blocks, LIST, .optional = true, .of = &wpp_number32_schema),
      COLUMN (lines, LIST, .optional = true, .of = &wpp_source_line_schema) };
static const struct wpp_schema event_schema = WPP_SCHEMA ("event", struct OF, columns);
#undef OF

#define OF wpp_trace_file_head
static const struct wpp_row_column file_columns[] = { COLUMN (file, TEXT, .own_line = true) };
const struct wpp_schema wpp_trace_file_schema
  = WPP_SCHEMA ("trace", struct OF, file_columns, .rows = "events", .of = &event_schema);
#undef OF

const struct wpp_schema wpp_trace_schema = { .name = "traces", .rows = "profiles", .of = &wpp_trace_file_schema };

/* ---- Rows, which are kept for the next time that their event comes.  */

struct kept_row
{
  struct wpp_trace_row row;     /* its word is 0: none */
  struct wpp_trace_shown shown;
  char control[WPP_EVENT_NAME];
};

struct tracing
{
  struct wpp_recording *recording;
  const struct wpp_trace_asked *asked;
  struct wpp_trace_left *left;
  struct wpp_row_sink *sink;
  struct wpp_place *place;
  struct wpp_code *code;        /* null: events have no names */
  struct wpp_route route;
  uint32_t thread;
  int err;
  struct kept_row *rows;        /* [1 << CACHE_BITS] */
  uint32_t words[WORDS];        /* [n_words] of bare ones, which are still to be sent */
  size_t n_words;
};

static void
forget_rows (struct tracing *t)
{
  for (size_t i = 0; i < (size_t)1 << CACHE_BITS; i++)
    {
      free (t->rows[i].shown.text);
      t->rows[i].shown.text = NULL;
      t->rows[i].row.word = 0;
    }
}

/* Fill in ROW what the path ROUTE is.  */
static void
set_route (const struct tracing *t, const struct wpp_route_row *route, struct wpp_trace_row *row)
{
  row->function = route->function;
  row->shown_name = route->short_name;
  row->path = (struct wpp_any_cell){ WPP_CELL_PATH_NUMBER, { .number = route->path } };
  if (!t->asked->blocks)
    return;
  row->short_name = route->short_name;
  row->assembler_name = route->assembler_name;
  row->unit = route->unit;
  row->start = route->start;
  row->end = route->end;
  row->statements = (struct wpp_any_cell){ WPP_CELL_NUMBER, { .number = route->statements } };
  row->blocks = route->blocks;
  row->lines = route->lines;
}

/* Set K's row to EVENT; lists within it mean something until the next one is made.  */
static int
make_row (struct tracing *t, struct kept_row *k, uint32_t event)
{
  static const struct wpp_any_cell nothing = { WPP_CELL_TEXT, { .text = NULL } };
  struct wpp_route_row route;
  int found = 0;
  free (k->shown.text);
  *k = (struct kept_row){ .row = { .thread = t->thread, .word = event, .shown = &k->shown,
                                   .event = { WPP_CELL_NUMBER32, { .number32 = event } },
                                   .path = nothing, .statements = nothing } };
  if (t->asked->words)
    return 0;
  /* As many are spelled out as the trace is long.  */
  t->code->passed = 0;
  found = wpp_answer_route (t->recording, event, &t->route, &route, t->place);
  if (found > 0)
    set_route (t, &route, &k->row);
  else if (!found && !wpp_event_path_p (event))
    k->row.control = wpp_event_name (event, k->control);
  if (k->row.control || found > 0)
    k->row.event = nothing;
  return found < 0 ? found : 0;
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct tracing *t = data;
  struct wpp_trace_left *left = t->left;
  struct kept_row *k = &t->rows[event * 2654435769u >> (32 - CACHE_BITS)];
  if (k->row.word != event)
    t->err = make_row (t, k, event);
  count = count < left->send ? count : left->send;
  left->send -= count;
  left->sent += count;
  for (; count && !t->err; count--)
    t->err = wpp_sink_row (t->sink, &k->row);
  return t->err || !left->send;
}

static int
send_words (struct tracing *t)
{
  const struct wpp_trace_row row = { .words = t->words, .n_words = t->n_words };
  t->n_words = 0;
  return row.n_words ? wpp_sink_row (t->sink, &row) : 0;
}

static int
visit_bare (void *data, uint32_t event, uint64_t count)
{
  struct tracing *t = data;
  struct wpp_trace_left *left = t->left;
  count = count < left->send ? count : left->send;
  left->send -= count;
  left->sent += count;
  if (count == 1 && t->n_words < WORDS)
    {
      t->words[t->n_words++] = event;
      return !left->send;
    }
  for (; count && !t->err; count--)
    {
      if (t->n_words == WORDS)
        t->err = send_words (t);
      t->words[t->n_words++] = event;
    }
  return t->err || !left->send;
}

/* ---- Functions.  */

/* For the projection: keep the events of the selected function.  */
static uint32_t
letter (void *data, uint32_t event)
{
  struct tracing *t = data;
  uint64_t number;
  const struct wpp_code_function *f = wpp_code_find (t->code, event, &number);
  return f && wpp_function_named_p (f->function, t->asked->function) ? event : 0;
}

/* Replace the segments of THREAD by their projections.  */
static int
project_thread (struct tracing *t, struct wpp_thread *thread)
{
  size_t kept = 0;
  int err = 0;
  for (size_t s = 0; s < thread->n_segments; s++)
    {
      struct wpp_projection *p = err ? NULL : wpp_project (thread->segments[s], letter, t, false, &err);
      wpp_grammar_free (thread->segments[s]);
      if (p && p->grammar)
        thread->segments[kept++] = p->grammar;
      if (p)
        p->grammar = NULL;
      wpp_projection_free (p);
    }
  thread->n_segments = kept;
  return err;
}

/* ---- Threads.  */

/* Of a timestamped profile, whose events come activation within activation.  */
static int
visit_traced (void *data, uint32_t event, uint64_t count)
{
  struct tracing *t = data;
  if (t->asked->function && !letter (t, event))
    return 0;
  uint64_t skip = t->left->skip < count ? t->left->skip : count;
  t->left->skip -= skip;
  if (count <= skip)
    return 0;
  return t->asked->bare ? visit_bare (t, event, count - skip) : visit (t, event, count - skip);
}

static int
trace_calls (struct tracing *t, const struct wpp_profile *p, const struct wpp_thread *thread)
{
  const struct wpp_calls *calls = &p->traces->threads[thread - p->threads];
  int err = t->left->send ? wpp_traces_expand (p->traces, calls, visit_traced, t) : 0;
  return t->err ? t->err : err < 0 ? err : 0;
}

static int
trace_segments (struct tracing *t, const struct wpp_thread *thread)
{
  int err = 0;
  for (size_t s = 0; s < thread->n_segments && t->left->send && !err; s++)
    {
      uint64_t length = thread->segments[s]->length[0];
      uint64_t skip = t->left->skip < length ? t->left->skip : length;
      t->left->skip -= skip;
      if (skip < length
          && wpp_grammar_expand (thread->segments[s], skip, t->asked->bare ? visit_bare : visit, t) < 0 && !t->err)
        err = WPP_E_NOMEM;
      err = t->err ? t->err : err;
    }
  return err;
}

static bool
wanted_p (const struct tracing *t, const struct wpp_thread *thread)
{
  return t->asked->all_threads || thread->index == t->asked->thread;
}

static int
trace_threads (struct tracing *t, struct wpp_profile *p)
{
  int err = 0;
  for (size_t i = 0; i < p->n_threads && !err; i++)
    if (wanted_p (t, &p->threads[i]))
      {
        t->left->thread_found = true;
        forget_rows (t);
        t->thread = p->threads[i].index;
        err = p->traces ? trace_calls (t, p, &p->threads[i]) : trace_segments (t, &p->threads[i]);
      }
  return err;
}

/* ---- What nobody waits for.  */

/* Refuse to go through too much of P, which is timestamped.  What is skipped takes time as well.  */
static int
check_traced (const struct tracing *t, const struct wpp_profile *p)
{
  uint64_t total = 0, most = wpp_profile_most_runs (p), skip = t->left->skip;
  for (size_t i = 0; i < p->n_threads; i++)
    if (wanted_p (t, &p->threads[i]))
      total = wpp_saturating_add (total, p->threads[i].n_events);
  const char *more = wpp_saturated_p (total) ? ">=" : "";
  if (total > wpp_saturating_add (MOST_EVENTS, skip) && t->left->send > MOST_EVENTS)
    return wpp_complain (t->place, "", 0, WPP_E_TOLD, "%s%llu events; give a --limit", more, (unsigned long long)total);
  if (p->traces_runs > most && (t->asked->function || skip > most))
    return wpp_complain (t->place, "", 0, WPP_E_TOLD, "%s%llu events are too many to be searched in traces; use the "
                         "profile that they were made from", more, (unsigned long long)total);
  return 0;
}

/* Write to TEXT [SIZE] the number N, which saturates.  */
static void
write_big (const mpz_t n, char *text, size_t size)
{
  if (wpp_big_exact_p (n))
    gmp_snprintf (text, size, "%Zd", n);
  else
    snprintf (text, size, ">=2^%d", WPP_BIG_BITS);
}

/* Refuse output that would fill every disk.  */
static int
check_length (const struct tracing *t, const struct wpp_profile *p)
{
  mpz_t total, most;
  char text[WPP_BIG_BITS / 3 + 2];
  int err = 0;
  mpz_inits (total, most, NULL);
  for (size_t i = 0; i < p->n_threads && !err; i++)
    if (wanted_p (t, &p->threads[i]))
      err = wpp_thread_add_events (&p->threads[i], total);
  wpp_big_set (most, MOST_EVENTS);
  mpz_add_ui (most, most, t->left->skip);
  if (!err && mpz_cmp (total, most) > 0 && t->left->send > MOST_EVENTS)
    {
      write_big (total, text, sizeof text);
      err = wpp_complain (t->place, "", 0, WPP_E_TOLD, "%s events; give a --limit", text);
    }
  mpz_clears (total, most, NULL);
  return err;
}

/* ---- The answer.  */

/* Prepare T's profile, and see that it is not too much.  */
static int
prepare (struct tracing *t, struct wpp_profile *p)
{
  int err = 0;
  if ((!t->asked->words && !t->asked->bare) || t->asked->function)
    t->code = wpp_recording_code (t->recording, &err, t->place);
  for (size_t i = 0; t->asked->function && !p->traces && i < p->n_threads && !err; i++)
    err = project_thread (t, &p->threads[i]);
  if (err)
    return err;
  return p->traces ? check_traced (t, p) : check_length (t, p);
}

int
wpp_answer_trace (struct wpp_recording *r, const struct wpp_trace_asked *asked, bool only,
                  struct wpp_trace_left *left, struct wpp_row_sink *sink, struct wpp_place *place)
{
  const struct wpp_trace_file_head head = { wpp_recording_file (r), only };
  struct wpp_profile *p = wpp_recording_profile (r);
  struct tracing *t = calloc (1, sizeof *t);
  if (!t)
    return WPP_E_NOMEM;
  t->recording = r;
  t->asked = asked;
  t->left = left;
  t->sink = sink;
  t->place = place;
  t->rows = calloc ((size_t)1 << CACHE_BITS, sizeof *t->rows);
  int err = t->rows ? prepare (t, p) : WPP_E_NOMEM;
  if (!err)
    err = wpp_sink_begin (sink, &wpp_trace_file_schema, &head);
  if (!err)
    err = trace_threads (t, p);
  if (!err)
    err = send_words (t);
  if (!err)
    err = wpp_sink_end (sink);
  if (t->rows)
    forget_rows (t);
  free (t->rows);
  wpp_route_release (&t->route);
  free (t);
  return err;
}
