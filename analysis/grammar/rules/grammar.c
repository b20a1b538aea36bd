/* Grammars as flat arrays: checking, derived figures, concatenation.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing here recurses: a grammar read from a file may be as deep as it is
   long.  Bottom-up work goes through `order', top-down work through it
   backwards.  */

#include <stdlib.h>
#include <string.h>

#include "grammar/rules/alphabet.h"
#include "base/array.h"
#include "base/error.h"
#include "grammar/rules/grammar.h"
#include "base/saturate.h"

/* ---- finish  */

static int
compare_words (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Are G's terminals distinct?  They are sorted and not hashed, because the words of a hostile file may have
   been chosen to collide.  */
static int
check_terminals (const struct wpp_grammar *g)
{
  if (g->n_terminals > WPP_RULE)
    return WPP_E_CORRUPT;
  if (g->n_terminals < 2)
    return 0;
  uint32_t *sorted = malloc (g->n_terminals * sizeof *sorted);
  if (!sorted)
    return WPP_E_NOMEM;
  memcpy (sorted, g->terminals, g->n_terminals * sizeof *sorted);
  qsort (sorted, g->n_terminals, sizeof *sorted, compare_words);
  int err = 0;
  for (uint32_t i = 1; i < g->n_terminals && !err; i++)
    if (sorted[i] == sorted[i - 1])
      err = WPP_E_CORRUPT;
  free (sorted);
  return err;
}

/* Check the rules of G, and count in USES [n_rules] how often each is used.  */
static int
check_rules (const struct wpp_grammar *g, uint64_t *uses)
{
  for (uint32_t r = 0; r < g->n_rules; r++)
    if (g->start[r + 1] < g->start[r] || (r > 0 && g->start[r + 1] == g->start[r]))
      return WPP_E_CORRUPT;
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    {
      uint32_t s = g->symbols[i];
      if (WPP_IS_RULE (s) ? WPP_RULE_INDEX (s) >= g->n_rules : s >= g->n_terminals)
        return WPP_E_CORRUPT;
      if (wpp_grammar_exponent (g, i) == 0)
        return WPP_E_CORRUPT;
      if (WPP_IS_RULE (s))
        uses[WPP_RULE_INDEX (s)]++;
    }
  for (uint32_t r = 0; r < g->n_rules; r++)
    if ((uses[r] == 0) != (r == 0))
      return WPP_E_CORRUPT;
  return 0;
}

/* Fill G's order from its end: a rule comes once all rules that use it have come.  Rules of a cycle, and those
   below it, are never reached.  */
static int
sort_rules (struct wpp_grammar *g, uint64_t *uses)
{
  uint32_t head = g->n_rules - 1, tail = head; /* order[tail .. head] is ready */
  g->order[tail] = 0;
  for (;; head--)
    {
      uint32_t r = g->order[head];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        if (WPP_IS_RULE (g->symbols[i]) && --uses[WPP_RULE_INDEX (g->symbols[i])] == 0)
          g->order[--tail] = WPP_RULE_INDEX (g->symbols[i]);
      if (head == 0)
        return 0;
      if (head == tail)
        return WPP_E_CORRUPT;
    }
}

uint64_t
wpp_grammar_symbol_length (const struct wpp_grammar *g, uint64_t i)
{
  uint32_t s = g->symbols[i];
  uint64_t length = WPP_IS_RULE (s) ? g->length[WPP_RULE_INDEX (s)] : 1;
  return wpp_saturating_product (length, wpp_grammar_exponent (g, i));
}

static void
compute_lengths (struct wpp_grammar *g)
{
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      g->length[r] = 0;
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        g->length[r] = wpp_saturating_add (g->length[r], wpp_grammar_symbol_length (g, i));
    }
}

