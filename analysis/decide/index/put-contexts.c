/* The record of an index that says what a function executed by its callers (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Most functions do the same whoever calls them, or matter little.  So only those are told of that hold a part of all
   that was executed; of their calls only those that led to other paths than all others together, or to calls that
   entered others; and of these calls, chains of two only if they led to others than the rest of them.  Code can tell a
   chain of two from others only by a copy of the function in its middle, for the first of its calls; so what that call
   led to is told as well, even if it is what all calls led to.  */

#include <stdlib.h>
#include <string.h>
#include "decide/index/put-contexts.h"
#include "base/bytes.h"
#include "base/saturate.h"

/* A function is told of that executed one of so many paths.  */
#define LEAST_SHARE 2048u

/* Of a function, a chain that led to one of so many of its paths.  */
#define LEAST_OF_FUNCTION 128u

/* And if at least this part of its paths would have to be others to be those of the others (total variation).  A
   decision that rests on less gains less than what its model is wrong by.  */
#define LEAST_DIFFERENCE 0.05

/* Of a function: those that led to most, besides calls that chains of two begin with.  */
#define MOST_CONTEXTS 16u

/* ---- All paths.  */

/* Set P->first, so that each of CONTEXTS [N] has room for its paths, PATHS [N_PATHS].  */
static int
make_room (struct wpp_path_contexts *p, uint32_t n, const struct wpp_context_path *paths, uint32_t n_paths)
{
  p->first = calloc (n + (size_t) 2, sizeof *p->first);
  p->paths = malloc ((n_paths + (size_t) 1) * sizeof *p->paths);
  if (!p->first || !p->paths)
    return WPP_E_NOMEM;
  /* FIRST is one place ahead until the paths are there.  */
  for (uint32_t i = 0; i < n_paths; i++)
    p->first[paths[i].context + (size_t) 2]++;
  for (size_t i = 1; i <= n; i++)
    p->first[i + 1] += p->first[i];
  return 0;
}

static void
take_paths (struct wpp_path_contexts *p, struct wpp_code *code, const struct wpp_context_path *paths, uint32_t n_paths)
{
  for (uint32_t i = 0; i < n_paths; i++)
    {
      struct wpp_path_times *to = &p->paths[p->first[paths[i].context + (size_t) 1]++];
      wpp_code_find (code, paths[i].event, &to->number);
      to->count = paths[i].count;
      p->total = wpp_saturating_add (p->total, to->count);
    }
}

/* ---- One function.  */

static struct wpp_some_paths
paths_of (const struct wpp_path_contexts *p, const struct wpp_chain *chain)
{
  struct wpp_some_paths s = { p->paths + p->first[chain->context],
                          p->first[chain->context + (size_t)1] - p->first[chain->context], 0 };
  for (size_t i = 0; i < s.n; i++)
    s.total += s.paths[i].count;
  return s;
}

/* Set *ALL to the paths of CHAINS [N] together, malloc'ed.  */
static int
add_up (const struct wpp_path_contexts *p, const struct wpp_chain *chains, size_t n, struct wpp_some_paths *all)
{
  size_t room = 0, last = 0;
  for (size_t i = 0; i < n; i++)
    room += paths_of (p, &chains[i]).n;
  struct wpp_path_times *sum = malloc ((room + 1) * sizeof *sum);
  if (!sum)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_some_paths s = paths_of (p, &chains[i]);
      if (s.n)
        memcpy (sum + last, s.paths, s.n * sizeof *sum);
      last += s.n;
      all->total += s.total;
    }
  if (room)
    qsort (sum, room, sizeof *sum, wpp_compare_path_times);
  for (size_t i = 0; i < room; i++)
    if (all->n && sum[all->n - 1].number == sum[i].number)
      sum[all->n - 1].count = wpp_saturating_add (sum[all->n - 1].count, sum[i].count);
    else
      sum[all->n++] = sum[i];
  all->paths = sum;
  return 0;
}

/* How much do the paths S differ from all others of ALL, from 0 to 1?  */
static double
difference (const struct wpp_some_paths *s, const struct wpp_some_paths *all)
{
  double sum = 0, rest = all->total - s->total;
  if (rest <= 0 || s->total <= 0)
    return 0;
  for (size_t i = 0, k = 0; i < all->n; i++)
    {
      bool own = k < s->n && s->paths[k].number == all->paths[i].number;
      double mine = own ? s->paths[k++].count : 0, others = all->paths[i].count - mine;
      double more = mine / s->total - others / rest;
      sum += more > 0 ? more : 0;
    }
  return sum;
}

