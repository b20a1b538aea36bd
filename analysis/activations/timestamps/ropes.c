/* Sequences that are put together from shared parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/ropes.h"

typedef unsigned __int128 residue;
#define MODULUS (((residue)1 << 127) - 1)

/* ---- Fingerprints.  */

static residue
reduce (residue x)
{
  x = (x & MODULUS) + (x >> 127);
  return x >= MODULUS ? x - MODULUS : x;
}

static residue
sum (residue a, residue b)
{
  return reduce (a + b);
}

/* A times B, both below 2^127: in words of 64 bits, as 2^128 is 2 here.  */
static residue
product (residue a, residue b)
{
  uint64_t a0 = a, a1 = a >> 64, b0 = b, b1 = b >> 64;
  residue low = (residue)a0 * b0, high = (residue)a1 * b1;
  residue middle = (residue)a0 * b1 + (residue)a1 * b0;   /* a1 and b1 are below 2^63 */
  return sum (sum (reduce (low), reduce (middle << 64)), sum ((middle >> 64) * 2, reduce (high * 2)));
}

static const struct wpp_rope_measure nothing = { 0, 0, 1 };

static struct wpp_rope_measure
joined (struct wpp_rope_measure a, struct wpp_rope_measure b)
{
  return (struct wpp_rope_measure){ wpp_saturating_add (a.length, b.length),
                                    sum (product (a.fingerprint, b.power), b.fingerprint),
                                    product (a.power, b.power) };
}

static struct wpp_rope_measure
repeated (struct wpp_rope_measure m, uint32_t times)
{
  struct wpp_rope_measure result = nothing;
  if (times == 1)
    return m;
  for (; times; times >>= 1, m = joined (m, m))
    if (times & 1)
      result = joined (result, m);
  return result;
}

static struct wpp_rope_measure
measure_of (const struct wpp_ropes *r, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? r->measures[WPP_RULE_INDEX (symbol)]
                              : (struct wpp_rope_measure){ 1, symbol, r->point };
}

struct wpp_rope_measure
wpp_ropes_measure (const struct wpp_ropes *r, const struct wpp_part *parts, size_t n)
{
  struct wpp_rope_measure m = nothing;
  for (size_t i = 0; i < n; i++)
    m = joined (m, repeated (measure_of (r, parts[i].symbol), parts[i].exponent));
  return m;
}

/* ---- Ropes.  */

int
wpp_ropes_init (struct wpp_ropes *r, bool measured)
{
  *r = (struct wpp_ropes){ .measured = measured };
  if (getrandom (&r->point, sizeof r->point, 0) != sizeof r->point)
    return WPP_E_IO;
  r->point = reduce (r->point);
  return WPP_OK;
}

void
wpp_ropes_release (struct wpp_ropes *r)
{
  wpp_pool_release (&r->pool);
  free (r->measures);
  *r = (struct wpp_ropes){ 0 };
}

void
wpp_ropes_end (struct wpp_ropes *r)
{
  free (r->measures);
  r->measures = NULL;
  wpp_hash_release (&r->pool.table);
}

static int
intern (struct wpp_ropes *r, const struct wpp_part *parts, size_t n, uint32_t *rope)
{
  uint32_t rule, known = r->pool.n_rules;
  int err = wpp_pool_intern (&r->pool, parts, n, &rule);
  if (!err && rule == known && r->measured)
    {
      err = WPP_RESERVE (r->measures, r->measures_room, rule, 1);
      if (!err)
        r->measures[rule] = wpp_ropes_measure (r, parts, n);
    }
  *rope = WPP_RULE | rule;
  return err;
}

int
wpp_ropes_take (struct wpp_ropes *r, const struct wpp_parts *list, uint32_t *rope)
{
  *rope = WPP_ROPE_EMPTY;
  if (!list->n)
    return WPP_OK;
  if (list->n > 1 || list->part[0].exponent > 1)
    return intern (r, list->part, list->n, rope);
  *rope = list->part[0].symbol;
  return WPP_OK;
}

int
wpp_ropes_add (struct wpp_ropes *r, struct wpp_parts *list, uint32_t rope, uint64_t times)
{
  const uint32_t many = UINT32_C (1) << 31;
  int err = WPP_OK;
  if (rope == WPP_ROPE_EMPTY || !times)
    return WPP_OK;
  if (times >= many)
    {
      const struct wpp_part power = { rope, many };
      uint32_t repeated_rope;
      err = intern (r, &power, 1, &repeated_rope);
      if (!err)
        err = wpp_ropes_add (r, list, repeated_rope, times / many);
    }
  return err || !(times % many) ? err : wpp_parts_add (list, rope, times % many);
}
