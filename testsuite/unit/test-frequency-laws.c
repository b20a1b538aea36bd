/* The laws of data flow frequencies, on random functions and random grammars: lemmas 3 and 5 of
   Scholz and Mehofer's paper with dense matrices; backward is forward on the reversed grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "facts/frequency/propagate.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

enum
{
  MAX_FACTS = 5,
  MAX_WIDTH = MAX_FACTS + 1,
  MAX_LETTERS = 6,
  MAX_RULES = 7
};

typedef struct
{
  uint64_t a[MAX_WIDTH][MAX_WIDTH];
} matrix;

static uint32_t n_facts; /* the artificial fact's row and column is N_FACTS */

static matrix
product (const matrix *x, const matrix *y)
{
  matrix z = { { { 0 } } };
  for (uint32_t i = 0; i <= n_facts; i++)
    for (uint32_t j = 0; j <= n_facts; j++)
      for (uint32_t k = 0; k <= n_facts; k++)
        z.a[i][j] += x->a[i][k] * y->a[k][j];
  return z;
}

static void
add (matrix *x, const matrix *y)
{
  for (uint32_t i = 0; i <= n_facts; i++)
    for (uint32_t j = 0; j <= n_facts; j++)
      x->a[i][j] += y->a[i][j];
}

static matrix
identity (void)
{
  matrix m = { { { 0 } } };
  for (uint32_t i = 0; i <= n_facts; i++)
    m.a[i][i] = 1;
  return m;
}

static matrix
matrix_of (const struct wpp_transition *t)
{
  matrix m = identity ();
  for (uint32_t i = 0; i < t->n; i++)
    {
      uint32_t row = t->changes[i].fact, s = t->changes[i].source;
      m.a[row][row] = 0;
      if (s != WPP_FROM_NONE)
        m.a[row][s == WPP_FROM_LAMBDA ? n_facts : s] = 1;
    }
  return m;
}

static void
times_vector (const matrix *m, const uint64_t *x, uint64_t *y)
{
  for (uint32_t i = 0; i <= n_facts; i++)
    {
      y[i] = 0;
      for (uint32_t j = 0; j <= n_facts; j++)
        y[i] += m->a[i][j] * x[j];
    }
}

static void
random_transition (struct wpp_transition *t, struct wpp_change *changes, uint64_t *seed)
{
  *t = (struct wpp_transition){ 0, changes };
  for (uint32_t fact = 0; fact < n_facts; fact++)
    {
      uint32_t kind = unit_random (seed) % 5, s = unit_random (seed) % n_facts;
      s = kind == 0 ? WPP_FROM_NONE : kind == 1 ? WPP_FROM_LAMBDA : kind == 2 ? s : fact;
      if (s != fact)
        changes[t->n++] = (struct wpp_change){ fact, s };
    }
}

static uint32_t
keep (struct wpp_transitions *t, const struct wpp_transition *step)
{
  uint32_t id = 0;
  wpp_transitions_then (t, step);
  CHECK_QUIET (wpp_transitions_end (t, &id) == 0, "out of memory");
  return id;
}

/* ---- Lemma 3: for all sets X, the vector of f(X) is f's matrix times that of X; and the matrix of what
   is done one after the other is the product.  */

static unsigned
wrong_sets (uint64_t *seed)
{
  struct wpp_change changes[2][MAX_FACTS];
  struct wpp_transition f[2];
  n_facts = 1 + unit_random (seed) % MAX_FACTS;
  struct wpp_transitions *t = wpp_transitions_new (n_facts, 1);
  uint32_t id[2], both;
  matrix m[2];
  for (int i = 0; i < 2; i++)
    {
      random_transition (&f[i], changes[i], seed);
      id[i] = keep (t, &f[i]);
      m[i] = matrix_of (&f[i]);
    }
  unsigned wrong = wpp_transitions_compose (t, id[0], id[1], &both) != 0;
  matrix composed = product (&m[1], &m[0]);
  for (uint32_t set = 0; set < 1u << n_facts; set++)
    {
      uint64_t x[MAX_WIDTH] = { 0 }, once[MAX_WIDTH], twice[MAX_WIDTH], y[MAX_WIDTH];
      for (uint32_t d = 0; d < n_facts; d++)
        x[d] = set >> d & 1;
      x[n_facts] = 1;
      memcpy (once, x, sizeof once);
      memcpy (twice, x, sizeof twice);
      wpp_transitions_apply (t, id[0], once);
      wpp_transitions_apply (t, both, twice);
      times_vector (&m[0], x, y);
      wrong += memcmp (y, once, (n_facts + 1) * sizeof *y) != 0;
      times_vector (&composed, x, y);
      wrong += memcmp (y, twice, (n_facts + 1) * sizeof *y) != 0;
    }
  wpp_transitions_free (t);
  return wrong;
}

