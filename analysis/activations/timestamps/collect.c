/* From what a builder has put together to traces and calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   All ropes that are needed become one grammar, whose S has them one after the other with an end after each.  Then
   the grammar of a thread, or of the traces of a function, is what a part of S derives, with its own numbers for rules
   and terminals in the order in which they occur first.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/rules/collect-rules.h"
#include "grammar/rules/tidy.h"
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/collect.h"
#include "activations/timestamps/fold-rules.h"

#define NO_NUMBER UINT32_MAX
#define ROUNDS 2u            /* the second makes files 2 % smaller */
#define END_SYMBOL 1u        /* of a rope in S; letters are above */

/* ---- Parts of a grammar.  */

struct part_level
{
  uint32_t rule;             /* in the part */
  uint64_t begin, at, end;   /* symbols of the whole */
};

struct part
{
  const struct wpp_grammar *g;     /* the whole */
  uint32_t *rules, *terminals;     /* [g->n_rules], [g->n_terminals] numbers in the part, or NO_NUMBER */
  uint32_t *numbered;              /* [n_numbered] rules, then WPP_RULE less, terminals that have one */
  size_t n_numbered, numbered_room;
  struct wpp_rules made;
  struct part_level *levels;
  size_t n_levels, levels_room;
  bool fold;                       /* look for what is repeated */
};

static int
part_init (struct part *p, const struct wpp_grammar *g, bool fold)
{
  *p = (struct part){ .g = g, .fold = fold };
  p->rules = malloc (g->n_rules * sizeof *p->rules);
  p->terminals = malloc ((g->n_terminals + (size_t)1) * sizeof *p->terminals);
  if (!p->rules || !p->terminals)
    return WPP_E_NOMEM;
  memset (p->rules, 0xff, g->n_rules * sizeof *p->rules);
  memset (p->terminals, 0xff, g->n_terminals * sizeof *p->terminals);
  return WPP_OK;
}

static void
part_release (struct part *p)
{
  wpp_rules_release (&p->made);
  free (p->rules);
  free (p->terminals);
  free (p->numbered);
  free (p->levels);
}

/* Forget all numbers.  */
static void
part_forget (struct part *p)
{
  for (size_t i = 0; i < p->n_numbered; i++)
    if (WPP_IS_RULE (p->numbered[i]))
      p->rules[WPP_RULE_INDEX (p->numbered[i])] = NO_NUMBER;
    else
      p->terminals[p->numbered[i]] = NO_NUMBER;
  p->n_numbered = 0;
}

static int
number_symbol (struct part *p, uint32_t symbol, uint32_t number)
{
  if (WPP_RESERVE (p->numbered, p->numbered_room, p->n_numbered, 1))
    return WPP_E_NOMEM;
  p->numbered[p->n_numbered++] = symbol;
  *(WPP_IS_RULE (symbol) ? &p->rules[WPP_RULE_INDEX (symbol)] : &p->terminals[symbol]) = number;
  return WPP_OK;
}

static int
open_rule (struct part *p, uint64_t begin, uint64_t end)
{
  if (WPP_RESERVE (p->levels, p->levels_room, p->n_levels, 1))
    return WPP_E_NOMEM;
  p->levels[p->n_levels++] = (struct part_level){ p->made.n_rules, begin, begin, end };
  return wpp_rules_begin (&p->made);
}

/* The innermost rule has come to its end.  */
static int
close_rule (struct part *p)
{
  const struct part_level l = p->levels[--p->n_levels];
  int err = wpp_rules_end (&p->made, l.rule, l.end - l.begin);
  if (err || !p->n_levels)
    return err;
  struct part_level *around = &p->levels[p->n_levels - 1];
  return wpp_rules_symbol (&p->made, WPP_RULE | l.rule, wpp_grammar_exponent (p->g, around->at++));
}

