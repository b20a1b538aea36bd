/* Hot subpaths: the paper's example, and random grammars against the expanded trace.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grammar/rules/hot-loops.h"
#include "grammar/rules/hot.h"
#include "grammar/rules/repeats.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

#define MAX_RULES 12
#define MAX_BODY 10
#define BARRIER_EVENT 17u

/* ---- Grammars written down or thrown.  */

struct draft
{
  uint32_t n_rules, n_terminals;
  uint32_t n[MAX_RULES];
  uint32_t symbols[MAX_RULES][MAX_BODY], exponents[MAX_RULES][MAX_BODY];
};

static void
draft_add (struct draft *d, uint32_t rule, uint32_t symbol, uint32_t exponent)
{
  d->symbols[rule][d->n[rule]] = symbol;
  d->exponents[rule][d->n[rule]++] = exponent;
}

/* A grammar of D, finished; terminal t is event 1000 + t, the last one BARRIER_EVENT
   when BARRIER.  */
static struct wpp_grammar *
grammar_of (const struct draft *d, bool barrier)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_terminals = d->n_terminals;
  g->terminals = malloc ((d->n_terminals + 1) * sizeof *g->terminals);
  for (uint32_t t = 0; t < d->n_terminals; t++)
    g->terminals[t] = barrier && t + 1 == d->n_terminals ? BARRIER_EVENT : 1000 + t;
  g->n_rules = d->n_rules;
  g->start = calloc (d->n_rules + 1, sizeof *g->start);
  for (uint32_t r = 0; r < d->n_rules; r++)
    g->start[r + 1] = g->start[r] + d->n[r];
  g->symbols = malloc ((g->start[d->n_rules] + 1) * sizeof *g->symbols);
  g->exponents = malloc ((g->start[d->n_rules] + 1) * sizeof *g->exponents);
  for (uint32_t r = 0; r < d->n_rules; r++)
    {
      memcpy (g->symbols + g->start[r], d->symbols[r], d->n[r] * sizeof *g->symbols);
      memcpy (g->exponents + g->start[r], d->exponents[r], d->n[r] * sizeof *g->exponents);
    }
  if (wpp_grammar_finish (g) == 0)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

static struct wpp_grammar *
random_dag (uint64_t *seed, uint32_t max_exponent, bool barrier)
{
  struct draft d = { .n_rules = 1 + unit_random (seed) % (MAX_RULES - 3),
                     .n_terminals = 1 + unit_random (seed) % 4 };
  for (uint32_t r = 0; r < d.n_rules; r++)
    for (uint32_t i = 1 + unit_random (seed) % 4; i > 0; i--)
      {
        uint32_t below = d.n_rules - r - 1, pick = unit_random (seed) % (d.n_terminals + below);
        uint32_t exponent = unit_random (seed) % 3 ? 1 : 1 + unit_random (seed) % max_exponent;
        draft_add (&d, r, pick < below ? WPP_RULE | (r + 1 + pick) : pick - below, exponent);
      }
  for (uint32_t r = 1; r < d.n_rules; r++)
    {
      uint32_t user = unit_random (seed) % r;
      draft_add (&d, d.n[user] < MAX_BODY ? user : r - 1, WPP_RULE | r, 1);
    }
  return grammar_of (&d, barrier);
}

