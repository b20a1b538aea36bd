/* What control has come through, on every way to a block (dominators.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   K. D. Cooper, T. J. Harvey, K. Kennedy, A Simple, Fast Dominance Algorithm, 2001: in reverse postorder, until nothing
   changes.  Blocks that control may come to in ways that are no jumps have no dominator.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/dominators.h"
#include "base/error.h"

struct finder
{
  struct wpp_dominators *d;
  uint32_t *order;           /* [n_order] blocks that are reached, in postorder */
  uint32_t *place;           /* [blocks] in it, or WPP_NONE */
  uint32_t *stack, *next;    /* [blocks] of the search; [blocks] the jump that it goes on with */
  uint32_t n_order;
};

/* May control come to BLOCK otherwise than by jumps?  */
static bool
entered_p (const struct wpp_dominators *d, uint32_t block)
{
  const struct wpp_block *b = &d->b->blocks[block];
  return b->fixed || b->n_before != d->first_into[block + 1] - d->first_into[block];
}

static void
sort_jumps (struct wpp_dominators *d)
{
  const struct wpp_blocks *b = d->b;
  for (uint32_t j = 0; j < b->n_jumps; j++)
    d->first_into[b->jumps[j].to + 1]++;
  for (uint32_t i = 0; i < b->n; i++)
    d->first_into[i + 1] += d->first_into[i];
  for (uint32_t j = 0; j < b->n_jumps; j++)
    d->into[d->first_into[b->jumps[j].to]++] = j;
  for (uint32_t i = b->n; i > 0; i--)
    d->first_into[i] = d->first_into[i - 1];
  d->first_into[0] = 0;
}

/* Add what is reached from ROOT to the order.  */
static void
search_from (struct finder *f, uint32_t root)
{
  const struct wpp_blocks *b = f->d->b;
  uint32_t depth = 0;
  if (f->place[root] != WPP_NONE)
    return;
  f->stack[depth++] = root;
  f->place[root] = 0;
  while (depth)
    {
      uint32_t block = f->stack[depth - 1], j = b->blocks[block].first_jump + f->next[block]++;
      if (j == b->blocks[block].first_jump + b->blocks[block].n_jumps)
        {
          f->place[block] = f->n_order;
          f->order[f->n_order++] = block;
          depth--;
        }
      else if (f->place[b->jumps[j].to] == WPP_NONE)
        {
          f->place[b->jumps[j].to] = 0;
          f->stack[depth++] = b->jumps[j].to;
        }
    }
}

/* The nearest block that dominates X and Y, or is one of them; or WPP_NONE.  */
static uint32_t
common (const struct finder *f, uint32_t x, uint32_t y)
{
  while (x != y && x != WPP_NONE && y != WPP_NONE)
    if (f->place[x] < f->place[y])
      x = f->d->dominator[x];
    else
      y = f->d->dominator[y];
  return x == y ? x : WPP_NONE;
}

/* Look at BLOCK again, of which KNOWN [blocks] says who was looked at.  Has its dominator changed?  */
static bool
update (struct finder *f, uint32_t block, const bool *known)
{
  struct wpp_dominators *d = f->d;
  uint32_t now = WPP_NONE;
  bool first = true;
  if (entered_p (d, block))
    return false;
  for (uint32_t i = d->first_into[block]; i < d->first_into[block + 1]; i++)
    {
      uint32_t from = d->b->jumps[d->into[i]].from;
      if (f->place[from] == WPP_NONE || !known[from])
        continue;
      now = first ? from : common (f, now, from);
      first = false;
    }
  bool changed = d->dominator[block] != now;
  d->dominator[block] = now;
  return changed;
}

static void
iterate (struct finder *f, bool *known)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (uint32_t i = f->n_order; i-- > 0;)
        {
          changed |= update (f, f->order[i], known);
          known[f->order[i]] = true;
        }
    }
}

int
wpp_dominators_find (struct wpp_dominators *d, const struct wpp_blocks *b)
{
  size_t n = (size_t) b->n + 1;
  struct finder f = { .d = d };
  *d = (struct wpp_dominators){ .b = b };
  d->dominator = malloc (n * sizeof *d->dominator);
  d->first_into = calloc (n, sizeof *d->first_into);
  d->into = malloc (((size_t) b->n_jumps + 1) * sizeof *d->into);
  d->seen = calloc (n, sizeof *d->seen);
  f.order = malloc (n * sizeof *f.order);
  f.place = malloc (n * sizeof *f.place);
  f.stack = malloc (n * sizeof *f.stack);
  f.next = calloc (n, sizeof *f.next);
  bool *known = calloc (n, sizeof *known);
  bool room = d->dominator && d->first_into && d->into && d->seen && f.order && f.place && f.stack && f.next && known;
  if (room)
    {
      memset (d->dominator, 0xff, n * sizeof *d->dominator);
      memset (f.place, 0xff, n * sizeof *f.place);
      sort_jumps (d);
      for (uint32_t i = 0; i < b->n; i++)
        if (entered_p (d, i))
          search_from (&f, i);
      iterate (&f, known);
    }
  free (f.order);
  free (f.place);
  free (f.stack);
  free (f.next);
  free (known);
  return room ? 0 : WPP_E_NOMEM;
}

void
wpp_dominators_release (struct wpp_dominators *d)
{
  free (d->dominator);
  free (d->first_into);
  free (d->into);
  free (d->seen);
}

/* Add the blocks before BLOCK to BETWEEN [*N], up to LAST.  False if there are more than MOST.  */
static bool
add_before (struct wpp_dominators *d, uint32_t block, uint32_t last, uint32_t *between, uint32_t *n, uint32_t most)
{
  for (uint32_t i = d->first_into[block]; i < d->first_into[block + 1]; i++)
    {
      uint32_t from = d->b->jumps[d->into[i]].from;
      if (from == last || d->seen[from] == d->search)
        continue;
      if (*n == most || entered_p (d, from))
        return false;
      d->seen[from] = d->search;
      between[(*n)++] = from;
    }
  return true;
}

uint32_t
wpp_blocks_between (struct wpp_dominators *d, uint32_t block, uint32_t *between, uint32_t most)
{
  uint32_t last = d->dominator[block], n = 0;
  d->search++;
  if (!add_before (d, block, last, between, &n, most))
    return WPP_NONE;
  for (uint32_t i = 0; i < n; i++)
    if (!add_before (d, between[i], last, between, &n, most))
      return WPP_NONE;
  return n;
}
