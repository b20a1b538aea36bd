/* How often a word is repeated without a break (repeats.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The place in the word, the number of its letters that have been seen since the last one ended, is the state, as in
   the matcher of Knuth, Morris and Pratt.  (No beginning of the word is an end of it; so when a run breaks, what goes
   on with it is a suffix of the letters since the last whole word.)  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/rules/repeats.h"
#include "base/array.h"
#include "base/error.h"
#include "base/saturate.h"

#define MANY 65536u      /* entries after which equal lengths are added up */

/* What a rule does to the run at hand, which is at a certain place of the word.  */
struct passage
{
  bool whole;            /* it goes on with it to the end; HEAD is its length */
  uint32_t out;          /* the place after it */
  uint64_t head, tail;   /* letters up to the first break, and since the last one */
};

struct finder
{
  const struct wpp_grammar *g;
  const uint32_t *word;
  uint32_t n;
  uint32_t *fail;        /* [n] the longest proper border of the first letters of the word */
  struct passage *passages; /* [rules] [n] */
  uint64_t *visits;      /* [rules] [n] how often a rule is entered there; saturate */
  bool *touched;         /* [rules] a rule has a letter of the word; the others only break runs, and have no passages */
  struct wpp_run_lengths *runs;
  int error;
};

/* A walk through one rule.  */
struct walk
{
  uint32_t at;
  bool broken;           /* LENGTH is that of a run which began in this rule */
  uint64_t head, length;
  uint64_t weight;       /* how often the rule is entered so; 0: only its passage is wanted */
};

/* ---- Lengths.  */

static int
compare_lengths (const void *a, const void *b)
{
  const struct wpp_run_length *x = a, *y = b;
  return x->length < y->length ? -1 : x->length > y->length;
}

static void
add_up (struct wpp_run_lengths *r)
{
  size_t n = 0;
  if (r->n)
    qsort (r->list, r->n, sizeof *r->list, compare_lengths);
  for (size_t i = 0; i < r->n; i++)
    if (n && r->list[n - 1].length == r->list[i].length)
      r->list[n - 1].count = wpp_saturating_add (r->list[n - 1].count, r->list[i].count);
    else
      r->list[n++] = r->list[i];
  r->n = n;
}

/* COUNT runs of LETTERS have ended.  */
static void
record (struct finder *f, uint64_t letters, uint64_t count)
{
  struct wpp_run_lengths *r = f->runs;
  uint64_t length = wpp_saturated_p (letters) ? letters : letters / f->n;
  if (!length || !count)
    return;
  if (r->n >= MANY && (r->n & (r->n - 1)) == 0)
    add_up (r);
  if (WPP_RESERVE (r->list, r->room, r->n, 1))
    {
      f->error = WPP_E_NOMEM;
      return;
    }
  r->list[r->n++] = (struct wpp_run_length){ length, count };
}

/* ---- A walk.  */

/* The run at hand breaks, TIMES times.  */
static void
break_run (struct finder *f, struct walk *w, uint64_t times)
{
  if (!w->broken)
    w->head = w->length;
  else
    record (f, w->length, wpp_saturating_product (w->weight, times));
  w->broken = true;
}

/* The place in the word after LETTER, which does not go on with the run at AT.  */
static uint32_t
fall_back (const struct finder *f, uint32_t at, uint32_t letter)
{
  while (at)
    {
      at = f->fail[at - 1];
      if (f->word[at] == letter)
        return at + 1;
    }
  return f->word[0] == letter && f->n > 1 ? 1 : 0;
}

/* COUNT times LETTER.  */
static void
take_letter (struct finder *f, struct walk *w, uint32_t letter, uint64_t count)
{
  while (count)
    if (f->word[w->at] == letter)
      {
        uint64_t n = f->n == 1 ? count : 1;
        w->length = wpp_saturating_add (w->length, n);
        w->at = (w->at + 1) % f->n;
        count -= n;
      }
    else
      {
        uint32_t at = fall_back (f, w->at, letter);
        break_run (f, w, 1);
        /* What breaks again and again has no whole word.  */
        count = at == w->at ? 0 : count - 1;
        w->at = at;
        w->length = at;
      }
}

