/* Joining paths at calls (path-counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of a profile need not fit each other, since profiles are hostile input and jumps may leave
   activations that cannot be seen: an activation whose open path is not known counts nothing until
   that path has ended.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "counts/path-counts-impl.h"
#include "format/event.h"
#include "support/saturate.h"

/* ---- Tables of counts.  */

static struct wpp_counted_path *
place_of (const struct wpp_path_counts *c, uint64_t path)
{
  size_t i = (path * UINT64_C (0x9e3779b97f4a7c15)) >> 20 & (c->room - 1);
  while (c->paths[i].count && c->paths[i].path != path)
    i = (i + 1) & (c->room - 1);
  return &c->paths[i];
}

static int
grow (struct wpp_path_counts *c)
{
  struct wpp_path_counts grown = { .n = c->n, .room = c->room ? 2 * c->room : 16 };
  grown.paths = calloc (grown.room, sizeof *grown.paths);
  if (!grown.paths)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < c->room; i++)
    if (c->paths[i].count)
      *place_of (&grown, c->paths[i].path) = c->paths[i];
  free (c->paths);
  *c = grown;
  return WPP_OK;
}

int
wpp_path_counts_add (struct wpp_path_counts *c, uint64_t path, uint64_t count)
{
  int err = 2 * c->n >= c->room ? grow (c) : WPP_OK;
  if (err || !count)
    return err;
  struct wpp_counted_path *place = place_of (c, path);
  c->n += place->count == 0;
  place->path = path;
  place->count = wpp_saturating_add (place->count, count);
  return WPP_OK;
}

static int
compare_paths (const void *a, const void *b)
{
  const struct wpp_counted_path *x = a, *y = b;
  return x->path < y->path ? -1 : x->path > y->path;
}

void
wpp_path_counts_sort (struct wpp_path_counts *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->room; i++)
    if (c->paths[i].count)
      c->paths[kept++] = c->paths[i];
  c->room = 0;
  if (kept)
    qsort (c->paths, kept, sizeof *c->paths, compare_paths);
}

void
wpp_path_counts_release (struct wpp_path_counts *c)
{
  free (c->paths);
}

/* ---- What events do.  */

/* The number that the path which arrives at the landing place NODE begins with.  */
static uint64_t
value_of_landing (const struct wpp_numbering *num, uint32_t node)
{
  uint32_t s = num->n_starts - 1;
  while (s > 0 && num->starts[s].node != node)
    s--;
  return num->starts[s].value;
}

/* Let E run over edge EDGE of NUM, *OPEN being the value so far.  */
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
across_of (struct join *j, size_t function, int *err)
{
  if (!j->across[function])
    j->across[function] = wpp_numbering_new_across_calls (&j->code->functions[function].function->cfg,
                                                          j->limit, err);
  return j->across[function];
}

/* Work out what the path J->path, of the numbering NUM, does.  */
static int
fill_effect (struct join *j, struct effect *e, const struct wpp_numbering *num)
{
  int err = WPP_OK;
  const struct wpp_path *path = &j->path;
  const struct wpp_start *start = &num->starts[path->start];
  const struct wpp_numbering *across = across_of (j, e->function, &err);
  if (!across)
    return err;
  uint64_t open = 0;
  e->enters = start->node == WPP_NODE_ENTRY;
  e->lands = !e->enters && start->edge == WPP_NO_EDGE;
  e->leaves = path->end_edge == WPP_NO_EDGE;
  if (e->lands)
    e->landed = value_of_landing (across, start->node);
  for (uint32_t i = 0; !err && i + !e->leaves < path->n_nodes; i++)
    err = run_over (e, across, path->edges[i], &open);
  if (!err && !e->leaves)
    {
      err = run_over (e, across, path->end_edge, &open);
      e->call = wpp_path_call (across, path->end_edge) + 1;
    }
  *(e->ends ? &e->tail : &e->head) = open;
  return err;
}

/* ---- The table of effects.  */

static struct effect *
effect_place (struct effect *table, size_t room, uint32_t event)
{
  size_t i = (event * UINT64_C (0x9e3779b97f4a7c15)) >> 32 & (room - 1);
  while (table[i].event && table[i].event != event)
    i = (i + 1) & (room - 1);
  return &table[i];
}

