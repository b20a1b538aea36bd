/* Making an index of threads that share a grammar (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each rule is read once, whatever threads it is of; for projections once more if some threads have non-local transfers
   and others have none.  Where calls matter, threads are told apart by an event that goes between them in S,
   WPP_EVENT_STACK: it ends what is open, and nothing follows what came before it.  Only branches are replayed thread by
   thread, as of each of them so much is replayed.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/saturate.h"
#include "decide/index/indexer.h"
#include "format/event.h"
#include "recording/profile/events.h"

/* Replay the branches of each symbol of S.  */
static int
add_branches (struct wpp_indexer *x, const struct wpp_grammar *g,
              struct wpp_grammar *(*part) (const struct wpp_grammar *g, uint64_t i, int *err))
{
  int err = 0;
  for (uint64_t i = 0; i < g->start[1] && x->replay && !err; i++)
    {
      struct wpp_grammar *one = part (g, i, &err);
      if (one)
        err = wpp_index_add_branches (x, one);
      wpp_grammar_free (one);
    }
  return err;
}

/* ---- Projections.  */

/* Does the symbol number I of G have non-local transfers, if those of RULES do?  */
static bool
symbol_lands_p (const struct wpp_grammar *g, const bool *rules, uint64_t i)
{
  uint32_t symbol = g->symbols[i];
  return WPP_IS_RULE (symbol) ? rules[WPP_RULE_INDEX (symbol)] : wpp_event_lands_p (g->terminals[symbol]);
}

/* Which rules of G have non-local transfers, malloc'ed; S is passed over.  Null when out of memory.  */
static bool *
rules_that_land (const struct wpp_grammar *g)
{
  bool *rules = calloc (g->n_rules, sizeof *rules);
  for (uint32_t k = 0; rules && k + 1 < g->n_rules; k++)
    for (uint64_t i = g->start[g->order[k]]; i < g->start[g->order[k] + (size_t) 1]; i++)
      rules[g->order[k]] |= symbol_lands_p (g, rules, i);
  return rules;
}

/* Put those threads of ENDS [N] that have non-local transfers, or, unless LANDS, the others, into THREADS [*N_THREADS].
   RULES is as above.  */
static void
choose_threads (const struct wpp_grammar *g, const bool *rules, bool lands, const uint64_t *ends, size_t n,
                struct wpp_stretch *threads, size_t *n_threads)
{
  *n_threads = 0;
  for (size_t k = 0; k < n; k++)
    {
      const struct wpp_stretch thread = { k ? ends[k - 1] : 0, ends[k] };
      bool any = false;
      for (uint64_t i = thread.from; i < thread.to && !any; i++)
        any = symbol_lands_p (g, rules, i);
      if (any == lands)
        threads[(*n_threads)++] = thread;
    }
}

/* Add the projections of THREADS [N], which have non-local transfers if LANDS.  */
static int
project (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands, const struct wpp_stretch *threads, size_t n)
{
  struct wpp_meaning *meanings;
  int err = wpp_index_find_meanings (x, g, lands, &meanings);
  if (!err)
    err = wpp_projector_add_threads (x->projector, g, meanings, threads, n);
  free (meanings);
  return err;
}

static int
add_projections (struct wpp_indexer *x, const struct wpp_grammar *g, const uint64_t *ends, size_t n)
{
  struct wpp_stretch *threads = malloc ((n + 1) * sizeof *threads);
  bool *rules = rules_that_land (g);
  int err = threads && rules ? 0 : WPP_E_NOMEM;
  for (int lands = 0; lands < 2 && !err; lands++)
    {
      size_t n_threads;
      choose_threads (g, rules, lands, ends, n, threads, &n_threads);
      if (n_threads)
        err = project (x, g, lands, threads, n_threads);
    }
  free (threads);
  free (rules);
  return err;
}

static int
add_counts (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  struct wpp_meaning *meanings;
  int err = wpp_index_find_meanings (x, g, false, &meanings);
  if (!err)
    err = wpp_projector_count (x->projector, g, meanings);
  free (meanings);
  return err ? err : wpp_value_counts_add_grammar (x->values, g);
}

/* ---- Calls.  */

/* Let ITEMS have room for N more than the symbols of G.  */
static int
make_room (const struct wpp_grammar *g, uint32_t **items, size_t n)
{
  uint32_t *more = realloc (*items, (g->start[g->n_rules] + n + 1) * sizeof *more);
  if (!more)
    return WPP_E_NOMEM;
  *items = more;
  return 0;
}

/* Put VALUE into the items of S after as many as ENDS [N] say, and move those that follow.  */
static void
put_between (const struct wpp_grammar *g, uint32_t *items, const uint64_t *ends, size_t n, uint32_t value)
{
  uint64_t end = g->start[g->n_rules];
  for (size_t k = n; k > 0; k--)
    {
      memmove (items + ends[k - 1] + k, items + ends[k - 1], (end - ends[k - 1]) * sizeof *items);
      items[ends[k - 1] + k - 1] = value;
      end = ends[k - 1];
    }
}

/* The terminal of G that is WPP_EVENT_STACK, or its number of terminals.  */
static uint32_t
find_separator (const struct wpp_grammar *g)
{
  uint32_t t = 0;
  while (t < g->n_terminals && g->terminals[t] != WPP_EVENT_STACK)
    t++;
  return t;
}

/* Put WPP_EVENT_STACK into S of G after as many symbols as ENDS [N] say.  G stays finished.  */
static int
separate (struct wpp_grammar *g, const uint64_t *ends, size_t n)
{
  uint32_t *terminals = realloc (g->terminals, (g->n_terminals + (size_t) 1) * sizeof *terminals);
  if (!terminals)
    return WPP_E_NOMEM;
  g->terminals = terminals;
  uint32_t separator = find_separator (g);
  g->terminals[separator] = WPP_EVENT_STACK;
  g->n_terminals += separator == g->n_terminals;
  int err = make_room (g, &g->symbols, n);
  if (!err && g->exponents)
    err = make_room (g, &g->exponents, n);
  if (err)
    return err;
  put_between (g, g->symbols, ends, n, separator);
  if (g->exponents)
    put_between (g, g->exponents, ends, n, 1);
  for (uint32_t r = 1; r <= g->n_rules; r++)
    g->start[r] += n;
  g->length[0] = wpp_saturating_add (g->length[0], n);
  return 0;
}

/* ---- All of it.  */

int
wpp_indexer_add_threads (struct wpp_indexer *x, struct wpp_grammar *g, const uint64_t *ends, size_t n,
                         struct wpp_grammar *(*part) (const struct wpp_grammar *g, uint64_t i, int *err))
{
  int err = add_branches (x, g, part);
  if (!err)
    err = add_counts (x, g);
  if (!err && !x->counts)
    err = add_projections (x, g, ends, n);
  if (!err)
    err = separate (g, ends, n);
  return err ? err : wpp_index_add_calls (x, g, true);
}
