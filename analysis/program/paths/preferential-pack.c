/* Packing preferential and Ball-Larus numbers (preferential-pack.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"
#include "program/paths/preferential-pack.h"

/* Up to this many pairs are added for identifiers without an interesting path, if the identifiers of all paths have a
   pair then: code need not compare bounds in that case.  */
#define SPARE 4

struct range
{
  int64_t least, most;
};

static void
widen (struct range *r, bool *any, int64_t least, int64_t most)
{
  r->least = *any && r->least < least ? r->least : least;
  r->most = *any && r->most > most ? r->most : most;
  *any = true;
}

/* Set *ALL to the least and the greatest identifier of all paths.  */
static int
find_range (const struct wpp_preferential *p, const struct wpp_order *order, struct range *all)
{
  const struct wpp_numbering *num = p->num;
  const struct wpp_cfg *cfg = num->cfg;
  bool any_path = false;
  struct range *after = calloc (cfg->n_nodes, sizeof *after);
  if (!after)
    return WPP_E_NOMEM;
  for (uint32_t k = 0; k < cfg->n_nodes; k++)
    {
      uint32_t v = order->post[k];
      bool any = false;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        {
          const struct range *next = &after[cfg->edges[e].dst];
          int64_t value = p->edge_value[e];
          if (wpp_ends_p (num, e))
            widen (&after[v], &any, value, value);
          else if (wpp_inside_p (num, e) && num->node_paths[cfg->edges[e].dst])
            widen (&after[v], &any, value + next->least, value + next->most);
        }
    }
  *all = (struct range){ 0 };
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].n_paths)
      {
        const struct range *next = &after[num->starts[s].node];
        widen (all, &any_path, p->start_value[s] + next->least, p->start_value[s] + next->most);
      }
  free (after);
  return WPP_OK;
}

static unsigned
bits_of (uint64_t n)
{
  return n ? 64 - __builtin_clzll (n) : 0;
}

/* The shift that keeps doubled identifiers LOWEST .. HIGHEST apart from numbers up to N_PATHS, with all of it in 63
   bits; 0 when there is none.  One instruction takes 8 or 16 bits out of a register; on the other hand, an increment of
   at most 31 bits is added without a register of its own.  */
static unsigned
choose_shift (int64_t lowest, int64_t highest, uint64_t n_paths)
{
  unsigned low = bits_of ((uint64_t) highest - (uint64_t) lowest) + 1, high = bits_of (n_paths);
  unsigned shift = low <= 8 ? 8 : low <= 16 && high + 16 <= 31 ? 16 : low;
  return low <= 32 && high + shift <= 63 ? shift : 0;
}

/* Store the packed values in NUM.  LOW is what identifier 0 has in the low bits.  */
static int
place (const struct wpp_preferential *p, struct wpp_numbering *num, const struct wpp_order *order,
       const uint64_t *frequency, const struct wpp_packing *packing, uint64_t low)
{
  struct wpp_weights weights = { 0 };
  int err = wpp_weights_alloc (num, &weights);
  for (uint32_t s = 0; s < num->n_starts && !err; s++)
    weights.start[s] = (int64_t) ((num->starts[s].value + 1) << packing->shift)
                       + 2 * p->start_value[s] + (int64_t) low;
  for (uint32_t e = 0; e < num->cfg->n_edges && !err; e++)
    {
      uint64_t value = wpp_ends_p (num, e) ? num->edges[e].end_value : num->edges[e].value;
      weights.edge[e] = (int64_t) (value << packing->shift) + 2 * p->edge_value[e];
    }
  if (!err)
    err = wpp_place_in_numbering (num, order, frequency, &weights);
  wpp_weights_release (&weights);
  return err;
}

/* List the keys.  Identifier 0 has the pair FIRST and LOW in the low bits.  */
static int
list_keys (const struct wpp_preferential *p, struct wpp_packing *packing, uint64_t first,
           uint64_t low)
{
  packing->keys = calloc (packing->n, sizeof *packing->keys);
  if (!packing->keys)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_interesting; i++)
    packing->keys[p->identifiers[i] + first]
      = ((p->paths[i] + 1) << packing->shift) + 2 * p->identifiers[i] + low;
  return WPP_OK;
}

int
wpp_preferential_pack (const struct wpp_preferential *p, struct wpp_numbering *num,
                       const uint64_t *frequency, struct wpp_packing *packing)
{
  struct wpp_order order = { 0 };
  struct range range;
  *packing = (struct wpp_packing){ 0 };
  int err = wpp_order_make (num, &order);
  if (!err)
    err = find_range (p, &order, &range);
  if (!err)
    {
      uint64_t first = -(uint64_t) range.least, span = range.most + first + 1;
      packing->n = p->size;
      packing->shift = choose_shift (range.least, range.most, num->n_paths);
      packing->bounded = span <= packing->n + SPARE;
      if (packing->bounded)
        packing->n = span;
      else
        packing->bias = 2 * first;
      err = packing->shift ? list_keys (p, packing, packing->bounded ? first : 0, 2 * first)
                           : WPP_E_TOOBIG;
      if (!err)
        err = place (p, num, &order, frequency, packing, 2 * first);
    }
  wpp_order_release (&order);
  return err;
}

void
wpp_packing_release (struct wpp_packing *packing)
{
  free (packing->keys);
}
