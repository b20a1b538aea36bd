/* What may be the same in memory, across functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "dependence/defs/memory.h"
#include "base/array.h"

#define FAR (INT64_C (1) << 60)          /* no object is so large */
#define MOST_BITS (UINT64_C (1) << 31)   /* of both matrices: some seconds' work */

/* What is known of a variable.  */
enum
{
  ADDRESSED = 1,
  DECLARED = 2,
  DEFINED = 4
};

/* ---- Variables.  */

/* What a variable with external linkage is known by.  */
static const char *
public_name (const struct wpp_variable *v)
{
  return !(v->flags & WPP_VARIABLE_PUBLIC) || v->kind == WPP_FUNCTION ? NULL : v->assembler ? v->assembler : v->name;
}

struct names
{
  const char **names;            /* [variables] */
};

static bool
name_is_p (const void *names, uint32_t number, const void *name)
{
  return !strcmp (((const struct names *)names)->names[number], name);
}

/* Variable V of a unit, which is number NUMBER of all, is one that NAMES has, or itself.  */
static int
unify (struct wpp_memory *m, struct names *names, struct wpp_hash_table *table, const struct wpp_variable *v,
       uint32_t number)
{
  const char *name = public_name (v);
  m->variables[number] = number;
  if (name)
    {
      if (wpp_hash_reserve (table, 1))
        return WPP_E_NOMEM;
      uint32_t hash = wpp_hash_bytes (table, name, strlen (name));
      uint32_t known = wpp_hash_find (table, hash, name_is_p, names, name);
      names->names[number] = name;
      if (known == WPP_NO_ITEM)
        wpp_hash_add (table, hash, number);
      else
        m->variables[number] = known;
    }
  /* GCC calls each public variable aliased.  */
  if (v->flags & (name ? WPP_VARIABLE_ADDRESSED : WPP_VARIABLE_ALIASED))
    m->addressed[m->variables[number]] |= ADDRESSED;
  if (name)
    m->addressed[m->variables[number]] |= v->flags & WPP_VARIABLE_EXTERNAL ? DECLARED : DEFINED;
  return WPP_OK;
}

static int
unify_all (struct wpp_memory *m, struct names *names, struct wpp_hash_table *table)
{
  for (uint32_t u = 0; u < m->n_units; u++)
    for (uint32_t i = 0; m->programs[u] && i < m->programs[u]->n_variables; i++)
      if (unify (m, names, table, &m->programs[u]->variables[i], m->first_variable[u] + i))
        return WPP_E_NOMEM;
  return WPP_OK;
}

int
wpp_memory_init (struct wpp_memory *m, const struct wpp_program *const *programs, uint32_t n_units)
{
  struct wpp_hash_table table = { 0 };
  struct names names;
  size_t n = 0;
  *m = (struct wpp_memory){ .programs = programs, .n_units = n_units };
  m->first_variable = calloc (n_units + (size_t)1, sizeof *m->first_variable);
  for (uint32_t u = 0; m->first_variable && u < n_units; u++)
    {
      m->first_variable[u] = n;
      n += programs[u] ? programs[u]->n_variables : 0;
    }
  names.names = calloc (n + 1, sizeof *names.names);
  m->variables = calloc (n + 1, sizeof *m->variables);
  m->addressed = calloc (n + 1, 1);
  int err = WPP_E_NOMEM;
  if (n >= UINT32_MAX)
    err = WPP_E_TOOBIG;
  else if (m->first_variable && names.names && m->variables && m->addressed)
    err = unify_all (m, &names, &table);
  free (names.names);
  wpp_hash_release (&table);
  return err;
}

void
wpp_memory_release (struct wpp_memory *m)
{
  free (m->first_variable);
  free (m->variables);
  free (m->addressed);
  free (m->loads.items);
  free (m->stores.items);
  wpp_hash_release (&m->loads.table);
  wpp_hash_release (&m->stores.table);
  free (m->may);
  free (m->must);
}

/* ---- Locations.  */

