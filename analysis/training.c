/* What a profile says of a program without the order of its paths (training.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Which events follow each other is counted on the grammar: two neighbours of a right-hand side
   meet with the last event of the one and the first of the other, as often as the rule occurs;
   the copies of a run x^k meet k - 1 times.  */

#include <stdlib.h>
#include <string.h>
#include "alphabet.h"
#include "event.h"
#include "numbering.h"
#include "saturate.h"
#include "training.h"

#define NONE UINT32_MAX

/* What an event means for calls.  */
struct role
{
  uint32_t caller, node;   /* the call that its path ends before or at; node is NONE without one */
  uint32_t enters;         /* function that its path begins at the entry of, or NONE */
};

struct summing
{
  const struct wpp_profile *p;
  struct wpp_code *code;
  struct wpp_grammar *const *grammars;
  struct wpp_training *t;
  struct wpp_alphabet alphabet;   /* path events of all threads, by first occurrence */
  uint64_t *counts;               /* [alphabet.n] */
  struct role *roles;             /* [alphabet.n] */
  uint32_t *terminals;            /* of the grammar at work, by its own: of the alphabet, or NONE */
  struct wpp_callee *slots;       /* open addressing; a free one has count 0 */
  size_t n_slots, n_used;
};

/* ---- Counts of paths.  */

/* Number the path events of G and make room for their counts.  */
static int
intern_events (struct summing *s, const struct wpp_grammar *g)
{
  int err = WPP_OK;
  free (s->terminals);
  s->terminals = malloc ((g->n_terminals + (size_t)1) * sizeof *s->terminals);
  if (!s->terminals)
    return WPP_E_NOMEM;
  uint32_t before = s->alphabet.n;
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    {
      s->terminals[i] = NONE;
      if (g->terminals[i] >= WPP_EVENT_FIRST_PATH)
        err = wpp_alphabet_intern (&s->alphabet, g->terminals[i], &s->terminals[i]);
    }
  uint64_t *counts = realloc (s->counts, (s->alphabet.n + (size_t)1) * sizeof *counts);
  if (!counts)
    return WPP_E_NOMEM;
  s->counts = counts;
  for (uint32_t i = before; i < s->alphabet.n; i++)
    counts[i] = 0;
  return err;
}

static int
sum_thread (struct summing *s, const struct wpp_grammar *g)
{
  int err = intern_events (s, g);
  uint64_t *counts = malloc ((g->n_terminals + (size_t)1) * sizeof *counts);
  if (!err && !counts)
    err = WPP_E_NOMEM;
  if (!err)
    {
      wpp_grammar_terminal_counts (g, counts);
      for (uint32_t i = 0; i < g->n_terminals; i++)
        if (s->terminals[i] != NONE)
          s->counts[s->terminals[i]]
            = wpp_saturating_add (s->counts[s->terminals[i]], counts[i]);
    }
  free (counts);
  return err;
}

static int
compare_totals (const void *a, const void *b)
{
  uint32_t x = ((const struct wpp_path_total *)a)->event;
  uint32_t y = ((const struct wpp_path_total *)b)->event;
  return x < y ? -1 : x > y;
}

static int
list_totals (struct summing *s)
{
  struct wpp_training *t = s->t;
  t->paths = malloc ((s->alphabet.n + (size_t)1) * sizeof *t->paths);
  if (!t->paths)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->alphabet.n; i++)
    t->paths[i] = (struct wpp_path_total){ s->alphabet.events[i], s->counts[i] };
  t->n_paths = s->alphabet.n;
  qsort (t->paths, t->n_paths, sizeof *t->paths, compare_totals);
  return WPP_OK;
}

