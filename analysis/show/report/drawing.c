/* A layered drawing of a graph (drawing.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Items are nodes and, after them, bends.  Links lead from an item to one of the next layer.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "show/report/drawing.h"

#define SORTING_SWEEPS 8
#define PLACING_SWEEPS 12

struct link
{
  uint32_t upper, lower;
  double weight;
};

struct drawing
{
  struct wpp_drawing *l;
  uint32_t n;                   /* items */
  uint32_t *layer;              /* [n] */
  double *place;                /* [n] */
  uint32_t n_layers;
  uint32_t *first;              /* [n_layers + 1] in ORDER */
  uint32_t *order;              /* [n] items, layer by layer */
  uint32_t n_links;
  struct link *links;
  uint32_t *first_up, *first_down; /* [n + 1] in UP, DOWN */
  uint32_t *up, *down;          /* links of each item to the layer before, after */
};

/* ---- Cycles and layers.  */

/* Group the numbers 0 .. N-1 by KEY (DATA, i), which is less than KEYS: FIRST [KEYS + 1], LIST [N].  */
static void
group (uint32_t n, uint32_t keys, uint32_t (*key) (const void *data, uint32_t i), const void *data, uint32_t *first,
       uint32_t *list)
{
  memset (first, 0, (keys + (size_t)1) * sizeof *first);
  for (uint32_t i = 0; i < n; i++)
    first[key (data, i) + 1]++;
  for (uint32_t k = 0; k < keys; k++)
    first[k + 1] += first[k];
  for (uint32_t i = n; i-- > 0;)
    list[--first[key (data, i) + 1]] = i;
  /* Now each FIRST [k + 1] is where k begins.  */
  memmove (first, first + 1, keys * sizeof *first);
  first[keys] = n;
}

static uint32_t
source_of (const void *edges, uint32_t i)
{
  return ((const struct wpp_drawing_edge *)edges)[i].from;
}

/* Search depth first: mark edges that lead to an open node, and list nodes in the reverse of the order in which they
   were left.  */
static void
search (struct wpp_drawing *l, const uint32_t *first, const uint32_t *out, uint32_t *at, uint32_t *stack,
        uint32_t *order)
{
  uint32_t done = l->n;
  enum { NEW = 0, OPEN = 1, LEFT = 2 };
  unsigned char *state = (unsigned char *)(at + l->n);
  memcpy (at, first, l->n * sizeof *at);
  for (uint32_t root = 0; root < l->n; root++)
    {
      uint32_t depth = 0;
      if (state[root] == NEW)
        {
          stack[depth++] = root;
          state[root] = OPEN;
        }
      while (depth)
        {
          uint32_t v = stack[depth - 1];
          if (at[v] == first[v + 1])
            {
              state[v] = LEFT;
              order[--done] = v;
              depth--;
              continue;
            }
          struct wpp_drawing_edge *e = &l->edges[out[at[v]++]];
          e->back = state[e->to] == OPEN;
          if (state[e->to] == NEW)
            {
              state[e->to] = OPEN;
              stack[depth++] = e->to;
            }
        }
    }
}

/* Set LAYER [n] of L's nodes.  */
static int
find_layers (struct wpp_drawing *l, uint32_t *layer)
{
  uint32_t *first = calloc (l->n + (size_t)2, sizeof *first), *out = calloc (l->n_edges + (size_t)1, sizeof *out);
  uint32_t *order = calloc (2 * (l->n + (size_t)1), sizeof *order);
  uint32_t *at = calloc (2 * (l->n + (size_t)1), sizeof *at);
  bool room = first && out && order && at;
  if (room)
    {
      group (l->n_edges, l->n, source_of, l->edges, first, out);
      search (l, first, out, at, order + l->n, order);
    }
  for (uint32_t i = 0; i < l->n && room; i++)
    for (uint32_t k = first[order[i]]; k < first[order[i] + 1]; k++)
      {
        const struct wpp_drawing_edge *e = &l->edges[out[k]];
        if (!e->back && layer[e->to] <= layer[e->from])
          layer[e->to] = layer[e->from] + 1;
      }
  free (first);
  free (out);
  free (order);
  free (at);
  return room ? 0 : WPP_E_NOMEM;
}

/* ---- Bends and links.  */

static uint32_t
span (const struct drawing *d, const struct wpp_drawing_edge *e)
{
  uint32_t a = d->layer[e->from], b = d->layer[e->to];
  return a < b ? b - a : a - b;
}

/* Number the bends, and count items and links.  */
static void
number_bends (struct drawing *d)
{
  struct wpp_drawing *l = d->l;
  uint64_t bends = 0;
  for (uint32_t i = 0; i < l->n_edges; i++)
    bends += span (d, &l->edges[i]) > 1 ? span (d, &l->edges[i]) - 1 : 0;
  bool bent = bends <= WPP_DRAWING_MOST_BENDS;
  l->n_bends = 0;
  for (uint32_t i = 0; i < l->n_edges; i++)
    {
      struct wpp_drawing_edge *e = &l->edges[i];
      uint32_t between = span (d, e);
      e->first = l->n_bends;
      e->n = bent && between > 1 ? between - 1 : 0;
      l->n_bends += e->n;
      d->n_links += between == 1 || e->n ? e->n + 1 : 0;
    }
  d->n = l->n + l->n_bends;
}