static struct wpp_grammar *
random_sequitur (uint64_t *seed, unsigned flags)
{
  uint32_t events[400], n = 1 + unit_random (seed) % 400, letters = 1 + unit_random (seed) % 4;
  for (uint32_t i = 0; i < n; i++)
    if (i > 8 && unit_random (seed) % 3)
      events[i] = events[i - 1 - unit_random (seed) % 8];
    else
      events[i] = 1000 + unit_random (seed) % letters;
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = wpp_sequitur_append (s, events, n, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  wpp_sequitur_free (s);
  return g;
}

struct trace
{
  uint32_t *events;
  size_t n;
};

static int
append_events (void *data, uint32_t event, uint64_t count)
{
  struct trace *t = data;
  while (count--)
    t->events[t->n++] = event;
  return 0;
}

static struct trace
expand (const struct wpp_grammar *g)
{
  struct trace t = { malloc ((g->length[0] + 1) * sizeof *t.events), 0 };
  wpp_grammar_expand (g, 0, append_events, &t);
  return t;
}

static uint64_t
naive_count (const struct trace *t, const uint32_t *events, uint32_t n)
{
  uint64_t count = 0;
  for (size_t i = 0; i + n <= t->n; i++)
    count += !memcmp (t->events + i, events, n * sizeof *events);
  return count;
}

/* ---- wpp_count_subpaths.  */

static bool
counts_are_exact (const struct wpp_grammar *g, uint64_t *seed)
{
  enum
  {
    N = 12,
    LONGEST = 14
  };
  uint32_t events[N][LONGEST];
  struct wpp_subpath s[N];
  uint64_t counts[N];
  struct trace t = expand (g);
  for (int i = 0; i < N; i++)
    {
      s[i]
          = (struct wpp_subpath){ .length = 1 + unit_random (seed) % LONGEST, .events = events[i] };
      if (s[i].length > t.n)
        s[i].length = t.n;
      size_t from = unit_random (seed) % (t.n - s[i].length + 1);
      memcpy (events[i], t.events + from, s[i].length * sizeof *t.events);
      if (unit_random (seed) % 4 == 0)
        events[i][unit_random (seed) % s[i].length] = 1000 + unit_random (seed) % 5;
      counts[i] = 7 * i;
    }
  bool ok = wpp_count_subpaths (g, s, N, counts) == 0;
  for (int i = 0; ok && i < N; i++)
    ok = counts[i] == 7 * i + naive_count (&t, events[i], s[i].length);
  free (t.events);
  return ok;
}

static void
test_counts (void)
{
  uint64_t seed = 20261121;
  unsigned wrong = 0, done = 0;
  for (int i = 0; i < 6000; i++)
    {
      struct wpp_grammar *g = i % 3 == 0
                                  ? random_sequitur (&seed, i % 2 ? WPP_SEQUITUR_EXPONENTS : 0)
                                  : random_dag (&seed, i % 3 == 1 ? 4 : 30, false);
      if (g && g->length[0] <= 4000)
        wrong += !counts_are_exact (g, &seed), done++;
      wpp_grammar_free (g);
    }
  CHECK (wrong == 0 && done > 4000, "counts in %u random grammars equal those in the trace", done);
}

/* Runs too long to expand.  */
static void
test_long_run (void)
{
  struct draft d = { .n_rules = 2, .n_terminals = 2 };
  draft_add (&d, 0, WPP_RULE | 1, 1u << 31);
  draft_add (&d, 1, 0, 1u << 30);
  draft_add (&d, 1, 1, 1);
  struct wpp_grammar *g = grammar_of (&d, false);
  uint32_t aaa[] = { 1000, 1000, 1000 }, aba[] = { 1000, 1001, 1000 }, none[] = { 1000, 5 };
  struct wpp_subpath s[] = {
    { 3, aaa, 0, 0 }, { 3, aba, 0, 0 }, { 2, none, 0, 0 }, { 1, aaa, 0, 0 }, { 1, aaa, 0, 0 }
  };
  uint64_t counts[5] = { 0 };
  int err = wpp_count_subpaths (g, s, 5, counts);
  CHECK (!err && counts[0] == ((1ull << 30) - 2) << 31 && counts[1] == (1ull << 31) - 1
             && counts[2] == 0 && counts[3] == 1ull << 61 && counts[4] == counts[3],
         "counts in a run of 2^61 events");
  wpp_grammar_free (g);
}

/* ---- wpp_hot_subpaths.  */

/* Figure 7 once more, recursive, every copy of a run visited, nothing shared.  */

struct letter
{
  uint32_t terminal, copy;
};

struct node
{
  struct letter prefix[64], window[64];
  uint32_t n_prefix, n_window;
  bool covers;
  uint64_t seen;
};

struct reference
{
  const struct wpp_grammar *g;
  const uint32_t *cost;
  struct wpp_hot_options o;
  struct wpp_subpath found[4000];
  size_t n;
  bool run_cut; /* a run was longer than the finder visits */
};

static size_t
find_subpath (const struct wpp_subpath *s, size_t n, const uint32_t *events, uint32_t length)
{
  size_t i = 0;
  while (i < n && (s[i].length != length || memcmp (s[i].events, events, length * sizeof *events)))
    i++;
  return i;
}

static void
reference_report (struct reference *f, const struct node *v)
{
  uint32_t events[64];
  for (uint32_t i = 0; i < v->n_window; i++)
    events[i] = f->g->terminals[v->window[i].terminal];
  if (f->n == 4000 || find_subpath (f->found, f->n, events, v->n_window) < f->n)
    return;
  struct wpp_subpath *s = &f->found[f->n++];
  s->length = v->n_window;
  s->events = malloc (sizeof events);
  memcpy (s->events, events, sizeof events);
}

/* Append a terminal of copy COPY of COPIES; the run occurs FREQUENCY times.  */
static void
reference_append (struct reference *f, struct node *v, uint32_t terminal, uint32_t copy,
                  uint32_t copies, uint64_t frequency)
{
  v->seen++;
  if (v->covers && v->n_prefix < f->o.max_length)
    v->prefix[v->n_prefix++] = (struct letter){ terminal, copy };
  else
    v->covers = false;
  if (v->n_window == f->o.max_length)
    memmove (v->window, v->window + 1, --v->n_window * sizeof v->window[0]);
  v->window[v->n_window++] = (struct letter){ terminal, copy };
  uint64_t cost = 0;
  for (uint32_t i = 0; i < v->n_window; i++)
    cost += f->cost[v->window[i].terminal];
  if (v->n_window < f->o.min_length
      || cost * frequency * (copies - (copy - v->window[0].copy)) < f->o.min_cost)
    return;
  reference_report (f, v);
  if (v->seen - v->n_window < v->n_prefix)
    v->n_prefix = v->seen - v->n_window;
  v->n_window = 0;
  v->covers = false;
}

static void
reference_child (struct reference *f, struct node *v, const struct node *child, uint32_t copy,
                 uint32_t copies, uint64_t frequency)
{
  for (uint32_t i = 0; i < child->n_prefix; i++)
    reference_append (f, v, child->prefix[i].terminal, copy, copies, frequency);
  if (child->covers)
    return;
  v->covers = false;
  v->seen = 1ull << 60;
  v->n_window = child->n_window;
  for (uint32_t i = 0; i < child->n_window; i++)
    v->window[i] = (struct letter){ child->window[i].terminal, copy };
}

static void
reference_rule (struct reference *f, uint32_t rule, struct node *v)
{
  const struct wpp_grammar *g = f->g;
  *v = (struct node){ .covers = true };
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t symbol = g->symbols[i], copies = wpp_grammar_exponent (g, i);
      struct node *child = calloc (2, sizeof *child), *run = child + 1;
      child->covers = run->covers = true;
      if (WPP_IS_RULE (symbol))
        reference_rule (f, WPP_RULE_INDEX (symbol), child);
      else if (f->cost[symbol] == WPP_HOT_BARRIER)
        child->covers = false;
      else
        child->prefix[child->n_prefix++].terminal = symbol;
      if (copies > 1 && child->covers && copies > 2 * f->o.max_length / child->n_prefix + 2)
        f->run_cut = true;
      for (uint32_t copy = 0; copies > 1 && copy < copies; copy++)
        reference_child (f, run, child, copy, copies, g->frequency[rule]);
      reference_child (f, v, copies > 1 ? run : child, 0, 1, g->frequency[rule]);
      free (child);
    }
}

