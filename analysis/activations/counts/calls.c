/* Activations by calling context (calls.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An activation's place is the node of the call that its last path ended before, plus 1, or 0; its value is the
   number of its context, plus 1.

   Longer than 500 lines: contexts, what is counted in them, and whence they come.  */

#include <stdlib.h>
#include <string.h>
#include "activations/machine/code-step.h"
#include "activations/machine/memo.h"
#include "activations/counts/calls.h"
#include "activations/counts/route.h"
#include "grammar/rules/alphabet.h"
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/saturate.h"

/* What is counted (memo.h), besides the ends of activations.  */
#define BEGUN UINT32_C (1000)
#define COSTS UINT32_C (1002)   /* NUMBER: context */
#define PATHS UINT32_C (1001)   /* NUMBER: context << 32 | number in the alphabet */

struct wpp_call_contexts
{
  struct wpp_code *code;
  struct wpp_context_limits limits;
  struct wpp_machine machine;
  struct wpp_memo *memo;
  struct wpp_alphabet alphabet;       /* path events, by first occurrence */
  struct wpp_step *steps;             /* [alphabet.n]; those of no function have WPP_NO_FUNCTION */
  size_t steps_room;
  uint64_t *costs;                    /* [alphabet.n] statements, if they are counted */
  size_t costs_room;
  struct wpp_hash_table by_step;      /* of those that are different */
  struct wpp_path path;               /* the one decoded last */
  struct wpp_context *contexts;       /* [n] */
  size_t n, room;
  uint64_t work;                      /* that was done */
  struct wpp_hash_table table;        /* of contexts by caller, node, function and seen */
  struct wpp_context_path *paths;     /* [n_paths] */
  size_t n_paths, paths_room;
  struct wpp_hash_table by_path;      /* of PATHS by context and event */
  uint32_t *first;                    /* [code->n_functions] WPP_CONTEXTS_GRAPH: its context, or WPP_NO_CONTEXT */
};

/* ---- Contexts.  */

/* What tells contexts apart, as `struct wpp_context' begins.  */
#define KEY_SIZE offsetof (struct wpp_context, same)

static bool
context_is_p (const void *contexts, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_context *) contexts + number, key, KEY_SIZE);
}

/* The context of those that are open where X is called that is one of X's function, or WPP_NO_CONTEXT.  */
static uint32_t
open_context (const struct wpp_call_contexts *c, const struct wpp_context *x)
{
  uint32_t i = x->caller;
  while (i != WPP_NO_CONTEXT && c->contexts[i].function != x->function)
    i = c->contexts[i].caller;
  return i;
}

/* The context that calls of the new context X, of number N, belong to.  */
static uint32_t
same_context (struct wpp_call_contexts *c, const struct wpp_context *x, uint32_t n)
{
  uint32_t same = WPP_NO_CONTEXT;
  if (c->limits.merging == WPP_CONTEXTS_CHAINS)
    return same;
  if (x->function == WPP_NO_FUNCTION)
    return n;
  if (c->limits.merging == WPP_CONTEXTS_MERGED && x->level > c->limits.apart)
    same = open_context (c, x);
  else if (c->limits.merging == WPP_CONTEXTS_GRAPH)
    {
      same = c->first[x->function];
      if (same == WPP_NO_CONTEXT)
        c->first[x->function] = n;
    }
  return same == WPP_NO_CONTEXT ? n : same;
}

/* Set *NUMBER to that of the context which KEY tells.  */
static int
intern_key (struct wpp_call_contexts *c, const struct wpp_context *key, uint32_t *number)
{
  int err = wpp_hash_reserve (&c->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&c->table, key, KEY_SIZE);
  *number = wpp_hash_find (&c->table, hash, context_is_p, c->contexts, key);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (c->n >= c->limits.contexts)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (c->contexts, c->room, c->n, 1))
    return WPP_E_NOMEM;
  struct wpp_context *x = &c->contexts[c->n];
  *number = c->n++;
  *x = *key;
  x->level = x->caller == WPP_NO_CONTEXT ? 1 : c->contexts[x->caller].level + 1;
  x->last = x->level >= c->limits.levels;
  x->same = same_context (c, x, *number);
  wpp_hash_add (&c->table, hash, *number);
  return WPP_OK;
}