/* Put the bends of E into layers, and list its links.  Bends go from FROM to TO, links down.  */
static void
lay_edge (struct drawing *d, const struct wpp_drawing_edge *e, uint32_t *n_links)
{
  bool up = d->layer[e->from] > d->layer[e->to];
  uint32_t before = e->from;
  if (!e->n && span (d, e) != 1)
    return;
  for (uint32_t i = 0; i <= e->n; i++)
    {
      uint32_t item = i < e->n ? d->l->n + e->first + i : e->to;
      if (i < e->n)
        d->layer[item] = up ? d->layer[e->from] - i - 1 : d->layer[e->from] + i + 1;
      /* Long edges should be straight, and frequent ones, too.  */
      double weight = (before >= d->l->n) + (item >= d->l->n) + (e->weight ? 1.5 : 1);
      d->links[(*n_links)++] = up ? (struct link){ item, before, weight } : (struct link){ before, item, weight };
      before = item;
    }
}

static uint32_t
upper_of (const void *links, uint32_t i)
{
  return ((const struct link *)links)[i].upper;
}

static uint32_t
lower_of (const void *links, uint32_t i)
{
  return ((const struct link *)links)[i].lower;
}

static uint32_t
layer_of (const void *layers, uint32_t i)
{
  return ((const uint32_t *)layers)[i];
}

static int
make_items (struct drawing *d)
{
  struct wpp_drawing *l = d->l;
  uint32_t n_links = 0;
  uint32_t *layer = realloc (d->layer, (d->n + (size_t)1) * sizeof *layer);
  if (!layer)
    return WPP_E_NOMEM;
  d->layer = layer;
  d->links = calloc (d->n_links + (size_t)1, sizeof *d->links);
  d->first_up = calloc (d->n + (size_t)2, sizeof *d->first_up);
  d->first_down = calloc (d->n + (size_t)2, sizeof *d->first_down);
  d->up = calloc (d->n_links + (size_t)1, sizeof *d->up);
  d->down = calloc (d->n_links + (size_t)1, sizeof *d->down);
  d->order = calloc (d->n + (size_t)1, sizeof *d->order);
  d->place = calloc (d->n + (size_t)1, sizeof *d->place);
  l->nodes = calloc (l->n + (size_t)1, sizeof *l->nodes);
  l->bends = calloc (l->n_bends + (size_t)1, sizeof *l->bends);
  if (!d->links || !d->first_up || !d->first_down || !d->up || !d->down || !d->order || !d->place
      || !l->nodes || !l->bends)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < l->n_edges; i++)
    lay_edge (d, &l->edges[i], &n_links);
  for (uint32_t i = 0; i < d->n; i++)
    d->n_layers = d->layer[i] >= d->n_layers ? d->layer[i] + 1 : d->n_layers;
  d->first = calloc (d->n_layers + (size_t)2, sizeof *d->first);
  if (!d->first)
    return WPP_E_NOMEM;
  group (d->n_links, d->n, lower_of, d->links, d->first_up, d->up);
  group (d->n_links, d->n, upper_of, d->links, d->first_down, d->down);
  group (d->n, d->n_layers, layer_of, d->layer, d->first, d->order);
  return 0;
}

/* ---- Sorting.  */

struct sorted
{
  double key;
  uint32_t before, item;
};

static int
compare_sorted (const void *a, const void *b)
{
  const struct sorted *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->before < y->before ? -1 : x->before > y->before;
}

/* The weighted mean of the places of ITEM's neighbours above, or below; its own without any.  *WEIGHT is theirs.  */
static double
mean (const struct drawing *d, uint32_t item, bool above, double *weight)
{
  const uint32_t *first = above ? d->first_up : d->first_down, *list = above ? d->up : d->down;
  double sum = 0;
  *weight = 0;
  for (uint32_t k = first[item]; k < first[item + 1]; k++)
    {
      const struct link *link = &d->links[list[k]];
      sum += link->weight * d->place[above ? link->upper : link->lower];
      *weight += link->weight;
    }
  return *weight > 0 ? sum / *weight : d->place[item];
}

/* Sort the items of LAYER by their neighbours' places, which are numbers in their layers; ROOM is scratch space.  */
static void
sort_layer (struct drawing *d, uint32_t layer, bool above, struct sorted *room)
{
  uint32_t begin = d->first[layer], n = d->first[layer + 1] - begin;
  double weight;
  for (uint32_t i = 0; i < n; i++)
    room[i] = (struct sorted){ mean (d, d->order[begin + i], above, &weight), i, d->order[begin + i] };
  qsort (room, n, sizeof *room, compare_sorted);
  for (uint32_t i = 0; i < n; i++)
    {
      d->order[begin + i] = room[i].item;
      d->place[room[i].item] = i - (n - 1) / 2.0;
    }
}

