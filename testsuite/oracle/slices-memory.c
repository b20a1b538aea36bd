/* The naive slicer's memory, of a recording without values: places, as the program's text names them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a load depends on is every store that may be it since the last one that must.  Who loads the same
   again has that from the last time and looks at the stores since then only, so a trace takes time in proportion to its
   stores, times the different places that are loaded.  */

#include <string.h>
#include "program/statements/record.h"
#include "slices-impl.h"

/* What a call of the C library accesses, if that is not all that can be reached.  */
struct part
{
  uint32_t states;                /* enum wpp_library_state; 0: VARIABLE of FUNCTION */
  uint32_t function, variable;
  bool exact;
  int64_t offset, size;           /* bytes; SIZE -1: unknown */
  uint32_t kind, reader;          /* or NONE */
};

struct store
{
  uint32_t instance, function, reference;   /* REFERENCE NONE: PART, or (NONE) whatever can be reached … */
  uint32_t part;
  uint32_t kind;                            /* the same for the same FUNCTION and REFERENCE, or PART */
  const struct wpp_statement *by;           /* … by this call, or (function NONE) not any more */
  size_t frame;
};

/* Who loads from a place, again and again.  */
struct reader
{
  uint32_t stores;                /* instance: the stores that may be it, since one that must, or what hands them on; or
                                     NONE */
  size_t seen;                    /* stores that are in it, or can not be */
  uint32_t function, reference;   /* one of those that are the same place; REFERENCE NONE: PART, or whatever can be
                                     reached */
  uint32_t part;
  unsigned char *relations;       /* [n_relations] to kinds of stores, as far as they were met */
  uint32_t n_relations;
};

enum relation { NOT_KNOWN, NO_STORE, MAY, MUST, MUST_NOT_MAY };

/* ---- Memory.  */

/* The number of global variable V of FUNCTION's body among all.  */
static uint32_t
global (const struct history *h, uint32_t function, uint32_t v)
{
  return h->same[h->first_variable[unit_of (h, function)] + h->bodies[function]->globals[v]];
}

static bool
aliased_p (const struct wpp_body *b, uint32_t v)
{
  return wpp_body_variable (b, v)->flags & WPP_VARIABLE_ALIASED;
}

static bool
types_p (const struct history *h, uint32_t f, const struct wpp_reference *x, uint32_t g, const struct wpp_reference *y)
{
  const struct wpp_program *p = h->programs[unit_of (h, f)];
  if (unit_of (h, f) != unit_of (h, g) || !(x->flags & y->flags & WPP_REFERENCE_MEMORY))
    return true;
  return wpp_alias_sets_conflict_p (p, x->alias_set, y->alias_set)
         && wpp_alias_sets_conflict_p (p, x->base_alias_set, y->base_alias_set);
}

static bool
overlap_p (const struct wpp_reference *x, const struct wpp_reference *y)
{
  if ((x->flags | y->flags) & WPP_REFERENCE_VARYING || !(x->flags & y->flags & WPP_REFERENCE_MEMORY)
      || x->max_size < 0 || y->max_size < 0)
    return true;
  return x->offset < y->offset + y->max_size && y->offset < x->offset + x->max_size;
}

static bool
covers_p (const struct wpp_reference *x, const struct wpp_reference *y)
{
  return !((x->flags | y->flags) & WPP_REFERENCE_VARYING) && x->flags & y->flags & WPP_REFERENCE_MEMORY
         && x->max_size >= 0 && y->max_size >= 0
         && x->size == x->max_size && x->offset <= y->offset && x->offset + x->max_size >= y->offset + y->max_size;
}

/* ---- Calls of the C library.  */

/* Is there a function of the name of VARIABLE of B?  */
static bool
recorded_p (const struct history *h, const struct wpp_body *b, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  const char *name = v ? wpp_variable_assembler (v) : NULL;
  for (size_t i = 0; name && i < h->stack.code->n_functions; i++)
    if (!strcmp (h->stack.code->functions[i].function->name, name))
      return true;
  return false;
}

bool
calls_recorded_p (const struct history *h, uint32_t function, const struct wpp_statement *s)
{
  const struct wpp_body *b = h->bodies[function];
  return b->calls[s->extra].pointer != WPP_NONE || recorded_p (h, b, b->calls[s->extra].function);
}

