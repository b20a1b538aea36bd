/* The past of a thread: arrivals.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells of a call before the function that it calls comes, and control is back when the next path of the caller
   comes, or what the call returned is told.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "program/library/effects.h"
#include "serve/past/past-impl.h"

/* ---- Arrivals.  */

/* The activation at DEPTH has arrived at CODE.  */
static int
arrive (struct wpp_past *p, const struct wpp_replay_now *now, enum wpp_arrival_kind kind, size_t depth, uint64_t code)
{
  struct wpp_past_level *l = &p->now.levels[depth];
  const struct wpp_past_arrival a = { p->now.place, kind, depth, code ? wpp_image_place (l->host, code) : 0, l };
  p->now.place.arrival++;
  if (!code)
    return WPP_OK;
  l->code = code;
  if (wpp_past_compare (a.place, p->to) > 0)
    return WPP_PAST_REACHED;
  int verdict = wpp_past_compare (a.place, p->from) > 0 ? p->visit (p->data, p, &a) : WPP_VISIT_ON;
  if (verdict != WPP_VISIT_STOP)
    return verdict;
  p->stop.place = a.place;
  p->stop.kind = kind;
  return wpp_past_keep (p, now->replay, depth + 1);
}

/* The activation at DEPTH is before STATEMENT.  Is that an arrival?  */
static int
pass (struct wpp_past *p, const struct wpp_replay_now *now, size_t depth, uint32_t statement)
{
  struct wpp_past_level *l = &p->now.levels[depth];
  const struct wpp_statement *s = &wpp_past_body (p, l->function)->statements[statement];
  bool anew = s->line != l->line || statement <= l->statement, fresh = l->fresh;
  struct wpp_past_code code = wpp_past_code (p, l->function, l->host, statement);
  l->line = s->line;
  l->statement = statement;
  l->fresh = false;
  bool arrives = (anew && !fresh) || (code.address != l->code && (anew || code.exact));
  return arrives ? arrive (p, now, WPP_ARRIVAL_LINE, depth, code.address) : WPP_OK;
}

/* ---- Levels.  */

/* Levels up to DEPTH.  */
static int
need_levels (struct wpp_past *p, size_t depth)
{
  struct wpp_past_state *s = &p->now;
  if (depth >= s->n_levels && WPP_RESERVE (s->levels, s->room, s->n_levels, depth + 1 - s->n_levels))
    return WPP_E_NOMEM;
  while (s->n_levels <= depth)
    s->levels[s->n_levels++] = (struct wpp_past_level){ .activation = 0 };
  return WPP_OK;
}

/* The level DEPTH is another activation than the one before.  */
static int
begin_level (struct wpp_past *p, size_t depth, uint64_t activation, uint32_t function)
{
  struct wpp_past_level *l = &p->now.levels[depth], *below = depth ? l - 1 : NULL;
  const struct wpp_body *b = wpp_past_body (p, function);
  free (l->held);
  *l = (struct wpp_past_level){ .activation = activation, .function = function };
  l->host = wpp_past_own (p->run, function);
  l->inlined = below && below->host && (!l->host || wpp_past_inlined_p (p, function, below->host, below->line));
  if (l->inlined)
    l->host = below->host;
  if (!b)
    return WPP_OK;
  l->held = calloc (wpp_body_n_variables (b) + (size_t)1, sizeof *l->held);
  return l->held ? wpp_past_begin_locals (p, depth, function) : WPP_E_NOMEM;
}

/* Set *V to operand O of a call by an activation with VALUES.  False: it is not known.  */
static bool
argument (const struct wpp_body *b, const struct wpp_operand *o, const struct wpp_word *values, struct wpp_word *v)
{
  struct wpp_scalar s = wpp_scalar_of (wpp_body_type (b, o->type));
  if (o->kind == WPP_OPERAND_VALUE && values)
    *v = values[o->index];
  else if (o->kind == WPP_OPERAND_CONSTANT && b->program->constants[o->index].kind == WPP_CONSTANT_INTEGER)
    *v = (struct wpp_word){ b->program->constants[o->index].low, true };
  else
    return false;
  return v->known && s.kind == WPP_SCALAR_INTEGER;
}

/* Let the level DEPTH, which has just begun, have the arguments that its caller passes: those that it does not use are
   known from there alone.  */
