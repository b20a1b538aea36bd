/* How often copies are executed, and left (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is a data flow problem with at most one source for each fact, as in facts/frequency/subpath.c.  Facts of a copy
   C of a block:

     ARRIVED  control has just taken the jump to C, from C's parent, or from anywhere if C is a root
     IN       control is in C
     LEFT_i   control has just taken the block's Ith jump, from C

     taking the jump to C    ARRIVED := IN of the parent, or true
     entering the block      IN := ARRIVED, ARRIVED := false
     taking the Ith jump     LEFT_i := IN, IN := false
     entering where it leads LEFT_i := false

   ARRIVED at the block is how often C is executed, and LEFT_i where the Ith jump leads how often C is left that way.
   Nothing reads IN after the block before the block is entered again: it goes with the jump, so that hardly any fact
   holds at a time, and rules of the grammar that span the block have no facts to carry.

   Of a block with many ways out the most frequent ones are counted, so that there are not as many facts as copies of it
   times ways.  */

#include <stdlib.h>
#include "decide/duplication/copies.h"
#include "base/numbers.h"

/* So many ways out of a copy are counted.  */
#define MOST_WAYS 64u

/* A change at PLACE, a node that is entered or an edge that is taken.  */
struct change
{
  uint32_t place;
  struct wpp_change c;
};

struct counter
{
  struct wpp_copies *c;
  const struct wpp_blocks *b;
  struct wpp_problem problem;
  uint32_t n_facts;
  uint32_t *left;            /* [c->n_out] facts, or WPP_NONE */
  uint32_t n_enter, n_edge;
  struct change *enter, *edge;
};

static uint32_t
arrived (uint32_t copy)
{
  return 2 * copy;
}

static uint32_t
in (uint32_t copy)
{
  return 2 * copy + 1;
}

static uint32_t
left (const struct counter *x, uint32_t copy, uint32_t i)
{
  return x->left[x->c->copies[copy].first_out + i];
}

static int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? 1 : x > y ? -1 : 0;
}

/* Which ways out of a block are counted.  */
struct ways_out
{
  uint32_t block;            /* or WPP_NONE */
  uint64_t least;            /* executions of those */
  uint32_t of_least;         /* so many of those that have just as many */
  uint64_t *counts;          /* [n_jumps] room */
};

/* Set W to the ways out of BLOCK.  */
static void
find_ways_out (const struct wpp_blocks *b, uint32_t block, struct ways_out *w)
{
  const struct wpp_block *at = &b->blocks[block];
  if (w->block == block)
    return;
  w->block = block;
  w->least = 0;
  w->of_least = UINT32_MAX;
  if (at->n_jumps <= MOST_WAYS)
    return;
  for (uint32_t j = 0; j < at->n_jumps; j++)
    w->counts[j] = b->jumps[at->first_jump + j].count;
  qsort (w->counts, at->n_jumps, sizeof *w->counts, compare_numbers);
  w->least = w->counts[MOST_WAYS - 1];
  for (w->of_least = 1; w->of_least < MOST_WAYS && w->counts[MOST_WAYS - 1 - w->of_least] == w->least; w->of_least++)
    ;
}

/* Give facts to the ways out of the copy I that are counted.  */
static void
number_ways_out (struct counter *x, uint32_t i, struct ways_out *w)
{
  const struct wpp_copy *copy = &x->c->copies[i];
  const struct wpp_block *b = &x->b->blocks[copy->block];
  uint32_t of_least = 0;
  find_ways_out (x->b, copy->block, w);
  for (uint32_t j = 0; j < b->n_jumps; j++)
    {
      uint64_t count = x->b->jumps[b->first_jump + j].count;
      bool counted = count >= copy->least_way && count >= w->least;
      if (counted && count == w->least)
        counted = of_least++ < w->of_least;
      x->left[copy->first_out + j] = counted ? x->n_facts++ : WPP_NONE;
    }
}

/* Say where numbers of ways out are, and which are counted.  */
static int
make_room (struct counter *x)
{
  struct wpp_copies *c = x->c;
  for (uint32_t i = 0; i < c->n; i++)
    {
      c->copies[i].first_out = c->n_out;
      c->n_out += c->blocks->blocks[c->copies[i].block].n_jumps;
    }
  struct ways_out w = { .block = WPP_NONE, .counts = malloc (((size_t) c->blocks->n_jumps + 1) * sizeof *w.counts) };
  c->out = calloc ((size_t) c->n_out + 1, sizeof *c->out);
  x->left = malloc (((size_t) c->n_out + 1) * sizeof *x->left);
  int err = c->out && x->left && w.counts ? 0 : WPP_E_NOMEM;
  x->n_facts = 2 * c->n;
  for (uint32_t i = 0; i < c->n && !err; i++)
    number_ways_out (x, i, &w);
  free (w.counts);
  return err;
}

