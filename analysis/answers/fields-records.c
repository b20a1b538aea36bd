/* Structures of all units, their fields, and which references touch them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Units have tables of their own: structures of the same name and size are taken for one.  */

#define _GNU_SOURCE /* asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/fields-impl.h"
#include "base/array.h"
#include "base/search.h"

/* Names of fields that share bytes are listed up to so many bytes, so that a file with very many of them does not take
   the square of their number.  */
#define MOST_NAMES 256u

/* Of a unit's program: its records and fields as numbers of all.  */
struct unit_numbers
{
  uint32_t *record_of;          /* [n_types] WPP_NONE: no record that has a name */
  uint32_t *field_of;           /* [n_fields] */
};

/* ---- Records.  */

struct record_key
{
  const char *name;
  uint64_t size;
};

static bool
record_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_record *r = (const struct wpp_record *)items + number;
  const struct record_key *k = key;
  return r->size == k->size && strcmp (r->name, k->name) == 0;
}

/* Set *NUMBER to that of the record T, which has a name.  */
static int
number_record (struct wpp_fields *f, const struct wpp_type *t, uint32_t *number)
{
  const struct record_key key = { t->name, t->size / 8 };
  int err = wpp_hash_reserve (&f->named, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&f->named, key.name, strlen (key.name)) ^ wpp_hash_key (&f->named, key.size);
  *number = wpp_hash_find (&f->named, hash, record_p, f->records, &key);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (f->records, f->room, f->n, 1))
    return WPP_E_NOMEM;
  wpp_hash_add (&f->named, hash, *number = f->n);
  f->records[f->n++] = (struct wpp_record){ .name = key.name, .size = key.size };
  return WPP_OK;
}

static int
number_records (struct wpp_fields *f, const struct wpp_program *p, struct unit_numbers *u)
{
  int err = (u->record_of = malloc ((p->n_types + (size_t)1) * sizeof *u->record_of)) ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < p->n_types && !err; i++)
    {
      const struct wpp_type *t = &p->types[i];
      u->record_of[i] = WPP_NONE;
      if (t->kind == WPP_TYPE_RECORD && t->name && t->size / 8)
        err = number_record (f, t, &u->record_of[i]);
    }
  return err;
}

/* ---- Fields.  */

/* The record of field X of P, if its place is known; else null.  */
static struct wpp_record *
record_of_field (const struct wpp_fields *f, const struct unit_numbers *u, const struct wpp_field *x)
{
  uint32_t r = u->record_of[x->record];
  return r != WPP_NONE && x->offset != WPP_UNKNOWN_OFFSET && x->size
             && x->offset / 8 + (x->size + 7) / 8 <= f->records[r].size
           ? &f->records[r] : NULL;
}

static int
add_fields (struct wpp_fields *f, const struct wpp_program *p, const struct unit_numbers *u)
{
  for (uint32_t i = 0; i < p->n_fields; i++)
    {
      const struct wpp_field *x = &p->fields[i];
      struct wpp_record *r = record_of_field (f, u, x);
      if (!r)
        continue;
      if (WPP_RESERVE (r->fields, r->fields_room, r->n_fields, 1))
        return WPP_E_NOMEM;
      uint64_t begin = x->offset / 8, end = (x->offset + x->size + 7) / 8;
      struct wpp_record_field new = { strdup (x->name ? x->name : "(base)"), begin, end - begin, 0, false };
      if (!new.name)
        return WPP_E_NOMEM;
      r->fields[r->n_fields++] = new;
    }
  return WPP_OK;
}

static int
compare_fields (const void *a, const void *b)
{
  const struct wpp_record_field *x = a, *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->size != y->size ? (x->size < y->size ? -1 : 1) : strcmp (x->name, y->name);
}

/* Is NAME one of those in LIST, which has commas between them?  */
static bool
listed_p (const char *list, const char *name)
{
  size_t n = strlen (name);
  for (const char *at = list; (at = strstr (at, name)); at += n)
    if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ','))
      return true;
  return false;
}

/* Let X have the name NAME, too.  */
static int
add_name (struct wpp_record_field *x, const char *name)
{
  bool full = strnlen (x->name, MOST_NAMES) == MOST_NAMES;
  char *both = NULL;
  if (x->more || (!full && listed_p (x->name, name)))
    return WPP_OK;
  if (asprintf (&both, "%s, %s", x->name, full ? "..." : name) < 0)
    return WPP_E_NOMEM;
  free (x->name);
  x->name = both;
  x->more = full;
  return WPP_OK;
}

/* Let X have the bytes and the name of Y, too.  */
static int
join (struct wpp_record_field *x, const struct wpp_record_field *y)
{
  uint64_t end = x->offset + x->size > y->offset + y->size ? x->offset + x->size : y->offset + y->size;
  x->size = end - x->offset;
  return add_name (x, y->name);
}

/* Sort R's fields, of which each is there once: several units have them.  */
static void
sort_fields (struct wpp_record *r)
{
  size_t n = 0;
  if (r->n_fields)
    qsort (r->fields, r->n_fields, sizeof *r->fields, compare_fields);
  for (size_t i = 0; i < r->n_fields; i++)
    if (n && !compare_fields (&r->fields[n - 1], &r->fields[i]))
      free (r->fields[i].name);
    else
      r->fields[n++] = r->fields[i];
  r->n_fields = n;
}

