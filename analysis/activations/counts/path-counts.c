/* Counts of paths that run on across calls (path-counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The effect of an event on its activation is computed once: the event adds a number to the activation's open path, or
   it ends that path, counts the complete paths inside the event, and opens another one.  The value of an activation
   (machine.h) is the number of its open path so far; its place is the call before which its last event's path ended.
   It is known when the value is right: an activation whose beginning was not seen is known after the first path in it
   has ended.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "activations/machine/code-step.h"
#include "activations/machine/memo.h"
#include "activations/counts/path-counts.h"
#include "grammar/rules/alphabet.h"
#include "program/paths/numbering.h"
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/saturate.h"

/* ---- Tables of counts.  */

static bool
path_is_p (const void *paths, uint32_t number, const void *path)
{
  return ((const struct wpp_counted_path *) paths)[number].path == *(const uint64_t *) path;
}

/* Add to C; until it is sorted, its paths are in the order in which they were added first.  */
static int
add_path (struct wpp_path_counts *c, uint64_t path, uint64_t count)
{
  int err = wpp_hash_reserve (&c->table, 1);
  if (!err)
    err = WPP_RESERVE (c->paths, c->room, c->n, 1);
  if (err || !count)
    return err;
  uint32_t hash = wpp_hash_key (&c->table, path);
  uint32_t number = wpp_hash_find (&c->table, hash, path_is_p, c->paths, &path);
  if (number == WPP_NO_ITEM)
    {
      wpp_hash_add (&c->table, hash, number = c->n);
      c->paths[c->n++] = (struct wpp_counted_path){ path, 0 };
    }
  c->paths[number].count = wpp_saturating_add (c->paths[number].count, count);
  return WPP_OK;
}

static int
compare_paths (const void *a, const void *b)
{
  const struct wpp_counted_path *x = a, *y = b;
  return x->path < y->path ? -1 : x->path > y->path;
}

static void
sort_paths (struct wpp_path_counts *c)
{
  wpp_hash_release (&c->table);
  if (c->n)
    qsort (c->paths, c->n, sizeof *c->paths, compare_paths);
}

static void
release_paths (struct wpp_path_counts *c)
{
  wpp_hash_release (&c->table);
  free (c->paths);
}

/* ---- The effects of events.  */

struct effect
{
  struct wpp_step step;     /* must be first; its place is the number of the call that follows, plus 1, or 0 */
  bool lands, ends;
  uint64_t landed;          /* LANDS: value of the path that begins there */
  uint64_t head;            /* added to the open path, up to its end if the event ENDS it */
  size_t n_whole;
  uint64_t *whole;          /* [n_whole] paths that begin and end within the event's path */
  uint64_t tail;            /* ENDS: value of the path that is open after it */
};

struct path_counter
{
  struct wpp_code *code;
  uint64_t limit;
  struct wpp_path_counts *counts;    /* [code->n_functions] */
  struct wpp_numbering **numberings;     /* [code->n_functions] made when first needed */
  struct wpp_alphabet alphabet;      /* path events, by first occurrence */
  struct effect *effects;            /* [alphabet.n]; those of no function have WPP_NO_FUNCTION */
  size_t room;
  struct wpp_machine machine;
  struct wpp_memo *memo;
  uint64_t unfinished;
  struct wpp_path path;
};

/* The memo (memo.h) counts executions of paths of function WHAT; and, as this, activations that were left within a
   path.  */
#define UNFINISHED (UINT32_MAX - 1)

/* The value with which a path from the landing place NODE begins.  */
static uint64_t
value_of_landing (const struct wpp_numbering *num, uint32_t node)
{
  uint32_t s = num->n_starts - 1;
  while (s > 0 && num->starts[s].node != node)
    s--;
  return num->starts[s].value;
}

