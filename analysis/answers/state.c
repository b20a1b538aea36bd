/* The calls that are open at a time, and the variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells what every statement assigns.  What each variable was assigned last is kept for each open activation; so
   when replay stops, nothing need be looked for.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/held.h"
#include "answers/state.h"
#include "base/array.h"
#include "program/statements/write.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_state_variable_row
static const struct wpp_row_column variable_columns[]
  = { COLUMN (name, TEXT), COLUMN (type, TEXT), COLUMN (value, TEXT) };
static const struct wpp_schema variable_schema = WPP_SCHEMA ("variable", struct OF, variable_columns);
#undef OF
#define OF wpp_state_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (activation, NUMBER),
      COLUMN (variables, LIST, .of = &variable_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("frame", struct OF, columns);
#undef OF
#define OF wpp_state_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (thread, NUMBER32), COLUMN (event, NUMBER), COLUMN (execution, COUNT, .optional = true),
      COLUMN (executions, COUNT, .optional = true), COLUMN (globals, LIST, .of = &variable_schema) };
const struct wpp_schema wpp_state_schema
  = WPP_SCHEMA ("state", struct OF, head_columns, .rows = "frames", .of = &row_schema);
#undef OF

/* A variable while rows are sent.  */
struct shown
{
  const struct wpp_body *body;
  uint32_t variable;
  struct wpp_word v;
};

struct stater
{
  const struct wpp_state_asked *asked;
  struct wpp_replayed_recording of;
  const char *file;             /* of the line */
  struct wpp_held held;
  uint64_t wanted, seen;        /* executions of the line; WANTED 0: count them */
  uint8_t **entries;            /* [functions] null, or [statements] 1: first of the line in its block */
  bool stopped;
  struct wpp_replay_now now;    /* where */
  struct wpp_replay_frame *open;/* [n_open] copies of what is open there, the outermost first */
  size_t n_open, open_room;
  struct shown *shown;          /* [n_shown] of the row at hand */
  size_t n_shown, shown_room;
  char value[WPP_VALUE_TEXT], *type;
};

/* ---- Where replay stops.  */

static int
stop (struct stater *s, const struct wpp_replay_now *now)
{
  s->stopped = true;
  s->now = *now;
  size_t n = wpp_values_replay_open (now->replay);
  if (WPP_RESERVE (s->open, s->open_room, 0, n + 1))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    s->open[i] = wpp_values_replay_frame (now->replay, i);
  s->n_open = n;
  /* Values of parameters are where replay has them; it is gone when rows are sent.  */
  for (size_t i = 0; i < n; i++)
    if (wpp_held_parameters (&s->held, &s->open[i], i))
      return WPP_E_NOMEM;
  return 1;
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return wpp_held_told (&((struct stater *)data)->held, now, v);
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct stater *s = data;
  return !s->asked->at.text && now->event >= s->asked->time ? stop (s, now) : WPP_OK;
}

static int
reached (void *data, const struct wpp_replay_now *now)
{
  struct stater *s = data;
  if (!s->entries[now->function] || !s->entries[now->function][now->statement])
    return WPP_OK;
  s->seen++;
  return s->seen == s->wanted ? stop (s, now) : WPP_OK;
}

/* ---- Which statements are watched.  */

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct stater *s = data;
  const struct wpp_body *b = s->of.bindings->layouts[function]->body;
  const uint8_t *entries = s->entries[function];
  bool counts = s->asked->at.text && !s->wanted;
  uint8_t *flags = malloc (b->n_statements + (size_t)1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = (counts ? 0 : WPP_WATCH_VALUE) | (entries && entries[i] ? WPP_WATCH_STATEMENT : 0);
  return flags;
}

/* ---- Rows.  */

static int
get_variable (void *data, size_t i, void *row)
{
  struct stater *s = data;
  const struct shown *x = &s->shown[i];
  const struct wpp_variable *v = wpp_body_variable (x->body, x->variable);
  size_t size;
  free (s->type);
  s->type = NULL;
  FILE *out = open_memstream (&s->type, &size);
  if (!out)
    return WPP_E_NOMEM;
  wpp_write_type (out, x->body->program, v->type);
  if (fclose (out) || !s->type)
    return WPP_E_NOMEM;
  *(struct wpp_state_variable_row *)row
    = (struct wpp_state_variable_row){ v->name, s->type,
                                       wpp_value_text (wpp_body_type (x->body, v->type), x->v, s->value) };
  return WPP_OK;
}

static int
show (struct stater *s, const struct wpp_body *b, uint32_t variable, struct wpp_word v)
{
  if (WPP_RESERVE (s->shown, s->shown_room, s->n_shown, 1))
    return WPP_E_NOMEM;
  s->shown[s->n_shown++] = (struct shown){ b, variable, v };
  return WPP_OK;
}

/* Is VARIABLE of B one that is shown?  */
static bool
shown_p (const struct wpp_body *b, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  return v->name && v->flags & WPP_VARIABLE_USER
         && wpp_scalar_of (wpp_body_type (b, v->type)).kind != WPP_SCALAR_NONE;
}

/* The statement that comes in frame I: where replay stopped, or the first one of the node that it is at; null: not
   known.  */
static const struct wpp_statement *
statement_of (const struct stater *s, size_t i)
{
  const struct wpp_replay_frame *o = &s->open[i];
  const struct wpp_micro_layout *l = s->of.bindings->layouts[o->function];
  const struct wpp_body *b = l ? l->body : NULL;
  if (b && s->asked->at.text && i + 1 == s->n_open)
    return &b->statements[s->now.statement];
  for (uint32_t k = b && o->place < b->n_nodes ? b->first_statement[o->place] : UINT32_MAX;
       b && o->place < b->n_nodes && k < b->first_statement[o->place + 1]; k++)
    if (!wpp_codeless_p (&b->statements[k]) && b->statements[k].line)
      return &b->statements[k];
  return NULL;
}

