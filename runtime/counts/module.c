/* Describing linked objects in the file of counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   This runs when the dynamic linker has loaded an object, so it may call libc.  */

#include <errno.h>
#include <limits.h>
#include "runtime/counts/file.h"

static struct wpp_module_record *
record_of (struct wpp_counts_block *module)
{
  return (struct wpp_module_record *) (module + 1);
}

/* Does OBJECT have units of another version?  */
static bool
foreign_p (const struct wpp_counted_object *object)
{
  const struct __wpp_counted_unit *u = object->units;
  while (u != object->units_end && u->version == __WPP_COUNTS_ABI_VERSION)
    u++;
  return u != object->units_end;
}

/* The module of the file whose record equals NEW, or null.  An object that is loaded again goes on with its
   counters.  */
static struct wpp_counts_block *
find_module (const struct wpp_module_record *new)
{
  struct wpp_counts_block *m = __wpp_counts.modules;
  while (m && (record_of (m)->size != new->size || !__wpp_same_p (record_of (m), new, new->size)))
    m = (struct wpp_counts_block *) m->chain;
  return m;
}

struct wpp_counts_block *
__wpp_counts_module (const struct wpp_module_record *record)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_block *m = p->pool ? __wpp_pool_take (record) : 0;
  bool new = !m;
  if (new)
    m = __wpp_counts_append (record->size);
  if (!m)
    return 0;
  if (new)
    __wpp_copy (record_of (m), record, record->size);
  m->chain = (uint64_t) p->modules;
  p->modules = m;
  m->tag = WPP_BLOCK_MODULE;
  return m;
}

static void
write_record (const struct wpp_counted_object *object, struct wpp_module_record *record,
              const unsigned char *id, const char *path)
{
  struct wpp_unit_record *unit = (struct wpp_unit_record *) (record + 1);
  for (const struct __wpp_counted_unit *u = object->units; u != object->units_end; u++)
    *unit++ = (struct wpp_unit_record){ u->id, u->counters - object->counters, u->n_paths };
  __wpp_copy (unit, id, record->build_id_size);
  __wpp_copy ((unsigned char *) unit + record->build_id_size, path, record->path_size);
}

bool
__wpp_counts_add_module (struct wpp_counted_object *object)
{
  unsigned char id[WPP_BUILD_ID_BYTES];
  char path[PATH_MAX > WPP_PATH_BYTES ? PATH_MAX : WPP_PATH_BYTES];
  size_t n = object->units_end - object->units;
  __wpp_object_path (object->ehdr, path);
  if (foreign_p (object))
    {
      __wpp_complain (path, " has units compiled with another version of wpp; it is not counted", 0, 0);
      return false;
    }
  uint32_t id_size = __wpp_read_build_id (object->ehdr, id, sizeof id);
  size_t path_size = __wpp_length (path) + 1;
  size_t size = sizeof (struct wpp_module_record) + n * sizeof (struct wpp_unit_record) + id_size
                + path_size;
  struct wpp_module_record *new = size <= UINT32_MAX ? wpp_map_anonymous (size) : 0;
  if (new)
    {
      *new = (struct wpp_module_record){ size, n, id_size, path_size };
      write_record (object, new, id, path);
      object->module = find_module (new);
      if (!object->module)
        object->module = __wpp_counts_module (new);
      wpp_syscall2 (SYS_munmap, (long) new, size);
    }
  else
    {
      __wpp_counts.error = -ENOMEM;
      __wpp_counts.opened = true;
    }
  if (!object->module)
    __wpp_counts_complain ("; a module is not counted");
  return object->module;
}
