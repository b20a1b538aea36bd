/* Random threads: grammars of paths of a few functions and of control events, which need not fit each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_THREADS_H
#define WPP_TESTSUITE_UNIT_MAKE_THREADS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "activations/machine/machine.h"
#include "format/event.h"
#include "grammar/rules/grammar.h"
#include "unit.h"

enum
{
  THREAD_FUNCTIONS = 4,
  THREAD_PATHS = 8,        /* of each: path N enters if N & 1, leaves if N & 2 */
  THREAD_RULES = 7,
  THREAD_SYMBOLS = 6,      /* of a rule, at most */
  THREAD_TERMINALS = 24
};

/* The first two are landing-capable.  */
static inline struct wpp_step
thread_step (uint32_t event)
{
  uint32_t path = (event - WPP_EVENT_FIRST_PATH) % THREAD_PATHS;
  uint32_t function = (event - WPP_EVENT_FIRST_PATH) / THREAD_PATHS;
  return (struct wpp_step){ .function = function, .enters = path & 1, .leaves = path & 2,
                            .landing = function < 2, .place = path + 1 };
}

static inline uint32_t
thread_event (uint64_t *seed, bool lands, bool gaps)
{
  if (lands && unit_random (seed) % 8 == 0)
    return unit_random (seed) % 12 ? WPP_EVENT_LAND + unit_random (seed) % 4 : WPP_EVENT_LAND_MORE;
  if (gaps && unit_random (seed) % 24 == 0)
    return WPP_EVENT_GAP;
  uint32_t kind = unit_random (seed) % 8;
  return WPP_EVENT_FIRST_PATH + unit_random (seed) % THREAD_FUNCTIONS * THREAD_PATHS
         + (unit_random (seed) & 4) + (kind < 3 ? 1 : kind < 6 ? 2 : kind == 6 ? 0 : 3);
}

static inline uint32_t
thread_exponent (uint64_t *seed)
{
  uint32_t kind = unit_random (seed) % 16;
  return kind < 11 ? 1 : kind < 15 ? 2 + unit_random (seed) % 4 : 2 + unit_random (seed) % 60;
}

/* A grammar of at most MOST events; null when out of memory.  Each rule uses the next one, and maybe others.  */
static inline struct wpp_grammar *
thread_grammar (uint64_t *seed, bool lands, bool gaps, uint64_t most)
{
  for (;;)
    {
      struct wpp_grammar *g = calloc (1, sizeof *g);
      uint32_t n_rules = 1 + unit_random (seed) % THREAD_RULES;
      g->terminals = malloc (THREAD_TERMINALS * sizeof *g->terminals);
      g->start = calloc (n_rules + 1, sizeof *g->start);
      g->symbols = malloc (n_rules * THREAD_SYMBOLS * sizeof *g->symbols);
      g->exponents = malloc (n_rules * THREAD_SYMBOLS * sizeof *g->exponents);
      for (unsigned i = 0; i < THREAD_TERMINALS; i++)
        {
          uint32_t event = thread_event (seed, lands, gaps), t = 0;
          while (t < g->n_terminals && g->terminals[t] != event)
            t++;
          g->terminals[t] = event;
          g->n_terminals += t == g->n_terminals;
        }
      for (uint32_t r = 0; r < n_rules; r++)
        {
          uint64_t at = g->start[r], n = 1 + unit_random (seed) % THREAD_SYMBOLS;
          uint64_t next = at + unit_random (seed) % n;
          for (uint64_t end = at + n; at < end; at++)
            {
              bool rule = r + 1 < n_rules && (at == next || unit_random (seed) % 4 == 0);
              g->symbols[at] = !rule         ? unit_random (seed) % g->n_terminals
                               : at == next ? WPP_RULE | (r + 1)
                                             : WPP_RULE | (r + 1 + unit_random (seed) % (n_rules - r - 1));
              g->exponents[at] = thread_exponent (seed);
            }
          g->start[r + 1] = at;
        }
      g->n_rules = n_rules;
      if (!wpp_grammar_finish (g) && g->length[0] <= most)
        return g;
      wpp_grammar_free (g);
    }
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_THREADS_H */