/* Does S, a call of E's function of the C library, call back a recorded function?  */
static bool
calls_back_p (const struct history *h, const struct wpp_effects *e, const struct wpp_statement *s)
{
  if (e->row->callback == WPP_NO_CALLBACK)
    return false;
  const struct wpp_operand *o = &e->body->operands[wpp_statement_operands (e->body, s)[e->row->callback - 1]];
  return o->kind == WPP_OPERAND_ADDRESS && recorded_p (h, e->body, wpp_reference_variable (e->body, o->index));
}

const struct wpp_effects *
effects_of (const struct history *h, uint32_t function, const struct wpp_statement *s)
{
  const struct wpp_body *b = h->bodies[function];
  struct wpp_effects ***all = &h->known[function].effects;
  if (!*all)
    *all = need (calloc (b->n_calls + 1, sizeof **all));
  struct wpp_effects **e = &(*all)[s->extra];
  if (*e)
    return *e;
  *e = need (calloc (1, sizeof **e));
  wpp_effects_of (b, s, h->habits, *e);
  if (recorded_p (h, b, b->calls[s->extra].function))
    (*e)->row = NULL;
  if ((*e)->row && calls_back_p (h, *e, s))
    (*e)->any = 0;
  return *e;
}

static uint32_t
part_number (struct history *h, struct part p)
{
  for (uint32_t i = 0; i < h->n_parts; i++)
    {
      const struct part *q = &h->parts[i];
      if (q->states == p.states && q->function == p.function && q->variable == p.variable && q->exact == p.exact
          && q->offset == p.offset && q->size == p.size)
        return i;
    }
  p.kind = p.reader = NONE;
  GROW (h->parts, h->n_parts, h->parts_room);
  h->parts[h->n_parts] = p;
  return h->n_parts++;
}

/* Is a place that is P's STATES the one of REFERENCE of B, or errno?  */
static bool
state_p (const struct part *p, const struct wpp_body *b, uint32_t reference)
{
  return wpp_reference_variable (b, reference) == WPP_NONE
         && p->states & (WPP_STATE_MEMORY | wpp_library_object (b, reference));
}

/* Does P overlap R, of the same variable; is R all in it?  */
static bool
part_overlaps_p (const struct part *p, const struct wpp_reference *r)
{
  bool known = p->size >= 0 && r->flags & WPP_REFERENCE_MEMORY && !(r->flags & WPP_REFERENCE_VARYING)
               && r->max_size >= 0;
  return !known || (p->offset * 8 < r->offset + r->max_size && r->offset < (p->offset + p->size) * 8);
}

static bool
part_covers_p (const struct part *p, const struct wpp_reference *r)
{
  return p->exact && r->flags & WPP_REFERENCE_MEMORY && !(r->flags & WPP_REFERENCE_VARYING) && r->max_size >= 0
         && p->offset * 8 <= r->offset && r->offset + r->max_size <= (p->offset + p->size) * 8;
}

static bool
reached_p (const struct history *h, uint32_t function, uint32_t v)
{
  const struct wpp_body *b = h->bodies[function];
  return local_p (b, v) ? aliased_p (b, v) : h->addressed[global (h, function, v)];
}

/* The same as relation () of a store to a part.  */
static enum relation
part_relation (const struct history *h, uint32_t function, size_t id, uint32_t reference, const struct store *s)
{
  const struct wpp_body *b = h->bodies[function];
  const struct part *p = &h->parts[s->part];
  uint32_t v = wpp_reference_variable (b, reference);
  if (p->states)
    return state_p (p, b, reference) ? MAY : NO_STORE;
  if (v == WPP_NONE)
    return reached_p (h, s->function, p->variable) && !wpp_library_object (b, reference) ? MAY : NO_STORE;
  bool local = local_p (h->bodies[s->function], p->variable), may;
  if (local_p (b, v) != local)
    return NO_STORE;
  if (local && s->frame == id && p->variable == v)
    may = aliased_p (b, v) && wpp_effects_may_write_p (effects_of (h, function, s->by), reference);
  else
    may = !local && global (h, function, v) == global (h, s->function, p->variable)
          && part_overlaps_p (p, &b->references[reference]);
  bool must = (!local || (s->frame == id && p->variable == v)) && part_covers_p (p, &b->references[reference])
              && (local || global (h, function, v) == global (h, s->function, p->variable));
  return must ? (may ? MUST : MUST_NOT_MAY) : may ? MAY : NO_STORE;
}

