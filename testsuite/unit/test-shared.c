/* Shared grammars: they derive what was added, do not depend on the order or on the grammars in which it came, and
   memory may run out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grammar/shared/shared.h"
#include "short-memory.h"
#include "../../analysis/base/array.c"
#include "../../analysis/grammar/shared/shared.c"
#undef MOST_LETTERS
#undef MANY
#include "../../analysis/grammar/shared/lines.c"
#include "../../analysis/grammar/shared/climb.c"
#include "../../analysis/grammar/shared/unite.c"
#undef realloc
#undef calloc
#undef mmap
#include "make-grammar.h"
#include "unit.h"

enum { MOST = 3000, SEQUENCES = 6 };

struct sentence
{
  uint32_t events[MOST];
  size_t n;
};

/* Up to MOST events, with runs and nested repetitions, many of which POOL has, too.  */
static void
make_sentence (struct sentence *s, const struct sentence *pool, uint64_t *seed)
{
  size_t n = unit_below (seed, 4) ? unit_below (seed, MOST) : unit_below (seed, 12);
  uint32_t alphabet = 1 + unit_below (seed, unit_below (seed, 2) ? 4 : 200);
  for (s->n = 0; s->n < n;)
    {
      size_t most = n - s->n, length = 1 + unit_below (seed, 80), times = 1;
      const struct sentence *from = unit_below (seed, 2) && pool->n ? pool : s;
      uint32_t one[80];
      if (from->n && unit_below (seed, 3))
        {
          size_t at = unit_below (seed, from->n);
          length = length < from->n - at ? length : from->n - at;
          memcpy (one, from->events + at, length * sizeof *one);
          times = 1 + unit_below (seed, 12);
        }
      else
        for (size_t i = 0; i < length; i++)
          one[i] = i && unit_below (seed, 3) ? one[i - 1] : 256 + unit_below (seed, alphabet);
      for (; times-- && most >= length; most -= length, s->n += length)
        memcpy (s->events + s->n, one, length * sizeof *one);
      if (most < length)
        break;
    }
}

static int
expand (void *data, uint32_t event, uint64_t count)
{
  struct sentence *s = data;
  for (; count; count--)
    {
      if (s->n == MOST)
        return 1;
      s->events[s->n++] = event;
    }
  return 0;
}

static bool
derives_p (const struct wpp_grammar *g, const struct sentence *s)
{
  struct sentence found = { .n = 0 };
  return wpp_grammar_expand (g, 0, expand, &found) == 0 && found.n == s->n
         && !memcmp (found.events, s->events, s->n * sizeof *s->events);
}

/* A grammar without rules.  */
static struct wpp_grammar *
plain_grammar (const struct sentence *s)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->terminals = malloc ((s->n + 1) * sizeof *g->terminals);
  g->symbols = malloc ((s->n + 1) * sizeof *g->symbols);
  g->start = calloc (2, sizeof *g->start);
  g->n_rules = 1;
  for (size_t i = 0; i < s->n; i++)
    {
      uint32_t t = 0;
      while (t < g->n_terminals && g->terminals[t] != s->events[i])
        t++;
      if (t == g->n_terminals)
        g->terminals[g->n_terminals++] = s->events[i];
      g->symbols[i] = t;
    }
  g->start[1] = s->n;
  wpp_grammar_finish (g);
  return g;
}

/* Add G to S.  */
static int
add (struct wpp_sharing *s, const struct wpp_grammar *g, bool whole, uint32_t *roots)
{
  uint32_t letters[MOST];
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    err = wpp_shared_terminal (s, &g->terminals[t], sizeof *g->terminals, &letters[t]);
  return err ? err : wpp_shared_add (s, g, letters, whole, roots);
}

/* The grammar of ROOTS [N].  */
static struct wpp_grammar *
grammar_of_roots (const struct wpp_sharing *s, const uint32_t *roots, size_t n)
{
  uint32_t words[MOST];
  int err;
  size_t size;
  for (uint32_t i = 0; i < wpp_shared_terminals (s); i++)
    memcpy (&words[i], wpp_shared_key (s, i, &size), sizeof *words);
  return wpp_shared_grammar (s, roots, n, words, &err);
}

/* Are the terminals of G in the order of their first occurrences?  */
static bool
terminals_in_order_p (const struct wpp_grammar *g, const struct sentence *s)
{
  uint32_t n = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      uint32_t t = 0;
      while (t < n && g->terminals[t] != s->events[i])
        t++;
      if (t == n && (n == g->n_terminals || g->terminals[n++] != s->events[i]))
        return false;
    }
  return n == g->n_terminals;
}

static bool
same_p (const struct wpp_grammar *a, const struct wpp_grammar *b)
{
  return a->n_rules == b->n_rules && a->n_terminals == b->n_terminals
         && !memcmp (a->start, b->start, (a->n_rules + 1) * sizeof *a->start)
         && !memcmp (a->symbols, b->symbols, a->start[a->n_rules] * sizeof *a->symbols)
         && !memcmp (a->exponents, b->exponents, a->start[a->n_rules] * sizeof *a->exponents)
         && !memcmp (a->terminals, b->terminals, a->n_terminals * sizeof *a->terminals);
}

