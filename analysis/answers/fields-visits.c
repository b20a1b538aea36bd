/* What paths use of objects: visits.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Accesses of a path are to one object if they go the same way to it, from the same value: p->a and p->b, t[i].a and
   t[i].b.  What a PHI brings is the value that it brings on this path.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/event-counts.h"
#include "answers/fields-impl.h"
#include "base/array.h"
#include "base/saturate.h"
#include "program/paths/path-steps.h"

/* An object that a path visits.  */
struct visit
{
  uint32_t record;
  uint64_t object;              /* a hash of the way to it */
  struct wpp_field_set set;
};

struct visitor
{
  struct wpp_fields *f;
  const struct wpp_function_touches *function;
  struct visit *visits;         /* [n] of a path */
  size_t n, room;
  uint32_t *same;               /* [values] operands: what PHIs bring, or WPP_NONE */
  size_t same_room;
  struct wpp_path_steps steps;
};

/* ---- Uses of records.  */

struct use_key
{
  const struct wpp_fields *f;
  const struct visit *visit;
};

static bool
use_p (const void *items, uint32_t number, const void *key)
{
  const struct use_key *k = key;
  const struct wpp_use_at *at = (const struct wpp_use_at *)items + number;
  return at->record == k->visit->record
         && !memcmp (&k->f->records[at->record].uses[at->use].set, &k->visit->set, sizeof k->visit->set);
}

/* V was made COUNT times.  */
static int
add_use (struct wpp_fields *f, const struct visit *v, uint64_t count)
{
  const struct use_key key = { f, v };
  struct wpp_record *r = &f->records[v->record];
  int err = wpp_hash_reserve (&f->used, 1);
  if (err || WPP_RESERVE (r->uses, r->uses_room, r->n_uses, 1)
      || WPP_RESERVE (f->use_at, f->use_at_room, f->used.n, 1))
    return err ? err : WPP_E_NOMEM;
  uint32_t hash = wpp_hash_bytes (&f->used, &v->set, sizeof v->set) ^ wpp_hash_key (&f->used, v->record);
  uint32_t number = wpp_hash_find (&f->used, hash, use_p, f->use_at, &key);
  if (number == WPP_NO_ITEM)
    {
      number = f->used.n;
      f->use_at[number] = (struct wpp_use_at){ v->record, r->n_uses };
      r->uses[r->n_uses++] = (struct wpp_field_use){ v->set, 0 };
      wpp_hash_add (&f->used, hash, number);
    }
  struct wpp_field_use *u = &r->uses[f->use_at[number].use];
  u->visits = wpp_saturating_add (u->visits, count);
  r->visits = wpp_saturating_add (r->visits, count);
  for (uint32_t i = 0; i < r->n_fields; i++)
    if (wpp_field_in_p (&v->set, i))
      r->fields[i].visits = wpp_saturating_add (r->fields[i].visits, count);
  return WPP_OK;
}

/* ---- A path.  */

