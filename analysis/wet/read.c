/* A graph is opened; which node is executed when.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/search.h"
#include "values/indexed/wet-index.h"
#include "wet/read-impl.h"

/* Live slots, inputs, labels and accesses of a node: more are hostile.  */
#define MOST_OF_NODE (1u << 20)

/* ---- Opening.  */

static struct wpp_wet_ref
read_where (struct wpp_reader *r)
{
  struct wpp_wet_ref ref;
  ref.page = wpp_read_leb32 (r);
  ref.offset = wpp_read_leb32 (r);
  return ref;
}

static int
read_groups (struct wpp_reader *r, struct wpp_wet_node *x)
{
  x->n_groups = wpp_read_count (r, 5);
  x->groups = r->bad ? NULL : calloc (x->n_groups + 1, sizeof *x->groups);
  if (!x->groups)
    {
      x->n_groups = 0;
      return r->bad ? WPP_E_CORRUPT : WPP_E_NOMEM;
    }
  for (size_t i = 0; i < x->n_groups && !r->bad; i++)
    {
      struct wpp_wet_found_group *g = &x->groups[i];
      g->first = x->executions;
      g->n = wpp_read_leb32 (r);
      g->values = read_where (r);
      g->labels = read_where (r);
      r->bad |= !g->n || g->n > WPP_WET_BLOCK;
      x->executions += g->n;
    }
  return r->bad || x->executions > UINT32_MAX ? WPP_E_CORRUPT : WPP_OK;
}

/* Read the node X, after whose accesses the next one's begin at *SOURCE.  */
static int
read_node (struct wpp_reader *r, const struct wpp_bindings *b, struct wpp_wet_node *x, uint32_t *source)
{
  x->event = wpp_read_u32 (r);
  x->function = wpp_read_leb32 (r);
  x->shape.n_live = wpp_read_leb32 (r);
  x->shape.n_inputs = wpp_read_leb32 (r);
  x->shape.n_labels = wpp_read_leb32 (r);
  x->n_accesses = wpp_read_leb32 (r);
  x->shape.first_source = *source;
  if (r->bad || x->function >= b->code->n_functions || x->shape.n_live > MOST_OF_NODE
      || x->shape.n_inputs > MOST_OF_NODE || x->shape.n_labels > x->n_accesses
      || x->n_accesses > MOST_OF_NODE || x->n_accesses > UINT32_MAX - *source)
    return WPP_E_CORRUPT;
  x->shape.end_source = *source += x->n_accesses;
  return read_groups (r, x);
}

/* Which nodes are in block number BLOCK, of N times.  */
static int
read_occurrences (struct wpp_reader *r, struct wpp_wet_thread_graph *t, uint32_t block, uint32_t n, uint32_t *counts)
{
  size_t nodes = wpp_read_count (r, 2);
  uint64_t node = 0, all = 0;
  for (size_t i = 0; i < nodes && !r->bad; i++)
    {
      uint64_t more = wpp_read_leb (r), count = wpp_read_leb (r);
      node += more;
      if (more >= t->n_nodes || node >= t->n_nodes || (i && !more) || !count || count > n - all)
        return WPP_E_CORRUPT;
      struct wpp_wet_node *x = &t->nodes[node];
      if (WPP_RESERVE (x->occurrences, x->occurrences_room, x->n_occurrences, 1))
        return WPP_E_NOMEM;
      x->occurrences[x->n_occurrences++] = (struct wpp_wet_occurrence){ block, counts[node] };
      counts[node] += count;
      all += count;
    }
  return r->bad ? WPP_E_CORRUPT : WPP_OK;
}

static int
read_blocks (struct wpp_reader *r, struct wpp_wet_thread_graph *t)
{
  uint64_t n = t->events / WPP_WET_BLOCK + (t->events % WPP_WET_BLOCK != 0);
  if (n > wpp_reader_left (r) / 3)
    return WPP_E_CORRUPT;
  uint32_t *counts = calloc (t->n_nodes + (size_t)1, sizeof *counts);
  t->blocks = calloc (n + 1, sizeof *t->blocks);
  int err = counts && t->blocks ? WPP_OK : WPP_E_NOMEM;
  for (uint64_t i = 0; i < n && !err; i++)
    {
      uint64_t left = t->events - i * WPP_WET_BLOCK;
      t->blocks[t->n_blocks++] = read_where (r);
      err = read_occurrences (r, t, i, left < WPP_WET_BLOCK ? left : WPP_WET_BLOCK, counts);
    }
  for (uint32_t i = 0; i < t->n_nodes && !err; i++)
    if (counts[i] != t->nodes[i].executions)
      err = WPP_E_CORRUPT;
  free (counts);
  return err;
}

