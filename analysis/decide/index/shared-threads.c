/* Making an index of threads that share a grammar (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each rule is read once, whatever threads it is of; for projections once more if some threads have non-local transfers
   and others have none.  Where calls matter, threads are told apart by an event that goes between them in S,
   WPP_EVENT_STACK: it ends what is open, and nothing follows what came before it.  Only branches are replayed thread by
   thread, as of each of them so much is replayed.

   What an index has is found by five consumers of the grammar, which have nothing in common but that, and may work at
   the same time: each that numbers paths has a view of the code, unless that is so large that they share one.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/saturate.h"
#include "decide/index/indexer.h"
#include "format/event.h"
#include "recording/profile/events.h"

/* What the consumers read: threads that are stretches of S of G, with an event between them.  */
struct sharing
{
  struct wpp_indexer *x;
  struct wpp_grammar *g;
  struct wpp_stretch *threads;  /* [n] */
  size_t n;
};

/* ---- Branches.  */

/* Sizes of the grammars that symbols would have by themselves.  */
struct sizes
{
  const struct wpp_grammar *g;
  uint64_t *seen, *seen_terminals;     /* [rules, terminals] the last symbol of S, from 1 on, below which each was */
  uint32_t *stack;
  size_t depth, room;
};

/* Meet SYMBOL below the symbol of S that STAMP is the number of, and add 1 to *SIZE if it is a new terminal.  */
static int
meet (struct sizes *s, uint32_t symbol, uint64_t stamp, uint64_t *size)
{
  uint64_t *seen = WPP_IS_RULE (symbol) ? &s->seen[WPP_RULE_INDEX (symbol)] : &s->seen_terminals[symbol];
  if (*seen == stamp)
    return 0;
  *seen = stamp;
  if (!WPP_IS_RULE (symbol))
    {
      ++*size;
      return 0;
    }
  if (WPP_RESERVE (s->stack, s->room, s->depth, 1))
    return WPP_E_NOMEM;
  s->stack[s->depth++] = WPP_RULE_INDEX (symbol);
  return 0;
}

/* Set *SIZE to the symbols and terminals of the grammar that symbol number I of S would have by itself.  */
static int
size_of_part (struct sizes *s, uint64_t i, uint64_t *size)
{
  const struct wpp_grammar *g = s->g;
  uint32_t symbol = g->symbols[i];
  *size = WPP_IS_RULE (symbol) ? 0 : 1;
  int err = meet (s, symbol, i + 1, size);
  while (s->depth && !err)
    {
      uint32_t rule = s->stack[--s->depth];
      *size += g->start[rule + 1] - g->start[rule];
      for (uint64_t k = g->start[rule]; k < g->start[rule + 1] && !err; k++)
        err = meet (s, g->symbols[k], i + 1, size);
    }
  return err;
}

/* Replay the branches of the symbols of THREAD, before which come *BEFORE events, with X.  */
static int
replay_thread (struct sharing *h, struct sizes *s, struct wpp_expansion *x, const struct wpp_stretch *thread,
               uint64_t *before)
{
  int err = 0;
  for (uint64_t i = thread->from; i < thread->to && h->x->replay && !err; i++)
    {
      uint64_t size, length = wpp_grammar_symbol_length (h->g, i);
      err = size_of_part (s, i, &size);
      if (!err)
        err = wpp_index_replay (h->x, x, *before, length, size);
      *before = wpp_saturating_add (*before, length);
    }
  return err;
}

