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
  uint32_t at;           /* the place before it */
  uint32_t next;         /* another one of the same rule, index + 1, or 0 */
  bool whole;            /* it goes on with the run to the end; HEAD is its length */
  uint32_t out;          /* the place after it */
  uint64_t head, tail;   /* letters up to the first break, and since the last one */
  uint64_t visits;       /* how often the rule is entered there; saturates */
};

/* A walk through one rule.  */
struct walk
{
  uint32_t at;
  bool broken;           /* LENGTH is that of a run which began in this rule */
  uint64_t head, length;
  uint64_t weight;       /* how often the rule is entered so; 0: only its passage is wanted */
};

/* A walk that waits for what a rule in it does.  */
struct waiting
{
  uint32_t rule, from;   /* the rule, and the place of the word at its beginning */
  uint64_t i;            /* the symbol that comes next, */
  uint32_t done;         /* and how many times it has come */
  struct walk w;
};

struct finder
{
  const struct wpp_grammar *g;
  const uint32_t *word;
  uint32_t n;
  bool *lettered;        /* [terminals] is it a letter of the word? */
  uint64_t *has;         /* a bit a rule: does it derive one? */
  uint32_t *fail;        /* [n] the longest proper border of the first letters of the word */
  uint32_t *first;       /* [rules] the first passage, index + 1, or 0 */
  struct passage *passages;
  size_t n_passages, passages_room;
  struct waiting *stack;
  size_t depth, stack_room;
  struct wpp_run_lengths *runs;
  int error;
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

/* What RULE does when the run is at AT, or null: that is not known yet.  */
static struct passage *
passage_of (const struct finder *f, uint32_t rule, uint32_t at)
{
  for (uint32_t i = f->first[rule]; i; i = f->passages[i - 1].next)
    if (f->passages[i - 1].at == at)
      return &f->passages[i - 1];
  return NULL;
}

/* What a rule does that P says, TIMES times, always from the same place: what breaks does so TIMES times.  If the run
   GROWS, it is the same run each time.  */
static void
take_rule (struct finder *f, struct walk *w, struct passage *p, uint64_t times, bool grows)
{
  p->visits = wpp_saturating_add (p->visits, wpp_saturating_product (w->weight, times));
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

/* The expansion of RULE COUNT times more.  It has come so often that the places at which it begins repeat: each round
   is like the one before it.  */
static void
take_rounds (struct finder *f, struct walk *w, uint32_t rule, uint64_t count)
{
  uint32_t period = 0, at = w->at;
  bool grows = true;
  do
    {
      const struct passage *p = passage_of (f, rule, at);
      grows &= p->whole;
      at = p->out;
      period++;
    }
  while (at != w->at);
  uint64_t rounds = count / period;
  for (uint32_t i = 0; i < period && rounds; i++)
    take_rule (f, w, passage_of (f, rule, w->at), rounds, grows);
  for (uint64_t i = rounds * period; i < count; i++)
    take_rule (f, w, passage_of (f, rule, w->at), 1, true);
}

/* The expansion of RULE COUNT times, one after the other, *DONE of which are done.  Return whether it is all done, or
   else depends on what the rule does at this place.  After N times the places go round.  Once more, and the run that a
   round begins with is that of every later round.  */
static bool
take_power (struct finder *f, struct walk *w, uint32_t rule, uint64_t count, uint32_t *done)
{
  for (; *done < 2 * f->n && *done < count; ++*done)
    {
      struct passage *p = passage_of (f, rule, w->at);
      if (!p)
        return false;
      take_rule (f, w, p, 1, true);
    }
  if (*done < count)
    take_rounds (f, w, rule, count - *done);
  *done = 0;
  return true;
}

/* Letters come of which none is of the word.  */
static void
take_others (struct finder *f, struct walk *w)
{
  break_run (f, w, 1);
  w->at = 0;
  w->length = 0;
}

static bool
has_p (const struct finder *f, uint32_t rule)
{
  return f->has[rule / 64] >> rule % 64 & 1;
}

/* Go on with the walk X.  Return whether it has come to the rule's end, or else waits for what the rule does at which
   it is.  */
static bool
go_on (struct finder *f, struct waiting *x)
{
  const struct wpp_grammar *g = f->g;
  for (; x->i < g->start[x->rule + 1]; x->i++)
    {
      uint32_t symbol = g->symbols[x->i];
      if (!WPP_IS_RULE (symbol))
        take_letter (f, &x->w, symbol, wpp_grammar_exponent (g, x->i));
      else if (!has_p (f, WPP_RULE_INDEX (symbol)))
        take_others (f, &x->w);
      else if (!take_power (f, &x->w, WPP_RULE_INDEX (symbol), wpp_grammar_exponent (g, x->i), &x->done))
        return false;
    }
  return true;
}

static struct waiting
begin (const struct finder *f, uint32_t rule, uint32_t at, uint64_t weight)
{
  return (struct waiting){ .rule = rule, .from = at, .i = f->g->start[rule], .w = { .at = at, .weight = weight } };
}

/* ---- All rules.  */

/* Keep what the walk X found.  */
static void
keep (struct finder *f, const struct waiting *x)
{
  const struct walk *w = &x->w;
  if (f->n_passages == UINT32_MAX || WPP_RESERVE (f->passages, f->passages_room, f->n_passages, 1))
    {
      f->error = WPP_E_NOMEM;
      return;
    }
  f->passages[f->n_passages++]
    = (struct passage){ .at = x->from, .next = f->first[x->rule], .whole = !w->broken, .out = w->at,
                        .head = w->broken ? w->head : w->length, .tail = w->broken ? w->length : 0 };
  f->first[x->rule] = f->n_passages;
}

/* Begin a walk through RULE, at which the run is at AT, before the others go on.  */
static void
wait_for (struct finder *f, uint32_t rule, uint32_t at)
{
  if (WPP_RESERVE (f->stack, f->stack_room, f->depth, 1))
    f->error = WPP_E_NOMEM;
  else
    f->stack[f->depth++] = begin (f, rule, at, 0);
}

/* Find what S does, and what the rules do for that, each where the run comes to it.  */
static void
find_passages (struct finder *f)
{
  wait_for (f, 0, 0);
  while (f->depth && !f->error)
    {
      struct waiting *x = &f->stack[f->depth - 1];
      if (!go_on (f, x))
        wait_for (f, WPP_RULE_INDEX (f->g->symbols[x->i]), x->w.at);
      else
        {
          keep (f, x);
          f->depth--;
        }
    }
}

/* Go through the rules again, each as often as it is entered, and note the runs that end.  */
static void
find_visits (struct finder *f)
{
  const struct wpp_grammar *g = f->g;
  f->passages[f->first[0] - 1].visits = 1;
  for (uint32_t i = g->n_rules; i-- > 0;)
    for (uint32_t k = f->first[g->order[i]]; k; k = f->passages[k - 1].next)
      {
        struct waiting x = begin (f, g->order[i], f->passages[k - 1].at, f->passages[k - 1].visits);
        if (x.w.weight)
          go_on (f, &x);
      }
}

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

/* Find which rules derive letters of the word.  */
static void
find_letters (struct finder *f)
{
  const struct wpp_grammar *g = f->g;
  for (uint32_t i = 0; i < f->n; i++)
    f->lettered[f->word[i]] = true;
  for (uint32_t i = 0; i < g->n_rules; i++)
    {
      uint32_t rule = g->order[i];
      bool has = false;
      for (uint64_t k = g->start[rule]; k < g->start[rule + 1] && !has; k++)
        has = WPP_IS_RULE (g->symbols[k]) ? has_p (f, WPP_RULE_INDEX (g->symbols[k])) : f->lettered[g->symbols[k]];
      f->has[rule / 64] |= (uint64_t)has << rule % 64;
    }
}

static void
find_runs (struct finder *f)
{
  find_borders (f);
  find_letters (f);
  find_passages (f);
  if (f->error)
    return;
  find_visits (f);
  const struct passage *all = passage_of (f, 0, 0);
  record (f, all->head, 1);
  if (!all->whole)
    record (f, all->tail, 1);
  add_up (f->runs);
}

int
wpp_grammar_repeats (const struct wpp_grammar *g, const uint32_t *word, uint32_t n, struct wpp_run_lengths *runs)
{
  struct finder f = { .g = g, .word = word, .n = n, .runs = runs };
  *runs = (struct wpp_run_lengths){ 0 };
  f.fail = calloc (n, sizeof *f.fail);
  f.lettered = calloc (g->n_terminals, sizeof *f.lettered);
  f.has = calloc (g->n_rules / 64 + (size_t)1, sizeof *f.has);
  f.first = calloc (g->n_rules, sizeof *f.first);
  if (f.fail && f.lettered && f.has && f.first)
    find_runs (&f);
  else
    f.error = WPP_E_NOMEM;
  free (f.fail);
  free (f.lettered);
  free (f.has);
  free (f.first);
  free (f.passages);
  free (f.stack);
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