static int
read_thread (struct wpp_reader *r, struct wpp_wet *x, struct wpp_wet_thread_graph *t)
{
  uint32_t source = WPP_WET_FIRST;
  t->graph = x;
  t->index = wpp_read_leb32 (r);
  t->switched = wpp_read_u8 (r);
  t->events = wpp_read_leb (r);
  size_t n = wpp_read_count (r, 10);
  t->nodes = r->bad || n >= UINT32_MAX ? NULL : calloc (n + 1, sizeof *t->nodes);
  if (!t->nodes)
    return r->bad ? WPP_E_CORRUPT : WPP_E_NOMEM;
  int err = WPP_OK;
  for (size_t i = 0; i < n && !err; i++)
    {
      t->n_nodes++;
      err = read_node (r, x->bindings, &t->nodes[i], &source);
    }
  return err ? err : read_blocks (r, t);
}

/* Is the graph, whose head R is at, of P?  */
static bool
of_profile_p (struct wpp_reader *r, const struct wpp_bindings *b, const struct wpp_profile *p)
{
  uint64_t hash, size;
  wpp_wet_identify (b, p, &hash, &size);
  bool same = wpp_read_u64 (r) == hash;
  return (wpp_read_u64 (r) == size) & same;
}

static int
read_contents (struct wpp_reader *r, struct wpp_wet *x, const struct wpp_profile *p)
{
  int err = WPP_OK;
  free (wpp_read_string (r, &err));
  if (!err && !r->bad && !of_profile_p (r, x->bindings, p))
    return WPP_E_RANGE;
#define READ(NAME, WHAT) x->totals.NAME = wpp_read_leb (r);
  WPP_WET_TOTALS (READ)
#undef READ
  size_t n = wpp_read_count (r, 3);
  x->threads = r->bad ? NULL : calloc (n + 1, sizeof *x->threads);
  if (!x->threads)
    return r->bad ? WPP_E_CORRUPT : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      x->n_threads++;
      err = read_thread (r, x, &x->threads[i]);
    }
  return err ? err : r->bad || wpp_reader_left (r) ? WPP_E_CORRUPT : WPP_OK;
}

struct wpp_wet *
wpp_wet_open (int fd, struct wpp_bindings *b, const struct wpp_profile *p, int *err)
{
  struct wpp_wet *x = calloc (1, sizeof *x);
  unsigned char *rest = NULL;
  size_t size = 0;
  *err = x ? WPP_OK : WPP_E_NOMEM;
  if (x)
    {
      x->bindings = b;
      x->pages = wpp_wet_pages_open (fd, &rest, &size, err);
    }
  struct wpp_reader r = wpp_reader_of (rest, size);
  if (!*err)
    *err = read_contents (&r, x, p);
  free (rest);
  if (!*err)
    return x;
  wpp_wet_free (x);
  return NULL;
}

static void
release_thread (struct wpp_wet_thread_graph *t)
{
  for (uint32_t i = 0; i < t->n_nodes; i++)
    {
      wpp_wet_node_release (&t->nodes[i]);
      free (t->nodes[i].groups);
      free (t->nodes[i].occurrences);
    }
  for (unsigned i = 0; i < WPP_WET_TIMES_KEPT; i++)
    free (t->times[i]);
  free (t->nodes);
  free (t->blocks);
}

void
wpp_wet_free (struct wpp_wet *x)
{
  if (!x)
    return;
  for (size_t i = 0; i < x->n_threads; i++)
    release_thread (&x->threads[i]);
  free (x->threads);
  wpp_wet_pages_free (x->pages);
  free (x);
}

/* ---- What there is.  */

bool
wpp_wet_switched_p (const struct wpp_wet_thread_graph *t)
{
  return t->switched;
}

struct wpp_wet_thread_graph *
wpp_wet_thread_of (struct wpp_wet *x, uint32_t index)
{
  for (size_t i = 0; i < x->n_threads; i++)
    if (x->threads[i].index == index)
      return &x->threads[i];
  return NULL;
}

uint64_t
wpp_wet_events (const struct wpp_wet_thread_graph *t)
{
  return t->events;
}

