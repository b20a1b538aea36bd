/* An order of blocks in which control mostly falls through (layout.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   At first every block is a chain of its own.  Every executed jump between two chains is a reason to merge them; its
   gain is that of the best way to do so.  The jump with the greatest gain is taken, again and again.  Merging changes
   what other jumps of the merged chain gain.  Those of a short chain are looked at again at once, those of a long one
   when they come first.  */

#include <stdlib.h>
#include <string.h>
#include "base/heap.h"
#include "decide/models/layout.h"

/* A chain of so few blocks may be split anywhere, other ones only next to the end of a jump.  */
#define SHORT 32

#define OTHER UINT32_MAX /* no place in a chain */
#define FORWARD 1024
#define BACKWARD 640
#define NEAR 0.1

struct chain
{
  uint32_t *block;      /* [n] */
  uint32_t n;
  uint64_t bytes;
  double count;         /* executions of its blocks times their bytes */
  double worth;         /* of the jumps between its blocks */
  uint32_t version;     /* grows when it changes */
};

/* How X and Y become one: X's first SPLIT blocks are A, the others B.  */
enum arrangement
{
  A_B_Y, A_Y_B, Y_B_A, B_A_Y
};

struct merge
{
  double gain;
  uint32_t x, y;        /* chains */
  uint32_t split;
  enum arrangement how;
};

/* An executed jump from a block of a chain to one of it or of another chain, or back.  */
struct local_jump
{
  uint64_t count, end, target; /* END and TARGET: bytes from the begin of the chain that each is in */
  uint32_t from, to;    /* places in the first chain, or OTHER */
};

struct reason
{
  struct merge best;
  uint32_t versions;    /* the sum of both chains' */
};

struct layout
{
  uint32_t n_blocks, n_jumps, n_local;
  const struct wpp_layout_block *blocks;
  const struct wpp_layout_jump *jumps;
  uint32_t *start, *incident; /* the jumps at block B: incident [start[B]] … [start[B + 1] - 1]; those inside it once */
  uint32_t *chain_of, *place;   /* of a block: its chain, and where it is there */
  uint64_t *offset;             /* of a block: from the begin of its chain, bytes */
  struct chain *chains;         /* [n_blocks] */
  struct reason *reasons;       /* [n_jumps] */
  struct wpp_heap heap;         /* of jumps, the one that gains most first */
  struct local_jump *local;     /* [n_local] of the pair that is looked at */
  uint64_t steps, work;
};

/* ---- What an order is worth.  */

/* COUNT executions of a jump from END, after its block, to TARGET.  */
static double
worth_of (uint64_t count, uint64_t end, uint64_t target)
{
  if (end == target)
    return count;
  if (target > end && target - end < FORWARD)
    return NEAR * count * (1 - (target - end) / (double) FORWARD);
  if (target < end && end - target < BACKWARD)
    return NEAR * count * (1 - (end - target) / (double) BACKWARD);
  return 0;
}

/* A block has at least a byte, so that only the next one begins where it ends.  */
static uint32_t
size_of (const struct wpp_layout_block *b)
{
  return b->size ? b->size : 1;
}

/* Set OFFSET to where the blocks are that are in ORDER.  */
static void
lay_out (uint32_t n_blocks, const struct wpp_layout_block *blocks, const uint32_t *order, uint64_t *offset)
{
  uint64_t at = 0;
  for (uint32_t i = 0; i < n_blocks; i++)
    {
      offset[order[i]] = at;
      at += size_of (&blocks[order[i]]);
    }
}

static double
worth_of_offsets (const struct wpp_layout_block *blocks, uint32_t n_jumps, const struct wpp_layout_jump *jumps,
                  const uint64_t *offset)
{
  double worth = 0;
  for (uint32_t i = 0; i < n_jumps; i++)
    worth += worth_of (jumps[i].count, offset[jumps[i].from] + size_of (&blocks[jumps[i].from]), offset[jumps[i].to]);
  return worth;
}

double
wpp_layout_worth (uint32_t n_blocks, const struct wpp_layout_block *blocks, uint32_t n_jumps,
                  const struct wpp_layout_jump *jumps, const uint32_t *order)
{
  uint64_t *offset = malloc ((n_blocks + (size_t) 1) * sizeof *offset);
  if (!offset)
    return 0;
  lay_out (n_blocks, blocks, order, offset);
  double worth = worth_of_offsets (blocks, n_jumps, jumps, offset);
  free (offset);
  return worth;
}

/* ---- What merging gains.  */

/* Where block B of M's chains begins when the second is put after the first.  */
static uint64_t
address (const struct layout *l, const struct merge *m, uint32_t b)
{
  return l->offset[b] + (l->chain_of[b] == m->y ? l->chains[m->x].bytes : 0);
}

