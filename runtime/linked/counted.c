/* The part of which every linked object that counts paths has a copy (count-slow.S).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/file.h"
#include "runtime/linked/linked.h"
#include "format/value-place.h"

/* The linker defines these: the object's units, its counters, and its ELF header.  */
extern const struct __wpp_counted_unit __start_wpp_counted[]
  __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_counted_unit __stop_wpp_counted[]
  __attribute__ ((weak, visibility ("hidden")));
extern const uint64_t __start_wpp_counters[] __attribute__ ((weak, visibility ("hidden")));
extern const uint64_t __stop_wpp_counters[] __attribute__ ((weak, visibility ("hidden")));
extern uint64_t __start_wpp_slots[] __attribute__ ((weak, visibility ("hidden")));
extern uint64_t __stop_wpp_slots[] __attribute__ ((weak, visibility ("hidden")));
extern const uint64_t __start_wpp_sparse[] __attribute__ ((weak, visibility ("hidden")));
extern const uint64_t __stop_wpp_sparse[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_target __start_wpp_targets[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_target __stop_wpp_targets[] __attribute__ ((weak, visibility ("hidden")));
extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

int64_t __wpp_deltas_at __attribute__ ((visibility ("hidden")));

static struct wpp_counted_object object
  = { .units = __start_wpp_counted, .units_end = __stop_wpp_counted,
      .counters = __start_wpp_counters, .counters_end = __stop_wpp_counters,
      .slots = __start_wpp_slots, .slots_end = __stop_wpp_slots,
      .sparse = __start_wpp_sparse, .sparse_end = __stop_wpp_sparse,
      .ehdr = __ehdr_start };

void __wpp_count_object_begin (void);
void __wpp_count_object_end (void);
int64_t __wpp_count_here (int64_t place);
void __wpp_path_here (const uint64_t *site, uint64_t *slot, uint64_t path);
void __wpp_path_unwound (const uint64_t *site, uint64_t path) __attribute__ ((visibility ("hidden")));
void __wpp_count_value (const uint64_t *words, const uint64_t *table, uint32_t kind, uint64_t value, uint64_t other)
  __attribute__ ((visibility ("hidden")));
void __wpp_known_here (const struct __wpp_known *known, uint64_t path);

/* Of the server; null before this object has begun, and when there is no server.  */
static const struct wpp_counter *counter;
/* Its function for value places; null also where an older copy of the runtime serves, which has none.  */
static void (*count_value) (struct wpp_counted_object *object, const struct wpp_place_site *site, uint64_t value,
                            uint64_t other);

/* An executable may have begun already (preinit.h).  */
void
__wpp_count_object_begin (void)
{
  static bool begun;
  if (begun)
    return;
  begun = true;
  object.deltas_at = __wpp_own_deltas ();
  const struct wpp_server *server = __wpp_counter ();
  counter = server ? server->entries : 0;
  if (counter)
    counter->begin (&object);
  if (counter && wpp_counter_entry_p (server, value))
    count_value = counter->value;
  __wpp_deltas_at = object.deltas_at;
}

void
__wpp_count_object_end (void)
{
  if (counter)
    counter->end (&object);
}

/* Has this object begun?  Else paths are counted in its own counters until then.  */
static bool
begun_p (void)
{
  object.early |= !counter;
  return counter;
}

/* PLACE is a counter's address plus __WPP_NO_DELTA; or, from code that only needs the delta, one of these or 0.  */
int64_t
__wpp_count_here (int64_t place)
{
  return (place & ~__WPP_NO_DELTA) + (begun_p () ? counter->attach (&object) : 0);
}

void
__wpp_path_here (const uint64_t *site, uint64_t *slot, uint64_t path)
{
  if (begun_p ())
    counter->path (&object, site, slot, path);
}

/* Landing pads call this.  */
void
__wpp_path_unwound (const uint64_t *site, uint64_t path)
{
  if (begun_p ())
    counter->path (&object, site, 0, path);
}

void
__wpp_known_here (const struct __wpp_known *known, uint64_t path)
{
  if (begun_p ())
    counter->known (&object, known, path);
}

/* What was looked up, by a hash of the address: members of the section, and addresses that are not in it.  Threads and
   signal handlers read and write single words, which say whom they are of.  */
#define RECENT 256u
static const struct __wpp_target *recent[RECENT];
static uint64_t unknown[RECENT];

/* The number of the function at ADDRESS, if it is one of this object; else a value that is never listed.  */
static uint64_t
number_of (uint64_t address)
{
  unsigned place = (address >> 4 ^ address >> 12) % RECENT;
  const struct __wpp_target *t = __atomic_load_n (&recent[place], __ATOMIC_RELAXED);
  if (t && (uint64_t) t->function == address)
    return t->number;
  if (__atomic_load_n (&unknown[place], __ATOMIC_RELAXED) == address)
    return UINT64_MAX;
  for (t = __start_wpp_targets; t < __stop_wpp_targets; t++)
    if ((uint64_t) t->function == address)
      {
        __atomic_store_n (&recent[place], t, __ATOMIC_RELAXED);
        return t->number;
      }
  __atomic_store_n (&unknown[place], address, __ATOMIC_RELAXED);
  return UINT64_MAX;
}

/* What comes before this object has begun is not counted.  */
void
__wpp_count_value (const uint64_t *words, const uint64_t *table, uint32_t kind, uint64_t value, uint64_t other)
{
  const struct wpp_place_site site = { words, table, kind };
  if (count_value)
    count_value (&object, &site, kind == WPP_PLACE_TARGET ? number_of (value) : value, other);
}
