/* The executions of a line that several blocks are on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is the algorithm that gcov uses: K. A. Hawick, H. A. James, Enumerating Circuits and Loops in
   Graphs with Self-Arcs and Multiple-Arcs, 2008.  From each block in turn, it finds the circuits of blocks
   that do not come before it.  For each circuit, it subtracts the least count on the circuit's arcs from all
   of them, and adds it to the line's count.  A block is blocked while it is on the present path, and
   after that until a block that it leads to takes part in a circuit.  The sum depends on the order in
   which circuits are found, so blocks and arcs must come in gcov's order.  Departures: there is no
   recursion, and blocks at which no arc closes a circuit are not tried.  */

#include <stdlib.h>
#include "activations/lines/lines-impl.h"

#define NONE UINT32_MAX

struct waiter   /* a block that is unblocked together with the destination of one of its arcs */
{
  uint32_t block, next;
  bool listed;
};

struct frame
{
  uint32_t block, arc;   /* the next arc to try */
  bool found;
};

struct wpp_cycles
{
  struct wpp_block_graph *graph;
  uint32_t line;          /* the number of the present line; marks of other lines are void */
  uint32_t *on_line;      /* [n_blocks] the last line that the block was on */
  uint8_t *blocked;       /* [n_blocks] */
  uint32_t *waiting;      /* [n_blocks] list of waiters */
  struct waiter *waiters; /* [n_arcs] */
  struct frame *frames;   /* [n_blocks] */
  uint32_t n_frames;
  uint32_t *path;         /* [n_blocks + 1] arcs followed, one a frame */
  uint32_t first_zero;    /* place of the first arc of the path that has nothing left */
  uint32_t *work;         /* [n_arcs + 1] */
  uint64_t sum;
};

struct wpp_cycles *
wpp_cycles_new (struct wpp_block_graph *graph)
{
  size_t n = graph->n_blocks + (size_t)1, m = graph->n_arcs + (size_t)1;
  struct wpp_cycles *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->graph = graph;
  c->on_line = calloc (n, sizeof *c->on_line);
  c->blocked = calloc (n, sizeof *c->blocked);
  c->waiting = calloc (n, sizeof *c->waiting);
  c->waiters = calloc (m, sizeof *c->waiters);
  c->frames = calloc (n, sizeof *c->frames);
  c->path = calloc (n, sizeof *c->path);
  c->work = calloc (m, sizeof *c->work);
  if (c->on_line && c->blocked && c->waiting && c->waiters && c->frames && c->path && c->work)
    return c;
  wpp_cycles_free (c);
  return NULL;
}

void
wpp_cycles_free (struct wpp_cycles *c)
{
  if (!c)
    return;
  free (c->on_line);
  free (c->blocked);
  free (c->waiting);
  free (c->waiters);
  free (c->frames);
  free (c->path);
  free (c->work);
  free (c);
}

static bool
on_line_p (const struct wpp_cycles *c, uint32_t block)
{
  return c->on_line[block] == c->line;
}

/* Can a circuit that begins at START take ARC?  */
static bool
open_arc_p (const struct wpp_cycles *c, const struct wpp_line_arc *arc, uint32_t start)
{
  return arc->dst >= start && arc->left > 0 && on_line_p (c, arc->dst);
}

/* The path of C, N arcs, is a circuit: count it.  */
static void
take_circuit (struct wpp_cycles *c, uint32_t n)
{
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < n; i++)
    if (c->graph->arcs[c->path[i]].left < least)
      least = c->graph->arcs[c->path[i]].left;
  c->sum = wpp_saturating_add (c->sum, least);
  c->first_zero = NONE;
  for (uint32_t i = n; i-- > 0;)
    if ((c->graph->arcs[c->path[i]].left -= least) == 0)
      c->first_zero = i;
}

static void
unblock (struct wpp_cycles *c, uint32_t block)
{
  uint32_t n = 0;
  c->work[n++] = block;
  while (n > 0)
    {
      block = c->work[--n];
      if (!c->blocked[block])
        continue;
      c->blocked[block] = 0;
      uint32_t w = c->waiting[block];
      c->waiting[block] = NONE;
      for (; w != NONE; w = c->waiters[w].next)
        {
          c->waiters[w].listed = false;
          c->work[n++] = c->waiters[w].block;
        }
    }
}

/* Let BLOCK wait for the blocks to which it leads.  */
static void
wait_for_successors (struct wpp_cycles *c, uint32_t block, uint32_t start)
{
  const struct wpp_line_block *b = &c->graph->blocks[block];
  for (uint32_t a = b->first_out; a < b->first_out + b->n_out; a++)
    {
      const struct wpp_line_arc *arc = &c->graph->arcs[a];
      if (!open_arc_p (c, arc, start) || !c->blocked[arc->dst] || c->waiters[a].listed)
        continue;
      c->waiters[a] = (struct waiter){ block, c->waiting[arc->dst], true };
      c->waiting[arc->dst] = a;
    }
}