/* ---- Choosing.  */

static int
compare_contexts (const void *a, const void *b)
{
  const struct wpp_told_context *x = a, *y = b;
  return wpp_chains_compare (&x->chain, &y->chain);
}

static int
compare_totals (const void *a, const void *b)
{
  const struct wpp_told_context *x = a, *y = b;
  if (x->paths.total != y->paths.total)
    return x->paths.total > y->paths.total ? -1 : 1;
  return compare_contexts (a, b);
}

/* How much do the callees X [N] differ from all others of ALL, from 0 to 1?  */
static double
callees_difference (const uint64_t *x, const uint64_t *all, size_t n)
{
  double mine = 0, rest = 0, sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      mine += x[i];
      rest += (double) all[i] - x[i];
    }
  for (size_t i = 0; i < n && mine > 0 && rest > 0; i++)
    {
      double more = x[i] / mine - ((double) all[i] - x[i]) / rest;
      sum += more > 0 ? more : 0;
    }
  return sum;
}

/* Is X worth telling of, which a chain of FUNCTION's led to, of ALL?  */
static bool
telling_p (const struct wpp_told_contexts *function, const struct wpp_told_context *x,
           const struct wpp_told_context *all, double n_paths)
{
  return x->paths.total * LEAST_OF_FUNCTION >= n_paths
         && (difference (&x->paths, &all->paths) >= LEAST_DIFFERENCE
             || callees_difference (x->callees, all->callees, function->n_callees) >= LEAST_DIFFERENCE);
}

/* How many of CHAINS [N] have the same last CALLS as the first?  */
static size_t
alike (const struct wpp_chain *chains, size_t n, unsigned calls)
{
  size_t i = 1;
  while (i < n && wpp_chains_common (&chains[0].chain, &chains[i].chain) >= calls)
    i++;
  return i;
}

/* Do CHAIN's last CALLS have places?  */
static bool
placed_p (const struct wpp_index_chain *chain, unsigned calls)
{
  for (unsigned i = 0; i < calls; i++)
    if (i >= chain->n || chain->calls[i].node == WPP_NO_NODE)
      return false;
  return true;
}

static void
release_context (struct wpp_told_context *x)
{
  free ((void *) x->paths.paths);
  free (x->callees);
}

/* Set what the chain of X led to, of FUNCTION: CHAINS [N].  */
static int
add_up_all (const struct wpp_path_contexts *p, uint32_t function, const struct wpp_chain *chains, size_t n,
            struct wpp_told_context *x)
{
  const struct wpp_told_contexts *c = &p->told[function];
  x->callees = malloc ((c->n_callees + 1) * sizeof *x->callees);
  if (!x->callees)
    return WPP_E_NOMEM;
  wpp_count_callees (&p->callees, function, &x->chain, c->callees, c->n_callees, x->callees);
  return add_up (p, chains, n, &x->paths);
}

/* Set the candidate *X to the last CALLS that CHAINS [N] of FUNCTION have in common.  */
static int
unite (struct wpp_told_context *x, const struct wpp_path_contexts *p, uint32_t function,
       const struct wpp_chain *chains, size_t n, unsigned calls)
{
  *x = (struct wpp_told_context){ .chain = { .n = calls, .begin = WPP_CHAIN_CUT } };
  memcpy (x->chain.calls, chains[0].chain.calls, calls * sizeof *x->chain.calls);
  for (size_t i = 0; i < n; i++)
    x->chain.count = wpp_saturating_add (x->chain.count, chains[i].chain.count);
  return add_up_all (p, function, chains, n, x);
}

/* A function for which is chosen.  */
struct choosing
{
  const struct wpp_path_contexts *p;
  uint32_t function;
  struct wpp_told_contexts *c;
  double n_paths;                  /* that it executed */
};

/* Add to W what CHAINS [N] have in common: their last CALLS, if they led to others of ALL than the rest.  */
static int
consider (struct choosing *w, const struct wpp_chain *chains, size_t n, unsigned calls,
          const struct wpp_told_context *all)
{
  struct wpp_told_context *x = &w->c->all[w->c->n];
  int err = unite (x, w->p, w->function, chains, n, calls);
  struct wpp_told_context these = *x;
  bool told = !err && telling_p (w->c, &these, all, w->n_paths);
  w->c->n += told;
  for (size_t i = 0, same; i < n && !err && calls < WPP_INDEX_CONTEXT; i += same)
    {
      same = alike (chains + i, n - i, calls + 1);
      if (placed_p (&chains[i].chain, calls + 1) && !w->p->told[chains[i].chain.calls[calls - 1].caller].doubtful)
        err = consider (w, chains + i, same, calls + 1, &these);
    }
  if (!told)
    release_context (&these);
  return err;
}

