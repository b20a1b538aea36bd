/* Activations one after the other, and the distinct ones, against a stack of activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "make-grammar.h"
#include "unit.h"
#include "activations/projection/nested.h"
#include "activations/projection/untangle.h"

enum
{
  ENTERS = 1,
  LEAVES = 2,
  LETTERS = 32,     /* of the function's paths; bits 0 and 1 say what one does */
  MOST = 3000,
  DEPTH = 40,
  P = WPP_LETTER_PATH
};

struct activation
{
  bool foreign;
  size_t n;
  uint32_t path[MOST];
};

static struct
{
  uint32_t event[MOST], expected[3 * MOST];
  size_t n, n_expected, depth;
  struct activation open[DEPTH];
} w;

static void
end (bool left)
{
  struct activation *top = &w.open[--w.depth];
  memcpy (w.expected + w.n_expected, top->path, top->n * sizeof *top->path);
  w.n_expected += top->n;
  if (!left && !top->foreign)
    w.expected[w.n_expected++] = WPP_LETTER_GAP;
}

static void
begin (bool foreign)
{
  w.open[w.depth].n = 0;
  w.open[w.depth++].foreign = foreign;
}

static void
happen (uint32_t letter)
{
  w.event[w.n++] = letter;
}

/* A path in the innermost activation, or one that begins or ends.  */
static void
walk (uint64_t *seed, bool foreign)
{
  bool inside = w.depth && !w.open[w.depth - 1].foreign;
  uint32_t kind = unit_random (seed) % 4, path = P + unit_random (seed) % (LETTERS / 4) * 4;
  if (foreign && w.depth && w.open[w.depth - 1].foreign && kind == LEAVES)
    {
      happen (WPP_LETTER_LEAVE);
      end (true);
      return;
    }
  if (w.depth == DEPTH && kind & ENTERS)
    kind &= ~ENTERS;
  if (!inside && !(w.depth == 0 && unit_random (seed) % 8 == 0))
    kind |= ENTERS;
  if (w.depth == DEPTH && kind & ENTERS)
    return;
  if (foreign && w.depth < DEPTH && unit_random (seed) % 8 == 0)
    {
      happen (WPP_LETTER_ENTER);
      begin (true);
      return;
    }
  if (kind & ENTERS || !w.depth)
    begin (false);
  happen (path + kind);
  w.open[w.depth - 1].path[w.open[w.depth - 1].n++] = path + kind;
  if (kind & LEAVES)
    end (true);
}

/* COUNT activations that are counted are over, and all above the next.  */
static void
land (uint32_t count, bool landing)
{
  happen (WPP_LETTER_LAND + count);
  while (w.depth)
    {
      if (w.open[w.depth - 1].foreign || landing)
        if (count-- == 0)
          break;
      end (false);
    }
}

struct check
{
  size_t at;
  bool ok;
};

static int
follow (void *data, uint32_t letter, uint64_t count)
{
  struct check *c = data;
  for (; count && c->ok; count--)
    {
      c->ok = c->at < w.n_expected && w.expected[c->at] == letter;
      c->at++;
    }
  return !c->ok;
}

/* W's events untangled, or the distinct activations; null and *ERR.  */
static struct wpp_grammar *
activations (bool distinct, bool landing, int *err)
{
  struct wpp_path_ends ends[LETTERS + 256] = { { 0 } };
  struct wpp_grammar *g = grammar_of (w.event, w.n);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (g->terminals[t] >= P)
      ends[t] = (struct wpp_path_ends){ g->terminals[t] & ENTERS, g->terminals[t] & LEAVES };
  struct wpp_grammar *result
    = distinct ? wpp_nested_activations (g, ends, landing, err) : wpp_untangle (g, ends, landing, err);
  wpp_grammar_free (g);
  return result;
}

static bool
right_p (bool landing)
{
  int err;
  struct wpp_grammar *g = activations (false, landing, &err);
  struct check c = { 0, g != NULL };
  if (g)
    wpp_grammar_expand (g, 0, follow, &c);
  wpp_grammar_free (g);
  return c.ok && c.at == w.n_expected;
}

