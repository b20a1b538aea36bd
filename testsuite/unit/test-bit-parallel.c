/* Facts carried through grammars of activations that are not nested, all at a time, against the same done
   letter by letter.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "facts/frequency/bit-parallel.h"
#include "make-grammar.h"
#include "unit.h"

enum
{
  FACTS = 100,
  MAX_FACTS = 1000,
  KINDS = 4, /* of paths: one that goes on, enters, leaves, does both: bits 0, 1 */
  ENTERS = 1,
  LEAVES = 2,
  LETTERS = 6 * KINDS,
  MAX_RUN = 4000,
  LONG_RUN = 270000
};

static uint32_t n_facts;

struct world
{
  struct wpp_change changes[LETTERS][MAX_FACTS];
  struct wpp_transition steps[LETTERS];
  struct wpp_transitions *transitions;
  struct wpp_terminal of_letter[LETTERS];
  uint64_t boundary[MAX_FACTS + 1];
  uint32_t run[LONG_RUN];
  size_t n;
  size_t twice;   /* a letter, of which two are there, that there are MORE of, if it is not 0 */
  uint32_t more;
};

/* Transitions: of few facts; sources that are facts only with COPIES, and only of smaller facts, so that
   repeating one comes to an end.  */
static void
make_transitions (struct world *w, bool copies, uint64_t *seed)
{
  w->transitions = wpp_transitions_new (n_facts, 1);
  for (uint32_t l = 0; l < LETTERS; l++)
    {
      struct wpp_transition *t = &w->steps[l];
      *t = (struct wpp_transition){ 0, w->changes[l] };
      for (uint32_t f = 0; f < n_facts; f++)
        {
          uint32_t kind = unit_random (seed) % 8;
          if (kind < 2 || (kind == 2 && copies && f))
            t->changes[t->n++] = (struct wpp_change){
              f, kind == 0 ? WPP_FROM_NONE : kind == 1 ? WPP_FROM_LAMBDA : unit_random (seed) % f };
        }
      w->of_letter[l] = (struct wpp_terminal){ l % KINDS & ENTERS, l % KINDS & LEAVES, 0 };
      wpp_transitions_then (w->transitions, t);
      CHECK_QUIET (!wpp_transitions_end (w->transitions, &w->of_letter[l].transition), "out of memory");
    }
  for (uint32_t f = 0; f <= n_facts; f++)
    w->boundary[f] = f == n_facts || unit_random (seed) % 2;
}

/* A run of activations one after the other, with GAPs; some begin, or end, unseen.  What it has done
   before it often does again.  */
static void
make_run (struct world *w, uint64_t *seed)
{
  bool open = false;
  size_t most = 1 + unit_random (seed) % MAX_RUN;
  uint32_t paths = 2 + unit_random (seed) % 200; /* of an activation, about */
  w->n = 0;
  while (w->n < most)
    {
      size_t again = unit_random (seed) % 40, from = w->n ? unit_random (seed) % w->n : 0;
      uint32_t kind = unit_random (seed) % 16;
      for (; again > 20 && w->n < most && from < w->n; again--)
        {
          uint32_t letter = w->run[from++];
          if (letter == WPP_LETTER_GAP || (open && (letter - WPP_LETTER_PATH) % KINDS & ENTERS))
            break;
          w->run[w->n++] = letter;
          open = !((letter - WPP_LETTER_PATH) % KINDS & LEAVES);
        }
      if (w->n == most)
        break;
      if (kind == 15 && !(unit_random (seed) % 8))
        {
          w->run[w->n++] = WPP_LETTER_GAP;
          open = false;
          continue;
        }
      uint32_t bits = (!open && kind ? ENTERS : 0) | (unit_random (seed) % paths ? 0 : LEAVES);
      w->run[w->n++] = WPP_LETTER_PATH + unit_random (seed) % (LETTERS / KINDS) * KINDS + bits;
      open = !(bits & LEAVES);
    }
}

