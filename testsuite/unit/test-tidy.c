/* Grammars without rules that do not pay, and with what is repeated in rules: they derive the same.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/rules/tidy.h"
#include "activations/timestamps/fold-rules.h"
#include "make-threads.h"

enum { MOST_EVENTS = 4000 };

struct events
{
  uint32_t event[MOST_EVENTS];
  size_t n;
};

static int
take (void *data, uint32_t event, uint64_t count)
{
  struct events *e = data;
  for (; count && e->n < MOST_EVENTS; count--)
    e->event[e->n++] = event;
  return 0;
}

/* Has G rules other than S that are used once, without exponent, or have one symbol?  */
static bool
pointless_p (const struct wpp_grammar *g)
{
  bool found = false;
  uint64_t *uses = calloc (g->n_rules, sizeof *uses);
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      uses[WPP_RULE_INDEX (g->symbols[i])] += 1 + (g->exponents[i] > 1);
  for (uint32_t r = 1; r < g->n_rules; r++)
    found |= uses[r] == 1;
  free (uses);
  return found;
}

/* Is there a pair of symbols twice in the rules of G, apart, that is not of TERMINAL?  */
static bool
repeated_p (const struct wpp_grammar *g, uint32_t terminal)
{
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i + 1 < g->start[r + 1]; i++)
      for (uint32_t q = r; q < g->n_rules; q++)
        for (uint64_t k = q == r ? i + 2 : g->start[q]; k + 1 < g->start[q + 1]; k++)
          if (g->symbols[i] == g->symbols[k] && g->symbols[i + 1] == g->symbols[k + 1]
              && g->exponents[i] == g->exponents[k] && g->exponents[i + 1] == g->exponents[k + 1]
              && g->symbols[i] != terminal && g->symbols[i + 1] != terminal)
            return true;
  return false;
}

/* A chain of N rules of one symbol each, with EXPONENT.  */
static struct wpp_grammar *
chain (uint32_t n, uint32_t exponent)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_terminals = 1;
  g->terminals = calloc (1, sizeof *g->terminals);
  g->n_rules = n;
  g->start = calloc (n + (size_t)1, sizeof *g->start);
  g->symbols = calloc (n, sizeof *g->symbols);
  g->exponents = calloc (n, sizeof *g->exponents);
  for (uint32_t i = 0; i < n; i++)
    {
      g->start[i + 1] = i + 1;
      g->symbols[i] = i + 1 < n ? WPP_RULE | (i + 1) : 0;
      g->exponents[i] = exponent;
    }
  CHECK (!wpp_grammar_finish (g), "a chain of %u rules", n);
  return g;
}

int
main (void)
{
  static struct events want, got;
  uint64_t seed = 5;
  unsigned wrong = 0, left = 0, fewer = 0, repeated = 0;
  enum { RUNS = 2000 };
  for (unsigned i = 0; i < RUNS; i++)
    {
      struct wpp_grammar *g = thread_grammar (&seed, i % 2, i % 3 == 0, MOST_EVENTS);
      uint32_t rules = g->n_rules;
      want.n = got.n = 0;
      wpp_grammar_expand (g, 0, take, &want);
      wrong += wpp_grammar_tidy (g) != 0;
      wpp_grammar_expand (g, 0, take, &got);
      wrong += want.n != got.n || memcmp (want.event, got.event, got.n * sizeof *got.event);
      left += pointless_p (g);
      fewer += g->n_rules < rules;
      if (g->start[g->n_rules] >= 8)
        {
          uint32_t alone = g->terminals[0];
          got.n = 0;
          wrong += wpp_grammar_fold (&g, alone) != 0;
          wpp_grammar_expand (g, 0, take, &got);
          wrong += want.n != got.n || memcmp (want.event, got.event, got.n * sizeof *got.event);
          repeated += g->terminals[0] != alone || repeated_p (g, 0);
        }
      wpp_grammar_free (g);
    }
  CHECK (!wrong, "grammars derive the same (%u of %d wrong)", wrong, RUNS);
  CHECK (!left, "no rule is used only once (%u wrong)", left);
  CHECK (!repeated, "nothing is repeated in rules (%u wrong)", repeated);
  CHECK (fewer > RUNS / 10, "some had such rules (%u)", fewer);
  struct wpp_grammar *g = chain (1000000, 1);
  CHECK (!wpp_grammar_tidy (g) && g->n_rules == 1 && g->length[0] == 1, "a chain of rules of one symbol goes");
  wpp_grammar_free (g);
  g = chain (7, UINT32_MAX);
  CHECK (!wpp_grammar_tidy (g) && g->n_rules == 7 && g->length[0] == UINT64_MAX, "… but exponents have 32 bits");
  wpp_grammar_free (g);
  return unit_done ();
}
