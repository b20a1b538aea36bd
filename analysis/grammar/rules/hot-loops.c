/* Hot loops and subpaths, each once (hot-loops.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/rules/hot-loops.h"
#include "grammar/rules/neighbours.h"
#include "base/array.h"
#include "base/far/far.h"
#include "base/error.h"
#include "base/saturate.h"

struct finder
{
  const struct wpp_hot_options *options;
  struct wpp_grammar letters;      /* the grammar of letters; a letter that is none of HOT's is a barrier */
  struct wpp_neighbour *before, *after; /* [letters] */
  bool *taken;                     /* [letters] by a word that has been looked at */
  bool *owned;                     /* [letters] by one of HOT's */
  size_t room;
  struct wpp_hot_loops *hot;
};

/* ---- Letters.  */

struct member
{
  uint64_t group;
  uint32_t terminal;
};

static int
compare_members (const void *a, const void *b)
{
  const struct member *x = a, *y = b;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return x->terminal < y->terminal ? -1 : x->terminal > y->terminal;
}

/* Set LETTER [n_terminals] to the letter of each terminal of G: those of paths come first.  Return how many are of
   paths, and set *ALL to the number of all; or -1 when out of memory.  */
static int64_t
number_letters (const struct wpp_grammar *g, const uint32_t *cost, const uint64_t *group, uint32_t *letter,
                uint32_t *all)
{
  uint32_t n = 0;
  size_t k = 0;
  struct member *members = calloc (g->n_terminals + (size_t)1, sizeof *members);
  if (!members)
    return -1;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (cost[t] != WPP_HOT_BARRIER && group[t] != WPP_NO_GROUP)
      members[k++] = (struct member){ group[t], t };
    else if (cost[t] != WPP_HOT_BARRIER)
      letter[t] = n++;
  if (k)
    qsort (members, k, sizeof *members, compare_members);
  for (size_t i = 0; i < k; i++)
    {
      n += i == 0 || members[i].group != members[i - 1].group;
      letter[members[i].terminal] = n - 1;
    }
  free (members);
  *all = n;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (cost[t] == WPP_HOT_BARRIER)
      letter[t] = (*all)++;
  return n;
}

struct counted
{
  uint64_t count;
  uint32_t event;
};

static int
compare_counted (const void *a, const void *b)
{
  const struct counted *x = a, *y = b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* Put the terminals of L in order.  */
static int
sort_letter (struct wpp_hot_letter *l)
{
  struct counted *c = calloc (l->n, sizeof *c);
  if (!c)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < l->n; i++)
    c[i] = (struct counted){ l->counts[i], l->events[i] };
  qsort (c, l->n, sizeof *c, compare_counted);
  for (uint32_t i = 0; i < l->n; i++)
    {
      l->counts[i] = c[i].count;
      l->events[i] = c[i].event;
    }
  free (c);
  return 0;
}

/* Describe the N letters of G in HOT; COUNTS [n_terminals].  */
static int
describe_letters (struct wpp_hot_loops *hot, const struct wpp_grammar *g, const uint32_t *cost, const uint32_t *letter,
                  const uint64_t *counts)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (letter[t] < hot->n_letters)
      hot->letters[letter[t]].n++;
  for (uint32_t i = 0; i < hot->n_letters; i++)
    {
      struct wpp_hot_letter *l = &hot->letters[i];
      l->events = calloc (l->n, sizeof *l->events);
      l->counts = calloc (l->n, sizeof *l->counts);
      if (!l->events || !l->counts)
        return WPP_E_NOMEM;
      l->n = 0;
    }
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (letter[t] < hot->n_letters)
      {
        struct wpp_hot_letter *l = &hot->letters[letter[t]];
        l->events[l->n] = g->terminals[t];
        l->counts[l->n++] = counts[t];
        l->count = wpp_saturating_add (l->count, counts[t]);
        l->cost = wpp_saturating_add (l->cost, wpp_saturating_product (counts[t], cost[t]));
      }
  int err = 0;
  for (uint32_t i = 0; i < hot->n_letters && !err; i++)
    err = sort_letter (&hot->letters[i]);
  return err;
}

