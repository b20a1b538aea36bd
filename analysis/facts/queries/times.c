/* Sets of timestamps as arithmetic series.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Series that are appended become one with those before where they can, so that a set does not fall to pieces.  */

#include <stdlib.h>
#include <string.h>
#include "facts/queries/times.h"
#include "base/array.h"
#include "base/search.h"

/* Series of one step that together are one of a smaller step, at most so many.  */
#define MOST_CLASSES 64u

/* A series goes on after one of the last so many.  */
#define MOST_BACK 4u

typedef struct wpp_series_entry entry;

void
wpp_times_release (struct wpp_times *s)
{
  free (s->entries);
  *s = (struct wpp_times){ 0 };
}

/* ---- Appending.  */

/* If E goes on after *LAST let that have all.  */
static bool
go_on (entry *last, const entry *e)
{
  uint64_t before = wpp_series_members (last), n = wpp_series_members (e);
  uint64_t step = n > 1 ? e->step : before > 1 ? last->step : 1;
  if ((before > 1 && last->step != step) || e->first <= last->last || e->first - last->last != step)
    return false;
  *last = (entry){ last->first, e->last, step };
  return true;
}

/* Are the last three members of S a series?  */
static bool
three_p (const struct wpp_times *s)
{
  const entry *e = s->entries + s->n - 3;
  return s->n >= 3 && wpp_series_members (e) == 1 && wpp_series_members (e + 1) == 1 && wpp_series_members (e + 2) == 1
         && e[1].first - e[0].first == e[2].first - e[1].first;
}

/* How many of the last series of S are, all together, one of a smaller step; 0: none.  */
static size_t
classes (const struct wpp_times *s)
{
  const entry *last = s->entries + s->n - 1;
  if (s->n < 2 || wpp_series_members (last) < 2)
    return 0;
  uint64_t step = last->step, by = last->first - last[-1].first, k = by ? step / by : 0;
  if (!by || step % by || k < 2 || k > MOST_CLASSES || k > s->n)
    return 0;
  const entry *e = last - (k - 1);
  for (uint64_t i = 0, n = wpp_series_members (e); i < k; i++)
    {
      uint64_t m = wpp_series_members (&e[i]);
      if (e[i].step != step || e[i].first != e->first + i * by || m > n || m + 1 < wpp_series_members (e))
        return 0;
      n = m;
    }
  return k;
}

/* Let the last series of S be one where they can.  */
static void
tidy (struct wpp_times *s)
{
  if (three_p (s))
    {
      entry *e = s->entries + s->n - 3;
      *e = (entry){ e->first, e[2].first, e[1].first - e->first };
      s->n -= 2;
    }
  for (size_t k; (k = classes (s));)
    {
      entry *e = s->entries + s->n - k;
      uint64_t last = 0;
      for (size_t i = 0; i < k; i++)
        last = e[i].last > last ? e[i].last : last;
      *e = (entry){ e->first, last, e[1].first - e->first };
      s->n -= k - 1;
    }
}

/* Let the series of S that E goes on after, one of the last, have all; false: there is none.  */
static bool
go_on_one (struct wpp_times *s, const entry *e)
{
  for (size_t k = 1; k <= s->n && k <= MOST_BACK; k++)
    if (go_on (&s->entries[s->n - k], e))
      {
        s->between |= k > 1;
        return true;
      }
  return false;
}

int
wpp_times_append (struct wpp_times *s, const entry *e)
{
  s->between |= e->first < s->last;
  s->last = e->last > s->last ? e->last : s->last;
  if (!go_on_one (s, e))
    {
      if (WPP_RESERVE (s->entries, s->room, s->n, 1))
        return WPP_E_NOMEM;
      s->entries[s->n++] = *e;
    }
  tidy (s);
  return WPP_OK;
}

int
wpp_times_add (struct wpp_times *s, uint64_t first, uint64_t step, uint64_t count)
{
  entry e = wpp_series_of (first, step, count);
  return wpp_times_append (s, &e);
}

