/* Callees and the order of functions, from a profile (training.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Pairs of successive events are counted on the grammar.  Between two neighbours of a right-hand side, the last event
   of the first is followed by the first event of the second, as often as the rule occurs; within a run x^k that happens
   k - 1 times.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/rules/alphabet.h"
#include "recording/profile/events.h"
#include "program/paths/numbering.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"
#include "base/search.h"
#include "activations/counts/training.h"

#define NONE UINT32_MAX
#define BREAK (NONE - 1)     /* a terminal: what follows ran on another stack, or in another thread */

/* The meaning of an event for calls.  */
struct role
{
  uint32_t caller, node;   /* the call at which, or before which, its path ends; NODE is NONE without one */
  uint32_t enters;         /* the function at whose entry its path begins, or NONE */
};

struct wpp_training
{
  struct wpp_code *code;
  uint32_t *first_run;            /* [code's functions] */
  uint32_t n_run;                 /* functions that were executed so far */
  struct wpp_alphabet alphabet;   /* path events of all threads, by first occurrence */
  struct role *roles;             /* [alphabet.n] */
  size_t roles_room;
  struct wpp_path path;           /* the one decoded last */
  uint32_t *terminals;            /* for each terminal of the present grammar, its number in the alphabet, or NONE */
  uint32_t last;                  /* the last event of the present thread, as a number in the alphabet, or NONE */
  uint32_t last_entered;          /* the function that the present thread entered last, or NONE */
  struct wpp_trained_callee *callees;     /* [n_callees] */
  size_t n_callees, callees_room;
  struct wpp_hash_table table;    /* of the callees; void when they are sorted */
  struct wpp_transition_count *next; /* [n_next] */
  size_t n_next, next_room;
  struct wpp_hash_table next_table; /* of the transitions; likewise */
  bool sorted;
};

struct wpp_training *
wpp_training_new (struct wpp_code *code)
{
  struct wpp_training *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  t->code = code;
  t->last = t->last_entered = NONE;
  t->first_run = calloc (code->n_functions + (size_t)1, sizeof *t->first_run);
  if (t->first_run && !wpp_alphabet_init (&t->alphabet))
    return t;
  wpp_training_free (t);
  return NULL;
}

void
wpp_training_free (struct wpp_training *t)
{
  if (!t)
    return;
  wpp_alphabet_release (&t->alphabet);
  wpp_path_release (&t->path);
  free (t->first_run);
  free (t->roles);
  free (t->terminals);
  free (t->callees);
  free (t->next);
  wpp_hash_release (&t->table);
  wpp_hash_release (&t->next_table);
  free (t);
}

/* ---- The roles of events.  */

/* Set *ROLE to the role of EVENT, which is met for the first time.  If it is the first event of its function, record
   that the function was executed.  */
static int
find_role (struct wpp_training *t, uint32_t event, struct role *role)
{
  struct wpp_code_path p;
  *role = (struct role){ NONE, NONE, NONE };
  int found = wpp_code_decode (t->code, event, &p, &t->path);
  if (found <= 0)
    return found;
  if (!t->first_run[p.index])
    t->first_run[p.index] = ++t->n_run;
  *role = (struct role){ p.index, wpp_path_call_after (p.numbering, &t->path),
                         wpp_path_enters (p.numbering, p.number) ? p.index : NONE };
  return WPP_OK;
}

/* Set *NUMBER to the number of EVENT.  */
static int
intern_event (struct wpp_training *t, uint32_t event, uint32_t *number)
{
  uint32_t before = t->alphabet.n;
  int err = wpp_alphabet_intern (&t->alphabet, event, number);
  if (err || t->alphabet.n == before)
    return err;
  if (WPP_RESERVE (t->roles, t->roles_room, before, 1))
    return WPP_E_NOMEM;
  return find_role (t, event, &t->roles[before]);
}

