/* Which branches decide whether a node is executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Everything below is about the reversed graph: its root is EXIT, a node's successors are the sources of edges into it.
   Nodes have numbers in the order of a depth-first search; arrays are by these, but for ORDER.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/control.h"
#include "base/search.h"

#define NONE UINT32_MAX

struct finder
{
  const struct wpp_cfg *cfg;
  uint32_t n;             /* nodes that have numbers */
  uint32_t *first_in, *in; /* edges into each node of the graph: sources */
  uint32_t *order;        /* [node] number, or NONE */
  uint32_t *node, *parent, *semi, *ancestor, *label, *dominator, *bucket, *next;
  uint32_t *stack;
  bool *ends;             /* [node] something that never comes to EXIT ends here */
  uint32_t *all;          /* where they are */
};

/* Memory for F: null when there is none.  */
static bool
allocate (struct finder *f)
{
  size_t n = (size_t)f->cfg->n_nodes + 1, m = (size_t)f->cfg->n_edges + 1;
  f->all = malloc ((11 * n + m) * sizeof *f->all);
  f->ends = calloc (n, sizeof *f->ends);
  if (!f->all || !f->ends)
    return false;
  uint32_t **arrays[] = { &f->first_in, &f->order,     &f->node,   &f->parent, &f->semi, &f->ancestor,
                          &f->label,    &f->dominator, &f->bucket, &f->next,   &f->stack };
  for (int i = 0; i < 11; i++)
    *arrays[i] = f->all + i * n;
  f->in = f->all + 11 * n;
  return true;
}

static void
list_sources (struct finder *f)
{
  const struct wpp_cfg *cfg = f->cfg;
  memset (f->first_in, 0, ((size_t)cfg->n_nodes + 1) * sizeof *f->first_in);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    f->first_in[cfg->edges[e].dst]++;
  uint32_t at = 0;
  for (uint32_t n = 0; n <= cfg->n_nodes; n++)
    f->first_in[n] = at += n < cfg->n_nodes ? f->first_in[n] : 0;
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    f->in[--f->first_in[cfg->edges[e].dst]] = cfg->edges[e].src;
}

/* Number NODE, found from the one with number PARENT, and push it.  */
static void
number (struct finder *f, uint32_t node, uint32_t parent, uint32_t *depth)
{
  uint32_t i = f->n++;
  f->order[node] = i;
  f->node[i] = node;
  f->parent[i] = parent;
  f->semi[i] = f->label[i] = i;
  f->ancestor[i] = f->bucket[i] = NONE;
  f->stack[(*depth)++] = node;
}

/* Number what is reached from NODE.  NEXT [node] is the next source to look at.  */
static void
search (struct finder *f, uint32_t node, uint32_t parent)
{
  uint32_t depth = 0;
  number (f, node, parent, &depth);
  f->next[node] = f->first_in[node];
  while (depth)
    {
      uint32_t top = f->stack[depth - 1];
      if (f->next[top] == f->first_in[top + 1])
        {
          depth--;
          continue;
        }
      uint32_t source = f->in[f->next[top]++];
      if (f->order[source] != NONE)
        continue;
      number (f, source, f->order[top], &depth);
      f->next[source] = f->first_in[source];
    }
}

static void
number_all (struct finder *f)
{
  memset (f->order, 0xff, f->cfg->n_nodes * sizeof *f->order);
  search (f, WPP_NODE_EXIT, 0);
  for (uint32_t n = f->cfg->n_nodes; n-- > 0;)
    if (f->order[n] == NONE)
      {
        f->ends[n] = true;
        search (f, n, 0);
      }
}

/* The number with the least semidominator on the way from V to the root of what is linked so far, which becomes
   short.  */
static uint32_t
evaluate (struct finder *f, uint32_t v)
{
  uint32_t depth = 0;
  if (f->ancestor[v] == NONE)
    return v;
  for (uint32_t u = v; f->ancestor[f->ancestor[u]] != NONE; u = f->ancestor[u])
    f->stack[depth++] = u;
  while (depth)
    {
      uint32_t u = f->stack[--depth], a = f->ancestor[u];
      if (f->semi[f->label[a]] < f->semi[f->label[u]])
        f->label[u] = f->label[a];
      f->ancestor[u] = f->ancestor[a];
    }
  return f->label[v];
}

/* What comes before W in the reversed graph has its least semidominator.  */
static void
find_semidominator (struct finder *f, uint32_t w)
{
  const struct wpp_cfg *cfg = f->cfg;
  uint32_t node = f->node[w];
  uint32_t first = WPP_PARTITION_POINT (e, cfg->n_edges, cfg->edges[e].src < node);
  for (uint32_t e = first; e < cfg->n_edges && cfg->edges[e].src == node; e++)
    {
      uint32_t u = evaluate (f, f->order[cfg->edges[e].dst]);
      if (f->semi[u] < f->semi[w])
        f->semi[w] = f->semi[u];
    }
  if (f->ends[node])
    f->semi[w] = 0;
}

static void
find_dominators (struct finder *f)
{
  for (uint32_t w = f->n; w-- > 1;)
    {
      find_semidominator (f, w);
      f->next[w] = f->bucket[f->semi[w]];
      f->bucket[f->semi[w]] = w;
      uint32_t parent = f->parent[w];
      f->ancestor[w] = parent;
      for (uint32_t v = f->bucket[parent]; v != NONE; v = f->next[v])
        {
          uint32_t u = evaluate (f, v);
          f->dominator[v] = f->semi[u] < f->semi[v] ? u : parent;
        }
      f->bucket[parent] = NONE;
    }
  f->dominator[0] = 0;
  for (uint32_t w = 1; w < f->n; w++)
    if (f->dominator[w] != f->semi[w])
      f->dominator[w] = f->dominator[f->dominator[w]];
}

/* Set C's times.  Dominators have lower numbers: a subtree's size, then each node's place.  */
static void
walk_tree (struct finder *f, struct wpp_control *c)
{
  uint32_t *size = f->bucket, *next = f->next;
  for (uint32_t w = 0; w < f->n; w++)
    size[w] = 1;
  for (uint32_t w = f->n; w-- > 1;)
    size[f->dominator[w]] += size[w];
  for (uint32_t w = 0; w < f->n; w++)
    {
      uint32_t node = f->node[w], begin = 0;
      if (w > 0)
        {
          begin = next[f->dominator[w]];
          next[f->dominator[w]] += size[w];
        }
      next[w] = begin + 1;
      c->enter[node] = begin;
      c->leave[node] = begin + size[w] - 1;
      c->postdominator[node] = f->node[f->dominator[w]];
    }
}

struct wpp_control *
wpp_control_new (const struct wpp_cfg *cfg)
{
  struct finder f = { .cfg = cfg };
  size_t n = (size_t)cfg->n_nodes + 1;
  struct wpp_control *c = calloc (1, sizeof *c);
  uint32_t *times = malloc (3 * n * sizeof *times);
  if (!c || !times || !allocate (&f))
    {
      free (c);
      free (times);
      c = NULL;
      goto out;
    }
  *c = (struct wpp_control){ cfg, times, times + n, times + 2 * n };
  list_sources (&f);
  number_all (&f);
  find_dominators (&f);
  walk_tree (&f, c);
out:
  free (f.all);
  free (f.ends);
  return c;
}

void
wpp_control_free (struct wpp_control *c)
{
  if (c)
    free (c->postdominator);
  free (c);
}
