/* How often control went round loops, by the calls that led there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An activation's trace says how often it went round; who called it, and from where, calls say
   (activations/machine/calling.h).  So what is counted is activations by trace and by chain of calls, and the loops of
   each chain are looked at in the traces that it led to.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "activations/machine/calling.h"
#include "activations/counts/calls.h"
#include "decide/iterations/stays.h"
#include "activations/projection/of-traces.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"
#include "tool/activations.h"

#define MOST_CONTEXTS (UINT32_C (1) << 18)
#define MOST_LED (UINT32_C (1) << 22)
#define OTHERS 16u         /* so many symbols of other chains' traces are as much work as one of a chain's own */
#define MOST_KEPT (UINT32_C (1) << 23)    /* groups of stays, and loops of chains, of a function */

struct led                   /* activations with TRACE of FUNCTION, of T->functions, that a chain of calls led to */
{
  uint32_t function, context, trace;
  uint64_t count;
};

struct trips
{
  struct wpp_traced *t;
  uint32_t *place;           /* [T->all->n_functions] in T->functions, or WPP_NO_FUNCTION */
  struct wpp_call_contexts *contexts;
  struct led *led;           /* [n] each once; sorted in the end */
  size_t n, room;
  size_t at;                 /* those of the functions before the one at hand are before this one */
  struct wpp_hash_table by_led;
  uint64_t left;             /* symbols of traces and nodes of paths that chains may still look at */
};

/* ---- Counting.  */

static int
compare_led (const void *a, const void *b)
{
  const struct led *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->context != y->context)
    return x->context < y->context ? -1 : 1;
  return x->trace < y->trace ? -1 : x->trace > y->trace;
}

static bool
led_is_p (const void *led, uint32_t number, const void *key)
{
  return !compare_led ((const struct led *)led + number, key);
}

/* Set *NUMBER to that of KEY, a new one if it is not there.  */
static int
intern_led (struct trips *x, const struct led *key, uint32_t *number)
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
  struct trips *x = data;
  uint32_t context, number, caller = call->caller ? call->caller - 1 : WPP_NO_CONTEXT;
  int err = wpp_call_contexts_begin (x->contexts, call->of_code, call->seen, caller, call->node, call->times, &context);
  *value = context + UINT64_C (1);
  if (err || x->place[call->function] == WPP_NO_FUNCTION)
    return err;
  err = intern_led (x, &(struct led){ x->place[call->function], context, call->trace, 0 }, &number);
  if (!err)
    x->led[number].count = wpp_saturating_add (x->led[number].count, call->times);
  return err;
}

/* Count what chains of at most CALLS calls led to.  */
static void
count (struct trips *x, unsigned calls)
{
  const struct wpp_context_limits limits = { WPP_CONTEXTS_CHAINS, calls + 1, MOST_CONTEXTS, 0, 0 };
  const struct wpp_calling_user user = { x, begin, NULL };
  x->contexts = wpp_need (wpp_call_contexts_new (x->t->code, &limits));
  x->place = wpp_new (x->t->all->n_functions + (size_t)1, sizeof *x->place);
  for (uint32_t i = 0; i < x->t->all->n_functions; i++)
    x->place[i] = WPP_NO_FUNCTION;
  for (size_t i = 0; i < x->t->n; i++)
    x->place[x->t->functions[i].traces - x->t->all->functions] = i;
  wpp_progress ("following the calls of", x->t->profile->file);
  int err = wpp_follow_calls (x->t->all, x->t->code, NULL, &user);
  if (err == WPP_E_TOOBIG)
    wpp_die (x->t->profile->file, "too many calls to be followed");
  if (err)
    wpp_die_at (x->t->profile->file, err, NULL);
  wpp_hash_release (&x->by_led);
  if (x->n)
    qsort (x->led, x->n, sizeof *x->led, compare_led);
}

/* ---- The loops of a function.  */

struct kept                  /* stays in a loop */
{
  size_t n;
  struct wpp_stays *groups;  /* [n] by rising trips */
};

struct chain                 /* of calls, and what it led to in each loop */
{
  uint32_t context;
  struct kept *stays;        /* [loops] */
};