/* What a store S in the log is to a load of part P by a call.  */
static enum relation
load_part_relation (const struct history *h, const struct part *p, const struct store *s)
{
  const struct wpp_body *c = h->bodies[s->function];
  uint32_t w = s->reference == NONE ? WPP_NONE : wpp_reference_variable (c, s->reference);
  if (s->reference == NONE && !s->by)
    return NO_STORE;
  if (s->reference == NONE && s->part == NONE)
    return p->states || reached_p (h, p->function, p->variable) ? MAY : NO_STORE;
  if (s->reference == NONE)
    {
      const struct part *q = &h->parts[s->part];
      if (p->states || q->states)
        return p->states & q->states ? MAY : NO_STORE;
      bool same = !local_p (c, q->variable)
                  && global (h, s->function, q->variable) == global (h, p->function, p->variable);
      bool known = p->size >= 0 && q->size >= 0;
      bool may = same && (!known || (p->offset < q->offset + q->size && q->offset < p->offset + p->size));
      bool must = same && known && q->exact && q->offset <= p->offset && p->offset + p->size <= q->offset + q->size;
      return must ? (may ? MUST : MUST_NOT_MAY) : may ? MAY : NO_STORE;
    }
  const struct wpp_reference *t = &c->references[s->reference];
  if (p->states)
    return state_p (p, c, s->reference) ? MAY : NO_STORE;
  if (w == WPP_NONE)
    return reached_p (h, p->function, p->variable) && !wpp_library_object (c, s->reference) ? MAY : NO_STORE;
  if (local_p (c, w) || global (h, s->function, w) != global (h, p->function, p->variable))
    return NO_STORE;
  bool must = t->flags & WPP_REFERENCE_MEMORY && !(t->flags & WPP_REFERENCE_VARYING) && t->max_size >= 0
              && t->size == t->max_size && p->size >= 0 && t->offset <= p->offset * 8
              && (p->offset + p->size) * 8 <= t->offset + t->max_size;
  bool may = part_overlaps_p (p, t);
  return must ? (may ? MUST : MUST_NOT_MAY) : may ? MAY : NO_STORE;
}

/* What a store S in the log is to a load of REFERENCE (NONE: of anything that can be reached) of FUNCTION, in the
   activation with ID.  */
static enum relation
relation (const struct history *h, uint32_t function, size_t id, uint32_t reference, const struct store *s)
{
  const struct wpp_body *b = h->bodies[function], *c = h->bodies[s->function];
  const struct wpp_reference *r = reference == NONE ? NULL : &b->references[reference];
  const struct wpp_reference *t = s->reference == NONE ? NULL : &c->references[s->reference];
  uint32_t v = r ? wpp_reference_variable (b, reference) : WPP_NONE,
           w = t ? wpp_reference_variable (c, s->reference) : WPP_NONE;
  bool may, must = false;
  if (!t && !s->by)
    return NO_STORE;
  if (!t && s->part != NONE && r)
    return part_relation (h, function, id, reference, s);
  if (!t && s->part != NONE)
    return h->parts[s->part].states || reached_p (h, s->function, h->parts[s->part].variable) ? MAY : NO_STORE;
  if (local_p (b, v))
    {
      bool own = s->frame == id;
      if (own && !t)
        may = aliased_p (b, v) && (s->by->kind == WPP_STATEMENT_CALL
                                     ? wpp_effects_may_write_p (effects_of (h, function, s->by), reference)
                                     : wpp_statement_may_clobber_p (b, s->by, reference));
      else if (own && t && local_p (c, w))
        {
          may = w == v && overlap_p (t, r);
          must = w == v && covers_p (t, r);
        }
      else if (own)
        may = t->base_kind == WPP_BASE_POINTER && w == WPP_NONE && aliased_p (b, v)
              && (!(r->flags & WPP_REFERENCE_MEMORY) || wpp_references_may_alias_p (b, s->reference, reference));
      else
        may = aliased_p (b, v) && (!t || (w == WPP_NONE && !wpp_library_object (c, s->reference)
                                          && types_p (h, function, r, s->function, t)));
    }
  else if (v != WPP_NONE)
    {
      uint32_t x = global (h, function, v);
      if (t && w != WPP_NONE && !local_p (c, w))
        {
          may = global (h, s->function, w) == x && overlap_p (t, r);
          must = may && covers_p (t, r);
        }
      else if (t && w != WPP_NONE)
        may = false;
      else
        may = h->addressed[x]
              && (!t || (!wpp_library_object (c, s->reference) && types_p (h, function, r, s->function, t)));
    }
  else if (!t)
    may = true;
  else if (w != WPP_NONE && local_p (c, w))
    may = aliased_p (c, w)
          && (!r || (!wpp_library_object (b, reference) && types_p (h, function, r, s->function, t)));
  else if (w != WPP_NONE)
    may = h->addressed[global (h, s->function, w)]
          && (!r || (!wpp_library_object (b, reference) && types_p (h, function, r, s->function, t)));
  else
    {
      uint32_t x = r ? wpp_library_object (b, reference) : 0, y = wpp_library_object (c, s->reference);
      may = !r || ((!x || !y || x == y) && types_p (h, function, r, s->function, t));
      must = r && x & y & WPP_STATE_ERRNO;
    }
  return must ? (may ? MUST : MUST_NOT_MAY) : may ? MAY : NO_STORE;
}

