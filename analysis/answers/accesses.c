/* All accesses of a run to memory, told in order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/accesses.h"
#include "base/array.h"

/* Made-up addresses, where Linux has no memory of programs: of variables of static storage; the first activation's
   frame ends at the second.  */
#define STATICS (UINT64_C (1) << 48)
#define STACK_TOP (UINT64_C (1) << 49)
/* What a frame has besides variables: the return address, and registers.  */
#define FRAME_BYTES 48u
/* No access of more bytes is looked at beyond these.  */
#define MOST_BYTES (UINT64_C (1) << 24)

struct frame
{
  uint64_t activation, low;      /* LOW: the address of its first variable */
};

struct accesses
{
  struct wpp_replayed_recording *of;
  const struct wpp_access_user *user;
  uint64_t unknown;
  uint64_t **statics;            /* [programs] made-up addresses */
  uint64_t **locals;             /* [functions] null, or [locals + 1] from the frame's lowest address on */
  size_t *programs;              /* [functions] */
  struct frame *frames;          /* [n_frames] of depths */
  size_t n_frames, room;
  uint32_t thread;
  bool any;
};

/* ---- Where variables are.  */

static uint64_t
round_up (uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

/* Put the variables of programs one after the other.  */
static int
place_statics (struct accesses *x)
{
  const struct wpp_bindings *b = x->of->bindings;
  uint64_t at = STATICS;
  for (size_t i = 0; i < b->n_programs; i++)
    {
      const struct wpp_program *p = b->programs[i];
      if (!(x->statics[i] = calloc (p->n_variables + (size_t)1, sizeof **x->statics)))
        return WPP_E_NOMEM;
      for (uint32_t v = 0; v < p->n_variables; v++)
        if (p->variables[v].flags & WPP_VARIABLE_STATIC && p->variables[v].kind == WPP_VARIABLE)
          {
            uint64_t bytes = p->types[p->variables[v].type].size / 8;
            at = round_up (at, bytes >= 32 ? 32 : 8);
            x->statics[i][v] = b->bases[i] && b->bases[i][v] ? b->bases[i][v] : at;
            at += bytes < STATICS / 2 - (at - STATICS) ? bytes : 0;
          }
    }
  return WPP_OK;
}

/* Put the locals of FUNCTION that are in memory one after the other.  */
static int
place_locals (struct accesses *x, uint32_t function)
{
  const struct wpp_body *b = x->of->bindings->layouts[function]->body;
  uint64_t at = 0, *places = x->locals[function] = calloc (b->n_locals + (size_t)1, sizeof *places);
  for (uint32_t i = 0; places && i < b->n_locals; i++)
    {
      uint64_t bytes = b->locals[i].flags & WPP_VARIABLE_REGISTER ? 0 : wpp_body_type (b, b->locals[i].type)->size / 8;
      places[i] = at;
      at += bytes < UINT32_MAX ? round_up (bytes, 8) : 0;
    }
  if (places)
    places[b->n_locals] = round_up (at + FRAME_BYTES, 16);
  while (x->of->bindings->programs[x->programs[function]] != b->program)
    x->programs[function]++;
  return places ? WPP_OK : WPP_E_NOMEM;
}

/* ---- What replay tells.  */

/* A path of an activation comes: its frame is below the one of the activation that called it.  */
static int
path (void *data, const struct wpp_replay_now *now)
{
  struct accesses *x = data;
  size_t depth = now->depth;
  if (!x->any || now->thread != x->thread)
    {
      x->user->thread (x->user->data);
      x->n_frames = 0;
    }
  x->any = true;
  x->thread = now->thread;
  if (depth >= x->n_frames)
    {
      if (WPP_RESERVE (x->frames, x->room, x->n_frames, depth + 1 - x->n_frames))
        return WPP_E_NOMEM;
      for (; x->n_frames <= depth; x->n_frames++)
        x->frames[x->n_frames] = (struct frame){ 0, x->n_frames ? x->frames[x->n_frames - 1].low : STACK_TOP };
    }
  if (x->frames[depth].activation == now->activation)
    return WPP_OK;
  const struct wpp_micro_layout *l = x->of->bindings->layouts[now->function];
  uint64_t bytes = l ? x->locals[now->function][l->body->n_locals] : FRAME_BYTES;
  uint64_t above = depth ? x->frames[depth - 1].low : STACK_TOP;
  x->frames[depth] = (struct frame){ now->activation, above > bytes ? above - bytes : above };
  return WPP_OK;
}

/* The address of byte AT of what A accesses; 0: not known.  */
static uint64_t
address_of (const struct accesses *x, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
            struct wpp_word at)
{
  if (!at.known)
    return 0;
  if (a->space == WPP_SPACE_STATIC)
    return x->statics[x->programs[now->function]][a->object] + at.word;
  if (a->space == WPP_SPACE_LOCAL)
    return now->depth < x->n_frames ? x->frames[now->depth].low + x->locals[now->function][a->object] + at.word : 0;
  return at.word;
}

static int
memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, struct wpp_word address,
        struct wpp_word n, bool surprised)
{
  struct accesses *x = data;
  if (a->statement == WPP_NONE || a->space == WPP_SPACE_STREAM || a->how & (WPP_MEMORY_MAY | WPP_MEMORY_BEGINS))
    return WPP_OK;
  uint64_t at = address_of (x, now, a, address);
  if (at && n.known)
    return x->user->access (x->user->data, now, a, at, n.word < MOST_BYTES ? n.word : MOST_BYTES);
  x->unknown++;
  return WPP_OK;
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct accesses *x = data;
  const struct wpp_body *b = x->of->bindings->layouts[function]->body;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? place_locals (x, function) : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = wpp_codeless_p (&b->statements[i]) ? 0 : WPP_WATCH_MEMORY;
  return flags;
}

int
wpp_accesses_replay (struct wpp_replayed_recording *of, const struct wpp_access_user *user, uint64_t *unknown,
                     struct wpp_place *place)
{
  struct accesses x = { .of = of, .user = user };
  const struct wpp_replay_user replay = { .data = &x, .watched = watched, .path = path, .memory = memory };
  size_t n = of->code->n_functions, n_programs = of->bindings->n_programs;
  x.statics = calloc (n_programs + 1, sizeof *x.statics);
  x.locals = calloc (n + 1, sizeof *x.locals);
  x.programs = calloc (n + 1, sizeof *x.programs);
  int err = x.statics && x.locals && x.programs ? place_statics (&x) : WPP_E_NOMEM;
  if (!err)
    err = wpp_replayed_run (of, &replay, place);
  *unknown = x.unknown;
  for (size_t i = 0; x.statics && i < n_programs; i++)
    free (x.statics[i]);
  for (size_t i = 0; x.locals && i < n; i++)
    free (x.locals[i]);
  free (x.statics);
  free (x.locals);
  free (x.programs);
  free (x.frames);
  return err;
}
