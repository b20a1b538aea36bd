/* Minimal hot subpaths of a whole program path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   J. R. Larus, Whole Program Paths, PLDI 1999, section 4.2 and figure 7.  The
   rules of the grammar are visited bottom up.  A window of the last MAX_LENGTH terminals moves
   through each rule.  When the window costs enough at the rule's frequency, it is reported, and a new
   one is begun.  The rules that use a rule need to know its prefix (the first terminals, up to the first
   hot subpath) and, when the rule derives more than the prefix, its suffix (the terminals after the last hot
   subpath).

   Departures from the paper:
   - When a hot subpath has cut a rule's prefix short, the prefixes of the rules that begin with this rule are
     cut short, too.  Figure 7 does not say.
   - Runs.  x^k is treated as a rule of its own that derives k copies of x, where a window
     that spans m copies occurs k - m + 1 times per occurrence of the run.  Copies are visited for
     about two windows' length.  By then all windows of the run have been seen, except those that hot
     subpaths cut short.
   - The order of visits is the grammar's, without recursion.
   - Terminals of cost WPP_HOT_BARRIER end the running subpath and the prefix.
   - Subpaths are counted over the whole grammar afterwards (count.c).  They occur at least as often as the rule in
     which they were found, so they still cost enough.

   O(E L) for E symbols on right-hand sides and windows of L terminals.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "grammar/rules/hot.h"
#include "base/saturate.h"
#include "grammar/rules/uses.h"

/* What the rules that use a rule see of it.  Terminals are indices, not event words.  */
struct ends
{
  bool covers; /* the prefix is the whole expansion, and there is no suffix */
  uint32_t n_prefix, n_suffix;
  uint32_t letters[]; /* prefix, suffix */
};

/* The pass through one rule (or run).  */
struct scan
{
  uint32_t *prefix;
  uint32_t n_prefix;
  size_t prefix_room;
  bool frozen;      /* the prefix is complete, and does not cover the rule */
  uint64_t length;  /* terminals seen; counts only until a symbol is not covered by its prefix */
  uint32_t *window; /* terminals at window[begin .. end) */
  size_t begin, end, window_room;
  uint64_t cost; /* of one occurrence of the window */
};

/* How often a window that ends in a symbol occurs.  */
struct weight
{
  uint64_t frequency;
  uint32_t copies; /* of the run, 1 outside of runs */
  uint32_t period; /* terminals of a copy, UINT32_MAX when there are more than its prefix */
};

struct found
{
  size_t first; /* in pool */
  uint32_t length;
};

struct finder
{
  const struct wpp_grammar *g;
  const uint32_t *cost;
  const struct wpp_hot_options *options;
  uint32_t limit;     /* longest window */
  struct ends **ends; /* [n_rules], freed after the last use */
  uint64_t *uses;
  struct ends *single; /* of the terminal at hand */
  struct scan rule, run;
  struct found *found; /* [table.n] */
  size_t found_room;
  struct wpp_hash_table table;
  uint32_t *pool;
  size_t n_pool, pool_room;
};

/* ---- The set of subpaths found.  */

struct letters
{
  const uint32_t *letters;
  uint32_t n;
};

static bool
found_is_p (const void *finder, uint32_t number, const void *key)
{
  const struct finder *f = finder;
  const struct letters *wanted = key;
  const struct found *found = &f->found[number];
  return found->length == wanted->n
         && !memcmp (f->pool + found->first, wanted->letters, wanted->n * sizeof *f->pool);
}

