/* Prime paths of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   From each block simple paths are followed, depth first, as long as they may become prime.  A path that is no cycle
   can be prime only if all predecessors of its first block are on it; so it does not begin at a block with a
   predecessor to which no path leads from there, and it is given up when it has left for good and a predecessor is
   missing.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "program/paths/prime.h"

/* Steps that are taken at most: a fraction of a second.  */
#define MOST_STEPS (UINT64_C (1) << 24)

/* ---- The graph.  */

/* Is E of CFG an edge between blocks?  One to the point after setjmp is, for the first return.  */
static bool
between_blocks_p (const struct wpp_cfg *cfg, const struct wpp_edge *e)
{
  bool twice = cfg->nodes[e->src].flags & WPP_NODE_TWICE && e->dst == e->src + 1;
  return (!(e->flags & WPP_EDGE_GAP) || e->flags & WPP_EDGE_EH || twice) && e->src != WPP_NODE_ENTRY
         && e->dst != WPP_NODE_EXIT && !(cfg->nodes[e->dst].flags & WPP_NODE_CONTINUES);
}

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Sort the neighbours of each of N blocks, and keep each once.  */
static void
tidy (struct wpp_prime_edges *edges, uint32_t n)
{
  uint32_t kept = 0;
  for (uint32_t b = 0; b < n; b++)
    {
      uint32_t first = edges->first[b], end = edges->first[b + 1];
      qsort (edges->blocks + first, end - first, sizeof *edges->blocks, compare_numbers);
      edges->first[b] = kept;
      for (uint32_t i = first; i < end; i++)
        if (i == first || edges->blocks[i] != edges->blocks[i - 1])
          edges->blocks[kept++] = edges->blocks[i];
    }
  edges->first[n] = kept;
}

/* Set EDGES to those out of G's blocks, or INTO them.  */
static int
list_edges (const struct wpp_prime_graph *g, bool into, struct wpp_prime_edges *edges)
{
  const struct wpp_cfg *cfg = g->cfg;
  edges->first = calloc (g->n_blocks + (size_t)2, sizeof *edges->first);
  edges->blocks = malloc ((cfg->n_edges + (size_t)1) * sizeof *edges->blocks);
  if (!edges->first || !edges->blocks)
    return WPP_E_NOMEM;
  for (const struct wpp_edge *e = cfg->edges; e < cfg->edges + cfg->n_edges; e++)
    if (between_blocks_p (cfg, e))
      edges->first[g->block[into ? e->dst : e->src] + 2]++;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    edges->first[b + 2] += edges->first[b + 1];
  for (const struct wpp_edge *e = cfg->edges; e < cfg->edges + cfg->n_edges; e++)
    if (between_blocks_p (cfg, e))
      edges->blocks[edges->first[g->block[into ? e->dst : e->src] + 1]++] = g->block[into ? e->src : e->dst];
  tidy (edges, g->n_blocks);
  return 0;
}

/* Number the blocks.  Pieces of a block are numbered one after the other.  */
static void
find_blocks (struct wpp_prime_graph *g)
{
  const struct wpp_cfg *cfg = g->cfg;
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (v == WPP_NODE_ENTRY || v == WPP_NODE_EXIT)
      g->block[v] = WPP_NO_BLOCK;
    else if (g->n_blocks && cfg->nodes[v].flags & WPP_NODE_CONTINUES)
      g->block[v] = g->n_blocks - 1;
    else
      {
        g->node[g->n_blocks] = v;
        g->block[v] = g->n_blocks++;
      }
}

/* Find the blocks that are apart.  As gcov has it, the first block of a function and one that may leave it are not.  */
static void
find_apart (struct wpp_prime_graph *g)
{
  const struct wpp_cfg *cfg = g->cfg;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    g->apart[b] = true;
  for (const struct wpp_edge *e = cfg->edges; e < cfg->edges + cfg->n_edges; e++)
    if (e->src == WPP_NODE_ENTRY && e->dst != WPP_NODE_EXIT)
      g->apart[g->block[e->dst]] = false;
    else if (e->src != WPP_NODE_ENTRY && !(e->flags & WPP_EDGE_GAP) && !(cfg->nodes[e->dst].flags & WPP_NODE_CONTINUES))
      g->apart[g->block[e->src]] = false;
}