/* What the jumps between M's chains are worth when it is carried out, which splits nothing.  OF is one of them.  */
static double
worth_between (struct layout *l, const struct merge *m, uint32_t of)
{
  const struct chain *c = &l->chains[of];
  uint32_t other = of == m->x ? m->y : m->x;
  double worth = 0;
  for (uint32_t p = 0; p < c->n; p++)
    for (uint32_t i = l->start[c->block[p]]; i < l->start[c->block[p] + 1]; i++)
      {
        const struct wpp_layout_jump *j = &l->jumps[l->incident[i]];
        l->steps++;
        if (l->chain_of[j->from == c->block[p] ? j->to : j->from] == other)
          worth += worth_of (j->count, address (l, m, j->from) + size_of (&l->blocks[j->from]), address (l, m, j->to));
      }
  return worth;
}

/* Find the jumps within chain X, and between it and chain Y.  */
static void
find_local (struct layout *l, uint32_t x, uint32_t y)
{
  const struct chain *c = &l->chains[x];
  l->n_local = 0;
  for (uint32_t p = 0; p < c->n; p++)
    for (uint32_t i = l->start[c->block[p]]; i < l->start[c->block[p] + 1]; i++)
      {
        const struct wpp_layout_jump *j = &l->jumps[l->incident[i]];
        bool from = j->from == c->block[p];
        uint32_t far = l->chain_of[from ? j->to : j->from];
        l->steps++;
        if (j->count && (far == y || (far == x && from)))
          l->local[l->n_local++] = (struct local_jump)
            { j->count, l->offset[j->from] + size_of (&l->blocks[j->from]), l->offset[j->to],
              l->chain_of[j->from] == x ? l->place[j->from] : OTHER,
              l->chain_of[j->to] == x ? l->place[j->to] : OTHER };
      }
}

/* What they are worth when M is carried out, which splits X.  */
static double
worth_split (struct layout *l, const struct merge *m)
{
  const struct chain *x = &l->chains[m->x], *y = &l->chains[m->y];
  uint64_t a_bytes = l->offset[x->block[m->split]], b_bytes = x->bytes - a_bytes;
  /* What is added to bytes from the begin of chains, modulo 2^64.  */
  uint64_t in_a = m->how == Y_B_A ? y->bytes + b_bytes : m->how == B_A_Y ? b_bytes : 0;
  uint64_t in_b = (m->how == A_Y_B ? a_bytes + y->bytes : m->how == Y_B_A ? y->bytes : 0) - a_bytes;
  uint64_t in_y = m->how == A_Y_B ? a_bytes : m->how == B_A_Y ? x->bytes : 0;
  double worth = 0;
  l->steps += l->n_local;
  for (uint32_t i = 0; i < l->n_local; i++)
    {
      const struct local_jump *j = &l->local[i];
      worth += worth_of (j->count, j->end + (j->from == OTHER ? in_y : j->from < m->split ? in_a : in_b),
                         j->target + (j->to == OTHER ? in_y : j->to < m->split ? in_a : in_b));
    }
  return worth;
}

/* Take M for BEST if it gains more.  What begins the order stays at its begin.  */
static void
try_merge (struct layout *l, struct merge m, struct merge *best)
{
  uint32_t first = l->chain_of[0];
  if ((first == m.x && m.how != A_B_Y && m.how != A_Y_B) || (first == m.y && m.how != Y_B_A))
    return;
  bool split = m.how != A_B_Y && m.split && m.split < l->chains[m.x].n;
  uint32_t fewer = l->chains[m.x].n <= l->chains[m.y].n ? m.x : m.y;
  m.gain = split ? worth_split (l, &m) - l->chains[m.x].worth : worth_between (l, &m, fewer);
  if (m.gain > best->gain)
    *best = m;
}

/* Try to split chain X before its block number SPLIT.  */
static void
try_split (struct layout *l, uint32_t x, uint32_t y, uint32_t split, struct merge *best)
{
  if (!split || split >= l->chains[x].n)
    return;
  for (enum arrangement how = A_Y_B; how <= B_A_Y; how++)
    try_merge (l, (struct merge) { 0, x, y, split, how }, best);
}

/* The best way to merge chains X and Y, of which X may be split; JUMP leads from one to the other.  */
static void
try_pair (struct layout *l, uint32_t x, uint32_t y, const struct wpp_layout_jump *jump, struct merge *best)
{
  uint32_t n = l->chains[x].n;
  try_merge (l, (struct merge) { 0, x, y, n, A_B_Y }, best);
  if (l->steps > l->work || n < 2)
    return;
  find_local (l, x, y);
  if (n > SHORT)
    try_split (l, x, y, l->chain_of[jump->from] == x ? l->place[jump->from] + 1 : l->place[jump->to], best);
  else
    for (uint32_t split = 1; split < n; split++)
      try_split (l, x, y, split, best);
}