/* Is a load of REFERENCE of FUNCTION, which is not local, one of R's place?  */
static bool
reads_p (const struct history *h, const struct reader *r, uint32_t function, uint32_t reference)
{
  const struct wpp_body *b = h->bodies[function], *c = h->bodies[r->function];
  if (r->reference == NONE)
    return false;
  const struct wpp_reference *x = &b->references[reference], *y = &c->references[r->reference];
  uint32_t v = wpp_reference_variable (b, reference), w = wpp_reference_variable (c, r->reference);
  if (unit_of (h, function) != unit_of (h, r->function) || x->alias_set != y->alias_set
      || x->base_alias_set != y->base_alias_set || (x->flags ^ y->flags) & WPP_REFERENCE_MEMORY)
    return false;
  if (v == WPP_NONE || w == WPP_NONE)
    return v == w && wpp_library_object (b, reference) == wpp_library_object (c, r->reference);
  return b->globals[v] == c->globals[w] && x->offset == y->offset && x->size == y->size && x->max_size == y->max_size
         && (x->flags & WPP_REFERENCE_VARYING) == (y->flags & WPP_REFERENCE_VARYING);
}

/* The number of the reader of REFERENCE of FUNCTION, which is not local.  */
static uint32_t
reader_of (struct history *h, uint32_t function, uint32_t reference)
{
  uint32_t *number = reference == NONE ? NULL : &h->known[function].reader[reference], n = 0;
  if (!number)
    return 0;
  if (*number != NONE)
    return *number;
  while (n < h->n_readers && !reads_p (h, &h->readers[n], function, reference))
    n++;
  if (n == h->n_readers)
    {
      GROW (h->readers, h->n_readers, h->readers_room);
      h->readers[h->n_readers++] = (struct reader){ NONE, 0, function, reference, NONE, NULL, 0 };
    }
  return *number = n;
}

/* The same as relation () of R, which is not local.  */
static enum relation
relation_of (const struct history *h, struct reader *r, const struct store *s)
{
  if (s->kind >= r->n_relations)
    {
      uint32_t room = h->n_kinds;
      r->relations = need (realloc (r->relations, room));
      memset (r->relations + r->n_relations, NOT_KNOWN, room - r->n_relations);
      r->n_relations = room;
    }
  unsigned char *known = &r->relations[s->kind];
  /* What is reached by calls and asm statements is that by all of them.  */
  if (*known == NOT_KNOWN)
    *known = r->part != NONE ? load_part_relation (h, &h->parts[r->part], s)
                             : relation (h, r->function, 0, r->reference, s);
  return *known;
}

/* The instance at hand depends on R's stores, to which come the N that were found.  */
static void
depend_on_stores (struct history *h, struct reader *r, size_t n)
{
  if (n == 1 && r->stores == NONE)
    r->stores = h->found[0];
  else if (n)
    {
      uint32_t outer = h->current, passing = make (h, 0, NONE, NONE);
      depend (h, r->stores);
      for (size_t i = 0; i < n; i++)
        depend (h, h->found[i]);
      h->current = outer;
      r->stores = passing;
    }
  depend (h, r->stores);
}

