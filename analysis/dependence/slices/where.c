/* The K-th time that a block is entered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "dependence/slices/where.h"
#include "base/array.h"
#include "base/saturate.h"

/* What decoding paths takes.  */
struct decoder
{
  const struct wpp_slice_model *model;
  wpp_slice_path_of *path_of;
  void *data;
  const bool *const *entries;
  struct wpp_path path;
  uint32_t function;
};

/* Decode the path EVENT; 0 or an error.  */
static int
decode (struct decoder *d, uint32_t event)
{
  return d->path_of (d->data, event, &d->function, &d->path);
}

/* Does the decoded path enter a block at index I of its nodes?  Index n_nodes is where its end leads.  The first node
   is entered by the path before, unless nothing leads there (program/paths/cfg.h).  */
static bool
enters_p (const struct decoder *d, uint32_t i)
{
  const struct wpp_slice_function *f = d->function == WPP_NONE ? NULL : d->model->functions[d->function];
  const bool *marked = f ? d->entries[d->function] : NULL;
  if (!marked)
    return false;
  if (i == d->path.n_nodes)
    {
      if (d->path.end_edge == WPP_NO_EDGE || d->path.unwound)
        return false;
      uint32_t dst = f->cfg->edges[d->path.end_edge].dst;
      return marked[dst] && !(f->cfg->nodes[dst].flags & WPP_NODE_LANDING);
    }
  uint32_t node = d->path.nodes[i];
  bool first = i > 0 || node == WPP_NODE_ENTRY || f->cfg->nodes[node].flags & WPP_NODE_LANDING;
  return marked[node] && first;
}

static int
count_letters (struct wpp_where *w, struct decoder *d)
{
  const struct wpp_trace_tables *t = &w->times.nest->tables;
  for (size_t i = 0; i < t->n_letters; i++)
    {
      if (t->letters[i].calls)
        continue;
      int err = decode (d, t->letters[i].event);
      if (err)
        return err;
      for (uint32_t k = 0; k <= d->path.n_nodes; k++)
        w->times.letters[i] += enters_p (d, k);
    }
  return WPP_OK;
}

int
wpp_where_init (struct wpp_where *w, const struct wpp_nest *nest, const struct wpp_slice_model *model,
                wpp_slice_path_of *path_of, void *data, const bool *const *entries)
{
  struct decoder d = { .model = model, .path_of = path_of, .data = data, .entries = entries };
  int err = wpp_nest_times_init (&w->times, nest);
  if (!err)
    err = count_letters (w, &d);
  if (!err)
    wpp_nest_times_add_up (&w->times);
  wpp_path_release (&d.path);
  return err;
}

void
wpp_where_release (struct wpp_where *w)
{
  wpp_nest_times_release (&w->times);
}

uint64_t
wpp_where_times (const struct wpp_where *w, uint32_t thread)
{
  return wpp_nest_times_of (&w->times, w->times.nest->threads[thread]);
}

/* ---- Places.  */

struct walker
{
  const struct wpp_nest *nest;
  struct wpp_slice_place *place;
  size_t room;
};

static int
push (struct walker *k, uint32_t rope)
{
  struct wpp_slice_place *p = k->place;
  if (WPP_RESERVE (p->levels, k->room, p->n_levels, 1))
    return WPP_E_NOMEM;
  p->levels[p->n_levels++] = (struct wpp_slice_step){ .rope = rope };
  return WPP_OK;
}

/* The activation that the level L, number I, is of; null: it is a rule or the thread's.  */
static const struct wpp_trace_of *
activation_of (const struct walker *k, size_t i)
{
  uint32_t rope = k->place->levels[i].rope;
  if (!i || wpp_nest_rule_p (rope))
    return NULL;
  return wpp_nest_activation (k->nest, wpp_nest_letter (k->nest, rope)->event);
}

/* The part that level I is at; null when it is after all of them.  */
static const struct wpp_part *
part_at (const struct walker *k, size_t i, struct wpp_part *one)
{
  const struct wpp_slice_step *l = &k->place->levels[i];
  const struct wpp_trace_of *a = activation_of (k, i);
  size_t n;
  const struct wpp_part *parts = wpp_nest_parts (k->nest, a ? a->rope : l->rope, one, &n);
  return l->part < n ? &parts[l->part] : NULL;
}

static bool
path_p (const struct walker *k, uint32_t symbol)
{
  return !wpp_nest_rule_p (symbol) && !wpp_nest_letter (k->nest, symbol)->calls;
}

/* Go down to the path with the K-th entry, which is set to its number in the path.  */
static int
descend (const struct wpp_where *w, struct walker *k, uint32_t thread, uint64_t *number)
{
  struct wpp_part one;
  int err = push (k, w->times.nest->threads[thread]);
  for (;;)
    {
      const struct wpp_part *part;
      struct wpp_slice_step *l = &k->place->levels[k->place->n_levels - 1];
      if (err)
        return err;
      while ((part = part_at (k, k->place->n_levels - 1, &one)))
        {
          uint64_t each = wpp_nest_times_of (&w->times, part->symbol);
          uint64_t all = wpp_saturating_product (each, part->exponent);
          if (*number <= all)
            {
              l->before = (*number - 1) / each;
              *number -= l->before * each;
              break;
            }
          *number -= all;
          l->part++;
        }
      if (!part)
        return WPP_E_RANGE;
      if (path_p (k, part->symbol))
        return WPP_OK;
      err = push (k, part->symbol);
    }
}