/* Add to *COUNT the occurrences of the Ith symbol of G, which is on the right-hand side of rule R.  */
static void
add_occurrences (const struct wpp_grammar *g, uint32_t r, uint64_t i, uint64_t *count)
{
  uint64_t more = wpp_saturating_product (g->frequency[r], wpp_grammar_exponent (g, i));
  *count = wpp_saturating_add (*count, more);
}

static void
compute_frequencies (struct wpp_grammar *g)
{
  memset (g->frequency, 0, g->n_rules * sizeof *g->frequency);
  g->frequency[0] = 1;
  for (uint32_t k = g->n_rules; k-- > 0;)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        if (WPP_IS_RULE (g->symbols[i]))
          add_occurrences (g, r, i, &g->frequency[WPP_RULE_INDEX (g->symbols[i])]);
    }
}

static void
free_derived (struct wpp_grammar *g)
{
  free (g->order);
  free (g->length);
  free (g->frequency);
  g->order = NULL;
  g->length = g->frequency = NULL;
}

int
wpp_grammar_finish (struct wpp_grammar *g)
{
  free_derived (g);
  if (g->n_rules == 0 || g->n_rules > WPP_RULE || g->start[0] != 0)
    return WPP_E_CORRUPT;
  int err = check_terminals (g);
  if (err)
    return err;

  uint64_t *uses = calloc (g->n_rules, sizeof *uses);
  g->order = calloc (g->n_rules, sizeof *g->order);
  g->length = calloc (g->n_rules, sizeof *g->length);
  g->frequency = calloc (g->n_rules, sizeof *g->frequency);
  if (!uses || !g->order || !g->length || !g->frequency)
    err = WPP_E_NOMEM;
  if (!err)
    err = check_rules (g, uses);
  if (!err)
    err = sort_rules (g, uses);
  if (!err)
    {
      compute_lengths (g);
      compute_frequencies (g);
    }
  else
    free_derived (g);
  free (uses);
  return err;
}

/* Are the symbols of RULE valid, and do all rules among them have greater numbers?  Mark these in USED [n_rules].  */
static bool
sorted_rule_p (const struct wpp_grammar *g, uint32_t rule, bool *used)
{
  uint32_t wrong = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t s = g->symbols[i], r = WPP_RULE_INDEX (s);
      wrong |= wpp_grammar_exponent (g, i) == 0;
      if (!WPP_IS_RULE (s))
        wrong |= s >= g->n_terminals;
      else if (r > rule && r < g->n_rules)
        used[r] = true;
      else
        wrong = 1;
    }
  return !wrong;
}

int
wpp_grammar_finish_sorted (struct wpp_grammar *g, bool *used)
{
  free_derived (g);
  if (g->n_rules == 0 || g->n_rules > WPP_RULE || g->start[0] != 0)
    return WPP_E_CORRUPT;
  int err = check_terminals (g);
  g->order = calloc (g->n_rules, sizeof *g->order);
  if (!err && !g->order)
    err = WPP_E_NOMEM;
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    {
      bool empty = r > 0 && g->start[r + 1] == g->start[r];
      if (g->start[r + 1] < g->start[r] || empty || (r > 0 && (!used[r] || !sorted_rule_p (g, r, used))))
        err = WPP_E_CORRUPT;
      g->order[g->n_rules - 1 - r] = r;
    }
  if (err)
    free_derived (g);
  return err;
}

void
wpp_grammar_free (struct wpp_grammar *g)
{
  if (!g)
    return;
  free_derived (g);
  free (g->terminals);
  free (g->start);
  free (g->symbols);
  free (g->exponents);
  free (g);
}

void
wpp_grammar_terminal_counts (const struct wpp_grammar *g, uint64_t *counts)
{
  memset (counts, 0, g->n_terminals * sizeof *counts);
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
      if (!WPP_IS_RULE (g->symbols[i]))
        add_occurrences (g, r, i, &counts[g->symbols[i]]);
}

/* ---- Concatenation.  */