static int
sort_layers (struct drawing *d)
{
  struct sorted *room = calloc (d->n + (size_t)1, sizeof *room);
  if (!room)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < d->n_layers; i++)
    sort_layer (d, i, true, room);
  for (int sweep = 0; sweep < SORTING_SWEEPS; sweep++)
    for (uint32_t i = 0; i < d->n_layers; i++)
      sort_layer (d, sweep & 1 ? d->n_layers - 1 - i : i, !(sweep & 1), room);
  free (room);
  return 0;
}

/* ---- Placing.  */

static double
width (const struct drawing *d, uint32_t item)
{
  return item < d->l->n ? WPP_DRAWING_WIDTH + WPP_DRAWING_GAP : WPP_DRAWING_BEND;
}

struct block                    /* of neighbours in a layer that touch each other */
{
  double sum, weight;           /* of what they want, without the distances from the layer's first one */
  uint32_t n;
};

/* Place the items of LAYER as near to where they want to be as their distances allow.  */
static void
place_layer (struct drawing *d, uint32_t layer, bool above, struct block *blocks, double *offset)
{
  uint32_t begin = d->first[layer], end = d->first[layer + 1], n = 0, at = begin;
  double from = 0;
  for (uint32_t i = begin; i < end; i++)
    {
      double weight, wanted = mean (d, d->order[i], above, &weight);
      weight += 0.1;
      from += i > begin ? (width (d, d->order[i - 1]) + width (d, d->order[i])) / 2 : 0;
      offset[i] = from;
      blocks[n++] = (struct block){ weight * (wanted - from), weight, 1 };
      while (n > 1 && blocks[n - 2].sum * blocks[n - 1].weight > blocks[n - 1].sum * blocks[n - 2].weight)
        {
          blocks[n - 2].sum += blocks[n - 1].sum;
          blocks[n - 2].weight += blocks[n - 1].weight;
          blocks[n - 2].n += blocks[n - 1].n;
          n--;
        }
    }
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t i = 0; i < blocks[b].n; i++, at++)
      d->place[d->order[at]] = blocks[b].sum / blocks[b].weight + offset[at];
}

static int
place_layers (struct drawing *d)
{
  struct block *blocks = calloc (d->n + (size_t)1, sizeof *blocks);
  double *offset = calloc (d->n + (size_t)1, sizeof *offset);
  bool room = blocks && offset;
  for (uint32_t i = 0; i < d->n && room; i++)
    d->place[i] *= WPP_DRAWING_WIDTH + WPP_DRAWING_GAP;
  for (int sweep = 0; sweep < PLACING_SWEEPS && room; sweep++)
    for (uint32_t i = 0; i < d->n_layers; i++)
      place_layer (d, sweep & 1 ? d->n_layers - 1 - i : i, !(sweep & 1), blocks, offset);
  free (blocks);
  free (offset);
  return room ? 0 : WPP_E_NOMEM;
}

/* Hand over the places: the leftmost node is at the edge of the drawing.  */
static void
finish (struct drawing *d)
{
  double left = 0;
  for (uint32_t i = 0; i < d->n; i++)
    {
      double edge = d->place[i] - (i < d->l->n ? WPP_DRAWING_WIDTH / 2.0 : 0);
      left = !i || edge < left ? edge : left;
    }
  for (uint32_t i = 0; i < d->n; i++)
    {
      const struct wpp_drawing_point p
        = { (int32_t)(d->place[i] - left + 0.5), (int32_t)(d->layer[i] * WPP_DRAWING_LAYER + WPP_DRAWING_HEIGHT / 2) };
      if (i < d->l->n)
        d->l->nodes[i] = p;
      else
        d->l->bends[i - d->l->n] = p;
    }
}

static void
release (struct drawing *d)
{
  free (d->layer);
  free (d->place);
  free (d->first);
  free (d->order);
  free (d->links);
  free (d->first_up);
  free (d->first_down);
  free (d->up);
  free (d->down);
}

int
wpp_drawing_make (struct wpp_drawing *l)
{
  struct drawing d = { .l = l, .layer = calloc (l->n + (size_t)1, sizeof *d.layer) };
  int err = d.layer ? find_layers (l, d.layer) : WPP_E_NOMEM;
  if (!err)
    {
      number_bends (&d);
      err = make_items (&d);
    }
  if (!err)
    err = sort_layers (&d);
  if (!err)
    err = place_layers (&d);
  if (!err)
    finish (&d);
  release (&d);
  return err;
}

void
wpp_drawing_release (struct wpp_drawing *l)
{
  free (l->nodes);
  free (l->bends);
  l->nodes = l->bends = NULL;
}
