/* Unit test of grammars as flat arrays and of the error texts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Random grammars are expanded by a naive recursion, which everything else is
   compared with.  */

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "grammar/rules/counted.h"
#include "grammar/rules/grammar.h"
#include "unit.h"

#define R(n) (WPP_RULE | (n))

/* Make a grammar of copies of the arrays; EXPONENTS may be null.  */
static struct wpp_grammar *
make (uint32_t n_terminals, const uint32_t *terminals, uint32_t n_rules, const uint64_t *start,
      const uint32_t *symbols, const uint32_t *exponents)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint64_t n = start[n_rules];
  g->n_terminals = n_terminals;
  g->n_rules = n_rules;
  g->terminals = malloc (n_terminals * sizeof *terminals + 1);
  g->start = malloc ((n_rules + 1) * sizeof *start);
  g->symbols = malloc (n * sizeof *symbols + 1);
  memcpy (g->terminals, terminals, n_terminals * sizeof *terminals);
  memcpy (g->start, start, (n_rules + 1) * sizeof *start);
  memcpy (g->symbols, symbols, n * sizeof *symbols);
  if (exponents)
    {
      g->exponents = malloc (n * sizeof *exponents + 1);
      memcpy (g->exponents, exponents, n * sizeof *exponents);
    }
  return g;
}

struct string
{
  size_t n, room;
  uint32_t *s;
  uint32_t last; /* event of the last visit: runs must be maximal */
  bool split;
  size_t stop_at; /* visit returns 7 when this much has been seen */
};

static void
put (struct string *t, uint32_t event)
{
  if (t->n == t->room)
    t->s = realloc (t->s, (t->room = 2 * t->room + 16) * sizeof *t->s);
  t->s[t->n++] = event;
}

static int
collect (void *data, uint32_t event, uint64_t count)
{
  struct string *t = data;
  t->split |= t->n > 0 && t->last == event;
  t->last = event;
  for (uint64_t i = 0; i < count; i++)
    put (t, event);
  return t->stop_at && t->n >= t->stop_at ? 7 : 0;
}

static void
expand_naively (const struct wpp_grammar *g, uint32_t r, struct string *t)
{
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    for (uint32_t k = 0; k < wpp_grammar_exponent (g, i); k++)
      if (WPP_IS_RULE (g->symbols[i]))
        expand_naively (g, WPP_RULE_INDEX (g->symbols[i]), t);
      else
        put (t, g->terminals[g->symbols[i]]);
}

static bool
same (const struct string *a, const uint32_t *s, size_t n)
{
  return a->n == n && (n == 0 || memcmp (a->s, s, n * sizeof *s) == 0);
}

/* ---- finish  */

static void
test_example (void)
{
  /* S -> a A A A b c, A -> b b.  */
  uint32_t terminals[] = { 10, 20, 30 };
  uint32_t symbols[] = { 0, R (1), R (1), R (1), 1, 2, 1, 1 };
  uint64_t start[] = { 0, 6, 8 };
  struct wpp_grammar *g = make (3, terminals, 2, start, symbols, NULL);
  CHECK (wpp_grammar_finish (g) == 0, "the run of the frequency paper is a grammar");
  CHECK (g->length[0] == 9 && g->length[1] == 2, "lengths");
  CHECK (g->frequency[0] == 1 && g->frequency[1] == 3, "frequencies");
  CHECK (g->order[0] == 1 && g->order[1] == 0, "order");
  uint64_t counts[3];
  wpp_grammar_terminal_counts (g, counts);
  CHECK (counts[0] == 1 && counts[1] == 7 && counts[2] == 1, "terminal counts");
  struct string t = { 0 };
  uint32_t want[] = { 10, 20, 20, 20, 20, 20, 20, 20, 30 };
  CHECK (wpp_grammar_expand (g, 0, collect, &t) == 0 && same (&t, want, 9) && !t.split,
         "expansion in maximal runs");
  t.n = 0;
  CHECK (wpp_grammar_expand (g, 9, collect, &t) == 0 && t.n == 0, "expansion from the end");
  CHECK (wpp_grammar_finish (g) == 0, "finishing twice");
  free (t.s);
  wpp_grammar_free (g);
  wpp_grammar_free (NULL);
}

