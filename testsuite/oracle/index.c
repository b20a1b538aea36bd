/* index PROFILE: does the index of PROFILE say of calls, contexts, loops and iterations what the expanded trace
   says?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Expands every thread, stack by stack, and follows each event on a stack (stack.h), and each path node by node.  What
   happened is counted under a key that says all of it; what the index says is taken off.  Prints how much there was, or
   what is wrong, with status 1.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "stack.h"
#include "decide/iterations/trips.h"
#include "program/paths/loops.h"
#include "decide/index/index.h"
#include "base/bytes.h"

enum kind { CHAIN, NEXT, CONTEXT, CALLEE, TRIPS, TURNS, KINDS };
static const char *const kinds[] = { "chains of calls",   "functions entered next", "paths by caller",
                                     "callees by caller", "stays in loops",         "iterations" };

struct count
{
  uint64_t key, n;
  enum kind kind;
  size_t function;
};

struct stay
{
  bool in;
  uint64_t trips, last;   /* LAST: path that the iteration before ended with, or WPP_NO_PATH */
};

struct own                    /* of a frame */
{
  uint64_t calls[WPP_INDEX_CONTEXT]; /* [n_calls] keys of the last call that led to it, of the last two … */
  unsigned n_calls;
  struct stay stays[];        /* of each loop */
};

struct run
{
  struct stack stack;
  struct wpp_loops **loops;   /* [functions] */
  bool *skipped;              /* [functions] nothing is known of its loops */
  struct count *counts;       /* [room] where KEY is not 0 */
  size_t n, room;
  long entered;               /* the function that was entered last on this stack, or -1 */
  size_t open; /* depth of the stack if the event before was a path of its topmost, before a call; or 0 */
  uint64_t total[KINDS], records, contexts, callees;
};

static void
check (const struct run *r, bool ok, const char *what)
{
  stack_check (&r->stack, ok, what);
}

/* ---- Counts.  */

static uint64_t
mix (uint64_t a, uint64_t b)
{
  a = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15);
  return a ^ a >> 29;
}

static struct count *
place_of (struct count *counts, size_t room, uint64_t key)
{
  size_t i = key % room;
  while (counts[i].key && counts[i].key != key)
    i = (i + 1) % room;
  return &counts[i];
}

static struct count *
find (struct run *r, enum kind kind, size_t function, uint64_t key)
{
  key = mix (mix (mix (KINDS, kind), function), key) | 1;
  if (2 * r->n >= r->room)
    {
      size_t room = 2 * r->room + 1001;
      struct count *counts = calloc (room, sizeof *counts);
      check (r, counts, "out of memory");
      for (size_t i = 0; i < r->room; i++)
        if (r->counts[i].key)
          *place_of (counts, room, r->counts[i].key) = r->counts[i];
      free (r->counts);
      r->counts = counts;
      r->room = room;
    }
  struct count *c = place_of (r->counts, r->room, key);
  r->n += !c->key;
  c->key = key;
  c->kind = kind;
  c->function = function;
  return c;
}

static void
happened (struct run *r, enum kind kind, size_t function, uint64_t key)
{
  find (r, kind, function, key)->n++;
  r->total[kind]++;
}

static void
said (struct run *r, enum kind kind, size_t function, uint64_t key, uint64_t n)
{
  find (r, kind, function, key)->n -= n;
}

/* ---- The trace.  */

/* The key of a chain grows by its calls, the last one first.  */
static uint64_t
add_call (uint64_t key, size_t caller, long node)
{
  return mix (mix (key, caller), node + 1);
}

static void
note_chain (struct run *r)
{
  const struct frame *frames = r->stack.frames;
  size_t i = r->stack.depth - 1;
  uint64_t key = 0, n = 0;
  for (; i > 0 && frames[i].seen && n < WPP_INDEX_CHAIN; i--, n++)
    key = add_call (key, frames[i - 1].function, frames[i - 1].node);
  unsigned begin = !frames[i].seen ? WPP_CHAIN_UNSEEN : i > 0 ? WPP_CHAIN_CUT : WPP_CHAIN_WHOLE;
  happened (r, CHAIN, frames[r->stack.depth - 1].function, mix (key, 4 * n + begin));
}