/* The first of T's paths that is not before EVENT.  */
static size_t
lower_bound (const struct wpp_training *t, uint32_t event)
{
  size_t low = 0, high = t->n_paths;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (t->paths[middle].event < event)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Is T's path I, if there is one, F's?  It is not before those of F.  */
static bool
of_p (const struct wpp_training *t, size_t i, const struct wpp_code_function *f)
{
  return i < t->n_paths && t->paths[i].event - f->first < f->n_words;
}

int
wpp_training_count (const struct wpp_training *t, struct wpp_code *code,
                    struct wpp_code_function *f, uint64_t *node_counts, uint64_t *edge_counts)
{
  int err = WPP_OK;
  size_t i = lower_bound (t, f->first);
  if (!of_p (t, i, f))
    return WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  for (; num && !err && of_p (t, i, f); i++)
    err = wpp_path_count (num, wpp_code_number (f, t->paths[i].event), t->paths[i].count,
                          node_counts, edge_counts);
  return err;
}

/* ---- What is known of a function's paths alone.  */

/* The node of the call that PATH ends before or, in tail position, at; or NONE.  */
static uint32_t
call_behind (const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_cfg *cfg = num->cfg;
  uint32_t node = NONE;
  if (path->end_edge != WPP_NO_EDGE)
    node = cfg->edges[path->end_edge].dst;
  else
    for (uint32_t i = 0; i < path->n_nodes; i++)
      if (cfg->edges[path->edges[i]].flags & WPP_EDGE_TAIL)
        node = cfg->edges[path->edges[i]].dst;
  return node != NONE && (cfg->nodes[node].flags & WPP_NODE_CALL) ? node : NONE;
}

/* Set the roles of the events of F, the function of index I.  */
static int
set_roles (struct summing *s, struct wpp_code_function *f, uint32_t i, struct wpp_path *path)
{
  const struct wpp_training *t = s->t;
  int err = WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (s->code, f, &err);
  if (!num)
    return err;
  for (size_t k = lower_bound (t, f->first); of_p (t, k, f) && !err; k++)
    {
      uint64_t number = wpp_code_number (f, t->paths[k].event);
      err = wpp_path_decode (num, number, path);
      if (!err)
        s->roles[wpp_alphabet_find (&s->alphabet, t->paths[k].event)]
          = (struct role){ i, call_behind (num, path), wpp_path_enters (num, number) ? i : NONE };
    }
  return err;
}

/* Raise the greatest count to that of F's edges.  */
static int
look_at_edges (struct summing *s, struct wpp_code_function *f)
{
  uint32_t n = f->function->cfg.n_edges;
  uint64_t *edges = calloc (n + (size_t)1, sizeof *edges);
  int err = edges ? wpp_training_count (s->t, s->code, f, NULL, edges) : WPP_E_NOMEM;
  for (uint32_t e = 0; e < n && !err; e++)
    if (edges[e] > s->t->greatest)
      s->t->greatest = edges[e];
  free (edges);
  return err;
}

static int
look_at_functions (struct summing *s)
{
  const struct wpp_training *t = s->t;
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  s->roles = malloc ((s->alphabet.n + (size_t)1) * sizeof *s->roles);
  if (!s->roles)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->alphabet.n; i++)
    s->roles[i] = (struct role){ NONE, NONE, NONE };
  for (size_t i = 0; i < s->code->n_functions && !err; i++)
    {
      struct wpp_code_function *f = &s->code->functions[i];
      if (!of_p (t, lower_bound (t, f->first), f))
        continue;
      err = look_at_edges (s, f);
      if (!err && !s->p->counts)
        err = set_roles (s, f, (uint32_t)i, &path);
    }
  wpp_path_release (&path);
  return err;
}

/* Number the functions by their first events.  */
static int
set_first_runs (struct summing *s)
{
  uint32_t n = 0;
  s->t->first_run = calloc (s->code->n_functions + (size_t)1, sizeof *s->t->first_run);
  if (!s->t->first_run)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->alphabet.n && !s->p->counts; i++)
    {
      uint64_t number;
      struct wpp_code_function *f = wpp_code_find (s->code, s->alphabet.events[i], &number);
      if (f && !s->t->first_run[f - s->code->functions])
        s->t->first_run[f - s->code->functions] = ++n;
    }
  return WPP_OK;
}

/* ---- Callees.  */

/* The slot of KEY's call and callee among the N SLOTS, or the free one where it belongs.  */
static struct wpp_callee *
find_slot (struct wpp_callee *slots, size_t n, const struct wpp_callee *key)
{
  uint64_t hash = ((uint64_t)key->caller << 32 | key->callee) * UINT64_C (0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 29 ^ key->node) * UINT64_C (0xbf58476d1ce4e5b9);
  size_t i = (hash >> 32) & (n - 1);
  while (slots[i].count && (slots[i].caller != key->caller || slots[i].node != key->node
                            || slots[i].callee != key->callee))
    i = (i + 1) & (n - 1);
  return &slots[i];
}

static int
make_room (struct summing *s)
{
  if (2 * (s->n_used + 1) <= s->n_slots)
    return WPP_OK;
  size_t n = s->n_slots ? 2 * s->n_slots : 1024;
  struct wpp_callee *slots = calloc (n, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->n_slots; i++)
    if (s->slots[i].count)
      *find_slot (slots, n, &s->slots[i]) = s->slots[i];
  free (s->slots);
  s->slots = slots;
  s->n_slots = n;
  return WPP_OK;
}