struct wpp_location
wpp_memory_location (const struct wpp_memory *m, uint32_t unit, const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  uint32_t variable = wpp_reference_variable (b, reference);
  struct wpp_location l = { .kind = WPP_LOCATION_POINTER, .unit = unit, .alias_set = r->alias_set,
                            .base_alias_set = r->base_alias_set, .variable = WPP_NONE };
  if (!(r->flags & WPP_REFERENCE_MEMORY))
    l.unit = WPP_NONE, l.alias_set = l.base_alias_set = 0;
  if (variable == WPP_NONE)
    {
      l.variable = wpp_library_object (b, reference);
      return l;
    }
  l.kind = WPP_LOCATION_LOCAL;
  if (variable >= b->n_globals)
    return l;
  l.kind = WPP_LOCATION_VARIABLE;
  l.variable = m->variables[m->first_variable[unit] + b->globals[variable]];
  bool known = r->flags & WPP_REFERENCE_MEMORY && !(r->flags & WPP_REFERENCE_VARYING) && r->max_size >= 0
               && r->max_size < FAR && r->offset > -FAR && r->offset < FAR;
  l.exact = known && r->size == r->max_size;
  l.offset = known ? r->offset : 0;
  l.size = known ? r->max_size : -1;
  return l;
}

struct wpp_location
wpp_memory_part (const struct wpp_memory *m, uint32_t unit, const struct wpp_body *b, uint32_t variable, int64_t offset,
                 int64_t size, bool exact)
{
  struct wpp_location l = { .kind = WPP_LOCATION_LOCAL, .unit = WPP_NONE, .variable = WPP_NONE };
  bool known = size >= 0 && offset >= 0 && offset < FAR / 8 && size < FAR / 8;
  if (variable >= b->n_globals)
    return l;
  l.kind = WPP_LOCATION_VARIABLE;
  l.variable = m->variables[m->first_variable[unit] + b->globals[variable]];
  l.exact = known && exact;
  l.offset = known ? offset * 8 : 0;
  l.size = known ? size * 8 : -1;
  return l;
}

struct wpp_location
wpp_memory_states (uint32_t states)
{
  return (struct wpp_location){ .kind = WPP_LOCATION_STATES, .variable = states, .unit = WPP_NONE };
}

struct wpp_location
wpp_memory_anything (void)
{
  return (struct wpp_location){ .kind = WPP_LOCATION_ANYTHING, .variable = WPP_NONE, .unit = WPP_NONE };
}

static bool
location_is_p (const void *items, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_location *)items + number, key, sizeof (struct wpp_location));
}

int
wpp_memory_number (struct wpp_memory *m, const struct wpp_location *l, bool stored, uint32_t *number)
{
  struct wpp_location_table *t = stored ? &m->stores : &m->loads;
  int err = wpp_hash_reserve (&t->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->table, l, sizeof *l);
  *number = wpp_hash_find (&t->table, hash, location_is_p, t->items, l);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (t->items, t->room, t->n, 1))
    return WPP_E_NOMEM;
  t->items[t->n] = *l;
  wpp_hash_add (&t->table, hash, *number = t->n++);
  return WPP_OK;
}

uint32_t
wpp_memory_whole (const struct wpp_memory *m, uint32_t unit, uint32_t variable)
{
  uint32_t number = m->variables[m->first_variable[unit] + variable], best = WPP_NONE;
  for (uint32_t i = 0; i < m->loads.n; i++)
    {
      const struct wpp_location *l = &m->loads.items[i];
      if (l->kind == WPP_LOCATION_VARIABLE && l->variable == number
          && (best == WPP_NONE || l->size > m->loads.items[best].size))
        best = i;
    }
  return best;
}

uint32_t
wpp_memory_store_of (const struct wpp_memory *m, uint32_t load)
{
  for (uint32_t s = 0; s < m->stores.n; s++)
    if (wpp_memory_must_p (m, s, load))
      return s;
  return WPP_NONE;
}

const char *
wpp_memory_name (const struct wpp_memory *m, uint32_t variable)
{
  uint32_t u = m->n_units - 1;
  while (m->first_variable[u] > variable)
    u--;
  while (!m->programs[u])
    u--;
  return m->programs[u]->variables[variable - m->first_variable[u]].name;
}