static void
expect (int want, const char *what, uint32_t n_rules, const uint64_t *start,
        const uint32_t *symbols, const uint32_t *exponents)
{
  uint32_t terminals[] = { 5, 7 };
  struct wpp_grammar *g = make (2, terminals, n_rules, start, symbols, exponents);
  int err = wpp_grammar_finish (g);
  CHECK (err == want && (err == 0) == (g->order != NULL), "%s: %s", what, wpp_strerror (err));
  wpp_grammar_free (g);
}

static void
test_errors (void)
{
  uint64_t one[] = { 0, 2 }, two[] = { 0, 2, 4 }, three[] = { 0, 2, 4, 6 };
  uint64_t hollow[] = { 0, 2, 2 }, falling[] = { 0, 2, 1 }, late[] = { 1, 2 };
  uint64_t empty[] = { 0, 0 }, unit[] = { 0, 1, 2, 3, 4 };
  uint32_t ones[] = { 1, 1, 1, 1, 1, 1 }, zero[] = { 1, 0 };
  uint32_t big[] = { UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX };
  uint32_t limit[] = { 1u << 31, 1u << 31, 2, 1 }, below[] = { 1u << 31, 1u << 31, 1, 1 };
#define S(...) ((const uint32_t[]){ __VA_ARGS__ })
  expect (0, "two terminals", 1, one, S (0, 1), NULL);
  expect (0, "the empty sequence", 1, empty, S (0), NULL);
  expect (WPP_E_CORRUPT, "terminal out of range", 1, one, S (0, 2), NULL);
  expect (WPP_E_CORRUPT, "rule out of range", 1, one, S (0, R (1)), NULL);
  expect (WPP_E_CORRUPT, "S used", 1, one, S (0, R (0)), NULL);
  expect (WPP_E_CORRUPT, "S used by a rule", 2, two, S (0, R (1), R (0), 1), NULL);
  expect (WPP_E_CORRUPT, "unused rule", 2, two, S (0, 1, 0, 1), NULL);
  expect (WPP_E_CORRUPT, "self use", 2, two, S (0, R (1), 0, R (1)), NULL);
  expect (WPP_E_CORRUPT, "cycle", 3, three, S (R (1), R (2), R (2), 0, R (1), 0), NULL);
  expect (WPP_E_CORRUPT, "empty rule", 2, hollow, S (0, R (1)), NULL);
  expect (WPP_E_CORRUPT, "falling starts", 2, falling, S (0, R (1)), NULL);
  expect (WPP_E_CORRUPT, "first start not 0", 1, late, S (0, 1), NULL);
  expect (WPP_E_CORRUPT, "exponent 0", 1, one, S (0, 1), zero);
  expect (0, "a rule of two", 2, two, S (R (1), R (1), 0, 1), ones);
  expect (0, "length beyond 64 bits", 4, unit, S (R (1), R (2), R (3), 0), big);
  expect (0, "length 2^62", 4, unit, S (R (1), R (2), R (3), 0), below);
  expect (0, "length 2^63", 4, unit, S (R (1), R (2), R (3), 0), limit);
  uint32_t twice[] = { 9, 4, 9 };
  struct wpp_grammar *g = make (3, twice, 1, one, S (0, 1), NULL);
  CHECK (wpp_grammar_finish (g) == WPP_E_CORRUPT, "a terminal twice");
  g->n_rules = 0;
  CHECK (wpp_grammar_finish (g) == WPP_E_CORRUPT, "no rule at all");
  wpp_grammar_free (g);
#undef S
}

/* ---- random grammars  */

/* A random grammar: rule r uses rules with greater numbers only, each at least once,
   numbered in shuffled order.  */