/* Is every result what the header promises?  */
static bool
results_are_sound (const struct wpp_grammar *g, const uint32_t *cost,
                   const struct wpp_hot_options *o, const struct wpp_subpath *s, size_t n)
{
  struct trace t = expand (g);
  bool ok = true;
  for (size_t i = 0; ok && i < n; i++)
    {
      uint64_t once = 0;
      for (uint32_t j = 0; j < s[i].length; j++)
        for (uint32_t k = 0; k < g->n_terminals; k++)
          once += g->terminals[k] == s[i].events[j] ? cost[k] : 0;
      ok = s[i].length >= o->min_length && s[i].length <= o->max_length
           && s[i].count == naive_count (&t, s[i].events, s[i].length)
           && s[i].cost == once * s[i].count && s[i].cost >= o->min_cost && once < WPP_HOT_BARRIER
           && (i == 0 || s[i - 1].cost >= s[i].cost)
           && find_subpath (s, n, s[i].events, s[i].length) == i;
    }
  free (t.events);
  return ok;
}

/* As figure 7 finds them?  Where a run was cut, the window after it may differ, and with it what is
   found later.  */
static bool
results_are_figure_7 (struct reference *f, const struct wpp_subpath *s, size_t n)
{
  struct node *root = malloc (sizeof *root);
  reference_rule (f, 0, root);
  free (root);
  bool ok = f->run_cut || n == f->n;
  for (size_t i = 0; ok && !f->run_cut && i < n; i++)
    ok = find_subpath (f->found, f->n, s[i].events, s[i].length) < f->n;
  for (size_t i = 0; i < f->n; i++)
    free (f->found[i].events);
  return ok;
}