static void
end_stay (struct run *r, const struct frame *a, uint32_t loop)
{
  struct stay *stays = ((struct own *) a->own)->stays;
  if (stays[loop].in)
    happened (r, TRIPS, a->function, mix (mix (2, loop), stays[loop].trips));
  stays[loop] = (struct stay){ false, 0, WPP_NO_PATH };
}

static void
end (void *user, struct frame *a, enum ending how)
{
  struct run *r = user;
  for (uint32_t l = 0; l < r->loops[a->function]->n; l++)
    end_stay (r, a, l);
  free (a->own);
}

static const struct wpp_loops *
loops_of (struct run *r, size_t function)
{
  int err = 0;
  if (!r->loops[function])
    r->loops[function] = wpp_loops_new (wpp_code_numbering (r->stack.code, &r->stack.code->functions[function], &err));
  check (r, r->loops[function], "no loops");
  return r->loops[function];
}

/* Note the calls that led to A, which is the topmost.  */
static void
note_calls (const struct run *r, const struct frame *a)
{
  struct own *own = a->own;
  for (const struct frame *f = a; f > r->stack.frames && f->seen && own->n_calls < WPP_INDEX_CONTEXT;
       f--, own->n_calls++)
    own->calls[own->n_calls] = add_call (own->n_calls ? own->calls[own->n_calls - 1] : 0, f[-1].function, f[-1].node);
}

/* CALLEE is entered, by a call of A if that was on a path before it.  */
static void
note_callee (struct run *r, const struct frame *a, const struct frame *callee)
{
  const struct own *own = a->own;
  for (unsigned i = 0; i < own->n_calls; i++)
    {
      happened (r, CALLEE, a->function, mix (add_call (own->calls[i], callee->function, a->node), 1));
      happened (r, CALLEE, a->function, mix (own->calls[i], a->node + 1));
    }
}

/* A is on the path NUMBER: those of its calls are told one by one, and together.  */
static void
note_context (struct run *r, const struct frame *a, uint64_t number)
{
  const struct own *own = a->own;
  for (unsigned i = 0; i < own->n_calls; i++)
    {
      happened (r, CONTEXT, a->function, mix (own->calls[i], number + 1));
      happened (r, CONTEXT, a->function, mix (own->calls[i], 0));
    }
}

static void
begin (void *user, struct frame *a)
{
  struct run *r = user;
  const struct wpp_loops *loops = loops_of (r, a->function);
  a->own = calloc (1, sizeof (struct own) + loops->n * sizeof (struct stay));
  check (r, a->own, "out of memory");
  note_calls (r, a);
  if (r->open && a == &r->stack.frames[r->open])
    note_callee (r, a - 1, a);
  r->open = 0;
  for (uint32_t l = 0; l < loops->n; l++)
    end_stay (r, a, l);
  note_chain (r);
  if (a->seen && r->entered >= 0)
    happened (r, NEXT, r->entered, a->function);
  if (a->seen)
    r->entered = a->function;
}

/* What is entered next is entered on another stack, at a time that nobody knows.  */
static void
leave (void *user)
{
  struct run *r = user;
  r->entered = -1;
}

/* A executes NODE.  */
static void
execute (struct run *r, const struct frame *a, uint32_t node)
{
  struct stay *stays = ((struct own *) a->own)->stays;
  const struct wpp_loops *loops = r->loops[a->function];
  for (uint32_t l = 0; l < loops->n; l++)
    if (!wpp_in_loop_p (loops, node, l))
      end_stay (r, a, l);
    else
      {
        stays[l].in = true;
        stays[l].trips += node == loops->loops[l].header;
      }
}

