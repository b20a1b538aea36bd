/* An abstract run: states of all facts along activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a path makes of a state is worked out once, move by move, and remembered with the number of times
   that it happened; what was found on the way is added up, that many times, in the end.  When there
   is too much to remember, it is added up and forgotten.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "abstract-run.h"

#define MOST_BYTES ((size_t) 256 << 20)
#define NONE UINT32_MAX

/* A path gone through with a state.  */
struct passage
{
  uint32_t before, path, after; /* states */
  uint64_t times;
};

struct memory
{
  struct problem *p;
  const struct function *f;
  size_t words;         /* of a state: a bit a fact */
  uint64_t *states;     /* [n_states * words] */
  size_t n_states, states_room;
  uint32_t *state_table; /* [state_slots] indices plus 1: open addressing */
  size_t state_slots;
  struct passage *passages; /* [n] */
  size_t n, room;
  uint32_t *table;      /* [slots] likewise */
  size_t slots;
  uint64_t *now, *old;  /* [words] */
};

static bool
holds (const uint64_t *state, int fact)
{
  return fact == -2 || (fact >= 0 && state[fact / 64] >> fact % 64 & 1);
}

/* All changes look at what was before.  */
static void
apply (struct memory *m, const struct effect *e)
{
  memcpy (m->old, m->now, m->words * sizeof *m->old);
  for (size_t i = 0; i < e->n; i++)
    {
      int fact = e->changes[i].fact;
      uint64_t bit = UINT64_C (1) << fact % 64;
      if (holds (m->old, e->changes[i].source))
        m->now[fact / 64] |= bit;
      else
        m->now[fact / 64] &= ~bit;
    }
}

/* The state at NODE's entry is found TIMES times.  */
static void
look (struct memory *m, uint32_t node, uint64_t times)
{
  struct problem *p = m->p;
  struct node *n = &p->nodes[node];
  for (size_t i = 0; i < n->n_sites; i++)
    for (size_t j = 0; j < n->sites[i].n; j++)
      n->sites[i].found += holds (m->now, n->sites[i].from[j]) ? times : 0;
  n->count += times;
  for (size_t w = 0; n->found && w < m->words; w++)
    for (uint64_t bits = m->now[w]; bits; bits &= bits - 1)
      n->found[w * 64 + __builtin_ctzl (bits)] += times;
}

/* Go through PATH, from M->now on; what is found counts TIMES times.  */
static void
go_through (struct memory *m, const struct path *path, uint64_t times)
{
  struct problem *p = m->p;
  for (size_t i = 0; i < path->n; i++)
    {
      const struct move *move = &path->moves[p->backward ? path->n - 1 - i : i];
      if (move->kind == MOVE_OVER)
        apply (m, &p->edges[move->what]);
      else if (move->kind == MOVE_THROUGH)
        apply (m, &p->nodes[move->what].through);
      else
        {
          if (times && !p->backward)
            look (m, move->what, times);
          apply (m, &p->nodes[move->what].arriving);
          if (times && p->backward)
            look (m, move->what, times);
        }
    }
}

/* ---- Memory.  */

static void *
cleared (void *array, size_t n, size_t size)
{
  free (array);
  array = calloc (n, size);
  if (!array)
    fail ("memory", "none is left");
  return array;
}

static uint32_t *
state_slot (const struct memory *m, const uint64_t *state)
{
  size_t bytes = m->words * sizeof *state, i = XXH3_64bits (state, bytes) & (m->state_slots - 1);
  while (m->state_table[i]
         && memcmp (m->states + (m->state_table[i] - 1) * m->words, state, bytes))
    i = (i + 1) & (m->state_slots - 1);
  return &m->state_table[i];
}