/* Set W's to what CHAINS [N] of its function led to, ALL together.  */
static int
list_candidates (struct choosing *w, const struct wpp_chain *chains, size_t n, const struct wpp_told_context *all)
{
  w->c->all = malloc ((WPP_INDEX_CONTEXT * n + 1) * sizeof *w->c->all);
  int err = w->c->all ? 0 : WPP_E_NOMEM;
  for (size_t i = 0, same; i < n && !err; i += same)
    {
      same = alike (chains + i, n - i, 1);
      if (placed_p (&chains[i].chain, 1))
        err = consider (w, chains + i, same, 1, all);
    }
  return err;
}

/* Keep those of C that executed most, in as much memory as they need.  */
static void
keep_most (struct wpp_told_contexts *c)
{
  if (c->n)
    qsort (c->all, c->n, sizeof *c->all, compare_totals);
  while (c->n > MOST_CONTEXTS)
    release_context (&c->all[--c->n]);
  struct wpp_told_context *less = realloc (c->all, (c->n + 1) * sizeof *less);
  c->all = less ? less : c->all;
}

/* Choose what is told of FUNCTION by itself.  */
static int
choose (struct wpp_path_contexts *p, uint32_t function)
{
  size_t n;
  const struct wpp_chain *chains = wpp_chains_of (&p->chains, function, &n);
  struct wpp_told_context all = { .chain = { .n = 0 } };
  if (n < 2 || p->told[function].doubtful)
    return 0;
  int err = add_up_all (p, function, chains, n, &all);
  struct choosing w = { p, function, &p->told[function], all.paths.total };
  if (!err && all.paths.total * LEAST_SHARE >= p->total)
    err = list_candidates (&w, chains, n, &all);
  if (!err)
    keep_most (w.c);
  release_context (&all);
  return err;
}

static bool
told_p (const struct wpp_told_contexts *c, const struct wpp_index_chain *chain)
{
  for (size_t i = 0; i < c->n; i++)
    if (!wpp_chains_compare (&c->all[i].chain, chain))
      return true;
  return false;
}

/* Let what FUNCTION executed when it was called by CALL be told, too.  */
static int
tell_of_call (struct wpp_path_contexts *p, uint32_t function, const struct wpp_index_call *call)
{
  struct wpp_told_contexts *c = &p->told[function];
  struct wpp_index_chain chain = { .n = 1, .begin = WPP_CHAIN_CUT, .calls = { *call } };
  size_t n, i = 0;
  const struct wpp_chain *chains = wpp_chains_of (&p->chains, function, &n);
  while (i < n && !wpp_chains_common (&chains[i].chain, &chain))
    i++;
  if (i == n || told_p (c, &chain))
    return 0;
  struct wpp_told_context *more = realloc (c->all, (c->n + 1) * sizeof *more);
  if (!more)
    return WPP_E_NOMEM;
  c->all = more;
  return unite (&c->all[c->n++], p, function, chains + i, alike (chains + i, n - i, 1), 1);
}

/* Let that be told for each chain of two that FUNCTION has.  */
static int
tell_of_callers (struct wpp_path_contexts *p, uint32_t function)
{
  int err = 0;
  for (size_t i = 0; i < p->told[function].n && !err; i++)
    {
      struct wpp_index_chain chain = p->told[function].all[i].chain;
      if (chain.n == 2)
        err = tell_of_call (p, chain.calls[0].caller, &chain.calls[1]);
    }
  return err;
}

/* Find the callees that are told of each function, of those in TRAINING.  */
static int
find_callees (struct wpp_path_contexts *p, struct wpp_training *training)
{
  int err = 0;
  for (size_t f = 0; f < p->n_functions && !err; f++)
    {
      size_t n;
      const struct wpp_trained_callee *callees = wpp_training_callees (training, f, &n);
      err = wpp_callees_told (&p->callees, f, callees, n, &p->told[f].callees, &p->told[f].n_callees);
    }
  return err;
}