static void
enter (struct wpp_cycles *c, uint32_t block)
{
  c->blocked[block] = 1;
  c->frames[c->n_frames++] = (struct frame){ block, c->graph->blocks[block].first_out, false };
}

/* Leave the innermost frame.  */
static void
leave (struct wpp_cycles *c, uint32_t start)
{
  struct frame f = c->frames[--c->n_frames];
  if (f.found)
    unblock (c, f.block);
  else
    wait_for_successors (c, f.block, start);
  if (c->n_frames == 0)
    return;
  c->frames[c->n_frames - 1].found |= f.found;
  if (c->first_zero != NONE && c->first_zero >= c->n_frames - 1)
    c->first_zero = NONE;
}

/* Follow the arc A out of the innermost frame.  */
static void
follow (struct wpp_cycles *c, uint32_t a, uint32_t start)
{
  uint32_t n = c->n_frames - 1, to = c->graph->arcs[a].dst;
  c->path[n] = a;
  if (to == start)
    {
      take_circuit (c, n + 1);
      if (c->first_zero == n)
        c->first_zero = NONE;   /* the arc that closed the circuit is not on the path any more */
      c->frames[n].found = true;
    }
  else if (c->first_zero == NONE && !c->blocked[to])
    enter (c, to);
}

/* Count the circuits that begin at START.  */
static void
find_circuits (struct wpp_cycles *c, uint32_t start)
{
  c->n_frames = 0;
  c->first_zero = NONE;
  enter (c, start);
  while (c->n_frames > 0)
    {
      struct frame *f = &c->frames[c->n_frames - 1];
      const struct wpp_line_block *b = &c->graph->blocks[f->block];
      if (f->arc == b->first_out + b->n_out)
        leave (c, start);
      else
        {
          uint32_t a = f->arc++;
          if (open_arc_p (c, &c->graph->arcs[a], start))
            follow (c, a, start);
        }
    }
}

/* Does an arc lead to START from a block that circuits from START can reach?  */
static bool
closed_p (const struct wpp_cycles *c, uint32_t start)
{
  const struct wpp_line_block *b = &c->graph->blocks[start];
  for (uint32_t i = b->first_in; i < b->first_in + b->n_in; i++)
    {
      const struct wpp_line_arc *arc = &c->graph->arcs[c->graph->in[i]];
      if (arc->src >= start && arc->left > 0 && on_line_p (c, arc->src))
        return true;
    }
  return false;
}

/* The number of arrivals at BLOCK from blocks that are not on the line.  */
static uint64_t
count_arrivals (const struct wpp_cycles *c, uint32_t block)
{
  const struct wpp_line_block *b = &c->graph->blocks[block];
  uint64_t sum = b->outside;
  for (uint32_t i = b->first_in; i < b->first_in + b->n_in; i++)
    {
      const struct wpp_line_arc *arc = &c->graph->arcs[c->graph->in[i]];
      if (!on_line_p (c, arc->src))
        sum = wpp_saturating_add (sum, arc->count);
    }
  return sum;
}

/* Unblock all of BLOCKS [N].  */
static void
unblock_all (struct wpp_cycles *c, const uint32_t *blocks, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      const struct wpp_line_block *b = &c->graph->blocks[blocks[i]];
      c->blocked[blocks[i]] = 0;
      c->waiting[blocks[i]] = NONE;
      for (uint32_t a = b->first_out; a < b->first_out + b->n_out; a++)
        c->waiters[a].listed = false;
    }
}

uint64_t
wpp_count_on_line (struct wpp_cycles *c, const uint32_t *blocks, uint32_t n)
{
  struct wpp_block_graph *g = c->graph;
  c->line++;
  c->sum = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct wpp_line_block *b = &g->blocks[blocks[i]];
      c->on_line[blocks[i]] = c->line;
      for (uint32_t a = b->first_out; a < b->first_out + b->n_out; a++)
        g->arcs[a].left = g->arcs[a].count;
    }
  for (uint32_t i = 0; i < n; i++)
    c->sum = wpp_saturating_add (c->sum, count_arrivals (c, blocks[i]));
  for (uint32_t i = 0; i < n; i++)
    if (closed_p (c, blocks[i]))
      {
        unblock_all (c, blocks, n);
        find_circuits (c, blocks[i]);
      }
  return c->sum;
}