/* Extend E by edge EDGE of NUM.  *OPEN is the value of the open path so far.  */
static int
run_over (struct effect *e, const struct wpp_numbering *num, uint32_t edge, uint64_t *open)
{
  const struct wpp_edge_numbers *n = &num->edges[edge];
  bool ends = n->flags & WPP_EDGE_ENDS;
  *open += ends ? n->end_value : n->value;
  if (!ends && num->cfg->edges[edge].dst != WPP_NODE_EXIT)
    return WPP_OK;
  if (!e->ends)
    {
      e->ends = true;
      e->head = *open;
    }
  else
    {
      uint64_t *grown = realloc (e->whole, (e->n_whole + 1) * sizeof *grown);
      if (!grown)
        return WPP_E_NOMEM;
      e->whole = grown;
      e->whole[e->n_whole++] = *open;
    }
  *open = ends ? num->starts[n->start].value : 0;
  return WPP_OK;
}

static struct wpp_numbering *
numbering_of_counts (struct path_counter *c, size_t function, int *err)
{
  if (!c->numberings[function])
    c->numberings[function] = wpp_numbering_new_across_calls (&c->code->functions[function].function->cfg,
                                                          c->limit, err);
  return c->numberings[function];
}

/* Compute the effect E of the path C->path, which is one of the numbering NUM.  */
static int
fill_effect (struct path_counter *c, struct effect *e, const struct wpp_numbering *num)
{
  int err = WPP_OK;
  const struct wpp_path *path = &c->path;
  const struct wpp_start *start = &num->starts[path->start];
  const struct wpp_numbering *counted = numbering_of_counts (c, e->step.function, &err);
  if (!counted)
    return err;
  uint64_t open = 0;
  bool leaves = path->end_edge == WPP_NO_EDGE;
  e->lands = !e->step.enters && start->edge == WPP_NO_EDGE;
  if (e->lands)
    e->landed = value_of_landing (counted, start->node);
  for (uint32_t i = 0; !err && i + !leaves < path->n_nodes; i++)
    err = run_over (e, counted, path->edges[i], &open);
  if (!err && !leaves)
    {
      err = run_over (e, counted, path->end_edge, &open);
      e->step.place = wpp_path_call (counted, path->end_edge) + UINT32_C (1);
    }
  *(e->ends ? &e->tail : &e->head) = open;
  return err;
}

/* Set *EFFECT to that of EVENT, the first of its kind.  */
static int
find_effect (struct path_counter *c, uint32_t event, struct effect *e)
{
  struct wpp_code_path p;
  *e = (struct effect){ .step.function = WPP_NO_FUNCTION };
  int found = wpp_code_decode (c->code, event, &p, &c->path);
  if (found <= 0)
    return found;
  e->step = wpp_code_step (&p);
  return fill_effect (c, e, p.numbering);
}

/* Set *FOUND to the effect of the path event EVENT.  */
static int
effect_of (struct path_counter *c, uint32_t event, const struct effect **found)
{
  uint32_t before = c->alphabet.n, number;
  int err = WPP_RESERVE (c->effects, c->room, before, 1);
  if (!err)
    err = wpp_alphabet_intern (&c->alphabet, event, &number);
  if (err)
    return err;
  *found = &c->effects[number];
  return c->alphabet.n == before ? WPP_OK : find_effect (c, event, &c->effects[number]);
}

/* ---- Activations.  */

/* Apply the effect STEP to A, COUNT times in a row.  */
static int
do_effect (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  struct path_counter *c = data;
  const struct effect *e = (const struct effect *) step;
  uint32_t function = step->function;
  int err = WPP_OK;
  if (e->lands)
    {
      a->value = e->landed;
      a->known = true;
    }
  if (a->known)
    a->value += e->ends || e->lands ? e->head : e->head * count;
  if (e->ends && a->known)
    err = wpp_memo_count (c->memo, function, a->value, 1);
  /* From the second time on, it begins where it has ended itself.  */
  if (e->ends && count > 1 && !err)
    err = wpp_memo_count (c->memo, function,
                          (e->lands ? e->landed : step->enters ? 0 : e->tail) + e->head, count - 1);
  for (size_t i = 0; i < e->n_whole && !err; i++)
    err = wpp_memo_count (c->memo, function, e->whole[i], count);
  if (e->ends)
    {
      a->value = e->tail;
      a->known = true;
    }
  return err;
}

