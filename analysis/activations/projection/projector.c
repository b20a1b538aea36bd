/* The projections of threads' grammars to all functions at once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules are read bottom-up.  A rule has an entry for each function that occurs below it: a symbol
   with an exponent, the rule in that function's view.  For all other functions the rule has one
   common meaning (struct wpp_others).  It is mostly empty, because rules are mostly complete calls
   with everything that happened in them.

   The parts of a rule are read once.  The entries of each part are appended to the views of their
   functions.  The part's meaning for others is appended to the views of those functions of the
   rule that do not occur in this part.  Then each view of the rule becomes a rule of the function's
   pool, if it has more than one symbol.

   Longer than 500 lines: all steps from a rule's parts to the views of all functions share their state.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "activations/projection/project.h"
#include "activations/projection/projector-impl.h"
#include "base/saturate.h"

/* The most activations that one rule may leave open, or end.  */
#define MOST_OPEN (UINT64_C (1) << 62)
/* The most entries that are read for one grammar, beside those for each symbol: a hostile one may ask for more.  */
#define MOST_WORK (UINT64_C (1) << 28)
#define MOST_WORK_A_SYMBOL 64
#define NOTHING ((struct wpp_others){ 0 })

struct wpp_projector *
wpp_projector_new (uint32_t n_functions)
{
  struct wpp_projector *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->n_views = n_functions;
  p->views = calloc (n_functions + (size_t)1, sizeof *p->views);
  p->touched = calloc (n_functions + (size_t)1, sizeof *p->touched);
  p->running = calloc (n_functions + (size_t)1, sizeof *p->running);
  if (p->views && p->touched && p->running)
    return p;
  wpp_projector_free (p);
  return NULL;
}

void
wpp_projector_forget (struct wpp_projector *p, uint32_t function)
{
  struct wpp_view *v = &p->views[function];
  wpp_pool_release (&v->pool);
  free (v->threads.part);
  v->threads = (struct wpp_parts){ 0 };
}

void
wpp_projector_free (struct wpp_projector *p)
{
  if (!p)
    return;
  for (uint32_t f = 0; p->views && f < p->n_views; f++)
    {
      struct wpp_view *v = &p->views[f];
      wpp_projector_forget (p, f);
      free (v->rule.part);
      free (v->thread.part);
      free (v->counts);
    }
  wpp_pool_release (&p->shared);
  free (p->views);
  free (p->touched);
  free (p->running);
  free (p);
}

/* ---- The meaning of stretches for other functions.  */

static bool
nothing_p (const struct wpp_others *o)
{
  return !o->middle && !o->leaves && !o->enters;
}

/* The meaning of one LETTER.  */
static struct wpp_others
others_of_letter (uint32_t letter)
{
  struct wpp_others o = NOTHING;
  struct wpp_step step = wpp_view_other (letter);
  if (!wpp_view_other_p (letter))
    o.middle = letter;
  else if (step.enters != step.leaves)
    {
      o.enters = step.enters;
      o.leaves = step.leaves;
    }
  o.gap = wpp_view_forgets_p (letter);
  return o;
}

/* Append SYMBOL N times.  If N is too large for an exponent, a rule stands for 2^31 of them.  */
static int
add_many (struct wpp_pool *pool, uint32_t kind, struct wpp_parts *list, uint32_t symbol, uint64_t n)
{
  int err = 0;
  uint32_t rule;
  if (n > UINT32_MAX)
    {
      struct wpp_part power = { symbol, UINT32_C (1) << 31 };
      err = wpp_pool_intern (pool, &power, 1, &rule);
      if (!err)
        err = wpp_parts_add (list, kind | rule, n >> 31);
      n &= (UINT32_C (1) << 31) - 1;
    }
  return err || !n ? err : wpp_parts_add (list, symbol, n);
}

/* Set *SYMBOL to a symbol of the shared pool that derives LIST, which must not be empty; and empty LIST.  */
static int
share (struct wpp_projector *p, struct wpp_parts *list, uint32_t *symbol)
{
  uint32_t rule;
  int err = 0;
  if (list->n == 1 && list->part[0].exponent == 1)
    *symbol = list->part[0].symbol;
  else if (!(err = wpp_pool_intern (&p->shared, list->part, list->n, &rule)))
    *symbol = WPP_SHARED | rule;
  list->n = 0;
  return err;
}

