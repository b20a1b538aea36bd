/* Dictionaries of dynamic basic blocks and timestamps: the paper's example, and random traces against their definition.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/timestamps/dynamic-blocks.h"
#include "unit.h"

/* A trace as a list of parts.  */
struct told
{
  const uint32_t *parts;
  size_t n;
};

static int
tell (void *data, int (*visit) (void *visitor, uint32_t part, uint64_t times), void *visitor)
{
  const struct told *t = data;
  int err = 0;
  for (size_t i = 0; i < t->n && !err;)
    {
      uint64_t times = 1;
      while (i + times < t->n && t->parts[i + times] == t->parts[i])
        times++;
      err = visit (visitor, t->parts[i], times);
      i += times;
    }
  return err;
}

static bool
series_p (const struct wpp_timed_trace *t, uint32_t i, uint32_t block, const int64_t *words, size_t n)
{
  return i < t->n && t->blocks[i].block == block && t->blocks[i].series.n == n
         && !memcmp (t->blocks[i].series.words, words, n * sizeof *words);
}

/* Blocks that are parts by themselves.  */
static uint32_t single[101], begins[102];

static const struct wpp_block_parts singles = { 100, begins, single, 100 };

/* TWPP, Figures 1 to 7: main's loop calls f in each of five iterations, f's loop iterates three times a call.  */
static void
test_paper (void)
{
  static const uint32_t main_trace[] = { 1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 6 };
  static const uint32_t f1[] = { 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 10 };
  static const uint32_t f2[] = { 1, 2, 7, 8, 9, 6, 2, 7, 8, 9, 6, 2, 7, 8, 9, 6, 10 };
  struct wpp_timed_function m, f;
  struct wpp_timed_pair main_pair, pair[5];
  int err = wpp_timed_function_init (&m, &singles) || wpp_timed_function_init (&f, &singles);
  err |= wpp_timed_function_add (&m, tell, &(struct told){ main_trace, 22 }, &main_pair);
  for (unsigned i = 0; i < 5; i++)
    err |= wpp_timed_function_add (&f, tell, &(struct told){ i == 2 || i == 3 ? f2 : f1, 17 }, &pair[i]);
  const struct wpp_timed_trace *t = &m.traces[main_pair.trace], *tf = &f.traces[0];
  CHECK (!err && t->length == 7 && t->n == 3 && t->n_words == 4, "main's trace becomes 1.2.2.2.2.2.6");
  CHECK (series_p (t, 0, 1, (int64_t[]){ -1 }, 1) && series_p (t, 1, 2, (int64_t[]){ 2, -6 }, 2)
           && series_p (t, 2, 6, (int64_t[]){ -7 }, 1), "{1 -> {-1}, 2 -> {2:-6}, 6 -> {-7}}");
  CHECK (f.n_traces == 1 && f.n_dictionaries == 2, "f keeps one trace and two dictionaries");
  CHECK (pair[0].dictionary == pair[1].dictionary && pair[0].dictionary == pair[4].dictionary
           && pair[2].dictionary == pair[3].dictionary && pair[2].dictionary != pair[0].dictionary,
         "an activation is a pair of them");
  CHECK (tf->length == 5 && series_p (tf, 0, 1, (int64_t[]){ -1 }, 1) && series_p (tf, 1, 2, (int64_t[]){ 2, -4 }, 2)
           && series_p (tf, 2, 10, (int64_t[]){ -5 }, 1), "f: {1 -> {-1}, 2 -> {2:-4}, 10 -> {-5}}");
  const struct wpp_dictionary *d1 = &f.dictionaries[pair[0].dictionary], *d2 = &f.dictionaries[pair[2].dictionary];
  CHECK (d1->n == 1 && d1->begin[1] == 5 && !memcmp (d1->blocks, (uint32_t[]){ 2, 3, 4, 5, 6 }, 20)
           && d2->n == 1 && d2->begin[1] == 5 && !memcmp (d2->blocks, (uint32_t[]){ 2, 7, 8, 9, 6 }, 20),
         "the dictionaries are 2: 2.3.4.5.6 and 2: 2.7.8.9.6");
  wpp_timed_function_release (&m);
  wpp_timed_function_release (&f);
}

