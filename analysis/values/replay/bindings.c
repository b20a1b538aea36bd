/* The functions of a recording that were recorded with values.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/search.h"
#include "format/value-table.h"
#include "program/library/effects.h"
#include "program/statements/record.h"
#include "values/replay/bindings.h"

/* A function that would need more than so many slots, or kept bytes, is not replayed: people write none.  */
#define MOST_SLOTS (UINT32_C (1) << 24)

void
wpp_bindings_free (struct wpp_bindings *b)
{
  if (!b)
    return;
  for (size_t i = 0; b->layouts && i < b->code->n_functions; i++)
    wpp_micro_layout_free (b->layouts[i]);
  for (size_t i = 0; i < b->n_programs; i++)
    {
      wpp_program_free (b->programs[i]);
      free (b->bases[i]);
    }
  free (b->layouts);
  free (b->programs);
  free (b->bases);
  free (b->names);
  free (b->checks.of);
  free (b->truths.of);
  pthread_mutex_destroy (&b->compiling);
  free (b);
}

/* ---- Units.  */

/* A unit as a process loaded it.  */
struct bound_unit
{
  const struct wpp_unit *unit;
  const struct wpp_unit_ref *ref;
  const struct wpp_program *program;
  const uint64_t *bases;
  unsigned habits;               /* enum wpp_library_habit */
  uint32_t *first_check, *first_statement;   /* [functions] */
};

static const struct wpp_unit_ref *
find_ref (const struct wpp_module *m, const struct wpp_unit *unit)
{
  for (size_t i = 0; i < m->n_units; i++)
    if (m->units[i].id == unit->id)
      return &m->units[i];
  return NULL;
}

/* The addresses of P's variables as REF has them, by variable; null when out of memory, or they do not fit.  */
static uint64_t *
spread_bases (const struct wpp_program *p, const struct wpp_unit_ref *ref, int *err)
{
  uint64_t *bases = calloc (p->n_variables + (size_t)1, sizeof *bases);
  size_t n = 0;
  *err = bases ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < p->n_variables && !*err; i++)
    if (p->variables[i].flags & WPP_VARIABLE_BASED)
      {
        if (n == ref->n_bases)
          *err = WPP_E_CORRUPT;
        else
          bases[i] = ref->bases[n++];
      }
  if (!*err && n != ref->n_bases)
    *err = WPP_E_CORRUPT;
  if (!*err)
    return bases;
  free (bases);
  return NULL;
}

/* Number the checks and statements of U's functions.  */
static int
number (struct bound_unit *u)
{
  uint64_t checks = 0, statements = 0;
  int err = WPP_OK;
  for (uint32_t i = 0; i < u->program->n_bodies && !err; i++)
    {
      const struct wpp_body *b = &u->program->bodies[i];
      struct wpp_values_plan plan = { .n_checks = 0 };
      u->first_check[i] = checks;
      u->first_statement[i] = statements;
      if (b->n_nodes)
        err = wpp_values_plan (b, &u->unit->functions[i].cfg, &plan);
      checks += plan.n_checks;
      statements += b->n_statements;
      wpp_values_plan_release (&plan);
    }
  return err || checks + u->ref->first_check <= WPP_VALUE_IDS ? err : WPP_E_CORRUPT;
}

static int
decode (struct wpp_bindings *b, struct bound_unit *u, struct wpp_place *place)
{
  int err;
  struct wpp_program *p = wpp_program_decode (u->unit, &err, place);
  if (!p)
    return err;
  b->programs[b->n_programs] = p;
  b->bases[b->n_programs] = spread_bases (p, u->ref, &err);
  u->program = p;
  u->habits = wpp_library_all_habits (p);
  u->bases = b->bases[b->n_programs++];
  if (err)
    return wpp_complain (place, "BASE", 0, err, "the addresses are not those of the unit's variables");
  u->first_check = calloc (p->n_bodies + (size_t)1, sizeof *u->first_check);
  u->first_statement = calloc (p->n_bodies + (size_t)1, sizeof *u->first_statement);
  return u->first_check && u->first_statement ? number (u) : WPP_E_NOMEM;
}

/* ---- Functions.  */

/* Add the N numbers from FIRST on to R, if there are any.  */
static void
add_range (struct wpp_id_ranges *r, uint32_t first, uint32_t n, uint32_t function)
{
  if (n)
    r->of[r->n++] = (struct wpp_id_range){ first, first + n, function };
}