static struct wpp_grammar *
random_grammar (uint64_t *rng, bool exponents)
{
  uint32_t terminals[4], n_rules = 1 + unit_random (rng) % 7;
  uint32_t symbols[64], exps[64], name[8];
  uint64_t start[9] = { 0 };
  uint32_t first = unit_random (rng) % 3; /* terminals overlap from one grammar to the next */
  for (uint32_t i = 0; i < 4; i++)
    terminals[i] = first + i;
  for (uint32_t r = 0; r < n_rules; r++)
    name[r] = r;
  for (uint32_t r = n_rules - 1; r > 1; r--)
    {
      uint32_t k = 1 + unit_random (rng) % r, swap = name[r];
      name[r] = name[k];
      name[k] = swap;
    }
  uint32_t place[8];
  for (uint32_t r = 0; r < n_rules; r++)
    place[name[r]] = r;
  uint32_t n = 0;
  for (uint32_t k = 0; k < n_rules; k++)
    {
      uint32_t r = place[k], length = unit_random (rng) % 4 + (k > 0);
      start[k] = n;
      if (r + 1 < n_rules)
        symbols[n++] = R (name[r + 1]);
      while (length-- > 0)
        {
          uint32_t to = r + 1 + unit_random (rng) % 8;
          symbols[n++] = to < n_rules ? R (name[to]) : unit_random (rng) % 4;
        }
    }
  start[n_rules] = n;
  for (uint32_t i = 0; i < n; i++)
    exps[i] = 1 + unit_random (rng) % 3 % 2 * (unit_random (rng) % 3);
  return make (4, terminals, n_rules, start, symbols, exponents ? exps : NULL);
}

static bool
check_order (const struct wpp_grammar *g)
{
  uint32_t at[8];
  for (uint32_t k = 0; k < g->n_rules; k++)
    at[g->order[k]] = k;
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
      if (WPP_IS_RULE (g->symbols[i]) && at[WPP_RULE_INDEX (g->symbols[i])] >= at[r])
        return false;
  return g->order[g->n_rules - 1] == 0;
}

/* Occurrences of rule WHAT below rule R, by recursion.  */
static uint64_t
occurrences (const struct wpp_grammar *g, uint32_t r, uint32_t what)
{
  uint64_t n = r == what;
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      n += wpp_grammar_exponent (g, i) * occurrences (g, WPP_RULE_INDEX (g->symbols[i]), what);
  return n;
}

/* Check everything about G against its naive expansion ALL.  */
static bool
check_random (const struct wpp_grammar *g, const struct string *all)
{
  bool ok = check_order (g) && g->length[0] == all->n;
  for (uint32_t r = 0; r < g->n_rules; r++)
    ok &= g->frequency[r] == occurrences (g, 0, r);
  for (size_t from = 0; from <= all->n && ok; from += 1 + all->n / 50)
    {
      struct string t = { 0 };
      ok &= wpp_grammar_expand (g, from, collect, &t) == 0 && !t.split;
      ok &= same (&t, all->s + from, all->n - from);
      free (t.s);
    }
  uint64_t counts[8] = { 0 }, want[8] = { 0 };
  wpp_grammar_terminal_counts (g, counts);
  for (size_t i = 0; i < all->n; i++)
    for (uint32_t k = 0; k < g->n_terminals; k++)
      want[k] += g->terminals[k] == all->s[i];
  return ok && memcmp (counts, want, sizeof counts) == 0;
}