/* ---- Distinct activations, as strings that begin with their number of letters.  */

struct list
{
  size_t n_letters, n;
  uint32_t letters[5 * MOST];
  size_t begin[5 * MOST];
};

static int
take (void *data, uint32_t letter, uint64_t count)
{
  struct list *l = data;
  for (; count && l->n_letters < 5 * MOST - 2; count--)
    {
      l->letters[l->n_letters++] = letter;
      l->letters[l->begin[l->n]]++;
      if (letter == WPP_LETTER_GAP || letter & LEAVES)
        {
          l->begin[++l->n] = l->n_letters;
          l->letters[l->n_letters++] = 0;
        }
    }
  return count > 0;
}

static const uint32_t *letters_of_list;

static int
compare (const void *a, const void *b)
{
  const uint32_t *x = letters_of_list + *(const size_t *)a, *y = letters_of_list + *(const size_t *)b;
  return *x != *y ? (*x > *y) - (*x < *y) : memcmp (x, y, (*x + 1) * sizeof *x);
}

static void
sort (struct list *l)
{
  letters_of_list = l->letters;
  qsort (l->begin, l->n, sizeof *l->begin, compare);
}

static bool
distinct_right_p (bool landing, unsigned *refused)
{
  static struct list expected, found;
  int err;
  struct wpp_grammar *g = activations (true, landing, &err);
  expected.n_letters = found.n_letters = 1;
  expected.n = found.n = expected.begin[0] = found.begin[0] = 0;
  expected.letters[0] = found.letters[0] = 0;
  *refused += !g && w.n_expected;
  if (!g)
    return !err;
  for (size_t i = 0; i < w.n_expected; i++)
    take (&expected, w.expected[i], 1);
  bool same = !wpp_grammar_expand (g, 0, take, &found) && found.n == expected.n;
  sort (&expected);
  sort (&found);
  for (size_t i = 0; i < expected.n && same; i++)
    {
      const uint32_t *x = expected.letters + expected.begin[i], *y = found.letters + found.begin[i];
      same = !memcmp (x, y, (*x + 1) * sizeof *x);
    }
  wpp_grammar_free (g);
  return same;
}

static void
make_run (uint64_t *seed, bool foreign, bool landing, bool gaps)
{
  uint64_t before = *seed, chance = ~*seed;
  w.n = w.n_expected = w.depth = 0;
  while (w.n + 2 < MOST)
    {
      if (unit_random (&chance) % 128 == 0)
        {
          uint64_t now = *seed;
          *seed = before; /* the same again, so that there are long rules */
          before = unit_random (&chance) % 4 ? before : now;
        }
      uint32_t kind = unit_random (seed) % 64;
      if (kind == 0 && foreign)
        land (unit_random (seed) % 4, landing);
      else if (kind == 1 && gaps && unit_random (seed) % 4 == 0)
        {
          happen (WPP_LETTER_GAP);
          while (w.depth)
            end (false);
        }
      else
        walk (seed, foreign);
    }
  while (w.depth)
    end (false);
  *seed = chance;
}

/* Events EVENT [N] of which nothing can be made.  */
static bool
left_p (const uint32_t *event, size_t n)
{
  int err = 1;
  memcpy (w.event, event, n * sizeof *event);
  w.n = n;
  struct wpp_grammar *g = activations (false, false, &err), *h = err ? NULL : activations (true, false, &err);
  wpp_grammar_free (g);
  wpp_grammar_free (h);
  return !g && !h && !err;
}