/* ---- Lemma 5: on random grammars.  Letter 0 begins the only activation; others go on with it.  */

static struct wpp_grammar *
random_grammar (uint32_t n_letters, uint64_t *seed)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint32_t n = 1 + unit_random (seed) % MAX_RULES, room = n * 8 + n_letters + 1, at = 0;
  g->n_rules = n;
  g->n_terminals = n_letters;
  g->terminals = malloc (n_letters * sizeof *g->terminals);
  g->start = calloc (n + 1, sizeof *g->start);
  g->symbols = malloc (room * sizeof *g->symbols);
  g->exponents = malloc (room * sizeof *g->exponents);
  for (uint32_t t = 0; t < n_letters; t++)
    g->terminals[t] = WPP_LETTER_PATH + t;
  for (uint32_t r = 0; r < n; r++)
    {
      uint32_t length = 2 + unit_random (seed) % 4;
      if (r == 0)
        for (uint32_t t = 0; t < n_letters; t++, at++)
          g->symbols[at] = t, g->exponents[at] = 1;
      /* Every rule is used by the one before it.  */
      for (uint32_t i = 0; i < length; i++, at++)
        {
          uint32_t below = n - r - 1;
          bool rule = below && (i == 0 || unit_random (seed) % 2);
          g->symbols[at] = !rule ? 1 + unit_random (seed) % (n_letters - 1)
                           : i == 0 ? WPP_RULE | (r + 1)
                                    : WPP_RULE | (r + 1 + unit_random (seed) % below);
          g->exponents[at] = unit_random (seed) % 3 ? 1 : 1 + unit_random (seed) % 6;
        }
      g->start[r + 1] = at;
    }
  return wpp_grammar_finish (g) ? NULL : g;
}

/* Formula 14: F(v) of a rule from its parts', for what comes before letter V.  */
static void
compose (const struct wpp_grammar *g, uint32_t v, const matrix *letters, matrix *frequency,
         matrix *through)
{
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      matrix f = { { { 0 } } }, m = identity ();
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        for (uint32_t e = 0; e < g->exponents[i]; e++)
          {
            uint32_t s = g->symbols[i];
            bool rule = WPP_IS_RULE (s);
            matrix part = rule ? frequency[WPP_RULE_INDEX (s)] : identity ();
            part = product (&part, &m);
            if (rule || s == v)
              add (&f, &part);
            m = product (rule ? &through[WPP_RULE_INDEX (s)] : &letters[s], &m);
          }
      frequency[r] = f;
      through[r] = m;
    }
}

static unsigned
wrong_grammar (uint64_t *seed)
{
  struct wpp_change changes[MAX_LETTERS][MAX_FACTS];
  struct wpp_terminal terminals[MAX_LETTERS] = { { 0 } };
  matrix letters[MAX_LETTERS], frequency[MAX_RULES], through[MAX_RULES];
  uint64_t *weights[MAX_LETTERS], boundary[MAX_WIDTH], expected[MAX_WIDTH];
  uint32_t n_letters = 2 + unit_random (seed) % (MAX_LETTERS - 1);
  n_facts = 1 + unit_random (seed) % MAX_FACTS;
  struct wpp_transitions *t = wpp_transitions_new (n_facts, 1);
  struct wpp_projection p = { random_grammar (n_letters, seed), false, false, NULL };
  for (uint32_t l = 0; l < n_letters; l++)
    {
      struct wpp_transition f;
      random_transition (&f, changes[l], seed);
      terminals[l] = (struct wpp_terminal){ l == 0, false, keep (t, &f) };
      letters[l] = matrix_of (&f);
    }
  for (uint32_t d = 0; d < n_facts; d++)
    boundary[d] = unit_random (seed) % 2;
  boundary[n_facts] = 1;
  unsigned wrong = !p.grammar || wpp_propagate (&p, terminals, t, false, boundary, weights);
  for (uint32_t l = 0; !wrong && l < n_letters; l++)
    {
      compose (p.grammar, l, letters, frequency, through);
      times_vector (&frequency[0], boundary, expected);
      wrong += !weights[l] || memcmp (weights[l], expected, (n_facts + 1) * sizeof *expected);
    }
  for (uint32_t l = 0; l < n_letters; l++)
    free (weights[l]);
  wpp_grammar_free (p.grammar);
  wpp_transitions_free (t);
  return wrong != 0;
}

/* ---- Backward is forward on the reversed grammar, whose activations end where they began.  */