/* Set EXPECTED [LETTERS] to the weighted states, letter by letter.  */
static void
run_naively (const struct world *w, bool backward, uint64_t expected[LETTERS][MAX_FACTS + 1])
{
  bool holds[MAX_FACTS] = { false }, before[MAX_FACTS];
  memset (expected, 0, LETTERS * sizeof *expected);
  for (size_t i = 0; i < w->n; i++)
    {
      uint32_t letter = w->run[backward ? w->n - 1 - i : i], l = letter - WPP_LETTER_PATH;
      unsigned begins = backward ? LEAVES : ENTERS, ends = backward ? ENTERS : LEAVES;
      /* What comes second of the two is the same for all that follow.  */
      size_t place = backward ? w->n - 1 - i : i;
      uint64_t times = w->twice && place == w->twice + !backward ? (uint64_t)w->more + 1 : 1;
      if (letter == WPP_LETTER_GAP)
        {
          memset (holds, 0, sizeof holds);
          continue;
        }
      for (uint32_t f = 0; f < n_facts; f++)
        before[f] = l % KINDS & begins ? w->boundary[f] : holds[f];
      for (uint32_t f = 0; f < n_facts; f++)
        expected[l][f] += (holds[f] = before[f]) * times;
      expected[l][n_facts] += times;
      for (uint32_t c = 0; c < w->steps[l].n; c++)
        {
          uint32_t s = w->changes[l][c].source;
          holds[w->changes[l][c].fact] = s == WPP_FROM_LAMBDA || (s != WPP_FROM_NONE && before[s]);
        }
      if (l % KINDS & ends)
        memset (holds, 0, sizeof holds);
    }
}

/* A long run: of one activation, in phases that are mostly of few letters, so that now these facts, now those
   are mostly as they mostly are.  */
static void
make_long_run (struct world *w, uint64_t *seed)
{
  uint32_t phase[4] = { 0 };
  w->run[0] = WPP_LETTER_PATH + ENTERS;
  for (w->n = 1; w->n < LONG_RUN; w->n++)
    {
      if (!(unit_random (seed) % 50000))
        for (unsigned i = 0; i < 4; i++)
          phase[i] = unit_random (seed) % (LETTERS / KINDS);
      uint32_t l = unit_random (seed) % 300 ? phase[unit_random (seed) % 4] : unit_random (seed) % (LETTERS / KINDS);
      w->run[w->n] = WPP_LETTER_PATH + l * KINDS;
    }
}

/* A long run of one activation in which anything may follow anything, mostly copies of one path at a time: of many
   facts, none is mostly as it mostly is.  */
static void
make_wild_run (struct world *w, uint64_t *seed)
{
  w->run[0] = WPP_LETTER_PATH + ENTERS;
  for (w->n = 1; w->n < LONG_RUN; w->n++)
    w->run[w->n] = unit_random (seed) % 3 && w->n > 1
                       ? w->run[w->n - 1]
                       : WPP_LETTER_PATH + unit_random (seed) % (LETTERS / KINDS) * KINDS;
}

/* There are two letters somewhere in W's run that there are more of than 32 bits can count.  */
static void
repeat_letter (struct world *w)
{
  for (size_t i = 1; i + 3 < w->n && !w->twice; i++)
    if (w->run[i] == w->run[i + 1] && w->run[i - 1] != w->run[i] && w->run[i + 2] != w->run[i])
      w->twice = i;
  w->more = UINT32_MAX - 2;
}

/* W's run as S, without rules.  */
static struct wpp_grammar *
plain_grammar (const struct world *w)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint32_t number[LETTERS] = { 0 };
  g->n_rules = 1;
  g->terminals = malloc (LETTERS * sizeof *g->terminals);
  g->start = calloc (2, sizeof *g->start);
  g->symbols = malloc (w->n * sizeof *g->symbols);
  g->exponents = malloc (w->n * sizeof *g->exponents);
  for (size_t i = 0; i < w->n; i++)
    {
      uint32_t l = w->run[i] - WPP_LETTER_PATH;
      if (!number[l])
        {
          g->terminals[g->n_terminals++] = w->run[i];
          number[l] = g->n_terminals;
        }
      if (g->start[1] && g->symbols[g->start[1] - 1] == number[l] - 1)
        g->exponents[g->start[1] - 1] += w->twice && i == w->twice + 1 ? 1 + w->more : 1;
      else
        {
          g->exponents[g->start[1]] = 1;
          g->symbols[g->start[1]++] = number[l] - 1;
        }
    }
  CHECK_QUIET (!wpp_grammar_finish (g), "a plain grammar");
  return g;
}

/* Is it DONE with W's run, as EXPECTED_DONE says, and right?  */
static bool
right_p (const struct world *w, bool backward, bool expected_done)
{
  static uint64_t expected[LETTERS][MAX_FACTS + 1];
  struct wpp_projection p = { w->n > MAX_RUN ? plain_grammar (w) : grammar_of (w->run, w->n), false, false, NULL };
  struct wpp_terminal terminals[LETTERS + 3] = { { 0 } };
  uint64_t *weights[LETTERS + 3] = { NULL };
  bool done, right = p.grammar;
  for (uint32_t t = 0; right && t < p.grammar->n_terminals; t++)
    if (p.grammar->terminals[t] >= WPP_LETTER_PATH)
      terminals[t] = w->of_letter[p.grammar->terminals[t] - WPP_LETTER_PATH];
  right = right && !wpp_bit_parallel_propagate (&p, terminals, w->transitions, backward, w->boundary,
                                             weights, &done)
          && done == expected_done;
  if (right && done)
    run_naively (w, backward, expected);
  for (uint32_t t = 0; right && done && t < p.grammar->n_terminals; t++)
    if (p.grammar->terminals[t] >= WPP_LETTER_PATH)
      right = weights[t] && !memcmp (weights[t], expected[p.grammar->terminals[t] - WPP_LETTER_PATH],
                                     (n_facts + 1) * sizeof **weights);
  for (uint32_t t = 0; t < LETTERS + 3; t++)
    free (weights[t]);
  wpp_grammar_free (p.grammar);
  return right;
}

