/* To a time of a thread, and what variables hold then.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Paths say in which event it is.  Replay goes there from the checkpoint before it, and tells what every statement
   assigns: what each variable was assigned last is kept for each activation.  What activations that were open at the
   checkpoint, and variables of static storage, were assigned before it is looked for in the spans before, backward, in
   those only in which something that is still missing is assigned.  */

#include <inttypes.h>
#include <stdlib.h>
#include "answers/state-impl.h"
#include "base/array.h"

struct going
{
  struct wpp_stater *s;
  struct wpp_place *place;
  bool stopped;
  struct wpp_replay_now last;    /* the path at hand */
};

/* ---- To the statement.  */

static int
stop (struct going *g, const struct wpp_values_replay *replay, const struct wpp_replay_now *now)
{
  struct wpp_stater *s = g->s;
  size_t n = wpp_values_replay_open (replay);
  g->stopped = true;
  s->now = *now;
  if (WPP_RESERVE (s->open, s->open_room, 0, n + 1))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    s->open[i] = wpp_values_replay_frame (replay, i);
  s->n_open = n;
  return 1;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct going *g = data;
  g->last = *now;
  return wpp_moment_path_p (&g->s->moment, now) ? stop (g, now->replay, now) : WPP_OK;
}

static int
reached (void *data, const struct wpp_replay_now *now)
{
  struct going *g = data;
  return wpp_moment_statement_p (&g->s->moment, now) ? stop (g, now->replay, now) : WPP_OK;
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return wpp_held_told (&((struct going *)data)->s->held, now, v);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct wpp_stater *s = ((struct going *)data)->s;
  const struct wpp_body *b = s->of.bindings->layouts[function]->body;
  uint8_t *flags = malloc (b->n_statements + (size_t)1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = WPP_WATCH_VALUE | wpp_moment_watch (&s->moment, function, i);
  return flags;
}

/* ---- What was assigned before the checkpoint.  */

struct missing
{
  struct going *g;
  struct wpp_held held;          /* of the span at hand */
  bool **locals;                 /* [frames] null, or [variables of the body]: is looked for */
  bool **globals;                /* [functions] null, or of the first function of a unit: [variables of the program] */
  uint64_t bound;                /* events before it have not been looked at */
};

/* Is what S assigns to looked for?  */
static bool
looked_for_p (const struct missing *m, uint32_t function, uint32_t variable)
{
  const struct wpp_stater *s = m->g->s;
  const struct wpp_body *b = s->of.bindings->layouts[function]->body;
  bool found = false;
  if (variable >= wpp_body_n_variables (b))
    return false;
  if (variable < b->n_globals)
    {
      const bool *globals = m->globals[wpp_held_unit (&s->held, function)];
      return globals && globals[b->globals[variable]];
    }
  for (size_t i = 0; i < s->n_open && !found; i++)
    found = s->open[i].function == function && m->locals[i] && m->locals[i][variable];
  return found;
}

static uint8_t *
watched_missing (void *data, uint32_t function, int *err)
{
  struct missing *m = data;
  const struct wpp_body *b = m->g->s->of.bindings->layouts[function]->body;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    {
      const struct wpp_statement *x = &b->statements[i];
      bool assigns = wpp_debug_p (x) || wpp_statement_result (b, x);
      flags[i] = assigns && looked_for_p (m, function, wpp_held_variable (b, x)) ? WPP_WATCH_VALUE : 0;
    }
  return flags;
}

static int
told_before (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return wpp_held_told (&((struct missing *)data)->held, now, v);
}

/* Look for what variables of frame I hold that nothing was told of.  */
static int
miss_locals (struct missing *m, size_t i)
{
  struct wpp_stater *s = m->g->s;
  const struct wpp_micro_layout *l = s->of.bindings->layouts[s->open[i].function];
  uint32_t n = l ? wpp_body_n_variables (l->body) : 0;
  if (!n)
    return WPP_OK;
  const struct wpp_held_value *held = wpp_held_frame (&s->held, s->open[i].activation, i);
  m->locals[i] = calloc (n + (size_t)1, sizeof **m->locals);
  for (uint32_t v = l->body->n_globals; v < n && m->locals[i]; v++)
    m->locals[i][v] = wpp_state_shown_p (l->body, v) && !(held && held[v].told);
  return m->locals[i] ? WPP_OK : WPP_E_NOMEM;
}

/* The same of the variables of static storage of FUNCTION's body.  */
static int
miss_globals (struct missing *m, uint32_t function)
{
  struct wpp_stater *s = m->g->s;
  const struct wpp_micro_layout *l = s->of.bindings->layouts[function];
  if (!l || !l->body->n_globals)
    return WPP_OK;
  bool **globals = &m->globals[wpp_held_unit (&s->held, function)];
  const struct wpp_held_value *held = wpp_held_globals (&s->held, function);
  if (!*globals && !(*globals = calloc (l->body->program->n_variables + (size_t)1, sizeof **globals)))
    return WPP_E_NOMEM;
  for (uint32_t v = 0; v < l->body->n_globals; v++)
    (*globals)[l->body->globals[v]] = wpp_state_shown_p (l->body, v) && !(held && held[l->body->globals[v]].told);
  return WPP_OK;
}

/* TO [N] gets what was told of variables that are MISSING [N]: they are not looked for any more.  Null: memory is
   out.  */
static int
take_told (struct wpp_held_value *to, const struct wpp_held_value *held, bool *missing, uint32_t n)
{
  for (uint32_t v = 0; v < n && to; v++)
    if (missing[v] && held[v].told)
      {
        to[v] = held[v];
        missing[v] = false;
      }
  return to ? WPP_OK : WPP_E_NOMEM;
}

/* What the span at hand told is known of frame I.  */
static int
find_locals (struct missing *m, size_t i)
{
  struct wpp_stater *s = m->g->s;
  const struct wpp_replay_frame *o = &s->open[i];
  const struct wpp_held_value *held = m->locals[i] ? wpp_held_frame (&m->held, o->activation, i) : NULL;
  const struct wpp_replay_now now = { .function = o->function, .activation = o->activation, .depth = i };
  if (!held)
    return WPP_OK;
  struct wpp_held_value *to = wpp_held_need_frame (&s->held, &now);
  return take_told (to, held, m->locals[i], wpp_body_n_variables (s->of.bindings->layouts[o->function]->body));
}

static int
find_globals (struct missing *m, uint32_t function)
{
  struct wpp_stater *s = m->g->s;
  const struct wpp_held_value *held = m->globals[function] ? wpp_held_globals (&m->held, function) : NULL;
  if (!held)
    return WPP_OK;
  struct wpp_held_value *to = wpp_held_need_globals (&s->held, function);
  return take_told (to, held, m->globals[function], s->of.bindings->layouts[function]->body->program->n_variables);
}

/* Of frames that are not open at FROM nothing was told before it.  */
static int
leave_begun (struct missing *m, struct wpp_values_replay *replay, const struct wpp_thread *thread,
             const struct wpp_wet_checkpoint *from)
{
  int err;
  struct wpp_stater *s = m->g->s;
  struct wpp_thread_replay *x = wpp_thread_replay_new (replay, thread, &err);
  if (x && from)
    err = wpp_thread_replay_restore (x, from->bytes, from->size);
  size_t n = err ? 0 : wpp_values_replay_open (replay);
  for (size_t i = 0; i < s->n_open && !err; i++)
    if (i >= n || wpp_values_replay_frame (replay, i).activation != s->open[i].activation)
      {
        free (m->locals[i]);
        m->locals[i] = NULL;
      }
  if (x)
    wpp_thread_replay_free (x);
  return err;
}

/* Is something that S may tell still looked for?  */
static bool
any_missing_p (const struct missing *m)
{
  const struct wpp_stater *s = m->g->s;
  bool any = false;
  for (size_t i = 0; i < s->of.code->n_functions && !any; i++)
    {
      const struct wpp_body *b = s->of.bindings->layouts[i] ? s->of.bindings->layouts[i]->body : NULL;
      for (uint32_t k = 0; b && k < b->n_statements && !any; k++)
        any = (wpp_debug_p (&b->statements[k]) || wpp_statement_result (b, &b->statements[k]))
              && looked_for_p (m, i, wpp_held_variable (b, &b->statements[k]));
    }
  return any;
}

/* Look through the spans before M's bound, backward.  */
static int
look_back (void *data, struct wpp_spans *spans, struct wpp_place *place)
{
  struct missing *m = data;
  struct wpp_stater *s = m->g->s;
  const struct wpp_replay_user nobody = { 0 };
  uint64_t k, event;
  int err = WPP_OK;
  struct wpp_values_replay *replay = wpp_values_replay_new (s->of.bindings, &nobody, &err);
  while (!err && (k = wpp_spans_told (spans, m->bound)) && any_missing_p (m))
    {
      wpp_spans_find (spans, k, &event);
      const struct wpp_wet_checkpoint *from = wpp_wet_checkpoint_before (spans->index, event);
      if ((err = wpp_held_init (&m->held, &s->of)))
        break;
      err = wpp_replayed_tell_span (spans, from ? from->time : 0, m->bound, place);
      for (size_t i = 0; i < s->n_open && !err; i++)
        err = find_locals (m, i);
      for (size_t i = 0; i < s->of.code->n_functions && !err; i++)
        err = find_globals (m, i);
      wpp_held_release (&m->held);
      m->bound = from ? from->time : 0;
      if (!err)
        err = leave_begun (m, replay, spans->thread, from);
    }
  wpp_values_replay_free (replay);
  return err;
}

/* Let G's variables hold what they were assigned before FROM, if nothing was told after it.  */
static int
find_before (struct going *g, const struct wpp_thread *thread, const struct wpp_wet_checkpoint *from)
{
  struct wpp_stater *s = g->s;
  struct missing m = { .g = g, .bound = from->time };
  const struct wpp_replay_user user = { .data = &m, .watched = watched_missing, .value = told_before };
  const struct wpp_replay_user nobody = { 0 };
  int err = WPP_OK;
  m.locals = calloc (s->n_open + 1, sizeof *m.locals);
  m.globals = calloc (s->of.code->n_functions + 1, sizeof *m.globals);
  if (!m.locals || !m.globals)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < s->n_open && !err; i++)
    err = miss_locals (&m, i);
  for (size_t i = 0; i < s->of.code->n_functions && !err; i++)
    err = miss_globals (&m, i);
  struct wpp_values_replay *replay = err ? NULL : wpp_values_replay_new (s->of.bindings, &nobody, &err);
  if (replay)
    err = leave_begun (&m, replay, thread, from);
  wpp_values_replay_free (replay);
  if (!err)
    err = wpp_replayed_spans (&s->of, thread->index, &user, look_back, &m, g->place);
  for (size_t i = 0; i < s->n_open && m.locals; i++)
    free (m.locals[i]);
  for (size_t i = 0; i < s->of.code->n_functions && m.globals; i++)
    free (m.globals[i]);
  free (m.locals);
  free (m.globals);
  return err;
}