static void
take_arguments (struct wpp_past *p, const struct wpp_replay_now *now, size_t depth)
{
  struct wpp_past_level *l = &p->now.levels[depth], *caller = l - 1;
  const struct wpp_body *b = wpp_past_body (p, l->function), *from = depth ? wpp_past_body (p, caller->function) : NULL;
  if (!b || !from || caller->statement >= from->n_statements)
    return;
  const struct wpp_statement *s = &from->statements[caller->statement];
  const struct wpp_replay_frame f = wpp_values_replay_frame (now->replay, depth - 1);
  bool calls = s->kind == WPP_STATEMENT_CALL && from->calls[s->extra].function != WPP_NONE
               && f.activation == caller->activation;
  const char *name
    = calls ? wpp_variable_assembler (wpp_body_variable (from, from->calls[s->extra].function)) : NULL;
  if (!name || strcmp (name, p->run->of.code->functions[l->function].function->name))
    return;
  for (uint32_t i = 0; i < b->n_parameters && i < s->n_operands && i < b->n_locals; i++)
    {
      struct wpp_word v;
      struct wpp_scalar to = wpp_scalar_of (wpp_body_type (b, b->locals[i].type));
      if (to.kind == WPP_SCALAR_INTEGER && argument (from, wpp_statement_operand (from, s, i), f.values, &v))
        l->held[b->n_globals + i] = (struct wpp_held_value){ true, { wpp_scalar_fit (to, v.word), true } };
    }
}

/* The activation at DEPTH arrives at KIND when more is known.  */
static void
put_off (struct wpp_past *p, enum wpp_past_late what, size_t depth)
{
  p->now.late = what;
  p->now.late_depth = depth;
}

/* An activation that is over already does not arrive.  */
int
wpp_past_arrive_late (struct wpp_past *p, const struct wpp_replay_now *now)
{
  size_t depth = p->now.late_depth;
  enum wpp_past_late what = p->now.late;
  const struct wpp_past_level *l = &p->now.levels[depth];
  p->now.late = WPP_LATE_NOTHING;
  if (!what || depth >= wpp_values_replay_open (now->replay)
      || wpp_values_replay_frame (now->replay, depth).activation != l->activation)
    return WPP_OK;
  if (what == WPP_LATE_RETURN)
    return arrive (p, now, WPP_ARRIVAL_RETURN, depth, wpp_image_return (l->host, l->code, l->called));
  int err = arrive (p, now, WPP_ARRIVAL_ENTRY, depth, l->host->low);
  p->now.levels[depth].fresh = true;
  return err ? err : arrive (p, now, WPP_ARRIVAL_BODY, depth, wpp_image_body (l->host));
}

/* Control is in the activation of NOW, which has just begun.  */
static int
enter (struct wpp_past *p, const struct wpp_replay_now *now)
{
  size_t depth = now->depth;
  if (depth)
    p->now.levels[depth - 1].called = wpp_past_own (p->run, now->function);
  int err = begin_level (p, depth, now->activation, now->function);
  struct wpp_past_level *l = &p->now.levels[depth];
  if (!err)
    take_arguments (p, now, depth);
  if (!err && !l->inlined && l->host)
    put_off (p, WPP_LATE_ENTRY, depth);
  return err;
}

/* Control is in the activation at DEPTH again.  */
static void
come_back (struct wpp_past *p, size_t depth)
{
  struct wpp_past_level *l = &p->now.levels[depth];
  l->returned.known = false;
  if (l->host && l->code && (depth + 1 >= p->now.n_levels || !l[1].inlined))
    put_off (p, WPP_LATE_RETURN, depth);
}

/* The activation at DEPTH is about to return.  */
static int
leave (struct wpp_past *p, const struct wpp_replay_now *now, size_t depth)
{
  struct wpp_past_level *l = &p->now.levels[depth];
  uint64_t code;
  uint32_t line;
  if (l->inlined || !l->host || !wpp_image_end (l->host, &code, &line) || line == l->line)
    return WPP_OK;
  l->line = line;
  return arrive (p, now, WPP_ARRIVAL_END, depth, code);
}

/* ---- What replay tells.  */

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct wpp_past *p = data;
  int err = wpp_past_arrive_late (p, now);
  if (err)
    return err;
  if (p->now.place.event != now->event)
    p->now.place = (struct wpp_past_place){ now->event, 1 };
  size_t depth = now->depth, before = p->now.depth;
  err = need_levels (p, depth);
  p->now.depth = depth;
  if (err)
    return err;
  if (p->now.levels[depth].activation != now->activation)
    return enter (p, now);
  if (depth < before)
    come_back (p, depth);
  return WPP_OK;
}