static unsigned
wrong_run (struct world *w, uint64_t *seed)
{
  n_facts = 1 + unit_random (seed) % (unit_random (seed) % 4 ? 5 : FACTS);
  make_transitions (w, unit_random (seed) % 2, seed);
  make_run (w, seed);
  unsigned wrong = !right_p (w, false, true) + !right_p (w, true, true);
  wpp_transitions_free (w->transitions);
  return wrong;
}

/* Runs that it must leave to others: LETTERS [N].  */
static bool
refused_p (struct world *w, const uint32_t *letters, size_t n)
{
  memcpy (w->run, letters, n * sizeof *letters);
  w->n = n;
  return right_p (w, false, false) && right_p (w, true, false);
}

int
main (void)
{
  static struct world w;
  uint64_t seed = 19;
  unsigned wrong = 0;
  enum { RUNS = 1500, P = WPP_LETTER_PATH };
  for (int i = 0; i < RUNS; i++)
    wrong += wrong_run (&w, &seed);
  CHECK (wrong == 0, "%d random runs, forward and backward", RUNS);

  for (unsigned copies = 0; copies < 2; copies++)
    {
      n_facts = FACTS;
      make_transitions (&w, copies, &seed);
      make_long_run (&w, &seed);
      CHECK (right_p (&w, false, true) && right_p (&w, true, true), "a long run%s", copies ? " with copies" : "");
      wpp_transitions_free (w.transitions);

      n_facts = MAX_FACTS;
      make_transitions (&w, copies, &seed);
      make_wild_run (&w, &seed);
      CHECK (right_p (&w, false, true) && right_p (&w, true, true), "a wild run of many facts%s",
             copies ? " with copies" : "");
      if (!copies)
        {
          repeat_letter (&w);
          CHECK (w.twice && right_p (&w, false, true) && right_p (&w, true, true), "and of a path billions of times");
          w.twice = 0;
        }
      wpp_transitions_free (w.transitions);
    }

  n_facts = 3;
  make_transitions (&w, false, &seed);
  CHECK (refused_p (&w, (uint32_t[]){ P + ENTERS, P + ENTERS, P + LEAVES, P + LEAVES }, 4),
         "activations within each other are left to others");
  CHECK (refused_p (&w, (uint32_t[]){ P + ENTERS, P, P + ENTERS + LEAVES, P + LEAVES }, 4),
         "so are those within others that are of one path");
  CHECK (refused_p (&w, (uint32_t[]){ P + ENTERS, P + ENTERS + KINDS, WPP_LETTER_GAP }, 3),
         "and those that never end");
  CHECK (refused_p (&w, (uint32_t[]){ P + ENTERS, WPP_LETTER_LAND, P + LEAVES }, 3),
         "and non-local transfers");
  wpp_transitions_free (w.transitions);

  /* 0 and 1 exchange their values: a run of that leads to ever other states.  */
  make_transitions (&w, false, &seed);
  w.changes[0][0] = (struct wpp_change){ 0, 1 };
  w.changes[0][1] = (struct wpp_change){ 1, 0 };
  w.steps[0].n = 2;
  w.boundary[0] = 1;
  w.boundary[1] = 0;
  wpp_transitions_then (w.transitions, &w.steps[0]);
  CHECK_QUIET (!wpp_transitions_end (w.transitions, &w.of_letter[0].transition), "out of memory");
  w.changes[ENTERS][0] = (struct wpp_change){ 2, WPP_FROM_NONE };
  w.steps[ENTERS].n = 1;
  wpp_transitions_then (w.transitions, &w.steps[ENTERS]);
  CHECK_QUIET (!wpp_transitions_end (w.transitions, &w.of_letter[ENTERS].transition), "out of memory");
  for (unsigned n = 10; n <= 1000; n *= 100)
    {
      w.n = 0;
      w.run[w.n++] = P + ENTERS;
      for (unsigned i = 0; i < n; i++)
        w.run[w.n++] = P;
      w.run[w.n++] = P + LEAVES;
      CHECK (right_p (&w, false, n < 100), "%u times an exchange", n);
    }
  wpp_transitions_free (w.transitions);
  return unit_done ();
}
