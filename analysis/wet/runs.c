/* Who wrote what executions of nodes read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/search.h"
#include "wet/read-impl.h"

/* ---- Labels.  */

/* Let X have the labels of execution K at hand.  */
static int
look_at_labels (struct wpp_wet_thread_graph *t, struct wpp_wet_node *x, uint32_t k)
{
  struct wpp_wet_group *g = &x->labels;
  struct wpp_reader r;
  if (x->has_labels && k >= g->first && k - g->first < g->n)
    return WPP_OK;
  const struct wpp_wet_found_group *found = wpp_wet_group_of (x, k);
  for (uint32_t i = 0; i < x->shape.n_labels && x->starts; i++)
    {
      free (x->starts[i]);
      x->starts[i] = NULL;
    }
  x->has_labels = false;
  if (!found)
    return WPP_E_CORRUPT;
  if (!g->before)
    wpp_wet_count_bytes (t->graph, x, 8 * (size_t)WPP_WET_BLOCK * (1 + (size_t)x->shape.n_labels));
  g->first = found->first;
  g->n = found->n;
  int err = wpp_wet_page_at (t->graph->pages, WPP_WET_LABELS, found->labels, &r);
  if (!err)
    err = wpp_wet_read_labels (&r, g, &x->shape);
  x->surprised = false;
  for (uint32_t i = 0; i < x->shape.n_labels && !err; i++)
    x->surprised |= g->labels[i].surprised.n > 0;
  x->has_labels = !err;
  return err;
}

int
wpp_wet_before (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint64_t *distance)
{
  struct wpp_wet_node *x = &t->nodes[i.node];
  int err = look_at_labels (t, x, i.k);
  *distance = err ? 0 : x->labels.before[i.k - x->labels.first];
  return err;
}

/* Let START be where the runs of ROW of label number LABEL of X begin, COUNT of them; BYTES: those of the first one, or
   null: all that are read.  */
static int
find_runs (struct wpp_wet_node *x, uint32_t label, uint32_t row, size_t *start, uint32_t *count, const uint32_t **bytes)
{
  struct wpp_wet_label *l = &x->labels.labels[label];
  *start = row;
  *count = 1;
  *bytes = NULL;
  if (!l->several.n)
    return WPP_OK;
  if (!x->starts && !(x->starts = calloc (x->shape.n_labels, sizeof *x->starts)))
    return WPP_E_NOMEM;
  if (!x->starts[label])
    {
      size_t n = x->labels.n, several = 0, at = 0, byte = 0;
      size_t *starts = x->starts[label] = malloc (2 * n * sizeof *starts);
      for (uint32_t i = 0; i < n && starts; i++)
        {
          bool more = wpp_wet_row_p (&l->several, &several, i);
          starts[i] = at;
          starts[n + i] = byte;
          at += more ? l->counts[several] : 1;
          byte += more ? l->counts[several] : 0;
        }
      if (!starts)
        return WPP_E_NOMEM;
    }
  const size_t *starts = x->starts[label];
  size_t n = x->labels.n, end = row + 1 < n ? starts[row + 1] : l->n;
  size_t end_byte = row + 1 < n ? starts[n + row + 1] : l->n_bytes;
  *start = starts[row];
  *count = end - *start;
  if (end_byte > starts[n + row])
    *bytes = l->bytes + starts[n + row];
  return WPP_OK;
}

static bool
has_row_p (const struct wpp_wet_rows *r, uint32_t row)
{
  size_t at = WPP_PARTITION_POINT (i, r->n, r->rows[i] < row);
  return at < r->n && r->rows[at] == row;
}

int
wpp_wet_surprised (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, bool *surprised)
{
  const struct wpp_wet_node *x = &t->nodes[i.node];
  int err = look_at_labels (t, &t->nodes[i.node], i.k);
  *surprised = false;
  for (uint32_t j = 0; !err && x->surprised && j < x->shape.n_labels && !*surprised; j++)
    *surprised = has_row_p (&x->labels.labels[j].surprised, i.k - x->labels.first);
  return err;
}

bool
wpp_wet_placed_p (struct wpp_wet_thread_graph *t, uint32_t node, int *err)
{
  const struct wpp_wet_node_code *c = wpp_wet_code_of (t, &t->nodes[node], err);
  for (uint32_t i = 1; c && i < c->telling->n; i++)
    {
      const struct wpp_micro *m = &c->telling->micros[i];
      if (m->operation != WPP_MICRO_WATCH_MEMORY || m[-1].operation != WPP_MICRO_LOSE || m[-1].dst != m->a)
        continue;
      uint8_t space = c->telling->accesses[m->imm].space;
      if (space == WPP_SPACE_LOCAL || space == WPP_SPACE_STATIC)
        return false;
    }
  return c;
}

/* The node whose access SOURCE is, or n_nodes.  */
static uint32_t
node_of (struct wpp_wet_thread_graph *t, uint32_t source)
{
  struct wpp_wet_known_source *known = &t->sources[source % WPP_WET_SOURCES_KEPT];
  if (known->source == source)
    return known->node;
  uint32_t node = WPP_PARTITION_POINT (i, t->n_nodes, t->nodes[i].shape.end_source <= source);
  *known = (struct wpp_wet_known_source){ source, node };
  return node;
}

int
wpp_wet_run_at (struct wpp_wet_thread_graph *t, const struct wpp_wet_runs *r, uint32_t number,
                struct wpp_wet_source *s)
{
  const struct wpp_wet_run *run = &r->runs[number];
  *s = (struct wpp_wet_source){ .from = { WPP_NONE, 0 }, .unknown = run->source == WPP_WET_UNKNOWN,
                                .bytes = r->bytes ? r->bytes[number] : 0 };
  if (run->source < WPP_WET_FIRST)
    return WPP_OK;
  uint32_t node = node_of (t, run->source);
  if (node == t->n_nodes || run->source < t->nodes[node].shape.first_source
      || run->instance >= t->nodes[node].executions)
    return WPP_E_CORRUPT;
  s->from = (struct wpp_wet_instance){ node, run->instance };
  s->access = run->source - t->nodes[node].shape.first_source;
  return WPP_OK;
}

int
wpp_wet_runs_of (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t access, struct wpp_wet_runs *r)
{
  struct wpp_wet_node *x = &t->nodes[i.node];
  size_t start = 0;
  int err;
  *r = (struct wpp_wet_runs){ NULL };
  if (access >= x->n_accesses)
    return WPP_E_CORRUPT;
  const struct wpp_wet_node_code *c = wpp_wet_code_of (t, x, &err);
  if (!c || c->label[access] == WPP_NONE)
    return err;
  err = look_at_labels (t, x, i.k);
  if (!err)
    err = find_runs (x, c->label[access], i.k - x->labels.first, &start, &r->n, &r->bytes);
  if (err)
    return err;
  const struct wpp_wet_label *l = &x->labels.labels[c->label[access]];
  r->surprised = has_row_p (&l->surprised, i.k - x->labels.first);
  r->runs = l->runs + start;
  return WPP_OK;
}

int
wpp_wet_sources (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t access, bool *surprised,
                 int (*found) (void *data, const struct wpp_wet_source *s), void *data)
{
  struct wpp_wet_runs r;
  int err = wpp_wet_runs_of (t, i, access, &r);
  *surprised = !err && r.surprised;
  for (uint32_t j = 0; j < r.n && !err; j++)
    {
      struct wpp_wet_source s;
      err = wpp_wet_run_at (t, &r, j, &s);
      if (!err)
        err = found (data, &s);
    }
  return err;
}