/* Replay the branches of each symbol of S.  */
static int
add_branches (struct sharing *h)
{
  const struct wpp_grammar *g = h->g;
  struct sizes s = { .g = g, .seen = calloc (g->n_rules + (size_t)1, sizeof *s.seen),
                     .seen_terminals = calloc (g->n_terminals + (size_t)1, sizeof *s.seen_terminals) };
  struct wpp_expansion *x = wpp_expansion_new (g);
  uint64_t before = 0;
  int err = s.seen && s.seen_terminals && x ? 0 : WPP_E_NOMEM;
  for (size_t k = 0; k < h->n && !err; k++, before++)
    err = replay_thread (h, &s, x, &h->threads[k], &before);
  wpp_expansion_free (x);
  free (s.seen);
  free (s.seen_terminals);
  free (s.stack);
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

/* Put those threads of H that have non-local transfers, or, unless LANDS, the others, into CHOSEN, and return how many
   there are.  RULES is as above.  */
static size_t
choose_threads (const struct sharing *h, const bool *rules, bool lands, struct wpp_stretch *chosen)
{
  size_t n = 0;
  for (size_t k = 0; k < h->n; k++)
    {
      bool any = false;
      for (uint64_t i = h->threads[k].from; i < h->threads[k].to && !any; i++)
        any = symbol_lands_p (h->g, rules, i);
      if (any == lands)
        chosen[n++] = h->threads[k];
    }
  return n;
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
add_projections (struct sharing *h)
{
  struct wpp_stretch *chosen = malloc ((h->n + 1) * sizeof *chosen);
  bool *rules = rules_that_land (h->g);
  int err = chosen && rules ? 0 : WPP_E_NOMEM;
  for (int lands = 0; lands < 2 && !err; lands++)
    {
      size_t n = choose_threads (h, rules, lands, chosen);
      if (n)
        err = project (h->x, h->g, lands, chosen, n);
    }
  free (chosen);
  free (rules);
  return err;
}

static int
add_counts (struct sharing *h)
{
  struct wpp_meaning *meanings;
  int err = wpp_index_find_meanings (h->x, h->g, false, &meanings);
  if (!err)
    err = wpp_projector_count (h->x->projector, h->g, meanings);
  free (meanings);
  if (!err)
    err = wpp_value_counts_add_grammar (h->x->values, h->g);
  return err || h->x->counts ? err : add_projections (h);
}

/* ---- Calls.  */

static int
add_training (struct sharing *h)
{
  return h->x->counts ? 0 : wpp_training_add (h->x->training, h->g, true);
}

static int
add_chains (struct sharing *h)
{
  return h->x->counts ? 0 : wpp_index_add_chains (h->x, h->g);
}

static int
add_callers (struct sharing *h)
{
  return h->x->counts ? 0 : wpp_index_add_callers (h->x, h->g);
}

/* ---- The event between threads.  */

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

/* Let H have the threads of G that ENDS says, with an event after each.  */
static int
separate_threads (struct sharing *h, const uint64_t *ends)
{
  h->threads = malloc ((h->n + 1) * sizeof *h->threads);
  if (!h->threads)
    return WPP_E_NOMEM;
  for (size_t k = 0; k < h->n; k++)
    h->threads[k] = (struct wpp_stretch){ (k ? ends[k - 1] : 0) + k, ends[k] + k };
  return separate (h->g, ends, h->n);
}

/* ---- All of it.  */

/* Those that take longest first.  */
static int (*const consumers[]) (struct sharing *h)
  = { add_counts, add_callers, add_chains, add_branches, add_training };
#define CONSUMERS (sizeof consumers / sizeof *consumers)

struct crew
{
  struct sharing *h;
  pthread_mutex_t lock;
  size_t next;                  /* under the lock */
  int errs[CONSUMERS];
};

static void *
work (void *crew)
{
  struct crew *c = crew;
  for (;;)
    {
      pthread_mutex_lock (&c->lock);
      size_t i = c->next++;
      pthread_mutex_unlock (&c->lock);
      if (i >= CONSUMERS)
        return NULL;
      c->errs[i] = consumers[i] (c->h);
    }
}

int
wpp_indexer_add_threads (struct wpp_indexer *x, struct wpp_grammar *g, const uint64_t *ends, size_t n, size_t jobs)
{
  struct sharing h = { .x = x, .g = g, .n = n };
  struct crew c = { .h = &h, .lock = PTHREAD_MUTEX_INITIALIZER };
  pthread_t threads[CONSUMERS];
  size_t started = 1, most = x->n_views > 1 ? jobs : 1;
  int err = separate_threads (&h, ends);
  while (!err && started < most && started < CONSUMERS && !pthread_create (&threads[started], NULL, work, &c))
    started++;
  if (!err)
    work (&c);
  while (started-- > 1)
    pthread_join (threads[started], NULL);
  free (h.threads);
  for (size_t i = 0; i < CONSUMERS && !err; i++)
    err = c.errs[i];
  return err;
}