/* Add the sentences in the order that SEED gives, some several times, in SEQUITUR's grammar or in none.  */
static void
add_in_any_order (struct wpp_sharing *s, const struct sentence *all, uint32_t *roots, uint64_t *seed)
{
  for (size_t i = 0; i < SEQUENCES; i++)
    roots[i] = WPP_SHARED_NOTHING - 1;
  for (size_t left = SEQUENCES; left;)
    {
      size_t i = unit_below (seed, SEQUENCES);
      struct wpp_grammar *g = unit_below (seed, 2) ? grammar_of (all[i].events, all[i].n) : plain_grammar (&all[i]);
      uint32_t root;
      int err = add (s, g, true, &root);
      left -= roots[i] == WPP_SHARED_NOTHING - 1;
      CHECK_QUIET (!err && (roots[i] == WPP_SHARED_NOTHING - 1 || roots[i] == root), "added again: the same root");
      roots[i] = root;
      wpp_grammar_free (g);
    }
}

/* Are the parts of G what ALL has?  Empty ones have none.  */
static bool
parts_right_p (const struct wpp_grammar *g, const struct sentence *all)
{
  bool right = true;
  for (size_t i = 0, part = 0; i < SEQUENCES && right; i++)
    if (all[i].n)
      {
        int err;
        struct wpp_grammar *p = wpp_shared_part (g, part++, &err);
        right = p && derives_p (p, &all[i]) && terminals_in_order_p (p, &all[i]);
        wpp_grammar_free (p);
      }
  return right;
}

/* Sentences in two sharings, some in both, which then are one: as if they had been in it from the beginning, G.  */
static void
check_united (const struct sentence *all, const struct wpp_grammar *g, uint64_t *seed)
{
  struct wpp_sharing *s[] = { wpp_shared_new (), wpp_shared_new () };
  uint32_t roots[2][SEQUENCES], ordered[SEQUENCES];
  size_t where[SEQUENCES], n[2] = { 0, 0 }, k = 0;
  for (size_t i = 0; i < SEQUENCES; i++)
    {
      where[i] = unit_below (seed, 2);
      for (size_t side = 0; side < 2 && all[i].n; side++)
        if (side == where[i] || unit_below (seed, 3) == 0)
          {
            struct wpp_grammar *one = grammar_of (all[i].events, all[i].n);
            uint32_t root;
            CHECK_QUIET (!add (s[side], one, true, &root), "added to one of two");
            if (side == where[i])
              roots[side][n[side]++] = root;
            wpp_grammar_free (one);
          }
    }
  CHECK_QUIET (!wpp_shared_unite (s[0], s[1], roots[1], n[1]), "united");
  wpp_shared_free (s[1]);
  for (size_t i = 0, at[2] = { 0, 0 }; i < SEQUENCES; i++)
    if (all[i].n)
      ordered[k++] = roots[where[i]][at[where[i]]++];
  struct wpp_grammar *h = grammar_of_roots (s[0], ordered, k);
  CHECK_QUIET (h && same_p (g, h), "two that become one have the same grammar");
  wpp_grammar_free (h);
  wpp_shared_free (s[0]);
}

static void
check (uint64_t *seed)
{
  static struct sentence all[SEQUENCES];
  uint32_t one[SEQUENCES], other[SEQUENCES], again[SEQUENCES];
  struct wpp_sharing *s = wpp_shared_new (), *t = wpp_shared_new (), *u = wpp_shared_new ();
  size_t n = 0, m = 0;
  for (size_t i = 0; i < SEQUENCES; i++)
    make_sentence (&all[i], &all[i ? i - 1 : 0], seed);
  all[SEQUENCES - 1] = all[0];
  add_in_any_order (s, all, one, seed);
  add_in_any_order (t, all, other, seed);
  for (size_t i = 0; i < SEQUENCES; i++)
    {
      CHECK_QUIET (wpp_shared_fingerprint (s, one[i]) == wpp_shared_fingerprint (t, other[i])
                   && wpp_shared_length (s, one[i]) == all[i].n, "fingerprint and length");
      if (one[i] != WPP_SHARED_NOTHING)
        one[n++] = one[i];
      if (other[i] != WPP_SHARED_NOTHING)
        other[m++] = other[i];
    }
  struct wpp_grammar *g = grammar_of_roots (s, one, n), *h = grammar_of_roots (t, other, m);
  CHECK_QUIET (g && h && same_p (g, h), "the grammar does not depend on the order");
  CHECK_QUIET (parts_right_p (g, all), "its parts are the sentences");
  CHECK_QUIET (!n || !add (u, g, false, again), "it is added again");
  struct wpp_grammar *back = grammar_of_roots (u, again, n);
  CHECK_QUIET (back && same_p (g, back), "and becomes the same again");
  check_united (all, g, seed);
  wpp_grammar_free (g);
  wpp_grammar_free (h);
  wpp_grammar_free (back);
  wpp_shared_free (s);
  wpp_shared_free (t);
  wpp_shared_free (u);
}

