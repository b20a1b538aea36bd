/* The traces of a function, told apart by what its callees did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   When an activation has ended, what it did is known to its caller.  */

#include <stdlib.h>
#include <string.h>
#include "facts/queries/refined-impl.h"
#include "base/array.h"
#include "recording/traces/forests.h"
#include "recording/traces/walk-calls.h"

struct open
{
  uint32_t function, trace;    /* as in kinds */
  uint32_t effect;             /* of what it called so far */
  size_t called;               /* of the function: where those that it called begin */
  size_t order;                /* likewise: its place */
};

struct refining
{
  struct wpp_refined_traces *r;
  struct wpp_code *code;
  const struct wpp_traces *all;
  uint32_t function;
  uint32_t **effects;          /* [functions] [traces] of their own statements */
  uint64_t **n_called;         /* [functions] [traces] */
  struct open *open;
  size_t n_open, open_room;
  struct wpp_called *called;       /* of those that are open */
  size_t n_called_now, called_room;
  struct wpp_shape *shapes;        /* [traces of R] */
  size_t n_shapes, shapes_room;
  struct wpp_called *shape_called;
  size_t n_shape_called, shape_called_room;
  struct wpp_hash_table table; /* of shapes */
  size_t order_room;
};

/* ---- Shapes.  */

struct shape_key
{
  const struct refining *x;
  uint32_t trace;
  const struct wpp_called *called;
  size_t n;
};

static bool
shape_is_p (const void *shapes, uint32_t number, const void *key)
{
  const struct shape_key *k = key;
  const struct wpp_shape *s = (const struct wpp_shape *)shapes + number;
  return s->trace == k->trace && s->n == k->n
         && (!k->n || !memcmp (k->x->shape_called + s->first, k->called, k->n * sizeof *k->called));
}

/* Set *NUMBER to the shape of TRACE with the last called ones from FIRST on.  */
static int
shape_of (struct refining *x, uint32_t trace, size_t first, uint32_t *number)
{
  struct shape_key key = { x, trace, x->called + first, x->n_called_now - first };
  int err = wpp_hash_reserve (&x->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&x->table, key.called, key.n * sizeof *key.called) ^ wpp_hash_key (&x->table, trace);
  *number = wpp_hash_find (&x->table, hash, shape_is_p, x->shapes, &key);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (x->shapes, x->shapes_room, x->n_shapes, 1)
      || WPP_RESERVE (x->shape_called, x->shape_called_room, x->n_shape_called, key.n))
    return WPP_E_NOMEM;
  if (key.n)
    memcpy (x->shape_called + x->n_shape_called, key.called, key.n * sizeof *key.called);
  x->shapes[x->n_shapes] = (struct wpp_shape){ trace, x->n_shape_called, key.n };
  x->n_shape_called += key.n;
  wpp_hash_add (&x->table, hash, *number = x->n_shapes++);
  return WPP_OK;
}

/* ---- Activations.  */

/* Note COUNT activations of FUNCTION with EFFECT, called by the one on top.  */
static int
note_called (struct refining *x, uint32_t function, uint32_t effect, uint64_t count)
{
  if (!x->n_open)
    return WPP_OK;
  struct open *top = &x->open[x->n_open - 1];
  int err = wpp_effect_sets_unite (&x->r->sets, top->effect, effect, &top->effect);
  if (err || top->function != x->function)
    return err;
  struct wpp_called *last = x->n_called_now > top->called ? &x->called[x->n_called_now - 1] : NULL;
  if (last && last->function == function && last->effect == effect)
    last->count += count;
  else if (WPP_RESERVE (x->called, x->called_room, x->n_called_now, 1))
    return WPP_E_NOMEM;
  else
    x->called[x->n_called_now++] = (struct wpp_called){ function, effect, count };
  return WPP_OK;
}

