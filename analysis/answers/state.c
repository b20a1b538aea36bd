/* The calls that are open at a time, and the variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Here the rows are made; state-find.c goes there.  */

#include <stdio.h>
#include <stdlib.h>
#include "answers/state-impl.h"
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

/* ---- Rows.  */

static int
get_variable (void *data, size_t i, void *row)
{
  struct wpp_stater *s = data;
  const struct wpp_state_shown *x = &s->shown[i];
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
show (struct wpp_stater *s, const struct wpp_body *b, uint32_t variable, struct wpp_word v)
{
  if (WPP_RESERVE (s->shown, s->shown_room, s->n_shown, 1))
    return WPP_E_NOMEM;
  s->shown[s->n_shown++] = (struct wpp_state_shown){ b, variable, v };
  return WPP_OK;
}

bool
wpp_state_shown_p (const struct wpp_body *b, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  return v->name && v->flags & WPP_VARIABLE_USER
         && wpp_scalar_of (wpp_body_type (b, v->type)).kind != WPP_SCALAR_NONE;
}

/* The statement that comes in frame I: where replay stopped, or the first one of the node that it is at; null: not
   known.  */
static const struct wpp_statement *
statement_of (const struct wpp_stater *s, size_t i)
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
show_frame (struct wpp_stater *s, size_t i, const struct wpp_statement *at)
{
  const struct wpp_micro_layout *l = s->of.bindings->layouts[s->open[i].function];
  const struct wpp_held_value *held = wpp_held_frame (&s->held, s->open[i].activation, i);
  int err = WPP_OK;
  s->n_shown = 0;
  if (!l || !held)
    return WPP_OK;
  for (uint32_t v = l->body->n_globals; v < wpp_body_n_variables (l->body) && !err; v++)
    if (held[v].told && wpp_state_shown_p (l->body, v)
        && (!at || wpp_at_depth (l->body, wpp_body_variable (l->body, v)->scope, at->scope)))
      err = show (s, l->body, v, held[v].v);
  return err;
}

static int
send_frame (struct wpp_stater *s, size_t i, struct wpp_row_sink *sink)
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
show_globals (struct wpp_stater *s)
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
        if (held[l->body->globals[v]].told && wpp_state_shown_p (l->body, v))
          {
            err = show (s, l->body, v, held[l->body->globals[v]].v);
            held[l->body->globals[v]].told = false;   /* once */
          }
    }
  return err;
}

static int
send_all (struct wpp_stater *s, struct wpp_row_sink *sink)
{
  int err = show_globals (s);
  const struct wpp_state_head head = { s->now.thread, s->now.event, s->moment.execution,
                                       s->moment.executions,
                                       { s->n_shown, s, get_variable } };
  if (!err)
    err = wpp_sink_begin (sink, &wpp_state_schema, &head);
  for (size_t i = s->n_open; i-- > 0 && !err;)
    err = send_frame (s, i, sink);
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

static void
release (struct wpp_stater *s)
{
  if (s->moment.of)
    wpp_moment_release (&s->moment);
  if (s->held.of)
    wpp_held_release (&s->held);
  free (s->open);
  free (s->shown);
  free (s->type);
  wpp_replayed_release (&s->of);
}

int64_t
wpp_answer_state (struct wpp_recording *r, const struct wpp_moment_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_stater s = { .asked = asked };
  struct wpp_at_found found = { 0 };
  int err = asked->at.text ? wpp_at_find_in (&found, r, &asked->at, place) : WPP_OK;
  if (!err)
    err = wpp_replayed_begin (&s.of, r, place);
  if (!err)
    err = wpp_held_init (&s.held, &s.of);
  if (!err)
    err = wpp_state_find (&s, found.file, place);
  if (!err)
    err = send_all (&s, sink);
  int64_t n = s.n_open;
  release (&s);
  wpp_at_release (&found);
  return err ? err : n;
}