static void
test_random (void)
{
  uint64_t seed = 77;
  unsigned unsound = 0, different = 0, cut = 0, done = 0;
  size_t found = 0;
  static struct reference f;
  for (int i = 0; i < 6000; i++)
    {
      bool barrier = i % 5 == 0;
      struct wpp_grammar *g = i % 3 == 0
                                  ? random_sequitur (&seed, i % 2 ? WPP_SEQUITUR_EXPONENTS : 0)
                                  : random_dag (&seed, i % 3 == 1 ? 1 : 9, barrier);
      uint32_t cost[8] = { 1, 1 + i % 3, 2, 3 };
      struct wpp_hot_options o
          = { .min_cost = unit_random (&seed) % 100, .min_length = 1 + unit_random (&seed) % 4 };
      o.max_length = o.min_length + unit_random (&seed) % 12;
      if (g && barrier && g->terminals[g->n_terminals - 1] == BARRIER_EVENT)
        cost[g->n_terminals - 1] = WPP_HOT_BARRIER;
      if (g && g->length[0] <= 2000)
        {
          struct wpp_subpath *s;
          size_t n;
          int err = wpp_hot_subpaths (g, cost, &o, &s, &n);
          unsound += err || !results_are_sound (g, cost, &o, s, n);
          f = (struct reference){ .g = g, .cost = cost, .o = o };
          different += !results_are_figure_7 (&f, s, n);
          cut += f.run_cut;
          found += n;
          done++;
          wpp_subpaths_free (s, n);
        }
      wpp_grammar_free (g);
    }
  CHECK (unsound == 0 && done > 4000, "results of %u random grammars have true counts and costs",
         done);
  CHECK (different == 0, "the %zu subpaths found are those of figure 7", found);
  CHECK (found > 5000 && cut < done / 4, "runs are cut in few grammars (%u)", cut);
}

static struct wpp_grammar *
paper_grammar (void)
{
  enum
  {
    A = WPP_RULE | 1,
    B = WPP_RULE | 2,
    C = WPP_RULE | 3
  };
  struct draft d = { .n_rules = 4, .n_terminals = 3 };
  for (int i = 0; i < 3; i++)
    draft_add (&d, 0, A, 1);
  draft_add (&d, 1, B, 1);
  draft_add (&d, 1, C, 1);
  draft_add (&d, 2, 0, 1);
  draft_add (&d, 2, 1, 1);
  draft_add (&d, 3, 1, 1);
  draft_add (&d, 3, 2, 1);
  return grammar_of (&d, false);
}

static void
test_paper (void)
{
  struct wpp_grammar *g = paper_grammar ();
  uint32_t cost[] = { 1, 1, 1 }, ab[] = { 1000, 1001 }, bb[] = { 1001, 1001 },
           bc[] = { 1001, 1002 }, ca[] = { 1002, 1000 };
  struct wpp_hot_options o = { .min_cost = 6, .min_length = 2, .max_length = 3 };
  struct wpp_subpath *s;
  size_t n;
  int err = wpp_hot_subpaths (g, cost, &o, &s, &n);
  CHECK (!err && n == 2 && find_subpath (s, n, ab, 2) == 0 && find_subpath (s, n, bc, 2) == 1
             && s[0].count == 3 && s[0].cost == 6 && s[1].count == 3 && s[1].cost == 6,
         "paper's figure 5: ab and bc are minimal hot subpaths");
  wpp_subpaths_free (s, n);
  struct wpp_subpath four[]
      = { { 2, ab, 0, 0 }, { 2, bb, 0, 0 }, { 2, bc, 0, 0 }, { 2, ca, 0, 0 } };
  uint64_t counts[4] = { 0 };
  err = wpp_count_subpaths (g, four, 4, counts);
  CHECK (!err && counts[0] == 3 && counts[1] == 3 && counts[2] == 3 && counts[3] == 2,
         "paper's figure 5: ab, bb, bc occur three times, ca twice");
  wpp_grammar_free (g);
}

