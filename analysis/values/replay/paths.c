/* The paths that replay has compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/code-step.h"
#include "base/array.h"
#include "recording/profile/events.h"
#include "values/replay/replay-impl.h"

/* When so many micro-operations are compiled, all are forgotten: memory is bounded, and few programs have more.  */
#define MOST_MICROS ((size_t)1 << 23)

void
wpp_values_replay_forget_paths (struct wpp_values_replay *r)
{
  for (size_t i = 0; i < r->n_paths; i++)
    wpp_micro_code_free (r->paths[i].code);
  r->n_paths = r->micros = 0;
  wpp_hash_release (&r->by_event);
  r->by_event = (struct wpp_hash_table){ 0 };
  for (size_t i = 0; i < sizeof r->recent / sizeof *r->recent; i++)
    r->recent[i] = NULL;
}

static bool
event_is_p (const void *paths, uint32_t number, const void *event)
{
  return ((const struct wpp_replayed_path *)paths)[number].event == *(const uint32_t *)event;
}

/* The name of the function that is the variable NUMBER of BODY, if that is recorded; else null.  */
static const char *
name_called (const struct wpp_bindings *b, const struct wpp_body *body, uint32_t number)
{
  const struct wpp_variable *v = wpp_body_variable (body, number);
  const char *name = v ? wpp_variable_assembler (v) : NULL;
  return wpp_bindings_named_p (b, name) ? name : NULL;
}

/* Set *PATH to what EVENT is; what others replay by is locked.  */
static int
compile_locked (struct wpp_values_replay *r, uint32_t event, struct wpp_replayed_path *path)
{
  struct wpp_code *code = r->bindings->code;
  struct wpp_code_path p;
  code->passed = 0;
  int found = wpp_code_path (code, event, &p), err = WPP_OK;
  *path = (struct wpp_replayed_path){ .event = event, .step = { .function = WPP_NO_FUNCTION } };
  if (found <= 0)
    return found;
  struct wpp_micro_layout *l = r->bindings->layouts[p.index];
  path->step = wpp_code_step (&p);
  if (l)
    {
      l->watched = r->watched[p.index];  /* others replay by the same layouts */
      path->code = wpp_compile_path (l, p.numbering, p.number, &err);
    }
  if (path->code && r->user.compiled)
    err = r->user.compiled (r->user.data, p.index, event, path->code);
  if (err)
    {
      wpp_micro_code_free (path->code);
      path->code = NULL;
    }
  if (path->code)
    path->called = name_called (r->bindings, r->bindings->layouts[p.index]->body, path->code->call);
  return err;
}

static int
compile (struct wpp_values_replay *r, uint32_t event, struct wpp_replayed_path *path)
{
  pthread_mutex_lock (&r->bindings->compiling);
  int err = compile_locked (r, event, path);
  pthread_mutex_unlock (&r->bindings->compiling);
  return err;
}

/* Add EVENT, which is not there.  */
static int
add (struct wpp_values_replay *r, uint32_t event)
{
  if (r->micros > MOST_MICROS)
    wpp_values_replay_forget_paths (r);
  int err = wpp_hash_reserve (&r->by_event, 1);
  if (!err && r->n_paths == r->paths_room)
    {
      err = WPP_RESERVE (r->paths, r->paths_room, r->n_paths, 1);
      for (size_t i = 0; i < sizeof r->recent / sizeof *r->recent; i++)
        r->recent[i] = NULL;    /* they have moved */
    }
  if (!err)
    err = compile (r, event, &r->paths[r->n_paths]);
  if (err)
    return err;
  if (r->paths[r->n_paths].code)
    r->micros += r->paths[r->n_paths].code->n;
  wpp_hash_add (&r->by_event, wpp_hash_bytes (&r->by_event, &event, sizeof event), r->n_paths++);
  return WPP_OK;
}

const struct wpp_replayed_path *
wpp_values_replay_path (struct wpp_values_replay *r, uint32_t event, int *err)
{
  struct wpp_replayed_path **recent = &r->recent[event % (sizeof r->recent / sizeof *r->recent)];
  *err = WPP_OK;
  if (*recent && (*recent)->event == event)
    return *recent;
  uint32_t number = WPP_NO_ITEM;
  if (r->by_event.slots)
    number = wpp_hash_find (&r->by_event, wpp_hash_bytes (&r->by_event, &event, sizeof event), event_is_p, r->paths,
                            &event);
  if (number == WPP_NO_ITEM)
    {
      *err = add (r, event);
      if (*err)
        return NULL;
      number = r->n_paths - 1;
    }
  return *recent = &r->paths[number];
}

int64_t
wpp_values_replay_tells (struct wpp_values_replay *r, uint32_t event)
{
  int err;
  int64_t n = 0;
  const struct wpp_replayed_path *path = wpp_event_path_p (event) ? wpp_values_replay_path (r, event, &err) : NULL;
  if (!path)
    return wpp_event_path_p (event) ? err : 0;
  for (uint32_t i = 0; path->code && i < path->code->n; i++)
    n += path->code->micros[i].operation >= WPP_MICRO_WATCH_STATEMENT
         && path->code->micros[i].operation <= WPP_MICRO_WATCH_MEMORY;
  return n;
}