/* R is to S what IS says; *N have been found before.  */
static void
find_store (struct history *h, struct reader *r, const struct store *s, enum relation is, size_t *n)
{
  if (is == MUST || is == MUST_NOT_MAY)
    {
      r->stores = NONE;
      *n = 0;
    }
  if ((is != MUST && is != MAY) || s->instance == NONE)
    return;
  GROW (h->found, *n, h->found_room);
  h->found[(*n)++] = s->instance;
}

/* A load of local variable V by REFERENCE in activation A of FUNCTION.  What pointers do not reach is stored by A
   alone.  */
static void
load_local (struct history *h, uint32_t function, struct activation *a, uint32_t reference, uint32_t v)
{
  const struct wpp_body *b = h->bodies[function];
  size_t n = 0;
  if (!a->readers)
    {
      a->readers = need (calloc (b->n_references, sizeof *a->readers));
      for (uint32_t i = 0; i < b->n_references; i++)
        a->readers[i].stores = NONE;
    }
  struct reader *r = &a->readers[reference];
  bool all = aliased_p (b, v);
  if (all && r->seen < a->id)
    r->seen = a->id;
  for (; r->seen < (all ? h->n_log : a->n_own); r->seen++)
    {
      const struct store *s = &h->log[all ? r->seen : a->own[r->seen]];
      find_store (h, r, s, relation (h, function, a->id, reference, s), &n);
    }
  depend_on_stores (h, r, n);
}

static void
load_by (struct history *h, struct reader *r)
{
  size_t n = 0;
  for (; r->seen < h->n_log; r->seen++)
    find_store (h, r, &h->log[r->seen], relation_of (h, r, &h->log[r->seen]), &n);
  depend_on_stores (h, r, n);
}

/* A load of P, which is not local.  */
static void
load_part (struct history *h, struct part p)
{
  uint32_t number = part_number (h, p);
  if (h->parts[number].reader == NONE)
    {
      h->parts[number].reader = h->n_readers;
      GROW (h->readers, h->n_readers, h->readers_room);
      h->readers[h->n_readers++] = (struct reader){ NONE, 0, p.function, NONE, number, NULL, 0 };
    }
  load_by (h, &h->readers[h->parts[number].reader]);
}

/* A load of REFERENCE (NONE: of anything that can be reached), in A of FUNCTION.  */
static void
load (struct history *h, uint32_t function, struct activation *a, uint32_t reference)
{
  uint32_t v = reference == NONE ? WPP_NONE : wpp_reference_variable (h->bodies[function], reference);
  if (local_p (h->bodies[function], v))
    {
      load_local (h, function, a, reference, v);
      return;
    }
  uint32_t number = reader_of (h, function, reference);   /* which may move them */
  load_by (h, &h->readers[number]);
}

/* Kinds of stores: none, by calls and the like, and one of each reference.  */
static uint32_t
kind_of (struct history *h, uint32_t function, uint32_t reference, const struct wpp_statement *by)
{
  if (reference == NONE)
    return by != NULL;
  uint32_t *kind = &h->known[function].kind[reference];
  if (*kind == NONE)
    *kind = h->n_kinds++;
  return *kind;
}

static void
store (struct history *h, uint32_t function, struct activation *a, uint32_t reference, const struct wpp_statement *by,
       uint32_t instance)
{
  GROW (h->log, h->n_log, h->log_room);
  GROW (a->own, a->n_own, a->own_room);
  a->own[a->n_own++] = h->n_log;
  h->log[h->n_log++]
    = (struct store){ instance, function, reference, NONE, kind_of (h, function, reference, by), by, a->id };
}

static void
store_part (struct history *h, struct activation *a, struct part p, const struct wpp_statement *by, uint32_t instance)
{
  uint32_t number = part_number (h, p);
  if (h->parts[number].kind == NONE)
    h->parts[number].kind = h->n_kinds++;
  store (h, p.function, a, NONE, by, instance);
  h->log[h->n_log - 1].part = number;
  h->log[h->n_log - 1].kind = h->parts[number].kind;
}

/* What matters of what is no memory (dependence/defs/statements.c).  */
#define MATTERS (~(uint32_t)(WPP_STATE_HEAP | WPP_STATE_WORLD))