/* a^1000: figure 7 without exponents cannot see that windows of a run overlap.  */
static void
test_run (void)
{
  struct draft d = { .n_rules = 1, .n_terminals = 1 };
  draft_add (&d, 0, 0, 1000);
  struct wpp_grammar *g = grammar_of (&d, false);
  uint32_t cost = 2;
  struct wpp_hot_options o = { .min_cost = 3000, .min_length = 1, .max_length = 5 };
  struct wpp_subpath *s;
  size_t n;
  int err = wpp_hot_subpaths (g, &cost, &o, &s, &n);
  CHECK (!err && n == 1 && s[0].length == 2 && s[0].count == 999 && s[0].cost == 3996,
         "aa is hot in a run of a");
  wpp_subpaths_free (s, n);
  cost = WPP_HOT_BARRIER;
  err = wpp_hot_subpaths (g, &cost, &o, &s, &n);
  CHECK (!err && n == 0, "nothing is hot in a run of control events");
  cost = WPP_HOT_BARRIER - 1;
  o = (struct wpp_hot_options){ .min_cost = 1, .min_length = 1001, .max_length = UINT32_MAX };
  err = wpp_hot_subpaths (g, &cost, &o, &s, &n);
  CHECK (!err && n == 0 && s == NULL, "no subpath is longer than the trace");
  o.min_length = 2;
  err = wpp_hot_subpaths (g, &cost, &o, &s, &n);
  CHECK (!err && n > 0 && s[0].count == 999, "a limit of 2^32 - 1 terminals");
  wpp_subpaths_free (s, n);
  wpp_grammar_free (g);

  d = (struct draft){ .n_rules = 2, .n_terminals = 1 };
  draft_add (&d, 0, WPP_RULE | 1, UINT32_MAX);
  draft_add (&d, 1, 0, 1u << 31);
  g = grammar_of (&d, false);
  o = (struct wpp_hot_options){ .min_cost = 1, .min_length = 2, .max_length = 2 };
  err = wpp_hot_subpaths (g, &cost, &o, &s, &n);
  CHECK (!err && n == 1 && s[0].cost == UINT64_MAX
             && s[0].count == ((1ull << 31) * (uint64_t)UINT32_MAX) - 1,
         "costs saturate, counts do not");
  wpp_subpaths_free (s, n);
  wpp_grammar_free (g);
}

/* ---- wpp_grammar_repeats, wpp_hot_loops_find.  */

/* Are RUNS those of the N LETTERS in T?  Their occurrences do not overlap.  */
static bool
runs_are_exact (const struct trace *t, const uint32_t *letters, uint32_t n, const struct wpp_run_lengths *runs)
{
  uint64_t *left = calloc (runs->n + 1, sizeof *left), words = 0;
  bool ok = true;
  for (size_t i = 0; i < runs->n; i++)
    {
      left[i] = runs->list[i].count;
      ok &= left[i] > 0 && (i == 0 || runs->list[i - 1].length < runs->list[i].length);
    }
  for (size_t i = 0; i + n <= t->n;)
    {
      uint64_t length = 0;
      size_t r = 0;
      for (; i + n <= t->n && !memcmp (t->events + i, letters, n * sizeof *letters); i += n)
        length++;
      while (r < runs->n && runs->list[r].length != length)
        r++;
      if (length && (r == runs->n || !left[r]--))
        ok = false;
      words += length;
      i += length == 0;
    }
  for (size_t i = 0; i < runs->n; i++)
    ok &= left[i] == 0;
  free (left);
  return ok && words == wpp_run_lengths_words (runs);
}

/* Runs of words of G, random ones and others that are there.  */
static bool
repeats_are_exact (const struct wpp_grammar *g, uint64_t *seed)
{
  struct trace t = expand (g);
  bool ok = true;
  for (int k = 0; k < 12 && ok; k++)
    {
      uint32_t word[8], events[8], n = 1 + unit_below (seed, 6);
      size_t from = t.n > n ? unit_below (seed, t.n - n) : 0;
      for (uint32_t i = 0; i < n; i++)
        {
          word[i] = unit_below (seed, g->n_terminals);
          for (uint32_t c = 0; k % 3 && from + i < t.n && c < g->n_terminals; c++)
            if (g->terminals[c] == t.events[from + i])
              word[i] = c;
        }
      n = wpp_word_period (word, n);
      wpp_word_turn (word, n);
      if (wpp_word_period (word, n) < n)
        continue;
      for (uint32_t i = 0; i < n; i++)
        events[i] = g->terminals[word[i]];
      struct wpp_run_lengths runs;
      ok = wpp_grammar_repeats (g, word, n, &runs) == 0 && runs_are_exact (&t, events, n, &runs);
      wpp_run_lengths_release (&runs);
    }
  free (t.events);
  return ok;
}

