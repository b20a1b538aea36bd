/* What a stretch of code does to facts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "facts/problems/effect.h"
#include "base/array.h"

int
wpp_effect_init (struct wpp_effect *e, uint32_t n_facts)
{
  e->n_facts = n_facts;
  e->source = malloc (((size_t)n_facts + 1) * sizeof *e->source);
  e->touched = malloc (((size_t)n_facts + 1) * sizeof *e->touched);
  e->changed = calloc ((size_t)n_facts + 1, sizeof *e->changed);
  return e->source && e->touched && e->changed ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_effect_release (struct wpp_effect *e)
{
  free (e->source);
  free (e->touched);
  free (e->changed);
  free (e->waiting);
}

static void
put (struct wpp_effect *e, uint32_t fact, uint32_t source)
{
  if (!e->changed[fact])
    e->touched[e->n_touched++] = fact;
  e->changed[fact] = true;
  e->source[fact] = source;
}

void
wpp_effect_set (struct wpp_effect *e, uint32_t fact, uint32_t source)
{
  if (source != WPP_FROM_LAMBDA && source != WPP_FROM_NONE)
    source = wpp_effect_source (e, source);
  if (!e->parallel)
    put (e, fact, source);
  else if (!e->err && !(e->err = WPP_RESERVE (e->waiting, e->waiting_room, e->n_waiting, 1)))
    e->waiting[e->n_waiting++] = (struct wpp_change){ fact, source };
}

void
wpp_effect_begin_parallel (struct wpp_effect *e)
{
  e->parallel = true;
}

void
wpp_effect_end_parallel (struct wpp_effect *e, bool kills)
{
  e->parallel = false;
  for (int last = 0; last < 2; last++)
    for (size_t i = 0; i < e->n_waiting; i++)
      if ((e->waiting[i].source == WPP_FROM_NONE) == (kills == last))
        put (e, e->waiting[i].fact, e->waiting[i].source);
  e->n_waiting = 0;
}

static int
compare_facts (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Sort E's touched facts; few are, most often.  */
static void
sort_touched (struct wpp_effect *e)
{
  uint32_t *t = e->touched;
  if (e->n_touched > 16)
    {
      qsort (t, e->n_touched, sizeof *t, compare_facts);
      return;
    }
  for (uint32_t i = 1; i < e->n_touched; i++)
    {
      uint32_t fact = t[i], j;
      for (j = i; j > 0 && t[j - 1] > fact; j--)
        t[j] = t[j - 1];
      t[j] = fact;
    }
}

void
wpp_effect_take (struct wpp_effect *e, struct wpp_transition *t)
{
  *t = (struct wpp_transition){ 0, NULL };
  if (!e->n_touched)
    return;
  sort_touched (e);
  t->changes = malloc (e->n_touched * sizeof *t->changes);
  if (!t->changes)
    e->err = WPP_E_NOMEM;
  for (uint32_t i = 0; i < e->n_touched; i++)
    {
      uint32_t fact = e->touched[i];
      e->changed[fact] = false;
      if (t->changes && e->source[fact] != fact)
        t->changes[t->n++] = (struct wpp_change){ fact, e->source[fact] };
    }
  e->n_touched = 0;
}