/* The path of NUMBER that A was on ends at the edge E.  */
static void
end_iteration (struct run *r, const struct frame *a, const struct wpp_edge *e, uint64_t number)
{
  struct stay *stays = ((struct own *) a->own)->stays;
  const struct wpp_loops *loops = r->loops[a->function];
  for (uint32_t l = 0; l < loops->n; l++)
    if (e->dst == loops->loops[l].header && wpp_in_loop_p (loops, e->src, l))
      {
        happened (r, TURNS, a->function, mix (mix (mix (3, l), stays[l].last), number));
        stays[l].last = number;
      }
}

static void
take (void *user, struct frame *a, const struct wpp_numbering *num, uint64_t number)
{
  struct run *r = user;
  note_context (r, a, number);
  const struct wpp_cfg *cfg = num->cfg;
  const struct wpp_path *p = &r->stack.path;
  bool leaves = p->end_edge == WPP_NO_EDGE;
  r->open = leaves ? 0 : a - r->stack.frames + 1;
  if (num->starts[p->start].edge == WPP_NO_EDGE)
    execute (r, a, p->nodes[0]);
  for (uint32_t i = 0; i + !leaves < p->n_nodes; i++)
    execute (r, a, cfg->edges[p->edges[i]].dst);
  if (leaves)
    return;
  const struct wpp_edge *e = &cfg->edges[p->end_edge];
  if (!(cfg->nodes[e->dst].flags & WPP_NODE_LANDING))
    execute (r, a, e->dst);
  end_iteration (r, a, e, number);
}

/* ---- The index.  */

/* Which of the code's functions is entry I?  */
static size_t
function_of (const struct run *r, const struct wpp_index *index, uint32_t i)
{
  struct wpp_index_entry e;
  wpp_index_read (index, i, &e);
  for (size_t f = 0; f < r->stack.code->n_functions; f++)
    {
      const struct wpp_code_function *c = &r->stack.code->functions[f];
      if (c->unit->id == e.unit && (uint32_t) (c->function - c->unit->functions) == e.function)
        return f;
    }
  check (r, false, "an entry of no function");
  return 0;
}

static void
hear_calls (struct run *r, const struct wpp_index *index, const struct wpp_index_entry *e, size_t f, const size_t *of)
{
  struct wpp_index_order order;
  check (r, wpp_index_order (index, e, &order) == 0, "no chains");
  for (size_t i = 0; i < order.n_chains; i++)
    {
      const struct wpp_index_chain *c = &order.chains[i];
      uint64_t key = 0;
      for (unsigned k = 0; k < c->n; k++)
        key = add_call (key, of[c->calls[k].caller],
                        c->calls[k].node == WPP_NO_NODE ? -1 : (long) c->calls[k].node);
      said (r, CHAIN, f, mix (key, 4 * c->n + c->begin), c->count);
    }
  for (size_t i = 0; i < order.n_next; i++)
    said (r, NEXT, f, of[order.next[i].function], order.next[i].count);
  wpp_index_order_release (&order);
}

/* Does INDEX tell what entry CALLER executed when it was called by CALL?  */
static bool
tells_of_call_p (const struct wpp_index *index, uint32_t caller, const struct wpp_index_call *call)
{
  struct wpp_index_entry e;
  struct wpp_index_contexts contexts;
  bool told = false;
  wpp_index_read (index, caller, &e);
  if (wpp_index_contexts (index, &e, &contexts))
    return false;
  for (size_t i = 0; i < contexts.n; i++)
    {
      const struct wpp_index_chain *c = &contexts.contexts[i].chain;
      told |= c->n == 1 && c->calls[0].caller == call->caller && c->calls[0].node == call->node;
    }
  wpp_index_contexts_release (&contexts);
  return told;
}

/* If callees of a call are told by caller, they are told completely.  KEY is of the calls of X, of the function F.  */
static void
hear_callees (struct run *r, const struct wpp_index_context *x, size_t f, uint64_t key, const size_t *of)
{
  for (size_t i = 0; i < x->n_callees;)
    {
      uint32_t node = x->callees[i].node;
      uint64_t sum = 0;
      for (; i < x->n_callees && x->callees[i].node == node; i++)
        {
          const struct wpp_index_callee *c = &x->callees[i];
          sum += c->count;
          check (r, c->count && find (r, CALLEE, f, mix (add_call (key, of[c->callee], node), 1))->n == c->count,
                 "the count of a callee by its caller is wrong");
        }
      check (r, find (r, CALLEE, f, mix (key, node + 1))->n == sum, "a call lacks callees in a context");
    }
  r->callees += x->n_callees;
}

