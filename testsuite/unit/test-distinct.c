/* The distinct activations in random sequences, against the same found with a stack, letter by letter.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/projection/distinct.h"
#include "make-grammar.h"
#include "unit.h"

enum
{
  KINDS = 4, /* of paths: one that goes on, enters, leaves, does both: bits 0, 1 */
  ENTERS = 1,
  LEAVES = 2,
  PATHS = 3 * KINDS,
  P = WPP_LETTER_PATH,
  MAX = 4000,
  LEAST_WRITTEN_OUT = 10 /* runs */
};

/* Activations: number I is letters [begin[i] .. begin[i + 1]).  */
struct list
{
  uint32_t letters[2 * MAX];
  size_t begin[MAX + 2], n;
};

static unsigned
kind_of (uint32_t letter)
{
  return letter >= P ? (letter - P) % KINDS : 0;
}

static void
end_activation (struct list *l, size_t at)
{
  l->begin[++l->n] = at;
}

/* ---- A random sequence, and what it is made of.  */

struct world
{
  uint32_t run[MAX];
  size_t n;
  bool others;             /* there are others, and non-local transfers */
  uint32_t paths;          /* of an activation, about */
  bool stack[MAX];         /* own or not */
  size_t depth;
  bool open;
  struct list expected;
  size_t at;               /* letters of the activations so far */
};

static void
put_path (struct world *w, uint32_t letter)
{
  w->run[w->n++] = letter;
  w->expected.letters[w->at++] = letter;
}

static void
lose (struct world *w)
{
  w->expected.letters[w->at++] = WPP_LETTER_GAP;
  end_activation (&w->expected, w->at);
  w->open = false;
}

static void
step_own (struct world *w, uint64_t *seed)
{
  bool leaves = unit_random (seed) % w->paths == 0;
  while (w->open && !w->stack[w->depth - 1]) /* others above it, whose ends are not seen */
    w->depth--;
  /* Now and then one begins unseen, where nothing can be open.  */
  bool enters = !w->open && (w->depth || unit_random (seed) % 8);
  put_path (w, P + unit_random (seed) % (PATHS / KINDS) * KINDS + (enters ? ENTERS : 0)
                 + (leaves ? LEAVES : 0));
  if (!w->open && !leaves)
    w->stack[w->depth++] = true;
  if (w->open && leaves)
    w->depth--;
  if (leaves)
    end_activation (&w->expected, w->at);
  w->open = !leaves;
}

/* The topmost frame is gone.  */
static bool
pop (struct world *w)
{
  bool own = w->stack[--w->depth];
  if (own)
    lose (w);
  return own;
}

static void
step_land (struct world *w, uint64_t *seed)
{
  size_t foreign = 0, r;
  for (size_t i = 0; i < w->depth; i++)
    foreign += !w->stack[i];
  r = foreign ? unit_random (seed) % (foreign < 5 ? foreign : 5) : 0;
  w->run[w->n++] = WPP_LETTER_LAND + r;
  while (r)
    r -= !pop (w);
  if (w->depth && w->stack[w->depth - 1])
    pop (w);
}

static void
step_others (struct world *w, uint64_t *seed)
{
  bool own = w->depth && w->stack[w->depth - 1];
  switch (unit_random (seed) % 16)
    {
    case 0:
      step_land (w, seed);
      break;
    case 1:
      w->run[w->n++] = WPP_LETTER_ENTER_LEAVE;
      break;
    case 2: case 3: case 4: case 5: case 6:
      w->run[w->n++] = WPP_LETTER_ENTER;
      w->stack[w->depth++] = false;
      break;
    default:
      if (w->depth && !own)
        {
          w->run[w->n++] = WPP_LETTER_LEAVE;
          pop (w);
        }
    }
}

static void
make_run (struct world *w, uint64_t *seed)
{
  size_t most = 1 + unit_random (seed) % (MAX - 1);
  w->n = w->at = w->depth = w->expected.n = 0;
  w->open = false;
  while (w->n < most)
    if (unit_random (seed) % 300 == 0)
      {
        w->run[w->n++] = WPP_LETTER_GAP;
        w->depth = 0;
        if (w->open)
          lose (w);
      }
    else if ((!w->open || w->stack[w->depth - 1] || !(unit_random (seed) % 32))
             && (!w->others || unit_random (seed) % 3))
      step_own (w, seed);
    else if (w->others)
      step_others (w, seed);
  if (w->open)
    lose (w);
}

/* ---- Comparing.  */