static int
end (void *data)
{
  struct refining *x = data;
  struct open o = x->open[--x->n_open];
  uint32_t effect = WPP_EFFECT_ANYTHING, shape;
  int err = WPP_OK;
  if (o.function == x->function)
    {
      err = shape_of (x, o.trace, o.called, &shape);
      if (!err)
        x->r->order[o.order] = shape;
      x->n_called_now = o.called;
    }
  if (!err && o.function != WPP_NO_FUNCTION)
    err = wpp_effect_sets_unite (&x->r->sets, x->effects[o.function][o.trace], o.effect, &effect);
  return err ? err : note_called (x, o.function, effect, 1);
}

static int
begin (void *data, const struct wpp_activation_kind *kind)
{
  struct refining *x = data;
  struct wpp_refined_traces *r = x->r;
  if (WPP_RESERVE (x->open, x->open_room, x->n_open, 1) || WPP_RESERVE (r->order, x->order_room, r->n_order, 1))
    return WPP_E_NOMEM;
  x->open[x->n_open++]
    = (struct open){ kind->function, kind->trace, WPP_EFFECT_NOTHING, x->n_called_now, r->n_order };
  r->n_order += kind->function == x->function;
  return WPP_OK;
}

static bool
together_p (const void *data, const struct wpp_activation_kind *kind)
{
  return kind->function != ((const struct refining *)data)->function;
}

static int
called (void *data, const struct wpp_activation_kind *kind, uint64_t count)
{
  struct refining *x = data;
  uint32_t effect = kind->function == WPP_NO_FUNCTION ? WPP_EFFECT_ANYTHING : x->effects[kind->function][kind->trace];
  return note_called (x, kind->function, effect, count);
}

/* ---- The whole.  */

/* Find what the traces of function I did.  */
static int
examine (struct refining *x, const struct wpp_callee *callees, uint32_t i)
{
  const struct wpp_function_traces *f = &x->all->functions[i];
  x->effects[i] = malloc ((f->n_traces + (size_t)1) * sizeof **x->effects);
  return x->effects[i] ? wpp_callee_effects (&x->r->sets, x->code, &callees[x->function], &callees[i], f, x->effects[i])
                       : WPP_E_NOMEM;
}

static void
refining_release (struct refining *x)
{
  for (uint32_t i = 0; x->effects && i < x->all->n_functions; i++)
    free (x->effects[i]);
  free (x->effects);
  if (x->n_called)
    wpp_trace_calls_free (x->all, x->n_called);
  free (x->open);
  free (x->called);
  free (x->shapes);
  free (x->shape_called);
  wpp_hash_release (&x->table);
}

int
wpp_refined_traces_init (struct wpp_refined_traces *r, struct wpp_code *code, const struct wpp_traces *all,
                         uint32_t function, const struct wpp_callee *callees)
{
  struct refining x = { .r = r, .code = code, .all = all, .function = function,
                        .effects = calloc (all->n_functions + (size_t)1, sizeof *x.effects),
                        .n_called = wpp_trace_calls (all) };
  *r = (struct wpp_refined_traces){ 0 };
  int err = wpp_effect_sets_init (&r->sets, callees[function].body->alias.n_columns);
  if (!err && (!x.effects || !x.n_called))
    err = WPP_E_NOMEM;
  for (uint32_t i = 0; i < all->n_functions && !err; i++)
    err = examine (&x, callees, i);
  if (!err)
    err = wpp_walk_calls (all, x.n_called, WPP_MOST_REFINED,
                          &(struct wpp_calls_walker){ together_p, called, begin, end, &x });
  if (!err)
    err = wpp_refined_traces_write (r, code, all, function, callees, x.shapes, x.n_shapes, x.shape_called);
  refining_release (&x);
  return err;
}

void
wpp_refined_traces_release (struct wpp_refined_traces *r)
{
  wpp_effect_sets_release (&r->sets);
  wpp_function_traces_release (&r->traces);
  free (r->letters);
  free (r->activations);
  free (r->order);
}