/* Record the subpath LETTERS [N], unless it has been found before.  */
static int
report (struct finder *f, const uint32_t *letters, uint32_t n)
{
  struct letters key = { letters, n };
  int err = wpp_hash_reserve (&f->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&f->table, letters, n * sizeof *letters);
  if (wpp_hash_find (&f->table, hash, found_is_p, f, &key) != WPP_NO_ITEM)
    return 0;
  if (WPP_RESERVE (f->found, f->found_room, f->table.n, 1)
      || WPP_RESERVE (f->pool, f->pool_room, f->n_pool, n))
    return WPP_E_NOMEM;
  memcpy (f->pool + f->n_pool, letters, n * sizeof *letters);
  f->found[f->table.n] = (struct found){ f->n_pool, n };
  f->n_pool += n;
  wpp_hash_add (&f->table, hash, f->table.n);
  return 0;
}

/* ---- The pass through one rule.  */

static void
scan_begin (struct scan *s)
{
  s->n_prefix = s->begin = s->end = 0;
  s->frozen = false;
  s->length = s->cost = 0;
}

static void
clear_window (struct scan *s)
{
  s->begin = s->end = 0;
  s->cost = 0;
}

/* Occurrences of a window of LENGTH terminals that ends with the terminal number READ
   (from 1) of a copy.  */
static uint64_t
occurrences (const struct weight *w, uint32_t length, uint32_t read)
{
  uint64_t before = length > read ? ((uint64_t)length - read - 1) / w->period + 1 : 0;
  return wpp_saturating_product (w->frequency, w->copies == 1 ? 1 : w->copies - before);
}

static int
append_to_prefix (struct finder *f, struct scan *s, uint32_t terminal)
{
  if (s->frozen)
    return 0;
  if (s->n_prefix == f->limit)
    {
      s->frozen = true;
      return 0;
    }
  if (WPP_RESERVE (s->prefix, s->prefix_room, s->n_prefix, 1))
    return WPP_E_NOMEM;
  s->prefix[s->n_prefix++] = terminal;
  return 0;
}

/* Append TERMINAL to the window, and drop what is too much at its beginning.  */
static int
append_to_window (struct finder *f, struct scan *s, uint32_t terminal)
{
  if (s->end - s->begin == f->limit)
    s->cost -= f->cost[s->window[s->begin++]];
  if (s->begin > f->limit)
    {
      memmove (s->window, s->window + s->begin, (s->end - s->begin) * sizeof *s->window);
      s->end -= s->begin;
      s->begin = 0;
    }
  if (WPP_RESERVE (s->window, s->window_room, s->end, 1))
    return WPP_E_NOMEM;
  s->window[s->end++] = terminal;
  s->cost += f->cost[terminal];
  return 0;
}

/* Complete the prefix: it must not reach into the last LENGTH terminals.  */
static void
freeze_before (struct scan *s, uint32_t length)
{
  if (s->length - length < s->n_prefix)
    s->n_prefix = (uint32_t)(s->length - length);
  s->frozen = true;
}

/* Append TERMINAL, which is the READth of its symbol.  */
static int
append_terminal (struct finder *f, struct scan *s, uint32_t terminal, const struct weight *weight,
                 uint32_t read)
{
  int err = append_to_prefix (f, s, terminal);
  if (!err)
    err = append_to_window (f, s, terminal);
  if (err)
    return err;
  s->length++;
  uint32_t length = s->end - s->begin;
  if (length < f->options->min_length
      || wpp_saturating_product (s->cost, occurrences (weight, length, read)) < f->options->min_cost)
    return 0;
  err = report (f, s->window + s->begin, length);
  freeze_before (s, length);
  clear_window (s);
  return err;
}

/* Skip from the prefix of the symbol just appended to its suffix LETTERS [N].  */
static int
jump_to_suffix (struct finder *f, struct scan *s, const uint32_t *letters, uint32_t n)
{
  s->frozen = true;
  /* From here on no window can begin in the prefix.  */
  s->length = INT64_MAX;
  clear_window (s);
  int err = WPP_RESERVE (s->window, s->window_room, 0, n);
  for (uint32_t i = 0; !err && i < n; i++)
    {
      s->window[s->end++] = letters[i];
      s->cost += f->cost[letters[i]];
    }
  return err;
}