static int
grow_effects (struct join *j)
{
  size_t room = j->effects_room ? 2 * j->effects_room : 1024;
  struct effect *grown = calloc (room, sizeof *grown);
  if (!grown)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < j->effects_room; i++)
    if (j->effects[i].event)
      *effect_place (grown, room, j->effects[i].event) = j->effects[i];
  free (j->effects);
  j->effects = grown;
  j->effects_room = room;
  return WPP_OK;
}

/* Set *FOUND to the effect of EVENT, or to null when it is a path of no function.  */
static int
find_effect (struct join *j, uint32_t event, const struct effect **found)
{
  uint64_t number;
  int err = 2 * j->n_effects >= j->effects_room ? grow_effects (j) : WPP_OK;
  if (err)
    return err;
  struct effect *e = effect_place (j->effects, j->effects_room, event);
  *found = e;
  if (e->event)
    return WPP_OK;
  *found = NULL;
  struct wpp_code_function *f = wpp_code_find (j->code, event, &number);
  if (!f)
    return WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (j->code, f, &err);
  if (num)
    err = wpp_path_decode (num, number, &j->path);
  if (err)
    return err;
  e->event = event;
  e->function = f - j->code->functions;
  j->n_effects++;
  *found = e;
  return fill_effect (j, e, num);
}

/* ---- The stack.  */

/* Leave the topmost activation, which has been looked at: by an exception, or a jump.  */
static int
pop (struct join *j)
{
  const struct activation *a = &j->stack[--j->depth];
  int err = WPP_OK;
  if (a->known && a->call)
    err = wpp_join_count (j, a->function, a->value + a->call * j->across[a->function]->n_paths, 1);
  return err ? err : wpp_join_count (j, WPP_JOINED_UNFINISHED, 0, 1);
}

static int
push (struct join *j, uint32_t function, bool known)
{
  int err = wpp_join_reserve (j, 1);
  if (!err)
    j->stack[j->depth++] = (struct activation){ .function = function, .known = known };
  return err;
}

static bool
landing_capable_p (const struct join *j, const struct activation *a)
{
  return j->code->functions[a->function].function->flags & WPP_FN_LANDING;
}

/* Control has left N activations of landing-capable functions, and all that are above the one that is
   next.  */
static int
land (struct join *j, uint64_t n)
{
  int err = WPP_OK;
  for (;;)
    {
      if (!err)
        err = wpp_join_touch (j, j->depth);
      if (err || !j->depth)
        return err;
      bool capable = landing_capable_p (j, &j->stack[j->depth - 1]);
      if (capable && !n)
        return WPP_OK;
      n -= capable;
      err = pop (j);
    }
}

/* Leave what is above the first DEPTH activations.  */
static int
cut (struct join *j, size_t depth)
{
  int err = WPP_OK;
  while (j->depth > depth && !err)
    err = pop (j);
  return err;
}

/* Bring the activation that E belongs to to the top.  */
static int
find_activation (struct join *j, const struct effect *e)
{
  if (e->enters)
    return push (j, e->function, true);
  /* What is above it has been left by a jump that could not be seen.  */
  size_t depth = j->depth;
  int err = wpp_join_touch (j, depth);
  while (!err && depth && j->stack[depth - 1].function != e->function)
    err = wpp_join_touch (j, --depth);
  if (err)
    return err;
  return depth ? cut (j, depth) : push (j, e->function, false);
}

/* Do E COUNT times in a row.  */
static int
apply (struct join *j, const struct effect *e, uint64_t count)
{
  int err = find_activation (j, e);
  if (err)
    return err;
  struct activation *a = &j->stack[j->depth - 1];
  if (e->lands)
    {
      a->value = e->landed;
      a->known = true;
    }
  a->call = e->call;
  if (a->known)
    a->value += e->head;
  if (e->ends && a->known)
    err = wpp_join_count (j, e->function, a->value, 1);
  /* From the second time on it begins where it ended itself.  */
  if (e->ends && count > 1 && !err)
    err = wpp_join_count (j, e->function,
                          (e->lands ? e->landed : e->enters ? 0 : e->tail) + e->head, count - 1);
  for (size_t i = 0; i < e->n_whole && !err; i++)
    err = wpp_join_count (j, e->function, e->whole[i], count);
  if (e->ends)
    {
      a->value = e->tail;
      a->known = true;
    }
  j->depth -= e->leaves;
  return err;
}