/* Append THEN to FIRST.  */
static int
append_others (struct wpp_projector *p, struct wpp_others *first, const struct wpp_others *then)
{
  struct wpp_parts list = { 0 };
  uint64_t both = first->enters < then->leaves ? first->enters : then->leaves;
  uint64_t enters = first->enters - both, leaves = then->leaves - both;
  int err = 0;
  if (then->gap || nothing_p (first))
    {
      *first = *then;
      return 0;
    }
  if (first->middle && (leaves || then->middle))
    {
      err = wpp_parts_add (&list, first->middle, 1);
      if (!err && leaves)
        err = add_many (&p->shared, WPP_SHARED, &list, WPP_LETTER_LEAVE, leaves);
    }
  else
    first->leaves += leaves;
  if (!err && then->middle)
    {
      if (enters)
        err = add_many (&p->shared, WPP_SHARED, &list, WPP_LETTER_ENTER, enters);
      if (!err)
        err = wpp_parts_add (&list, then->middle, 1);
      enters = 0;
    }
  if (!err && list.n)
    err = share (p, &list, &first->middle);
  first->enters = enters + then->enters;
  free (list.part);
  return err ? err : first->enters > MOST_OPEN || first->leaves > MOST_OPEN ? WPP_E_TOOBIG : 0;
}

/* Raise O to the power EXPONENT: multiply the squares of O that EXPONENT's bits select.  */
static int
power_of_others (struct wpp_projector *p, struct wpp_others *o, uint32_t exponent)
{
  struct wpp_others square = *o, twice, result = NOTHING;
  int err = 0;
  if (nothing_p (o) || o->gap)
    return 0;
  for (; !err; exponent /= 2)
    {
      if (exponent & 1)
        err = append_others (p, &result, &square);
      if (exponent == 1)
        break;
      twice = square;
      if (!err)
        err = append_others (p, &square, &twice);
    }
  *o = result;
  return err;
}

/* ---- The present rule.  */

/* Note that FUNCTION occurs in the present rule.  */
static struct wpp_view *
touch (struct wpp_projector *p, uint32_t function)
{
  struct wpp_view *v = &p->views[function];
  if (v->stamp != p->stamp)
    {
      v->stamp = p->stamp;
      v->rule.n = 0;
      p->touched[p->n_touched++] = function;
    }
  return v;
}

/* Append PART, EXPONENT times, to LIST, which is V's.  */
static int
add_part (struct wpp_view *v, struct wpp_parts *list, struct wpp_part part, uint32_t exponent)
{
  uint32_t product, rule;
  if (!__builtin_mul_overflow (part.exponent, exponent, &product))
    return wpp_parts_add (list, part.symbol, product);
  int err = wpp_pool_intern (&v->pool, &part, 1, &rule);
  return err ? err : wpp_parts_add (list, WPP_RULE | rule, exponent);
}

/* Append O to LIST, which is V's.  */
static int
add_others (struct wpp_view *v, struct wpp_parts *list, const struct wpp_others *o)
{
  int err = 0;
  if (o->leaves)
    err = add_many (&v->pool, WPP_RULE, list, WPP_LETTER_LEAVE, o->leaves);
  if (!err && o->middle)
    err = wpp_parts_add (list, o->middle, 1);
  if (!err && o->enters)
    err = add_many (&v->pool, WPP_RULE, list, WPP_LETTER_ENTER, o->enters);
  return err;
}

/* A symbol of the grammar: its entries, or OWN [1] for a path.  */
struct symbol
{
  struct wpp_entry own;
  const struct wpp_entry *entries;
  size_t n;
  struct wpp_others others;
};

static void
look_up (const struct wpp_projector *p, const struct wpp_meaning *meanings, uint32_t symbol,
         struct symbol *s)
{
  if (WPP_IS_RULE (symbol))
    {
      uint32_t r = WPP_RULE_INDEX (symbol);
      s->n = p->last[r] - p->first[r];
      s->entries = s->n ? p->entries + p->first[r] : NULL;
      s->others = p->others[r];
      return;
    }
  const struct wpp_meaning *m = &meanings[symbol];
  s->own = (struct wpp_entry){ m->function, { WPP_LETTER_PATH + (uint32_t)m->number, 1 } };
  s->entries = &s->own;
  s->n = m->function != WPP_NO_FUNCTION;
  s->others = m->others ? others_of_letter (m->others) : NOTHING;
}

/* Append OTHERS to the views of all functions of the rule that are not among S's.  */
static int
tell_others (struct wpp_projector *p, const struct symbol *s, const struct wpp_others *others)
{
  int err = 0;
  uint32_t stamp = p->stamp;
  for (size_t i = 0; i < s->n; i++)
    p->views[s->entries[i].function].stamp = 0;
  for (uint32_t i = 0; !err && i < p->n_touched; i++)
    {
      struct wpp_view *v = &p->views[p->touched[i]];
      if (v->stamp == stamp)
        err = add_others (v, &v->rule, others);
    }
  for (size_t i = 0; i < s->n; i++)
    p->views[s->entries[i].function].stamp = stamp;
  return err;
}