/* Contexts that the index tells of are told of completely; of chains of two, the first call, too.  */
static void
hear_contexts (struct run *r, const struct wpp_index *index, const struct wpp_index_entry *e, size_t f,
               const size_t *of)
{
  struct wpp_index_contexts contexts;
  check (r, wpp_index_contexts (index, e, &contexts) == 0, "no contexts");
  for (size_t i = 0; i < contexts.n; i++)
    {
      const struct wpp_index_context *x = &contexts.contexts[i];
      uint64_t key = 0, sum = 0;
      for (unsigned k = 0; k < x->chain.n; k++)
        key = add_call (key, of[x->chain.calls[k].caller], x->chain.calls[k].node);
      for (size_t k = 0; k < x->n; k++)
        {
          sum += x->paths[k].count;
          check (r, find (r, CONTEXT, f, mix (key, x->paths[k].number + 1))->n == x->paths[k].count,
                 "the count of a path by its caller is wrong");
        }
      check (r, sum && find (r, CONTEXT, f, mix (key, 0))->n == sum, "a context lacks paths");
      hear_callees (r, x, f, key, of);
      check (r, x->chain.n < 2 || tells_of_call_p (index, x->chain.calls[0].caller, &x->chain.calls[1]),
             "a chain's first call is not told of");
    }
  r->contexts += contexts.n;
  wpp_index_contexts_release (&contexts);
}

static void
hear_loop (struct run *r, const struct wpp_stream *s, size_t f, uint32_t loop)
{
  struct wpp_trips *trips;
  struct wpp_succession *pairs;
  size_t n, n_pairs;
  int err = wpp_count_trips (s, r->loops[f], loop, &trips, &n);
  r->skipped[f] |= err == WPP_E_RANGE;
  check (r, err == 0 || err == WPP_E_RANGE, "no trips");
  check (r, wpp_count_successions (s, r->loops[f], loop, &pairs, &n_pairs) == err, "no successions");
  for (size_t i = 0; i < n; i++)
    said (r, TRIPS, f, mix (mix (2, loop), trips[i].trips), trips[i].stays);
  for (size_t i = 0; i < n_pairs; i++)
    said (r, TURNS, f, mix (mix (mix (3, loop), pairs[i].path), pairs[i].next), pairs[i].count);
  free (trips);
  free (pairs);
}

/* Does the index say of its LOOP what S does?  */
static void
check_record (const struct run *r, const struct wpp_stream *s, const struct wpp_loops *loops,
              const struct wpp_index_loop *loop)
{
  uint32_t l = loops->innermost[loop->header];
  struct wpp_trips *trips;
  struct wpp_succession *pairs;
  size_t n, n_pairs;
  uint64_t stays = 0, total = 0, turns = loop->stays.turns, same = loop->stays.same;
  check (r, l != WPP_NO_LOOP && loops->loops[l].header == loop->header, "a loop without a header");
  check (r, !wpp_count_trips (s, loops, l, &trips, &n) && !wpp_count_successions (s, loops, l, &pairs, &n_pairs),
         "no trips");
  for (size_t i = 0; i < loop->stays.n; i++)
    {
      stays += loop->stays.groups[i].stays;
      total += loop->stays.groups[i].total;
    }
  for (size_t i = 0; i < n; i++)
    {
      stays -= trips[i].stays;
      total -= trips[i].stays * trips[i].trips;
    }
  for (size_t i = 0; i < n_pairs; i++)
    {
      turns -= pairs[i].path == WPP_NO_PATH ? 0 : pairs[i].count;
      same -= pairs[i].path == pairs[i].next ? pairs[i].count : 0;
    }
  check (r, !stays && !total && !turns && !same, "the record of a loop is wrong");
  free (trips);
  free (pairs);
}

