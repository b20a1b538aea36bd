/* Sets of timestamps: the same as bits, one a timestamp.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "facts/queries/times.h"
#include "unit.h"

#define MOST 600

struct naive
{
  bool has[MOST + 1];      /* [1 .. MOST] */
};

static uint64_t state = 20261124;

static uint64_t
below (uint64_t n)
{
  return unit_random (&state) % n;
}

/* Is S what N is, by rising first members, without series in common?  */
static bool
same_p (const struct wpp_times *s, const struct naive *n)
{
  unsigned char seen[MOST + 1] = { 0 };
  uint64_t count = 0, last = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      const struct wpp_series_entry *e = &s->entries[i];
      if (!e->first || e->last > MOST || e->first > e->last || !e->step || (i && e->first < e[-1].first))
        return false;
      for (uint64_t t = e->first; t <= e->last; t += e->step)
        if (seen[t]++)
          return false;
      last = e->last > last ? e->last : last;
    }
  for (uint64_t t = 1; t <= MOST; t++)
    {
      if (seen[t] != n->has[t] || wpp_times_has_p (s, t) != n->has[t])
        return false;
      count += n->has[t];
    }
  return count == wpp_times_count (s) && last == s->last;
}

static void
add_naive (struct naive *n, uint64_t first, uint64_t step, uint64_t count)
{
  for (; count--; first += step)
    n->has[first] = true;
}

/* A random set of series, some of which go on as those of loops do.  */
static void
make (struct wpp_times *s, struct naive *n)
{
  uint64_t pieces = below (6), period = 1 + below (9), from = 1 + below (40);
  *s = (struct wpp_times){ 0 };
  memset (n, 0, sizeof *n);
  for (uint64_t i = 0; i < pieces; i++)
    {
      bool loop = below (2);
      uint64_t first = loop ? from + below (9) : 1 + below (MOST), step = loop ? period : 1 + below (50);
      uint64_t most = (MOST - first) / step + 1, count = loop ? most - most / 8 : 1 + below (most);
      struct wpp_times one = { 0 };
      CHECK_QUIET (!wpp_times_add (&one, first, step, count) && !wpp_times_gather (s, &one), "memory");
      add_naive (n, first, step, count);
      wpp_times_release (&one);
    }
}

/* A random set, told member by member.  */
static void
make_members (struct wpp_times *s, struct naive *n)
{
  uint64_t one_in = 1 + below (8);
  *s = (struct wpp_times){ 0 };
  memset (n, 0, sizeof *n);
  for (uint64_t t = 1; t <= MOST; t++)
    if (!below (one_in))
      {
        n->has[t] = true;
        CHECK_QUIET (!wpp_times_add (s, t, 1, 1), "memory");
      }
}

typedef int operation (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b);

static bool
does_p (operation *f, const struct wpp_times *a, const struct wpp_times *b, const struct naive *expected)
{
  struct wpp_times out;
  bool ok = !f (&out, a, b) && same_p (&out, expected);
  wpp_times_release (&out);
  return ok;
}

static bool
operations_p (const struct wpp_times *a, const struct naive *na, const struct wpp_times *b, const struct naive *nb)
{
  struct naive both, either, rest, apart;
  struct wpp_times less;
  for (int t = 0; t <= MOST; t++)
    {
      both.has[t] = na->has[t] && nb->has[t];
      either.has[t] = na->has[t] || nb->has[t];
      rest.has[t] = na->has[t] && !nb->has[t];
    }
  bool ok = does_p (wpp_times_intersect, a, b, &both) && does_p (wpp_times_unite, a, b, &either)
            && does_p (wpp_times_minus, a, b, &rest) && !wpp_times_minus (&less, a, b);
  apart = either;
  ok = ok && does_p (wpp_times_merge, &less, b, &apart);
  wpp_times_release (&less);
  return ok;
}

static bool
shift_p (const struct wpp_times *a, const struct naive *na, int by)
{
  struct wpp_times moved;
  struct naive expected = { 0 };
  int least = by > 0 ? 1 : 1 - by, most = by > 0 ? MOST - by : MOST;
  bool fits = by <= 0;
  if (!fits)
    {
      fits = true;
      for (int t = most + 1; t <= MOST; t++)
        fits &= !na->has[t];
    }
  if (!fits)
    return true;
  for (int t = least; t <= most; t++)
    expected.has[t + by] = na->has[t];
  bool ok = !wpp_times_copy (&moved, a);
  wpp_times_shift (&moved, by);
  ok = ok && same_p (&moved, &expected);
  wpp_times_release (&moved);
  return ok;
}

static bool
before_p (const struct wpp_times *a, const struct naive *na)
{
  uint64_t before = 0;
  for (uint64_t t = 1; t <= MOST; t++)
    {
      if (wpp_times_before (a, t) != before)
        return false;
      before = na->has[t] ? t : before;
    }
  return true;
}