/* What tells the context without the first of the calls that lead to X.  */
static struct wpp_context
without_first (const struct wpp_call_contexts *c, const struct wpp_context *x)
{
  struct wpp_context key = { .caller = WPP_NO_CONTEXT, .node = WPP_NO_NODE, .function = x->function,
                             .seen = WPP_CONTEXT_CUT };
  if (c->contexts[x->caller].level > 1)
    {
      key.caller = c->contexts[x->caller].same;
      key.node = x->node;
      key.seen = WPP_CONTEXT_SEEN;
    }
  return key;
}

/* The same of chains.  The shorter ones that a new one leads to, each without the first call, are there with it.  */
static int
intern_chain (struct wpp_call_contexts *c, const struct wpp_context *key, uint32_t *number)
{
  size_t before = c->n;
  int err = intern_key (c, key, number);
  for (uint32_t i = *number; !err && c->n > before && c->contexts[i].caller != WPP_NO_CONTEXT;)
    {
      const struct wpp_context shorter = without_first (c, &c->contexts[i]);
      uint32_t longer = i;
      before = c->n;
      err = intern_key (c, &shorter, &i);
      if (!err)
        c->contexts[longer].same = i;
    }
  return err;
}

/* Set *NUMBER to that of the context of KEY's function when KEY's caller, if it has one, called it at KEY's node.  */
static int
find_context (struct wpp_call_contexts *c, struct wpp_context key, uint32_t *number)
{
  bool chains = c->limits.merging == WPP_CONTEXTS_CHAINS;
  if (key.caller != WPP_NO_CONTEXT)
    {
      const struct wpp_context *x = &c->contexts[key.caller];
      *number = key.caller;
      if (x->function == WPP_NO_FUNCTION)
        return WPP_OK;
      if (!chains || x->last)
        key.caller = x->same;
      if (!chains && c->contexts[key.caller].last)
        {
          key.function = WPP_NO_FUNCTION;
          key.node = WPP_NO_NODE;
        }
    }
  return chains ? intern_chain (c, &key, number) : intern_key (c, &key, number);
}

int
wpp_call_contexts_begin (struct wpp_call_contexts *c, uint32_t function, bool seen, uint32_t caller, uint32_t node,
                         uint64_t times, uint32_t *context)
{
  int err = find_context (c, (struct wpp_context){ caller, node, function, seen, 0, 0, false, 0, 0, { 0 } },
                          context);
  if (!err)
    c->contexts[*context].count = wpp_saturating_add (c->contexts[*context].count, times);
  return err;
}

void
wpp_call_contexts_unfinished (struct wpp_call_contexts *c, uint32_t context, enum wpp_activation_end how)
{
  c->contexts[context].ended[how] = wpp_saturating_add (c->contexts[context].ended[how], 1);
}

/* ---- Activations.  */

static int
begin_activation (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  struct wpp_call_contexts *c = data;
  uint32_t number;
  struct wpp_context key = { .caller = WPP_NO_CONTEXT, .node = WPP_NO_NODE, .function = a->function, .seen = a->known };
  if (caller)
    {
      key.caller = caller->value - 1;
      key.node = caller->place - 1;
    }
  int err = find_context (c, key, &number);
  if (err)
    return err;
  a->value = number + UINT64_C (1);
  return wpp_memo_count (c->memo, BEGUN, number, times);
}

static int
do_path (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  struct wpp_call_contexts *c = data;
  uint64_t cost = c->limits.costs ? wpp_saturating_product (c->costs[step - c->steps], count) : 0;
  int err = cost ? wpp_memo_count (c->memo, COSTS, a->value - 1, cost) : WPP_OK;
  if (err || !c->limits.paths)
    return err;
  return wpp_memo_count (c->memo, PATHS, (a->value - 1) << 32 | (uint32_t) (step - c->steps), count);
}

static bool
path_is_p (const void *paths, uint32_t number, const void *key)
{
  const struct wpp_context_path *p = (const struct wpp_context_path *) paths + number, *k = key;
  return p->context == k->context && p->event == k->event;
}

/* Count COUNT executions of the path NUMBER (PATHS).  */
static int
count_path (struct wpp_call_contexts *c, uint64_t number, uint64_t count)
{
  const struct wpp_context_path key = { number >> 32, c->alphabet.events[(uint32_t) number], 0 };
  int err = wpp_hash_reserve (&c->by_path, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&c->by_path, (uint64_t) key.context << 32 | key.event);
  uint32_t i = wpp_hash_find (&c->by_path, hash, path_is_p, c->paths, &key);
  if (i == WPP_NO_ITEM)
    {
      if (c->n_paths >= c->limits.paths)
        return WPP_E_TOOBIG;
      if (WPP_RESERVE (c->paths, c->paths_room, c->n_paths, 1))
        return WPP_E_NOMEM;
      wpp_hash_add (&c->by_path, hash, i = c->n_paths);
      c->paths[c->n_paths++] = key;
    }
  c->paths[i].count = wpp_saturating_add (c->paths[i].count, count);
  return WPP_OK;
}

