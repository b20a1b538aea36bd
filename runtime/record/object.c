/* The part of which every linked object has a copy: its beginning and end, the slow path (stub.S), and the arrival of
   non-local transfers (abi.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "format/event.h"
#include "runtime/record/record.h"

/* The linker defines these: the object's units, and its ELF header.  */
extern const struct __wpp_unit __start_wpp_units[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_unit __stop_wpp_units[] __attribute__ ((weak, visibility ("hidden")));
extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

static const char *const own[] __attribute__ ((used))
  = { &__wpp_own_advance, &__wpp_own_session, &__wpp_own_api };

void __wpp_object_begin (void);
void __wpp_object_construct (void);
void __wpp_object_end (void);
uint64_t __wpp_advance_here (uint64_t address);

uint16_t __wpp_n_entries;
static bool begun;

/* Events before thread-local variables had their initial values.  */
static uint64_t early;

/* While the object begins, others may be constructed, which let all objects begin.  */
void
__wpp_object_begin (void)
{
  struct wpp_object object = { __start_wpp_units, __stop_wpp_units, __ehdr_start, false, 0 };
  if (begun)
    return;
  begun = true;
  __wpp_thread.entries->begin (&object);
  __wpp_n_entries = object.n_entries;
  if (early && wpp_serves_p (early))
    __wpp_thread.entries->early (early);
}

/* The first constructor.  Other objects may have let this object begin already.  */
void
__wpp_object_construct (void)
{
  if (begun)
    return;
  __wpp_object_begin ();
  __wpp_begin_all ();
}

void
__wpp_object_end (void)
{
  __wpp_thread.entries->end ();
}

/* An ifunc resolver may call a function of another unit.  The dynamic linker calls the resolver before it sets the
   initial values of thread-local variables.  These are 0 then, and the event is not kept, but counted: each
   one takes this way.  */
uint64_t
__wpp_advance_here (uint64_t address)
{
  if (!__wpp_thread.entries)
    {
      early++;
      __wpp_cursor = wpp_scratch ();
      return wpp_scratch ();
    }
  return __wpp_thread.entries->advance (address);
}

void
__wpp_land (uint32_t depth)
{
  /* If coroutines have changed the depth in turns, it says nothing about the present stack.  */
  uint32_t gone = __wpp_depth < depth ? 0 : __wpp_depth - depth;
  for (; gone > WPP_EVENT_LAND_MAX; gone -= WPP_EVENT_LAND_MAX + 1)
    __wpp_store (WPP_EVENT_LAND_MORE);
  __wpp_store (WPP_EVENT_LAND + gone);
  __wpp_depth = depth;
}