/* Go down to the first path of the part at hand, or of those after it, that is not of an activation called.  Return 1;
   0 when the level at hand has none; or an error.  */
static int
first_path (struct walker *k)
{
  struct wpp_slice_place *p = k->place;
  struct wpp_part one;
  for (;;)
    {
      const struct wpp_part *part = part_at (k, p->n_levels - 1, &one);
      if (!part)
        return 0;
      if (path_p (k, part->symbol))
        return 1;
      if (!wpp_nest_rule_p (part->symbol))
        p->levels[p->n_levels - 1].part++;
      else
        {
          int err = push (k, part->symbol);
          if (err)
            return err;
        }
    }
}

/* Go to the next path of the activation.  Return 1; 0 when there is none, and the place has changed; or an error.  */
static int
next_path (struct walker *k)
{
  struct wpp_slice_place *p = k->place;
  struct wpp_part one;
  for (;;)
    {
      struct wpp_slice_step *l = &p->levels[p->n_levels - 1];
      if (++l->before >= part_at (k, p->n_levels - 1, &one)->exponent)
        {
          l->before = 0;
          l->part++;
        }
      int found = first_path (k);
      if (found)
        return found;
      if (activation_of (k, p->n_levels - 1) || p->n_levels == 1)
        return 0;
      p->n_levels--;
    }
}

/* Does NODE of F go on with the block of the one before?  */
static bool
continues_p (const struct wpp_slice_function *f, uint32_t node, uint32_t block)
{
  return f->cfg->nodes[node].block == block && f->cfg->nodes[node].flags & WPP_NODE_CONTINUES;
}

static uint32_t
event_at (const struct walker *k)
{
  struct wpp_part one;
  return wpp_nest_letter (k->nest, part_at (k, k->place->n_levels - 1, &one)->symbol)->event;
}

static int
copy (const struct wpp_slice_place *from, struct wpp_slice_place *to)
{
  *to = *from;
  to->levels = malloc ((from->n_levels + 1) * sizeof *to->levels);
  if (!to->levels)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < from->n_levels; i++)
    to->levels[i] = from->levels[i];
  return WPP_OK;
}

/* K is at a path whose end leads to NODE: go to the path that begins there, and decode it.  Return 1; 0 when there is
   none, then the end of this path is the place; or an error.  */
static int
go_on (struct walker *k, struct decoder *d, uint32_t node)
{
  struct wpp_slice_place before;
  int err = copy (k->place, &before);
  int found = err ? err : next_path (k);
  if (found == 1)
    {
      err = decode (d, event_at (k));
      found = err ? err : d->path.n_nodes && d->path.nodes[0] == node;
    }
  if (found == 0)
    {
      free (k->place->levels);
      *k->place = before;
      k->place->end = true;
      return 0;
    }
  free (before.levels);
  return found;
}

/* Move the place, at index I of the path's nodes, to the end of the block.  */
static int
find_end (struct walker *k, struct decoder *d, uint32_t i, uint32_t block)
{
  const struct wpp_slice_function *f = d->model->functions[d->function];
  for (;;)
    {
      const struct wpp_path *p = &d->path;
      while (i + 1 < p->n_nodes && continues_p (f, p->nodes[i + 1], block))
        i++;
      k->place->node = i < p->n_nodes ? i : p->n_nodes - 1;
      uint32_t after = p->end_edge == WPP_NO_EDGE ? WPP_NO_NODE : f->cfg->edges[p->end_edge].dst;
      if (i < p->n_nodes && (i + 1 < p->n_nodes || after == WPP_NO_NODE || !continues_p (f, after, block)))
        return WPP_OK;
      int found = go_on (k, d, after);
      if (found <= 0)
        return found;
      i = 0;
    }
}

int
wpp_where_find (const struct wpp_where *w, const struct wpp_slice_model *model, wpp_slice_path_of *path_of, void *data,
                const bool *const *entries, uint32_t thread, uint64_t number, bool begin, struct wpp_slice_place *place,
                uint32_t *function, uint32_t *node)
{
  struct decoder d = { .model = model, .path_of = path_of, .data = data, .entries = entries };
  struct walker k = { .nest = w->times.nest, .place = place };
  uint32_t i = 0;
  *place = (struct wpp_slice_place){ 0 };
  if (!number || number > wpp_where_times (w, thread))
    return WPP_E_RANGE;
  int err = descend (w, &k, thread, &number);
  if (!err)
    err = decode (&d, event_at (&k));
  for (; !err && number; i++)
    number -= enters_p (&d, i);
  if (!err)
    {
      i--;
      *function = d.function;
      const struct wpp_cfg *cfg = model->functions[d.function]->cfg;
      *node = i < d.path.n_nodes ? d.path.nodes[i] : cfg->edges[d.path.end_edge].dst;
      place->node = i;
      if (!begin)
        err = find_end (&k, &d, i, cfg->nodes[*node].block);
    }
  wpp_path_release (&d.path);
  return err;
}

void
wpp_slice_place_release (struct wpp_slice_place *place)
{
  free (place->levels);
}
