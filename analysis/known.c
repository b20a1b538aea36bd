/* The symbols that a grammar's coder knows so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "known.h"

#include <stdlib.h>
#include <string.h>
#include "collect-rules.h"
#include "error.h"

int
wpp_known_init (struct wpp_known *k)
{
  k->n = 1;
  k->capacity = 64;
  k->nodes = calloc (k->capacity, sizeof *k->nodes);
  return k->nodes ? WPP_OK : WPP_E_NOMEM;
}

static void
release_tree (struct wpp_tree *t)
{
  for (unsigned i = 0; i < WPP_NIBBLES; i++)
    free (t->level[i]);
}

void
wpp_known_release (struct wpp_known *k)
{
  for (size_t i = 0; i < k->n_starts; i++)
    {
      release_tree (&k->starts[i].tree);
      free (k->starts[i].nodes);
    }
  release_tree (&k->terminals);
  free (k->starts);
  free (k->nodes);
}

/* Double LEVEL of T.  Sixteen odds are a cache line, and stay one.  */
static int
grow_level (struct wpp_tree *t, unsigned level)
{
  uint32_t old = t->capacity[level], new = old ? 2 * old : 16;
  struct wpp_odds *odds = aligned_alloc (64, new * sizeof *odds);
  if (!odds)
    return WPP_E_NOMEM;
  if (old)
    memcpy (odds, t->level[level], old * sizeof *odds);
  memset (odds + old, 0, (new - old) * sizeof *odds);
  free (t->level[level]);
  t->level[level] = odds;
  t->capacity[level] = new;
  return WPP_OK;
}

/* Let T have one number more, which is a fork unless it is 0.  */
static int
grow_tree (struct wpp_tree *t)
{
  uint32_t number = t->n;
  unsigned level = number ? __builtin_ctz (number) / 4 : 0;
  if (number && number >> 4 * level >= t->capacity[level] && grow_level (t, level) < 0)
    return WPP_E_NOMEM;
  t->n++;
  return WPP_OK;
}

static int
add_start (struct wpp_known *k)
{
  struct wpp_start *starts
    = wpp_array_grow (k->starts, &k->starts_capacity, k->n_starts, sizeof *starts);
  if (!starts)
    return WPP_E_NOMEM;
  k->starts = starts;
  starts[k->n_starts++] = (struct wpp_start){ 0 };
  return grow_tree (&k->terminals);
}

/* Give NODE the next index of S.  */
static int
add_index (struct wpp_start *s, uint32_t node)
{
  uint32_t *nodes = wpp_array_grow (s->nodes, &s->capacity, s->tree.n, sizeof *nodes);
  if (!nodes)
    return WPP_E_NOMEM;
  s->nodes = nodes;
  nodes[s->tree.n] = node;
  return grow_tree (&s->tree);
}

uint32_t
wpp_known_add (struct wpp_known *k, const struct wpp_node *node)
{
  if (node->first == k->n_starts && add_start (k) < 0)
    return 0;
  struct wpp_node *nodes = wpp_array_grow (k->nodes, &k->capacity, k->n, sizeof *nodes);
  if (!nodes)
    return 0;
  k->nodes = nodes;
  nodes[k->n] = *node;
  nodes[k->n].index = k->starts[node->first].tree.n;
  return add_index (&k->starts[node->first], k->n) < 0 ? 0 : k->n++;
}