uint32_t
wpp_wet_event_of (const struct wpp_wet_thread_graph *t, uint32_t node)
{
  return t->nodes[node].event;
}

uint32_t
wpp_wet_function_of (const struct wpp_wet_thread_graph *t, uint32_t node)
{
  return t->nodes[node].function;
}

uint64_t
wpp_wet_executions_of (const struct wpp_wet_thread_graph *t, uint32_t node)
{
  return t->nodes[node].executions;
}

/* ---- Times.  */

static bool
block_below_p (const struct wpp_wet_occurrence *o, uint32_t block)
{
  return o->block < block;
}

/* The occurrence of X in BLOCK, or null.  */
static const struct wpp_wet_occurrence *
occurrence_in (const struct wpp_wet_node *x, uint32_t block)
{
  size_t at = WPP_PARTITION_POINT (i, x->n_occurrences, block_below_p (&x->occurrences[i], block));
  return at < x->n_occurrences && x->occurrences[at].block == block ? &x->occurrences[at] : NULL;
}

/* Number the executions of the N times of T, whose nodes are V.  */
static int
number_times (const struct wpp_wet_thread_graph *g, struct wpp_wet_times *t, uint32_t block, uint32_t n,
              const uint64_t *v)
{
  uint32_t *next = calloc (g->n_nodes + (size_t)1, sizeof *next); /* plus 1; 0: not seen */
  int err = next ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && !err; i++)
    {
      t->nodes[i] = t->k[i] = 0;
      if (!v[i])
        continue;
      uint32_t node = v[i] - 1;
      const struct wpp_wet_occurrence *o = v[i] > g->n_nodes ? NULL
                                           : next[node]      ? &g->nodes[node].occurrences[0]
                                                             : occurrence_in (&g->nodes[node], block);
      if (!o)
        err = WPP_E_CORRUPT;
      else
        {
          if (!next[node])
            next[node] = o->first + 1;
          t->nodes[i] = v[i];
          t->k[i] = next[node]++ - 1;
          if (t->k[i] >= g->nodes[node].executions)
            err = WPP_E_CORRUPT;
        }
    }
  free (next);
  return err;
}

/* Let *TIMES be block BLOCK of T.  */
static int
times_of (struct wpp_wet_thread_graph *g, uint32_t block, const struct wpp_wet_times **times)
{
  uint64_t v[WPP_WET_BLOCK], left = g->events - (uint64_t)block * WPP_WET_BLOCK;
  uint32_t n = left < WPP_WET_BLOCK ? left : WPP_WET_BLOCK;
  struct wpp_wet_times **place = &g->times[block % WPP_WET_TIMES_KEPT];
  struct wpp_reader r;
  if (!*place && !(*place = calloc (1, sizeof **place)))
    return WPP_E_NOMEM;
  *times = *place;
  if ((*place)->block == block + 1)
    return WPP_OK;
  int err = wpp_wet_page_at (g->graph->pages, WPP_WET_TIMES, g->blocks[block], &r);
  if (err)
    return err;
  wpp_wet_read_block (&r, v, n);
  err = r.bad ? WPP_E_CORRUPT : number_times (g, *place, block, n, v);
  (*place)->block = err ? 0 : block + 1;
  return err;
}

int
wpp_wet_at (struct wpp_wet_thread_graph *t, uint64_t time, struct wpp_wet_instance *i)
{
  const struct wpp_wet_times *times;
  int err = times_of (t, time / WPP_WET_BLOCK, &times);
  if (err)
    return err;
  *i = (struct wpp_wet_instance){ times->nodes[time % WPP_WET_BLOCK] - 1, times->k[time % WPP_WET_BLOCK] };
  return WPP_OK;
}

int
wpp_wet_time_of (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint64_t *time)
{
  const struct wpp_wet_node *x = &t->nodes[i.node];
  const struct wpp_wet_times *times;
  size_t after = WPP_PARTITION_POINT (j, x->n_occurrences, x->occurrences[j].first <= i.k);
  if (!after)
    return WPP_E_CORRUPT;
  uint32_t block = x->occurrences[after - 1].block;
  int err = times_of (t, block, &times);
  for (uint32_t j = 0; j < WPP_WET_BLOCK && !err; j++)
    if (times->nodes[j] == i.node + 1 && times->k[j] == i.k)
      {
        *time = (uint64_t)block * WPP_WET_BLOCK + j;
        return WPP_OK;
      }
  return err ? err : WPP_E_CORRUPT;
}