/* The expansion of RULE, TIMES times, always from W->at: what breaks does so TIMES times.  If the run GROWS, it is the
   same run each time.  */
static void
take_rule (struct finder *f, struct walk *w, uint32_t rule, uint64_t times, bool grows)
{
  size_t k = (size_t)rule * f->n + w->at;
  const struct passage *p = &f->passages[k];
  f->visits[k] = wpp_saturating_add (f->visits[k], wpp_saturating_product (w->weight, times));
  if (p->whole)
    w->length = wpp_saturating_add (w->length, wpp_saturating_product (p->head, grows ? times : 1));
  else
    {
      w->length = wpp_saturating_add (w->length, p->head);
      break_run (f, w, times);
      w->length = p->tail;
    }
  w->at = p->out;
}

/* The expansion of RULE COUNT times, one after the other.  The places at which they begin soon repeat: then each round
   is like the one before it.  */
static void
take_power (struct finder *f, struct walk *w, uint32_t rule, uint64_t count)
{
  uint32_t period = 0;
  bool grows = true;
  /* After N times the places go round.  Once more, and the run that a round begins with is that of every later
     round.  */
  for (uint32_t i = 0; i < 2 * f->n && count; i++, count--)
    take_rule (f, w, rule, 1, true);
  if (!count)
    return;
  uint32_t at = w->at;
  do
    {
      const struct passage *p = &f->passages[(size_t)rule * f->n + at];
      grows &= p->whole;
      at = p->out;
      period++;
    }
  while (at != w->at);
  uint64_t rounds = count / period;
  for (uint32_t i = 0; i < period && rounds; i++)
    take_rule (f, w, rule, rounds, grows);
  for (uint64_t i = rounds * period; i < count; i++)
    take_rule (f, w, rule, 1, true);
}

/* What has no letter of the word.  */
static void
take_others (struct finder *f, struct walk *w)
{
  break_run (f, w, 1);
  w->at = 0;
  w->length = 0;
}

/* Go through RULE, at which the run is at AT.  */
static struct passage
walk (struct finder *f, uint32_t rule, uint32_t at, uint64_t weight)
{
  struct walk w = { .at = at, .weight = weight };
  const struct wpp_grammar *g = f->g;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    if (WPP_IS_RULE (g->symbols[i]) && !f->touched[WPP_RULE_INDEX (g->symbols[i])])
      take_others (f, &w);
    else if (WPP_IS_RULE (g->symbols[i]))
      take_power (f, &w, WPP_RULE_INDEX (g->symbols[i]), wpp_grammar_exponent (g, i));
    else
      take_letter (f, &w, g->symbols[i], wpp_grammar_exponent (g, i));
  return w.broken ? (struct passage){ false, w.at, w.head, w.length } : (struct passage){ true, w.at, w.length, 0 };
}

/* ---- All rules.  */

static void
find_borders (struct finder *f)
{
  for (uint32_t i = 1, k = 0; i < f->n; i++)
    {
      while (k && f->word[i] != f->word[k])
        k = f->fail[k - 1];
      k += f->word[i] == f->word[k];
      f->fail[i] = k;
    }
}

static bool
in_word_p (const struct finder *f, uint32_t letter)
{
  for (uint32_t i = 0; i < f->n; i++)
    if (f->word[i] == letter)
      return true;
  return false;
}

/* Find which rules have letters of the word.  */
static void
find_touched (struct finder *f)
{
  const struct wpp_grammar *g = f->g;
  for (uint32_t i = 0; i < g->n_rules; i++)
    {
      uint32_t rule = g->order[i];
      for (uint64_t k = g->start[rule]; k < g->start[rule + 1] && !f->touched[rule]; k++)
        f->touched[rule] = WPP_IS_RULE (g->symbols[k]) ? f->touched[WPP_RULE_INDEX (g->symbols[k])]
                                                       : in_word_p (f, g->symbols[k]);
    }
}