static bool
gains_more_p (const void *layout, uint32_t a, uint32_t b)
{
  const struct layout *l = layout;
  double x = l->reasons[a].best.gain, y = l->reasons[b].best.gain;
  return x != y ? x > y : a < b;
}

/* Find out what merging by jump number J gains now, and queue it if it gains anything.  */
static void
look_at (struct layout *l, uint32_t j)
{
  const struct wpp_layout_jump *jump = &l->jumps[j];
  uint32_t x = l->chain_of[jump->from], y = l->chain_of[jump->to];
  struct reason *reason = &l->reasons[j];

  if (l->heap.place[j] != WPP_NOT_QUEUED)
    wpp_heap_remove (&l->heap, j, gains_more_p, l);
  if (x == y || !jump->count)
    return;
  reason->best = (struct merge) { 0, x, y, 0, A_B_Y };
  reason->versions = l->chains[x].version + l->chains[y].version;
  try_pair (l, x, y, jump, &reason->best);
  try_pair (l, y, x, jump, &reason->best);
  if (reason->best.gain > 0)
    wpp_heap_put (&l->heap, j, gains_more_p, l);
}

/* ---- Merging.  */

static uint32_t *
append (uint32_t *to, const struct chain *c, uint32_t from, uint32_t end)
{
  memcpy (to, c->block + from, (end - from) * sizeof *to);
  return to + (end - from);
}

/* Chain X takes over chain Y's blocks, as M says.  */
static int
carry_out (struct layout *l, const struct merge *m)
{
  struct chain *x = &l->chains[m->x], *y = &l->chains[m->y];
  uint32_t n = x->n + y->n, split = m->split;
  uint32_t *all = malloc (n * sizeof *all), *to = all;

  if (!all)
    return WPP_E_NOMEM;
  if (m->how == Y_B_A)
    to = append (to, y, 0, y->n);
  if (m->how == A_B_Y || m->how == A_Y_B)
    to = append (to, x, 0, split);
  if (m->how == A_Y_B)
    to = append (to, y, 0, y->n);
  to = append (to, x, split, x->n);
  if (m->how == Y_B_A || m->how == B_A_Y)
    to = append (to, x, 0, split);
  if (m->how == A_B_Y || m->how == B_A_Y)
    append (to, y, 0, y->n);

  free (x->block);
  free (y->block);
  *x = (struct chain) { all, n, x->bytes + y->bytes, x->count + y->count, x->worth + y->worth + m->gain,
                        x->version + y->version + 1 };
  *y = (struct chain) { .version = 0 };
  lay_out (n, l->blocks, all, l->offset);
  for (uint32_t i = 0; i < n; i++)
    {
      l->chain_of[all[i]] = m->x;
      l->place[all[i]] = i;
    }
  return WPP_OK;
}

static void
look_at_jumps_of (struct layout *l, const struct chain *c)
{
  for (uint32_t p = 0; p < c->n; p++)
    for (uint32_t i = l->start[c->block[p]]; i < l->start[c->block[p] + 1]; i++)
      look_at (l, l->incident[i]);
}

static int
merge_chains (struct layout *l)
{
  for (uint32_t j = 0; j < l->n_jumps; j++)
    look_at (l, j);
  while (l->heap.n && l->steps / 2 <= l->work)
    {
      uint32_t j = l->heap.item[0];
      struct merge m = l->reasons[j].best;
      uint32_t x = l->chain_of[l->jumps[j].from], y = l->chain_of[l->jumps[j].to];
      if (x == y || l->reasons[j].versions != l->chains[x].version + l->chains[y].version)
        {
          look_at (l, j);
          continue;
        }
      if (carry_out (l, &m))
        return WPP_E_NOMEM;
      wpp_heap_remove (&l->heap, j, gains_more_p, l);
      if (l->chains[m.x].n <= SHORT)
        look_at_jumps_of (l, &l->chains[m.x]);
    }
  return WPP_OK;
}

/* ---- The order.  */

struct ranked
{
  const struct chain *chain;
  double density;
  uint32_t first;               /* the least number of its blocks */
};

/* The chain of block 0, then executed ones, the most often executed first, then others in their order.  */
static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  if (!x->first || !y->first)
    return !x->first ? -1 : 1;
  if (x->density != y->density)
    return x->density > y->density ? -1 : 1;
  return x->first < y->first ? -1 : 1;
}

static uint32_t
least_block (const struct chain *c)
{
  uint32_t least = c->block[0];
  for (uint32_t i = 1; i < c->n; i++)
    if (c->block[i] < least)
      least = c->block[i];
  return least;
}

