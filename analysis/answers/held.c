/* What variables hold while a recording is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/held.h"
#include "base/array.h"

int
wpp_held_init (struct wpp_held *h, const struct wpp_replayed_recording *of)
{
  *h = (struct wpp_held){ .of = of, .globals = calloc (of->code->n_functions + 1, sizeof *h->globals) };
  return h->globals ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_held_release (struct wpp_held *h)
{
  for (size_t i = 0; i < h->n_frames; i++)
    free (h->frames[i].held);
  for (size_t i = 0; h->globals && i < h->of->code->n_functions; i++)
    free (h->globals[i]);
  free (h->globals);
  free (h->frames);
}

/* The frame of the activation of NOW, anew if there was another one at its depth; null when out of memory.  */
static struct wpp_held_frame *
need_frame (struct wpp_held *h, const struct wpp_replay_now *now)
{
  const struct wpp_body *b = h->of->bindings->layouts[now->function]->body;
  size_t more = now->depth < h->n_frames ? 0 : now->depth + 1 - h->n_frames;
  if (WPP_RESERVE (h->frames, h->frames_room, h->n_frames, more))
    return NULL;
  while (h->n_frames <= now->depth)
    h->frames[h->n_frames++] = (struct wpp_held_frame){ 0 };
  struct wpp_held_frame *f = &h->frames[now->depth];
  if (f->activation == now->activation)
    return f;
  free (f->held);
  *f = (struct wpp_held_frame){ now->activation, now->function, calloc (wpp_body_n_variables (b) + (size_t)1, sizeof *f->held) };
  return f->held ? f : NULL;
}

/* The number of the function that stands for FUNCTION's unit: the first one that has its program.  */
static uint32_t
unit_of (const struct wpp_held *h, uint32_t function)
{
  const struct wpp_program *p = h->of->bindings->layouts[function]->body->program;
  uint32_t i = function;
  while (i > 0 && h->of->bindings->layouts[i - 1] && h->of->bindings->layouts[i - 1]->body->program == p)
    i--;
  return i;
}

static int
hold_global (struct wpp_held *h, uint32_t function, const struct wpp_body *b, uint32_t variable, struct wpp_word v)
{
  struct wpp_held_value **globals = &h->globals[unit_of (h, function)];
  if (!*globals && !(*globals = calloc (b->program->n_variables + (size_t)1, sizeof **globals)))
    return WPP_E_NOMEM;
  (*globals)[b->globals[variable]] = (struct wpp_held_value){ true, v };
  return WPP_OK;
}

uint32_t
wpp_held_variable (const struct wpp_body *b, const struct wpp_statement *s)
{
  if (wpp_debug_p (s))
    return s->extra;
  const struct wpp_operand *o = wpp_statement_result (b, s);
  uint32_t v = o->kind == WPP_OPERAND_VALUE ? wpp_operand_version_of (b, o) : wpp_operand_whole_variable (b, o);
  if (v != WPP_NONE && wpp_body_user_p (b, v))
    return v;
  bool loads = o->kind == WPP_OPERAND_VALUE && s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY;
  return loads ? wpp_operand_whole_variable (b, wpp_statement_operand (b, s, 0)) : WPP_NONE;
}

int
wpp_held_told (struct wpp_held *h, const struct wpp_replay_now *now, struct wpp_word v)
{
  const struct wpp_body *b = h->of->bindings->layouts[now->function]->body;
  uint32_t variable = wpp_held_variable (b, &b->statements[now->statement]);
  if (variable == WPP_NONE || variable >= wpp_body_n_variables (b))
    return WPP_OK;
  if (variable < b->n_globals)
    return hold_global (h, now->function, b, variable, v);
  struct wpp_held_frame *f = need_frame (h, now);
  if (!f)
    return WPP_E_NOMEM;
  f->held[variable] = (struct wpp_held_value){ true, v };
  return WPP_OK;
}

int
wpp_held_parameters (struct wpp_held *h, const struct wpp_replay_frame *o, size_t depth)
{
  const struct wpp_micro_layout *l = h->of->bindings->layouts[o->function];
  const struct wpp_replay_now at = { .function = o->function, .activation = o->activation, .depth = depth };
  struct wpp_held_frame *f = l ? need_frame (h, &at) : NULL;
  if (l && !f)
    return WPP_E_NOMEM;
  for (uint32_t v = 0; l && v < l->body->n_values; v++)
    {
      const struct wpp_value *x = &l->body->values[v];
      bool parameter = x->kind == WPP_DEFINED_BEFORE && x->variable != WPP_NONE
                       && wpp_body_variable (l->body, x->variable)->kind == WPP_PARAMETER;
      if (parameter && !f->held[x->variable].told && o->values[v].known)
        f->held[x->variable] = (struct wpp_held_value){ true, o->values[v] };
    }
  return WPP_OK;
}

const struct wpp_held_value *
wpp_held_frame (const struct wpp_held *h, uint64_t activation, size_t depth)
{
  return depth < h->n_frames && h->frames[depth].activation == activation ? h->frames[depth].held : NULL;
}

struct wpp_held_value *
wpp_held_globals (const struct wpp_held *h, uint32_t function)
{
  return h->globals[unit_of (h, function)];
}