struct looped
{
  struct trips *x;
  const struct wpp_traced_function *f;
  const struct wpp_cfg *cfg;
  const struct wpp_numbering *num;
  struct wpp_loops *loops;
  struct wpp_loop_stays *found;  /* [loops] by the chain at hand */
  struct chain *chains;      /* [n] */
  size_t n;
  uint64_t kept;
};

/* All stays and trips of the groups of S together.  */
static struct wpp_stays
sum_of (const struct kept *s)
{
  struct wpp_stays sum = { 0, 0, 0 };
  for (const struct wpp_stays *g = s->groups; g < s->groups + s->n; g++)
    {
      sum.stays = wpp_saturating_add (sum.stays, g->stays);
      sum.total = wpp_saturating_add (sum.total, g->total);
    }
  return sum;
}

static void
too_many (const struct looped *l)
{
  wpp_die (l->x->t->profile->file, "too many chains of calls that lead to loops of %s",
           wpp_function_shown (l->f->function->function));
}

/* Another chain of L's has looked at SIZE more.  */
static void
look_at (struct looped *l, uint64_t size)
{
  if (size > l->x->left)
    too_many (l);
  l->x->left -= size;
}

/* Set L's found stays to those of the activations that LED [N] are.  */
static int
count_loops (struct looped *l, const struct led *led, size_t n)
{
  int err;
  uint64_t *counts = wpp_new (l->f->traces->n_traces, sizeof *counts);
  uint32_t *all = wpp_new (l->loops->n, sizeof *all);
  for (size_t i = 0; i < n; i++)
    counts[led[i].trace] = led[i].count;
  for (uint32_t i = 0; i < l->loops->n; i++)
    all[i] = i;
  /* Paths are gone along again for each chain.  */
  l->x->t->code->passed = 0;
  struct wpp_projection *p = wpp_projection_of_traces (l->x->t->code, l->f->function, l->f->traces, counts, &err);
  const struct wpp_stream s = { l->num, p };
  struct wpp_visits *v = p ? wpp_visits_new (&s, &err) : NULL;
  look_at (l, l->x->t->code->passed);
  if (v && p->grammar)
    look_at (l, p->grammar->start[p->grammar->n_rules]);
  if (v)
    err = wpp_count_stays (v, l->loops, all, l->loops->n, l->found);
  wpp_visits_free (v);
  wpp_projection_free (p);
  free (counts);
  free (all);
  return err;
}

/* A copy of L's found stays.  */
static struct kept *
keep_found (struct looped *l)
{
  size_t n = 0, loops = l->loops->n;
  for (size_t i = 0; i < loops; i++)
    n += l->found[i].n;
  l->kept += n + loops;
  if (l->kept > MOST_KEPT)
    too_many (l);
  struct kept *kept = wpp_new (loops, sizeof *kept);
  struct wpp_stays *groups = wpp_new (n + 1, sizeof *groups);
  for (size_t i = 0; i < loops; groups += kept[i++].n)
    {
      kept[i] = (struct kept){ l->found[i].n, groups };
      memcpy (groups, l->found[i].groups, l->found[i].n * sizeof *groups);
    }
  return kept;
}

/* Another chain leads to CONTEXT, to the activations that LED [N] are.  */
static void
add_chain (struct looped *l, uint32_t context, const struct led *led, size_t n)
{
  const struct wpp_function_traces *f = l->f->traces;
  look_at (l, (f->grammar->start[f->grammar->n_rules] + f->n_traces) / OTHERS);
  int err = count_loops (l, led, n);
  if (err)
    wpp_die_at (l->f->function->function->name, err, NULL);
  l->chains = wpp_grow (l->chains, l->n + 1, sizeof *l->chains);
  l->chains[l->n++] = (struct chain){ context, keep_found (l) };
}

/* Find what L's loops did, whose function is number FUNCTION of T's, after the ones of all before.  */
static void
find_loops (struct looped *l, struct trips *x, uint32_t function)
{
  int err;
  *l = (struct looped){ .x = x,
                        .f = &x->t->functions[function],
                        .cfg = &x->t->functions[function].function->function->cfg };
  l->num = wpp_code_numbering (x->t->code, l->f->function, &err);
  if (!l->num)
    wpp_die_at (l->f->function->function->name, err, NULL);
  l->loops = wpp_need (wpp_loops_new (l->num));
  if (!l->loops->n)
    return;
  l->found = wpp_new (l->loops->n, sizeof *l->found);
  while (x->at < x->n && x->led[x->at].function < function)
    x->at++;
  for (size_t i = x->at, k; i < x->n && x->led[i].function == function; i = x->at = k)
    {
      for (k = i + 1; k < x->n && x->led[k].function == function && x->led[k].context == x->led[i].context;)
        k++;
      add_chain (l, x->led[i].context, x->led + i, k - i);
    }
}