static int
count_anything (void *data, uint32_t what, uint64_t number, uint64_t count)
{
  struct wpp_call_contexts *c = data;
  if (what == PATHS)
    return count_path (c, number, count);
  struct wpp_context *x = &c->contexts[number];
  uint64_t *n = what == BEGUN ? &x->count : what == COSTS ? &x->cost : &x->ended[what];
  *n = wpp_saturating_add (*n, count);
  return WPP_OK;
}

static int
end_activation (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  struct wpp_call_contexts *c = data;
  if (how == WPP_ACTIVATION_LEFT)
    return WPP_OK;
  return wpp_memo_count (c->memo, how, a->value - 1, times);
}

/* ---- Events.  */

/* Set *STEP and *COST to those of EVENT, the first of its kind.  */
static int
find_step (struct wpp_call_contexts *c, uint32_t event, struct wpp_step *step, uint64_t *cost)
{
  struct wpp_code_path p;
  *step = (struct wpp_step){ .function = WPP_NO_FUNCTION };
  *cost = 0;
  int found = wpp_code_decode (c->code, event, &p, &c->path);
  if (found <= 0)
    return found;
  *step = wpp_code_step (&p);
  *cost = wpp_route_cost (p.numbering, &c->path);
  step->place = wpp_path_call_after (p.numbering, &c->path) + UINT32_C (1);
  return WPP_OK;
}

/* Set *NUMBER to that of the path event EVENT in the alphabet.  */
static int
number_event (struct wpp_call_contexts *c, uint32_t event, uint32_t *number)
{
  uint32_t before = c->alphabet.n;
  int err = WPP_RESERVE (c->steps, c->steps_room, before, 1);
  if (!err)
    err = WPP_RESERVE (c->costs, c->costs_room, before, 1);
  if (!err)
    err = wpp_alphabet_intern (&c->alphabet, event, number);
  return err || c->alphabet.n == before ? err : find_step (c, event, &c->steps[*number], &c->costs[*number]);
}

static int
do_event (void *data, uint32_t event, uint64_t count)
{
  struct wpp_call_contexts *c = data;
  uint32_t number;
  if (!wpp_event_path_p (event))
    return wpp_machine_control (&c->machine, event, count);
  int err = number_event (c, event, &number);
  if (err || c->steps[number].function == WPP_NO_FUNCTION)
    return err;
  return wpp_machine_step (&c->machine, &c->steps[number], count);
}

static bool
step_is_p (const void *data, uint32_t number, const void *key)
{
  const struct wpp_step *a = (const struct wpp_step *) data + number, *b = key;
  return a->function == b->function && a->enters == b->enters && a->leaves == b->leaves && a->place == b->place;
}

int
wpp_call_contexts_same_event (struct wpp_call_contexts *c, uint32_t event, uint32_t *same)
{
  uint32_t number;
  *same = event;
  if (!wpp_event_path_p (event))
    return WPP_OK;
  int err = number_event (c, event, &number);
  if (!err)
    err = wpp_hash_reserve (&c->by_step, 1);
  if (err)
    return err;
  const struct wpp_step *s = &c->steps[number];
  if (s->function == WPP_NO_FUNCTION)
    {
      *same = 0;
      return WPP_OK;
    }
  uint32_t hash = wpp_hash_key (&c->by_step, s->place << 32 ^ (uint64_t) s->function << 2 ^ s->enters << 1 ^ s->leaves);
  uint32_t first = wpp_hash_find (&c->by_step, hash, step_is_p, c->steps, s);
  if (first == WPP_NO_ITEM)
    wpp_hash_add (&c->by_step, hash, first = number);
  *same = c->alphabet.events[first];
  return WPP_OK;
}

/* ---- Threads.  */

static uint32_t *
no_contexts (size_t n)
{
  uint32_t *list = malloc ((n + 1) * sizeof *list);
  for (size_t i = 0; i < n && list; i++)
    list[i] = WPP_NO_CONTEXT;
  return list;
}

