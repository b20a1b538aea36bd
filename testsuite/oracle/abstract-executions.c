/* An abstract run: at which executions a fact is found, naively, activation by activation and step by step.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "abstract-run.h"

/* The state before each step of an activation, a byte a fact, and after the last one.  */
struct states
{
  const struct problem *p;
  const struct move **moves;   /* [n] */
  size_t n, room;
  uint8_t *holds;              /* [(n + 1) * n_facts] */
};

static const struct effect *
effect_of (const struct problem *p, const struct move *m)
{
  return m->kind == MOVE_OVER      ? &p->edges[m->what]
         : m->kind == MOVE_THROUGH ? &p->nodes[m->what].through
                                   : &p->nodes[m->what].arriving;
}

static bool
holds (const uint8_t *state, int fact)
{
  return fact == -2 || (fact >= 0 && state[fact]);
}

/* Set TO to FROM after E (backward: before it).  */
static void
step (const struct problem *p, const struct effect *e, const uint8_t *from, uint8_t *to)
{
  memcpy (to, from, p->n_facts);
  for (size_t i = 0; i < e->n; i++)
    to[e->changes[i].fact] = holds (from, e->changes[i].source);
}

static void
find_states (struct states *s, const struct function *f, const struct activation *a)
{
  size_t facts = s->p->n_facts;
  s->n = 0;
  for (uint32_t i = 0; i < a->n; i++)
    for (size_t k = 0; k < f->paths[a->paths[i]].n; k++)
      {
        s->moves = grown (s->moves, s->n, &s->room, sizeof *s->moves);
        s->moves[s->n++] = &f->paths[a->paths[i]].moves[k];
      }
  free (s->holds);
  s->holds = malloc ((s->n + 1) * facts + 1);
  if (!s->holds)
    fail ("memory", "none is left");
  bool backward = s->p->backward;
  uint8_t *first = s->holds + (backward ? s->n * facts : 0);
  for (size_t d = 0; d < facts; d++)
    first[d] = s->p->boundary[d] && (!backward || a->left);
  for (size_t k = 0; k < s->n; k++)
    {
      size_t i = backward ? s->n - 1 - k : k;
      step (s->p, effect_of (s->p, s->moves[i]), s->holds + (backward ? i + 1 : i) * facts,
            s->holds + (backward ? i : i + 1) * facts);
    }
}

/* Print the executions of SITE of NODE.  */
static void
print_site (struct states *s, const struct function *f, uint32_t node, const struct site *site)
{
  uint64_t execution = 0;
  bool any = false;
  for (size_t k = 0; k < f->n_order; k++)
    {
      find_states (s, f, &f->over[f->order[k]]);
      for (size_t i = 0; i < s->n; i++)
        {
          bool found = false;
          if (s->moves[i]->kind != MOVE_ARRIVE || s->moves[i]->what != node)
            continue;
          execution++;
          for (size_t j = 0; j < site->n; j++)
            found |= holds (s->holds + i * s->p->n_facts, site->from[j]);
          if (found && !any)
            printf ("%s %d %s:", f->name, site->line, site->text);
          if (found)
            printf (" %lu", execution);
          any |= found;
        }
    }
  if (any)
    putchar ('\n');
}

void
problem_executions (struct problem *p, const struct function *f)
{
  struct states s = { .p = p };
  for (uint32_t v = 0; v < p->cfg->n_nodes; v++)
    for (size_t i = 0; i < p->nodes[v].n_sites; i++)
      print_site (&s, f, v, &p->nodes[v].sites[i]);
  free (s.moves);
  free (s.holds);
}