static int
take (void *data, uint32_t event, uint64_t count)
{
  struct list *l = data;
  size_t at = l->begin[l->n + 1];
  while (count--)
    {
      if (at == 2 * MAX)
        return 1;
      l->letters[at++] = event;
      l->begin[l->n + 1] = at;
      if (event == WPP_LETTER_GAP || kind_of (event) & LEAVES)
        {
          if (l->n == MAX)
            return 1;
          l->begin[++l->n + 1] = at;
        }
    }
  return 0;
}

static const struct list *sorted_list;

static int
compare (const void *a, const void *b)
{
  const struct list *l = sorted_list;
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  size_t n = l->begin[x + 1] - l->begin[x], m = l->begin[y + 1] - l->begin[y];
  int order = memcmp (l->letters + l->begin[x], l->letters + l->begin[y],
                      (n < m ? n : m) * sizeof *l->letters);
  return order ? order : (n > m) - (n < m);
}

static void
sort (const struct list *l, size_t *order)
{
  for (size_t i = 0; i < l->n; i++)
    order[i] = i;
  sorted_list = l;
  qsort (order, l->n, sizeof *order, compare);
}

static bool
same_p (const struct list *a, const struct list *b)
{
  static size_t x[MAX + 1], y[MAX + 1];
  sort (a, x);
  sort (b, y);
  bool same = a->n == b->n;
  for (size_t i = 0; same && i < a->n; i++)
    {
      size_t n = a->begin[x[i] + 1] - a->begin[x[i]];
      same = n == b->begin[y[i] + 1] - b->begin[y[i]]
             && !memcmp (a->letters + a->begin[x[i]], b->letters + b->begin[y[i]],
                         n * sizeof *a->letters);
    }
  return same;
}

/* Are equal short activations of L side by side?  */
static bool
distinct_p (const struct list *l)
{
  static size_t order[MAX + 1];
  sort (l, order);
  for (size_t i = 1; i < l->n; i++)
    if (!compare (&order[i - 1], &order[i])
        && l->begin[order[i] + 1] - l->begin[order[i]] <= LEAST_WRITTEN_OUT)
      {
        size_t from = order[i - 1] < order[i] ? order[i - 1] : order[i];
        size_t to = order[i - 1] < order[i] ? order[i] : order[i - 1];
        for (size_t k = from; k < to; k++)
          if (compare (&order[i], &k))
            return false;
      }
  return true;
}

static struct wpp_grammar *
activations_of (const uint32_t *letters, size_t n, bool landing, int *err)
{
  struct wpp_path_ends ends[PATHS + 40];
  struct wpp_grammar *g = grammar_of (letters, n), *result = NULL;
  *err = -1;
  for (uint32_t t = 0; g && t < g->n_terminals; t++)
    ends[t] = (struct wpp_path_ends){ kind_of (g->terminals[t]) & ENTERS, kind_of (g->terminals[t]) & LEAVES };
  if (g)
    result = wpp_distinct_activations (g, ends, landing, err);
  wpp_grammar_free (g);
  return result;
}

static bool
right_p (const struct world *w, bool *distinct)
{
  static struct list found;
  int err;
  struct wpp_grammar *g = activations_of (w->run, w->n, false, &err);
  found.n = found.begin[0] = found.begin[1] = 0;
  *distinct = true;
  if (!g)
    return !err && !w->expected.n;
  bool right = !wpp_grammar_expand (g, 0, take, &found) && same_p (&w->expected, &found);
  *distinct = distinct_p (&found);
  wpp_grammar_free (g);
  return right;
}

static bool
refused_p (const uint32_t *letters, size_t n, bool landing)
{
  int err;
  struct wpp_grammar *g = activations_of (letters, n, landing, &err);
  wpp_grammar_free (g);
  return !g && !err;
}

int
main (void)
{
  static struct world w;
  uint64_t seed = 2001;
  unsigned wrong = 0, twice = 0;
  enum { RUNS = 3000 };
  for (int i = 0; i < RUNS; i++)
    {
      bool distinct;
      w.others = i % 2;
      w.paths = 1 + unit_random (&seed) % (i % 3 ? 4 : 60);
      make_run (&w, &seed);
      wrong += !right_p (&w, &distinct);
      twice += !distinct;
    }
  CHECK (wrong == 0, "all activations of %d random runs", RUNS);
  CHECK (twice == 0, "equal ones are there once");
  CHECK (refused_p ((uint32_t[]){ P + ENTERS, P + ENTERS, P + LEAVES, P + LEAVES }, 4, false),
         "activations within each other are left alone");
  CHECK (refused_p ((uint32_t[]){ P + ENTERS, WPP_LETTER_LEAVE, P + LEAVES }, 3, false),
         "so are those below which another ends");
  CHECK (refused_p ((uint32_t[]){ P + ENTERS, WPP_LETTER_LAND, P + LEAVES }, 3, true),
         "and transfers in a landing-capable function");
  return unit_done ();
}
