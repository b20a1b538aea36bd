/* What chains of calls led to: stays in loops.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/machine/calling.h"
#include "activations/projection/of-traces.h"
#include "answers/loop-trips-impl.h"
#include "base/array.h"
#include "base/saturate.h"
#include "recording/profile/read.h"

#define MOST_CONTEXTS (UINT32_C (1) << 18)
#define MOST_LED (UINT32_C (1) << 22)
#define OTHERS 16u         /* so many symbols of other chains' traces are as much work as one of a chain's own */
#define MOST_KEPT (UINT32_C (1) << 23)    /* groups of stays, and loops of chains, of a function */

/* ---- Counting.  */

static int
compare_led (const void *a, const void *b)
{
  const struct wpp_led *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->context != y->context)
    return x->context < y->context ? -1 : 1;
  return x->trace < y->trace ? -1 : x->trace > y->trace;
}

static bool
led_is_p (const void *led, uint32_t number, const void *key)
{
  return !compare_led ((const struct wpp_led *)led + number, key);
}

/* Set *NUMBER to that of KEY, a new one if it is not there.  */
static int
intern_led (struct wpp_trips_counted *x, const struct wpp_led *key, uint32_t *number)
{
  int err = wpp_hash_reserve (&x->by_led, 1);
  if (err)
    return err;
  uint64_t mixed = ((uint64_t)key->context << 32 | key->trace) * 31 + key->function;
  uint32_t hash = wpp_hash_key (&x->by_led, mixed);
  *number = wpp_hash_find (&x->by_led, hash, led_is_p, x->led, key);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (x->n == MOST_LED)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (x->led, x->room, x->n, 1))
    return WPP_E_NOMEM;
  x->led[*number = x->n++] = *key;
  wpp_hash_add (&x->by_led, hash, *number);
  return WPP_OK;
}

/* For wpp_follow_calls.  */
static int
begin (void *data, const struct wpp_call_made *call, uint64_t *value)
{
  struct wpp_trips_counted *x = data;
  uint32_t context, number, caller = call->caller ? call->caller - 1 : WPP_NO_CONTEXT;
  int err = wpp_call_contexts_begin (x->contexts, call->of_code, call->seen, caller, call->node, call->times, &context);
  *value = context + UINT64_C (1);
  if (err || x->number[call->function] == WPP_NO_FUNCTION)
    return err;
  err = intern_led (x, &(struct wpp_led){ x->number[call->function], context, call->trace, 0 }, &number);
  if (!err)
    x->led[number].count = wpp_saturating_add (x->led[number].count, call->times);
  return err;
}

int
wpp_trips_count (struct wpp_trips_counted *x, unsigned calls)
{
  const struct wpp_context_limits limits = { WPP_CONTEXTS_CHAINS, calls + 1, MOST_CONTEXTS, 0, 0, false, 0 };
  const struct wpp_calling_user user = { x, begin, NULL };
  x->left = wpp_profile_most_runs (x->t->profile);
  x->contexts = wpp_call_contexts_new (x->t->code, &limits);
  x->number = calloc (x->t->all->n_functions + (size_t)1, sizeof *x->number);
  if (!x->contexts || !x->number)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < x->t->all->n_functions; i++)
    x->number[i] = WPP_NO_FUNCTION;
  for (size_t i = 0; i < x->t->n; i++)
    x->number[x->t->functions[i].traces - x->t->all->functions] = i;
  wpp_recording_doing (x->t->recording, "following the calls of");
  int err = wpp_follow_calls (x->t->all, x->t->code, NULL, &user);
  wpp_recording_done (x->t->recording);
  wpp_hash_release (&x->by_led);
  if (x->n)
    qsort (x->led, x->n, sizeof *x->led, compare_led);
  return err == WPP_E_TOOBIG ? wpp_complain (x->place, "", 0, WPP_E_TOLD, "too many calls to be followed") : err;
}

void
wpp_trips_release (struct wpp_trips_counted *x)
{
  wpp_call_contexts_free (x->contexts);
  free (x->number);
  free (x->led);
}

/* ---- The loops of a function.  */

struct wpp_stays
wpp_kept_sum (const struct wpp_kept_stays *s)
{
  struct wpp_stays sum = { 0, 0, 0 };
  for (const struct wpp_stays *g = s->groups; g < s->groups + s->n; g++)
    {
      sum.stays = wpp_saturating_add (sum.stays, g->stays);
      sum.total = wpp_saturating_add (sum.total, g->total);
    }
  return sum;
}

static int
too_many (const struct wpp_looped *l)
{
  const char *name = wpp_recording_short_name (l->x->t->recording, l->f->function->function);
  return wpp_complain (l->x->place, "", 0, WPP_E_TOLD, "too many chains of calls that lead to loops of %s",
                       name ? name : "a function");
}

/* Another chain of L's has looked at SIZE more.  */
static int
look_at (struct wpp_looped *l, uint64_t size)
{
  if (size > l->x->left)
    return too_many (l);
  l->x->left -= size;
  return 0;
}