/* Do the words of G own no more than there is?  */
static bool
loops_are_sound (const struct wpp_grammar *g, const uint32_t *cost, const uint64_t *group,
                 const struct wpp_hot_options *o)
{
  struct wpp_hot_loops hot;
  uint64_t owned = 0, all = 0, counts[8];
  bool ok = wpp_hot_loops_find (g, cost, group, o, &hot) == 0;
  wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    all += cost[t] == WPP_HOT_BARRIER ? 0 : counts[t] * cost[t];
  for (size_t i = 0; ok && i < hot.n; i++)
    {
      const struct wpp_hot_word *w = &hot.words[i];
      owned += w->own;
      ok = w->own <= w->cost && w->own >= o->min_cost && w->length <= o->max_length && w->runs.n;
    }
  ok &= owned <= all;
  wpp_hot_loops_release (&hot);
  return ok;
}

static void
test_loops (void)
{
  uint64_t seed = 20261127;
  unsigned wrong = 0, unsound = 0, done = 0;
  for (int i = 0; i < 6000; i++)
    {
      bool barrier = i % 5 == 0;
      struct wpp_grammar *g = i % 3 == 0 ? random_sequitur (&seed, i % 2 ? WPP_SEQUITUR_EXPONENTS : 0)
                                         : random_dag (&seed, i % 3 == 1 ? 3 : 30, barrier);
      uint32_t cost[8] = { 1, 1 + i % 3, 2, 3 };
      uint64_t group[8] = { WPP_NO_GROUP, i % 2 ? 7 : WPP_NO_GROUP, i % 4 ? WPP_NO_GROUP : 7, 9, 9 };
      struct wpp_hot_options o
          = { .min_cost = unit_below (&seed, 50), .min_length = 1 + unit_below (&seed, 3), .max_length = 12 };
      if (g && barrier && g->terminals[g->n_terminals - 1] == BARRIER_EVENT)
        cost[g->n_terminals - 1] = WPP_HOT_BARRIER;
      if (g && g->length[0] <= 3000)
        {
          wrong += !repeats_are_exact (g, &seed);
          unsound += !loops_are_sound (g, cost, group, &o);
          done++;
        }
      wpp_grammar_free (g);
    }
  CHECK (wrong == 0 && done > 4000, "runs of words in %u random grammars are those in the trace (wrong: %u)", done,
         wrong);
  CHECK (unsound == 0, "hot loops own no more than there is (wrong: %u)", unsound);
}

/* (a^(2^30) b)^(2^31), in which nothing is expanded.  */
static void
test_long_loops (void)
{
  struct draft d = { .n_rules = 2, .n_terminals = 2 };
  draft_add (&d, 0, WPP_RULE | 1, 1u << 31);
  draft_add (&d, 1, 0, 1u << 30);
  draft_add (&d, 1, 1, 1);
  struct wpp_grammar *g = grammar_of (&d, false);
  uint32_t a = 0, ab[] = { 0, 1 };
  struct wpp_run_lengths runs, pairs;
  int err = wpp_grammar_repeats (g, &a, 1, &runs);
  CHECK (!err && runs.n == 1 && runs.list[0].length == 1u << 30 && runs.list[0].count == 1u << 31,
         "runs of 2^30 letters");
  err = wpp_grammar_repeats (g, ab, 2, &pairs);
  CHECK (!err && pairs.n == 1 && pairs.list[0].length == 1 && pairs.list[0].count == 1u << 31, "2^31 runs of one word");
  wpp_run_lengths_release (&runs);
  wpp_run_lengths_release (&pairs);
  wpp_grammar_free (g);
}

int
main (void)
{
  test_paper ();
  test_run ();
  test_long_run ();
  test_counts ();
  test_random ();
  test_loops ();
  test_long_loops ();
  return unit_done ();
}