/* TIMES activations A have ended.  If they did not leave by their exit, they ended within a path.  */
static int
end_activation (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  struct path_counter *c = data;
  int err = WPP_OK;
  if (how == WPP_ACTIVATION_LEFT)
    return WPP_OK;
  if (how != WPP_ACTIVATION_OPEN && a->known && a->place)
    err = wpp_memo_count (c->memo, a->function, a->value + a->place * c->numberings[a->function]->n_paths,
                          times);
  return err ? err : wpp_memo_count (c->memo, UNFINISHED, 0, times);
}

static int
do_event (void *data, uint32_t event, uint64_t count)
{
  struct path_counter *c = data;
  const struct effect *e;
  if (!wpp_event_path_p (event))
    return wpp_machine_control (&c->machine, event, count);
  int err = effect_of (c, event, &e);
  if (err || e->step.function == WPP_NO_FUNCTION)
    return err;
  return wpp_machine_step (&c->machine, &e->step, count);
}

static int
count_path (void *data, uint32_t what, uint64_t number, uint64_t count)
{
  struct path_counter *c = data;
  if (what != UNFINISHED)
    return add_path (&c->counts[what], number, count);
  c->unfinished = wpp_saturating_add (c->unfinished, count);
  return WPP_OK;
}

/* ---- Profiles.  */

static int
count_thread (struct path_counter *c, const struct wpp_thread *t)
{
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    err = wpp_memo_grammar (c->memo, t->segments[i]);
  return err ? err : wpp_machine_end_thread (&c->machine);
}

/* Add the counts of G's terminals.  They are counts of paths that run on across calls.  */
static int
add_counted (struct path_counter *c, const struct wpp_grammar *g)
{
  int err = WPP_OK;
  uint64_t number, *times = calloc (g->n_terminals + (size_t) 1, sizeof *times);
  if (!times)
    return WPP_E_NOMEM;
  wpp_grammar_terminal_counts (g, times);
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    {
      struct wpp_code_function *f = wpp_code_find (c->code, g->terminals[i], &number);
      if (f)
        err = add_path (&c->counts[f - c->code->functions], number, times[i]);
    }
  free (times);
  return err;
}

static int
init_counter (struct path_counter *c)
{
  const struct wpp_activation_user activations = { c, NULL, do_effect, end_activation };
  const struct wpp_memo_user memo = { c, do_event, count_path };
  wpp_machine_init (&c->machine, &activations);
  c->memo = wpp_memo_new (&c->machine, &memo);
  c->counts = calloc (c->code->n_functions + 1, sizeof *c->counts);
  c->numberings = calloc (c->code->n_functions + 1, sizeof (struct wpp_numbering *));
  return wpp_alphabet_init (&c->alphabet) || !c->memo || !c->counts || !c->numberings ? WPP_E_NOMEM : WPP_OK;
}

static void
release_counter (struct path_counter *c)
{
  for (size_t i = 0; i < c->code->n_functions && c->numberings; i++)
    wpp_numbering_free (c->numberings[i]);
  for (uint32_t i = 0; i < c->alphabet.n && c->effects; i++)
    free (c->effects[i].whole);
  free (c->numberings);
  free (c->effects);
  wpp_alphabet_release (&c->alphabet);
  wpp_memo_free (c->memo);
  wpp_machine_release (&c->machine);
  wpp_path_release (&c->path);
}

struct wpp_path_counts *
wpp_path_counts_new (const struct wpp_profile *p, struct wpp_code *code, uint64_t limit,
                   uint64_t *unfinished, int *err)
{
  struct path_counter c = { .code = code, .limit = limit };
  *err = init_counter (&c);
  for (size_t t = 0; t < p->n_threads && !*err; t++)
    if (!p->counts)
      *err = count_thread (&c, &p->threads[t]);
    else
      for (size_t s = 0; s < p->threads[t].n_segments && !*err; s++)
        *err = add_counted (&c, p->threads[t].segments[s]);
  for (size_t i = 0; i < code->n_functions && c.counts; i++)
    sort_paths (&c.counts[i]);
  if (unfinished)
    *unfinished = c.unfinished;
  release_counter (&c);
  if (!*err)
    return c.counts;
  wpp_path_counts_free (c.counts, code);
  return NULL;
}

void
wpp_path_counts_free (struct wpp_path_counts *counts, const struct wpp_code *code)
{
  for (size_t i = 0; counts && i < code->n_functions; i++)
    release_paths (&counts[i]);
  free (counts);
}