/* Sizes of the grammar of all parts; empty parts are left out.  */
static int
concatenated_sizes (struct wpp_grammar *const *parts, size_t n, uint64_t *rules, uint64_t *symbols)
{
  *rules = 1;
  *symbols = 0;
  for (size_t k = 0; k < n; k++)
    if (parts[k]->length[0] > 0)
      {
        *rules += parts[k]->n_rules;
        *symbols += parts[k]->start[parts[k]->n_rules] + 1;
      }
  if (*rules > WPP_RULE)
    return WPP_E_TOOBIG;
  return 0;
}

/* Append the rules of PART to G, whose rules so far end at *AT; ALPHABET numbers the
   terminals of all parts.  */
static int
copy_part (struct wpp_grammar *g, uint64_t *at, const struct wpp_grammar *part,
           struct wpp_alphabet *alphabet)
{
  uint32_t *map = malloc (part->n_terminals * sizeof *map);
  if (!map)
    return WPP_E_NOMEM;
  int err = 0;
  for (uint32_t t = 0; t < part->n_terminals && !err; t++)
    err = wpp_alphabet_intern (alphabet, part->terminals[t], &map[t]);
  for (uint32_t r = 0; r < part->n_rules && !err; r++)
    {
      for (uint64_t i = part->start[r]; i < part->start[r + 1]; i++, ++*at)
        {
          uint32_t s = part->symbols[i];
          g->symbols[*at] = WPP_IS_RULE (s) ? s + g->n_rules : map[s];
          if (g->exponents)
            g->exponents[*at] = wpp_grammar_exponent (part, i);
        }
      g->start[g->n_rules + r + 1] = *at;
    }
  g->n_rules += part->n_rules;
  free (map);
  return err;
}

/* Write S: the S of each part once.  Return its length.  */
static uint64_t
write_start (struct wpp_grammar *g, struct wpp_grammar *const *parts, size_t n)
{
  uint64_t at = 0;
  uint32_t rule = 1;
  for (size_t k = 0; k < n; k++)
    if (parts[k]->length[0] > 0)
      {
        g->symbols[at] = WPP_RULE | rule;
        if (g->exponents)
          g->exponents[at] = 1;
        rule += parts[k]->n_rules;
        at++;
      }
  g->start[0] = 0;
  g->start[1] = at;
  g->n_rules = 1;
  return at;
}

/* Concatenate PARTS [N] into G, which is zero.  */
static int
concatenate (struct wpp_grammar *g, struct wpp_grammar *const *parts, size_t n)
{
  uint64_t rules, symbols;
  int err = concatenated_sizes (parts, n, &rules, &symbols);
  if (err)
    return err;
  bool exponents = false;
  for (size_t k = 0; k < n; k++)
    exponents |= parts[k]->exponents != NULL;
  g->start = calloc (rules + 1, sizeof *g->start);
  g->symbols = calloc (symbols + 1, sizeof *g->symbols);
  if (exponents)
    g->exponents = calloc (symbols + 1, sizeof *g->exponents);
  struct wpp_alphabet alphabet;
  if (!g->start || !g->symbols || (exponents && !g->exponents))
    return WPP_E_NOMEM;
  err = wpp_alphabet_init (&alphabet);
  if (err)
    return err;
  uint64_t at = write_start (g, parts, n);
  for (size_t k = 0; k < n && !err; k++)
    if (parts[k]->length[0] > 0)
      err = copy_part (g, &at, parts[k], &alphabet);
  g->n_terminals = alphabet.n;
  g->terminals = alphabet.events;
  alphabet.events = NULL;
  wpp_alphabet_release (&alphabet);
  return err ? err : wpp_grammar_finish (g);
}

struct wpp_grammar *
wpp_grammar_concatenate (struct wpp_grammar *const *parts, size_t n, int *err)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *err = g ? concatenate (g, parts, n) : WPP_E_NOMEM;
  if (*err)
    {
      wpp_grammar_free (g);
      return NULL;
    }
  return g;
}
