/* Rules that are kept once, and the lists they are made of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "support/error.h"
#include "projection/project.h"
#include "projection/projector-impl.h"

static int
push (struct wpp_parts *list, struct wpp_part part)
{
  if (list->n == list->room)
    {
      size_t room = list->room ? 2 * list->room : 8;
      struct wpp_part *p = realloc (list->part, room * sizeof *p);
      if (!p)
        return WPP_E_NOMEM;
      list->part = p;
      list->room = room;
    }
  list->part[list->n++] = part;
  return 0;
}

int
wpp_parts_add (struct wpp_parts *list, uint32_t symbol, uint32_t exponent)
{
  while (symbol == WPP_LETTER_LEAVE && exponent && list->n
         && list->part[list->n - 1].symbol == WPP_LETTER_ENTER)
    {
      struct wpp_part *last = &list->part[list->n - 1];
      uint32_t both = last->exponent < exponent ? last->exponent : exponent;
      exponent -= both;
      last->exponent -= both;
      list->n -= last->exponent == 0;
    }
  struct wpp_part *last = list->n ? &list->part[list->n - 1] : NULL;
  if (last && last->symbol == symbol)
    {
      uint32_t moved = UINT32_MAX - last->exponent;
      moved = moved < exponent ? moved : exponent;
      last->exponent += moved;
      exponent -= moved;
    }
  return exponent ? push (list, (struct wpp_part){ symbol, exponent }) : 0;
}

/* ---- Pools.  */

const struct wpp_part *
wpp_pool_rule (const struct wpp_pool *pool, uint32_t rule, size_t *n)
{
  uint32_t begin = rule ? pool->end[rule - 1] : 0;
  *n = pool->end[rule] - begin;
  return pool->parts + begin;
}

static void
put_slot (struct wpp_pool *pool, uint32_t rule)
{
  uint32_t mask = pool->n_slots - 1, i = pool->hash[rule] & mask;
  while (pool->slots[i])
    i = (i + 1) & mask;
  pool->slots[i] = rule + 1;
}

/* Keep a quarter of the slots empty at least.  */
static int
grow_slots (struct wpp_pool *pool)
{
  if (pool->n_rules < pool->n_slots / 4 * 3)
    return 0;
  uint32_t n = pool->n_slots ? 2 * pool->n_slots : 16;
  uint32_t *slots = calloc (n, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  free (pool->slots);
  pool->slots = slots;
  pool->n_slots = n;
  for (uint32_t r = 0; r < pool->n_rules; r++)
    put_slot (pool, r);
  return 0;
}

static int
grow_rules (struct wpp_pool *pool)
{
  if (pool->n_rules < pool->rules_room)
    return 0;
  uint32_t room = pool->rules_room ? pool->rules_room + pool->rules_room / 2 : 16;
  uint32_t *end = realloc (pool->end, room * sizeof *end);
  if (end)
    pool->end = end;
  uint32_t *hash = end ? realloc (pool->hash, room * sizeof *hash) : NULL;
  if (!hash)
    return WPP_E_NOMEM;
  pool->hash = hash;
  pool->rules_room = room;
  return 0;
}

static int
grow_parts (struct wpp_pool *pool, size_t n)
{
  if (n <= pool->parts_room - pool->n_parts)
    return 0;
  uint64_t room = pool->parts_room + pool->parts_room / 2 + (uint64_t)n + 16;
  if (pool->n_parts + (uint64_t)n > UINT32_MAX)
    return WPP_E_TOOBIG;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  struct wpp_part *parts = realloc (pool->parts, room * sizeof *parts);
  if (!parts)
    return WPP_E_NOMEM;
  pool->parts = parts;
  pool->parts_room = room;
  return 0;
}

int
wpp_pool_intern (struct wpp_pool *pool, const struct wpp_part *parts, size_t n, uint32_t *rule)
{
  uint32_t hash = XXH3_64bits (parts, n * sizeof *parts);
  if (pool->n_rules >= WPP_MOST_RULES)
    return WPP_E_TOOBIG;
  if (grow_slots (pool) || grow_rules (pool))
    return WPP_E_NOMEM;
  uint32_t mask = pool->n_slots - 1;
  for (uint32_t i = hash & mask; pool->slots[i]; i = (i + 1) & mask)
    {
      uint32_t r = pool->slots[i] - 1;
      size_t m;
      if (pool->hash[r] != hash)
        continue;
      const struct wpp_part *known = wpp_pool_rule (pool, r, &m);
      if (m == n && !memcmp (known, parts, n * sizeof *parts))
        {
          *rule = r;
          return 0;
        }
    }
  int err = grow_parts (pool, n);
  if (err)
    return err;
  memcpy (pool->parts + pool->n_parts, parts, n * sizeof *parts);
  pool->n_parts += n;
  *rule = pool->n_rules++;
  pool->end[*rule] = pool->n_parts;
  pool->hash[*rule] = hash;
  put_slot (pool, *rule);
  return 0;
}

void
wpp_pool_release (struct wpp_pool *pool)
{
  free (pool->parts);
  free (pool->end);
  free (pool->hash);
  free (pool->slots);
  *pool = (struct wpp_pool){ 0 };
}