static struct part
part_of (uint32_t function, const struct wpp_effect_access *x)
{
  return (struct part){ 0, function, x->variable, x->exact, x->offset, x->size, NONE, NONE };
}

/* What the call S of FUNCTION stores to by itself.  */
static void
store_own (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t instance)
{
  const struct wpp_effects *e = effects_of (h, function, s);
  if (e->row ? e->any & WPP_WRITES_ANY : h->bodies[function]->calls[s->extra].clobbers != WPP_NONE)
    store (h, function, a, NONE, s, instance);
  for (uint32_t i = 0; e->row && i < e->n; i++)
    if (e->accesses[i].how & WPP_LIBRARY_WRITES && e->accesses[i].place == WPP_PLACE_POINTER)
      store (h, function, a, NONE, s, instance);
    else if (e->accesses[i].how & WPP_LIBRARY_WRITES)
      store_part (h, a, part_of (function, &e->accesses[i]), s, instance);
  if (e->row && e->writes & MATTERS)
    store_part (h, a, (struct part){ e->writes & MATTERS, 0, 0, false, 0, 0, NONE, NONE }, s, instance);
}

/* S may read more than it has operands: depend on that.  */
static void
use_more (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s)
{
  const struct wpp_body *b = h->bodies[function];
  load (h, function, a, NONE);
  for (uint32_t i = 0; i < h->known[function].n_also; i++)
    if (wpp_statement_may_use_p (b, s, h->known[function].also[i]))
      load (h, function, a, h->known[function].also[i]);
}

/* The call S is of what has no instrumentation: depend on what it reads.  */
static void
use_own (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s)
{
  const struct wpp_effects *e = effects_of (h, function, s);
  if (e->row ? e->any & WPP_READS_ANY : h->bodies[function]->calls[s->extra].uses != WPP_NONE)
    load (h, function, a, NONE);
  for (uint32_t i = 0; e->row && i < e->n; i++)
    if (e->accesses[i].how & WPP_LIBRARY_READS && e->accesses[i].place == WPP_PLACE_POINTER)
      load (h, function, a, NONE);
    else if (e->accesses[i].how & WPP_LIBRARY_READS && !local_p (h->bodies[function], e->accesses[i].variable))
      {
        struct part p = part_of (function, &e->accesses[i]);
        p.exact = false;
        load_part (h, p);
      }
  if (e->row && e->reads & MATTERS)
    load_part (h, (struct part){ e->reads & MATTERS, 0, 0, false, 0, 0, NONE, NONE });
  for (uint32_t i = 0; i < h->known[function].n_also; i++)
    if (wpp_effects_may_read_p (e, h->known[function].also[i]))
      load (h, function, a, h->known[function].also[i]);
}

/* ---- What is known of a function.  */

/* Calls load local variables whose address is only taken: by one of the references to all of each.  */
static void
know_accessed (const struct wpp_body *b, bool *loaded)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      struct wpp_effects e;
      wpp_effects_of (b, &b->statements[i], 0, &e);
      for (uint32_t k = 0; e.row && k < e.n; k++)
        {
          uint32_t v = e.accesses[k].variable, r = 0;
          if (!(e.accesses[k].how & WPP_LIBRARY_READS) || !local_p (b, v))
            continue;
          while (b->whole[v] == WPP_NONE && r < b->n_references && wpp_reference_variable (b, r) != v)
            r++;
          loaded[b->whole[v] != WPP_NONE ? b->whole[v] : r] = true;
        }
    }
}

void
know_references (struct function_known *k, const struct wpp_body *b)
{
  size_t bytes = (b->n_references + (size_t)1) * sizeof (uint32_t);
  bool *loaded = need (calloc (b->n_references + 1, 1));
  k->reader = need (malloc (bytes));
  k->kind = need (malloc (bytes));
  k->also = need (malloc (bytes));
  memset (k->reader, 0xff, bytes);
  memset (k->kind, 0xff, bytes);
  for (uint32_t i = 0; i < b->n_statements; i++)
    for (uint32_t n = 0; !wpp_codeless_p (&b->statements[i]) && n < b->statements[i].n_operands; n++)
      if (wpp_operand_memory_p (b, wpp_statement_operand (b, &b->statements[i], n)))
        loaded[wpp_statement_operand (b, &b->statements[i], n)->index] = true;
  for (uint32_t v = 0; v < wpp_body_n_variables (b); v++)
    if (b->whole[v] != WPP_NONE && wpp_body_user_p (b, v))
      loaded[b->whole[v]] = true;
  know_accessed (b, loaded);
  for (uint32_t r = 0; r < b->n_references; r++)
    {
      uint32_t v = wpp_reference_variable (b, r);
      if (loaded[r] && local_p (b, v) && aliased_p (b, v))
        k->also[k->n_also++] = r;
    }
  free (loaded);
}

