/* Pieces of activations (pieces.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/projection/pieces.h"
#include "base/array.h"
#include "base/saturate.h"

#define SHORT WPP_PIECES_SHORT
#define MOST_ALIKE (UINT64_C (1) << 62)

void
wpp_pieces_release (struct wpp_pieces *p)
{
  wpp_pool_release (&p->pool);
  free (p->runs);
  free (p->counts);
  *p = (struct wpp_pieces){ 0 };
}

static unsigned
runs_of (const struct wpp_pieces *p, const struct wpp_part *part)
{
  if (!WPP_IS_RULE (part->symbol))
    return 1;
  unsigned n = p->runs[WPP_RULE_INDEX (part->symbol)];
  return part->exponent > SHORT || n * part->exponent > SHORT ? SHORT + 1 : n * part->exponent;
}

static int
intern (struct wpp_pieces *p, const struct wpp_parts *list, uint32_t *rule)
{
  uint32_t known = p->pool.n_rules;
  unsigned runs = 0;
  int err = wpp_pool_intern (&p->pool, list->part, list->n, rule);
  if (err || *rule < known)
    return err;
  for (size_t i = 0; i < list->n && runs <= SHORT; i++)
    runs += runs_of (p, &list->part[i]);
  if (WPP_RESERVE (p->runs, p->runs_room, *rule, 1))
    return WPP_E_NOMEM;
  p->runs[*rule] = runs <= SHORT ? runs : SHORT + 1;
  return 0;
}

int
wpp_pieces_take (struct wpp_pieces *p, struct wpp_parts *list, uint32_t *piece)
{
  uint32_t rule;
  int err = 0;
  if (!list->n)
    *piece = WPP_NO_PIECE;
  else if (list->n == 1 && list->part[0].exponent == 1)
    *piece = list->part[0].symbol;
  else if (!(err = intern (p, list, &rule)))
    *piece = WPP_RULE | rule;
  list->n = 0;
  return err;
}

/* Append to TO the runs that PARTS [N], all of which are short, derive.  They nest at most SHORT levels deep, because
   each level adds a run unless it has only one.  */
static int
write_out (const struct wpp_pieces *p, const struct wpp_part *parts, size_t n, struct wpp_parts *to)
{
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    if (!WPP_IS_RULE (parts[i].symbol))
      err = wpp_parts_add (to, parts[i].symbol, parts[i].exponent);
    else
      for (uint32_t k = 0; k < parts[i].exponent && !err; k++)
        {
          size_t m;
          const struct wpp_part *inner = wpp_pool_rule (&p->pool, WPP_RULE_INDEX (parts[i].symbol), &m);
          err = write_out (p, inner, m, to);
        }
  return err;
}

int
wpp_pieces_activation (struct wpp_pieces *p, const struct wpp_parts *list, uint32_t *rule)
{
  struct wpp_parts paths = { 0 };
  unsigned runs = 0;
  for (size_t i = 0; i < list->n && runs <= SHORT; i++)
    runs += runs_of (p, &list->part[i]);
  int err = runs <= SHORT ? write_out (p, list->part, list->n, &paths) : 0;
  if (!err)
    err = intern (p, runs <= SHORT ? &paths : list, rule);
  free (paths.part);
  return err;
}

/* ---- Counts.  */

int
wpp_pieces_count (struct wpp_pieces *p, uint32_t rule, uint64_t times)
{
  if (rule >= p->n_counts)
    {
      size_t more = rule + (size_t)1 - p->n_counts;
      if (WPP_RESERVE (p->counts, p->counts_room, p->n_counts, more))
        return WPP_E_NOMEM;
      memset (p->counts + p->n_counts, 0, more * sizeof *p->counts);
      p->n_counts += more;
    }
  p->counts[rule] = wpp_saturating_add (p->counts[rule], times);
  return 0;
}

/* Append COUNT activations RULE to START.  */
static int
add_alike (struct wpp_pieces *p, struct wpp_parts *start, uint32_t rule, uint64_t count)
{
  struct wpp_part power = { WPP_RULE | rule, UINT32_C (1) << 31 };
  uint32_t many;
  int err = 0;
  if (count > UINT32_MAX)
    {
      err = wpp_pool_intern (&p->pool, &power, 1, &many);
      if (!err)
        err = wpp_parts_add (start, WPP_RULE | many, count >> 31);
      count &= power.exponent - 1;
    }
  return err || !count ? err : wpp_parts_add (start, WPP_RULE | rule, count);
}

struct wpp_grammar *
wpp_pieces_grammar (struct wpp_pieces *p, int *err)
{
  const struct wpp_pool none = { 0 };
  struct wpp_parts start = { 0 };
  struct wpp_grammar *g = NULL;
  bool many = false;
  *err = 0;
  for (size_t r = 0; r < p->n_counts && !many && !*err; r++)
    {
      many = p->counts[r] >= MOST_ALIKE;
      if (p->counts[r] && !many)
        *err = add_alike (p, &start, r, p->counts[r]);
    }
  if (!*err && !many && start.n)
    g = wpp_pool_grammar (&p->pool, &none, &start, err);
  free (start.part);
  return g;
}