/* The number of the state M->now.  */
static uint32_t
state_now (struct memory *m)
{
  if (2 * m->n_states >= m->state_slots)
    {
      m->state_slots = m->state_slots ? 2 * m->state_slots : 64;
      m->state_table = cleared (m->state_table, m->state_slots, sizeof *m->state_table);
      for (size_t i = 0; i < m->n_states; i++)
        *state_slot (m, m->states + i * m->words) = i + 1;
    }
  uint32_t *slot = state_slot (m, m->now);
  if (!*slot)
    {
      m->states = grown (m->states, m->n_states, &m->states_room, m->words * sizeof *m->states);
      memcpy (m->states + m->n_states * m->words, m->now, m->words * sizeof *m->now);
      *slot = ++m->n_states;
    }
  return *slot - 1;
}

static void
recall (struct memory *m, uint32_t state)
{
  memcpy (m->now, m->states + state * m->words, m->words * sizeof *m->now);
}

static uint32_t *
passage_slot (const struct memory *m, uint32_t before, uint32_t path)
{
  uint64_t key = ((uint64_t) before << 32 | path) * UINT64_C (0x9e3779b97f4a7c15);
  size_t i = (key ^ key >> 32) & (m->slots - 1);
  while (m->table[i] && (m->passages[m->table[i] - 1].before != before
                         || m->passages[m->table[i] - 1].path != path))
    i = (i + 1) & (m->slots - 1);
  return &m->table[i];
}

/* State BEFORE goes through PATH TIMES times: what becomes of it.  */
static uint32_t
pass (struct memory *m, uint32_t before, uint32_t path, uint64_t times)
{
  if (2 * m->n >= m->slots)
    {
      m->slots = m->slots ? 2 * m->slots : 64;
      m->table = cleared (m->table, m->slots, sizeof *m->table);
      for (size_t i = 0; i < m->n; i++)
        *passage_slot (m, m->passages[i].before, m->passages[i].path) = i + 1;
    }
  uint32_t *slot = passage_slot (m, before, path);
  if (!*slot)
    {
      recall (m, before);
      go_through (m, &m->f->paths[path], 0);
      m->passages = grown (m->passages, m->n, &m->room, sizeof *m->passages);
      m->passages[m->n] = (struct passage){ before, path, state_now (m), 0 };
      *slot = ++m->n;
    }
  m->passages[*slot - 1].times += times;
  return m->passages[*slot - 1].after;
}

/* Add up what all passages found, and forget them and all states.  */
static void
forget (struct memory *m)
{
  for (size_t i = 0; i < m->n; i++)
    {
      recall (m, m->passages[i].before);
      go_through (m, &m->f->paths[m->passages[i].path], m->passages[i].times);
    }
  m->n = m->n_states = m->slots = m->state_slots = 0;
}

static bool
full_p (const struct memory *m)
{
  return m->n_states * m->words * sizeof *m->states + m->n * sizeof *m->passages > MOST_BYTES
         || m->n_states >= NONE / 4 || m->n >= NONE / 4;
}

static void
activate (struct memory *m, const struct activation *a)
{
  struct problem *p = m->p;
  memset (m->now, 0, m->words * sizeof *m->now);
  for (int f = 0; f < p->n_facts; f++)
    if (p->boundary[f] && (!p->backward || a->left))
      m->now[f / 64] |= UINT64_C (1) << f % 64;
  uint32_t state = state_now (m);
  for (uint32_t i = 0; i < a->n; i++)
    {
      state = pass (m, state, a->paths[p->backward ? a->n - 1 - i : i], a->times);
      if (full_p (m))
        {
          uint64_t kept[m->words];
          memcpy (kept, m->states + state * m->words, sizeof kept);
          forget (m);
          memcpy (m->now, kept, sizeof kept);
          state = state_now (m);
        }
    }
}

void
problem_run (struct problem *p, const struct function *f)
{
  struct memory m = { .p = p, .f = f, .words = p->n_facts / 64 + 1 };
  m.now = cleared (NULL, m.words, sizeof *m.now);
  m.old = cleared (NULL, m.words, sizeof *m.old);
  for (size_t i = 0; i < f->n; i++)
    activate (&m, &f->over[i]);
  forget (&m);
  free (m.now);
  free (m.old);
  free (m.states);
  free (m.state_table);
  free (m.passages);
  free (m.table);
}