static void
find_runs (struct finder *f)
{
  const struct wpp_grammar *g = f->g;
  find_borders (f);
  find_touched (f);
  for (uint32_t i = 0; i < g->n_rules; i++)
    for (uint32_t at = 0; at < f->n && f->touched[g->order[i]]; at++)
      f->passages[(size_t)g->order[i] * f->n + at] = walk (f, g->order[i], at, 0);
  memset (f->visits, 0, (size_t)g->n_rules * f->n * sizeof *f->visits);
  f->visits[0] = 1;
  for (uint32_t i = g->n_rules; i-- > 0;)
    for (uint32_t at = 0; at < f->n && f->touched[g->order[i]]; at++)
      {
        uint64_t visits = f->visits[(size_t)g->order[i] * f->n + at];
        if (visits)
          walk (f, g->order[i], at, visits);
      }
  const struct passage *all = &f->passages[0];
  record (f, all->head, 1);
  if (!all->whole)
    record (f, all->tail, 1);
  add_up (f->runs);
}

int
wpp_grammar_repeats (const struct wpp_grammar *g, const uint32_t *word, uint32_t n, struct wpp_run_lengths *runs)
{
  size_t places = (size_t)g->n_rules * n;
  struct finder f = { .g = g, .word = word, .n = n, .runs = runs };
  *runs = (struct wpp_run_lengths){ 0 };
  f.fail = calloc (n, sizeof *f.fail);
  f.passages = calloc (places, sizeof *f.passages);
  f.visits = calloc (places, sizeof *f.visits);
  f.touched = calloc (g->n_rules, sizeof *f.touched);
  if (f.fail && f.passages && f.visits && f.touched)
    find_runs (&f);
  else
    f.error = WPP_E_NOMEM;
  free (f.fail);
  free (f.passages);
  free (f.visits);
  free (f.touched);
  if (f.error)
    wpp_run_lengths_release (runs);
  return f.error;
}

void
wpp_run_lengths_release (struct wpp_run_lengths *runs)
{
  free (runs->list);
  *runs = (struct wpp_run_lengths){ 0 };
}

/* ---- What they add up to.  */

uint64_t
wpp_run_lengths_runs (const struct wpp_run_lengths *runs)
{
  uint64_t n = 0;
  for (size_t i = 0; i < runs->n; i++)
    n = wpp_saturating_add (n, runs->list[i].count);
  return n;
}

uint64_t
wpp_run_lengths_words (const struct wpp_run_lengths *runs)
{
  uint64_t n = 0;
  for (size_t i = 0; i < runs->n; i++)
    n = wpp_saturating_add (n, wpp_saturating_product (runs->list[i].length, runs->list[i].count));
  return n;
}

uint64_t
wpp_run_lengths_quantile (const struct wpp_run_lengths *runs, double share)
{
  double left = share * (double)wpp_run_lengths_runs (runs);
  size_t i = 0;
  while (i + 1 < runs->n && left > (double)runs->list[i].count)
    left -= (double)runs->list[i++].count;
  return runs->n ? runs->list[i].length : 0;
}

/* ---- Words.  */

uint32_t
wpp_word_period (const uint32_t *word, uint32_t n)
{
  for (uint32_t p = 1; p < n; p++)
    if (!memcmp (word, word + p, (n - p) * sizeof *word))
      return p;
  return n;
}

/* Compare the rotations of WORD [N] that begin at A and at B.  */
static int
compare_rotations (const uint32_t *word, uint32_t n, uint32_t a, uint32_t b)
{
  for (uint32_t i = 0; i < n; i++)
    if (word[(a + i) % n] != word[(b + i) % n])
      return word[(a + i) % n] < word[(b + i) % n] ? -1 : 1;
  return 0;
}

/* Words are short.  */
void
wpp_word_turn (uint32_t *word, uint32_t n)
{
  uint32_t best = 0;
  if (wpp_word_period (word, n) == n)
    return;
  for (uint32_t i = 1; i < n; i++)
    if (compare_rotations (word, n, i, best) < 0)
      best = i;
  for (uint32_t i = 0; i < best; i++)
    {
      uint32_t first = word[0];
      memmove (word, word + 1, (n - 1) * sizeof *word);
      word[n - 1] = first;
    }
}