/* l is -l, l:h is l,-h, l:h:s is l,h,-s.  */
static void
test_series (void)
{
  struct wpp_series s = { 0 };
  static const int64_t words[] = { -5, 7, -9, 12, 20, -2, -30, 40, -42 };
  static const uint64_t times[] = { 5, 7, 8, 9, 12, 14, 16, 18, 20, 30, 40, 41, 42 };
  int err = 0;
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    err |= wpp_series_add (&s, times[i], 1, 1);
  err |= wpp_series_end (&s);
  CHECK (!err && s.n == 9 && !memcmp (s.words, words, sizeof words), "entries of one, two and three numbers");
  wpp_series_release (&s);
  err = wpp_series_add (&s, 2, 2, UINT64_C (1) << 60) || wpp_series_end (&s);
  CHECK (!err && s.n == 3 && s.words[0] == 2 && s.words[1] == INT64_C (1) << 61 && s.words[2] == -2,
         "2^60 timestamps are three numbers");
  wpp_series_release (&s);
}

/* ---- Random traces.  */

enum { MOST = 60, BLOCKS = 8 };

/* Is B, of the N BLOCKS, chained to the one before, by definition?  */
static bool
slow_continues_p (const uint32_t *blocks, size_t n, uint32_t b)
{
  uint32_t before = UINT32_MAX;
  for (size_t i = 0; i < n; i++)
    if (blocks[i] == b)
      {
        if (i == 0 || (before != UINT32_MAX && blocks[i - 1] != before))
          return false;
        before = blocks[i - 1];
      }
  for (size_t i = 0; i < n; i++)
    if (blocks[i] == before && (i + 1 == n || blocks[i + 1] != b))
      return false;
  return true;
}

/* Does T say the times of the N BLOCKS?  */
static bool
right_p (const struct wpp_timed_trace *t, const uint32_t *blocks, size_t n)
{
  uint32_t compact[MOST * 3], found[MOST * 3] = { 0 };
  size_t k = 0, times = 0;
  for (size_t i = 0; i < n; i++)
    if (!slow_continues_p (blocks, n, blocks[i]))
      compact[k++] = blocks[i];
  for (uint32_t i = 0; i < t->n; i++)
    {
      size_t at = 0;
      struct wpp_series_entry e;
      while (wpp_series_next (&t->blocks[i].series, &at, &e))
        for (uint64_t time = e.first; time <= e.last && time <= k; time += e.step, times++)
          found[time - 1] = t->blocks[i].block;
    }
  return t->length == k && times == k && !memcmp (compact, found, k * sizeof *found);
}

static void
test_random (void)
{
  uint64_t seed = 7;
  unsigned wrong = 0, wrong_sharing = 0;
  for (unsigned run = 0; run < 3000; run++)
    {
      /* Parts of up to three different blocks.  */
      uint32_t begin[9], blocks[24], parts[MOST], all[MOST * 3];
      size_t n = 1 + unit_random (&seed) % MOST, k = 0;
      begin[0] = 0;
      for (unsigned p = 0; p < 8; p++)
        {
          uint32_t length = 1 + unit_random (&seed) % 3, first = unit_random (&seed) % BLOCKS;
          for (uint32_t i = 0; i < length; i++)
            blocks[begin[p] + i] = (first + i * (1 + p % 2)) % BLOCKS;
          begin[p + 1] = begin[p] + length;
        }
      for (size_t i = 0; i < n; i++)
        {
          parts[i] = i && unit_random (&seed) % 3 == 0 ? parts[i - 1] : unit_random (&seed) % (2 + run % 7);
          for (uint32_t b = begin[parts[i]]; b < begin[parts[i] + 1]; b++)
            all[k++] = blocks[b];
        }
      struct wpp_timed_function f;
      struct wpp_timed_pair a, b;
      int err = wpp_timed_function_init (&f, &(struct wpp_block_parts){ 8, begin, blocks, BLOCKS });
      err = err || wpp_timed_function_add (&f, tell, &(struct told){ parts, n / 2 + 1 }, &a);
      err = err || wpp_timed_function_add (&f, tell, &(struct told){ parts, n }, &a)
            || wpp_timed_function_add (&f, tell, &(struct told){ parts, n }, &b);
      wrong += err || a.n_blocks != k || !right_p (&f.traces[a.trace], all, k);
      wrong_sharing += err || a.trace != b.trace || a.dictionary != b.dictionary || f.n_traces > 2
                       || f.n_dictionaries > 2;
      wpp_timed_function_release (&f);
    }
  CHECK (!wrong, "times of random traces are those of the definition (%u wrong)", wrong);
  CHECK (!wrong_sharing, "equal ones are there once (%u wrong)", wrong_sharing);
}

int
main (void)
{
  for (uint32_t i = 0; i < 100; i++)
    single[i] = begins[i] = i;
  begins[100] = 100;
  test_paper ();
  test_series ();
  test_random ();
  return unit_done ();
}
