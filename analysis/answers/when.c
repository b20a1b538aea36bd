/* The times at which a condition over variables held.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/expression.h"
#include "answers/graph-tell.h"
#include "answers/held.h"
#include "answers/when.h"
#include "base/array.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_when_variable_row
static const struct wpp_row_column variable_columns[] = { COLUMN (name, TEXT), COLUMN (value, TEXT) };
static const struct wpp_schema variable_schema = WPP_SCHEMA ("variable", struct OF, variable_columns);
#undef OF
#define OF wpp_when_row
static const struct wpp_row_column columns[]
  = { COLUMN (execution, COUNT), COLUMN (event, NUMBER), COLUMN (activation, NUMBER), COLUMN (function, TEXT),
      COLUMN (variables, LIST, .of = &variable_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("time", struct OF, columns);
#undef OF
#define OF wpp_when_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (condition, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (thread, NUMBER32),
      COLUMN (executions, COUNT), COLUMN (held, COUNT), COLUMN (unknown, COUNT) };
const struct wpp_schema wpp_when_schema
  = WPP_SCHEMA ("when", struct OF, head_columns, .rows = "times", .of = &row_schema);
#undef OF

/* A time at which it held.  */
struct time
{
  uint64_t execution, event, activation;
  uint32_t function;
  struct wpp_word *words;       /* [variables of the condition] */
};

struct watcher
{
  const struct wpp_when_asked *asked;
  struct wpp_expression *condition;
  struct wpp_replayed_recording of;
  struct wpp_held held;
  const char *file;
  uint8_t **entries;            /* [functions] null, or [statements] 1: first of the line in its block */
  uint32_t **variables;         /* [functions] null, or [variables of the condition] of the body */
  struct wpp_word *words;       /* at hand */
  struct wpp_expression_value *values;
  struct time *times;           /* [n_times] all of them, or the first and the last one */
  size_t n_times, times_room;
  uint64_t executions, n_held, unknown;
  const struct time *shown;
  char value[WPP_VALUE_TEXT];
};

/* ---- At each time.  */

/* V of TYPE as an operand.  */
static struct wpp_expression_value
operand_of (const struct wpp_type *type, struct wpp_word v)
{
  struct wpp_expression_value x = { .known = v.known, .integer = (int64_t)v.word };
  if (type->kind != WPP_TYPE_REAL)
    return x;
  float f;
  uint32_t low = v.word;
  memcpy (&f, &low, sizeof f);
  memcpy (&x.number, &v.word, sizeof x.number);
  x.number = type->size == 32 ? (double)f : x.number;
  x.real = true;
  return x;
}

static struct wpp_word
held_word (const struct watcher *w, const struct wpp_replay_now *now, uint32_t variable)
{
  const struct wpp_body *b = w->of.bindings->layouts[now->function]->body;
  const struct wpp_held_value *held = variable < b->n_globals ? wpp_held_globals (&w->held, now->function)
                                                              : wpp_held_frame (&w->held, now->activation, now->depth);
  uint32_t number = variable < b->n_globals ? b->globals[variable] : variable;
  return held && held[number].told ? held[number].v : (struct wpp_word){ 0, 0 };
}

static int
keep (struct watcher *w, const struct wpp_replay_now *now)
{
  size_t n = wpp_expression_variables (w->condition);
  bool again = !w->asked->all && w->n_times == 2;
  if (!again && WPP_RESERVE (w->times, w->times_room, w->n_times, 1))
    return WPP_E_NOMEM;
  struct time *t = again ? &w->times[1] : &w->times[w->n_times];
  struct wpp_word *words = again ? t->words : malloc ((n + 1) * sizeof *words);
  if (!words)
    return WPP_E_NOMEM;
  memcpy (words, w->words, n * sizeof *words);
  *t = (struct time){ w->executions, now->event, now->activation, now->function, words };
  w->n_times += !again;
  return WPP_OK;
}

static int
reached (void *data, const struct wpp_replay_now *now)
{
  struct watcher *w = data;
  const struct wpp_body *b = w->of.bindings->layouts[now->function]->body;
  const uint32_t *variables = w->variables[now->function];
  if (!w->entries[now->function] || !w->entries[now->function][now->statement])
    return WPP_OK;
  w->executions++;
  for (size_t i = 0; i < wpp_expression_variables (w->condition); i++)
    {
      w->words[i] = held_word (w, now, variables[i]);
      w->values[i] = operand_of (wpp_body_type (b, wpp_body_variable (b, variables[i])->type), w->words[i]);
    }
  struct wpp_expression_value v = wpp_expression_evaluate (w->condition, w->values);
  w->unknown += !v.known;
  if (!wpp_expression_true_p (v))
    return WPP_OK;
  w->n_held++;
  return keep (w, now);
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return wpp_held_told (&((struct watcher *)data)->held, now, v);
}

/* ---- What is watched.  */

/* Find the condition's variables as they are seen from SCOPE of FUNCTION.  */
static int
find_variables (struct watcher *w, uint32_t function, uint32_t scope, struct wpp_place *place)
{
  const struct wpp_body *b = w->of.bindings->layouts[function]->body;
  size_t n = wpp_expression_variables (w->condition);
  uint32_t *variables = calloc (n + 1, sizeof *variables);
  w->variables[function] = variables;
  for (size_t i = 0; variables && i < n; i++)
    {
      const char *name = wpp_expression_variable (w->condition, i);
      variables[i] = wpp_at_variable (b, name, scope);
      if (variables[i] == WPP_NONE
          || wpp_scalar_of (wpp_body_type (b, wpp_body_variable (b, variables[i])->type)).kind == WPP_SCALAR_NONE)
        return wpp_at_complain (place, &w->asked->at, "no variable `%s' that is a number is seen there", name);
    }
  return variables ? WPP_OK : WPP_E_NOMEM;
}