/* Make F's grammar of letters: rules and what is derived of them are G's.  */
static int
make_grammar (struct finder *f, const struct wpp_grammar *g, const uint32_t *letter, uint32_t n)
{
  uint64_t size = g->start[g->n_rules];
  f->letters = *g;
  f->letters.n_terminals = n;
  f->letters.terminals = NULL;
  f->letters.symbols = calloc (size + 1, sizeof *f->letters.symbols);
  f->before = calloc (n + (size_t)1, sizeof *f->before);
  f->after = calloc (n + (size_t)1, sizeof *f->after);
  f->taken = calloc (n + (size_t)1, sizeof *f->taken);
  f->owned = calloc (n + (size_t)1, sizeof *f->owned);
  if (!f->letters.symbols || !f->before || !f->after || !f->taken || !f->owned)
    return WPP_E_NOMEM;
  for (uint64_t i = 0; i < size; i++)
    f->letters.symbols[i] = WPP_IS_RULE (g->symbols[i]) ? g->symbols[i] : letter[g->symbols[i]];
  return wpp_grammar_neighbours (&f->letters, f->before, f->after);
}

/* ---- Words.  */

/* The letter that NEXT, of the neighbours of LETTER, says, unless *LEFT, of an estimated share of the seed's
   executions, gets too small.  A letter that comes after itself is a run of its own.  */
static uint32_t
follow (const struct finder *f, const struct wpp_neighbour *next, uint32_t letter, double *left)
{
  uint32_t to = next[letter].terminal;
  if (to >= f->hot->n_letters || to == letter)
    return WPP_NO_NEIGHBOUR;
  *left *= (double)next[letter].count / (double)f->hot->letters[letter].count;
  return *left < 0.5 ? WPP_NO_NEIGHBOUR : to;
}

/* Make of WORD, which has room for max_length letters and has SEED, a longer one.  Return its length.  */
static uint32_t
grow (const struct finder *f, uint32_t seed, uint32_t *word)
{
  uint32_t n = 1, most = f->options->max_length, to;
  double left = 1;
  word[0] = seed;
  if (f->after[seed].terminal == seed && 2 * f->after[seed].count >= f->hot->letters[seed].count)
    return 1;
  while (n < most && (to = follow (f, f->after, word[n - 1], &left)) != WPP_NO_NEIGHBOUR)
    {
      word[n++] = to;
      if (wpp_word_period (word, n) < n)
        return wpp_word_period (word, n);
    }
  left = 1;
  while (n < most && (to = follow (f, f->before, word[0], &left)) != WPP_NO_NEIGHBOUR)
    {
      memmove (word + 1, word, n++ * sizeof *word);
      word[0] = to;
      if (wpp_word_period (word, n) < n)
        return wpp_word_period (word, n);
    }
  return n;
}

/* What WORDS times W cost; if OWN, without the letters that other words own.  */
static uint64_t
cost_of (const struct finder *f, const struct wpp_hot_word *w, uint64_t words, bool own)
{
  uint64_t cost = 0;
  for (uint32_t i = 0; i < w->length; i++)
    {
      const struct wpp_hot_letter *l = &f->hot->letters[w->letters[i]];
      double share = l->count ? (double)words / (double)l->count : 0;
      if (own && f->owned[w->letters[i]])
        continue;
      cost = wpp_saturating_add (cost, words >= l->count ? l->cost : (uint64_t)((double)l->cost * share));
    }
  return cost;
}

/* What W could own at most.  */
static uint64_t
bound (const struct finder *f, const struct wpp_hot_word *w)
{
  uint64_t cost = 0;
  for (uint32_t i = 0; i < w->length; i++)
    if (!f->owned[w->letters[i]])
      cost = wpp_saturating_add (cost, f->hot->letters[w->letters[i]].cost);
  return cost;
}

static uint64_t
longest_run (const struct wpp_hot_word *w)
{
  return w->runs.n ? wpp_saturating_product (w->runs.list[w->runs.n - 1].length, w->length) : 0;
}

/* Look at the word of SEED; it is W if it is hot.  Return whether it is, or an error.  */
static int
try_seed (struct finder *f, uint32_t seed, struct wpp_hot_word *w)
{
  *w = (struct wpp_hot_word){ .letters = calloc (f->options->max_length + (size_t)1, sizeof *w->letters) };
  if (!w->letters)
    return WPP_E_NOMEM;
  w->length = grow (f, seed, w->letters);
  wpp_word_turn (w->letters, w->length);
  bool any = bound (f, w) >= f->options->min_cost;
  int err = any ? wpp_grammar_repeats (&f->letters, w->letters, w->length, &w->runs) : 0;
  uint64_t words = wpp_run_lengths_words (&w->runs);
  w->cost = cost_of (f, w, words, false);
  w->own = cost_of (f, w, words, true);
  for (uint32_t i = 0; i < w->length; i++)
    f->taken[w->letters[i]] |= any;
  f->taken[seed] = true;
  return err ? err : any && words && w->own >= f->options->min_cost && longest_run (w) >= f->options->min_length;
}

