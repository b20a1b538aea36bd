/* What two sets of timestamps have in common, and what one has without the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two series have a series in common, by the Chinese remainder theorem.  What two sets have in common is found by going
   along both by first members, with those series at hand that have begun and not ended.  */

#include <stdlib.h>
#include "facts/queries/times.h"
#include "base/array.h"

typedef struct wpp_series_entry entry;

/* ---- What two series have in common.  */

/* The inverse of A modulo M, which have no common factor; M > 1.  */
static uint64_t
inverse (uint64_t a, uint64_t m)
{
  __int128 x = 0, y = 1, r = m, s = a % m;
  while (s)
    {
      __int128 q = r / s, t = r - q * s;
      r = s;
      s = t;
      t = x - q * y;
      x = y;
      y = t;
    }
  return x < 0 ? x + m : x;
}

static uint64_t
common_divisor (uint64_t a, uint64_t b)
{
  while (b)
    {
      uint64_t t = a % b;
      a = b;
      b = t;
    }
  return a;
}

/* Set *E to the members from LOW to HIGH of both A and B; false: there are none.  */
static bool
common_between (const entry *a, const entry *b, uint64_t low, uint64_t high, entry *e)
{
  uint64_t g = common_divisor (a->step, b->step), m = b->step / g;
  uint64_t apart = a->first < b->first ? b->first - a->first : a->first - b->first;
  if (apart % g)
    return false;
  /* A's member number I is B's, too.  */
  uint64_t rest = apart / g % m;
  rest = a->first < b->first || !rest ? rest : m - rest;
  uint64_t i = m == 1 ? 0 : (unsigned __int128)rest * inverse (a->step / g, m) % m;
  unsigned __int128 step = (unsigned __int128)a->step * m, first = a->first + (unsigned __int128)a->step * i;
  if (first < low)
    first += (low - (uint64_t)first + step - 1) / step * step;
  if (first > high)
    return false;
  uint64_t n = step > high ? 1 : (high - (uint64_t)first) / (uint64_t)step + 1;
  *e = wpp_series_of (first, step, n);
  return true;
}

static bool
common (const entry *a, const entry *b, entry *e)
{
  uint64_t low = a->first > b->first ? a->first : b->first, high = a->last < b->last ? a->last : b->last;
  return low <= high && common_between (a, b, low, high, e);
}

/* ---- What two sets have in common.  */

struct shared
{
  size_t of;        /* series of the first set */
  entry e;
};

struct crossing
{
  const struct wpp_times *set[2];
  size_t *open[2];  /* [n_open] series that have begun and may not have ended */
  size_t n_open[2], open_room[2];
  struct shared *found;
  size_t n, room;
  uint64_t work;
};

