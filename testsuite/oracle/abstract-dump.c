/* An abstract run: what blocks and edges do, from a dump (wpp-gcc(1), DUMPS).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "abstract-run.h"

json_object *
member (json_object *o, const char *key)
{
  json_object *value = NULL;
  json_object_object_get_ex (o, key, &value);
  return value;
}

static int
int_member (json_object *o, const char *key)
{
  return json_object_get_int (member (o, key));
}

static int
source_of (json_object *o)
{
  if (json_object_is_type (o, json_type_boolean))
    return json_object_get_boolean (o) ? -2 : -1;
  return json_object_get_int (o);
}

static void *
zeroes (size_t n, size_t size)
{
  void *p = calloc (n + 1, size);
  if (!p)
    fail ("memory", "none is left");
  return p;
}

/* O's member KEY, which is less than N.  */
static uint32_t
index_member (json_object *o, const char *key, uint32_t n)
{
  int64_t i = json_object_get_int64 (member (o, key));
  if (!member (o, key) || i < 0 || i >= n)
    fail ("dump", "not of this graph");
  return i;
}

static void
read_changes (struct effect *e, json_object *changes)
{
  e->n = changes ? json_object_array_length (changes) : 0;
  e->changes = zeroes (e->n, sizeof *e->changes);
  for (size_t i = 0; i < e->n; i++)
    {
      json_object *change = json_object_array_get_idx (changes, i);
      e->changes[i].fact = json_object_get_int (json_object_array_get_idx (change, 0));
      e->changes[i].source = source_of (json_object_array_get_idx (change, 1));
    }
}

static void
read_effect (struct problem *p, json_object *o)
{
  if (member (o, "edge"))
    {
      read_changes (&p->edges[index_member (o, "edge", p->cfg->n_edges)], member (o, "changes"));
      return;
    }
  struct node *n = &p->nodes[index_member (o, "node", p->cfg->n_nodes)];
  read_changes (&n->arriving, member (o, "arriving"));
  read_changes (&n->through, member (o, "changes"));
}

static void
read_site (struct problem *p, json_object *o)
{
  struct node *n = &p->nodes[index_member (o, "node", p->cfg->n_nodes)];
  json_object *from = member (o, "from");
  n->sites = realloc (n->sites, (n->n_sites + 1) * sizeof *n->sites);
  if (!n->sites)
    fail ("memory", "none is left");
  struct site *s = &n->sites[n->n_sites++];
  *s = (struct site){ .text = json_object_get_string (member (o, "site")), .line = int_member (o, "line"),
                      .expected = json_object_get_int64 (member (o, "frequency")),
                      .n = json_object_array_length (from) };
  s->from = zeroes (s->n, sizeof *s->from);
  for (size_t j = 0; j < s->n; j++)
    s->from[j] = source_of (json_object_array_get_idx (from, j));
}

static void
read_block (struct problem *p, json_object *o)
{
  struct node *n = &p->nodes[index_member (o, "node", p->cfg->n_nodes)];
  json_object *facts = member (o, "facts"), *sites = member (o, "sites");
  n->block = int_member (o, "block");
  n->expected = json_object_get_int64 (member (o, "count"));
  n->held = zeroes (p->n_facts, sizeof *n->held);
  n->found = zeroes (p->n_facts, sizeof *n->found);
  for (size_t i = 0; i < json_object_array_length (facts); i++)
    {
      json_object *fact = json_object_array_get_idx (facts, i);
      n->held[index_member (fact, "id", p->n_facts)] = json_object_get_int64 (member (fact, "frequency"));
    }
  for (size_t i = 0; sites && i < json_object_array_length (sites); i++)
    read_site (p, json_object_array_get_idx (sites, i));
}

void
problem_read (struct problem *p, json_object *function, const struct wpp_cfg *cfg)
{
  json_object *effects = member (function, "effects"), *blocks = member (function, "blocks");
  json_object *boundary = member (function, "boundary"), *direction = member (function, "direction");
  *p = (struct problem){ .cfg = cfg, .function = function,
                         .n_facts = json_object_array_length (member (function, "facts")),
                         .backward = *json_object_get_string (direction) == 'b' };
  p->boundary = zeroes (p->n_facts, sizeof *p->boundary);
  p->nodes = zeroes (cfg->n_nodes, sizeof *p->nodes);
  p->edges = zeroes (cfg->n_edges, sizeof *p->edges);
  for (size_t i = 0; i < json_object_array_length (boundary); i++)
    p->boundary[json_object_get_int (json_object_array_get_idx (boundary, i))] = 1;
  for (size_t i = 0; i < json_object_array_length (effects); i++)
    read_effect (p, json_object_array_get_idx (effects, i));
  for (size_t i = 0; i < json_object_array_length (blocks); i++)
    read_block (p, json_object_array_get_idx (blocks, i));
}

void
problem_release (struct problem *p)
{
  for (uint32_t v = 0; v < p->cfg->n_nodes; v++)
    {
      for (size_t i = 0; i < p->nodes[v].n_sites; i++)
        free (p->nodes[v].sites[i].from);
      free (p->nodes[v].sites);
      free (p->nodes[v].held);
      free (p->nodes[v].found);
      free (p->nodes[v].arriving.changes);
      free (p->nodes[v].through.changes);
    }
  for (uint32_t e = 0; e < p->cfg->n_edges; e++)
    free (p->edges[e].changes);
  free (p->nodes);
  free (p->edges);
  free (p->boundary);
}
