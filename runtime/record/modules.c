/* The module table: the event words of each unit's paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include <limits.h>
#include "runtime/record/record.h"
#include "format/event.h"
#include "format/value-table.h"

/* Are the records A and B, of the same size, equal except for the bases?  */
static bool
same_module_p (const struct wpp_module_record *a, const struct wpp_module_record *b)
{
  if (a->size != b->size || a->n_units != b->n_units || a->build_id_size != b->build_id_size
      || a->path_size != b->path_size)
    return false;
  const struct wpp_unit_record *ua = (const void *) (a + 1), *ub = (const void *) (b + 1);
  for (uint32_t i = 0; i < a->n_units; i++)
    if (ua[i].id != ub[i].id || ua[i].n_paths != ub[i].n_paths)
      return false;
  return __wpp_same_p (ua + a->n_units, ub + a->n_units, a->build_id_size + a->path_size);
}

/* The record of the table that equals NEW, which is the last one; or NEW if there is none.  An object that is loaded
   again gets the bases it had.  */
static struct wpp_module_record *
find_module (unsigned char *table, struct wpp_module_record *new)
{
  unsigned char *at = table;
  while (at != (unsigned char *) new && !same_module_p ((struct wpp_module_record *) at, new))
    at += ((struct wpp_module_record *) at)->size;
  return (struct wpp_module_record *) at;
}

static size_t
padded (size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

/* Does OBJECT have units of another version?  */
static bool
foreign_p (const struct wpp_object *object)
{
  const struct __wpp_unit *u = object->units;
  while (u != object->units_end && u->version == __WPP_ABI_VERSION)
    u++;
  return u != object->units_end;
}

/* Write the record of OBJECT, whose units all have this version, at RECORD.  Return null when there is no room, or when
   there are not enough event words left.  */
static struct wpp_module_record *
write_record (const struct wpp_object *object, unsigned char *record, size_t room)
{
  struct wpp_module_record *r = (struct wpp_module_record *) record;
  unsigned char id[WPP_BUILD_ID_BYTES];
  char path[PATH_MAX > WPP_PATH_BYTES ? PATH_MAX : WPP_PATH_BYTES];
  uint32_t id_size = __wpp_read_build_id (object->ehdr, id, sizeof id);
  __wpp_object_path (object->ehdr, path);
  size_t n = object->units_end - object->units, path_size = __wpp_length (path) + 1;
  size_t size
    = padded (sizeof *r + n * sizeof (struct wpp_unit_record) + id_size + path_size, 8);
  if (n > WPP_MODULES_BYTES || size > room)
    return 0;
  *r = (struct wpp_module_record){ size, n, id_size, path_size };
  struct wpp_unit_record *unit = (struct wpp_unit_record *) (r + 1);
  uint64_t base = __wpp_process.next_base;
  for (const struct __wpp_unit *u = object->units; u != object->units_end; u++)
    {
      *unit++ = (struct wpp_unit_record){ u->id, (uint32_t) base, u->n_paths };
      base += u->n_paths;
    }
  __wpp_copy (unit, id, id_size);
  __wpp_copy ((unsigned char *) unit + id_size, path, path_size);
  return base <= (__wpp_process.next_value ? WPP_VALUE_PATHS : WPP_EVENT_PATHS_END) ? r : 0;
}

/* Set the bases of OBJECT's units.  */
static void
set_bases (const struct wpp_object *object, const struct wpp_module_record *r)
{
  const struct wpp_unit_record *unit = (const struct wpp_unit_record *) (r + 1);
  for (const struct __wpp_unit *u = object->units; u != object->units_end; u++)
    *u->base = unit++->base;
}

/* Print that OBJECT cannot be recorded.  Nothing can be recorded from now on, because its events would be taken for
   others.  */
static bool
refuse (const struct wpp_object *object, const char *why)
{
  char path[PATH_MAX > WPP_PATH_BYTES ? PATH_MAX : WPP_PATH_BYTES];
  __wpp_object_path (object->ehdr, path);
  __wpp_complain (path, why, "; recording ends", 0);
  return false;
}

/* Publish the record at the end of the module table, of SIZE bytes.  Return false when there is no room for it.  */
static bool
publish (uint32_t size)
{
  struct wpp_process *p = &__wpp_process;
  p->module_bytes += size;
  __atomic_store_n (&p->shared->module_bytes, p->module_bytes, __ATOMIC_RELEASE);
  return !p->raw || __wpp_raw_modules (p->shared, p->module_bytes - size);
}

bool
__wpp_add_module (const struct wpp_object *object)
{
  struct wpp_process *p = &__wpp_process;
  unsigned char *table = wpp_shared_modules (p->shared);
  if (foreign_p (object))
    return refuse (object, " has units compiled with another version of wpp");
  struct wpp_module_record *new
    = write_record (object, table + p->module_bytes, WPP_MODULES_BYTES - p->module_bytes);
  if (!new)
    return refuse (object, " has too many paths, or there are too many objects or units");
  struct wpp_module_record *r = find_module (table, new);
  set_bases (object, r);
  if (r != new)
    return true;
  const struct wpp_unit_record *unit = (const struct wpp_unit_record *) (new + 1);
  for (uint32_t i = 0; i < new->n_units; i++)
    p->next_base += unit[i].n_paths;
  return publish (new->size) || refuse (object, " cannot be described in the profile");
}

/* ---- Values.  */

/* Are the records A and B, of the same size, equal except for the bases?  */
static bool
same_values_p (const struct wpp_values_record *a, const struct wpp_values_record *b)
{
  if (a->size != b->size || a->n_units != b->n_units || a->mark != b->mark)
    return false;
  const struct wpp_valued_unit_record *ua = (const void *) (a + 1), *ub = (const void *) (b + 1);
  for (uint32_t i = 0; i < a->n_units; i++)
    if (ua[i].id != ub[i].id || ua[i].path_base != ub[i].path_base || ua[i].n_bases != ub[i].n_bases
        || ua[i].n_values != ub[i].n_values)
      return false;
  return __wpp_same_p (ua + a->n_units, ub + a->n_units, a->size - ((const char *)(ua + a->n_units) - (const char *)a));
}

/* The event word of path 0 of OBJECT's unit ID.  */
static uint32_t
path_base (const struct wpp_object *object, uint64_t id)
{
  for (const struct __wpp_unit *u = object->units; u != object->units_end; u++)
    if (u->id == id)
      return *u->base;
  return 0;
}

/* Write the record of UNITS [N] at RECORD.  Return null when there is no room, or when there are not enough numbers. */
static struct wpp_values_record *
write_values (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n, unsigned char *record,
              size_t room)
{
  struct wpp_values_record *r = (struct wpp_values_record *) record;
  uint64_t base = __wpp_process.next_value, size = sizeof *r;
  for (uint32_t i = 0; i < n; i++)
    size += sizeof (struct wpp_valued_unit_record) + 8ull * units[i].n_bases;
  if (size > room)
    return 0;
  *r = (struct wpp_values_record){ size, n, WPP_VALUES_RECORD, 0 };
  struct wpp_valued_unit_record *to = (struct wpp_valued_unit_record *) (r + 1);
  unsigned char *bases = (unsigned char *) (to + n);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct __wpp_valued *u = &units[i];
      *to++ = (struct wpp_valued_unit_record){
        u->id, path_base (object, u->id), (uint32_t)base, u->n_values, u->n_bases, u->truths, 0
      };
      base += u->n_values;
      __wpp_copy (bases, u->bases, 8ull * u->n_bases);
      bases += 8ull * u->n_bases;
    }
  return base < WPP_VALUE_OFF ? r : 0;
}