static void
release_word (struct wpp_hot_word *w)
{
  free (w->letters);
  wpp_run_lengths_release (&w->runs);
}

static int
add_word (struct finder *f, struct wpp_hot_word *w)
{
  if (WPP_RESERVE (f->hot->words, f->room, f->hot->n, 1))
    return WPP_E_NOMEM;
  f->hot->words[f->hot->n++] = *w;
  for (uint32_t i = 0; i < w->length; i++)
    f->owned[w->letters[i]] = true;
  return 0;
}

struct seed
{
  uint64_t cost;
  uint32_t letter;
};

static int
compare_seeds (const void *a, const void *b)
{
  const struct seed *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->letter < y->letter ? -1 : x->letter > y->letter;
}

static int
compare_words (const void *a, const void *b)
{
  const struct wpp_hot_word *x = a, *y = b;
  if (x->own != y->own)
    return x->own > y->own ? -1 : 1;
  return x->letters[0] < y->letters[0] ? -1 : x->letters[0] > y->letters[0];
}

/* Seeds whose words cannot own enough are passed over.  */
static int
find_words (struct finder *f)
{
  struct wpp_hot_loops *hot = f->hot;
  struct seed *seeds = calloc (hot->n_letters + (size_t)1, sizeof *seeds);
  int err = seeds ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < hot->n_letters && !err; i++)
    seeds[i] = (struct seed){ hot->letters[i].cost, i };
  if (!err)
    qsort (seeds, hot->n_letters, sizeof *seeds, compare_seeds);
  uint32_t left = f->options->most_seeds ? f->options->most_seeds : UINT32_MAX;
  for (uint32_t i = 0; i < hot->n_letters && left && !err; i++)
    {
      struct wpp_hot_word w;
      if (f->taken[seeds[i].letter] || seeds[i].cost < f->options->min_cost / f->options->max_length)
        continue;
      int found = try_seed (f, seeds[i].letter, &w);
      left--;
      if (f->options->most_seeds)
        wpp_far (f->options->most_seeds - left, f->options->most_seeds);
      err = found < 0 ? found : found ? add_word (f, &w) : 0;
      if (found <= 0 || err)
        release_word (&w);
    }
  free (seeds);
  if (!err && hot->n)
    qsort (hot->words, hot->n, sizeof *hot->words, compare_words);
  return err;
}

int
wpp_hot_loops_find (const struct wpp_grammar *g, const uint32_t *cost, const uint64_t *group,
                    const struct wpp_hot_options *options, struct wpp_hot_loops *hot)
{
  struct finder f = { .options = options, .hot = hot };
  uint32_t all = 0;
  uint32_t *letter = calloc (g->n_terminals + (size_t)1, sizeof *letter);
  uint64_t *counts = calloc (g->n_terminals + (size_t)1, sizeof *counts);
  *hot = (struct wpp_hot_loops){ 0 };
  int64_t n = letter && counts ? number_letters (g, cost, group, letter, &all) : -1;
  hot->n_letters = n < 0 ? 0 : (uint32_t)n;
  hot->letters = calloc (hot->n_letters + (size_t)1, sizeof *hot->letters);
  int err = n < 0 || !hot->letters ? WPP_E_NOMEM : 0;
  if (!err)
    {
      wpp_grammar_terminal_counts (g, counts);
      err = describe_letters (hot, g, cost, letter, counts);
    }
  if (!err)
    err = make_grammar (&f, g, letter, all);
  if (!err)
    err = find_words (&f);
  free (letter);
  free (counts);
  free (f.letters.symbols);
  free (f.before);
  free (f.after);
  free (f.taken);
  free (f.owned);
  if (err)
    wpp_hot_loops_release (hot);
  return err;
}

void
wpp_hot_loops_release (struct wpp_hot_loops *hot)
{
  for (uint32_t i = 0; hot->letters && i < hot->n_letters; i++)
    {
      free (hot->letters[i].events);
      free (hot->letters[i].counts);
    }
  for (size_t i = 0; i < hot->n; i++)
    release_word (&hot->words[i]);
  free (hot->letters);
  free (hot->words);
  *hot = (struct wpp_hot_loops){ 0 };
}
