/* Everything that a run computed, path by path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/executed.h"
#include "answers/replayed.h"
#include "base/array.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_executed_value_row
static const struct wpp_row_column value_columns[]
  = { COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (column, NUMBER32), COLUMN (statement, TEXT),
      COLUMN (value, TEXT) };
static const struct wpp_schema value_schema = WPP_SCHEMA ("value", struct OF, value_columns);
#undef OF
#define OF wpp_executed_row
static const struct wpp_row_column columns[]
  = { COLUMN (thread, NUMBER32), COLUMN (event, NUMBER), COLUMN (function, TEXT), COLUMN (activation, NUMBER),
      COLUMN (values, LIST, .of = &value_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("event", struct OF, columns);
#undef OF
const struct wpp_schema wpp_executed_schema = { .name = "executed", .rows = "events", .of = &row_schema };

struct assigned
{
  uint32_t statement;
  struct wpp_word v;
};

struct executed
{
  const struct wpp_executed_asked *asked;
  struct wpp_replayed_recording of;
  struct wpp_row_sink *sink;
  struct wpp_replay_now now;    /* of the path at hand */
  struct assigned *assigned;    /* [n] in it */
  size_t n, room;
  uint64_t skipped, sent;
  char ***statements;           /* [functions] null, or [statements] texts */
  char value[WPP_VALUE_TEXT];
};

/* The text of STATEMENT of FUNCTION, made once; null when out of memory.  */
static const char *
text_of (struct executed *x, uint32_t function, uint32_t statement)
{
  const struct wpp_body *b = x->of.bindings->layouts[function]->body;
  char ***texts = &x->statements[function];
  if (!*texts && !(*texts = calloc (b->n_statements + (size_t)1, sizeof **texts)))
    return NULL;
  if (!(*texts)[statement])
    (*texts)[statement] = wpp_at_source (b, &b->statements[statement]);
  return (*texts)[statement];
}

static int
get_value (void *data, size_t i, void *row)
{
  struct executed *x = data;
  const struct assigned *a = &x->assigned[i];
  struct wpp_replayed_statement at = wpp_replayed_statement (&x->of, x->now.function, a->statement);
  const struct wpp_operand *o = wpp_statement_result (at.function.body, at.statement);
  struct wpp_executed_value_row *r = row;
  *r = (struct wpp_executed_value_row){ .file = wpp_at_file (&at.function, at.statement->file),
                                        .line = at.statement->line,
                                        .column = at.statement->column,
                                        .statement = text_of (x, x->now.function, a->statement) };
  r->value = wpp_value_text (wpp_body_type (at.function.body, o->type), a->v, x->value);
  return r->statement ? WPP_OK : WPP_E_NOMEM;
}

/* Send the path at hand, if it assigned something.  1: no more is asked for.  */
static int
send (struct executed *x)
{
  size_t n = x->n;
  if (!n)
    return WPP_OK;
  if (x->skipped < x->asked->from)
    {
      x->skipped++;
      x->n = 0;
      return WPP_OK;
    }
  if (x->sent == x->asked->limit)
    return 1;
  x->sent++;
  const struct wpp_function *f = x->of.code->functions[x->now.function].function;
  struct wpp_executed_row row = { x->now.thread, x->now.event, wpp_function_name (f), x->now.activation,
                                  { n, x, get_value } };
  int err = wpp_sink_row (x->sink, &row);
  x->n = 0;
  return err;
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct executed *x = data;
  bool same = now->event == x->now.event && now->thread == x->now.thread && now->function == x->now.function;
  int err = same ? WPP_OK : send (x);
  if (err)
    return err;
  x->now = *now;
  if (WPP_RESERVE (x->assigned, x->room, x->n, 1))
    return WPP_E_NOMEM;
  x->assigned[x->n++] = (struct assigned){ now->statement, v };
  return WPP_OK;
}

/* For replay: all statements of the functions that were asked for.  */
static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct executed *x = data;
  const struct wpp_body *b = x->of.bindings->layouts[function]->body;
  *err = WPP_OK;
  if (x->asked->function && !wpp_function_named_p (x->of.code->functions[function].function, x->asked->function))
    return NULL;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  if (!flags)
    *err = WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = wpp_debug_p (&b->statements[i]) ? 0 : WPP_WATCH_VALUE;
  return flags;
}

/* Tell of S's thread what was asked for; rows before that are counted by the paths alone.  */
static int
tell (void *data, struct wpp_spans *s, struct wpp_place *place)
{
  struct executed *x = data;
  uint64_t begin = 0, wanted = x->asked->from - x->skipped;
  int err = wpp_spans_count_events (s);
  if (!err && wanted && !s->gaps)
    {
      uint64_t all = wpp_spans_told (s, UINT64_MAX);
      x->skipped += wanted < all ? wanted : all;
      if (wanted >= all)
        return WPP_OK;
      wpp_spans_find (s, wanted + 1, &begin);
    }
  return err ? err : wpp_replayed_tell_span (s, begin, UINT64_MAX, place);
}

static void
release (struct executed *x)
{
  for (size_t i = 0; x->statements && i < x->of.code->n_functions; i++)
    {
      const struct wpp_micro_layout *l = x->of.bindings->layouts[i];
      for (uint32_t s = 0; x->statements[i] && s < l->body->n_statements; s++)
        free (x->statements[i][s]);
      free (x->statements[i]);
    }
  free (x->statements);
  free (x->assigned);
  wpp_replayed_release (&x->of);
}

int64_t
wpp_answer_executed (struct wpp_recording *r, const struct wpp_executed_asked *asked, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  struct executed x = { .asked = asked, .sink = sink };
  const struct wpp_replay_user user = { .data = &x, .watched = watched, .value = told };
  int err = wpp_replayed_begin (&x.of, r, place);
  if (!err && !(x.statements = calloc (x.of.code->n_functions + 1, sizeof *x.statements)))
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_sink_begin (sink, &wpp_executed_schema, NULL);
  if (!err)
    err = wpp_replayed_spans (&x.of, asked->thread, &user, tell, &x, place);
  if (!err)
    err = send (&x);
  if (err >= 0)
    err = wpp_sink_end (sink);
  int64_t sent = x.sent;
  release (&x);
  return err ? err : sent;
}
