/* The symbols that a grammar's coder knows so far, as a forest.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "forest.h"

#include <stdlib.h>
#include "error.h"

int
wpp_forest_init (struct wpp_forest *f)
{
  f->n = 1;
  f->capacity = 64;
  f->nodes = calloc (f->capacity, sizeof *f->nodes);
  return f->nodes ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_forest_release (struct wpp_forest *f)
{
  free (f->nodes);
}

static int
grow (struct wpp_forest *f)
{
  if (f->n < f->capacity)
    return WPP_OK;
  if (f->capacity > WPP_LEAF / 2)
    return WPP_E_TOOBIG;
  struct wpp_node *nodes = reallocarray (f->nodes, 2 * (size_t)f->capacity, sizeof *nodes);
  if (!nodes)
    return WPP_E_NOMEM;
  f->nodes = nodes;
  f->capacity *= 2;
  return WPP_OK;
}

/* Hang CHILD into its parent's trie.  */
static void
hang (struct wpp_forest *f, uint32_t child)
{
  struct wpp_node *c = &f->nodes[child];
  uint64_t key = wpp_node_key (f, child);
  uint32_t *link = &f->nodes[c->parent].trie;

  f->nodes[c->parent].n_children++;
  if (*link == WPP_NO_LINK)
    {
      *link = WPP_LEAF | child;
      return;
    }
  uint32_t near = *link;
  while (!(near & WPP_LEAF))
    near = f->nodes[near].fork[key >> f->nodes[near].fork_bit & 1];
  c->fork_bit = 63 - __builtin_clzll (wpp_node_key (f, near & ~WPP_LEAF) ^ key);
  while (!(*link & WPP_LEAF) && f->nodes[*link].fork_bit > c->fork_bit)
    link = &f->nodes[*link].fork[key >> f->nodes[*link].fork_bit & 1];
  int side = key >> c->fork_bit & 1;
  c->fork[side] = WPP_LEAF | child;
  c->fork[!side] = *link;
  *link = child;
}

uint32_t
wpp_forest_add (struct wpp_forest *f, const struct wpp_node *node)
{
  if (grow (f) < 0)
    return 0;
  uint32_t number = f->n++;
  struct wpp_node *new = &f->nodes[number];
  *new = *node;
  if (new->first == 0)
    new->first = number;
  if (f->nodes[new->parent].depth >= WPP_MAX_DEPTH)
    new->parent = new->first;
  new->depth = f->nodes[new->parent].depth + 1;
  hang (f, number);
  return number;
}

unsigned
wpp_forest_way (const struct wpp_forest *f, uint32_t node, uint32_t *way)
{
  unsigned n = 0;
  for (; node != WPP_ROOT; node = f->nodes[node].parent)
    way[n++] = node;
  return n;
}
