/* Functions, and paths, of which one side of a difference executed more than the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/diff-impl.h"
#include "base/saturate.h"

/* ---- What was executed.  */

static int
compare_paths (const void *a, const void *b)
{
  const struct wpp_diff_path *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return (x->count[1] > 0) - (y->count[1] > 0);
}

/* Append the paths of SIDE, whose counts are COUNTS [N], to PATHS.  Return how many there are.  */
static size_t
append_side (const struct wpp_diff *d, size_t side, const struct wpp_event_count *counts, size_t n,
             struct wpp_diff_path *paths)
{
  size_t found = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t number;
      struct wpp_code_function *f = counts[i].count ? wpp_code_find (d->code[side], counts[i].event, &number) : NULL;
      if (!f)
        continue;
      struct wpp_diff_path *p = &paths[found++];
      *p = (struct wpp_diff_path){ .function = d->number[side][f - d->code[side]->functions], .number = number };
      p->event[side] = counts[i].event;
      p->count[side] = counts[i].count;
    }
  return found;
}

/* Make one of what is the same path on both sides, and of what a side counted under several words (a unit that was
   loaded twice).  Return how many are left of PATHS [N], which is sorted.  */
static size_t
join_sides (const struct wpp_diff *d, struct wpp_diff_path *paths, size_t n)
{
  size_t left = 0;
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_diff_path *last = left ? &paths[left - 1] : NULL;
      bool again = last && last->function == paths[i].function && last->number == paths[i].number
                   && (d->functions[last->function].same || (last->count[1] > 0) == (paths[i].count[1] > 0));
      if (!again)
        paths[left++] = paths[i];
      for (size_t s = 0; s < 2 && again; s++)
        if (paths[i].count[s])
          {
            last->event[s] = paths[i].event[s];
            last->count[s] = wpp_saturating_add (last->count[s], paths[i].count[s]);
          }
    }
  return left;
}

/* The paths of D's sides that were executed, [*N], by function and number; of functions that are not the same on both
   sides, those of A come before those of B.  Null and *ERR: an error of wpp_recording_counts.  */
static struct wpp_diff_path *
executed_paths (const struct wpp_diff *d, size_t *n, int *err)
{
  size_t of[2] = { 0, 0 };
  struct wpp_event_count *counts[2];
  for (size_t s = 0; s < 2; s++)
    counts[s] = wpp_recording_counts (d->r[s], &of[s]);
  struct wpp_diff_path *paths = counts[0] && counts[1] ? malloc ((of[0] + of[1] + 1) * sizeof *paths) : NULL;
  *err = paths ? 0 : WPP_E_NOMEM;
  if (paths)
    {
      *n = append_side (d, 0, counts[0], of[0], paths);
      *n += append_side (d, 1, counts[1], of[1], paths + *n);
      qsort (paths, *n, sizeof *paths, compare_paths);
      *n = join_sides (d, paths, *n);
    }
  free (counts[0]);
  free (counts[1]);
  return paths;
}

/* Spell out P, of D, as it is on SIDE.  */
static int
read_route (struct wpp_diff *d, const struct wpp_diff_path *p, size_t side, struct wpp_route *route,
            struct wpp_route_row *row)
{
  d->bad = side;
  int known = wpp_answer_route (d->r[side], p->event[side], route, row, d->place);
  return known < 0 ? known : 0;
}

/* ---- Functions.  */

struct totals
{
  uint64_t statements[2], activations[2];
};

struct functions
{
  struct wpp_diff_list list;
  struct totals *totals;        /* [d->n] */
};

static int
send_function (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  const struct wpp_diff_function *f = &d->functions[i->index];
  const struct totals *t = &((struct functions *)l)->totals[i->index];
  size_t side = f->of[1] != WPP_NO_FUNCTION;
  const struct wpp_code_function *shown = &d->code[side]->functions[f->of[side]];
  bool both = side && f->of[0] != WPP_NO_FUNCTION;
  const struct wpp_function *before = both ? d->code[0]->functions[f->of[0]].function : shown->function;
  bool renamed = strcmp (before->name, shown->function->name);
  const struct wpp_diff_function_row row
    = { .is = wpp_diff_measure (&l->items, i),
        .function = wpp_function_name (shown->function),
        .short_name = wpp_recording_short_name (d->r[side], shown->function),
        .assembler_name = shown->function->name,
        .unit = wpp_source_name (shown->unit),
        .former = renamed ? wpp_function_name (before) : NULL,
        .former_short = renamed ? wpp_recording_short_name (d->r[0], before) : NULL,
        .graph = !both ? NULL : before->checksum == shown->function->checksum ? "same" : "changed",
        .activations_a = t->activations[0],
        .activations_b = t->activations[1] };
  return row.short_name && (!renamed || row.former_short) ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
}