static int
append_ends (struct finder *f, struct scan *s, const struct ends *e, const struct weight *weight)
{
  int err = 0;
  for (uint32_t i = 0; !err && i < e->n_prefix; i++)
    err = append_terminal (f, s, e->letters[i], weight, i + 1);
  if (!err && !e->covers)
    err = jump_to_suffix (f, s, e->letters + e->n_prefix, e->n_suffix);
  return err;
}

/* Append COPIES > 1 copies of E to F's rule, through a pass over F's run.  */
static int
append_run (struct finder *f, const struct ends *e, uint32_t copies, uint64_t frequency)
{
  struct scan *run = &f->run;
  struct weight weight = { frequency, copies, e->covers ? e->n_prefix : UINT32_MAX };
  uint32_t visited = 0;
  int err = 0;
  scan_begin (run);
  /* After two windows' length, or after two copies that their prefix does not cover, windows repeat.  (In a conditional
     expression, GCC 13 and 14.2 divide whatever the condition is: findings/gcc-14-division.sh.)  */
  uint64_t enough = 2;
  if (e->covers)
    enough += 2 * (uint64_t)f->limit / e->n_prefix;
  for (; !err && visited < copies && visited < enough; visited++)
    err = append_ends (f, run, e, &weight);
  weight.copies = 1;
  for (uint32_t i = 0; !err && i < run->n_prefix; i++)
    err = append_terminal (f, &f->rule, run->prefix[i], &weight, i + 1);
  if (!err && run->frozen)
    err = jump_to_suffix (f, &f->rule, run->window ? run->window + run->begin : NULL,
                          run->end - run->begin);
  return err;
}

static void
release_use (struct finder *f, uint32_t symbol)
{
  if (WPP_IS_RULE (symbol) && --f->uses[WPP_RULE_INDEX (symbol)] == 0)
    {
      free (f->ends[WPP_RULE_INDEX (symbol)]);
      f->ends[WPP_RULE_INDEX (symbol)] = NULL;
    }
}

static struct ends *
new_ends (bool covers, uint32_t n_prefix, uint32_t n_suffix)
{
  struct ends *e = malloc (sizeof *e + ((size_t)n_prefix + n_suffix) * sizeof *e->letters);
  if (e)
    *e = (struct ends){ covers, n_prefix, n_suffix };
  return e;
}

/* Return what the rules that use the rule need to know from the pass S through it.  */
static struct ends *
keep_ends (const struct scan *s)
{
  uint32_t n_suffix = s->frozen ? s->end - s->begin : 0;
  struct ends *e = new_ends (!s->frozen, s->n_prefix, n_suffix);
  if (!e)
    return NULL;
  if (e->n_prefix)
    memcpy (e->letters, s->prefix, e->n_prefix * sizeof *e->letters);
  if (n_suffix)
    memcpy (e->letters + e->n_prefix, s->window + s->begin, n_suffix * sizeof *e->letters);
  return e;
}

/* Append SYMBOL, COPIES times, to F's rule.  */
static int
append_symbol (struct finder *f, uint32_t symbol, uint32_t copies, uint64_t frequency)
{
  const struct ends *e = f->single;
  if (WPP_IS_RULE (symbol))
    e = f->ends[WPP_RULE_INDEX (symbol)];
  else if (f->cost[symbol] == WPP_HOT_BARRIER)
    return jump_to_suffix (f, &f->rule, NULL, 0);
  else
    f->single->letters[0] = symbol;
  if (copies > 1)
    return append_run (f, e, copies, frequency);
  return append_ends (f, &f->rule, e, &(struct weight){ frequency, 1, UINT32_MAX });
}

static int
scan_rule (struct finder *f, uint32_t rule)
{
  const struct wpp_grammar *g = f->g;
  int err = 0;
  scan_begin (&f->rule);
  for (uint64_t i = g->start[rule]; !err && i < g->start[rule + 1]; i++)
    {
      err = append_symbol (f, g->symbols[i], wpp_grammar_exponent (g, i), g->frequency[rule]);
      release_use (f, g->symbols[i]);
    }
  if (!err && rule != 0)
    {
      f->ends[rule] = keep_ends (&f->rule);
      err = f->ends[rule] ? 0 : WPP_E_NOMEM;
    }
  return err;
}