int
wpp_times_copy (struct wpp_times *out, const struct wpp_times *a)
{
  *out = (struct wpp_times){ .n = a->n, .room = a->n, .last = a->last, .between = a->between };
  if (!a->n)
    return WPP_OK;
  out->entries = malloc (a->n * sizeof *a->entries);
  if (!out->entries)
    {
      *out = (struct wpp_times){ 0 };
      return WPP_E_NOMEM;
    }
  memcpy (out->entries, a->entries, a->n * sizeof *a->entries);
  return WPP_OK;
}

int
wpp_compare_series (const void *pa, const void *pb)
{
  const entry *a = pa, *b = pb;
  return a->first < b->first ? -1 : a->first > b->first;
}

/* Append LIST, which may have any order, to the empty set OUT.  */
int
wpp_times_append_all (struct wpp_times *out, entry *list, size_t n)
{
  bool sorted = true;
  int err = WPP_OK;
  for (size_t i = 1; i < n && sorted; i++)
    sorted = list[i - 1].first <= list[i].first;
  if (!sorted)
    qsort (list, n, sizeof *list, wpp_compare_series);
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_times_append (out, &list[i]);
  return err;
}

/* ---- Putting together.  */

int
wpp_times_merge (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b)
{
  int err = WPP_OK;
  *out = (struct wpp_times){ 0 };
  for (size_t i = 0, k = 0; !err && (i < a->n || k < b->n);)
    {
      bool second = i == a->n || (k < b->n && b->entries[k].first < a->entries[i].first);
      err = wpp_times_append (out, second ? &b->entries[k++] : &a->entries[i++]);
    }
  return err;
}

int
wpp_times_unite (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b)
{
  struct wpp_times more;
  int err = wpp_times_minus (&more, b, a);
  if (err)
    *out = (struct wpp_times){ 0 };
  else
    err = wpp_times_merge (out, a, &more);
  wpp_times_release (&more);
  return err;
}

int
wpp_times_gather (struct wpp_times *a, const struct wpp_times *b)
{
  struct wpp_times all;
  if (!b->n)
    return WPP_OK;
  int err = wpp_times_unite (&all, a, b);
  if (err)
    {
      wpp_times_release (&all);
      return err;
    }
  wpp_times_release (a);
  *a = all;
  return WPP_OK;
}

void
wpp_times_shift (struct wpp_times *s, int64_t by)
{
  uint64_t out = by < 0 ? -(uint64_t)by : 0;   /* members up to here leave */
  size_t kept = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      entry e = s->entries[i];
      if (e.last <= out)
        continue;
      if (e.first <= out)
        e.first += (out - e.first) / e.step * e.step + e.step;
      if (e.first == e.last)
        e.step = 1;
      s->entries[kept++] = (entry){ e.first + by, e.last + by, e.step };
    }
  bool sorted = true;
  for (size_t i = 1; i < kept && sorted; i++)
    sorted = s->entries[i - 1].first <= s->entries[i].first;
  if (!sorted)
    qsort (s->entries, kept, sizeof *s->entries, wpp_compare_series);
  s->n = kept;
  s->last = kept ? s->last + by : 0;
}

/* ---- Questions.  */

uint64_t
wpp_times_count (const struct wpp_times *s)
{
  uint64_t n = 0;
  for (size_t i = 0; i < s->n; i++)
    n += wpp_series_members (&s->entries[i]);
  return n;
}

/* The greatest member of E up to TIME, which is not less than the first.  */
static uint64_t
member_up_to (const entry *e, uint64_t time)
{
  return time >= e->last ? e->last : e->first + (time - e->first) / e->step * e->step;
}

/* The greatest member of S up to TIME, or 0.  */
static uint64_t
up_to (const struct wpp_times *s, uint64_t time)
{
  size_t n = WPP_PARTITION_POINT (i, s->n, s->entries[i].first <= time);
  uint64_t best = 0;
  while (n-- && best < time)
    {
      uint64_t t = member_up_to (&s->entries[n], time);
      best = t > best ? t : best;
      if (!s->between)
        break;
    }
  return best;
}

uint64_t
wpp_times_before (const struct wpp_times *s, uint64_t time)
{
  return time ? up_to (s, time - 1) : 0;
}

bool
wpp_times_has_p (const struct wpp_times *s, uint64_t time)
{
  return time && up_to (s, time) == time;
}
