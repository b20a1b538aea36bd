/* When and how often a data flow fact held, as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/query-impl.h"
#include "facts/problems/problem.h"
#include "facts/problems/text.h"

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column answer_columns[]
  = { { .name = "true", .type = WPP_CELL_TRUTH, .offset = offsetof (struct wpp_query_answer_row, truth) },
      CELL (wpp_query_answer_row, count, COUNT, .unit = "executions"),
      CELL (wpp_query_answer_row, file, TEXT, .optional = true),
      CELL (wpp_query_answer_row, line, SIGNED, .optional = true),
      CELL (wpp_query_answer_row, function, TEXT, .optional = true),
      CELL (wpp_query_answer_row, statement, TEXT, .optional = true),
      CELL (wpp_query_answer_row, place, TEXT, .optional = true),
      CELL (wpp_query_answer_row, times, TEXT, .optional = true) };
static const struct wpp_schema answer_schema = WPP_SCHEMA ("answer", struct wpp_query_answer_row, answer_columns);

static const struct wpp_row_column fact_columns[]
  = { CELL (wpp_query_row, fact, TEXT),
      CELL (wpp_query_row, function, TEXT),
      CELL (wpp_query_row, file, TEXT, .optional = true),
      CELL (wpp_query_row, line, SIGNED, .optional = true),
      CELL (wpp_query_row, executions, COUNT),
      { .name = "true", .type = WPP_CELL_COUNT, .offset = offsetof (struct wpp_query_row, held), .unit = "executions" },
      CELL (wpp_query_row, queries, NUMBER),
      CELL (wpp_query_row, times, TEXT, .optional = true),
      CELL (wpp_query_row, answers, LIST, .of = &answer_schema) };
static const struct wpp_schema fact_schema = WPP_SCHEMA ("fact", struct wpp_query_row, fact_columns);

static const struct wpp_row_column line_columns[]
  = { CELL (wpp_query_head, problem, TEXT), CELL (wpp_query_head, file, TEXT),
      CELL (wpp_query_head, line, NUMBER32) };
const struct wpp_schema wpp_query_schema
  = WPP_SCHEMA ("facts at a line", struct wpp_query_head, line_columns, .rows = "facts", .of = &fact_schema);

static const struct wpp_row_column hot_columns[] = { CELL (wpp_query_head, problem, TEXT) };
const struct wpp_schema wpp_query_hot_schema
  = WPP_SCHEMA ("sites", struct wpp_query_head, hot_columns, .rows = "facts", .of = &fact_schema);

/* ---- What is told of an answer.  */

/* The first statement of NODE of B that has a line, or null.  */
static const struct wpp_statement *
first_in (const struct wpp_body *b, uint32_t node)
{
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + (size_t)1]; i++)
    if (b->statements[i].line && !wpp_codeless_p (&b->statements[i]))
      return &b->statements[i];
  return NULL;
}

/* The statement that A is to be told by, or null.  */
static const struct wpp_statement *
statement_of (const struct wpp_query_answer *a)
{
  if (a->statement != WPP_NONE)
    return &a->in->body->statements[a->statement];
  return a->place < a->in->body->n_nodes ? first_in (a->in->body, a->place) : NULL;
}

/* What A is if no statement tells it.  */
static const char *
place_of (const struct wpp_query_result *r, const struct wpp_query_answer *a)
{
  bool backward = r->backward;
  if (a->place == WPP_NONE)
    return "no fact held";
  if (a->place == WPP_PLACE_UNSEEN)
    return backward ? "the activation's end was not seen" : "the activation's beginning was not seen";
  if (a->place == WPP_PLACE_BOUNDARY)
    return backward ? "up to the activation's end" : "from the activation's beginning on";
  return "a block without lines";
}

/* ---- A result.  */

/* A result whose row is with the sink.  */
struct sending
{
  const struct wpp_query_asking *a;
  const struct wpp_query_result *r;
  char *statement, *times;      /* of the answer that was asked for last */
};