static void
hear_loops (struct run *r, const struct wpp_index *index, const struct wpp_index_entry *e, size_t f)
{
  int err;
  struct wpp_projection *p = wpp_index_projection (index, e, &err);
  check (r, p, "no projection");
  struct wpp_stream s = { wpp_code_numbering (r->stack.code, &r->stack.code->functions[f], &err), p };
  for (uint32_t l = 0; r->loops[f] && l < r->loops[f]->n; l++)
    hear_loop (r, &s, f, l);
  struct wpp_index_loop *known;
  size_t n;
  check (r, !wpp_index_loops (index, e, &known, &n) && (n == 0 || p->apart), "no record of loops");
  for (size_t i = 0; i < n && r->loops[f]; i++)
    check_record (r, &s, r->loops[f], &known[i]);
  r->records += n;
  free (known);
  wpp_projection_free (p);
}

static void
hear (struct run *r, const struct wpp_index *index)
{
  size_t *of = calloc (index->n_entries + (size_t) 1, sizeof *of);
  check (r, of, "out of memory");
  for (uint32_t i = 0; i < index->n_entries; i++)
    of[i] = function_of (r, index, i);
  for (uint32_t i = 0; i < index->n_entries; i++)
    {
      struct wpp_index_entry e;
      wpp_index_read (index, i, &e);
      hear_calls (r, index, &e, of[i], of);
      hear_contexts (r, index, &e, of[i], of);
      hear_loops (r, index, &e, of[i]);
    }
  free (of);
}

/* Make the index of P, which is R's, and hear it.  */
static void
make_and_hear (struct run *r, const struct wpp_profile *p)
{
  struct wpp_place place;
  struct wpp_buffer b = { 0 };
  struct wpp_index index;
  struct wpp_indexer *x = wpp_indexer_new (r->stack.code, false);
  check (r, x && !wpp_indexer_add_profile (x, p, &place) && !wpp_indexer_write (x, 1, 0, &b), "no index");
  check (r, !wpp_index_open (b.data, b.size, &index, &place), "a bad index");
  hear (r, &index);
  wpp_indexer_free (x);
  wpp_buffer_release (&b);
}

/* ---- All of it.  */

static bool
right_p (const struct run *r)
{
  size_t wrong[KINDS] = { 0 }, all = 0;
  for (size_t i = 0; i < r->room; i++)
    if (r->counts[i].n && r->counts[i].kind != CONTEXT && r->counts[i].kind != CALLEE
        && (r->counts[i].kind < TRIPS || !r->skipped[r->counts[i].function]))
      {
        wrong[r->counts[i].kind]++;
        all++;
      }
  for (unsigned k = 0; k < KINDS; k++)
    if (wrong[k])
      printf ("%zu of the %s are wrong\n", wrong[k], kinds[k]);
  return !all;
}

int
main (int argc, char **argv)
{
  struct run r = { .stack = { .name = "index", .user = &r, .begin = begin, .take = take, .end = end, .leave = leave } };
  size_t skipped = 0;
  check (&r, argc == 2, "usage: index PROFILE");
  stack_read_by_stacks (&r.stack, argv[1]);
  r.loops = calloc (r.stack.code->n_functions + 1, sizeof (struct wpp_loops *));
  r.skipped = calloc (r.stack.code->n_functions + 1, sizeof *r.skipped);
  check (&r, r.loops && r.skipped, "out of memory");
  for (size_t t = 0; t < r.stack.profile->n_threads; t++)
    {
      r.entered = -1;
      stack_run (&r.stack, &r.stack.profile->threads[t]);
    }
  make_and_hear (&r, r.stack.profile);
  if (!right_p (&r))
    return 1;
  for (unsigned k = 0; k < KINDS; k++)
    printf ("%s%" PRIu64 " %s", k ? ", " : "", r.total[k], kinds[k]);
  for (size_t f = 0; f < r.stack.code->n_functions; f++)
    skipped += r.skipped[f];
  printf ("; %" PRIu64 " contexts, %" PRIu64 " callees in them; loops of %zu functions not known\n", r.contexts,
          r.callees, skipped);
  return 0;
}
