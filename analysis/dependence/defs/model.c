/* What a program's statements define and use, as the slicer sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "program/statements/record.h"
#include "dependence/defs/model.h"

/* Functions by name, for calls.  */
struct callees
{
  const struct wpp_code *code;
  const struct wpp_unit *unit;   /* of the caller */
  struct wpp_hash_table table;
};

struct callee_key
{
  const char *name;
  const struct wpp_unit *unit;   /* or null: any */
};

static bool
function_is_p (const void *functions, uint32_t number, const void *key)
{
  const struct wpp_code_function *f = (const struct wpp_code_function *)functions + number;
  const struct callee_key *k = key;
  return !strcmp (f->function->name, k->name) && (!k->unit || f->unit == k->unit);
}

static uint32_t
find_callee (const struct callees *c, const char *name, const struct wpp_unit *unit)
{
  const struct callee_key key = { name, unit };
  if (!c->table.slots)
    return WPP_NONE;
  return wpp_hash_find (&c->table, wpp_hash_bytes (&c->table, name, strlen (name)), function_is_p, c->code->functions,
                        &key);
}

/* The function that V is: the unit's own, or another unit's.  */
static uint32_t
callee_of (void *data, const struct wpp_variable *v)
{
  const struct callees *c = data;
  const char *name = v->assembler ? v->assembler : v->name;
  if (!name)
    return WPP_NONE;
  uint32_t number = find_callee (c, name, c->unit);
  return number == WPP_NO_ITEM ? find_callee (c, name, NULL) : number;
}

static int
list_callees (struct callees *c)
{
  if (c->code->n_functions && wpp_hash_reserve (&c->table, c->code->n_functions))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < c->code->n_functions; i++)
    {
      const char *name = c->code->functions[i].function->name;
      wpp_hash_add (&c->table, wpp_hash_bytes (&c->table, name, strlen (name)), i);
    }
  return WPP_OK;
}

/* ---- Functions.  */

static uint32_t
unit_number (const struct wpp_code *code, const struct wpp_unit *unit)
{
  uint32_t u = 0;
  while (code->units[u] != unit)
    u++;
  return u;
}

static void
free_function (struct wpp_slice_function *f)
{
  if (!f)
    return;
  free (f->code);
  free (f->numbers);
  free (f->arguments);
  free (f->control);
  free (f->decided);
  free (f->predicate);
  free (f->phi_results);
  free (f->phi_arguments);
  free (f->entries);
  free (f->escapes);
  free (f->fact_variable);
  free (f);
}

static int
add_function (struct wpp_slice_model *m, uint32_t number, uint32_t unit, struct callees *callees)
{
  const struct wpp_code_function *cf = &m->code_of->functions[number];
  const struct wpp_body *body = &m->programs[unit]->bodies[cf->function - cf->unit->functions];
  struct wpp_slice_function *f = calloc (1, sizeof *f);
  if (!f)
    return WPP_E_NOMEM;
  m->functions[number] = f;
  f->cfg = &cf->function->cfg;
  f->body = body;
  f->unit = unit;
  f->n_unnamed = wpp_slice_unnamed (body);
  f->n_facts = WPP_FACT_FIRST + body->n_values + f->n_unnamed;
  callees->unit = cf->unit;
  if (body->n_nodes != f->cfg->n_nodes || body->n_edges != f->cfg->n_edges)
    {
      /* No statements are known.  */
      free_function (f);
      m->functions[number] = NULL;
      return WPP_OK;
    }
  int err = wpp_slice_branches (f);
  return err ? err : wpp_slice_statements (m, number, unit, callee_of, callees);
}

static int
add_functions (struct wpp_slice_model *m, const bool *used)
{
  struct callees callees = { .code = m->code_of };
  int err = list_callees (&callees);
  for (uint32_t i = 0; i < m->n_functions && !err; i++)
    {
      uint32_t unit = unit_number (m->code_of, m->code_of->functions[i].unit);
      if (used[i] && m->programs[unit])
        err = add_function (m, i, unit, &callees);
    }
  wpp_hash_release (&callees.table);
  return err;
}

/* Decode the program of unit U if it has one, else set *MISSING.  */
static int
decode_unit (struct wpp_slice_model *m, uint32_t u, int *missing, struct wpp_place *place)
{
  int err = WPP_OK;
  m->programs[u] = wpp_program_decode (m->code_of->units[u], &err, place);
  if (m->programs[u] || err != WPP_E_NOTES)
    return m->programs[u] ? WPP_OK : err;
  *missing = err;
  return WPP_OK;
}

/* The programs of the units with functions that are USED.  Units without one are left out, if any has one.  The others
   are there for their variables: what is defined in one of them is not a library's.  */
static int
decode (struct wpp_slice_model *m, const bool *used, struct wpp_place *place)
{
  struct wpp_code *code = m->code_of;
  int err = WPP_OK, missing = WPP_OK, missed = WPP_OK;
  bool any = false;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      uint32_t u = unit_number (code, code->functions[i].unit);
      if (used[i] && !m->programs[u])
        err = decode_unit (m, u, &missing, place);
      any |= used[i] && m->programs[u];
    }
  for (size_t u = 0; u < code->n_units && !err; u++)
    if (!m->programs[u])
      err = decode_unit (m, u, &missed, place);
  return err || any ? err : missing;
}

struct wpp_slice_model *
wpp_slice_model_new (struct wpp_code *code, const bool *used, int *err, struct wpp_place *place)
{
  struct wpp_slice_model *m = calloc (1, sizeof *m);
  *err = WPP_E_NOMEM;
  if (!m)
    return NULL;
  m->code_of = code;
  m->n_functions = code->n_functions;
  m->n_units = code->n_units;
  m->functions = calloc (code->n_functions + 1, sizeof *m->functions);
  m->programs = calloc (code->n_units + 1, sizeof *m->programs);
  if (m->functions && m->programs)
    *err = decode (m, used, place);
  if (!*err)
    *err = wpp_memory_init (&m->memory, (const struct wpp_program *const *)m->programs, m->n_units);
  for (uint32_t u = 0; !*err && u < m->n_units; u++)
    m->habits |= m->programs[u] ? wpp_library_all_habits (m->programs[u]) : 0;
  if (!*err)
    *err = add_functions (m, used);
  if (!*err)
    *err = wpp_memory_finish (&m->memory);
  m->n_loads = m->memory.loads.n;
  if (!*err)
    return m;
  wpp_slice_model_free (m);
  return NULL;
}

void
wpp_slice_model_free (struct wpp_slice_model *m)
{
  if (!m)
    return;
  for (uint32_t i = 0; m->functions && i < m->n_functions; i++)
    free_function (m->functions[i]);
  for (uint32_t i = 0; m->programs && i < m->n_units; i++)
    wpp_program_free (m->programs[i]);
  free (m->functions);
  free (m->programs);
  free (m->items);
  wpp_memory_release (&m->memory);
  free (m);
}
