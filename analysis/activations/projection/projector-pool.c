/* Pools of rules, each of which is kept once, and lists of their parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "activations/projection/project.h"
#include "activations/projection/projector-impl.h"

static int
push (struct wpp_parts *list, struct wpp_part part)
{
  if (WPP_RESERVE (list->part, list->room, list->n, 1))
    return WPP_E_NOMEM;
  list->part[list->n++] = part;
  return 0;
}

int
wpp_parts_add (struct wpp_parts *list, uint32_t symbol, uint32_t exponent)
{
  while (exponent && list->n && wpp_view_undone_p (list->part[list->n - 1].symbol, symbol))
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

struct rule
{
  const struct wpp_part *parts;
  size_t n;
};

static bool
rule_is_p (const void *pool, uint32_t rule, const void *key)
{
  const struct rule *wanted = key;
  size_t n;
  const struct wpp_part *parts = wpp_pool_rule (pool, rule, &n);
  return n == wanted->n && !memcmp (parts, wanted->parts, n * sizeof *parts);
}

/* Make room in POOL for another rule, of N parts.  */
static int
reserve (struct wpp_pool *pool, size_t n)
{
  if (pool->n_rules >= WPP_MOST_RULES || n > UINT32_MAX - pool->n_parts)
    return WPP_E_TOOBIG;
  return WPP_RESERVE (pool->end, pool->rules_room, pool->n_rules, 1)
             || WPP_RESERVE (pool->parts, pool->parts_room, pool->n_parts, n)
           ? WPP_E_NOMEM
           : 0;
}

int
wpp_pool_intern (struct wpp_pool *pool, const struct wpp_part *parts, size_t n, uint32_t *rule)
{
  struct rule key = { parts, n };
  int err = wpp_hash_reserve (&pool->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&pool->table, parts, n * sizeof *parts);
  *rule = wpp_hash_find (&pool->table, hash, rule_is_p, pool, &key);
  if (*rule != WPP_NO_ITEM)
    return 0;
  err = reserve (pool, n);
  if (err)
    return err;
  memcpy (pool->parts + pool->n_parts, parts, n * sizeof *parts);
  pool->n_parts += n;
  *rule = pool->n_rules++;
  pool->end[*rule] = pool->n_parts;
  wpp_hash_add (&pool->table, hash, *rule);
  return 0;
}

void
wpp_pool_release (struct wpp_pool *pool)
{
  free (pool->parts);
  free (pool->end);
  wpp_hash_release (&pool->table);
  *pool = (struct wpp_pool){ 0 };
}