int
wpp_prime_graph_init (struct wpp_prime_graph *g, const struct wpp_cfg *cfg)
{
  *g = (struct wpp_prime_graph){ .cfg = cfg,
                                 .block = malloc ((cfg->n_nodes + (size_t)1) * sizeof *g->block),
                                 .node = malloc ((cfg->n_nodes + (size_t)1) * sizeof *g->node),
                                 .apart = malloc ((cfg->n_nodes + (size_t)1) * sizeof *g->apart),
                                 .on = calloc (cfg->n_nodes + (size_t)1, sizeof *g->on) };
  if (!g->block || !g->node || !g->apart || !g->on)
    return WPP_E_NOMEM;
  find_blocks (g);
  find_apart (g);
  int err = list_edges (g, false, &g->out);
  return err ? err : list_edges (g, true, &g->in);
}

void
wpp_prime_graph_release (struct wpp_prime_graph *g)
{
  free (g->block);
  free (g->node);
  free (g->apart);
  free (g->on);
  free (g->out.first);
  free (g->out.blocks);
  free (g->in.first);
  free (g->in.blocks);
  *g = (struct wpp_prime_graph){ 0 };
}

bool
wpp_prime_edge_p (const struct wpp_prime_graph *g, uint32_t from, uint32_t to)
{
  const uint32_t *first = g->out.blocks + g->out.first[from];
  return bsearch (&to, first, g->out.first[from + 1] - g->out.first[from], sizeof to, compare_numbers) != NULL;
}

/* ---- Paths.  */

/* Are all neighbours of BLOCK by EDGES on the path, of which OTHER is the other end?  One that is OTHER would make a
   cycle of it.  */
static bool
closed_p (const struct wpp_prime_graph *g, const struct wpp_prime_edges *edges, uint32_t block, uint32_t other)
{
  for (uint32_t i = edges->first[block]; i < edges->first[block + 1]; i++)
    if (!g->on[edges->blocks[i]] || edges->blocks[i] == other)
      return false;
  return true;
}

/* Is PATH [N], a simple path that is marked and no cycle, prime?  */
static bool
marked_prime_p (const struct wpp_prime_graph *g, const uint32_t *path, uint32_t n)
{
  uint32_t first = path[0], last = path[n - 1];
  return closed_p (g, &g->out, last, first) && closed_p (g, &g->in, first, last) && (n > 1 || !g->apart[first]);
}

bool
wpp_prime_path_p (const struct wpp_prime_graph *g, const uint32_t *path, uint32_t n)
{
  if (n > 1 && path[0] == path[n - 1])
    return true;
  for (uint32_t i = 0; i < n; i++)
    g->on[path[i]] = true;
  bool prime = marked_prime_p (g, path, n);
  for (uint32_t i = 0; i < n; i++)
    g->on[path[i]] = false;
  return prime;
}

/* ---- All of them.  */

struct search
{
  const struct wpp_prime_graph *g;
  uint32_t *path;            /* [n] */
  uint32_t *next;            /* [n] the edge out of a block of the path that is to be followed next */
  uint32_t n;
  bool *reaches;             /* [n_blocks] whether a path leads from a block to the first one */
  bool cycles;               /* only cycles may be prime */
  uint32_t missing;          /* predecessors of the first block that are not on the path */
  uint32_t *work;            /* [n_blocks] */
  uint64_t steps, paths, most;
  int (*visit) (void *data, const uint32_t *path, uint32_t n);
  void *data;
};