/* Begin a rule.  */
static void
begin_rule (struct wpp_projector *p)
{
  p->n_touched = 0;
  if (++p->stamp)
    return;
  for (uint32_t f = 0; f < p->n_views; f++)
    p->views[f].stamp = 0;
  p->stamp = 1;
}

/* If one of the symbols [FROM, TO) of G has a meaning for others, note all their functions first.  */
static void
touch_all (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings, uint64_t from,
           uint64_t to)
{
  bool any = false;
  struct symbol s;
  for (uint64_t i = from; i < to && !any; i++)
    {
      look_up (p, meanings, g->symbols[i], &s);
      any = !nothing_p (&s.others);
    }
  for (uint64_t i = from; i < to && any; i++)
    {
      look_up (p, meanings, g->symbols[i], &s);
      for (size_t k = 0; k < s.n; k++)
        touch (p, s.entries[k].function);
    }
}

/* Make the views of the symbols [FROM, TO) of G, a rule, and ALL, their meaning for others.  */
static int
read_symbols (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings, uint64_t from,
              uint64_t to, struct wpp_others *all)
{
  struct symbol s;
  int err = 0;
  *all = NOTHING;
  begin_rule (p);
  touch_all (p, g, meanings, from, to);
  for (uint64_t i = from; i < to && !err; i++)
    {
      uint32_t exponent = wpp_grammar_exponent (g, i);
      look_up (p, meanings, g->symbols[i], &s);
      p->work += s.n + (nothing_p (&s.others) ? 0 : p->n_touched);
      if (p->work > p->most_work)
        return WPP_E_TOOBIG;
      for (size_t k = 0; k < s.n && !err; k++)
        {
          struct wpp_view *v = touch (p, s.entries[k].function);
          err = add_part (v, &v->rule, s.entries[k].part, exponent);
        }
      if (err || nothing_p (&s.others))
        continue;
      err = power_of_others (p, &s.others, exponent);
      if (!err)
        err = tell_others (p, &s, &s.others);
      if (!err)
        err = append_others (p, all, &s.others);
    }
  return err;
}

/* Store the views as the entries of RULE.  */
static int
keep_rule (struct wpp_projector *p, uint32_t rule)
{
  if (WPP_RESERVE (p->entries, p->entries_room, p->n_entries, p->n_touched))
    return WPP_E_NOMEM;
  p->work += p->n_touched;
  p->first[rule] = p->n_entries;
  for (uint32_t i = 0; i < p->n_touched; i++)
    {
      struct wpp_view *v = &p->views[p->touched[i]];
      struct wpp_part part = v->rule.part[0];
      uint32_t r;
      if (v->rule.n > 1)
        {
          int err = wpp_pool_intern (&v->pool, v->rule.part, v->rule.n, &r);
          if (err)
            return err;
          part = (struct wpp_part){ WPP_RULE | r, 1 };
        }
      p->entries[p->n_entries++] = (struct wpp_entry){ p->touched[i], part };
    }
  p->last[rule] = p->n_entries;
  return 0;
}

/* ---- Threads.  */

/* Append the present rule, S of a grammar, to the thread.  OTHERS is its meaning for others.  */
static int
go_on (struct wpp_projector *p, const struct wpp_others *others)
{
  int err = 0;
  for (uint32_t i = 0; i < p->n_running && !err; i++)
    {
      struct wpp_view *v = &p->views[p->running[i]];
      if (v->stamp != p->stamp)
        err = add_others (v, &v->thread, others);
    }
  for (uint32_t i = 0; i < p->n_touched && !err; i++)
    {
      struct wpp_view *v = &p->views[p->touched[i]];
      if (!v->thread.n)
        p->running[p->n_running++] = p->touched[i];
      for (size_t k = 0; k < v->rule.n && !err; k++)
        err = add_part (v, &v->thread, v->rule.part[k], 1);
    }
  return err;
}

/* Make room for the entries of G's rules, and make those of all but S.  */
static int
read_rules (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings)
{
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (meanings[t].function != WPP_NO_FUNCTION
        && meanings[t].number >= WPP_SHARED - WPP_LETTER_PATH)
      return WPP_E_TOOBIG;
  p->work = 0;
  p->most_work = MOST_WORK + MOST_WORK_A_SYMBOL * g->start[g->n_rules];
  p->first = malloc (g->n_rules * sizeof *p->first);
  p->last = malloc (g->n_rules * sizeof *p->last);
  p->others = malloc (g->n_rules * sizeof *p->others);
  if (!p->first || !p->last || !p->others)
    err = WPP_E_NOMEM;
  for (uint32_t k = 0; k + 1 < g->n_rules && !err; k++)
    {
      struct wpp_others others;
      uint32_t rule = g->order[k];
      err = read_symbols (p, g, meanings, g->start[rule], g->start[rule + 1], &others);
      p->others[rule] = others;
      if (!err)
        err = keep_rule (p, rule);
    }
  return err;
}

