/* Calling contexts with more activations on one side of a difference than on the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two contexts are the same if their functions are, and their callers' contexts, and where these call: a place in
   graphs that are the same.  Where a caller's graph has changed, its calls of a function are one.  */

#include <stdlib.h>
#include <string.h>
#include "answers/diff-impl.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"

/* A caller of nobody; the function of calls that are deeper than those that are told apart.  */
#define NOBODY UINT32_MAX

struct key
{
  uint32_t caller;              /* number of a context, less than this one's; or NOBODY */
  uint32_t node;                /* of the caller's graph; WPP_NO_NODE: it changed, or is not known */
  uint32_t function;            /* number among the difference's, or WPP_NO_FUNCTION */
  uint32_t unseen;              /* its activations began before they were recorded */
};

struct context
{
  struct key key;
  uint32_t level;
  uint32_t node[2];             /* of the caller's graph on each side */
  uint64_t count[2];
};

struct contexts
{
  struct wpp_diff_list list;
  struct wpp_hash_table table;
  struct context *contexts;     /* [table.n] */
  size_t room;
  /* Of the row that is with the sink.  */
  struct wpp_diff *d;
  uint32_t shown;
  uint32_t *open;               /* [open_room] its callers, the first one first, and itself */
  size_t open_room;
};

/* ---- Rows.  */

static size_t
side_of (const struct wpp_diff_function *f)
{
  return f->of[1] != WPP_NO_FUNCTION;
}

/* The function of context I as it is shown, or null.  */
static const struct wpp_code_function *
function_of (const struct contexts *all, uint32_t i, size_t *side)
{
  uint32_t number = all->contexts[i].key.function;
  if (number == WPP_NO_FUNCTION)
    return NULL;
  const struct wpp_diff_function *f = &all->d->functions[number];
  *side = side_of (f);
  return &all->d->code[*side]->functions[f->of[*side]];
}

static int
get_frame (void *data, size_t i, void *row)
{
  const struct contexts *all = data;
  size_t side;
  const struct wpp_code_function *f = function_of (all, all->open[i], &side);
  *(const char **)row = f ? wpp_recording_short_name (all->d->r[side], f->function) : "(deeper calls)";
  return *(const char **)row ? 0 : WPP_E_NOMEM;
}

/* Set *PLACE to where context I was called; return it, or null.  */
static const struct wpp_call_place_row *
place_of (const struct contexts *all, uint32_t i, struct wpp_call_place_row *place)
{
  const struct context *c = &all->contexts[i];
  size_t side;
  const struct wpp_code_function *caller
    = c->key.caller == NOBODY ? NULL : function_of (all, c->key.caller, &side);
  if (!caller || c->node[side] == WPP_NO_NODE)
    return NULL;
  const struct wpp_cfg *cfg = &caller->function->cfg;
  const struct wpp_node *node = &cfg->nodes[c->node[side]];
  *place = (struct wpp_call_place_row){ .line = -1, .block = node->block, .node = c->node[side] };
  if (node->n_lines)
    {
      const struct wpp_line_ref *line = &cfg->lines[node->first_line];
      place->file = caller->unit->names[line->file].file;
      place->path = caller->unit->names[line->file].path;
      place->line = line->line;
    }
  return place;
}

static int
send_context (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  struct contexts *all = (struct contexts *)l;
  const struct context *c = &all->contexts[i->index];
  struct wpp_call_place_row place;
  size_t side;
  if (WPP_RESERVE (all->open, all->open_room, 0, c->level))
    return WPP_E_NOMEM;
  for (uint32_t k = i->index, level = c->level; level; level--)
    {
      all->open[level - 1] = k;
      k = all->contexts[k].key.caller;
    }
  const struct wpp_code_function *f = function_of (all, i->index, &side);
  const struct wpp_diff_context_row row
    = { .is = wpp_diff_measure (&l->items, i),
        .level = c->level,
        .function = f ? wpp_function_name (f->function) : NULL,
        .short_name = f ? wpp_recording_short_name (d->r[side], f->function) : NULL,
        .call = place_of (all, i->index, &place),
        .frames = { c->level, all, get_frame } };
  return f && !row.short_name ? WPP_E_NOMEM : wpp_sink_row (sink, &row);
}

