/* Unit test of projections: against the expanded sequence, filtered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "activations/projection/project.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

#define FUNCTION 500u /* first path event of the function looked at */
#define N_PATHS 4u

/* Paths FUNCTION + n are ours; other events below 264 enter, leave or both; landings stay;
   the rest is dropped.  */
static uint32_t
letter (void *data, uint32_t event)
{
  bool *landing = data;
  if (event >= FUNCTION && event < FUNCTION + N_PATHS)
    return WPP_LETTER_PATH + event - FUNCTION;
  if (!*landing || event >= 264)
    return 0;
  return event >= 256 ? WPP_LETTER_ENTER + event % 3 : event;
}

struct list
{
  size_t n, at;
  uint32_t *words;
};

static int
compare (void *data, uint32_t event, uint64_t count)
{
  struct list *l = data;
  for (; count > 0; count--, l->at++)
    if (l->at == l->n || l->words[l->at] != event)
      return 1;
  return 0;
}

/* Are the rules of G other than S longer than one, without equal neighbours?  */
static bool
tidy_p (const struct wpp_grammar *g)
{
  for (uint32_t r = 0; r < g->n_rules; r++)
    {
      if (r > 0 && g->start[r + 1] - g->start[r] < 2)
        return false;
      for (uint64_t i = g->start[r]; i + 1 < g->start[r + 1]; i++)
        if (g->symbols[i] == g->symbols[i + 1])
          return false;
    }
  return true;
}

/* Is the projection of EVENTS [N] the list of their letters?  *SYMBOLS [2] is added to: symbols of
   the source and of the projection.  */
static const char *
fault (const uint32_t *events, size_t n, unsigned flags, bool landing, uint64_t *symbols)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = wpp_sequitur_append (s, events, n, NULL);
  struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
  struct wpp_projection *p = wpp_project (g, letter, &landing, landing, &err);
  struct list l = { .words = malloc ((n + 1) * sizeof *l.words) };
  bool occurs = false;
  for (size_t i = 0; i < n; i++)
    if (letter (&landing, events[i]))
      {
        l.words[l.n++] = letter (&landing, events[i]);
        occurs |= l.words[l.n - 1] >= WPP_LETTER_PATH;
      }
  const char *what = NULL;
  if (!p || p->landing != landing)
    what = "no projection";
  else if (occurs != (p->grammar != NULL))
    what = "occurrence of the function";
  else if (p->grammar)
    {
      if (wpp_grammar_expand (p->grammar, 0, compare, &l) || l.at != l.n)
        what = "expansion";
      else if (!tidy_p (p->grammar))
        what = "short rules or equal neighbours";
      else if (p->grammar->terminals[0] != l.words[0])
        what = "order of terminals";
      symbols[0] += g->start[g->n_rules];
      symbols[1] += p->grammar->start[p->grammar->n_rules];
    }
  free (l.words);
  wpp_projection_free (p);
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
  return what;
}

/* A random event; OURS in 8 are the function's.  */
static uint32_t
draw (uint64_t *rng, uint32_t ours)
{
  if (unit_random (rng) % 8 < ours)
    return FUNCTION + unit_random (rng) % N_PATHS;
  return unit_random (rng) % 3 ? 256 + unit_random (rng) % 16 : 15 + unit_random (rng) % 5;
}

static void
test_random (void)
{
  uint64_t rng = 6, symbols[2] = { 0 };
  const char *what = NULL;
  for (uint32_t round = 0; round < 2000 && !what; round++)
    {
      uint32_t events[400];
      size_t n = unit_random (&rng) % 400, period = 1 + unit_random (&rng) % 40;
      for (size_t i = 0; i < n; i++)
        events[i] = i < period || unit_random (&rng) % 16 == 0 ? draw (&rng, round % 7)
                                                               : events[i - period];
      what = fault (events, n, round / 7 % 4, round / 28 % 2, symbols);
    }
  CHECK (!what, "projections expand to the filtered sequence%s%s", what ? ": " : "",
         what ? what : "");
  CHECK (symbols[1] < symbols[0], "and are smaller than their sources");
}

static struct wpp_grammar *
make (uint32_t n_rules, const uint64_t *start, const uint32_t *symbols, const uint32_t *exponents,
      uint32_t n_terminals, const uint32_t *terminals)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint64_t n = start[n_rules];
  g->n_rules = n_rules;
  g->n_terminals = n_terminals;
  g->start = memcpy (malloc ((n_rules + 1) * sizeof *start), start, (n_rules + 1) * sizeof *start);
  g->symbols = memcpy (malloc (n * 4), symbols, n * 4);
  g->exponents = memcpy (malloc (n * 4), exponents, n * 4);
  g->terminals = memcpy (malloc (n_terminals * 4), terminals, n_terminals * 4);
  CHECK (wpp_grammar_finish (g) == 0, "source grammar");
  return g;
}

/* S -> A^2 x A, A -> B^3 x, B -> f x f: f is ours, x is dropped.  */
static void
test_shape (void)
{
  uint32_t terminals[] = { FUNCTION, 600 }, exponents[] = { 2, 1, 1, 3, 1, 1, 1, 1 };
  uint32_t symbols[] = { WPP_RULE | 1, 1, WPP_RULE | 1, WPP_RULE | 2, 1, 0, 1, 0 };
  uint64_t start[] = { 0, 3, 5, 8 };
  bool landing = false;
  int err;
  struct wpp_grammar *g = make (3, start, symbols, exponents, 2, terminals);
  struct wpp_projection *p = wpp_project (g, letter, &landing, false, &err);
  CHECK (p && p->grammar->n_rules == 1 && p->grammar->start[1] == 1
             && p->grammar->exponents[0] == 18 && p->grammar->n_terminals == 1,
         "all that is one letter becomes a run");
  wpp_projection_free (p);
  wpp_grammar_free (g);
}

/* S -> A^2^31 x A^2^31, A -> f^4 x: the run does not fit an exponent.  */
static void
test_long_run (void)
{
  uint32_t terminals[] = { FUNCTION, 600 }, exponents[] = { 1u << 31, 1, 1u << 31, 4, 1 };
  uint32_t symbols[] = { WPP_RULE | 1, 1, WPP_RULE | 1, 0, 1 };
  uint64_t start[] = { 0, 3, 5 };
  bool landing = false;
  int err;
  struct wpp_grammar *g = make (2, start, symbols, exponents, 2, terminals);
  struct wpp_projection *p = wpp_project (g, letter, &landing, false, &err);
  CHECK (p && p->grammar->length[0] == (uint64_t)1 << 34, "a run that fits no exponent");
  wpp_projection_free (p);
  wpp_grammar_free (g);
}

/* S -> A x, A -> f g: S would be a rule of one symbol.  */
static void
test_start (void)
{
  uint32_t terminals[] = { FUNCTION, FUNCTION + 1, 600 }, exponents[] = { 1, 1, 1, 1 };
  uint32_t symbols[] = { WPP_RULE | 1, 2, 0, 1 };
  uint64_t start[] = { 0, 2, 4 };
  bool landing = false;
  int err;
  struct wpp_grammar *g = make (2, start, symbols, exponents, 3, terminals);
  struct wpp_projection *p = wpp_project (g, letter, &landing, false, &err);
  CHECK (p && p->grammar->n_rules == 1 && p->grammar->length[0] == 2 && !p->grammar->exponents,
         "S takes over the only rule that is left");
  wpp_projection_free (p);
  wpp_grammar_free (g);
}

int
main (void)
{
  test_shape ();
  test_long_run ();
  test_start ();
  test_random ();
  wpp_projection_free (NULL);
  return unit_done ();
}