static int
control (struct join *j, uint32_t event, uint64_t count)
{
  int err = WPP_OK;
  if (event == WPP_EVENT_GAP)
    err = wpp_join_touch (j, 0);
  if (event == WPP_EVENT_GAP && !err)
    err = cut (j, 0);
  if (event == WPP_EVENT_LAND_MORE)
    j->gone = wpp_saturating_add (
      j->gone, wpp_saturating_product (count, WPP_EVENT_LAND_MAX + 1));
  if (event >= WPP_EVENT_LAND && event - WPP_EVENT_LAND <= WPP_EVENT_LAND_MAX)
    {
      err = land (j, wpp_saturating_add (j->gone, event - WPP_EVENT_LAND));
      j->gone = 0;
    }
  return err;
}

int
wpp_join_event (struct join *j, uint32_t event, uint64_t count)
{
  const struct effect *e;
  if (event < WPP_EVENT_FIRST_PATH)
    return control (j, event, count);
  int err = find_effect (j, event, &e);
  if (err || !e)
    return err;
  /* Only what ends at the activation where it began may be done at once.  */
  bool at_once = e->ends && e->enters == e->leaves;
  j->work = wpp_saturating_add (j->work, at_once ? 0 : count);
  if (j->work > j->most_work)
    return WPP_E_TOOBIG;
  for (uint64_t left = at_once ? 1 : count; !err && left > 0; left--)
    err = apply (j, e, at_once ? count : 1);
  return err;
}

/* ---- Profiles.  */

static int
join_thread (struct join *j, const struct wpp_thread *t)
{
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    err = wpp_join_grammar (j, t->segments[i]);
  j->unfinished += j->depth;
  j->depth = 0;
  j->gone = 0;
  return err;
}

/* Add the counts of G's terminals, whose paths run on across calls already.  */
static int
add_counted (struct join *j, const struct wpp_grammar *g)
{
  int err = WPP_OK;
  uint64_t number, *times = calloc (g->n_terminals + (size_t) 1, sizeof *times);
  if (!times)
    return WPP_E_NOMEM;
  wpp_grammar_terminal_counts (g, times);
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    {
      struct wpp_code_function *f = wpp_code_find (j->code, g->terminals[i], &number);
      if (f)
        err = wpp_path_counts_add (&j->counts[f - j->code->functions], number, times[i]);
    }
  free (times);
  return err;
}

static void
release_join (struct join *j)
{
  for (size_t i = 0; i < j->code->n_functions && j->across; i++)
    wpp_numbering_free (j->across[i]);
  for (size_t i = 0; i < j->effects_room; i++)
    free (j->effects[i].whole);
  free (j->across);
  free (j->effects);
  wpp_join_release (j);
  wpp_path_release (&j->path);
}

struct wpp_path_counts *
wpp_across_counts (const struct wpp_profile *p, struct wpp_code *code, uint64_t limit,
                   uint64_t *unfinished, int *err)
{
  struct join j = { .code = code, .limit = limit };
  j.counts = calloc (code->n_functions + 1, sizeof *j.counts);
  j.across = calloc (code->n_functions + 1, sizeof (struct wpp_numbering *));
  *err = j.counts && j.across ? WPP_OK : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !*err; t++)
    if (!p->counts)
      *err = join_thread (&j, &p->threads[t]);
    else
      for (size_t s = 0; s < p->threads[t].n_segments && !*err; s++)
        *err = add_counted (&j, p->threads[t].segments[s]);
  for (size_t i = 0; i < code->n_functions && j.counts; i++)
    wpp_path_counts_sort (&j.counts[i]);
  if (unfinished)
    *unfinished = j.unfinished;
  release_join (&j);
  if (!*err)
    return j.counts;
  wpp_across_free (j.counts, code);
  return NULL;
}

void
wpp_across_free (struct wpp_path_counts *counts, const struct wpp_code *code)
{
  for (size_t i = 0; counts && i < code->n_functions; i++)
    wpp_path_counts_release (&counts[i]);
  free (counts);
}