static int
bind_function (struct wpp_bindings *b, const struct bound_unit *u, size_t i)
{
  const struct wpp_code_function *f = &b->code->functions[i];
  uint32_t place = f->function - f->unit->functions;
  const struct wpp_body *body = &u->program->bodies[place];
  if (!body->n_nodes || !(body->flags & WPP_BODY_VALUES))
    return WPP_OK;
  struct wpp_micro_layout *l = wpp_micro_layout_new (body, &f->function->cfg);
  if (!l)
    return WPP_E_NOMEM;
  if (l->n_slots > MOST_SLOTS || l->n_kept > MOST_SLOTS)
    {
      wpp_micro_layout_free (l);
      return WPP_OK;
    }
  l->first_key = u->first_check[place];
  l->numbers = wpp_value_numbers (f->function->name);
  l->first_check = u->ref->first_check + l->first_key;
  l->first_truth = u->ref->first_check + u->first_statement[place];
  l->truths = u->ref->has_truths;
  l->sums = u->ref->has_sums;
  l->bases = u->bases;
  l->habits = u->habits;
  b->layouts[i] = l;
  add_range (&b->checks, l->first_check, l->plan.n_checks, i);
  add_range (&b->truths, l->first_truth, l->truths ? body->n_statements : 0, i);
  return WPP_OK;
}

/* Is function I the first of its unit in its module?  Functions of a unit come one after the other.  */
static bool
first_p (const struct wpp_code *code, size_t i)
{
  return i == 0 || code->functions[i].unit != code->functions[i - 1].unit
         || code->functions[i].module != code->functions[i - 1].module;
}

/* Bind the functions of CODE that are of the unit of function number I, and of its module.  */
static int
bind_unit (struct wpp_bindings *b, size_t i, struct wpp_place *place)
{
  const struct wpp_code_function *first = &b->code->functions[i];
  struct bound_unit u = { .unit = first->unit, .ref = find_ref (first->module, first->unit) };
  if (!u.ref || !u.ref->has_values)
    return WPP_OK;
  int err = decode (b, &u, place);
  for (size_t k = i; k < b->code->n_functions && !err; k++)
    if (k > i && first_p (b->code, k))
      break;
    else
      err = bind_function (b, &u, k);
  free (u.first_check);
  free (u.first_statement);
  return err == WPP_E_NOTES ? WPP_OK : err;
}

static int
compare_ids (const void *a, const void *b)
{
  const struct wpp_id_range *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Sort R, whose ranges must not overlap.  */
static int
sort_ids (struct wpp_id_ranges *r, struct wpp_place *place)
{
  if (r->n)
    qsort (r->of, r->n, sizeof *r->of, compare_ids);
  for (size_t i = 1; i < r->n; i++)
    if (r->of[i].first < r->of[i - 1].end)
      return wpp_complain (place, "BASE", 0, WPP_E_CORRUPT, "two functions have the same checks");
  return WPP_OK;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
sort_names (struct wpp_bindings *b)
{
  for (size_t i = 0; i < b->code->n_functions; i++)
    b->names[i] = b->code->functions[i].function->name;
  if (b->code->n_functions)
    qsort (b->names, b->code->n_functions, sizeof *b->names, compare_names);
}

bool
wpp_bindings_named_p (const struct wpp_bindings *b, const char *name)
{
  return name && bsearch (&name, b->names, b->code->n_functions, sizeof *b->names, compare_names);
}

struct wpp_bindings *
wpp_bindings_new (struct wpp_code *code, int *err, struct wpp_place *place)
{
  struct wpp_bindings *b = calloc (1, sizeof *b);
  *err = WPP_E_NOMEM;
  if (!b)
    return NULL;
  size_t n = code->n_functions + 1;
  b->code = code;
  pthread_mutex_init (&b->compiling, NULL);
  b->layouts = calloc (n, sizeof *b->layouts);
  b->programs = calloc (n, sizeof *b->programs);
  b->bases = calloc (n, sizeof *b->bases);
  b->names = calloc (n, sizeof *b->names);
  b->checks.of = calloc (n, sizeof *b->checks.of);
  b->truths.of = calloc (n, sizeof *b->truths.of);
  if (b->layouts && b->programs && b->bases && b->names && b->checks.of && b->truths.of)
    *err = WPP_OK;
  if (!*err)
    sort_names (b);
  for (size_t i = 0; i < code->n_functions && !*err; i++)
    if (first_p (code, i))
      *err = bind_unit (b, i, place);
  if (!*err)
    *err = sort_ids (&b->checks, place);
  if (!*err)
    *err = sort_ids (&b->truths, place);
  if (!*err)
    return b;
  wpp_bindings_free (b);
  return NULL;
}

uint32_t
wpp_bindings_function (const struct wpp_bindings *b, uint32_t id)
{
  const struct wpp_id_ranges *r = id & WPP_VALUE_TRUTH ? &b->truths : &b->checks;
  uint32_t number = id & ~WPP_VALUE_TRUTH;
  size_t n = WPP_PARTITION_POINT (i, r->n, r->of[i].first <= number);
  return n && number < r->of[n - 1].end ? r->of[n - 1].function : WPP_NO_FUNCTION;
}