static void
finder_release (struct finder *f)
{
  if (f->ends)
    for (uint32_t r = 0; r < f->g->n_rules; r++)
      free (f->ends[r]);
  free (f->ends);
  free (f->uses);
  free (f->single);
  free (f->rule.prefix);
  free (f->rule.window);
  free (f->run.prefix);
  free (f->run.window);
  free (f->found);
  free (f->pool);
  wpp_hash_release (&f->table);
}

/* ---- Results.  */

static int
compare_subpaths (const void *a, const void *b)
{
  const struct wpp_subpath *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? 1 : -1;
  for (uint32_t i = 0; i < x->length && i < y->length; i++)
    if (x->events[i] != y->events[i])
      return x->events[i] < y->events[i] ? -1 : 1;
  return (x->length > y->length) - (x->length < y->length);
}

/* Set the counts and the costs of RESULT [N], which is in the order in which F found the subpaths.  */
static int
weigh (const struct finder *f, struct wpp_subpath *result, size_t n)
{
  uint64_t *counts = calloc (n, sizeof *counts);
  int err = counts ? wpp_count_subpaths (f->g, result, n, counts) : WPP_E_NOMEM;
  for (size_t i = 0; !err && i < n; i++)
    {
      uint64_t once = 0;
      for (uint32_t j = 0; j < result[i].length; j++)
        once += f->cost[f->pool[f->found[i].first + j]];
      result[i].count = counts[i];
      result[i].cost = wpp_saturating_product (once, counts[i]);
    }
  free (counts);
  return err;
}

/* Turn what F found into an array of subpaths.  */
static int
make_result (const struct finder *f, struct wpp_subpath **out, size_t *n)
{
  if (f->table.n == 0)
    return 0;
  struct wpp_subpath *result = calloc (f->table.n, sizeof *result);
  int err = result ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; !err && i < f->table.n; i++)
    {
      const struct found *found = &f->found[i];
      result[i].length = found->length;
      result[i].events = malloc (found->length * sizeof *result[i].events);
      if (!result[i].events)
        err = WPP_E_NOMEM;
      for (uint32_t j = 0; !err && j < found->length; j++)
        result[i].events[j] = f->g->terminals[f->pool[found->first + j]];
    }
  if (!err)
    err = weigh (f, result, f->table.n);
  if (err)
    {
      wpp_subpaths_free (result, result ? f->table.n : 0);
      return err;
    }
  qsort (result, f->table.n, sizeof *result, compare_subpaths);
  *out = result;
  *n = f->table.n;
  return 0;
}

int
wpp_hot_subpaths (const struct wpp_grammar *g, const uint32_t *cost,
                  const struct wpp_hot_options *options, struct wpp_subpath **out, size_t *n)
{
  struct finder f = { .g = g, .cost = cost, .options = options, .limit = options->max_length };
  *out = NULL;
  *n = 0;
  if (g->length[0] < f.limit)
    f.limit = (uint32_t)g->length[0];
  if (f.limit == 0 || options->min_length > f.limit)
    return 0;
  f.ends = calloc (g->n_rules, sizeof *f.ends);
  f.uses = wpp_grammar_uses (g);
  f.single = new_ends (true, 1, 0);
  int err = f.ends && f.uses && f.single ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; !err && i < g->n_rules; i++)
    err = scan_rule (&f, g->order[i]);
  if (!err)
    err = make_result (&f, out, n);
  finder_release (&f);
  return err;
}

void
wpp_subpaths_free (struct wpp_subpath *s, size_t n)
{
  for (size_t i = 0; i < n; i++)
    free (s[i].events);
  free (s);
}