static void
release_loops (struct looped *l)
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

/* ---- Printing.  */

static uint32_t sorted_loop;  /* for compare_chains */

/* Those with most trips in the loop first.  */
static int
compare_chains (const void *a, const void *b)
{
  const struct chain *x = a, *y = b;
  uint64_t m = sum_of (&x->stays[sorted_loop]).total, n = sum_of (&y->stays[sorted_loop]).total;
  if (m != n)
    return m > n ? -1 : 1;
  return x->context < y->context ? -1 : x->context > y->context;
}

/* The file and line of NODE of F; null when nobody knows.  */
static const struct wpp_line_ref *
line_of (const struct wpp_code_function *f, uint32_t node)
{
  const struct wpp_node *n = node == WPP_NO_NODE ? NULL : &f->function->cfg.nodes[node];
  return n && n->n_lines ? &f->function->cfg.lines[n->first_line] : NULL;
}

static void
print_place (const struct wpp_code_function *f, uint32_t node)
{
  const struct wpp_line_ref *line = line_of (f, node);
  if (line)
    printf (" %s:%" PRIu32, f->unit->names[line->file].file, line->line);
}

static const char *
begin_of (const struct wpp_context *first)
{
  static const char *const names[] = {
    [WPP_CONTEXT_UNSEEN] = "unknown", [WPP_CONTEXT_SEEN] = "nobody", [WPP_CONTEXT_CUT] = "more"
  };
  return names[first->seen];
}

/* Print the calls that lead to CONTEXT, the last one first, and who called the first of these, unless that is not
   told.  */
static void
print_calls (const struct looped *l, uint32_t context)
{
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (l->x->contexts, &n), *c = &all[context];
  const char *before = " ";
  for (; c->caller != WPP_NO_CONTEXT; c = &all[c->caller], before = ", ")
    {
      const struct wpp_code_function *f = &l->x->t->code->functions[all[c->caller].function];
      printf ("%s%s", before, wpp_function_shown (f->function));
      print_place (f, c->node);
    }
  if (c->seen != WPP_CONTEXT_CUT)
    printf ("%s%s", before, begin_of (c));
}

static void
print_chain (const struct looped *l, const struct chain *c, uint32_t loop)
{
  const struct kept *s = &c->stays[loop];
  struct wpp_stays sum = sum_of (s);
  char stays[WPP_COUNT_TEXT], trips[WPP_COUNT_TEXT];
  printf ("%14s %14s  called by", wpp_count_text (sum.stays, stays), wpp_count_text (sum.total, trips));
  print_calls (l, c->context);
  printf ("\n%31s trips", "");
  for (size_t i = 0; i < s->n; i++)
    {
      const struct wpp_stays *g = &s->groups[i];
      printf (" %" PRIu64 "%s", g->trips, g->total == wpp_saturating_product (g->trips, g->stays) ? "" : "+");
      if (g->stays > 1)
        printf ("^%s", wpp_count_text (g->stays, stays));
    }
  putchar ('\n');
}