static bool
other_version_p (const struct __wpp_valued *units, uint32_t n)
{
  uint32_t i = 0;
  while (i < n && (!units[i].base || units[i].version == __WPP_VALUES_ABI_VERSION))
    i++;
  return i < n;
}

bool
__wpp_add_values (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n)
{
  struct wpp_process *p = &__wpp_process;
  unsigned char *table = wpp_shared_modules (p->shared);
  if (other_version_p (units, n))
    return refuse (object, " has units compiled with another version of wpp");
  /* A number is never 0.  */
  p->next_value += p->next_value == 0;
  struct wpp_values_record *new = p->next_base > WPP_VALUE_PATHS ? 0
    : write_values (object, units, n, table + p->module_bytes, WPP_MODULES_BYTES - p->module_bytes);
  if (!new)
    return refuse (object, " has too many statements, or there are too many paths, to record values");
  const struct wpp_values_record *r = (const void *) table;
  while (r != new && !same_values_p (r, new))
    r = (const void *) ((const unsigned char *) r + r->size);
  const struct wpp_valued_unit_record *unit = (const void *) (r + 1);
  for (uint32_t i = 0; i < n; i++)
    if (units[i].base)
      *units[i].base = unit[i].base;
  if (r != new)
    return true;
  for (uint32_t i = 0; i < n; i++)
    p->next_value += units[i].n_values;
  __atomic_store_n (&p->shared->valued, 1, __ATOMIC_RELEASE);
  return publish (new->size) || refuse (object, " cannot be described in the profile");
}