static void
release (struct wpp_diff_list *l)
{
  struct contexts *all = (struct contexts *)l;
  wpp_hash_release (&all->table);
  free (all->contexts);
  free (all->open);
}

/* ---- Finding them.  */

static bool
key_is_p (const void *contexts, uint32_t number, const void *key)
{
  return !memcmp (&((const struct context *)contexts)[number].key, key, sizeof (struct key));
}

/* Set *NUMBER to that of the context X of SIDE, whose caller is number CALLER, and add its count.  */
static int
add_context (struct contexts *all, size_t side, const struct wpp_context *x, uint32_t caller, uint32_t *number)
{
  const struct wpp_diff *d = all->d;
  uint32_t of = caller == NOBODY ? WPP_NO_FUNCTION : all->contexts[caller].key.function;
  bool same = of != WPP_NO_FUNCTION && (d->functions[of].same || d->functions[of].of[!side] == WPP_NO_FUNCTION);
  const struct key key
    = { caller, same ? x->node : WPP_NO_NODE,
        x->function == WPP_NO_FUNCTION ? WPP_NO_FUNCTION : d->number[side][x->function], !x->seen };
  int err = wpp_hash_reserve (&all->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&all->table, &key, sizeof key);
  *number = wpp_hash_find (&all->table, hash, key_is_p, all->contexts, &key);
  if (*number == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (all->contexts, all->room, all->table.n, 1))
        return WPP_E_NOMEM;
      *number = all->table.n;
      all->contexts[*number] = (struct context){ key, x->level, { WPP_NO_NODE, WPP_NO_NODE }, { 0, 0 } };
      wpp_hash_add (&all->table, hash, *number);
    }
  struct context *c = &all->contexts[*number];
  c->node[side] = x->node;
  c->count[side] = wpp_saturating_add (c->count[side], x->count);
  return 0;
}

static int
add_side (struct contexts *all, size_t side, struct wpp_call_contexts *contexts)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (contexts, &n);
  uint32_t *numbers = malloc ((n + (size_t)1) * sizeof *numbers);
  int err = numbers ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && !err; i++)
    err = add_context (all, side, &x[i], x[i].caller == WPP_NO_CONTEXT ? NOBODY : numbers[x[i].caller], &numbers[i]);
  free (numbers);
  return err;
}

/* Find the contexts of both sides: with recursive calls merged if those of one side must be.  */
static int
find_both (struct wpp_diff *d, struct wpp_call_contexts_found found[2])
{
  struct wpp_call_contexts_asked asked = { .all_threads = true };
  int err = 0;
  for (int round = 0; round < 2 && !err; round++)
    {
      for (size_t s = 0; s < 2 && !err; s++)
        if (!round || !found[s].merged)
          {
            wpp_call_contexts_free (found[s].contexts);
            found[s].contexts = NULL;
            d->bad = s;
            err = wpp_call_contexts_find (d->r[s], &asked, &found[s], d->place);
          }
      if (err || found[0].merged == found[1].merged)
        break;
      asked.merge = true;
      found[0].merged = found[1].merged = false;
    }
  return err;
}

/* Is context I, or what called it, in a function that is asked for?  */
static bool
wanted_p (const struct contexts *all, uint32_t i)
{
  uint32_t f = all->contexts[i].key.function;
  return f == WPP_NO_FUNCTION ? !all->d->asked->function : wpp_diff_wanted_p (all->d, &all->d->functions[f]);
}

struct wpp_diff_list *
wpp_diff_contexts (struct wpp_diff *d, int *err)
{
  struct wpp_call_contexts_found found[2] = { { NULL }, { NULL } };
  struct contexts *all = calloc (1, sizeof *all);
  *err = all ? find_both (d, found) : WPP_E_NOMEM;
  if (all)
    {
      all->list = (struct wpp_diff_list){ .send = send_context, .release = release };
      all->d = d;
    }
  for (size_t s = 0; s < 2 && !*err; s++)
    *err = add_side (all, s, found[s].contexts);
  for (uint32_t i = 0; all && i < all->table.n && !*err; i++)
    if (wanted_p (all, i))
      *err = wpp_diff_add (d, &all->list.items, all->contexts[i].count, 1, i);
  for (size_t s = 0; s < 2; s++)
    wpp_call_contexts_free (found[s].contexts);
  return (struct wpp_diff_list *)all;
}