static int
write_order (const struct layout *l, uint32_t *order)
{
  struct ranked *all = malloc (l->n_blocks * sizeof *all);
  uint32_t n = 0;
  if (!all)
    return WPP_E_NOMEM;
  for (uint32_t c = 0; c < l->n_blocks; c++)
    if (l->chains[c].n)
      all[n++] = (struct ranked){ &l->chains[c], l->chains[c].count / l->chains[c].bytes, least_block (&l->chains[c]) };
  qsort (all, n, sizeof *all, compare_ranked);
  for (uint32_t i = 0; i < n; i++)
    order = append (order, all[i].chain, 0, all[i].chain->n);
  free (all);
  return WPP_OK;
}

/* ---- Begin and end.  */

static void
index_jumps (struct layout *l)
{
  for (uint32_t i = 0; i < l->n_jumps; i++)
    {
      l->start[l->jumps[i].from]++;
      l->start[l->jumps[i].to] += l->jumps[i].to != l->jumps[i].from;
    }
  for (uint32_t b = 0; b < l->n_blocks; b++)
    l->start[b + 1] += l->start[b];
  for (uint32_t i = l->n_jumps; i-- > 0;)
    {
      l->incident[--l->start[l->jumps[i].from]] = i;
      if (l->jumps[i].to != l->jumps[i].from)
        l->incident[--l->start[l->jumps[i].to]] = i;
    }
}

/* Make block B a chain.  */
static int
start_chain (struct layout *l, uint32_t b)
{
  struct chain *c = &l->chains[b];
  c->block = malloc (sizeof *c->block);
  if (!c->block)
    return WPP_E_NOMEM;
  c->block[0] = b;
  c->n = 1;
  c->bytes = size_of (&l->blocks[b]);
  c->count = (double) l->blocks[b].count * c->bytes;
  l->chain_of[b] = b;
  return WPP_OK;
}

static int
prepare (struct layout *l)
{
  size_t n = l->n_blocks;
  l->start = calloc (n + 1, sizeof *l->start);
  l->incident = malloc ((2 * (size_t) l->n_jumps + 1) * sizeof *l->incident);
  l->chain_of = malloc (n * sizeof *l->chain_of);
  l->place = calloc (n, sizeof *l->place);
  l->offset = calloc (n, sizeof *l->offset);
  l->chains = calloc (n, sizeof *l->chains);
  l->reasons = calloc (l->n_jumps + (size_t) 1, sizeof *l->reasons);
  l->local = malloc ((l->n_jumps + (size_t) 1) * sizeof *l->local);
  if (!l->start || !l->incident || !l->chain_of || !l->place || !l->offset || !l->chains || !l->reasons || !l->local
      || wpp_heap_init (&l->heap, l->n_jumps))
    return WPP_E_NOMEM;
  index_jumps (l);
  for (uint32_t b = 0; b < n; b++)
    if (start_chain (l, b))
      return WPP_E_NOMEM;
  return WPP_OK;
}

static void
release (struct layout *l)
{
  for (uint32_t c = 0; l->chains && c < l->n_blocks; c++)
    free (l->chains[c].block);
  free (l->start);
  free (l->incident);
  free (l->chain_of);
  free (l->place);
  free (l->offset);
  free (l->chains);
  free (l->reasons);
  free (l->local);
  wpp_heap_release (&l->heap);
}

/* Take back ORDER if it is worth less than the one that was given.  */
static void
keep_better (const struct layout *l, uint32_t *order)
{
  lay_out (l->n_blocks, l->blocks, order, l->offset);
  double found = worth_of_offsets (l->blocks, l->n_jumps, l->jumps, l->offset);
  for (uint32_t b = 0; b < l->n_blocks; b++)
    l->place[b] = b;
  lay_out (l->n_blocks, l->blocks, l->place, l->offset);
  if (worth_of_offsets (l->blocks, l->n_jumps, l->jumps, l->offset) > found)
    memcpy (order, l->place, l->n_blocks * sizeof *order);
}

int
wpp_layout (uint32_t n_blocks, const struct wpp_layout_block *blocks, uint32_t n_jumps,
            const struct wpp_layout_jump *jumps, uint64_t work, uint32_t *order)
{
  struct layout l = { .n_blocks = n_blocks, .n_jumps = n_jumps, .blocks = blocks, .jumps = jumps, .work = work };
  int err = n_blocks ? WPP_OK : WPP_E_RANGE;

  for (uint32_t i = 0; i < n_jumps; i++)
    if (jumps[i].from >= n_blocks || jumps[i].to >= n_blocks)
      err = WPP_E_RANGE;
  if (!err)
    err = prepare (&l);
  if (!err)
    err = merge_chains (&l);
  if (!err)
    err = write_order (&l, order);
  if (!err)
    keep_better (&l, order);
  release (&l);
  return err;
}
