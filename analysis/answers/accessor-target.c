/* Where a variable is at a moment.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/accessor-impl.h"

/* More bytes are not asked about at once.  */
#define MOST_BYTES UINT64_C (65536)

int
wpp_accessor_replay (struct wpp_accessor *a, const struct wpp_replay_user *user,
                     const struct wpp_wet_checkpoint *from, uint64_t end)
{
  int err;
  struct wpp_values_replay *replay = wpp_values_replay_new (a->of.bindings, user, &err);
  struct wpp_thread_replay *x = replay ? wpp_thread_replay_new (replay, a->moment.thread, &err) : NULL;
  if (x && from)
    err = wpp_thread_replay_restore (x, from->bytes, from->size);
  if (x && !err)
    err = wpp_thread_replay_to (x, end, 0);
  if (x)
    wpp_thread_replay_free (x);
  wpp_values_replay_free (replay);
  return wpp_replayed_complain (err, a->moment.thread, a->place);
}

/* ---- The variable.  */

static int
complain (const struct wpp_accessor *a, const char *what)
{
  return wpp_complain (a->place, "", 0, WPP_E_ASKED, "%.80s: %s", a->asked->text, what);
}

/* What the parameter V in a register, of frame O, was when the function was entered.  */
static struct wpp_word
entered_with (const struct wpp_body *b, const struct wpp_replay_frame *o, uint32_t v)
{
  for (uint32_t i = 0; i < b->n_values && o->values; i++)
    if (b->values[i].kind == WPP_DEFINED_BEFORE && b->values[i].variable == v)
      return o->values[i];
  return (struct wpp_word){ 0, 0 };
}

/* The address of V, which is in memory, as L's function knows it in frame O; 0: nobody knows.  */
static uint64_t
address_of (const struct wpp_micro_layout *l, const struct wpp_replay_frame *o, uint32_t v)
{
  const struct wpp_body *b = l->body;
  if (v < b->n_globals)
    return l->bases ? l->bases[b->globals[v]] : 0;
  uint32_t slot = l->frames[v - b->n_globals];
  return slot && o->values && o->values[slot - 1].known ? o->values[slot - 1].word : 0;
}

/* Let A's target be V of L, in frame O.  */
static int
set_target (struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_replay_frame *o, uint32_t v)
{
  const struct wpp_body *b = l->body;
  const struct wpp_variable *x = wpp_body_variable (b, v);
  struct wpp_target *t = &a->target;
  bool local = v >= b->n_globals, is_static = x->flags & WPP_VARIABLE_STATIC || !local;
  *t = (struct wpp_target){ .function = o->function, .variable = v, .type = wpp_body_type (b, x->type),
                            .activation = is_static ? 0 : o->activation, .base = wpp_target_unit (l) };
  t->bytes = (t->type->size + 7) / 8;
  if (x->flags & WPP_VARIABLE_REGISTER)
    {
      t->kind = WPP_TARGET_REGISTER;
      a->parameter = entered_with (b, o, v);
      return WPP_OK;
    }
  if (!t->bytes || t->bytes > MOST_BYTES)
    return complain (a, "it is larger than 65536 bytes, or of no size; ask about `*0xADDRESS:BYTES'");
  uint8_t storage = l->plan.storage[v];
  t->object = local ? v - b->n_globals : b->globals[v];
  t->kind = local && storage != WPP_STORAGE_FRAMED && !is_static ? WPP_TARGET_LOCAL
            : storage == WPP_STORAGE_NAMED                       ? WPP_TARGET_STATIC
                                                                 : WPP_TARGET_MEMORY;
  if (t->kind == WPP_TARGET_STATIC && local)
    t->kind = WPP_TARGET_LOCAL;
  if (t->kind == WPP_TARGET_MEMORY && !(t->address = address_of (l, o, v)))
    return complain (a, "nobody knows where it is in memory there");
  return WPP_OK;
}

/* The scope that comes in frame O, the innermost one if INNERMOST.  */
static uint32_t
scope_of (const struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_replay_frame *o,
          bool innermost)
{
  const struct wpp_body *b = l->body;
  if (innermost && a->asked->moment.at.text && a->now.function == o->function)
    return b->statements[a->now.statement].scope;
  uint32_t node = o->place < b->n_nodes ? o->place : 0;
  for (uint32_t i = b->first_statement[node]; i < b->n_statements; i++)
    if (!wpp_codeless_p (&b->statements[i]))
      return b->statements[i].scope;
  return WPP_NONE;
}

/* Look for the variable in the calls that are open, from the innermost one on; at a line, only there.  */
static int
find_variable (struct wpp_accessor *a, const struct wpp_values_replay *replay)
{
  size_t n = wpp_values_replay_open (replay), innermost = a->asked->moment.at.text ? a->now.depth : n - 1;
  for (size_t i = n ? innermost + 1 : 0; i-- > 0;)
    {
      const struct wpp_replay_frame o = wpp_values_replay_frame (replay, i);
      const struct wpp_micro_layout *l = a->of.bindings->layouts[o.function];
      uint32_t v = l ? wpp_at_variable (l->body, a->asked->text, scope_of (a, l, &o, i == innermost)) : WPP_NONE;
      if (v != WPP_NONE)
        return set_target (a, l, &o, v);
      if (a->asked->moment.at.text)
        break;
    }
  return complain (a, "no such variable is seen there");
}

/* Set A's target to `*0xADDRESS' or `*0xADDRESS:BYTES'.  */
static int
read_address (struct wpp_accessor *a)
{
  char *end;
  const char *text = a->asked->text + 1;
  struct wpp_target *t = &a->target;
  *t = (struct wpp_target){ .kind = WPP_TARGET_MEMORY, .address = strtoull (text, &end, 0), .bytes = 8 };
  bool right = end > text;
  if (right && *end == ':')
    {
      text = end + 1;
      t->bytes = strtoull (text, &end, 0);
      right = end > text;
    }
  if (!right || *end || !t->bytes || t->bytes > MOST_BYTES)
    return complain (a, "this is neither a variable nor *ADDRESS nor *ADDRESS:BYTES, of 65536 bytes at most");
  return WPP_OK;
}

/* ---- To the moment.  */

static int
stop (struct wpp_accessor *a, const struct wpp_replay_now *now)
{
  a->now = *now;
  a->err = *a->asked->text == '*' ? read_address (a) : find_variable (a, now->replay);
  return 1;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct wpp_accessor *a = data;
  return wpp_moment_path_p (&a->moment, now) ? stop (a, now) : WPP_OK;
}

static int
statement (void *data, const struct wpp_replay_now *now)
{
  struct wpp_accessor *a = data;
  return wpp_moment_statement_p (&a->moment, now) ? stop (a, now) : WPP_OK;
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  const struct wpp_accessor *a = data;
  const struct wpp_body *b = a->of.bindings->layouts[function]->body;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = wpp_moment_watch (&a->moment, function, i);
  return flags;
}

int
wpp_accessor_find_target (struct wpp_accessor *a)
{
  const struct wpp_replay_user user = { .data = a, .watched = watched, .path = path, .statement = statement };
  int err = wpp_accessor_replay (a, &user, wpp_moment_checkpoint (&a->moment), UINT64_MAX);
  if (err == 1)
    return a->err;
  return err ? err : complain (a, "nothing is known of that execution of the line");
}