static void
test_random (void)
{
  uint64_t rng = 1;
  bool ok = true, joined = true;
  for (int round = 0; round < 300; round++)
    {
      struct wpp_grammar *part[3];
      struct string all = { 0 };
      uint32_t n = round % 4;
      for (uint32_t k = 0; k < n; k++)
        {
          part[k] = random_grammar (&rng, unit_random (&rng) & 1);
          CHECK_QUIET (wpp_grammar_finish (part[k]) == 0, "random grammar %d", round);
          struct string t = { 0 };
          expand_naively (part[k], 0, &t);
          expand_naively (part[k], 0, &all);
          ok &= check_random (part[k], &t);
          free (t.s);
        }
      int err = 1;
      struct wpp_grammar *g = wpp_grammar_concatenate (part, n, &err);
      struct string t = { 0 };
      joined &= g && err == 0 && g->length[0] == all.n;
      joined &= g && wpp_grammar_expand (g, 0, collect, &t) == 0 && same (&t, all.s, all.n);
      wpp_grammar_free (g);
      free (t.s);
      free (all.s);
      for (uint32_t k = 0; k < n; k++)
        wpp_grammar_free (part[k]);
    }
  CHECK (ok, "random grammars agree with naive expansion");
  CHECK (joined, "joined grammars derive their parts in turn");
}

/* A chain of rules as deep as it is long: nothing may recurse.  */
static void
test_deep (void)
{
  uint32_t n = 1000000, terminals[] = { 3 };
  uint64_t *start = malloc ((n + 1) * sizeof *start);
  uint32_t *symbols = malloc (n * sizeof *symbols);
  for (uint32_t r = 0; r <= n; r++)
    start[r] = r;
  for (uint32_t r = 0; r < n; r++)
    symbols[r] = r + 1 < n ? R (r + 1) : 0;
  struct wpp_grammar *g = make (1, terminals, n, start, symbols, NULL);
  struct string t = { 0 };
  CHECK (wpp_grammar_finish (g) == 0 && wpp_grammar_expand (g, 0, collect, &t) == 0 && t.n == 1,
         "a million nested rules");
  free (t.s);
  wpp_grammar_free (g);
  free (start);
  free (symbols);
}

static void
test_stop (void)
{
  uint32_t terminals[] = { 1, 2 }, symbols[] = { R (1), R (1), 0, 1 };
  uint32_t exponents[] = { 100, 1, 1, 1 };
  uint64_t start[] = { 0, 2, 4 };
  struct wpp_grammar *g = make (2, terminals, 2, start, symbols, exponents);
  struct string t = { .stop_at = 31 };
  CHECK (wpp_grammar_finish (g) == 0 && wpp_grammar_expand (g, 5, collect, &t) == 7 && t.n == 31
             && t.s[0] == 2,
         "a visitor's nonzero result ends the expansion and is returned");
  free (t.s);
  wpp_grammar_free (g);
}

static void
test_texts (void)
{
  bool ok = true;
  for (int a = WPP_E_SAMPLE - 1; a <= WPP_OK + 1; a++)
    for (int b = WPP_E_SAMPLE; b < a && a <= WPP_OK; b++)
      ok &= strcmp (wpp_strerror (a), wpp_strerror (b)) != 0;
  CHECK (ok, "every error has its own text");
  CHECK (strcmp (wpp_strerror (WPP_E_SAMPLE - 1), wpp_strerror (1)) == 0, "unknown codes have one");
}

/* ---- Grammars of counts.  */

static void
test_counted (void)
{
  static const uint64_t full = UINT32_MAX;
  const struct wpp_counted_event events[]
    = { { 300, 1 },        { 7, full - 1 },          { 8, full },           { 9, full + 1 }, { 256, 3 * full },
        { 10, full * full }, { 11, full * full + 5 }, { 12, UINT64_MAX - 1 } };
  const size_t n = sizeof events / sizeof *events;
  int err;
  struct wpp_grammar *g = wpp_grammar_of_counts (events, n, &err);
  uint64_t counts[sizeof events / sizeof *events];
  bool same = g && g->n_terminals == n;
  if (same)
    wpp_grammar_terminal_counts (g, counts);
  for (size_t i = 0; same && i < n; i++)
    same = g->terminals[i] == events[i].event && counts[i] == events[i].count;
  CHECK (same, "a grammar of counts has them");
  wpp_grammar_free (g);
}

int
main (void)
{
  test_counted ();
  test_example ();
  test_errors ();
  test_random ();
  test_deep ();
  test_stop ();
  test_texts ();
  return unit_done ();
}
