/* What variables hold while a recording is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/held.h"
#include "base/array.h"

int
wpp_held_init (struct wpp_held *h, const struct wpp_replayed_recording *of)
{
  size_t n = of->code->n_functions;
  *h = (struct wpp_held){ .of = of, .globals = calloc (n + 1, sizeof *h->globals),
                          .units = calloc (n + 1, sizeof *h->units) };
  if (!h->globals || !h->units)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct wpp_micro_layout *const *l = (const struct wpp_micro_layout *const *)&of->bindings->layouts[i];
      bool same = i > 0 && l[0] && l[-1] && l[0]->body->program == l[-1]->body->program;
      h->units[i] = same ? h->units[i - 1] : i;
    }
  return WPP_OK;
}

void
wpp_held_release (struct wpp_held *h)
{
  for (size_t i = 0; i < h->n_frames; i++)
    free (h->frames[i].held);
  for (size_t i = 0; h->globals && i < h->of->code->n_functions; i++)
    free (h->globals[i]);
  free (h->globals);
  free (h->units);
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
  *f = (struct wpp_held_frame){ now->activation, now->function,
                                calloc (wpp_body_n_variables (b) + (size_t)1, sizeof *f->held) };
  return f->held ? f : NULL;
}

struct wpp_held_value *
wpp_held_need_frame (struct wpp_held *h, const struct wpp_replay_now *now)
{
  struct wpp_held_frame *f = need_frame (h, now);
  return f ? f->held : NULL;
}

struct wpp_held_value *
wpp_held_need_globals (struct wpp_held *h, uint32_t function)
{
  const struct wpp_program *p = h->of->bindings->layouts[function]->body->program;
  struct wpp_held_value **globals = &h->globals[wpp_held_unit (h, function)];
  if (!*globals)
    *globals = calloc (p->n_variables + (size_t)1, sizeof **globals);
  return *globals;
}

static int
hold_global (struct wpp_held *h, uint32_t function, const struct wpp_body *b, uint32_t variable, struct wpp_word v)
{
  struct wpp_held_value *globals = wpp_held_need_globals (h, function);
  if (globals)
    globals[b->globals[variable]] = (struct wpp_held_value){ true, v };
  return globals ? WPP_OK : WPP_E_NOMEM;
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

/* The parameter that is VALUE of its body was V when the function was entered.  */
static int
hold_parameter (struct wpp_held *h, const struct wpp_replay_now *now, uint32_t value, struct wpp_word v)
{
  uint32_t variable = h->of->bindings->layouts[now->function]->body->values[value].variable;
  struct wpp_held_frame *f = need_frame (h, now);
  if (f && !f->held[variable].told && v.known)
    f->held[variable] = (struct wpp_held_value){ true, v };
  return f ? WPP_OK : WPP_E_NOMEM;
}

int
wpp_held_told (struct wpp_held *h, const struct wpp_replay_now *now, struct wpp_word v)
{
  const struct wpp_body *b = h->of->bindings->layouts[now->function]->body;
  if (now->use & WPP_USE_PARAMETER)
    return hold_parameter (h, now, now->use & ~WPP_USE_PARAMETER, v);
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
  return h->globals[wpp_held_unit (h, function)];
}