/* ---- All.  */

/* Go from FROM to where G is to stop, and find what variables hold there.  */
static int
go (struct going *g, struct wpp_thread_replay *x, const struct wpp_values_replay *replay,
    const struct wpp_thread *thread, const struct wpp_wet_checkpoint *from)
{
  struct wpp_stater *s = g->s;
  int err = from ? wpp_thread_replay_restore (x, from->bytes, from->size) : WPP_OK;
  if (!err)
    err = wpp_thread_replay_to (x, UINT64_MAX, 0);
  if (!err && !g->stopped)
    err = stop (g, replay, &g->last);   /* in the last event of the thread, and nothing was told of it */
  if (err != 1)
    return wpp_replayed_complain (err, thread, g->place);
  err = from ? find_before (g, thread, from) : WPP_OK;
  /* Values of parameters are where replay has them; it is gone when rows are sent.  */
  for (size_t i = 0; i < s->n_open && !err; i++)
    err = wpp_held_parameters (&s->held, &s->open[i], i);
  return err;
}

int
wpp_state_find (struct wpp_stater *s, const char *file, struct wpp_place *place)
{
  struct going g = { .s = s, .place = place };
  const struct wpp_replay_user user
    = { .data = &g, .watched = watched, .value = told, .path = path, .statement = reached };
  int err = wpp_moment_find (&s->moment, s->asked, &s->of, file, place);
  if (err)
    return err;
  struct wpp_values_replay *replay = wpp_values_replay_new (s->of.bindings, &user, &err);
  struct wpp_thread_replay *x = replay ? wpp_thread_replay_new (replay, s->moment.thread, &err) : NULL;
  if (x)
    {
      err = go (&g, x, replay, s->moment.thread, wpp_moment_checkpoint (&s->moment));
      wpp_thread_replay_free (x);
    }
  wpp_values_replay_free (replay);
  return err;
}