static int
add_shared (struct crossing *c, size_t of, const entry *e)
{
  if (WPP_RESERVE (c->found, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->found[c->n++] = (struct shared){ of, *e };
  return WPP_OK;
}

/* Series I of set W begins: find what it has in common with those of the other set, and forget which of them have
   ended.  */
static int
cross_one (struct crossing *c, int w, size_t i)
{
  const entry *e = &c->set[w]->entries[i], *others = c->set[!w]->entries;
  size_t kept = 0, *open = c->open[!w];
  int err = WPP_OK;
  c->work += c->n_open[!w];
  for (size_t k = 0; k < c->n_open[!w] && !err; k++)
    {
      const entry *o = &others[open[k]];
      entry both;
      if (o->last < e->first)
        continue;
      if (common (e, o, &both))
        err = add_shared (c, w ? open[k] : i, &both);
      open[kept++] = open[k];
    }
  c->n_open[!w] = kept;
  return err;
}

/* Series I of set W stays at hand if the other one's series number NEXT begins before its end.  */
static int
keep_open (struct crossing *c, int w, size_t i, size_t next)
{
  const struct wpp_times *other = c->set[!w];
  if (next == other->n || other->entries[next].first > c->set[w]->entries[i].last)
    return WPP_OK;
  if (WPP_RESERVE (c->open[w], c->open_room[w], c->n_open[w], 1))
    return WPP_E_NOMEM;
  c->open[w][c->n_open[w]++] = i;
  return WPP_OK;
}

static int
cross (struct crossing *c)
{
  const struct wpp_times *a = c->set[0], *b = c->set[1];
  size_t at[2] = { 0, 0 };
  int err = WPP_OK;
  while (!err && (at[0] < a->n || at[1] < b->n) && c->work < WPP_TIMES_WORK)
    {
      int w = at[0] == a->n || (at[1] < b->n && b->entries[at[1]].first < a->entries[at[0]].first);
      size_t i = at[w]++;
      err = cross_one (c, w, i);
      if (!err)
        err = keep_open (c, w, i, at[!w]);
    }
  return !err && c->work >= WPP_TIMES_WORK ? WPP_E_TOOBIG : err;
}

static int
shared_by_first (const void *a, const void *b)
{
  return wpp_compare_series (&((const struct shared *)a)->e, &((const struct shared *)b)->e);
}

static void
crossing_release (struct crossing *c)
{
  free (c->open[0]);
  free (c->open[1]);
  free (c->found);
}

int
wpp_times_intersect (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b)
{
  struct crossing c = { .set = { a, b } };
  *out = (struct wpp_times){ 0 };
  int err = a->n && b->n ? cross (&c) : WPP_OK;
  if (!err && c.n)
    qsort (c.found, c.n, sizeof *c.found, shared_by_first);
  for (size_t i = 0; i < c.n && !err; i++)
    err = wpp_times_append (out, &c.found[i].e);
  crossing_release (&c);
  return err;
}

/* ---- Taking away.  */

struct pieces
{
  entry *e;
  size_t n, room;
};

static int
add_piece (struct pieces *p, uint64_t first, uint64_t step, uint64_t count)
{
  if (!count)
    return WPP_OK;
  if (WPP_RESERVE (p->e, p->room, p->n, 1))
    return WPP_E_NOMEM;
  p->e[p->n++] = wpp_series_of (first, step, count);
  return WPP_OK;
}

/* Append what A, of step STEP, has between the first and the last of PART, some of its members, and PART has not.  */
static int
add_between (struct pieces *out, uint64_t step, const entry *part)
{
  uint64_t m = wpp_series_members (part), k = part->step / step;
  int err = WPP_OK;
  if (m == 1 || k == 1)
    return WPP_OK;
  if (k <= m)
    for (uint64_t r = 1; r < k && !err; r++)
      err = add_piece (out, part->first + r * step, part->step, m - 1);
  else
    for (uint64_t i = 0; i + 1 < m && !err; i++)
      err = add_piece (out, part->first + i * part->step + step, step, k - 1);
  return err;
}

/* Append the members of A without PART, some of them.  */
static int
take_out (struct pieces *out, const entry *a, const entry *part)
{
  int err = add_piece (out, a->first, a->step, (part->first - a->first) / a->step);
  if (!err)
    err = add_between (out, a->step, part);
  if (!err)
    err = add_piece (out, part->last + a->step, a->step, (a->last - part->last) / a->step);
  return err;
}

/* Append the members of A without those of PARTS [N].  */
static int
take_out_all (struct pieces *out, const entry *a, const struct shared *parts, size_t n, uint64_t *work)
{
  struct pieces left = { 0 }, next = { 0 };
  int err = add_piece (&left, a->first, a->step, wpp_series_members (a));
  for (size_t i = 0; i < n && !err; i++)
    {
      next.n = 0;
      *work += left.n;
      for (size_t k = 0; k < left.n && !err; k++)
        {
          entry both;
          if (common (&left.e[k], &parts[i].e, &both))
            err = take_out (&next, &left.e[k], &both);
          else
            err = add_piece (&next, left.e[k].first, left.e[k].step, wpp_series_members (&left.e[k]));
        }
      struct pieces swap = left;
      left = next;
      next = swap;
      err = !err && *work > WPP_TIMES_WORK ? WPP_E_TOOBIG : err;
    }
  for (size_t k = 0; k < left.n && !err; k++)
    err = add_piece (out, left.e[k].first, left.e[k].step, wpp_series_members (&left.e[k]));
  free (left.e);
  free (next.e);
  return err;
}

/* Append the members of A without PARTS [N], some of them, by rising first.  Parts that do not lie between each other
   are taken out one after the other.  */
static int
take_parts (struct pieces *out, const entry *a, const struct shared *parts, size_t n, uint64_t *work)
{
  uint64_t from = a->first;
  int err = WPP_OK;
  for (size_t i = 0, end; i < n && !err; i = end)
    {
      entry here = { from, parts[i].e.last, a->step };
      for (end = i + 1; end < n && parts[end].e.first < here.last; end++)
        here.last = parts[end].e.last > here.last ? parts[end].e.last : here.last;
      from = here.last + a->step;
      if (here.first == here.last)
        here.step = 1;
      err = end == i + 1 ? take_out (out, &here, &parts[i].e) : take_out_all (out, &here, parts + i, end - i, work);
    }
  if (!err && from <= a->last)
    err = add_piece (out, from, a->step, (a->last - from) / a->step + 1);
  return err;
}

static int
by_series (const void *pa, const void *pb)
{
  const struct shared *a = pa, *b = pb;
  return a->of != b->of ? (a->of < b->of ? -1 : 1) : shared_by_first (a, b);
}

int
wpp_times_minus (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b)
{
  struct crossing c = { .set = { a, b } };
  struct pieces rest = { 0 };
  *out = (struct wpp_times){ 0 };
  if (!b->n || !a->n)
    return wpp_times_copy (out, a);
  int err = cross (&c);
  if (!err && c.n)
    qsort (c.found, c.n, sizeof *c.found, by_series);
  for (size_t i = 0, k = 0; i < a->n && !err; i++)
    {
      size_t first = k;
      while (k < c.n && c.found[k].of == i)
        k++;
      err = take_parts (&rest, &a->entries[i], c.n ? c.found + first : NULL, k - first, &c.work);
    }
  if (!err)
    err = wpp_times_append_all (out, rest.e, rest.n);
  crossing_release (&c);
  free (rest.e);
  return err;
}
