/* What is there where replay stopped.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "serve/past/past-impl.h"

int
wpp_past_keep (struct wpp_past *p, const struct wpp_values_replay *replay, size_t n)
{
  p->stop.n = 0;
  p->stop.slots = calloc (n + 1, sizeof *p->stop.slots);
  if (!p->stop.slots)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++, p->stop.n++)
    {
      const struct wpp_replay_frame f = wpp_values_replay_frame (replay, i);
      const struct wpp_micro_layout *l = p->run->of.bindings->layouts[f.function];
      size_t slot = sizeof (struct wpp_word), size = l ? l->n_slots * slot : 0;
      if (!l)
        continue;
      p->stop.slots[i] = malloc (size + slot);
      if (!p->stop.slots[i])
        return WPP_E_NOMEM;
      memcpy (p->stop.slots[i], f.values - 1, size);
    }
  return 1;
}

void
wpp_past_forget_stop (struct wpp_past *p)
{
  for (size_t i = 0; i < p->stop.n; i++)
    free (p->stop.slots[i]);
  free (p->stop.slots);
  p->stop = (struct wpp_past_stop){ .n = 0 };
}

/* ---- What is there.  */

const struct wpp_past_stop *
wpp_past_stopped (const struct wpp_past *p)
{
  return &p->stop;
}

size_t
wpp_past_levels (const struct wpp_past *p)
{
  return p->now.n_levels;
}

const struct wpp_past_level *
wpp_past_level (const struct wpp_past *p, size_t i)
{
  return &p->now.levels[i];
}

const struct wpp_partial_memory *
wpp_past_memory (const struct wpp_past *p)
{
  return &p->now.memory;
}

const struct wpp_replayed_recording *
wpp_past_recording (const struct wpp_past *p)
{
  return &p->run->of;
}

/* The slots of level I, as they are or where replay stopped; null: there are none.  */
static const struct wpp_word *
slots_of (const struct wpp_past *p, size_t i)
{
  if (p->stop.slots)
    return i < p->stop.n ? p->stop.slots[i] : NULL;
  if (i >= wpp_values_replay_open (p->replay))
    return NULL;
  const struct wpp_replay_frame f = wpp_values_replay_frame (p->replay, i);
  return f.activation == p->now.levels[i].activation && f.values ? f.values - 1 : NULL;
}

uint64_t
wpp_past_address (const struct wpp_past *p, size_t i, uint32_t variable)
{
  const struct wpp_micro_layout *l = p->run->of.bindings->layouts[p->now.levels[i].function];
  const struct wpp_word *slots = slots_of (p, i);
  if (!l || !slots || variable < l->body->n_globals)
    return 0;
  uint32_t slot = l->frames[variable - l->body->n_globals];
  return slot && slots[slot].known ? slots[slot].word : 0;
}

/* The value that VARIABLE, a parameter, had at the beginning, or null.  */
static const struct wpp_word *
parameter (const struct wpp_body *b, const struct wpp_word *slots, uint32_t variable)
{
  for (uint32_t v = 0; v < b->n_values; v++)
    if (b->values[v].kind == WPP_DEFINED_BEFORE && b->values[v].variable == variable
        && wpp_body_variable (b, variable)->kind == WPP_PARAMETER)
      return &slots[1 + v];
  return NULL;
}

/* The word that VARIABLE of level I has, if it is no memory; null: not known.  */
static const struct wpp_word *
word_of (const struct wpp_past *p, size_t i, uint32_t variable)
{
  const struct wpp_past_level *level = &p->now.levels[i];
  const struct wpp_body *b = wpp_past_body (p, level->function);
  const struct wpp_word *slots = slots_of (p, i);
  const struct wpp_word *w = level->held && level->held[variable].told ? &level->held[variable].v
                             : slots                                   ? parameter (b, slots, variable)
                                                                       : NULL;
  return w && w->known ? w : NULL;
}

/* Where VARIABLE of level I is in P's memory; 0: nowhere.  */
static uint64_t
place_of (struct wpp_past *p, size_t i, uint32_t variable)
{
  const struct wpp_past_level *level = &p->now.levels[i];
  const struct wpp_body *b = wpp_past_body (p, level->function);
  uint64_t address = wpp_past_address (p, i, variable);
  if (address || !b || variable < b->n_globals)
    return address;
  bool in_memory = !(wpp_body_variable (b, variable)->flags & WPP_VARIABLE_REGISTER);
  return in_memory ? wpp_past_local (p, i, level->function, variable - b->n_globals) : 0;
}

uint64_t
wpp_past_variable (struct wpp_past *p, size_t i, uint32_t variable, void *bytes, uint64_t n)
{
  const struct wpp_body *b = wpp_past_body (p, p->now.levels[i].function);
  if (!b || variable < b->n_globals)
    return 0;
  uint64_t place = place_of (p, i, variable);
  const struct wpp_word *w = place ? NULL : word_of (p, i, variable);
  if (place)
    return wpp_partial_get (&p->now.memory, place, bytes, n);
  n = w ? n < sizeof w->word ? n : sizeof w->word : 0;
  if (n)
    memcpy (bytes, &w->word, n);
  return n;
}

int
wpp_past_copy_variable (struct wpp_past *p, size_t i, uint32_t variable, struct wpp_partial_memory *m,
                        uint64_t address, uint64_t n)
{
  const struct wpp_body *b = wpp_past_body (p, p->now.levels[i].function);
  if (!b || variable < b->n_globals)
    return WPP_OK;
  uint64_t place = place_of (p, i, variable);
  const struct wpp_word *w = place ? NULL : word_of (p, i, variable);
  if (place)
    return wpp_partial_copy_from (m, address, &p->now.memory, place, n);
  return w ? wpp_partial_put (m, address, &w->word, n < sizeof w->word ? n : sizeof w->word) : WPP_OK;
}