/* Set MARKS to the blocks from which FIRST is reached by EDGES, it itself if by a cycle.  */
static void
mark_reaching (const struct search *s, const struct wpp_prime_edges *edges, uint32_t first, bool *marks)
{
  uint32_t n = 0, block = first;
  memset (marks, 0, s->g->n_blocks * sizeof *marks);
  for (;;)
    {
      for (uint32_t i = edges->first[block]; i < edges->first[block + 1]; i++)
        if (!marks[edges->blocks[i]])
          {
            marks[edges->blocks[i]] = true;
            s->work[n++] = edges->blocks[i];
          }
      if (!n)
        return;
      block = s->work[--n];
    }
}

static int
found (struct search *s)
{
  return s->paths++ == s->most ? WPP_E_TOOBIG : s->visit (s->data, s->path, s->n);
}

static bool
leads_p (const struct search *s, uint32_t block)
{
  return wpp_prime_edge_p (s->g, block, s->path[0]);
}

/* Go on to BLOCK, if the path may still become prime.  */
static void
push (struct search *s, uint32_t block)
{
  bool leads = s->n && leads_p (s, block);
  if (!s->reaches[block] && (s->cycles || s->missing))
    return;
  s->missing -= leads;
  s->g->on[block] = true;
  s->next[s->n] = s->g->out.first[block];
  s->path[s->n++] = block;
}

static void
pop (struct search *s)
{
  uint32_t block = s->path[--s->n];
  s->g->on[block] = false;
  s->missing += s->n && leads_p (s, block);
}

/* Follow the next edge out of the last block of the path, or go back.  */
static int
step (struct search *s)
{
  uint32_t last = s->path[s->n - 1], i = s->next[s->n - 1]++;
  if (i < s->g->out.first[last + 1])
    {
      uint32_t block = s->g->out.blocks[i];
      if (block == s->path[0])
        {
          s->path[s->n++] = block;
          int err = found (s);
          s->n--;
          return err;
        }
      if (!s->g->on[block])
        push (s, block);
      return 0;
    }
  bool prime = !s->cycles && marked_prime_p (s->g, s->path, s->n);
  int err = prime ? found (s) : 0;
  pop (s);
  return err;
}

/* Find the paths that begin at FIRST.  */
static int
search_from (struct search *s, uint32_t first)
{
  const struct wpp_prime_edges *in = &s->g->in;
  int err = 0;
  mark_reaching (s, &s->g->out, first, s->reaches);
  s->cycles = false;
  for (uint32_t i = in->first[first]; i < in->first[first + 1]; i++)
    s->cycles |= !s->reaches[in->blocks[i]];
  mark_reaching (s, in, first, s->reaches);
  if (s->cycles && !s->reaches[first])
    return 0;
  s->path[0] = first;
  s->missing = in->first[first + 1] - in->first[first] - leads_p (s, first);
  s->n = 0;
  s->reaches[first] = true;
  push (s, first);
  while (s->n && !err)
    err = ++s->steps > MOST_STEPS ? WPP_E_TOOBIG : step (s);
  while (s->n)
    pop (s);
  return err;
}

int
wpp_prime_paths (const struct wpp_prime_graph *g, uint64_t most,
                 int (*visit) (void *data, const uint32_t *path, uint32_t n), void *data)
{
  size_t n = g->n_blocks + (size_t)2;
  struct search s = { .g = g, .path = malloc (n * sizeof *s.path), .next = malloc (n * sizeof *s.next),
                      .reaches = malloc (n * sizeof *s.reaches), .work = malloc (n * sizeof *s.work),
                      .most = most, .visit = visit, .data = data };
  int err = s.path && s.next && s.reaches && s.work ? 0 : WPP_E_NOMEM;
  for (uint32_t b = 0; b < g->n_blocks && !err; b++)
    {
      s.steps += g->n_blocks / 16;  /* what marking takes */
      err = s.steps > MOST_STEPS ? WPP_E_TOOBIG : search_from (&s, b);
    }
  free (s.path);
  free (s.next);
  free (s.reaches);
  free (s.work);
  return err;
}