static int
statement (void *data, const struct wpp_replay_now *now)
{
  struct wpp_past *p = data;
  if (now->depth >= p->now.n_levels || p->now.levels[now->depth].activation != now->activation)
    return WPP_OK;
  const struct wpp_statement *s = &wpp_past_body (p, now->function)->statements[now->statement];
  int err = wpp_past_arrive_late (p, now);
  if (!err && s->line)
    err = pass (p, now, now->depth, now->statement);
  if (!err && s->kind == WPP_STATEMENT_CALL && p->run->functions[now->function].unknown[now->statement])
    err = wpp_past_unknown_call (p);
  return !err && s->kind == WPP_STATEMENT_RETURN ? leave (p, now, now->depth) : err;
}

/* Does S of FUNCTION call a function of which nobody knows what it does, unless it is a recorded one?  */
static bool
unknown_p (const struct wpp_past *p, uint32_t function, const struct wpp_statement *s)
{
  const struct wpp_micro_layout *l = p->run->of.bindings->layouts[function];
  const struct wpp_call *call = &l->body->calls[s->extra];
  const struct wpp_variable *v = wpp_body_variable (l->body, call->function);
  struct wpp_effects e;
  if (call->flags & (WPP_CALL_PURE | WPP_CALL_CONST | WPP_CALL_INTERNAL) || call->clobbers == WPP_NONE)
    return false;
  wpp_effects_of (l->body, s, l->habits, &e);
  const char *name = v ? wpp_variable_assembler (v) : NULL;
  return !e.row && !(name && wpp_bindings_named_p (p->run->of.bindings, name));
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct wpp_past *p = data;
  const struct wpp_body *b = wpp_past_body (p, function);
  uint8_t *flags = malloc (b->n_statements + (size_t)1);
  bool **of_function = &p->run->functions[function].unknown;
  if (!*of_function)            /* no other thread has asked */
    *of_function = calloc (b->n_statements + (size_t)1, sizeof **of_function);
  bool *unknown = *of_function;
  *err = flags && unknown ? WPP_OK : WPP_E_NOMEM;
  uint32_t node = WPP_NONE, line = 0, column = 0;
  for (uint32_t i = 0; !*err && i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      bool counts = !wpp_codeless_p (s) && s->line;
      bool moves = counts && (s->node != node || s->line != line || s->column != column);
      flags[i] = WPP_WATCH_VALUE | WPP_WATCH_MEMORY
                 | (moves || s->kind == WPP_STATEMENT_RETURN || s->kind == WPP_STATEMENT_CALL
                      ? WPP_WATCH_STATEMENT : 0);
      unknown[i] = s->kind == WPP_STATEMENT_CALL && unknown_p (p, function, s);
      if (moves)
        {
          node = s->node;
          line = s->line;
          column = s->column;
        }
    }
  return flags;
}

/* ---- Beginning and end.  */

/* Statements between checkpoints at first.  */
#define FIRST_INTERVAL (UINT64_C (1) << 20)

int
wpp_past_wake (struct wpp_past *p)
{
  const struct wpp_replay_user user = { .data = p, .watched = watched, .path = path, .statement = statement,
                                        .value = wpp_past_value, .memory = wpp_past_memory_accessed };
  int err = WPP_OK;
  if (!p->replay)
    p->replay = wpp_values_replay_new (p->run->of.bindings, &user, &err);
  if (p->replay && !p->thread_replay)
    p->thread_replay = wpp_thread_replay_new (p->replay, p->thread, &err);
  return err;
}

void
wpp_past_sleep (struct wpp_past *p)
{
  if (p->thread_replay)
    wpp_thread_replay_free (p->thread_replay);
  wpp_values_replay_free (p->replay);
  p->thread_replay = NULL;
  p->replay = NULL;
}

struct wpp_past *
wpp_past_new (struct wpp_past_run *run, const struct wpp_thread *thread, int *err)
{
  struct wpp_past *p = calloc (1, sizeof *p);
  *err = WPP_E_NOMEM;
  if (!p)
    return NULL;
  p->run = run;
  p->thread = thread;
  p->interval = FIRST_INTERVAL;
  p->now.place.arrival = 1;
  /* What the first thread did before it began others, these do not see.  */
  *err = wpp_past_fill_statics (run, &p->now.memory, thread->index == 0);
  if (!*err)
    *err = wpp_past_wake (p);
  if (!*err)
    *err = wpp_past_checkpoint (p);
  if (!*err)
    return p;
  wpp_past_free (p);
  return NULL;
}

void
wpp_past_free (struct wpp_past *p)
{
  if (!p)
    return;
  wpp_past_sleep (p);
  wpp_past_forget_stop (p);
  wpp_past_state_release (&p->now);
  wpp_past_free_checkpoints (p);
  free (p->watched);
  free (p);
}
