/* The program's data in the profile, from the shared memory's header and module table.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "runtime/collect/collect.h"
#include "base/array.h"

/* Is R, which has room for a record's first members, what is known of the values of units?  */
static bool
values_p (const struct wpp_module_record *r)
{
  return r->build_id_size == WPP_VALUES_RECORD;
}

/* The record at AT of the table if it is complete, else null.  */
static const struct wpp_module_record *
record_at (struct wpp_shared *s, size_t at, size_t end)
{
  const struct wpp_module_record *r = (const void *) (wpp_shared_modules (s) + at);
  if (end - at < sizeof *r || r->size > end - at || r->size < sizeof *r || r->size % 8 != 0)
    return NULL;
  if (values_p (r))
    return r;
  uint64_t need = sizeof *r + (uint64_t) r->n_units * sizeof (struct wpp_unit_record)
                  + r->build_id_size + (uint64_t) r->path_size;
  return need <= r->size && r->path_size > 0 ? r : NULL;
}

static int
copy_module (struct wpp_module *m, const struct wpp_module_record *r)
{
  const struct wpp_unit_record *unit = (const void *) (r + 1);
  const unsigned char *id = (const void *) (unit + r->n_units);
  m->units = calloc (r->n_units + 1, sizeof *m->units);
  m->build_id = malloc (r->build_id_size + 1);
  m->path = strndup ((const char *) id + r->build_id_size, r->path_size - 1);
  if (!m->units || !m->build_id || !m->path)
    return WPP_E_NOMEM;
  memcpy (m->build_id, id, r->build_id_size);
  m->build_id_size = r->build_id_size;
  m->n_units = r->n_units;
  for (uint32_t i = 0; i < r->n_units; i++)
    m->units[i] = (struct wpp_unit_ref){ .id = unit[i].id, .base = unit[i].base, .n_paths = unit[i].n_paths };
  return 0;
}

/* Give U what FROM, whose addresses are BASES, says of its values.  */
static int
copy_unit_values (struct wpp_unit_ref *u, const struct wpp_valued_unit_record *from, const uint64_t *bases)
{
  if (!u || u->id != from->id || u->has_values)
    return 0;
  u->bases = malloc ((from->n_bases + (size_t)1) * sizeof *u->bases);
  if (!u->bases)
    return WPP_E_NOMEM;
  memcpy (u->bases, bases, from->n_bases * sizeof *bases);
  u->n_bases = from->n_bases;
  u->first_check = from->base;
  u->has_values = true;
  u->has_truths = from->truths == 1;
  u->has_sums = from->truths == 2;
  return 0;
}

/* Give the units of P what R says of their values.  */
static int
copy_values (struct wpp_profile *p, const struct wpp_values_record *r)
{
  const struct wpp_valued_unit_record *unit = (const void *) (r + 1);
  uint64_t left = r->size - sizeof *r;
  if (r->n_units > left / sizeof *unit)
    return 0;
  const uint64_t *bases = (const void *) (unit + r->n_units);
  left -= r->n_units * sizeof *unit;
  int err = 0;
  for (uint32_t i = 0; i < r->n_units && !err; i++)
    {
      if (unit[i].n_bases > left / sizeof *bases)
        return 0;
      err = unit[i].path_base ? copy_unit_values (wpp_profile_unit_at (p, unit[i].path_base), &unit[i], bases) : 0;
      bases += unit[i].n_bases;
      left -= unit[i].n_bases * sizeof *bases;
    }
  return err;
}

static int
add_module (struct wpp_profile *p, const struct wpp_module_record *r)
{
  if (WPP_EXTEND (p->modules, p->n_modules))
    return WPP_E_NOMEM;
  struct wpp_module *m = &p->modules[p->n_modules++];
  *m = (struct wpp_module){ 0 };
  return copy_module (m, r);
}

static int
copy_modules (struct wpp_shared *s, struct wpp_profile *p)
{
  size_t end = __atomic_load_n (&s->module_bytes, __ATOMIC_ACQUIRE);
  const struct wpp_module_record *r;
  if (end > WPP_MODULES_BYTES)
    end = WPP_MODULES_BYTES;
  for (size_t at = 0; at < end && (r = record_at (s, at, end)); at += r->size)
    {
      int err = values_p (r) ? copy_values (p, (const void *) r) : add_module (p, r);
      if (err)
        return err;
    }
  return 0;
}

/* The marks in what is kept.  Those for which there is no memory are missing.  */
static void
copy_marks (const struct collection *c, struct wpp_profile *p)
{
  p->marks = malloc ((c->n_marks + 1) * sizeof *p->marks);
  for (size_t i = 0; p->marks && i < c->n_marks; i++)
    {
      uint64_t dropped = 0;
      for (size_t j = 0; j < c->n_streams; j++)
        if (c->streams[j]->index == c->marks[i].thread)
          dropped = c->streams[j]->dropped;
      if (c->marks[i].event < dropped)
        continue;
      p->marks[p->n_marks] = c->marks[i];
      p->marks[p->n_marks++].event -= dropped;
    }
}

int
describe_run (struct collection *c, struct wpp_profile *p)
{
  struct wpp_shared *s = c->shared;
  *p = (struct wpp_profile){ 0 };
  p->program = strndup (s->program, sizeof s->program - 1);
  p->options = strndup (s->given, sizeof s->given - 1);
  p->build_id_size = s->build_id_size < sizeof s->build_id ? s->build_id_size : 0;
  p->build_id = malloc (p->build_id_size + 1);
  if (!p->program || !p->options || !p->build_id)
    return WPP_E_NOMEM;
  memcpy (p->build_id, s->build_id, p->build_id_size);
  p->outside = __atomic_load_n (&s->outside, __ATOMIC_RELAXED);
  for (size_t i = 0; i < c->n_streams; i++)
    p->outside = wpp_saturating_add (p->outside, c->streams[i]->unwanted + c->streams[i]->dropped);
  copy_marks (c, p);
  find_ending (&c->watch, &p->ending, &p->status);
  describe_process (&c->watch, &p->run);
  c->ending = p->ending;
  c->status = p->status;
  return copy_modules (s, p);
}

void
describe_release (struct wpp_profile *p)
{
  for (size_t i = 0; i < p->n_modules; i++)
    {
      for (size_t u = 0; u < p->modules[i].n_units; u++)
        free (p->modules[i].units[u].bases);
      free (p->modules[i].path);
      free (p->modules[i].build_id);
      free (p->modules[i].units);
    }
  free (p->marks);
  free (p->modules);
  free (p->program);
  free (p->options);
  free (p->build_id);
}