/* Is S read again from its text?  */
static bool
text_p (const struct wpp_times *a, const struct naive *na)
{
  struct wpp_buffer text = { 0 };
  struct wpp_times again = { 0 };
  wpp_times_print (&text, a);
  wpp_put_u8 (&text, 0);
  bool ok = !text.failed && (!a->n || !wpp_times_parse (&again, (char *)text.data)) && same_p (&again, na);
  wpp_times_release (&again);
  wpp_buffer_release (&text);
  return ok;
}

static void
check_random (void)
{
  bool all = true, shifts = true, texts = true, befores = true;
  for (int i = 0; i < 3000; i++)
    {
      struct wpp_times a, b;
      struct naive na, nb;
      (below (4) ? make : make_members) (&a, &na);
      (below (4) ? make : make_members) (&b, &nb);
      CHECK_QUIET (same_p (&a, &na), "set %d is not what it was made of", i);
      all = operations_p (&a, &na, &b, &nb) && all;
      shifts = shift_p (&a, &na, 1) && shift_p (&a, &na, -1) && shift_p (&a, &na, -(int)below (300)) && shifts;
      texts = text_p (&a, &na) && texts;
      befores = before_p (&a, &na) && befores;
      wpp_times_release (&a);
      wpp_times_release (&b);
    }
  CHECK (all, "intersection, union, difference and merge are those of bits");
  CHECK (shifts, "shifts are those of bits");
  CHECK (texts, "what is printed is read again");
  CHECK (befores, "the greatest member before a time");
}

static bool
parses_p (const char *text, const char *expected)
{
  struct wpp_times s;
  struct wpp_buffer out = { 0 };
  int err = wpp_times_parse (&s, text);
  if (!err)
    wpp_times_print (&out, &s);
  wpp_put_u8 (&out, 0);
  bool ok = expected ? !err && !strcmp ((char *)out.data, expected) : err == WPP_E_RANGE;
  wpp_buffer_release (&out);
  wpp_times_release (&s);
  return ok;
}

static void
check_texts (void)
{
  CHECK (parses_p ("1,5:9,10:90:10", "1,5:9,10:90:10") && parses_p ("4", "4") && parses_p ("2:20:2", "2:20:2")
           && parses_p ("3:9:100", "3"),
         "sets as the paper writes them");
  CHECK (parses_p ("9,1,5:7,6", "1,5:7,9") && parses_p ("1:99:2,2:100:2", "1:100"),
         "in any order, and with common members");
  CHECK (parses_p ("", NULL) && parses_p ("0", NULL) && parses_p ("5:4", NULL) && parses_p ("1,", NULL)
             && parses_p ("1:2:0", NULL) && parses_p ("1:2:3:4", NULL) && parses_p ("x", NULL) && parses_p ("1-2", NULL)
             && parses_p ("99999999999999999999", NULL) && parses_p ("4611686018427387905", NULL),
         "what is no set is refused");
}

/* The paper's ten subpaths in one step, and that operations on sets of 10^18 members take no time.  */
static void
check_series (void)
{
  struct wpp_times a, b, c;
  uint64_t big = UINT64_C (1) << 60;
  bool ok = !wpp_times_parse (&a, "2:20:2");
  wpp_times_shift (&a, 1);
  ok &= a.n == 1 && a.entries[0].first == 3 && a.entries[0].last == 21;
  wpp_times_shift (&a, -2);
  ok &= a.n == 1 && a.entries[0].first == 1 && a.entries[0].last == 19 && a.entries[0].step == 2;
  CHECK (ok, "2:20:2 becomes 3:21:2, and 1:19:2");
  wpp_times_release (&a);
  a = b = (struct wpp_times){ 0 };
  ok = !wpp_times_add (&a, 1, 6, big / 6) && !wpp_times_add (&b, 4, 9, big / 9) && !wpp_times_intersect (&c, &a, &b);
  CHECK (ok && c.n == 1 && c.entries[0].first == 13 && c.entries[0].step == 18,
         "long series of different steps have a series in common");
  wpp_times_release (&c);
  ok = !wpp_times_minus (&c, &a, &b);
  CHECK (ok && c.n <= 4 && wpp_times_count (&c) + big / 18 - wpp_times_count (&a) < 3,
         "… and one without the other is few");
  wpp_times_release (&a);
  ok = !wpp_times_unite (&a, &c, &b);
  wpp_times_release (&c);
  ok = ok && !wpp_times_minus (&c, &a, &b) && wpp_times_count (&c) == wpp_times_count (&a) - wpp_times_count (&b);
  CHECK (ok, "… and their union");
  wpp_times_release (&a);
  wpp_times_release (&b);
  wpp_times_release (&c);
}

int
main (void)
{
  check_texts ();
  check_series ();
  check_random ();
  return unit_done ();
}