static uint64_t
mix (uint64_t hash, uint64_t n)
{
  hash = (hash ^ n) * UINT64_C (0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

/* What OPERAND is on this path.  */
static uint64_t
brought (const struct visitor *x, uint32_t operand)
{
  uint32_t value = wpp_operand_value (&x->function->body->operands[operand]);
  return value != WPP_NONE && x->same[value] != WPP_NONE ? x->same[value] : operand;
}

/* The way by which R comes to the object that T says.  */
static uint64_t
object_of (const struct visitor *x, const struct wpp_reference *r, const struct wpp_field_touch *t)
{
  const struct wpp_body *b = x->function->body;
  uint64_t hash = mix (mix (r->base_kind, r->base_kind == WPP_BASE_VARIABLE ? r->base : brought (x, r->base)),
                       (uint64_t)r->base_offset);
  for (uint32_t i = 0; i < t->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      bool operand = c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE;
      hash = mix (mix (hash, c->kind), operand ? brought (x, c->index) : c->index);
    }
  return hash;
}

static int
add_touch (struct visitor *x, const struct wpp_reference *r, const struct wpp_field_touch *t)
{
  const struct wpp_record *of = &x->f->records[t->record];
  uint64_t object = object_of (x, r, t);
  size_t i = 0;
  if (t->alone || !of->n_fields)
    return WPP_OK;
  while (i < x->n && (x->visits[i].record != t->record || x->visits[i].object != object))
    i++;
  if (i == x->n)
    {
      if (WPP_RESERVE (x->visits, x->room, x->n, 1))
        return WPP_E_NOMEM;
      x->visits[x->n++] = (struct visit){ t->record, object, { { 0 } } };
    }
  bool all = t->field == WPP_NONE;
  for (uint32_t k = all ? 0 : t->field; k < (all ? of->n_fields : t->field + 1); k++)
    wpp_field_add (&x->visits[i].set, k);
  return WPP_OK;
}

static int
execute (struct visitor *x, const struct wpp_statement *s)
{
  const struct wpp_body *b = x->function->body;
  int err = WPP_OK;
  for (uint32_t i = 0; i < s->n_results + s->n_operands && !err && !wpp_codeless_p (s); i++)
    {
      const struct wpp_operand *o = &b->operands[b->lists[s->first_operand + i]];
      if (o->kind == WPP_OPERAND_REFERENCE)
        for (uint32_t k = x->function->first[o->index]; k < x->function->first[o->index + 1] && !err; k++)
          err = add_touch (x, &b->references[o->index], &x->function->touches[k]);
    }
  return err;
}

/* EDGE is taken: PHIs have what it brings.  */
static void
take (struct visitor *x, const struct wpp_cfg *cfg, uint32_t edge)
{
  const struct wpp_body *b = x->function->body;
  const struct wpp_edge_code *e = &b->edges[edge];
  uint32_t node = cfg->edges[edge].dst;
  if (e->into && node < b->n_nodes)
    for (uint32_t i = b->first_phi[node]; i < b->first_phi[node + 1]; i++)
      x->same[b->phis[i].result] = brought (x, b->arguments[e->first_argument + i - b->first_phi[node]]);
}

/* Count what path P visits COUNT times.  */
static int
visit_path (struct visitor *x, const struct wpp_code_path *p, uint64_t count)
{
  const struct wpp_body *b = x->function->body;
  int err = wpp_path_steps_find (&x->steps, p->numbering, p->number);
  x->n = 0;
  if (!err && b->n_values > x->same_room
      && WPP_RESERVE (x->same, x->same_room, 0, b->n_values))
    return WPP_E_NOMEM;
  memset (x->same, 0xff, b->n_values * sizeof *x->same);
  for (size_t i = 0; i < x->steps.n && !err; i++)
    {
      const struct wpp_path_step *s = &x->steps.steps[i];
      if (s->kind == WPP_STEP_TAKES)
        take (x, p->numbering->cfg, s->number);
      else if (s->kind == WPP_STEP_EXECUTES)
        for (uint32_t k = b->first_statement[s->number]; k < b->first_statement[s->number + 1] && !err; k++)
          err = execute (x, &b->statements[k]);
    }
  for (size_t i = 0; i < x->n && !err; i++)
    err = add_use (x->f, &x->visits[i], count);
  return err;
}

int
wpp_fields_count (struct wpp_fields *f)
{
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (f->recording, &n);
  struct visitor x = { .f = f };
  int err = counts ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      struct wpp_code_path p;
      int known = counts[i].count ? wpp_code_path (f->code, counts[i].event, &p) : 0;
      err = known < 0 ? known : WPP_OK;
      if (known <= 0)
        continue;
      x.function = &f->functions[p.index];
      if (x.function->body && x.function->body->n_nodes)
        err = visit_path (&x, &p, counts[i].count);
    }
  free (x.visits);
  free (x.same);
  wpp_path_steps_release (&x.steps);
  free (counts);
  return err;
}
