/* How long an iteration of a loop takes (timing.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "decide/timing/timing.h"

/* Iterations that are followed: the first ones fill the window and do not count.  */
#define FIRST_ITERATIONS 64
#define ITERATIONS 512

/* ... or as many as have so many operations and blocks; a long iteration, which has loops in it, is cut.  */
#define MOST_STEPS 40000u
#define MOST_STEPS_OF_ONE 4000u

struct run
{
  const struct wpp_timed_loop *l;
  const struct wpp_processor *p;
  unsigned waits;
  double *ready;                /* [operations] when the value was made the last time */
  double *copied;               /* [operations] what copies of an edge bring */
  double *debt;                 /* [blocks] mispredictions that are due */
  uint32_t *times;              /* [blocks] executions */
  uint64_t steps;               /* operations and blocks */
  double *retired;              /* [window] when the operation so long ago was */
  uint64_t done;                /* operations */
  double fetch, retire;         /* times */
  double kind_free[WPP_N_OPERATIONS], ports_free[WPP_N_PORTS];
  double taken;
  double stay;                  /* iterations of the current stay that are left */
};

static double
later (double a, double b)
{
  return a > b ? a : b;
}

/* A number from 0 to less than 1 that N and DRAW decide.  */
static double
drawn (uint32_t draw, uint32_t n)
{
  uint64_t x = ((uint64_t) draw << 32 | n) + 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return (double) (x >> 11) / (double) (1ull << 53);
}

/* The time from which on one that comes each EVERY cycles can begin at *FREE, not before FROM.  */
static double
take_turn (double *free, double from, double every)
{
  double begin = later (*free, from);
  *free = begin + every;
  return begin;
}

/* When an operation of KIND gets a port.  */
static double
port_of (struct run *r, enum wpp_task kind)
{
  enum wpp_ports ports = wpp_ports_of_task (kind);
  double begin = r->fetch;
  if (r->p->every[kind] > 0)
    begin = later (begin, take_turn (&r->kind_free[kind], r->fetch, r->p->every[kind]));
  if (r->p->ports[ports] > 0)
    begin = later (begin, take_turn (&r->ports_free[ports], r->fetch, 1 / r->p->ports[ports]));
  return begin;
}

/* An operation is fetched: not before one that is a window's length ago is retired.  */
static void
fetch (struct run *r)
{
  if (r->waits & WPP_WAIT_PORTS)
    {
      r->fetch = later (r->fetch, r->retired[r->done % r->p->window]);
      r->fetch += 1 / r->p->width;
    }
}

static void
retire (struct run *r, double when)
{
  r->retire = later (r->retire, when);
  r->retired[r->done++ % r->p->window] = r->retire;
}

static void
execute (struct run *r, uint32_t operation)
{
  const struct wpp_timed_operation *o = &r->l->operations[operation];
  double begin = 0;
  if (r->waits & WPP_WAIT_VALUES)
    for (uint32_t i = 0; i < o->n; i++)
      begin = later (begin, r->ready[r->l->operands[o->first + i]]);
  if (o->kind == WPP_DOES_NOTHING)
    {
      r->ready[operation] = begin;
      return;
    }
  fetch (r);
  begin = later (begin, r->fetch);
  if (r->waits & WPP_WAIT_PORTS)
    begin = later (begin, port_of (r, o->kind));
  r->ready[operation] = begin + (r->waits & WPP_WAIT_VALUES ? r->p->latency[o->kind] : 0);
  retire (r, r->ready[operation]);
}

/* The edge that is taken from BLOCK now.  */
static const struct wpp_timed_edge *
way_of (struct run *r, uint32_t block)
{
  const struct wpp_timing_block *b = &r->l->blocks[block];
  const struct wpp_timed_edge *edges = &r->l->edges[b->first_edge];
  double all = 0, at;
  for (uint32_t i = 0; i < b->n_edges; i++)
    all += edges[i].share;
  at = drawn (b->draw, r->times[block]++) * all;
  for (uint32_t i = 0; i + 1 < b->n_edges; i++)
    {
      at -= edges[i].share;
      if (at < 0)
        return &edges[i];
    }
  return &edges[b->n_edges - 1];
}