static struct wpp_grammar *
reversed (const struct wpp_grammar *g)
{
  struct wpp_grammar *r = calloc (1, sizeof *r);
  uint64_t n = g->start[g->n_rules];
  r->n_rules = g->n_rules;
  r->n_terminals = g->n_terminals;
  r->terminals = malloc (g->n_terminals * sizeof *r->terminals);
  r->start = malloc ((g->n_rules + 1) * sizeof *r->start);
  r->symbols = malloc (n * sizeof *r->symbols);
  r->exponents = malloc (n * sizeof *r->exponents);
  memcpy (r->terminals, g->terminals, g->n_terminals * sizeof *r->terminals);
  memcpy (r->start, g->start, (g->n_rules + 1) * sizeof *r->start);
  for (uint32_t k = 0; k < g->n_rules; k++)
    for (uint64_t i = g->start[k]; i < g->start[k + 1]; i++)
      {
        uint64_t to = g->start[k] + (g->start[k + 1] - 1 - i);
        r->symbols[to] = g->symbols[i];
        r->exponents[to] = wpp_grammar_exponent (g, i);
      }
  return wpp_grammar_finish (r) ? NULL : r;
}

/* Letters are 4 kinds of paths: one that enters, goes on, leaves, or both enters and leaves.  A random run
   of activations within each other, not all of which end.  */
static size_t
random_run (uint32_t *letters, size_t n, uint32_t n_letters, uint64_t *seed)
{
  uint32_t depth = 0, deep = 1 + unit_random (seed) % 20;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t kind = unit_random (seed) % 8, copy = unit_random (seed) % (n_letters / 4) * 4;
      if (depth == 0 || (kind < 2 && depth < deep))
        kind = kind == 1 ? 3 : 0;
      else
        kind = kind < 6 ? 1 : 2;
      depth += (kind == 0) - (kind == 2);
      letters[i] = WPP_LETTER_PATH + copy + kind;
    }
  return n;
}

static unsigned
wrong_reversal (uint64_t *seed)
{
  enum
  {
    LETTERS = 8
  };
  struct wpp_change changes[LETTERS][MAX_FACTS];
  struct wpp_terminal of_letter[LETTERS], there[LETTERS], back[LETTERS];
  uint64_t *weights[LETTERS] = { NULL }, *expected[LETTERS] = { NULL }, boundary[MAX_WIDTH];
  uint32_t letters[300];
  int err;
  n_facts = 1 + unit_random (seed) % MAX_FACTS;
  struct wpp_transitions *t = wpp_transitions_new (n_facts, 1);
  for (uint32_t l = 0; l < LETTERS; l++)
    {
      struct wpp_transition f;
      random_transition (&f, changes[l], seed);
      of_letter[l] = (struct wpp_terminal){ l % 4 == 0 || l % 4 == 3, l % 4 >= 2, keep (t, &f) };
    }
  for (uint32_t d = 0; d <= n_facts; d++)
    boundary[d] = d == n_facts || unit_random (seed) % 2;
  size_t n = random_run (letters, 20 + unit_random (seed) % 280, LETTERS, seed);
  struct wpp_sequitur *s = wpp_sequitur_new (unit_random (seed) % 2 ? WPP_SEQUITUR_EXPONENTS : 0);
  err = wpp_sequitur_append (s, letters, n, NULL);
  struct wpp_projection p = { err ? NULL : wpp_sequitur_grammar (s, &err), false, false, NULL };
  struct wpp_projection q = { p.grammar ? reversed (p.grammar) : NULL, false, false, NULL };
  unsigned wrong = !p.grammar || !q.grammar;
  for (uint32_t i = 0; !wrong && i < p.grammar->n_terminals; i++)
    {
      there[i] = back[i] = of_letter[p.grammar->terminals[i] - WPP_LETTER_PATH];
      back[i].enters = there[i].leaves;
      back[i].leaves = there[i].enters;
    }
  wrong = wrong || wpp_propagate (&p, there, t, true, boundary, weights)
          || wpp_propagate (&q, back, t, false, boundary, expected);
  for (uint32_t i = 0; !wrong && i < p.grammar->n_terminals; i++)
    wrong += !weights[i] || !expected[i]
             || memcmp (weights[i], expected[i], (n_facts + 1) * sizeof **expected);
  for (uint32_t i = 0; i < LETTERS; i++)
    {
      free (weights[i]);
      free (expected[i]);
    }
  wpp_grammar_free (p.grammar);
  wpp_grammar_free (q.grammar);
  wpp_sequitur_free (s);
  wpp_transitions_free (t);
  return wrong != 0;
}

int
main (void)
{
  uint64_t seed = 20021;
  unsigned sets = 0, grammars = 0, reversals = 0;
  for (int i = 0; i < 2000; i++)
    {
      sets += wrong_sets (&seed);
      grammars += wrong_grammar (&seed);
      reversals += wrong_reversal (&seed);
    }
  CHECK (sets == 0, "lemma 3: matrices of 2000 pairs of functions do to vectors what these do to sets");
  CHECK (grammars == 0, "lemma 5: frequency matrices of 2000 random grammars");
  CHECK (reversals == 0, "backward is forward on the reversed grammar, 2000 times");
  return unit_done ();
}