static void
release_functions (struct wpp_diff_list *l)
{
  free (((struct functions *)l)->totals);
}

/* Add P, of D, to the totals of its function.  */
static int
add_up (struct wpp_diff *d, const struct wpp_diff_path *p, struct wpp_route *route, struct totals *totals)
{
  struct wpp_route_row row;
  int err = 0;
  for (size_t s = 0; s < 2 && !err; s++)
    if (p->count[s])
      {
        err = read_route (d, p, s, route, &row);
        bool enters = !err && route->path.n_nodes && route->path.nodes[0] == WPP_NODE_ENTRY;
        totals[p->function].statements[s]
          = wpp_saturating_add (totals[p->function].statements[s], wpp_saturating_product (p->count[s], route->cost));
        totals[p->function].activations[s]
          = wpp_saturating_add (totals[p->function].activations[s], enters ? p->count[s] : 0);
      }
  return err;
}

struct wpp_diff_list *
wpp_diff_functions (struct wpp_diff *d, int *err)
{
  size_t n = 0;
  struct functions *f = calloc (1, sizeof *f);
  struct wpp_diff_path *paths = f ? executed_paths (d, &n, err) : NULL;
  struct wpp_route route = { 0 };
  if (f)
    f->list = (struct wpp_diff_list){ .send = send_function, .release = release_functions };
  if (f && paths)
    f->totals = calloc (d->n + (size_t)1, sizeof *f->totals);
  *err = f && f->totals ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !*err; i++)
    *err = add_up (d, &paths[i], &route, f->totals);
  for (uint32_t i = 0; i < d->n && !*err; i++)
    {
      const struct totals *t = &f->totals[i];
      bool some = t->statements[0] | t->statements[1];
      if (wpp_diff_wanted_p (d, &d->functions[i]))
        *err = wpp_diff_add (d, &f->list.items, some ? t->statements : t->activations, 1, i);
    }
  wpp_route_release (&route);
  free (paths);
  return (struct wpp_diff_list *)f;
}

/* ---- Paths.  */

struct paths
{
  struct wpp_diff_list list;
  struct wpp_diff_path *paths;
  struct wpp_route route;
};

static int
send_path (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  struct paths *all = (struct paths *)l;
  const struct wpp_diff_path *p = &all->paths[i->index];
  struct wpp_diff_path_row row = { .is = wpp_diff_measure (&l->items, i) };
  int err = read_route (d, p, wpp_diff_shown (p), &all->route, &row.route);
  return err ? err : wpp_sink_row (sink, &row);
}

static void
release_paths (struct wpp_diff_list *l)
{
  struct paths *all = (struct paths *)l;
  wpp_route_release (&all->route);
  free (all->paths);
}

/* Can paths of F be compared: does only one side have it, or do both have the same graph?  */
static bool
comparable_p (const struct wpp_diff_function *f)
{
  return f->same || f->of[0] == WPP_NO_FUNCTION || f->of[1] == WPP_NO_FUNCTION;
}

struct wpp_diff_list *
wpp_diff_paths (struct wpp_diff *d, int *err)
{
  size_t n = 0;
  struct wpp_route_row row;
  struct paths *all = calloc (1, sizeof *all);
  *err = all ? 0 : WPP_E_NOMEM;
  if (!all)
    return NULL;
  all->list = (struct wpp_diff_list){ .send = send_path, .release = release_paths };
  all->paths = executed_paths (d, &n, err);
  if (!*err && n >= UINT32_MAX)
    *err = WPP_E_TOOBIG;
  for (size_t i = 0; i < n && !*err; i++)
    {
      const struct wpp_diff_path *p = &all->paths[i];
      const struct wpp_diff_function *f = &d->functions[p->function];
      if (!comparable_p (f) || !wpp_diff_wanted_p (d, f) || wpp_diff_alike_p (d, p->count))
        continue;
      *err = read_route (d, p, wpp_diff_shown (p), &all->route, &row);
      if (!*err)
        *err = wpp_diff_add (d, &all->list.items, p->count, all->route.cost, i);
    }
  return &all->list;
}