/* An activation of very many paths, with others within it: in two grammars, which are joined.  */
static bool
long_one_right_p (void)
{
  enum { LONG = 200000 };
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  uint32_t event = P + ENTERS, inner = P + ENTERS + LEAVES;
  int err = wpp_sequitur_append (s, &event, 1, NULL);
  uint64_t counts[4] = { 0 };
  for (unsigned i = 0; i < LONG && !err; i++)
    {
      event = P + i % 7 * 4;
      err = wpp_sequitur_append (s, &event, 1, NULL);
      if (i % 3 == 0 && !err)
        err = wpp_sequitur_append (s, &inner, 1, NULL);
    }
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  struct wpp_path_ends ends[16] = { { 0 } };
  for (uint32_t t = 0; g && t < g->n_terminals; t++)
    ends[t] = (struct wpp_path_ends){ g->terminals[t] & ENTERS, g->terminals[t] & LEAVES };
  struct wpp_grammar *u = g ? wpp_untangle (g, ends, false, &err) : NULL;
  for (uint32_t t = 0; u && t < u->n_terminals; t++)
    {
      uint64_t all[16];
      wpp_grammar_terminal_counts (u, all);
      counts[u->terminals[t] == WPP_LETTER_GAP ? 3 : u->terminals[t] & 3 ? u->terminals[t] & 2 ? 2 : 1 : 0]
        += all[t];
    }
  bool ok = u && u->length[0] == 1 + LONG + (LONG + 2) / 3 + 1 && counts[0] == LONG && counts[1] == 1
            && counts[2] == (LONG + 2) / 3 && counts[3] == 1;
  wpp_grammar_free (g);
  wpp_grammar_free (u);
  wpp_sequitur_free (s);
  return ok;
}

/* A recursion of DEEP levels, often, and that again within activations that never end: a run of levels is one part of
   an effect.  */
static bool
deep_right_p (void)
{
  enum { DEEP = 1000000, ENTER = 0, GO_ON, LEAVE, ALL };
  uint32_t terminals[] = { P + ENTERS, P, P + LEAVES };
  uint64_t start[] = { 0, 1, 3, 6 };
  uint32_t symbols[] = { WPP_RULE | 1, ENTER, WPP_RULE | 2, ENTER, GO_ON, LEAVE };
  uint32_t exponents[] = { 7, 1, 5, DEEP, 3, DEEP };
  struct wpp_grammar g = { .n_terminals = ALL, .terminals = terminals, .n_rules = 3, .start = start, .symbols = symbols,
                           .exponents = exponents };
  struct wpp_path_ends ends[] = { { true, false }, { false, false }, { false, true } };
  uint64_t counts[ALL + 1];
  int err = wpp_grammar_finish (&g);
  struct wpp_grammar *r = err ? NULL : wpp_nested_activations (&g, ends, false, &err);
  bool ok = r && r->start[1] == 3 && r->n_terminals == ALL + 1 && r->length[0] == UINT64_C (35) * (2 * DEEP + 3) + 14;
  if (ok)
    wpp_grammar_terminal_counts (r, counts);
  for (uint32_t t = 0; ok && t < r->n_terminals; t++)
    ok = counts[t] == (r->terminals[t] == P ? 105 : r->terminals[t] == WPP_LETTER_GAP ? 7
                       : r->terminals[t] == P + LEAVES ? UINT64_C (35) * DEEP : UINT64_C (35) * DEEP + 7);
  wpp_grammar_free (r);
  free (g.order);
  free (g.length);
  free (g.frequency);
  return ok;
}

int
main (void)
{
  uint64_t seed = 23;
  unsigned wrong = 0, differ = 0, refused = 0, none = 0;
  enum { RUNS = 2000 };
  for (int i = 0; i < RUNS; i++)
    {
      bool foreign = i % 2, landing = i % 4 == 3;
      make_run (&seed, foreign, landing, i % 8 < 4);
      wrong += !right_p (landing);
      differ += !distinct_right_p (landing, i % 8 < 4 ? &refused : &none);
    }
  CHECK (wrong == 0, "%d random runs", RUNS);
  CHECK (differ == 0, "their distinct activations");
  CHECK (none == 0 && refused < RUNS / 2, "all are found where there are no gaps (%u, %u)", none, refused);
  CHECK (deep_right_p (), "a deep recursion");
  CHECK (left_p ((uint32_t[]){ P + ENTERS, WPP_LETTER_LEAVE }, 2),
         "another's end while the function is active is left to others");
  CHECK (left_p ((uint32_t[]){ WPP_LETTER_ENTER, P }, 2), "so is a path that goes on in another");
  CHECK (long_one_right_p (), "an activation too long for memory");
  return unit_done ();
}