/* Set *TEXT, which is freed, to TIMES.  */
static int
write_times (char **text, const struct wpp_times *times)
{
  struct wpp_buffer b = { 0 };
  wpp_times_print (&b, times);
  free (*text);
  *text = wpp_text_take (&b);
  return *text ? 0 : WPP_E_NOMEM;
}

/* Set S's statement to that of A, if it has one that the fact became true at, of which S is told.  */
static int
write_statement (struct sending *s, const struct wpp_query_answer *a, const struct wpp_statement *statement)
{
  free (s->statement);
  s->statement = NULL;
  if (!statement || a->statement == WPP_NONE)
    return 0;
  s->statement = wpp_at_source (a->in->body, statement);
  return s->statement ? 0 : WPP_E_NOMEM;
}

static int
get_answer (void *data, size_t i, void *row)
{
  struct sending *s = data;
  const struct wpp_query_answer *a = &s->r->answers[i];
  const struct wpp_statement *statement = statement_of (a);
  const struct wpp_function *elsewhere = a->in == s->r->in ? NULL : a->in->function->function;
  int err = write_statement (s, a, statement);
  if (!err && s->r->listed)
    err = write_times (&s->times, &a->times);
  if (err)
    return err;
  struct wpp_query_answer_row *answer = row;
  *answer = (struct wpp_query_answer_row){ .truth = a->truth, .count = a->count,
                                           .file = statement ? wpp_at_file (a->in, statement->file) : NULL,
                                           .line = statement ? (int64_t)statement->line : -1,
                                           .statement = s->statement,
                                           .place = statement ? NULL : place_of (s->r, a), .times = s->times };
  if (!elsewhere)
    return 0;
  answer->function = wpp_function_name (elsewhere);
  answer->short_name = wpp_recording_short_name (s->a->t.recording, elsewhere);
  return answer->short_name ? 0 : WPP_E_NOMEM;
}

/* The fact or site of R: `load of *p (line 4)', malloc'ed; null when out of memory.  */
static char *
fact_text (const struct wpp_query_asking *a, const struct wpp_query_result *r)
{
  struct wpp_buffer b = { 0 };
  uint32_t line = r->site ? r->site->line : r->fact->line;
  char number[32];
  snprintf (number, sizeof number, " (line %u)", line);
  bool load = r->site && !strcmp (wpp_problem_kinds[a->asked->problem].name, "available-loads");
  wpp_put_text (&b, load ? "load of " : "");
  wpp_put_text (&b, r->site ? r->site->text : r->fact->text);
  wpp_put_text (&b, line ? number : "");
  return wpp_text_take (&b);
}

int
wpp_query_send (const struct wpp_query_asking *a, const struct wpp_query_result *r, struct wpp_row_sink *sink)
{
  struct sending s = { .a = a, .r = r };
  const struct wpp_statement *site = r->site ? &r->in->body->statements[r->site->statement] : NULL;
  const struct wpp_function *f = r->in->function->function;
  char *times = NULL, *fact = fact_text (a, r);
  int err = fact ? 0 : WPP_E_NOMEM;
  if (!err && r->listed)
    err = write_times (&times, &r->times);
  const struct wpp_query_row row = { .fact = fact, .text = r->site ? r->site->text : r->fact->text,
                                     .function = wpp_function_name (f),
                                     .short_name = wpp_recording_short_name (a->t.recording, f),
                                     .file = site ? wpp_at_file (r->in, site->file) : NULL,
                                     .line = site ? (int64_t)site->line : -1, .executions = r->executions,
                                     .held = r->held, .queries = r->queries, .times = times,
                                     .answers = { r->n_answers, &s, get_answer } };
  if (!err)
    err = row.short_name ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (s.statement);
  free (s.times);
  free (times);
  free (fact);
  return err;
}