static struct json_object *
chain_json (const struct looped *l, const struct chain *chain, uint32_t loop)
{
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (l->x->contexts, &n), *c = &all[chain->context];
  const struct kept *s = &chain->stays[loop];
  struct wpp_stays sum = sum_of (s);
  struct json_object *o = json_object_new_object (), *calls = json_object_new_array (),
                     *groups = json_object_new_array ();
  for (; c->caller != WPP_NO_CONTEXT; c = &all[c->caller])
    {
      const struct wpp_code_function *f = &l->x->t->code->functions[all[c->caller].function];
      const struct wpp_line_ref *line = line_of (f, c->node);
      struct json_object *call = json_object_new_object ();
      json_object_object_add (call, "function", wpp_json_string (wpp_function_name (f->function)));
      json_object_object_add (call, "file", wpp_json_string (line ? f->unit->names[line->file].file : NULL));
      json_object_object_add (call, "line", line ? wpp_json_number (line->line) : NULL);
      json_object_object_add (call, "node", c->node == WPP_NO_NODE ? NULL : wpp_json_number (c->node));
      json_object_array_add (calls, call);
    }
  for (size_t i = 0; i < s->n; i++)
    {
      struct json_object *group = json_object_new_object ();
      json_object_object_add (group, "trips", wpp_json_count (s->groups[i].trips));
      json_object_object_add (group, "stays", wpp_json_count (s->groups[i].stays));
      json_object_object_add (group, "total", wpp_json_count (s->groups[i].total));
      json_object_array_add (groups, group);
    }
  json_object_object_add (o, "calls", calls);
  json_object_object_add (o, "before", wpp_json_string (begin_of (c)));
  json_object_object_add (o, "stays", wpp_json_count (sum.stays));
  json_object_object_add (o, "trips", wpp_json_count (sum.total));
  json_object_object_add (o, "groups", groups);
  return o;
}

/* Print LOOP of L's function; return whether it was executed.  */
static bool
print_loop (struct looped *l, uint32_t loop, bool json, bool *first)
{
  uint64_t stays = 0, trips = 0;
  char text[2][WPP_COUNT_TEXT];
  uint32_t header = l->loops->loops[loop].header;
  const struct wpp_line_ref *line = line_of (l->f->function, header);
  const char *name = wpp_function_shown (l->f->function->function);
  struct json_object *chains = json ? json_object_new_array () : NULL;
  sorted_loop = loop;
  if (l->n)
    qsort (l->chains, l->n, sizeof *l->chains, compare_chains);
  for (size_t i = 0; i < l->n; i++)
    {
      struct wpp_stays sum = sum_of (&l->chains[i].stays[loop]);
      stays = wpp_saturating_add (stays, sum.stays);
      trips = wpp_saturating_add (trips, sum.total);
    }
  if (stays && !json)
    {
      printf ("%14s %14s  %s, loop", wpp_count_text (stays, text[0]), wpp_count_text (trips, text[1]), name);
      print_place (l->f->function, header);
      printf (", block %" PRIu32 "\n", l->cfg->nodes[header].block);
    }
  for (size_t i = 0; i < l->n; i++)
    if (l->chains[i].stays[loop].n && json)
      json_object_array_add (chains, chain_json (l, &l->chains[i], loop));
    else if (l->chains[i].stays[loop].n)
      print_chain (l, &l->chains[i], loop);
  if (stays && json)
    {
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "function", wpp_json_string (name));
      json_object_object_add (o, "file", wpp_json_string (line ? l->f->function->unit->names[line->file].file : NULL));
      json_object_object_add (o, "line", line ? wpp_json_number (line->line) : NULL);
      json_object_object_add (o, "block", wpp_json_number (l->cfg->nodes[header].block));
      json_object_object_add (o, "stays", wpp_json_count (stays));
      json_object_object_add (o, "trips", wpp_json_count (trips));
      json_object_object_add (o, "callers", chains);
      wpp_json_element (o, first);
    }
  else
    json_object_put (chains);
  return stays;
}

bool
wpp_print_trips (struct wpp_traced *t, unsigned calls, bool json)
{
  struct trips x = { .t = t, .left = wpp_profile_most_runs (t->profile) };
  struct looped l;
  bool first = true, any = false;
  count (&x, calls);
  wpp_progress_end ();
  if (json)
    {
      wpp_missing_begin_json ();
      printf ("\"loops\":[");
    }
  for (uint32_t i = 0; i < t->n; i++)
    {
      find_loops (&l, &x, i);
      if (!json && !any && l.n)
        printf ("%14s %14s  loop\n", "stays", "trips");
      for (uint32_t k = 0; k < l.loops->n; k++)
        any |= print_loop (&l, k, json, &first);
      release_loops (&l);
    }
  if (json)
    puts ("\n]}");
  if (!any && t->n)
    wpp_say (t->profile->file, "no loop was executed");
  wpp_call_contexts_free (x.contexts);
  free (x.place);
  free (x.led);
  return any;
}