/* Number the path events of G.  */
static int
intern_events (struct wpp_training *t, const struct wpp_grammar *g)
{
  int err = 0;
  free (t->terminals);
  t->terminals = malloc ((g->n_terminals + (size_t)1) * sizeof *t->terminals);
  if (!t->terminals)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    {
      t->terminals[i] = g->terminals[i] == WPP_EVENT_STACK ? BREAK : NONE;
      if (wpp_event_path_p (g->terminals[i]))
        err = intern_event (t, g->terminals[i], &t->terminals[i]);
    }
  return err;
}

/* ---- Callees.  */

/* The size of a call and its callee, the beginning of `struct wpp_trained_callee'.  */
#define CALL_SIZE (offsetof (struct wpp_trained_callee, callee) + sizeof (uint32_t))

static bool
callee_is_p (const void *callees, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_trained_callee *)callees + number, key, CALL_SIZE);
}

/* Set *NUMBER to the number of KEY's call and callee among T's.  */
static int
intern_callee (struct wpp_training *t, const struct wpp_trained_callee *key, uint32_t *number)
{
  int err = wpp_hash_reserve (&t->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->table, key, CALL_SIZE);
  *number = wpp_hash_find (&t->table, hash, callee_is_p, t->callees, key);
  if (*number != WPP_NO_ITEM)
    return 0;
  if (WPP_RESERVE (t->callees, t->callees_room, t->n_callees, 1))
    return WPP_E_NOMEM;
  *number = t->n_callees;
  wpp_hash_add (&t->table, hash, *number);
  t->callees[t->n_callees++] = *key;
  return 0;
}

/* Event B follows event A COUNT times.  Both are numbers in the alphabet, or NONE.  */
static int
meet (struct wpp_training *t, uint32_t a, uint32_t b, uint64_t count)
{
  if (a == NONE || b == NONE || count == 0)
    return 0;
  const struct role *from = &t->roles[a], *to = &t->roles[b];
  if (from->node == NONE || to->enters == NONE)
    return 0;
  struct wpp_trained_callee key = { from->caller, from->node, to->enters, 0 };
  uint32_t number;
  int err = intern_callee (t, &key, &number);
  if (!err)
    t->callees[number].count = wpp_saturating_add (t->callees[number].count, count);
  return err;
}

/* ---- Transitions.  */

#define TRANSITION_SIZE offsetof (struct wpp_transition_count, count)

static bool
transition_is_p (const void *next, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_transition_count *)next + number, key, TRANSITION_SIZE);
}

/* Functions BEFORE and FUNCTION, or NONE, are entered one after the other, COUNT times.  */
static int
count_transition (struct wpp_training *t, uint32_t before, uint32_t function, uint64_t count)
{
  const struct wpp_transition_count key = { before, function, 0 };
  if (before == NONE || function == NONE || count == 0)
    return 0;
  int err = wpp_hash_reserve (&t->next_table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->next_table, &key, TRANSITION_SIZE);
  uint32_t number = wpp_hash_find (&t->next_table, hash, transition_is_p, t->next, &key);
  if (number == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (t->next, t->next_room, t->n_next, 1))
        return WPP_E_NOMEM;
      number = t->n_next;
      wpp_hash_add (&t->next_table, hash, number);
      t->next[t->n_next++] = key;
    }
  t->next[number].count = wpp_saturating_add (t->next[number].count, count);
  return 0;
}

/* ---- Rules.  */

/* The first and last event of each rule, as numbers in the alphabet, and the functions that it enters first and last:
   before the first break in it, and after the last one.  */
struct ends
{
  uint32_t first, last;
  uint32_t first_entered, last_entered;
  bool breaks;
};

#define NO_ENDS ((struct ends){ NONE, NONE, NONE, NONE, false })

static struct ends
ends_of (const struct wpp_training *t, const struct ends *rules, uint32_t symbol)
{
  if (WPP_IS_RULE (symbol))
    return rules[WPP_RULE_INDEX (symbol)];
  uint32_t event = t->terminals[symbol];
  struct ends e = NO_ENDS;
  e.breaks = event == BREAK;
  if (event == NONE || event == BREAK)
    return e;
  e.first = e.last = event;
  e.first_entered = e.last_entered = t->roles[event].enters;
  return e;
}

