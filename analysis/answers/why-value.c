/* When a variable was assigned a value.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/graph-values.h"
#include "answers/why-impl.h"

/* Assignments of the line to the variable, while replay goes on.  */
struct seeker
{
  struct wpp_why *w;
  const char *file;
  bool any;                     /* there is such a statement */
  uint64_t times, executions;   /* that it was assigned the value; anything */
};

/* Does S of F, of the line, assign the variable that is asked about?  */
static bool
assigns_p (const struct seeker *k, const struct wpp_at_function *f, const struct wpp_statement *s)
{
  const struct wpp_body *b = f->body;
  const struct wpp_operand *o = wpp_assigned (b, s);
  if (!o || !wpp_at_line_p (f, s, k->file, k->w->asked->at.line))
    return false;
  uint32_t v = wpp_at_variable (b, k->w->asked->variable, s->scope);
  if (v == WPP_NONE)
    return false;
  return wpp_assigned_register (b, s) == v || (!wpp_debug_p (s) && wpp_operand_whole_variable (b, o) == v);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct seeker *k = data;
  const struct wpp_body *b = k->w->of.bindings->layouts[function]->body;
  const struct wpp_at_function f = { &k->w->sliced.slicer.code->functions[function], b };
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    if (assigns_p (k, &f, &b->statements[i]))
      {
        flags[i] = WPP_WATCH_VALUE;
        k->any = true;
      }
  return flags;
}

/* Is V, of TYPE, what TEXT says, as it is printed or as C writes a number?  */
static bool
equal_p (const struct wpp_type *type, struct wpp_word v, const char *text)
{
  char buffer[WPP_VALUE_TEXT], *end;
  if (!v.known)
    return false;
  if (!strcmp (wpp_value_text (type, v, buffer), text))
    return true;
  if (type->kind == WPP_TYPE_REAL)
    {
      double x = strtod (buffer, NULL), y = strtod (text, &end);
      return !*end && *text && x == y;
    }
  uint64_t word = *text == '-' ? (uint64_t)strtoll (text, &end, 0) : strtoull (text, &end, 0);
  return !*end && *text && word == v.word;
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct seeker *k = data;
  struct wpp_why *w = k->w;
  const struct wpp_body *b = w->of.bindings->layouts[now->function]->body;
  const struct wpp_operand *o = wpp_assigned (b, &b->statements[now->statement]);
  k->executions++;
  if (!equal_p (wpp_body_type (b, o->type), v, w->asked->value))
    return WPP_OK;
  k->times++;
  if (w->asked->execution && k->times != w->asked->execution)
    return WPP_OK;
  w->statement = now->statement;
  w->function = now->function;
  w->at.event = now->event;
  w->execution = k->times;
  return WPP_OK;
}

int
wpp_why_find_value (struct wpp_why *w, struct wpp_place *place)
{
  struct seeker k = { .w = w };
  const struct wpp_replay_user user = { .data = &k, .watched = watched, .value = told };
  int err = (k.file = wpp_at_find_file (w->sliced.slicer.code, &w->asked->at, place)) ? WPP_OK : WPP_E_ASKED;
  if (!err)
    err = wpp_graph_tell_values (&w->of, w->thread->index, &user, place);
  w->executions = k.times;
  if (!err && !k.any)
    err = wpp_at_complain (place, &w->asked->at, "no statement of the line that was recorded with values assigns %s",
                           w->asked->variable);
  else if (!err && w->statement == WPP_NONE)
    err = wpp_at_complain (place, &w->asked->at, "%s was assigned %s %" PRIu64 " times of %" PRIu64 " in thread %u",
                           w->asked->variable, w->asked->value, k.times, k.executions, w->asked->thread);
  if (err)
    return err;
  w->sliced.criterion.function = w->function;
  w->sliced.criterion.line = w->asked->at.line;
  w->sliced.criterion.file = w->of.bindings->layouts[w->function]->body->statements[w->statement].file;
  return WPP_OK;
}