static void
on_entry (struct counter *x, uint32_t node, uint32_t fact, uint32_t source)
{
  x->enter[x->n_enter++] = (struct change){ node, { fact, source } };
}

static void
on_edge (struct counter *x, uint32_t jump, uint32_t fact, uint32_t source)
{
  x->edge[x->n_edge++] = (struct change){ x->b->jumps[jump].edge, { fact, source } };
}

static uint32_t
entry_of (const struct counter *x, uint32_t block)
{
  return x->b->blocks[block].first;
}

static void
add_facts (struct counter *x, uint32_t i)
{
  const struct wpp_copy *copy = &x->c->copies[i];
  const struct wpp_block *b = &x->b->blocks[copy->block];
  on_edge (x, copy->jump, arrived (i), copy->parent == WPP_NONE ? WPP_FROM_LAMBDA : in (copy->parent));
  on_entry (x, b->first, arrived (i), WPP_FROM_NONE);
  on_entry (x, b->first, in (i), arrived (i));
  for (uint32_t j = 0; j < b->n_jumps; j++)
    {
      on_edge (x, b->first_jump + j, in (i), WPP_FROM_NONE);
      if (left (x, i, j) == WPP_NONE)
        continue;
      on_edge (x, b->first_jump + j, left (x, i, j), in (i));
      on_entry (x, entry_of (x, x->b->jumps[b->first_jump + j].to), left (x, i, j), WPP_FROM_NONE);
    }
}

static int
compare_changes (const void *a, const void *b)
{
  const struct change *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return (x->c.fact > y->c.fact) - (x->c.fact < y->c.fact);
}

/* Make transitions of CHANGES [N] in T, zeros; STORAGE [N] is for their changes.  */
static void
make_transitions (struct change *changes, uint32_t n, struct wpp_transition *t, struct wpp_change *storage)
{
  if (n)
    qsort (changes, n, sizeof *changes, compare_changes);
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_transition *at = &t[changes[i].place];
      storage[i] = changes[i].c;
      if (!at->n++)
        at->changes = &storage[i];
    }
}

static uint64_t
held (const struct wpp_frequencies *f, uint32_t node, uint32_t fact)
{
  const uint64_t *n = wpp_frequency_of (f, node, fact);
  uint64_t low = 0;
  if (n)
    wpp_number_convert (&low, 1, n, f->words);
  return low;
}

static void
read_counts (struct counter *x, const struct wpp_frequencies *f)
{
  for (uint32_t i = 0; i < x->c->n; i++)
    {
      struct wpp_copy *copy = &x->c->copies[i];
      const struct wpp_block *b = &x->b->blocks[copy->block];
      copy->count = held (f, b->first, arrived (i));
      for (uint32_t j = 0; j < b->n_jumps; j++)
        if (left (x, i, j) != WPP_NONE)
          x->c->out[copy->first_out + j] = held (f, entry_of (x, x->b->jumps[b->first_jump + j].to), left (x, i, j));
    }
}

int
wpp_count_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n)
{
  const struct wpp_cfg *cfg = c->blocks->cfg;
  if (!c->n)
    return 0;
  struct counter x = { .c = c, .b = c->blocks };
  int err = make_room (&x);
  size_t most = x.n_facts + (size_t) c->n_out + 1;
  struct wpp_transition *node = calloc ((size_t) cfg->n_nodes + 1, sizeof *node);
  struct wpp_transition *enter = calloc ((size_t) cfg->n_nodes + 1, sizeof *enter);
  struct wpp_transition *edge = calloc ((size_t) cfg->n_edges + 1, sizeof *edge);
  struct wpp_change *storage = malloc (2 * most * sizeof *storage);
  x.enter = malloc (most * sizeof *x.enter);
  x.edge = malloc (most * sizeof *x.edge);
  if (!err && node && enter && edge && storage && x.enter && x.edge)
    {
      for (uint32_t i = 0; i < c->n; i++)
        add_facts (&x, i);
      make_transitions (x.enter, x.n_enter, enter, storage);
      make_transitions (x.edge, x.n_edge, edge, storage + most);
      x.problem = (struct wpp_problem){
        .n_facts = x.n_facts, .n_nodes = cfg->n_nodes, .node = node, .enter = enter, .edge = edge
      };
      struct wpp_frequencies *f = wpp_frequencies_solve (&x.problem, cfg, streams, n, &err);
      if (f)
        read_counts (&x, f);
      wpp_frequencies_free (f);
    }
  else
    err = WPP_E_NOMEM;
  free (node);
  free (enter);
  free (edge);
  free (storage);
  free (x.enter);
  free (x.edge);
  free (x.left);
  return err;
}
