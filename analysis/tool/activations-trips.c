/* How often control went round loops, by the calls that led there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An activation's trace says how often it went round; who called it, and from where, calls say (activations/calling.h).
   So what is counted is activations by trace and by chain of calls, and the loops of each chain are looked at in the
   traces that it led to.  */

#include <inttypes.h>
#include <stdlib.h>
#include "activations/calling.h"
#include "counts/calls.h"
#include "iterations/stays.h"
#include "projection/of-traces.h"
#include "support/array.h"
#include "support/saturate.h"
#include "tool/activations.h"

#define MOST_CONTEXTS (UINT32_C (1) << 18)

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
  struct led *led;           /* [n] */
  size_t n, room, sorted;
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

/* Sort them, and add up what is equal.  */
static void
add_up (struct trips *x)
{
  size_t kept = 0;
  if (x->n)
    qsort (x->led, x->n, sizeof *x->led, compare_led);
  for (size_t i = 0; i < x->n; i++)
    if (kept && !compare_led (&x->led[kept - 1], &x->led[i]))
      x->led[kept - 1].count = wpp_saturating_add (x->led[kept - 1].count, x->led[i].count);
    else
      x->led[kept++] = x->led[i];
  x->n = x->sorted = kept;
}

/* For wpp_follow_calls.  The list gets no longer than twice what is different in it.  */
static int
begin (void *data, const struct wpp_call_made *call, uint64_t *value)
{
  struct trips *x = data;
  uint32_t context, caller = call->caller ? call->caller - 1 : WPP_NO_CONTEXT;
  int err = wpp_call_contexts_begin (x->contexts, call->of_code, call->seen, caller, call->node, call->times, &context);
  *value = context + UINT64_C (1);
  if (err || x->place[call->function] == WPP_NO_FUNCTION)
    return err;
  if (x->n > 1000 && x->n > 2 * x->sorted)
    add_up (x);
  if (WPP_RESERVE (x->led, x->room, x->n, 1))
    return WPP_E_NOMEM;
  x->led[x->n++] = (struct led){ x->place[call->function], context, call->trace, call->times };
  return 0;
}

/* Count what chains of at most CALLS calls led to.  */
static void
count (struct trips *x, unsigned calls)
{
  const struct wpp_context_limits limits = { WPP_CONTEXTS_CHAINS, calls + 1, MOST_CONTEXTS, 0 };
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
  add_up (x);
}

/* ---- The loops of a function.  */

struct chain                 /* of calls, and what it led to in each loop */
{
  uint32_t context;
  struct wpp_loop_stays *stays;  /* [loops] */
};

struct looped
{
  const struct trips *x;
  const struct wpp_traced_function *f;
  const struct wpp_cfg *cfg;
  const struct wpp_numbering *num;
  struct wpp_loops *loops;
  struct chain *chains;      /* [n] */
  size_t n;
};

/* All stays and trips of the groups of S together.  */
static struct wpp_stays
sum_of (const struct wpp_loop_stays *s)
{
  struct wpp_stays sum = { 0, 0, 0 };
  for (const struct wpp_stays *g = s->groups; g < s->groups + s->n; g++)
    {
      sum.stays = wpp_saturating_add (sum.stays, g->stays);
      sum.total = wpp_saturating_add (sum.total, g->total);
    }
  return sum;
}

/* Set STAYS [loops] to those of the activations that LED [N] are.  */
static int
count_loops (const struct looped *l, const struct led *led, size_t n, struct wpp_loop_stays *stays)
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
  if (v)
    err = wpp_count_stays (v, l->loops, all, l->loops->n, stays);
  wpp_visits_free (v);
  wpp_projection_free (p);
  free (counts);
  free (all);
  return err;
}

/* Find what L's loops did, whose function is number FUNCTION of T's.  */
static void
find_loops (struct looped *l, const struct trips *x, uint32_t function)
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
  for (size_t i = 0, k; i < x->n; i = k)
    {
      for (k = i + 1; k < x->n && x->led[k].function == x->led[i].function && x->led[k].context == x->led[i].context;)
        k++;
      if (x->led[i].function != function)
        continue;
      l->chains = wpp_grow (l->chains, l->n + 1, sizeof *l->chains);
      struct chain *c = &l->chains[l->n++];
      *c = (struct chain){ x->led[i].context, wpp_new (l->loops->n, sizeof *c->stays) };
      err = count_loops (l, x->led + i, k - i, c->stays);
      if (err)
        wpp_die_at (l->f->function->function->name, err, NULL);
    }
}

static void
release_loops (struct looped *l)
{
  for (size_t i = 0; i < l->n; i++)
    free (l->chains[i].stays);
  free (l->chains);
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
      printf ("%s%s", before, wpp_function_name (f->function));
      print_place (f, c->node);
    }
  if (c->seen != WPP_CONTEXT_CUT)
    printf ("%s%s", before, begin_of (c));
}

static void
print_chain (const struct looped *l, const struct chain *c, uint32_t loop)
{
  const struct wpp_loop_stays *s = &c->stays[loop];
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
  const struct wpp_loop_stays *s = &chain->stays[loop];
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
  const char *name = wpp_function_name (l->f->function->function);
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
  struct trips x = { .t = t };
  struct looped l;
  bool first = true, any = false;
  count (&x, calls);
  wpp_progress_end ();
  if (json)
    printf ("{\"loops\":[");
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