/* Find the functions whose activations in CONTEXTS may have executed what others did.  */
static void
find_doubtful (struct wpp_path_contexts *p, const struct wpp_call_contexts *contexts)
{
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (contexts, &n);
  for (uint32_t i = 0; i < n; i++)
    if (all[i].function < p->n_functions)
      p->told[all[i].function].doubtful |= all[i].ended[WPP_ACTIVATION_UNSEEN] || all[i].ended[WPP_ACTIVATION_LOST];
}

static int
choose_all (struct wpp_path_contexts *p, size_t n_functions, const struct wpp_call_contexts *contexts,
            struct wpp_training *training)
{
  p->told = calloc (n_functions + 1, sizeof *p->told);
  if (!p->told)
    return WPP_E_NOMEM;
  p->n_functions = n_functions;
  find_doubtful (p, contexts);
  int err = find_callees (p, training);
  for (size_t f = 0; f < n_functions && !err; f++)
    err = choose (p, f);
  for (size_t f = 0; f < n_functions && !err; f++)
    err = tell_of_callers (p, f);
  for (size_t f = 0; f < n_functions && !err; f++)
    if (p->told[f].n)
      qsort (p->told[f].all, p->told[f].n, sizeof *p->told[f].all, compare_contexts);
  return err;
}

int
wpp_path_contexts_init (struct wpp_path_contexts *p, struct wpp_code *code, const struct wpp_call_contexts *contexts,
                        const struct wpp_chains *longer, struct wpp_training *training)
{
  uint32_t n, n_paths;
  wpp_call_contexts_all (contexts, &n);
  const struct wpp_context_path *paths = wpp_call_contexts_paths (contexts, &n_paths);
  int err = wpp_chains_init (&p->chains, contexts);
  if (!err)
    err = wpp_context_callees_init (&p->callees, longer->n ? longer : &p->chains);
  if (!err)
    err = make_room (p, n, paths, n_paths);
  if (err)
    return err;
  take_paths (p, code, paths, n_paths);
  for (size_t i = 0; i < n; i++)
    if (p->first[i + 1] > p->first[i])
      qsort (p->paths + p->first[i], p->first[i + 1] - p->first[i], sizeof *p->paths, wpp_compare_path_times);
  return choose_all (p, code->n_functions, contexts, training);
}

void
wpp_path_contexts_release (struct wpp_path_contexts *p)
{
  for (size_t f = 0; f < p->n_functions; f++)
    {
      for (size_t i = 0; i < p->told[f].n; i++)
        release_context (&p->told[f].all[i]);
      free (p->told[f].all);
      free (p->told[f].callees);
    }
  free (p->told);
  wpp_context_callees_release (&p->callees);
  wpp_chains_release (&p->chains);
  free (p->first);
  free (p->paths);
}

/* Append those of CALLEES [N] that were called COUNTS times.  */
static void
put_callees (const struct wpp_trained_callee *callees, size_t n, const uint64_t *counts, const uint32_t *entries,
             struct wpp_buffer *b)
{
  size_t called = 0;
  uint32_t before = 0;
  for (size_t i = 0; i < n; i++)
    called += counts[i] > 0;
  wpp_put_leb (b, called);
  for (size_t i = 0; i < n; i++)
    if (counts[i])
      {
        wpp_put_leb (b, callees[i].node - before);
        wpp_put_leb (b, entries[callees[i].callee]);
        wpp_put_leb (b, counts[i]);
        before = callees[i].node;
      }
}

void
wpp_put_contexts (const struct wpp_path_contexts *p, uint32_t function, const uint32_t *entries, struct wpp_buffer *b)
{
  const struct wpp_told_contexts *c = p->told ? &p->told[function] : NULL;
  if (!c || !c->n)
    return;
  wpp_put_leb (b, c->n);
  for (size_t i = 0; i < c->n; i++)
    {
      uint64_t before = 0;
      const struct wpp_some_paths *s = &c->all[i].paths;
      wpp_put_chain (b, entries, i ? &c->all[i - 1].chain : NULL, &c->all[i].chain);
      wpp_put_leb (b, s->n);
      for (size_t k = 0; k < s->n; before = s->paths[k++].number)
        {
          wpp_put_leb (b, s->paths[k].number - before);
          wpp_put_leb (b, s->paths[k].count);
        }
      put_callees (c->callees, c->n_callees, c->all[i].callees, entries, b);
    }
}