/* ---- What is known before.  */

void
know_variables (struct history *h)
{
  uint32_t n = 0;
  h->n_kinds = 2;
  GROW (h->readers, h->n_readers, h->readers_room);
  h->readers[h->n_readers++] = (struct reader){ NONE, 0, 0, NONE, NONE, NULL, 0 };
  for (size_t u = 0; u < h->stack.code->n_units; u++)
    {
      h->first_variable[u] = n;
      n += h->programs[u]->n_variables;
    }
  const struct wpp_variable **all = need (calloc (n + 1, sizeof *all));
  h->same = need (calloc (n + 1, sizeof *h->same));
  h->addressed = need (calloc (n + 1, 1));
  n = 0;
  for (size_t u = 0; u < h->stack.code->n_units; u++)
    for (uint32_t i = 0; i < h->programs[u]->n_variables; i++, n++)
      {
        const struct wpp_variable *v = all[n] = &h->programs[u]->variables[i];
        h->same[n] = n;
        for (uint32_t k = 0; v->flags & WPP_VARIABLE_PUBLIC && k < n; k++)
          if (all[k]->flags & WPP_VARIABLE_PUBLIC && all[k]->kind == v->kind && !strcmp (all[k]->name, v->name))
            h->same[n] = h->same[k];
        h->addressed[h->same[n]] |= !!(
            v->flags & (v->flags & WPP_VARIABLE_PUBLIC ? WPP_VARIABLE_ADDRESSED : WPP_VARIABLE_ALIASED));
      }
  /* What no unit defines is a library's, which may hand out its address.  */
  bool *defined = need (calloc (n + 1, sizeof *defined));
  for (uint32_t i = 0; i < n; i++)
    defined[h->same[i]] |= !(all[i]->flags & WPP_VARIABLE_EXTERNAL);
  for (uint32_t i = 0; i < n; i++)
    h->addressed[i] |= h->same[i] == i && !defined[i];
  free (defined);
  free (all);
}

/* ---- What the slicer asks.  */

static void
begin (struct history *h, uint32_t function, struct activation *a)
{
  const struct wpp_body *b = h->bodies[function];
  /* A frame is known by a place of its own in the log.  */
  store (h, function, a, NONE, NULL, NONE);
  h->log[h->n_log - 1].frame = a->id = h->n_log - 1;
  for (uint32_t p = 0; p < b->n_parameters; p++)
    if (b->whole[b->n_globals + p] != WPP_NONE && a->given[p] != NONE)
      store (h, function, a, b->whole[b->n_globals + p], NULL, a->given[p]);
}

static void
path (struct history *h, uint32_t function, struct activation *a, bool begins)
{
}

static void
argument (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t i)
{
}

static void
call (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t only)
{
  use_own (h, function, a, s);
  store_own (h, function, a, s, only);
}

static bool
other_p (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_ASM || s->kind == WPP_STATEMENT_OTHER;
}

static void
reads (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s)
{
  if (other_p (s) && s->flags & WPP_STATEMENT_READS)
    use_more (h, function, a, s);
  if (s->kind == WPP_STATEMENT_CALL)
    use_own (h, function, a, s);
}

static void
writes (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t instance,
        bool own)
{
  const struct wpp_body *b = h->bodies[function];
  if (other_p (s) && s->flags & WPP_STATEMENT_WRITES)
    store (h, function, a, NONE, s, instance);
  if (own && s->kind == WPP_STATEMENT_CALL)
    store_own (h, function, a, s, instance);
  for (uint32_t i = 0; i < s->n_results; i++)
    {
      const struct wpp_operand *o = &b->operands[wpp_statement_results (b, s)[i]];
      if (wpp_operand_memory_p (b, o))
        store (h, function, a, o->index, s, instance);
    }
}

const struct memory memory_by_places = { begin, path, load, argument, call, reads, writes };
