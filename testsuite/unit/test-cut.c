/* Grammars that are cut: their parts have the events that are between the cuts, and no others.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/cut-grammar.h"
#include "make-grammar.h"
#include "unit.h"

#define MOST 3000u

/* Make N events that repeat themselves.  */
static void
make_events (uint64_t *state, uint32_t *events, size_t n)
{
  for (size_t i = 0; i < n;)
    if (i > 40 && unit_random (state) % 3)
      {
        size_t length = 1 + unit_random (state) % 40, from = unit_random (state) % (i - length + 1);
        for (size_t k = 0; k < length && i < n; k++)
          events[i++] = events[from + k];
      }
    else
      events[i++] = 100 + unit_random (state) % 5;
}

/* Are the counts of each part of CUT those of the EVENTS [N] between the POSITIONS?  */
static bool
parts_right_p (const struct wpp_cut_grammar *cut, const uint32_t *events, size_t n, const uint64_t *positions)
{
  const struct wpp_grammar *g = &cut->grammar;
  uint64_t *weights = calloc (g->n_rules, sizeof *weights);
  bool right = true;
  for (size_t part = 0; part <= cut->n; part++)
    {
      uint64_t counts[8] = { 0 }, expected[8] = { 0 };
      size_t from = part ? positions[part - 1] : 0, end = part < cut->n ? positions[part] : n;
      wpp_cut_counts (cut, part ? cut->at[part - 1] : 0, part < cut->n ? cut->at[part] : g->start[1], weights, counts);
      for (size_t i = from; i < end; i++)
        for (uint32_t t = 0; t < g->n_terminals; t++)
          expected[t] += g->terminals[t] == events[i];
      right &= !memcmp (counts, expected, sizeof counts);
    }
  free (weights);
  return right;
}

int
main (void)
{
  uint64_t state = 7;
  static uint32_t events[MOST];
  bool made = true, right = true;
  for (unsigned round = 0; round < 300 && made; round++)
    {
      size_t n = 1 + unit_random (&state) % MOST, n_positions = 0;
      uint64_t positions[20];
      make_events (&state, events, n);
      for (uint64_t at = unit_random (&state) % 50; at < n && n_positions < 20; at += unit_random (&state) % 400)
        positions[n_positions++] = at;
      struct wpp_grammar *g = grammar_of (events, n);
      struct wpp_cut_grammar cut;
      made = g && !wpp_grammar_cut (g, positions, n_positions, &cut);
      right &= made && parts_right_p (&cut, events, n, positions);
      if (made)
        wpp_cut_grammar_release (&cut);
      wpp_grammar_free (g);
    }
  CHECK (made, "grammars are cut");
  CHECK (right, "parts have the events between the cuts");
  return unit_done ();
}
