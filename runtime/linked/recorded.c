/* The part of which every linked object has a copy: its beginning and end, the slow path (record-slow.S), and the
   arrival of non-local transfers (abi.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see COPYING and
   COPYING.RUNTIME.  */

#include "format/event.h"
#include "runtime/linked/linked.h"
#include "runtime/record/record.h"

/* The thread-local word at the distance AT from the thread pointer.  */
static uint64_t *
thread_word (int64_t at)
{
  return (uint64_t *) ((char *) __builtin_thread_pointer () + at);
}

/* The linker defines these: the object's units, and its ELF header.  */
extern const struct __wpp_unit __start_wpp_units[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_unit __stop_wpp_units[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_valued __start_wpp_valued[] __attribute__ ((weak, visibility ("hidden")));
extern const struct __wpp_valued __stop_wpp_valued[] __attribute__ ((weak, visibility ("hidden")));
extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

void __wpp_object_begin (void);
void __wpp_object_construct (void);
void __wpp_object_end (void);
uint64_t __wpp_advance_here (uint64_t address);

/* Of abi.h.  */
int64_t __wpp_cursor_at __attribute__ ((visibility ("hidden")));
int64_t __wpp_table_at __attribute__ ((visibility ("hidden")));
int64_t __wpp_depth_at __attribute__ ((visibility ("hidden")));
uint32_t __wpp_early __attribute__ ((visibility ("hidden")));
uint32_t __wpp_nowhere[2] __attribute__ ((visibility ("hidden")));

/* Those of the server; null before this object has begun, and when there is no server.  */
static const struct wpp_entries *entries;

/* Its function land, if it has that.  */
static void (*land) (uint32_t depth);

static void
begin (const struct wpp_server *server)
{
  struct wpp_object object = { .units = __start_wpp_units, .units_end = __stop_wpp_units, .ehdr = __ehdr_start };
  const struct wpp_entries *e = server->entries;
  e->begin (&object);
  __wpp_depth_at = object.depth_at;
  __wpp_cursor_at = object.cursor_at;
  entries = e;
  land = wpp_entry_p (server, land) ? e->land : 0;
  /* One is nobody's (record-slow.S).  */
  if (__stop_wpp_valued - __start_wpp_valued > 1 && wpp_entry_p (server, valued))
    {
      if (__wpp_find_restorer)
        __wpp_find_restorer ();
      __wpp_table_at = e->valued (&object, __start_wpp_valued, __stop_wpp_valued - __start_wpp_valued);
    }
  if (__wpp_early && wpp_entry_p (server, early))
    e->early (__wpp_early);
}

/* While the object begins, others may be constructed, which let all objects begin.  What the C library calls for this,
   such as a malloc of the program's own, is no part of the run.  */
void
__wpp_object_begin (void)
{
  static bool begun;
  uint32_t before = __wpp_early;
  if (begun)
    return;
  begun = true;
  const struct wpp_server *server = __wpp_recorder ();
  __wpp_early = before;
  if (server)
    begin (server);
}

/* The first constructor.  Other objects may have let this object begin already.  */
void
__wpp_object_construct (void)
{
  if (entries)
    return;
  __wpp_object_begin ();
  __wpp_begin_all ();
}

void
__wpp_object_end (void)
{
  if (entries)
    entries->end ();
}

/* Before the object has begun, an event is not kept, but counted: each one takes this way.  It may be that an ifunc
   resolver called a function of another unit: the dynamic linker calls the resolver before it sets the initial values
   of thread-local variables.  */
uint64_t
__wpp_advance_here (uint64_t address)
{
  if (entries)
    return entries->advance (address);
  __wpp_early++;
  return __wpp_too_early ();
}

/* Store EVENT as instrumented code does.  */
static void
store (uint32_t event)
{
  uint64_t at = wpp_take (thread_word (__wpp_cursor_at), 4);
  if (at % __WPP_CHUNK_BYTES == 0)
    at = entries->advance (at);
  __atomic_store_n ((uint32_t *) at, event, __ATOMIC_RELEASE);
}

void
__wpp_store_word (uint32_t word)
{
  if (entries)
    store (word);
}

uint64_t
__wpp_ask_table (void)
{
  return __wpp_table_at ? entries->table () : 0;
}

void
__wpp_land (uint32_t depth)
{
  if (!entries)
    {
      __wpp_early++;
      return;
    }
  if (land)
    land (depth);
  /* If coroutines have changed the depth in turns, unknown to us, it says nothing about the present stack.  */
  uint32_t *now = (uint32_t *) thread_word (__wpp_depth_at), gone = *now < depth ? 0 : *now - depth;
  for (; gone > WPP_EVENT_LAND_MAX; gone -= WPP_EVENT_LAND_MAX + 1)
    store (WPP_EVENT_LAND_MORE);
  store (WPP_EVENT_LAND + gone);
  *now = depth;
}