struct wpp_call_contexts *
wpp_call_contexts_new (struct wpp_code *code, const struct wpp_context_limits *limits)
{
  struct wpp_call_contexts *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  *c = (struct wpp_call_contexts){ .code = code, .limits = *limits };
  wpp_machine_init (&c->machine,
                    &(struct wpp_activation_user){ c, begin_activation, do_path, end_activation });
  c->memo = wpp_memo_new (&c->machine, &(struct wpp_memo_user){ c, do_event, count_anything });
  c->first = no_contexts (code->n_functions);
  if (!wpp_alphabet_init (&c->alphabet) && c->memo && c->first)
    return c;
  wpp_call_contexts_free (c);
  return NULL;
}

/* Give C the contexts of BEFORE, with no activations.  */
static int
take_contexts (struct wpp_call_contexts *c, const struct wpp_call_contexts *before, const bool *open)
{
  if (WPP_RESERVE (c->contexts, c->room, 0, before->n + 1) || wpp_hash_reserve (&c->table, before->n + 1))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < before->n; i++)
    {
      struct wpp_context *x = &c->contexts[i];
      *x = before->contexts[i];
      x->last = !open[i];
      x->count = x->cost = 0;
      memset (x->ended, 0, sizeof x->ended);
      wpp_hash_add (&c->table, wpp_hash_bytes (&c->table, x, KEY_SIZE), i);
    }
  c->n = before->n;
  return WPP_OK;
}

struct wpp_call_contexts *
wpp_call_contexts_again (const struct wpp_call_contexts *before, const bool *open,
                         const struct wpp_context_limits *limits)
{
  struct wpp_context_limits own = before->limits;
  own.levels = limits->levels;
  own.work = limits->work;
  struct wpp_call_contexts *c = wpp_call_contexts_new (before->code, &own);
  if (!c || !take_contexts (c, before, open))
    return c;
  wpp_call_contexts_free (c);
  return NULL;
}

struct wpp_call_contexts *
wpp_call_contexts_of (struct wpp_code *code, struct wpp_context *contexts, size_t n)
{
  struct wpp_call_contexts *c = calloc (1, sizeof *c);
  if (c)
    *c = (struct wpp_call_contexts){ .code = code, .contexts = contexts, .n = n };
  else
    free (contexts);
  return c;
}

void
wpp_call_contexts_free (struct wpp_call_contexts *c)
{
  if (!c)
    return;
  wpp_memo_free (c->memo);
  wpp_machine_release (&c->machine);
  wpp_alphabet_release (&c->alphabet);
  wpp_path_release (&c->path);
  wpp_hash_release (&c->table);
  wpp_hash_release (&c->by_step);
  wpp_hash_release (&c->by_path);
  free (c->paths);
  free (c->steps);
  free (c->costs);
  free (c->contexts);
  free (c->first);
  free (c);
}

int
wpp_call_contexts_add_part (struct wpp_call_contexts *c, const struct wpp_grammar *g)
{
  return wpp_call_contexts_add_stopping (c, g, NULL);
}

int
wpp_call_contexts_add_stopping (struct wpp_call_contexts *c, const struct wpp_grammar *g,
                                const struct wpp_memo_stops *stops)
{
  if (c->limits.work && c->work >= c->limits.work)
    return WPP_E_TOOBIG;
  wpp_memo_limit (c->memo, c->limits.work ? c->limits.work - c->work : 0);
  int err = wpp_memo_grammar_stopping (c->memo, g, stops);
  c->work += c->machine.work;
  return err;
}

int
wpp_call_contexts_end_thread (struct wpp_call_contexts *c)
{
  return wpp_machine_end_thread (&c->machine);
}

int
wpp_call_contexts_add (struct wpp_call_contexts *c, const struct wpp_thread *t)
{
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    err = wpp_call_contexts_add_part (c, t->segments[i]);
  return err ? err : wpp_call_contexts_end_thread (c);
}

const struct wpp_context *
wpp_call_contexts_all (const struct wpp_call_contexts *c, uint32_t *n)
{
  *n = c->n;
  return c->contexts;
}

uint64_t
wpp_call_contexts_work (const struct wpp_call_contexts *c)
{
  return c->work;
}

bool
wpp_call_contexts_deeper_p (const struct wpp_call_contexts *c)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (c, &n);
  for (uint32_t i = 0; i < n; i++)
    if (x[i].function == WPP_NO_FUNCTION)
      return true;
  return false;
}

const struct wpp_context_path *
wpp_call_contexts_paths (const struct wpp_call_contexts *c, uint32_t *n)
{
  *n = c->n_paths;
  return c->paths;
}

uint64_t
wpp_context_unfinished (const struct wpp_context *x)
{
  uint64_t sum = 0;
  for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
    sum = wpp_saturating_add (sum, x->ended[how]);
  return sum;
}
