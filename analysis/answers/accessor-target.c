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

/* The same from the beginning, of a recording without an index; what follows has one, of what was replayed.  */
static int
follow (struct wpp_accessor *a, const struct wpp_replay_user *user)
{
  int err;
  struct wpp_values_replay *replay = wpp_values_replay_new (a->of.bindings, user, &err);
  if (replay)
    err = wpp_wet_index_follow (&a->of.index, replay, a->moment.thread, UINT64_MAX);
  wpp_values_replay_free (replay);
  return wpp_replayed_complain (err, a->moment.thread, a->place);
}

/* ---- The variable.  */

static int
complain (const struct wpp_accessor *a, const char *what)
{
  return wpp_complain (a->place, "", 0, WPP_E_ASKED, "%.80s: %s", a->asked->text, what);
}

/* What SLOT of the activation of F was: that of value V is 1 + V.  */
static struct wpp_word
look (struct wpp_accessor *a, const struct wpp_target_frame *f, uint32_t slot)
{
  if (a->graph)
    return wpp_accessor_look (a, f, slot);
  return f->values ? f->values[slot - 1] : (struct wpp_word){ 0, 0 };
}

/* What the parameter V in a register, of frame F, was when the function was entered.  */
static struct wpp_word
entered_with (struct wpp_accessor *a, const struct wpp_body *b, const struct wpp_target_frame *f, uint32_t v)
{
  for (uint32_t i = 0; i < b->n_values; i++)
    if (b->values[i].kind == WPP_DEFINED_BEFORE && b->values[i].variable == v)
      return look (a, f, 1 + i);
  return (struct wpp_word){ 0, 0 };
}

/* The address of V, which is in memory, as L's function knows it in frame F; 0: nobody knows.  */
static uint64_t
address_of (struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_target_frame *f, uint32_t v)
{
  const struct wpp_body *b = l->body;
  if (v < b->n_globals)
    return l->bases ? l->bases[b->globals[v]] : 0;
  uint32_t slot = l->frames[v - b->n_globals];
  struct wpp_word w = slot ? look (a, f, slot) : (struct wpp_word){ 0, 0 };
  return w.known ? w.word : 0;
}

/* What V of L, a pointer, holds at the moment in frame O, number DEPTH.  */
static struct wpp_word
held_in (struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_target_frame *o, size_t depth,
         uint32_t v)
{
  const struct wpp_body *b = l->body;
  const struct wpp_replay_frame f = wpp_values_replay_frame (a->now.replay, depth);
  if (o->values && wpp_held_parameters (&a->held, &f, depth))
    return (struct wpp_word){ 0, 0 };
  const struct wpp_held_value *held = v < b->n_globals ? wpp_held_globals (&a->held, o->function)
                                                       : wpp_held_frame (&a->held, o->activation, depth);
  uint32_t number = v < b->n_globals ? b->globals[v] : v;
  return held && held[number].told ? held[number].v : (struct wpp_word){ 0, 0 };
}

/* Let A's target be PART of what V points to.  */
static int
set_pointed (struct wpp_accessor *a, const struct wpp_variable_part *part, struct wpp_word v)
{
  if (!v.known || !v.word)
    return complain (a, v.known ? "the pointer is null there" : "nobody knows what the pointer is there");
  if (!part->bytes || part->bytes > MOST_BYTES)
    return complain (a, "it is larger than 65536 bytes, or of no size; ask about `*0xADDRESS:BYTES'");
  a->target = (struct wpp_target){ .kind = WPP_TARGET_MEMORY, .address = v.word + part->first, .bytes = part->bytes,
                                   .type = part->type };
  return WPP_OK;
}