/* Do N of the loop's copies, from FIRST on.  */
static void
copy (struct run *r, uint32_t first, uint32_t n)
{
  const struct wpp_timed_copy *copies = &r->l->copies[first];
  for (uint32_t i = 0; i < n; i++)
    r->copied[i] = copies[i].from == UINT32_MAX ? 0 : r->ready[copies[i].from];
  for (uint32_t i = 0; i < n; i++)
    r->ready[copies[i].to] = r->copied[i];
}

/* An iteration is over, and with it perhaps a stay.  */
static void
enter (struct run *r)
{
  r->stay -= 1;
  if (!(r->waits & WPP_WAIT_PORTS) || r->l->trips <= 0 || r->stay >= 0.5)
    return;
  r->stay += r->l->trips;
  copy (r, r->l->first_entry, r->l->n_entry);
}

/* B's jump, if it has one, may have been mispredicted.  */
static void
jump (struct run *r, uint32_t block)
{
  const struct wpp_timing_block *b = &r->l->blocks[block];
  if (!(r->waits & WPP_WAIT_JUMPS) || !b->n)
    return;
  r->debt[block] += b->missed;
  if (r->debt[block] >= 1)
    {
      r->debt[block] -= 1;
      r->fetch = later (r->fetch, r->ready[b->first + b->n - 1] + r->p->refill);
    }
}

static void
iterate (struct run *r)
{
  uint32_t block = 0;
  uint64_t most = r->steps + MOST_STEPS_OF_ONE;
  do
    {
      const struct wpp_timing_block *b = &r->l->blocks[block];
      for (uint32_t i = 0; i < b->n; i++)
        execute (r, b->first + i);
      jump (r, block);
      r->steps += b->n + 1;
      const struct wpp_timed_edge *e = way_of (r, block);
      copy (r, e->first, e->n);
      block = e->to;
    }
  while (block && r->steps < most);
  if (r->waits & WPP_WAIT_PORTS)
    r->fetch = take_turn (&r->taken, r->fetch, r->p->taken);
  enter (r);
}

/* The time when all that was begun is done.  */
static double
now (const struct run *r)
{
  return later (r->retire, r->waits & WPP_WAIT_VALUES ? 0 : r->fetch);
}

/* Cycles of an iteration, after the first ones.  */
static double
follow (struct run *r)
{
  uint32_t first = 0, n = 0;
  while (first < FIRST_ITERATIONS && r->steps < MOST_STEPS / 4)
    iterate (r), first++;
  double before = now (r);
  while (n < ITERATIONS && (!n || r->steps < MOST_STEPS))
    iterate (r), n++;
  return (now (r) - before) / n;
}

int
wpp_time_loop (const struct wpp_timed_loop *l, const struct wpp_processor *p, unsigned waits, double *cycles)
{
  struct run r = { .l = l, .p = p, .waits = waits, .stay = l->trips };
  size_t n = (size_t) l->n_operations + 1;
  double *memory = calloc (2 * n + l->n_blocks + p->window, sizeof *memory);
  r.times = calloc (l->n_blocks, sizeof *r.times);
  if (memory && r.times)
    {
      r.ready = memory;
      r.copied = r.ready + n;
      r.debt = r.copied + n;
      r.retired = r.debt + l->n_blocks;
      for (uint32_t i = 0; i < l->n_blocks; i++)
        r.debt[i] = drawn (l->blocks[i].draw, UINT32_MAX);
      *cycles = follow (&r);
    }
  int err = memory && r.times ? 0 : WPP_E_NOMEM;
  free (memory);
  free (r.times);
  return err;
}