/* Set L's found stays to those of the activations, COUNTS [n_traces], of ALL its loops.  */
static int
count_stays (struct wpp_looped *l, const uint64_t *counts, const uint32_t *all)
{
  int err = 0;
  struct wpp_code *code = l->x->t->code;
  /* Paths are gone along again for each chain.  */
  code->passed = 0;
  struct wpp_projection *p = wpp_projection_of_traces (code, l->f->function, l->f->traces, counts, &err);
  const struct wpp_stream s = { l->num, p };
  struct wpp_visits *v = p ? wpp_visits_new (&s, &err) : NULL;
  if (v)
    err = look_at (l, code->passed);
  if (v && !err && p->grammar)
    err = look_at (l, p->grammar->start[p->grammar->n_rules]);
  if (v && !err)
    err = wpp_count_stays (v, l->loops, all, l->loops->n, l->found);
  wpp_visits_free (v);
  wpp_projection_free (p);
  return err;
}

/* Set L's found stays to those of the activations that LED [N] are.  */
static int
count_loops (struct wpp_looped *l, const struct wpp_led *led, size_t n)
{
  uint64_t *counts = calloc (l->f->traces->n_traces + (size_t)1, sizeof *counts);
  uint32_t *all = calloc (l->loops->n + (size_t)1, sizeof *all);
  int err = counts && all ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    counts[led[i].trace] = led[i].count;
  for (uint32_t i = 0; i < l->loops->n && !err; i++)
    all[i] = i;
  if (!err)
    err = count_stays (l, counts, all);
  free (counts);
  free (all);
  return err;
}

/* Let CHAIN have a copy of L's found stays.  */
static int
keep_found (struct wpp_looped *l, struct wpp_trips_chain *chain)
{
  size_t n = 0, loops = l->loops->n;
  for (size_t i = 0; i < loops; i++)
    n += l->found[i].n;
  l->kept += n + loops;
  if (l->kept > MOST_KEPT)
    return too_many (l);
  struct wpp_kept_stays *kept = calloc (loops, sizeof *kept);
  struct wpp_stays *groups = calloc (n + 1, sizeof *groups);
  if (!kept || !groups)
    {
      free (kept);
      free (groups);
      return WPP_E_NOMEM;
    }
  for (size_t i = 0; i < loops; groups += kept[i++].n)
    {
      kept[i] = (struct wpp_kept_stays){ l->found[i].n, groups };
      memcpy (groups, l->found[i].groups, l->found[i].n * sizeof *groups);
    }
  chain->stays = kept;
  return 0;
}

/* Another chain leads to CONTEXT, to the activations that LED [N] are.  */
static int
add_chain (struct wpp_looped *l, uint32_t context, const struct wpp_led *led, size_t n)
{
  const struct wpp_function_traces *f = l->f->traces;
  struct wpp_trips_chain chain = { context, NULL };
  if (look_at (l, (f->grammar->start[f->grammar->n_rules] + f->n_traces) / OTHERS))
    return WPP_E_TOLD;
  int err = count_loops (l, led, n);
  if (err && err != WPP_E_NOMEM && err != WPP_E_TOLD)
    err = wpp_complain (l->x->place, "", 0, WPP_E_TOLD, "%s: %s", l->f->function->function->name, wpp_strerror (err));
  if (!err && WPP_EXTEND (l->chains, l->n))
    err = WPP_E_NOMEM;
  if (!err)
    err = keep_found (l, &chain);
  if (!err)
    l->chains[l->n++] = chain;
  return err;
}

int
wpp_looped_find (struct wpp_looped *l, struct wpp_trips_counted *x, uint32_t function)
{
  int err = 0;
  *l = (struct wpp_looped){ .x = x,
                        .f = &x->t->functions[function],
                        .cfg = &x->t->functions[function].function->function->cfg };
  l->num = wpp_code_numbering (x->t->code, l->f->function, &err);
  l->loops = l->num ? wpp_loops_new (l->num) : NULL;
  if (!l->loops)
    return l->num ? WPP_E_NOMEM : err;
  if (!l->loops->n)
    return 0;
  l->found = calloc (l->loops->n, sizeof *l->found);
  if (!l->found)
    return WPP_E_NOMEM;
  while (x->at < x->n && x->led[x->at].function < function)
    x->at++;
  for (size_t i = x->at, k; i < x->n && x->led[i].function == function && !err; i = x->at = k)
    {
      for (k = i + 1; k < x->n && x->led[k].function == function && x->led[k].context == x->led[i].context;)
        k++;
      err = add_chain (l, x->led[i].context, x->led + i, k - i);
    }
  return err;
}

void
wpp_looped_release (struct wpp_looped *l)
{
  for (size_t i = 0; i < l->n; i++)
    {
      free (l->chains[i].stays[0].groups);
      free (l->chains[i].stays);
    }
  free (l->chains);
  free (l->found);
  wpp_loops_free (l->loops);
}