/* Sort R's fields, and make one of those that share bytes, as bit-fields do.  */
static int
join_fields (struct wpp_record *r)
{
  size_t n = 0;
  int err = WPP_OK;
  sort_fields (r);
  for (size_t i = 0; i < r->n_fields; i++)
    {
      struct wpp_record_field *last = n ? &r->fields[n - 1] : NULL;
      if (!last || (r->fields[i].offset >= last->offset + last->size && n < WPP_MOST_FIELDS))
        {
          r->fields[n++] = r->fields[i];
          continue;
        }
      err = err ? err : join (last, &r->fields[i]);
      free (r->fields[i].name);
    }
  r->n_fields = n;
  return err;
}

/* The field of R that has the byte at OFFSET, or WPP_NONE.  */
static uint32_t
field_at (const struct wpp_record *r, uint64_t offset)
{
  uint32_t i = WPP_PARTITION_POINT (k, r->n_fields, r->fields[k].offset + r->fields[k].size <= offset);
  return i < r->n_fields && r->fields[i].offset <= offset ? i : WPP_NONE;
}

static int
number_fields (const struct wpp_fields *f, const struct wpp_program *p, struct unit_numbers *u)
{
  if (!(u->field_of = malloc ((p->n_fields + (size_t)1) * sizeof *u->field_of)))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < p->n_fields; i++)
    {
      const struct wpp_record *r = record_of_field (f, u, &p->fields[i]);
      u->field_of[i] = r ? field_at (r, p->fields[i].offset / 8) : WPP_NONE;
    }
  return WPP_OK;
}

/* ---- References.  */

struct toucher
{
  const struct wpp_body *body;
  const struct unit_numbers *unit;
  struct wpp_field_touch *touches;
  size_t n, room;
};

static int
touch (struct toucher *t, uint32_t record, uint32_t field, uint32_t n_components, bool alone)
{
  if (WPP_RESERVE (t->touches, t->room, t->n, 1))
    return WPP_E_NOMEM;
  t->touches[t->n++] = (struct wpp_field_touch){ record, field, n_components, 0, alone };
  return WPP_OK;
}

/* Add BYTES to how far what R accesses is within the objects touched from FIRST on; negative: nobody knows.  */
static void
step_within (struct toucher *t, size_t first, int64_t bytes)
{
  for (size_t i = first; i < t->n; i++)
    t->touches[i].within = bytes < 0 || t->touches[i].within < 0 ? -1 : t->touches[i].within + bytes;
}

/* Add what R touches: the outermost structure, and structures that are elements of arrays within others.  */
static int
touch_all (struct toucher *t, const struct wpp_reference *r)
{
  const struct wpp_program *p = t->body->program;
  size_t first = t->n;
  bool inside = false, alone = r->base_kind == WPP_BASE_VARIABLE;
  int err = WPP_OK;
  for (uint32_t i = 0; i < r->n_components && !err; i++)
    {
      const struct wpp_component *c = &t->body->components[r->first_component + i];
      if (c->kind == WPP_COMPONENT_FIELD)
        {
          const struct wpp_field *x = &p->fields[c->index];
          uint32_t record = t->unit->record_of[x->record];
          bool touched = record != WPP_NONE && !inside && t->unit->field_of[c->index] != WPP_NONE;
          if (touched)
            err = touch (t, record, t->unit->field_of[c->index], i, alone);
          inside |= touched;
          step_within (t, first, x->offset == WPP_UNKNOWN_OFFSET ? -1 : (int64_t)(x->offset / 8));
        }
      else
        {
          bool element = c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE;
          inside &= !element;
          alone &= !element;
          step_within (t, first, -1);
        }
    }
  if (!err && !inside && t->unit->record_of[r->type] != WPP_NONE)
    err = touch (t, t->unit->record_of[r->type], WPP_NONE, r->n_components, alone);
  return err;
}

static int
touch_function (struct wpp_function_touches *of, const struct wpp_body *b, const struct unit_numbers *u)
{
  struct toucher t = { .body = b, .unit = u };
  int err = (of->first = calloc (b->n_references + (size_t)1, sizeof *of->first)) ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < b->n_references && !err; i++)
    {
      if (b->references[i].flags & WPP_REFERENCE_MEMORY)
        err = touch_all (&t, &b->references[i]);
      of->first[i + 1] = t.n;
    }
  of->touches = t.touches;
  of->body = err ? NULL : b;
  return err;
}

/* ---- All.  */

static int
touch_functions (struct wpp_fields *f, const struct unit_numbers *units)
{
  int err = (f->functions = calloc (f->code->n_functions + 1, sizeof *f->functions)) ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < f->found.n && !err; i++)
    {
      const struct wpp_at_function *of = &f->found.functions[i];
      size_t u = 0;
      while (f->found.programs[u] != of->body->program)
        u++;
      err = touch_function (&f->functions[of->function - f->code->functions], of->body, &units[u]);
    }
  return err;
}

int
wpp_fields_find (struct wpp_fields *f)
{
  struct unit_numbers *units = calloc (f->found.n_units + 1, sizeof *units);
  int err = units ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < f->found.n_units && !err; i++)
    if (f->found.programs[i])
      err = number_records (f, f->found.programs[i], &units[i]);
  for (size_t i = 0; i < f->found.n_units && !err; i++)
    if (f->found.programs[i])
      err = add_fields (f, f->found.programs[i], &units[i]);
  for (size_t i = 0; i < f->n; i++)
    {
      int joined = join_fields (&f->records[i]);
      err = err ? err : joined;
    }
  for (size_t i = 0; i < f->found.n_units && !err; i++)
    if (f->found.programs[i])
      err = number_fields (f, f->found.programs[i], &units[i]);
  if (!err)
    err = touch_functions (f, units);
  for (size_t i = 0; units && i < f->found.n_units; i++)
    {
      free (units[i].record_of);
      free (units[i].field_of);
    }
  free (units);
  return err;
}