/* Let A's target be PART of V of L, in frame O.  */
static int
set_target (struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_target_frame *o, uint32_t v,
            const struct wpp_variable_part *part)
{
  const struct wpp_body *b = l->body;
  const struct wpp_variable *x = wpp_body_variable (b, v);
  struct wpp_target *t = &a->target;
  bool local = v >= b->n_globals, is_static = x->flags & WPP_VARIABLE_STATIC || !local;
  *t = (struct wpp_target){ .function = o->function, .variable = v, .type = part->type,
                            .address = part->first, .bytes = part->bytes,
                            .activation = is_static ? 0 : o->activation, .base = wpp_target_unit (l) };
  if (x->flags & WPP_VARIABLE_REGISTER)
    {
      t->kind = WPP_TARGET_REGISTER;
      a->parameter = entered_with (a, b, o, v);
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
  uint64_t base = t->kind == WPP_TARGET_MEMORY ? address_of (a, l, o, v) : 0;
  if (t->kind == WPP_TARGET_MEMORY && !base)
    return complain (a, "nobody knows where it is in memory there");
  t->address += base;
  return WPP_OK;
}

/* The scope that comes in frame O, the innermost one if INNERMOST.  */
static uint32_t
scope_of (const struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_target_frame *o,
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

/* Let A's target be what was asked for of V of L, in frame O, number DEPTH.  */
static int
set_part (struct wpp_accessor *a, const struct wpp_micro_layout *l, const struct wpp_target_frame *o, size_t depth,
          uint32_t v)
{
  struct wpp_variable_part part;
  const char *text = a->asked->text + wpp_part_name (a->asked->text);
  if (!wpp_part_find (&part, l->body, wpp_body_variable (l->body, v)->type, text))
    return complain (a, "the variable has no such part that begins and ends with bytes, or nothing uses it");
  return part.pointed ? set_pointed (a, &part, held_in (a, l, o, depth, v)) : set_target (a, l, o, v, &part);
}

/* The variable NAME in the frames, as for wpp_accessor_find_variable.  */
static int
find_named (struct wpp_accessor *a, const char *name, size_t n,
            int (*get) (void *data, size_t i, struct wpp_target_frame *f), void *data)
{
  for (size_t i = n; i-- > 0;)
    {
      struct wpp_target_frame f;
      int err = get (data, i, &f);
      if (err < 0)
        return err;
      if (err)
        break;
      const struct wpp_micro_layout *l = a->of.bindings->layouts[f.function];
      uint32_t v = l ? wpp_at_variable (l->body, name, scope_of (a, l, &f, i + 1 == n)) : WPP_NONE;
      if (v != WPP_NONE)
        return set_part (a, l, &f, i, v);
      if (a->asked->moment.at.text)
        break;
    }
  return complain (a, "no such variable is seen there");
}

int
wpp_accessor_find_variable (struct wpp_accessor *a, size_t n,
                            int (*get) (void *data, size_t i, struct wpp_target_frame *f), void *data)
{
  char *name = strndup (a->asked->text, wpp_part_name (a->asked->text));
  int err = name ? find_named (a, name, n, get, data) : WPP_E_NOMEM;
  free (name);
  return err;
}

int
wpp_accessor_read_address (struct wpp_accessor *a)
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

/* Frame number I of A's moment.  Before the first path of an activation nothing has told its values yet.  */
static int
get_frame (void *data, size_t i, struct wpp_target_frame *f)
{
  const struct wpp_accessor *a = data;
  const struct wpp_replay_frame o = wpp_values_replay_frame (a->now.replay, i);
  bool begins = !a->asked->moment.at.text && o.place == WPP_NO_NODE;
  *f = (struct wpp_target_frame){ o.function, o.place, o.activation, begins ? NULL : o.values, 0 };
  return WPP_OK;
}

static int
stop (struct wpp_accessor *a, const struct wpp_replay_now *now)
{
  size_t n = a->asked->moment.at.text ? now->depth + 1 : wpp_values_replay_open (now->replay);
  a->now = *now;
  a->err = *a->asked->text == '*' ? wpp_accessor_read_address (a)
                                  : wpp_accessor_find_variable (a, n, get_frame, a);
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

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return wpp_held_told (&((struct wpp_accessor *)data)->held, now, v);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  return wpp_moment_watched (&((struct wpp_accessor *)data)->moment, function, err);
}

/* The same, and what variables of the pointer's name are assigned.  */
static uint8_t *
watched_pointer (void *data, uint32_t function, int *err)
{
  const struct wpp_accessor *a = data;
  const struct wpp_body *b = a->of.bindings->layouts[function]->body;
  size_t n = wpp_part_name (a->asked->text);
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      uint32_t v = wpp_debug_p (s) || wpp_statement_result (b, s) ? wpp_held_variable (b, s) : WPP_NONE;
      const char *name = v < wpp_body_n_variables (b) ? wpp_body_variable (b, v)->name : NULL;
      flags[i] = wpp_moment_watch (&a->moment, function, i)
                 | (name && strlen (name) == n && !memcmp (name, a->asked->text, n) ? WPP_WATCH_VALUE : 0);
    }
  return flags;
}

/* Go to the moment from the beginning, to know what was assigned to the pointer.  */
static int
go_with_pointer (struct wpp_accessor *a)
{
  const struct wpp_replay_user user
    = { .data = a, .watched = watched_pointer, .path = path, .statement = statement, .value = told };
  int err = a->graph ? WPP_E_RANGE : wpp_held_init (&a->held, &a->of);
  if (!err)
    err = a->of.index.n_threads ? wpp_accessor_replay (a, &user, NULL, UINT64_MAX) : follow (a, &user);
  if (a->held.of)
    wpp_held_release (&a->held);
  return err;
}

int
wpp_accessor_find_target (struct wpp_accessor *a)
{
  const struct wpp_replay_user user = { .data = a, .watched = watched, .path = path, .statement = statement };
  bool pointed = *a->asked->text != '*' && wpp_part_pointed_p (a->asked->text);
  if (a->graph && !pointed)
    return wpp_accessor_target_in_graph (a);
  int err = pointed                 ? go_with_pointer (a)
            : a->of.index.n_threads ? wpp_accessor_replay (a, &user, wpp_moment_checkpoint (&a->moment), UINT64_MAX)
                                    : follow (a, &user);
  if (err == 1)
    return a->err;
  return err ? err : complain (a, "nothing is known of that execution of the line");
}