/* Event B of the grammar follows event A COUNT times.  */
static int
meet (struct summing *s, uint32_t a, uint32_t b, uint64_t count)
{
  if (s->terminals[a] == NONE || s->terminals[b] == NONE || count == 0)
    return WPP_OK;
  const struct role *from = &s->roles[s->terminals[a]], *to = &s->roles[s->terminals[b]];
  if (from->node == NONE || to->enters == NONE)
    return WPP_OK;
  struct wpp_callee key = { from->caller, from->node, to->enters, 0 };
  int err = make_room (s);
  if (err)
    return err;
  struct wpp_callee *slot = find_slot (s->slots, s->n_slots, &key);
  s->n_used += slot->count == 0;
  key.count = wpp_saturating_add (slot->count, count);
  *slot = key;
  return WPP_OK;
}

/* The first and last event of each rule.  */
struct ends
{
  uint32_t first, last;
};

static struct ends
ends_of (const struct ends *rules, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? rules[WPP_RULE_INDEX (symbol)] : (struct ends){ symbol, symbol };
}

static int
meet_in_rule (struct summing *s, const struct wpp_grammar *g, struct ends *rules, uint32_t r)
{
  int err = WPP_OK;
  rules[r] = (struct ends){ NONE, NONE };
  for (uint64_t i = g->start[r]; i < g->start[r + 1] && !err; i++)
    {
      struct ends e = ends_of (rules, g->symbols[i]);
      uint64_t again = wpp_grammar_exponent (g, i) - 1;
      if (rules[r].first == NONE)
        rules[r].first = e.first;
      else
        err = meet (s, rules[r].last, e.first, g->frequency[r]);
      if (!err)
        err = meet (s, e.last, e.first, wpp_saturating_product (g->frequency[r], again));
      rules[r].last = e.last;
    }
  return err;
}

static int
find_callees (struct summing *s, const struct wpp_grammar *g)
{
  struct ends *rules = malloc (g->n_rules * sizeof *rules);
  int err = rules ? intern_events (s, g) : WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules && !err; i++)
    err = meet_in_rule (s, g, rules, g->order[i]);
  free (rules);
  return err;
}

static int
compare_callees (const void *a, const void *b)
{
  const struct wpp_callee *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* Move the callees found into the training.  */
static void
list_callees (struct summing *s)
{
  size_t n = 0;
  for (size_t i = 0; i < s->n_slots; i++)
    if (s->slots[i].count)
      s->slots[n++] = s->slots[i];
  if (n)
    qsort (s->slots, n, sizeof *s->slots, compare_callees);
  s->t->callees = s->slots;
  s->t->n_callees = n;
  s->slots = NULL;
}

const struct wpp_callee *
wpp_training_callees (const struct wpp_training *t, uint32_t caller, uint32_t node, size_t *n)
{
  size_t low = 0, high = t->n_callees;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct wpp_callee *c = &t->callees[middle];
      if (c->caller < caller || (c->caller == caller && c->node < node))
        low = middle + 1;
      else
        high = middle;
    }
  *n = 0;
  while (low + *n < t->n_callees && t->callees[low + *n].caller == caller
         && t->callees[low + *n].node == node)
    ++*n;
  return t->callees + low;
}

/* ---- All together.  */

static int
sum_up (struct summing *s)
{
  int err = wpp_alphabet_init (&s->alphabet);
  for (size_t i = 0; i < s->p->n_threads && !err; i++)
    err = sum_thread (s, s->grammars[i]);
  if (!err)
    err = list_totals (s);
  if (!err)
    err = look_at_functions (s);
  if (!err)
    err = set_first_runs (s);
  for (size_t i = 0; i < s->p->n_threads && !err && !s->p->counts; i++)
    err = find_callees (s, s->grammars[i]);
  if (!err)
    list_callees (s);
  return err;
}

struct wpp_training *
wpp_training_new (const struct wpp_profile *p, struct wpp_code *code,
                  struct wpp_grammar *const *grammars, int *err)
{
  struct wpp_training *t = calloc (1, sizeof *t);
  struct summing s = { .p = p, .code = code, .grammars = grammars, .t = t };
  *err = t ? sum_up (&s) : WPP_E_NOMEM;
  wpp_alphabet_release (&s.alphabet);
  free (s.counts);
  free (s.roles);
  free (s.terminals);
  free (s.slots);
  if (!*err)
    return t;
  wpp_training_free (t);
  return NULL;
}

void
wpp_training_free (struct wpp_training *t)
{
  if (!t)
    return;
  free (t->paths);
  free (t->first_run);
  free (t->callees);
  free (t);
}