/* Far more events than there is time for: a^(2^20), nested, and its neighbours.  */
static void
check_long (void)
{
  uint32_t terminals[] = { 256, 257 }, symbols[64], exponents[64], root, again;
  uint64_t start[32];
  struct wpp_grammar g = { .n_terminals = 2, .terminals = terminals, .n_rules = 6, .start = start, .symbols = symbols,
                           .exponents = exponents };
  for (uint32_t r = 0, n = 0; r < 6; r++)
    {
      start[r] = n;
      symbols[n] = r < 5 ? WPP_RULE | (r + 1) : 0;
      exponents[n++] = r < 5 ? 300 : 5;
      symbols[n] = 1;
      exponents[n++] = r + 1;
      start[r + 1] = n;
    }
  struct wpp_sharing *s = wpp_shared_new ();
  CHECK (!wpp_grammar_finish (&g) && g.length[0] > UINT64_C (1) << 40, "a grammar of 2^41 events and more");
  CHECK (!add (s, &g, true, &root) && wpp_shared_length (s, root) == g.length[0], "is added at once");
  struct wpp_grammar *back = grammar_of_roots (s, &root, 1);
  CHECK (back && back->length[0] == g.length[0] && back->start[back->n_rules] < 2000, "stays small");
  CHECK (back && !add (s, back, false, &again) && again == root, "and is the same again");
  wpp_grammar_free (back);
  wpp_shared_free (s);
  free (g.order);
  free (g.length);
  free (g.frequency);
}

/* Exponents of more than 32 bits: (a^(2^31) b)^3 a^(2^31)^7.  */
static void
check_powers (void)
{
  uint32_t terminals[] = { 256 }, symbols[] = { WPP_RULE | 1, 0 }, exponents[] = { 7, 0x80000000u }, root;
  uint64_t start[] = { 0, 1, 2 };
  struct wpp_grammar g = { .n_terminals = 1, .terminals = terminals, .n_rules = 2, .start = start, .symbols = symbols,
                           .exponents = exponents };
  struct wpp_sharing *s = wpp_shared_new ();
  CHECK (!wpp_grammar_finish (&g) && !add (s, &g, true, &root), "an exponent of 34 bits");
  struct wpp_grammar *back = grammar_of_roots (s, &root, 1);
  CHECK (back && back->length[0] == UINT64_C (7) << 31, "is kept");
  wpp_grammar_free (back);
  wpp_shared_free (s);
  free (g.order);
  free (g.length);
  free (g.frequency);
}

/* Any allocation may fail: an error, and what was there before stays.  */
static void
check_memory (uint64_t *seed)
{
  static struct sentence one, other;
  uint32_t root, again;
  int failed = 0;
  make_sentence (&one, &one, seed);
  make_sentence (&other, &one, seed);
  struct wpp_grammar *g = grammar_of (one.events, one.n), *h = grammar_of (other.events, other.n);
  for (int i = 0; i < 200; i++)
    {
      struct wpp_sharing *s = wpp_shared_new ();
      int err = add (s, g, true, &root);
      plenty = i;
      err = err ? err : add (s, h, true, &again);
      plenty = -1;
      failed += err == WPP_E_NOMEM;
      CHECK_QUIET (!err || err == WPP_E_NOMEM, "only memory is short");
      err = add (s, g, true, &again);
      CHECK_QUIET (!err && root == again, "after an error: the same root");
      wpp_shared_free (s);
    }
  CHECK (failed > 10, "memory ran out %d times", failed);
  wpp_grammar_free (g);
  wpp_grammar_free (h);
}

/* The same when two become one.  */
static void
check_memory_united (uint64_t *seed)
{
  static struct sentence one, other;
  uint32_t root, from;
  int failed = 0;
  make_sentence (&one, &one, seed);
  do
    make_sentence (&other, &one, seed);
  while (other.n < MOST / 2);
  struct wpp_grammar *g = grammar_of (one.events, one.n), *h = grammar_of (other.events, other.n);
  for (int i = 0; i < 100; i++)
    {
      struct wpp_sharing *s = wpp_shared_new (), *t = wpp_shared_new ();
      CHECK_QUIET (!add (s, g, true, &root) && !add (t, h, true, &from), "added");
      uint32_t again, before = from;
      plenty = i;
      int err = wpp_shared_unite (s, t, &from, 1);
      plenty = -1;
      failed += err != 0;
      CHECK_QUIET (!err || (err == WPP_E_NOMEM && from == before), "only memory is short, and roots stay");
      CHECK_QUIET (!wpp_shared_unite (s, t, &before, 1) && !add (s, h, true, &again) && again == before
                   && (err || from == before), "after an error: the same root");
      wpp_shared_free (s);
      wpp_shared_free (t);
    }
  CHECK (failed > 5, "memory ran out %d times", failed);
  wpp_grammar_free (g);
  wpp_grammar_free (h);
}

int
main (void)
{
  uint64_t seed = 20261127;
  for (int i = 0; i < 400; i++)
    check (&seed);
  CHECK (!unit_failures, "shared grammars of random sentences");
  check_long ();
  check_powers ();
  check_memory (&seed);
  check_memory_united (&seed);
  return unit_done ();
}