/* Set what is shown to the variables of frame I, which is at S's AT.  */
static int
show_frame (struct stater *s, size_t i, const struct wpp_statement *at)
{
  const struct wpp_micro_layout *l = s->of.bindings->layouts[s->open[i].function];
  const struct wpp_held_value *held = wpp_held_frame (&s->held, s->open[i].activation, i);
  int err = WPP_OK;
  s->n_shown = 0;
  if (!l || !held)
    return WPP_OK;
  for (uint32_t v = l->body->n_globals; v < wpp_body_n_variables (l->body) && !err; v++)
    if (held[v].told && shown_p (l->body, v)
        && (!at || wpp_at_depth (l->body, wpp_body_variable (l->body, v)->scope, at->scope)))
      err = show (s, l->body, v, held[v].v);
  return err;
}

static int
send_frame (struct stater *s, size_t i, struct wpp_row_sink *sink)
{
  const struct wpp_replay_frame *o = &s->open[i];
  const struct wpp_code_function *function = &s->of.code->functions[o->function];
  const struct wpp_micro_layout *l = s->of.bindings->layouts[o->function];
  const struct wpp_at_function f = { &s->of.code->functions[o->function], l ? l->body : NULL };
  const struct wpp_statement *at = statement_of (s, i);
  int err = show_frame (s, i, at);
  struct wpp_state_row row = { .function = wpp_function_name (function->function),
                               .activation = o->activation,
                               .variables = { s->n_shown, s, get_variable } };
  if (at)
    {
      row.file = wpp_at_file (&f, at->file);
      row.line = at->line;
    }
  return err ? err : wpp_sink_row (sink, &row);
}

/* Set what is shown to variables of static storage.  */
static int
show_globals (struct stater *s)
{
  int err = WPP_OK;
  s->n_shown = 0;
  for (size_t i = 0; i < s->of.code->n_functions && !err; i++)
    {
      const struct wpp_micro_layout *l = s->of.bindings->layouts[i];
      struct wpp_held_value *held = l ? wpp_held_globals (&s->held, i) : NULL;
      if (!held)
        continue;
      for (uint32_t v = 0; v < l->body->n_globals && !err; v++)
        if (held[l->body->globals[v]].told && shown_p (l->body, v))
          {
            err = show (s, l->body, v, held[l->body->globals[v]].v);
            held[l->body->globals[v]].told = false;   /* once */
          }
    }
  return err;
}

static int
send_all (struct stater *s, struct wpp_row_sink *sink)
{
  int err = show_globals (s);
  const struct wpp_state_head head = { s->now.thread, s->now.event, s->asked->at.text ? s->seen : 0,
                                       s->asked->at.text && !s->asked->execution ? s->wanted : 0,
                                       { s->n_shown, s, get_variable } };
  if (!err)
    err = wpp_sink_begin (sink, &wpp_state_schema, &head);
  for (size_t i = s->n_open; i-- > 0 && !err;)
    err = send_frame (s, i, sink);
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

static int
find_line (struct stater *s, struct wpp_recording *r, struct wpp_at_found *found, struct wpp_place *place)
{
  int err = s->asked->at.text ? wpp_at_find_in (found, r, &s->asked->at, place) : WPP_OK;
  s->file = found->file;
  if (!err)
    err = wpp_replayed_begin (&s->of, r, place);
  if (err)
    return err;
  s->entries = calloc (s->of.code->n_functions + 1, sizeof *s->entries);
  if (!s->entries || wpp_held_init (&s->held, &s->of))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->of.code->n_functions && s->asked->at.text && !err; i++)
    if (s->of.bindings->layouts[i])
      err = wpp_replayed_entries (&s->of, i, s->file, s->asked->at.line, &s->entries[i]);
  return err;
}

/* Replay up to where S is to stop.  */
static int
replay (struct stater *s, struct wpp_place *place)
{
  const struct wpp_replay_user user
    = { .data = s, .watched = watched, .value = told, .path = path, .statement = reached };
  const struct wpp_replay_user counter = { .data = s, .watched = watched, .statement = reached };
  int err = WPP_OK;
  s->wanted = s->asked->execution;
  if (s->asked->at.text && !s->wanted)
    {
      err = wpp_replayed_run (&s->of, s->asked->thread, &counter, place);
      s->wanted = s->seen;
      s->seen = 0;
    }
  if (!err && (s->wanted || !s->asked->at.text))
    err = wpp_replayed_run (&s->of, s->asked->thread, &user, place);
  if (err != 0 || s->stopped)
    return err == 1 ? WPP_OK : err;
  if (!s->asked->at.text)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "thread %" PRIu32 " has %" PRIu64 " events", s->asked->thread,
                         s->of.done.events);
  return wpp_at_complain (place, &s->asked->at, "the line was executed %" PRIu64 " times in thread %" PRIu32, s->seen,
                          s->asked->thread);
}

static void
release (struct stater *s)
{
  for (size_t i = 0; s->entries && i < s->of.code->n_functions; i++)
    free (s->entries[i]);
  free (s->entries);
  wpp_held_release (&s->held);
  free (s->open);
  free (s->shown);
  free (s->type);
  wpp_replayed_release (&s->of);
}

int64_t
wpp_answer_state (struct wpp_recording *r, const struct wpp_state_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct stater s = { .asked = asked };
  struct wpp_at_found found = { 0 };
  int err = find_line (&s, r, &found, place);
  if (!err)
    err = replay (&s, place);
  if (!err)
    err = send_all (&s, sink);
  int64_t n = s.n_open;
  release (&s);
  wpp_at_release (&found);
  return err ? err : n;
}