/* Mark the first statements of the line in each block of FUNCTION, and find the variables where the first one is.  */
static int
mark_entries (struct watcher *w, uint32_t function, struct wpp_place *place)
{
  int err = wpp_replayed_entries (&w->of, function, w->file, w->asked->at.line, &w->entries[function]);
  if (err || !w->entries[function])
    return err;
  uint32_t first = 0;
  while (!w->entries[function][first])
    first++;
  return find_variables (w, function, w->of.bindings->layouts[function]->body->statements[first].scope, place);
}

/* May VARIABLE of FUNCTION be one of the condition's?  */
static bool
asked_p (const struct watcher *w, uint32_t function, uint32_t variable)
{
  const struct wpp_body *b = w->of.bindings->layouts[function]->body;
  const char *name = variable < wpp_body_n_variables (b) ? wpp_body_variable (b, variable)->name : NULL;
  bool found = false;
  if (!name || (variable >= b->n_globals && !w->entries[function]))
    return false;
  for (size_t i = 0; i < wpp_expression_variables (w->condition) && !found; i++)
    found = !strcmp (name, wpp_expression_variable (w->condition, i));
  return found;
}

/* Statements that give a variable of the condition a value, and the first ones of the line.  */
static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct watcher *w = data;
  const struct wpp_body *b = w->of.bindings->layouts[function]->body;
  const uint8_t *entries = w->entries[function];
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      uint32_t variable = wpp_debug_p (s) || wpp_statement_result (b, s) ? wpp_held_variable (b, s) : WPP_NONE;
      flags[i] = (asked_p (w, function, variable) ? WPP_WATCH_VALUE : 0)
                 | (entries && entries[i] ? WPP_WATCH_STATEMENT | WPP_WATCH_PARAMETERS : 0);
    }
  return flags;
}

/* ---- Rows.  */

static int
get_variable (void *data, size_t i, void *row)
{
  struct watcher *w = data;
  const struct wpp_body *b = w->of.bindings->layouts[w->shown->function]->body;
  const struct wpp_variable *v = wpp_body_variable (b, w->variables[w->shown->function][i]);
  *(struct wpp_when_variable_row *)row
    = (struct wpp_when_variable_row){ v->name,
                                      wpp_value_text (wpp_body_type (b, v->type), w->shown->words[i], w->value) };
  return WPP_OK;
}

static int
send_all (struct watcher *w, struct wpp_row_sink *sink)
{
  const struct wpp_when_head head = { w->asked->condition, w->file, w->asked->at.line, w->asked->thread, w->executions,
                                      w->n_held, w->unknown };
  int err = wpp_sink_begin (sink, &wpp_when_schema, &head);
  for (size_t i = 0; i < w->n_times && !err; i++)
    {
      w->shown = &w->times[i];
      const struct wpp_when_row row
        = { w->shown->execution, w->shown->event, w->shown->activation,
            wpp_function_name (w->of.code->functions[w->shown->function].function),
            { wpp_expression_variables (w->condition), w, get_variable } };
      err = wpp_sink_row (sink, &row);
    }
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

static int
begin (struct watcher *w, struct wpp_recording *r, struct wpp_at_found *found, struct wpp_place *place)
{
  const char *bad;
  w->condition = wpp_expression_new (w->asked->condition, &bad);
  if (!w->condition)
    return bad ? wpp_complain (place, "", 0, WPP_E_ASKED, "`%.60s' is no condition: at `%.40s'",
                               w->asked->condition, bad)
               : WPP_E_NOMEM;
  int err = wpp_at_find_in (found, r, &w->asked->at, place);
  w->file = found->file;
  if (!err)
    err = wpp_replayed_begin (&w->of, r, place);
  if (err)
    return err;
  size_t n = wpp_expression_variables (w->condition);
  w->entries = calloc (w->of.code->n_functions + 1, sizeof *w->entries);
  w->variables = calloc (w->of.code->n_functions + 1, sizeof *w->variables);
  w->words = calloc (n + 1, sizeof *w->words);
  w->values = calloc (n + 1, sizeof *w->values);
  if (!w->entries || !w->variables || !w->words || !w->values || wpp_held_init (&w->held, &w->of))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < w->of.code->n_functions && !err; i++)
    if (w->of.bindings->layouts[i])
      err = mark_entries (w, i, place);
  return err;
}

static void
release (struct watcher *w)
{
  for (size_t i = 0; w->entries && w->variables && i < w->of.code->n_functions; i++)
    {
      free (w->entries[i]);
      free (w->variables[i]);
    }
  for (size_t i = 0; i < w->n_times; i++)
    free (w->times[i].words);
  free (w->entries);
  free (w->variables);
  free (w->words);
  free (w->values);
  free (w->times);
  if (w->held.of)
    wpp_held_release (&w->held);
  wpp_replayed_release (&w->of);
  wpp_expression_free (w->condition);
}

int64_t
wpp_answer_when (struct wpp_recording *r, const struct wpp_when_asked *asked, struct wpp_row_sink *sink,
                 struct wpp_place *place)
{
  struct watcher w = { .asked = asked };
  struct wpp_at_found found = { 0 };
  const struct wpp_replay_user user = { .data = &w, .watched = watched, .value = told, .statement = reached };
  int err = begin (&w, r, &found, place);
  if (!err)
    err = wpp_graph_tell_all (&w.of, asked->thread, &user, place);
  if (!err)
    err = send_all (&w, sink);
  int64_t n = w.n_held;
  release (&w);
  wpp_at_release (&found);
  return err ? err : n;
}