/* Let ALL be what it is, and E after it.  */
static void
append_ends (struct ends *all, const struct ends *e)
{
  all->last = e->last;
  if (all->first_entered == NONE && !all->breaks)
    all->first_entered = e->first_entered;
  if (e->last_entered != NONE || e->breaks)
    all->last_entered = e->last_entered;
  all->breaks |= e->breaks;
}

/* E follows what SO_FAR is the ends of, which are not the beginning of a rule, COUNT times.  */
static int
meet_ends (struct wpp_training *t, const struct ends *so_far, const struct ends *e, uint64_t count)
{
  int err = meet (t, so_far->last, e->first, count);
  return err ? err : count_transition (t, so_far->last_entered, e->first_entered, count);
}

static int
meet_in_rule (struct wpp_training *t, const struct wpp_grammar *g, struct ends *rules, uint32_t r)
{
  int err = 0;
  struct ends *all = &rules[r];
  *all = NO_ENDS;
  for (uint64_t i = g->start[r]; i < g->start[r + 1] && !err; i++)
    {
      const struct ends e = ends_of (t, rules, g->symbols[i]);
      uint64_t again = wpp_grammar_exponent (g, i) - 1;
      if (i == g->start[r])
        all->first = e.first;
      else
        err = meet_ends (t, all, &e, g->frequency[r]);
      if (!err)
        err = meet_ends (t, &e, &e, wpp_saturating_product (g->frequency[r], again));
      append_ends (all, &e);
    }
  return err;
}

int
wpp_training_add (struct wpp_training *t, const struct wpp_grammar *g, bool begins)
{
  struct ends *rules = malloc (g->n_rules * sizeof *rules);
  int err = rules ? intern_events (t, g) : WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules && !err; i++)
    err = meet_in_rule (t, g, rules, g->order[i]);
  const struct ends before = { NONE, begins ? NONE : t->last, NONE, begins ? NONE : t->last_entered, false };
  if (!err)
    err = meet_ends (t, &before, &rules[0], 1);
  if (!err && (begins || g->start[1] > 0))
    t->last = rules[0].last;
  if (!err && (begins || rules[0].breaks || rules[0].last_entered != NONE))
    t->last_entered = rules[0].last_entered;
  free (rules);
  return err;
}

/* ---- Results.  */

uint32_t
wpp_training_first_run (const struct wpp_training *t, uint32_t function)
{
  return t->first_run[function];
}

static int
compare_callees (const void *a, const void *b)
{
  const struct wpp_trained_callee *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

static int
compare_transitions (const void *a, const void *b)
{
  const struct wpp_transition_count *x = a, *y = b;
  if (x->before != y->before)
    return x->before < y->before ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* Sort what was found, and forget how to find more.  */
static void
sort_results (struct wpp_training *t)
{
  if (t->sorted)
    return;
  if (t->n_callees)
    qsort (t->callees, t->n_callees, sizeof *t->callees, compare_callees);
  if (t->n_next)
    qsort (t->next, t->n_next, sizeof *t->next, compare_transitions);
  t->sorted = true;
  wpp_hash_release (&t->table);
  wpp_hash_release (&t->next_table);
}

const struct wpp_trained_callee *
wpp_training_callees (struct wpp_training *t, uint32_t caller, size_t *n)
{
  sort_results (t);
  size_t first = WPP_PARTITION_POINT (i, t->n_callees, t->callees[i].caller < caller);
  *n = WPP_PARTITION_POINT (i, t->n_callees, t->callees[i].caller <= caller) - first;
  return *n ? t->callees + first : NULL;
}

const struct wpp_transition_count *
wpp_training_next (struct wpp_training *t, uint32_t before, size_t *n)
{
  sort_results (t);
  size_t first = WPP_PARTITION_POINT (i, t->n_next, t->next[i].before < before);
  *n = WPP_PARTITION_POINT (i, t->n_next, t->next[i].before <= before) - first;
  return *n ? t->next + first : NULL;
}