/* Go on with a symbol of the innermost rule.  */
static int
part_symbol (struct part *p)
{
  struct part_level *l = &p->levels[p->n_levels - 1];
  uint32_t symbol = p->g->symbols[l->at], exponent = wpp_grammar_exponent (p->g, l->at);
  if (WPP_IS_RULE (symbol))
    {
      uint32_t rule = WPP_RULE_INDEX (symbol);
      if (p->rules[rule] == NO_NUMBER)
        {
          int err = number_symbol (p, symbol, p->made.n_rules);
          return err ? err : open_rule (p, p->g->start[rule], p->g->start[rule + 1]);
        }
      l->at++;
      return wpp_rules_symbol (&p->made, WPP_RULE | p->rules[rule], exponent);
    }
  int err = WPP_OK;
  if (p->terminals[symbol] == NO_NUMBER)
    {
      err = number_symbol (p, symbol, p->made.n_terminals);
      if (!err)
        err = wpp_rules_terminal (&p->made, p->g->terminals[symbol]);
    }
  l->at++;
  return err ? err : wpp_rules_symbol (&p->made, p->terminals[symbol], exponent);
}

/* The grammar, finished, of what the symbols BEGIN .. END - 1 of P's whole derive.  Its terminals are words of the
   whole.  */
static struct wpp_grammar *
part_of (struct part *p, uint64_t begin, uint64_t end, int *err)
{
  struct wpp_grammar *g = NULL;
  part_forget (p);
  *err = open_rule (p, begin, end);
  while (!*err && p->n_levels)
    {
      const struct part_level *l = &p->levels[p->n_levels - 1];
      *err = l->at == l->end ? close_rule (p) : part_symbol (p);
    }
  p->n_levels = 0;
  if (!*err && !(g = wpp_rules_grammar (&p->made, true)))
    *err = WPP_E_NOMEM;
  wpp_rules_release (&p->made);
  p->made = (struct wpp_rules){ 0 };
  if (!*err)
    *err = wpp_grammar_finish (g);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* The same, with what is repeated made rules, and without rules that do not pay: ropes are put together as the program
   goes, so their rules are not those of SEQUITUR.  */
static struct wpp_grammar *
folded_part (struct part *p, uint64_t begin, uint64_t end, int *err)
{
  struct wpp_grammar *g = part_of (p, begin, end, err);
  for (unsigned i = 0; p->fold && i < ROUNDS && g && !*err; i++)
    {
      *err = wpp_grammar_tidy (g);
      if (!*err)
        *err = wpp_grammar_fold (&g, END_SYMBOL);
    }
  if (g && !*err)
    *err = wpp_grammar_tidy (g);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* ---- Threads.  */

/* The number of the terminal of G that is the word EVENT.  */
static uint32_t
terminal_of (const struct wpp_grammar *g, uint32_t event)
{
  uint32_t t = 0;
  while (t < g->n_terminals && g->terminals[t] != event)
    t++;
  return t;
}

/* Where what begins at AT in S of G ends, all of it before an END.  */
static uint64_t
end_of (const struct wpp_grammar *g, uint32_t end, uint64_t at)
{
  while (g->symbols[at] != end)
    at++;
  return at;
}

/* The grammar of the ropes OUTPUTS [N] of POOL, with an end after each.  */
static struct wpp_grammar *
grammar_of_ropes (const struct wpp_pool *pool, const uint32_t *ropes, size_t n, int *err)
{
  const struct wpp_pool none = { 0 };
  struct wpp_parts start = { 0 };
  struct wpp_grammar *g = NULL;
  *err = WPP_OK;
  for (size_t i = 0; i < n && !*err; i++)
    {
      *err = ropes[i] == WPP_ROPE_EMPTY ? WPP_OK : wpp_parts_add (&start, ropes[i], 1);
      if (!*err)
        *err = wpp_parts_add (&start, END_SYMBOL, 1);
    }
  if (!*err)
    g = wpp_pool_grammar (pool, &none, &start, err);
  free (start.part);
  return g;
}

struct collection
{
  struct wpp_traces *t;
  struct wpp_trace_tables *tables;
  bool fold;
  uint32_t *trace;           /* [tables->n_kinds] its number in its function, or NO_NUMBER */
  uint32_t *rank;            /* [n_functions] number among those with traces */
  uint32_t *kinds;           /* with traces, by function and trace */
};

/* Take over G, whose terminals are kinds, as the calls of a thread; kinds that are met first get their numbers.  */
static int
take_calls (struct collection *c, struct wpp_calls *calls, struct wpp_grammar *g, uint64_t *counts)
{
  uint64_t *times = malloc (g->n_terminals * sizeof *times);
  calls->grammar = g;
  calls->kinds = malloc (g->n_terminals * sizeof *calls->kinds);
  calls->n_kinds = g->n_terminals;
  if (!times || !calls->kinds)
    {
      free (times);
      return WPP_E_NOMEM;
    }
  wpp_grammar_terminal_counts (g, times);
  for (uint32_t i = 0; i < g->n_terminals; i++)
    {
      uint32_t number = g->terminals[i] - WPP_ROPE_LETTER;
      const struct wpp_trace_of *kind = &c->tables->kinds[number];
      struct wpp_function_traces *f = kind->function == WPP_NO_FUNCTION ? NULL : &c->t->functions[kind->function];
      g->terminals[i] = i;
      if (f && c->trace[number] == NO_NUMBER)
        c->trace[number] = f->n_traces++;
      if (f)
        counts[kind->function] = wpp_saturating_add (counts[kind->function], times[i]);
      calls->kinds[i] = (struct wpp_activation_kind){ kind->function, f ? c->trace[number] : kind->event };
    }
  free (times);
  return WPP_OK;
}

static int
collect_threads (struct collection *c, const uint32_t *outputs, size_t n, uint64_t *counts)
{
  struct part p;
  int err;
  struct wpp_grammar *all = grammar_of_ropes (&c->tables->calls.pool, outputs, n, &err);
  if (!all)
    return err;
  /* They take much memory, and are not needed any more.  */
  wpp_ropes_release (&c->tables->calls);
  uint32_t end = terminal_of (all, END_SYMBOL);
  uint64_t at = 0;
  err = part_init (&p, all, c->fold);
  for (size_t i = 0; i < n && !err; i++)
    if (outputs[i] != WPP_ROPE_EMPTY)
      {
        /* Ends of threads without calls before this one are in one symbol.  */
        at += all->symbols[at] == end;
        uint64_t begin = at;
        at = end_of (all, end, at);
        struct wpp_grammar *g = folded_part (&p, begin, at, &err);
        if (g)
          err = take_calls (c, &c->t->threads[i], g, counts);
      }
  part_release (&p);
  wpp_grammar_free (all);
  return err;
}

/* ---- Functions.  */

/* Take over G, of letters of all functions, as the traces of F.  */
static int
take_traces (const struct collection *c, struct wpp_function_traces *f, struct wpp_grammar *g)
{
  f->grammar = g;
  f->letters = malloc (g->n_terminals * sizeof *f->letters);
  if (!f->letters)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_terminals; i++)
    if (g->terminals[i] == END_SYMBOL)
      g->terminals[i] = WPP_TRACE_END;
    else
      {
        f->letters[f->n_letters++] = c->tables->letters[g->terminals[i] - WPP_ROPE_LETTER];
        g->terminals[i] = f->n_letters;
      }
  return wpp_function_traces_find (f);
}

/* List the kinds that have traces by function, and by number in it.  */
static int
sort_kinds (struct collection *c, size_t *n)
{
  const struct wpp_traces *t = c->t;
  size_t *begin = malloc ((t->n_functions + (size_t)1) * sizeof *begin);
  *n = 0;
  for (uint32_t f = 0; f < t->n_functions && begin; f++)
    {
      begin[f] = *n;
      *n += t->functions[f].n_traces;
    }
  c->kinds = malloc ((*n + 1) * sizeof *c->kinds);
  if (begin && c->kinds)
    for (size_t i = 0; i < c->tables->n_kinds; i++)
      if (c->trace[i] != NO_NUMBER)
        c->kinds[begin[c->tables->kinds[i].function] + c->trace[i]] = i;
  int err = begin && c->kinds ? WPP_OK : WPP_E_NOMEM;
  free (begin);
  return err;
}

static int
collect_functions (struct collection *c)
{
  struct part p;
  size_t n;
  int err = sort_kinds (c, &n);
  if (err || !n)
    return err;
  for (size_t i = 0; i < n; i++)
    c->kinds[i] = c->tables->kinds[c->kinds[i]].rope;
  struct wpp_grammar *all = grammar_of_ropes (&c->tables->traces.pool, c->kinds, n, &err);
  if (!all)
    return err;
  wpp_ropes_release (&c->tables->traces);
  uint32_t end = terminal_of (all, END_SYMBOL);
  uint64_t at = 0;
  err = part_init (&p, all, c->fold);
  for (uint32_t f = 0; f < c->t->n_functions && !err; f++)
    if (c->t->functions[f].n_traces)
      {
        uint64_t begin = at;
        for (uint32_t i = 0; i < c->t->functions[f].n_traces; i++)
          at = end_of (all, end, at) + 1;
        struct wpp_grammar *g = folded_part (&p, begin, at, &err);
        if (g)
          err = take_traces (c, &c->t->functions[f], g);
      }
  part_release (&p);
  wpp_grammar_free (all);
  return err;
}

/* ---- All of it.  */

static int
compare_functions (const void *a, const void *b)
{
  const struct wpp_function_traces *x = a, *y = b;
  if (x->n_activations != y->n_activations)
    return x->n_activations > y->n_activations ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* Put the functions in order, those without traces after all others, and leave these away.  */
static void
sort_functions (struct collection *c)
{
  struct wpp_traces *t = c->t;
  qsort (t->functions, t->n_functions, sizeof *t->functions, compare_functions);
  while (t->n_functions && !t->functions[t->n_functions - 1].n_traces)
    t->n_functions--;
  for (uint32_t i = 0; i < t->n_functions; i++)
    c->rank[t->functions[i].function] = i;
  for (size_t i = 0; i < t->n_threads; i++)
    for (uint32_t k = 0; k < t->threads[i].n_kinds; k++)
      if (t->threads[i].kinds[k].function != WPP_NO_FUNCTION)
        t->threads[i].kinds[k].function = c->rank[t->threads[i].kinds[k].function];
}

static int
collect (struct collection *c, uint32_t n_functions, const uint32_t *outputs, size_t n_threads)
{
  struct wpp_traces *t = c->t;
  uint64_t *counts = calloc (n_functions + (size_t)1, sizeof *counts);
  t->functions = calloc (n_functions + (size_t)1, sizeof *t->functions);
  t->threads = calloc (n_threads + 1, sizeof *t->threads);
  c->trace = malloc ((c->tables->n_kinds + 1) * sizeof *c->trace);
  c->rank = calloc (n_functions + (size_t)1, sizeof *c->rank);
  int err = counts && t->functions && t->threads && c->trace && c->rank ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    {
      t->n_functions = n_functions;
      t->n_threads = n_threads;
      memset (c->trace, 0xff, c->tables->n_kinds * sizeof *c->trace);
      err = n_threads ? collect_threads (c, outputs, n_threads, counts) : WPP_OK;
    }
  if (!err)
    err = collect_functions (c);
  for (uint32_t f = 0; f < n_functions && !err; f++)
    {
      t->functions[f].function = f;
      t->functions[f].n_activations = counts[f];
    }
  if (!err)
    sort_functions (c);
  free (counts);
  return err;
}

int
wpp_traces_collect (struct wpp_traces *t, struct wpp_trace_tables *tables, uint32_t n_functions,
                    const uint32_t *outputs, size_t n_threads, bool fold)
{
  struct collection c = { .t = t, .tables = tables, .fold = fold };
  *t = (struct wpp_traces){ 0 };
  wpp_ropes_end (&tables->traces);
  wpp_ropes_end (&tables->calls);
  int err = collect (&c, n_functions, outputs, n_threads);
  free (c.trace);
  free (c.rank);
  free (c.kinds);
  if (err)
    wpp_traces_release (t);
  return err;
}
