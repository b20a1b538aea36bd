/* Grammars in which some terminals stand for sequences (spell-out.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules keep their numbers.  The rules of the sequences come behind them.  */

#include <stdbool.h>
#include <stdlib.h>
#include "grammar/alphabet.h"
#include "grammar/spell-out.h"
#include "support/error.h"

struct speller
{
  const struct wpp_grammar *from;
  const struct wpp_sequence *sequences;
  uint32_t *symbols;               /* [from->n_terminals] in the result: a terminal or a rule */
  struct wpp_alphabet alphabet;
  uint32_t n_rules;                /* of the result */
  uint64_t n_symbols;
  bool exponents;
};

/* Compute the size of the result.  */
static int
measure (struct speller *s)
{
  const struct wpp_grammar *g = s->from;
  s->n_rules = g->n_rules;
  s->n_symbols = g->start[g->n_rules];
  s->exponents = g->exponents != NULL;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (s->sequences[t].n)
      {
        if (s->n_rules == WPP_RULE)
          return WPP_E_TOOBIG;
        s->symbols[t] = WPP_RULE | s->n_rules++;
        s->n_symbols += s->sequences[t].n;
        for (uint32_t i = 0; i < s->sequences[t].n; i++)
          s->exponents |= s->sequences[t].runs[i].times > 1;
      }
  return 0;
}

static int
allocate (const struct speller *s, struct wpp_grammar *g)
{
  g->start = malloc ((s->n_rules + (size_t) 1) * sizeof *g->start);
  g->symbols = malloc ((s->n_symbols + 1) * sizeof *g->symbols);
  if (s->exponents)
    g->exponents = malloc ((s->n_symbols + 1) * sizeof *g->exponents);
  return g->start && g->symbols && (g->exponents || !s->exponents) ? 0 : WPP_E_NOMEM;
}

/* Append SYMBOL to the last rule of G.  */
static void
append (struct wpp_grammar *g, uint64_t *at, uint32_t symbol, uint32_t exponent)
{
  g->symbols[*at] = symbol;
  if (g->exponents)
    g->exponents[*at] = exponent;
  ++*at;
}

/* Append the rules of the sequences to G, and move *AT to their end.  Events are numbered by first occurrence, as
   terminals are.  */
static int
write_sequences (struct speller *s, struct wpp_grammar *g, uint64_t *at)
{
  int err = wpp_alphabet_init (&s->alphabet);
  for (uint32_t t = 0; t < s->from->n_terminals && !err; t++)
    {
      const struct wpp_sequence *sequence = &s->sequences[t];
      if (sequence->n)
        g->start[g->n_rules++] = *at;
      else
        err = wpp_alphabet_intern (&s->alphabet, s->from->terminals[t], &s->symbols[t]);
      for (uint32_t i = 0; i < sequence->n && !err; i++)
        {
          uint32_t event;
          err = wpp_alphabet_intern (&s->alphabet, sequence->runs[i].event, &event);
          append (g, at, event, sequence->runs[i].times);
        }
    }
  return err;
}

/* Write the rules of the source to G.  */
static void
write_rules (const struct speller *s, struct wpp_grammar *g)
{
  const struct wpp_grammar *from = s->from;
  uint64_t at = 0;
  for (uint32_t r = 0; r < from->n_rules; r++)
    {
      g->start[r] = at;
      for (uint64_t i = from->start[r]; i < from->start[r + 1]; i++)
        append (g, &at, WPP_IS_RULE (from->symbols[i]) ? from->symbols[i] : s->symbols[from->symbols[i]],
                wpp_grammar_exponent (from, i));
    }
}

/* Spell the source out into G, which is zero.  */
static int
spell_out (struct speller *s, struct wpp_grammar *g)
{
  uint64_t at = s->from->start[s->from->n_rules];
  int err = s->symbols ? measure (s) : WPP_E_NOMEM;
  if (!err)
    err = allocate (s, g);
  g->n_rules = s->from->n_rules;
  if (!err)
    err = write_sequences (s, g, &at);
  if (err)
    return err;
  g->start[g->n_rules] = at;
  write_rules (s, g);
  g->n_terminals = s->alphabet.n;
  g->terminals = s->alphabet.events;
  s->alphabet.events = NULL;
  return wpp_grammar_finish (g);
}

struct wpp_grammar *
wpp_grammar_spell_out (const struct wpp_grammar *g, const struct wpp_sequence *sequences, int *err)
{
  struct speller s = { .from = g, .sequences = sequences };
  struct wpp_grammar *result = calloc (1, sizeof *result);
  s.symbols = malloc ((g->n_terminals + (size_t) 1) * sizeof *s.symbols);
  *err = result ? spell_out (&s, result) : WPP_E_NOMEM;
  free (s.symbols);
  wpp_alphabet_release (&s.alphabet);
  if (!*err)
    return result;
  wpp_grammar_free (result);
  return NULL;
}
