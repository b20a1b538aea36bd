/* Units of several profiles in an order that does not depend on theirs (units.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "base/array.h"
#include "recording/profile/events.h"
#include "recording/opened/units.h"

/* A unit of a profile.  */
struct met
{
  const struct wpp_unit_ref *ref;
  const struct wpp_module *module;
  size_t k;                     /* the Kth with its id */
};

static int
compare_modules (const struct wpp_module *a, const struct wpp_module *b)
{
  int order = a == b ? 0 : strcmp (a->path, b->path);
  size_t n = a->build_id_size < b->build_id_size ? a->build_id_size : b->build_id_size;
  if (!order && n)
    order = memcmp (a->build_id, b->build_id, n);
  return order ? order : (a->build_id_size > b->build_id_size) - (a->build_id_size < b->build_id_size);
}

/* By id, and of one id by module.  */
static int
compare_by_id (const void *a, const void *b)
{
  const struct met *x = a, *y = b;
  if (x->ref->id != y->ref->id)
    return x->ref->id < y->ref->id ? -1 : 1;
  return compare_modules (x->module, y->module);
}

static int
compare_by_module (const void *a, const void *b)
{
  const struct met *x = a, *y = b;
  int order = compare_modules (x->module, y->module);
  if (!order)
    order = (x->k > y->k) - (x->k < y->k);
  return order ? order : (x->ref->id > y->ref->id) - (x->ref->id < y->ref->id);
}

/* The units of P as UNITS [N], by id.  */
static void
list_units (const struct wpp_profile *p, struct met *units)
{
  size_t n = 0;
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      units[n++] = (struct met){ &p->modules[m].units[u], &p->modules[m], 0 };
  if (n)
    qsort (units, n, sizeof *units, compare_by_id);
}

/* Merge MORE [N_MORE] into *UNITS [*N], both by id.  Of an id there are as many as in the one that has most; all are of
   the least module that any of them is of.  */
static int
merge_units (struct met **units, size_t *n, const struct met *more, size_t n_more)
{
  struct met *all = malloc ((*n + n_more + 1) * sizeof *all), *old = *units;
  size_t k = 0, i = 0, j = 0;
  if (!all)
    return WPP_E_NOMEM;
  while (i < *n || j < n_more)
    {
      uint64_t id = j == n_more || (i < *n && old[i].ref->id <= more[j].ref->id) ? old[i].ref->id : more[j].ref->id;
      size_t first = k, a = i, b = j;
      while (a < *n && old[a].ref->id == id)
        a++;
      while (b < n_more && more[b].ref->id == id)
        b++;
      const struct wpp_module *least = a > i ? old[i].module : more[j].module;
      if (a > i && b > j && compare_modules (more[j].module, least) < 0)
        least = more[j].module;
      for (; k - first < a - i || k - first < b - j; k++)
        all[k] = (struct met){ k - first < a - i ? old[i + (k - first)].ref : more[j + (k - first)].ref, least,
                               k - first };
      i = a;
      j = b;
    }
  free (old);
  *units = all;
  *n = k;
  return 0;
}

/* Make a module of ALL like M, with room for units.  */
static struct wpp_module *
add_module (struct wpp_profile *all, const struct wpp_module *m, size_t n_units)
{
  struct wpp_module *copy = &all->modules[all->n_modules++];
  *copy = (struct wpp_module){ .path = strdup (m->path), .build_id = malloc (m->build_id_size + 1),
                               .build_id_size = m->build_id_size, .units = calloc (n_units + 1, sizeof *copy->units) };
  if (copy->build_id && m->build_id_size)
    memcpy (copy->build_id, m->build_id, m->build_id_size);
  return copy->path && copy->build_id && copy->units ? copy : NULL;
}

/* Let ALL have UNITS [N], which are by module, with event words one after the other.  Those that are the second with
   their ids are in a second module like the first, and so on.  */
static int
place_units (struct wpp_profile *all, const struct met *units, size_t n)
{
  uint64_t word = WPP_EVENT_FIRST_PATH;
  all->modules = calloc (n + 1, sizeof *all->modules);
  if (!all->modules)
    return WPP_E_NOMEM;
  for (size_t i = 0, end; i < n; i = end)
    {
      for (end = i; end < n && units[i].k == units[end].k && !compare_modules (units[i].module, units[end].module);
           end++)
        ;
      struct wpp_module *m = add_module (all, units[i].module, end - i);
      if (!m)
        return WPP_E_NOMEM;
      for (size_t u = i; u < end; u++)
        {
          const struct wpp_unit_ref *ref = units[u].ref;
          if (word + ref->n_paths > WPP_EVENT_PATHS_END)
            return WPP_E_TOOBIG;
          m->units[m->n_units++] = (struct wpp_unit_ref){ .id = ref->id, .base = word, .n_paths = ref->n_paths };
          word += ref->n_paths;
        }
    }
  return 0;
}

int
wpp_common_units (struct wpp_profile *all, const struct wpp_profile *const *profiles, size_t n)
{
  struct met *units = NULL, *more = NULL;
  size_t n_units = 0;
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    {
      size_t n_more = wpp_profile_units (profiles[i]);
      err = WPP_RESIZE (more, n_more + 1);
      if (err)
        break;
      list_units (profiles[i], more);
      err = merge_units (&units, &n_units, more, n_more);
    }
  if (!err && n_units)
    qsort (units, n_units, sizeof *units, compare_by_module);
  if (!err)
    err = place_units (all, units, n_units);
  free (units);
  free (more);
  return err;
}
