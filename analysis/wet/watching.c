/* What somebody watches, told from a graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "wet/read-impl.h"

struct carried                   /* of a function */
{
  uint32_t *slots;               /* [n] */
  size_t n, room;
};

struct watched_node
{
  struct wpp_micro_code *code;   /* pure; null: it tells nothing */
  bool assigns;                  /* what is carried */
};

struct wpp_wet_watching
{
  struct wpp_wet_thread_graph *t;
  struct watched_node *nodes;    /* [nodes] */
  struct carried *functions;     /* [functions] */
};

/* ---- Code.  */

static int
carry (struct carried *c, uint32_t slot)
{
  for (size_t i = 0; i < c->n; i++)
    if (c->slots[i] == slot)
      return WPP_OK;
  if (WPP_RESERVE (c->slots, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->slots[c->n++] = slot;
  return WPP_OK;
}

static bool
live_p (const struct wpp_wet_inputs *x, uint32_t slot)
{
  bool found = false;
  for (uint32_t i = 0; i < x->n_live && !found; i++)
    found = x->live[i] == slot;
  return found;
}

/* Carry what CODE, of X of a layout of N_SLOTS, reads and the graph's own code does not.  */
static int
carry_all (struct carried *c, const struct wpp_wet_node *x, const struct wpp_micro_code *code, uint32_t n_slots)
{
  struct wpp_wet_inputs in;
  int err = wpp_wet_inputs (code, n_slots, &in);
  if (!err && in.n != x->code->inputs.n)
    err = WPP_E_RANGE;
  for (uint32_t i = 0; !err && i < in.n_live; i++)
    if (!live_p (&x->code->inputs, in.live[i]))
      err = carry (c, in.live[i]);
  wpp_wet_inputs_release (&in);
  return err;
}

static bool
tells_p (const struct wpp_micro_code *code)
{
  bool tells = false;
  for (uint32_t i = 0; i < code->n && !tells; i++)
    tells = wpp_wet_watch_p (&code->micros[i]);
  return tells;
}

/* Make the code of node number NODE that tells what WATCHED says.  */
static int
make_code (struct wpp_wet_watching *w, uint32_t node, const uint8_t *watched)
{
  int err;
  const struct wpp_bindings *b = w->t->graph->bindings;
  struct wpp_wet_node *x = &w->t->nodes[node];
  if (!wpp_wet_code_of (w->t, x, &err))
    return err;
  struct wpp_micro_code *code = wpp_wet_compile (b, x, watched, &err);
  if (code && tells_p (code))
    {
      w->nodes[node].code = code;
      err = carry_all (&w->functions[x->function], x, code, b->layouts[x->function]->n_slots);
      wpp_wet_code_purify (code, b->layouts[x->function]->n_slots);
    }
  else
    wpp_micro_code_free (code);
  return err;
}

/* Find out whether node number NODE assigns what is carried.  Where control lands PHIs did, which are in no node.  */
static int
look_at_carried (struct wpp_wet_watching *w, uint32_t node)
{
  const struct wpp_wet_node *x = &w->t->nodes[node];
  const struct carried *c = &w->functions[x->function];
  for (size_t i = 0; i < c->n && x->code; i++)
    {
      if (x->code->telling->landing != WPP_NO_NODE)
        return WPP_E_RANGE;
      w->nodes[node].assigns |= wpp_wet_assigns_p (x->code->telling, c->slots[i]);
    }
  return WPP_OK;
}

struct wpp_wet_watching *
wpp_wet_watching_new (struct wpp_wet_thread_graph *t, uint8_t *const *watched, int *err)
{
  struct wpp_wet_watching *w = calloc (1, sizeof *w);
  size_t n_functions = t->graph->bindings->code->n_functions;
  *err = WPP_E_NOMEM;
  if (!w)
    return NULL;
  w->t = t;
  w->nodes = calloc (t->n_nodes + (size_t)1, sizeof *w->nodes);
  w->functions = calloc (n_functions + 1, sizeof *w->functions);
  if (w->nodes && w->functions)
    *err = WPP_OK;
  for (uint32_t i = 0; i < t->n_nodes && !*err; i++)
    if (watched[t->nodes[i].function] && t->graph->bindings->layouts[t->nodes[i].function])
      *err = make_code (w, i, watched[t->nodes[i].function]);
  for (uint32_t i = 0; i < t->n_nodes && !*err; i++)
    if (w->functions[t->nodes[i].function].n)
      *err = look_at_carried (w, i);
  if (!*err)
    return w;
  wpp_wet_watching_free (w);
  return NULL;
}

void
wpp_wet_watching_free (struct wpp_wet_watching *w)
{
  if (!w)
    return;
  for (uint32_t i = 0; i < w->t->n_nodes && w->nodes; i++)
    wpp_micro_code_free (w->nodes[i].code);
  for (size_t i = 0; i < w->t->graph->bindings->code->n_functions && w->functions; i++)
    free (w->functions[i].slots);
  free (w->nodes);
  free (w->functions);
  free (w);
}

/* ---- Telling.  */

bool
wpp_wet_watching_p (const struct wpp_wet_watching *w, uint32_t node)
{
  return w->nodes[node].code || w->nodes[node].assigns;
}

const struct wpp_micro_code *
wpp_wet_watching_code (const struct wpp_wet_watching *w, uint32_t node)
{
  return w->nodes[node].code;
}

size_t
wpp_wet_carried (const struct wpp_wet_watching *w, uint32_t function)
{
  return w->functions[function].n;
}

int
wpp_wet_watching_tell (struct wpp_wet_watching *w, struct wpp_wet_instance i, struct wpp_word *carried,
                       const struct wpp_value_watch *watch)
{
  struct wpp_wet_node *x = &w->t->nodes[i.node];
  const struct carried *c = &w->functions[x->function];
  const struct wpp_micro_code *code = w->nodes[i.node].code;
  bool regular = false;
  int err = wpp_wet_look (w->t, i, &regular);
  if (!err && !regular)
    err = WPP_E_RANGE;
  for (size_t j = 0; j < c->n; j++)
    x->code->slots[c->slots[j]] = carried[j];
  if (!err)
    err = wpp_wet_run (x, w->t->graph->bindings->layouts[x->function], i.k, code ? code : &x->code->quiet, watch);
  for (size_t j = 0; j < c->n; j++)
    carried[j] = x->code->slots[c->slots[j]];
  return err;
}