static void
forget_rules (struct wpp_projector *p)
{
  free (p->first);
  free (p->last);
  free (p->others);
  free (p->entries);
  p->first = p->last = NULL;
  p->others = NULL;
  p->entries = NULL;
  p->n_entries = p->entries_room = 0;
}

/* The thread goes on with the symbols [FROM, TO) of S of G, whose other rules were read.  */
static int
go_on_with (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings, uint64_t from,
            uint64_t to)
{
  struct wpp_others others;
  int err = read_symbols (p, g, meanings, from, to, &others);
  return err ? err : go_on (p, &others);
}

int
wpp_projector_add (struct wpp_projector *p, const struct wpp_grammar *g,
                   const struct wpp_meaning *meanings)
{
  int err = read_rules (p, g, meanings);
  if (!err)
    err = go_on_with (p, g, meanings, 0, g->start[1]);
  forget_rules (p);
  return err;
}

int
wpp_projector_add_threads (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings,
                           const struct wpp_stretch *threads, size_t n)
{
  int err = read_rules (p, g, meanings);
  for (size_t k = 0; k < n && !err; k++)
    {
      err = go_on_with (p, g, meanings, threads[k].from, threads[k].to);
      if (!err)
        err = wpp_projector_end_thread (p);
    }
  forget_rules (p);
  return err;
}

/* Does PART say nothing about the function itself?  */
static bool
foreign_p (const struct wpp_part *part)
{
  return !WPP_IS_RULE (part->symbol)
         && (part->symbol < WPP_LETTER_PATH || part->symbol & WPP_SHARED);
}

/* Store the thread of V, without what comes before its first path and after its last.  */
static int
keep_thread (struct wpp_view *v)
{
  struct wpp_parts *t = &v->thread;
  size_t from = 0;
  uint32_t rule;
  while (t->n && foreign_p (&t->part[t->n - 1]))
    t->n--;
  while (from < t->n && foreign_p (&t->part[from]))
    from++;
  int err = wpp_parts_add (t, WPP_LETTER_GAP, 1);
  if (!err)
    err = wpp_pool_intern (&v->pool, t->part + from, t->n - from, &rule);
  if (!err)
    err = wpp_parts_add (&v->threads, WPP_RULE | rule, 1);
  return err;
}

int
wpp_projector_end_thread (struct wpp_projector *p)
{
  int err = 0;
  for (uint32_t i = 0; i < p->n_running && !err; i++)
    err = keep_thread (&p->views[p->running[i]]);
  wpp_projector_drop_thread (p);
  return err;
}

void
wpp_projector_drop_thread (struct wpp_projector *p)
{
  for (uint32_t i = 0; i < p->n_running; i++)
    {
      struct wpp_parts *thread = &p->views[p->running[i]].thread;
      free (thread->part);
      *thread = (struct wpp_parts){ 0 };
    }
  p->n_running = 0;
}

/* ---- Counts.  */

/* Sort V's counts, and add up those of the same path.  */
static void
sort_counts (struct wpp_view *v)
{
  size_t n = 0;
  if (v->n_counts > v->n_sorted)
    qsort (v->counts, v->n_counts, sizeof *v->counts, wpp_compare_path_times);
  for (size_t i = 0; i < v->n_counts; i++)
    if (n && v->counts[n - 1].number == v->counts[i].number)
      v->counts[n - 1].count = wpp_saturating_add (v->counts[n - 1].count, v->counts[i].count);
    else
      v->counts[n++] = v->counts[i];
  v->n_counts = v->n_sorted = n;
}

static int
count_path (struct wpp_view *v, uint64_t number, uint64_t count)
{
  if (v->n_counts == v->counts_room && v->n_counts >= 2 * v->n_sorted)
    sort_counts (v);
  if (WPP_RESERVE (v->counts, v->counts_room, v->n_counts, 1))
    return WPP_E_NOMEM;
  v->counts[v->n_counts++] = (struct wpp_path_times){ number, count };
  return 0;
}

int
wpp_projector_count (struct wpp_projector *p, const struct wpp_grammar *g,
                     const struct wpp_meaning *meanings)
{
  uint64_t *counts = malloc ((g->n_terminals + (size_t)1) * sizeof *counts);
  int err = counts ? 0 : WPP_E_NOMEM;
  if (counts)
    wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    if (meanings[t].function != WPP_NO_FUNCTION && counts[t])
      err = count_path (&p->views[meanings[t].function], meanings[t].number, counts[t]);
  free (counts);
  return err;
}

const struct wpp_path_times *
wpp_projector_counts (struct wpp_projector *p, uint32_t function, size_t *n)
{
  struct wpp_view *v = &p->views[function];
  sort_counts (v);
  *n = v->n_counts;
  return v->counts;
}