/* May pointers that have the alias sets of A reach what has those of B?  */
static bool
types_p (const struct wpp_memory *m, const struct wpp_location *a, const struct wpp_location *b)
{
  const struct wpp_program *p = a->unit == WPP_NONE ? NULL : m->programs[a->unit];
  if (a->unit != b->unit || !p)
    return true;
  return wpp_alias_sets_conflict_p (p, a->alias_set, b->alias_set)
         && wpp_alias_sets_conflict_p (p, a->base_alias_set, b->base_alias_set);
}

/* May code that has only an address reach the variable at V?  A variable that is defined nowhere here may be
   anybody's.  */
static bool
reached_p (const struct wpp_memory *m, const struct wpp_location *v)
{
  unsigned flags = m->addressed[v->variable];
  return flags & ADDRESSED || (flags & DECLARED && !(flags & DEFINED));
}

static bool
overlap_p (const struct wpp_location *a, const struct wpp_location *b)
{
  return a->size < 0 || b->size < 0 || (a->offset < b->offset + b->size && b->offset < a->offset + a->size);
}

/* Is A, no variable of the program's, one of the states of B?  */
static bool
state_p (const struct wpp_location *a, const struct wpp_location *b)
{
  if (a->kind == WPP_LOCATION_STATES)
    return a->variable & b->variable;
  return a->kind == WPP_LOCATION_POINTER && b->variable & (WPP_STATE_MEMORY | a->variable);
}

/* Is A an object that a call returned, and B a variable or another one?  */
static bool
object_p (const struct wpp_location *a, const struct wpp_location *b)
{
  return a->kind == WPP_LOCATION_POINTER && a->variable
         && (b->kind == WPP_LOCATION_POINTER ? b->variable && !(a->variable & b->variable)
                                             : b->kind == WPP_LOCATION_VARIABLE || b->kind == WPP_LOCATION_LOCAL);
}

static bool
may_p (const struct wpp_memory *m, const struct wpp_location *a, const struct wpp_location *b)
{
  if (a->kind > b->kind)
    return may_p (m, b, a);
  if (b->kind == WPP_LOCATION_STATES)
    return state_p (a, b);
  if (object_p (a, b) || object_p (b, a))
    return false;
  if (a->kind == WPP_LOCATION_VARIABLE)
    return b->kind == WPP_LOCATION_VARIABLE ? a->variable == b->variable && overlap_p (a, b)
           : b->kind == WPP_LOCATION_LOCAL  ? false
           : reached_p (m, a)               ? b->kind == WPP_LOCATION_ANYTHING || types_p (m, a, b)
                                            : false;
  if (b->kind == WPP_LOCATION_ANYTHING)
    return true;
  /* Two local variables are different ones, or the frame knows.  */
  return a->kind != b->kind || a->kind != WPP_LOCATION_LOCAL ? types_p (m, a, b) : false;
}

/* Is all that LOAD may be stored to by STORE?  */
static bool
must_p (const struct wpp_location *store, const struct wpp_location *load)
{
  if (store->kind == WPP_LOCATION_POINTER)
    return load->kind == WPP_LOCATION_POINTER && store->variable & load->variable & WPP_STATE_ERRNO;
  return store->kind == WPP_LOCATION_VARIABLE && load->kind == WPP_LOCATION_VARIABLE
         && store->variable == load->variable && store->exact && load->size >= 0 && store->offset <= load->offset
         && store->offset + store->size >= load->offset + load->size;
}

int
wpp_memory_finish (struct wpp_memory *m)
{
  m->words = m->loads.n / 64 + 1;
  if (m->stores.n && m->words > MOST_BITS / 128 / m->stores.n)
    return WPP_E_TOOBIG;
  m->may = calloc (m->stores.n * m->words + 1, sizeof *m->may);
  m->must = calloc (m->stores.n * m->words + 1, sizeof *m->must);
  if (!m->may || !m->must)
    return WPP_E_NOMEM;
  for (size_t s = 0; s < m->stores.n; s++)
    for (size_t l = 0; l < m->loads.n; l++)
      {
        uint64_t bit = UINT64_C (1) << l % 64;
        if (may_p (m, &m->stores.items[s], &m->loads.items[l]))
          m->may[s * m->words + l / 64] |= bit;
        if (must_p (&m->stores.items[s], &m->loads.items[l]))
          m->must[s * m->words + l / 64] |= bit;
      }
  return WPP_OK;
}
