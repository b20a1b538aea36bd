/* Two paths, one after the other, of which one side of a difference executed more than the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Pairs are counted on the grammars (grammar/rules/pairs.h).  */

#include <stdlib.h>
#include <string.h>
#include "answers/diff-impl.h"
#include "base/hash-table.h"
#include "base/array.h"
#include "base/saturate.h"
#include "grammar/rules/pairs.h"

struct path
{
  uint32_t function;            /* number among the difference's */
  uint32_t side;                /* of functions that are not the same: which one's */
  uint64_t number;
};

struct pair
{
  struct path of[2];            /* zeroed before it is set: its bytes are the key */
  uint32_t event[2][2];         /* [side][place] */
  uint64_t count[2];
};

struct subpaths
{
  struct wpp_diff_list list;
  struct wpp_hash_table table;
  struct pair *pairs;           /* [table.n] */
  size_t room;
  /* Of the row that is with the sink.  */
  struct wpp_diff *d;
  const struct pair *shown;
  struct wpp_route route;
};

/* ---- Rows.  */

static int
get_step (void *data, size_t i, void *row)
{
  struct subpaths *all = data;
  size_t side = all->shown->count[1] > 0;
  all->d->bad = side;
  int known = wpp_answer_route (all->d->r[side], all->shown->event[side][i], &all->route, row, all->d->place);
  return known < 0 ? known : 0;
}

static int
send_subpath (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  struct subpaths *all = (struct subpaths *)l;
  all->d = d;
  all->shown = &all->pairs[i->index];
  const struct wpp_diff_subpath_row row
    = { .is = wpp_diff_measure (&l->items, i), .length = 2, .steps = { 2, all, get_step } };
  return wpp_sink_row (sink, &row);
}

static void
release (struct wpp_diff_list *l)
{
  struct subpaths *all = (struct subpaths *)l;
  wpp_hash_release (&all->table);
  wpp_route_release (&all->route);
  free (all->pairs);
}

/* ---- Finding them.  */

static bool
pair_is_p (const void *pairs, uint32_t number, const void *key)
{
  return !memcmp (((const struct pair *)pairs)[number].of, key, sizeof ((struct pair *)NULL)->of);
}

/* Set *P, zeroed, to what EVENT of SIDE is; return whether it is a path that can be compared.  */
static bool
read_path (const struct wpp_diff *d, size_t side, uint32_t event, struct path *p, bool *wanted)
{
  struct wpp_code *code = d->code[side];
  uint64_t number;
  const struct wpp_code_function *f = wpp_code_find (code, event, &number);
  if (!f)
    return false;
  p->function = d->number[side][f - code->functions];
  p->number = number;
  const struct wpp_diff_function *known = &d->functions[p->function];
  bool both = known->of[0] != WPP_NO_FUNCTION && known->of[1] != WPP_NO_FUNCTION;
  p->side = known->same ? 2 : side;
  *wanted |= wpp_diff_wanted_p (d, known);
  return known->same || !both;
}

struct adding
{
  struct wpp_diff *d;
  struct subpaths *all;
  size_t side;
};

/* For wpp_pairs_visit.  */
static int
add_pair (void *data, uint32_t first, uint32_t second, uint64_t count)
{
  struct adding *a = data;
  struct subpaths *all = a->all;
  struct pair pair;
  bool wanted = false;
  memset (&pair, 0, sizeof pair);
  if (!read_path (a->d, a->side, first, &pair.of[0], &wanted)
      || !read_path (a->d, a->side, second, &pair.of[1], &wanted) || !wanted)
    return 0;
  int err = wpp_hash_reserve (&all->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&all->table, pair.of, sizeof pair.of);
  uint32_t found = wpp_hash_find (&all->table, hash, pair_is_p, all->pairs, pair.of);
  if (found == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (all->pairs, all->room, all->table.n, 1))
        return WPP_E_NOMEM;
      all->pairs[found = all->table.n] = pair;
      wpp_hash_add (&all->table, hash, found);
    }
  all->pairs[found].event[a->side][0] = first;
  all->pairs[found].event[a->side][1] = second;
  all->pairs[found].count[a->side] = wpp_saturating_add (all->pairs[found].count[a->side], count);
  return 0;
}

static int
add_side (struct wpp_diff *d, struct subpaths *all, size_t side)
{
  struct adding a = { d, all, side };
  int err = 0;
  for (size_t t = 0; t < wpp_recording_threads (d->r[side]) && !err; t++)
    {
      const struct wpp_thread *thread = wpp_recording_thread (d->r[side], t);
      err = wpp_pairs_visit (thread->segments, thread->n_segments, add_pair, &a);
    }
  return err;
}

/* Set *COST to that of executing P once, and return 0 or an error.  */
static int
cost_of (struct wpp_diff *d, struct subpaths *all, const struct pair *p, uint64_t *cost)
{
  struct wpp_route_row row;
  int err = 0;
  *cost = 0;
  all->d = d;
  all->shown = p;
  for (size_t i = 0; i < 2 && !err; i++)
    {
      err = get_step (all, i, &row);
      *cost += err ? 0 : all->route.cost;
    }
  return err;
}

struct wpp_diff_list *
wpp_diff_subpaths (struct wpp_diff *d, int *err)
{
  struct subpaths *all = calloc (1, sizeof *all);
  *err = all ? 0 : WPP_E_NOMEM;
  if (!all)
    return NULL;
  all->list = (struct wpp_diff_list){ .send = send_subpath, .release = release };
  *err = add_side (d, all, 0);
  if (!*err)
    *err = add_side (d, all, 1);
  for (uint32_t i = 0; i < all->table.n && !*err; i++)
    {
      uint64_t cost;
      if (wpp_diff_alike_p (d, all->pairs[i].count))
        continue;
      *err = cost_of (d, all, &all->pairs[i], &cost);
      if (!*err)
        *err = wpp_diff_add (d, &all->list.items, all->pairs[i].count, cost, i);
    }
  return &all->list;
}
