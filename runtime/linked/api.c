/* wpp_stop, wpp_start, wpp_flush, wpp_reset, and what is said of stacks (wpp.h), of which every linked object has a
   copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see COPYING and
   COPYING.RUNTIME.  */

#include "runtime/common/counting.h"
#include "runtime/common/wpp.h"
#include "runtime/linked/linked.h"
#include "runtime/record/record.h"

/* The recorder of the process.  The first call, which may load one, comes where the program calls functions anyway.  */
static const struct wpp_server *
recorder (void)
{
  static const struct wpp_server *found;
  const struct wpp_server *known = __atomic_load_n (&found, __ATOMIC_ACQUIRE);
  if (!known)
    {
      known = __wpp_recorder ();
      __atomic_store_n (&found, known, __ATOMIC_RELEASE);
    }
  return known;
}

static const struct wpp_entries *
entries (void)
{
  const struct wpp_server *server = recorder ();
  return server ? server->entries : 0;
}

void
wpp_stop (void)
{
  if (entries ())
    entries ()->stop ();
}

void
wpp_start (void)
{
  if (entries ())
    entries ()->start ();
}

void
wpp_mark (const char *name)
{
  const struct wpp_server *server = recorder ();
  if (server && wpp_entry_p (server, mark))
    ((const struct wpp_entries *) server->entries)->mark (name);
}

int
wpp_flush (void)
{
  return entries () ? entries ()->flush () : -1;
}

/* Of a program that counts nothing itself, this does not make the linker look for a counter.  */
#pragma weak __wpp_counter

int
wpp_reset (void)
{
  const struct wpp_server *counter = __wpp_find_server (WPP_SERVICE_COUNTS);
  /* Statically linked programs may have no list of objects.  */
  if (!counter && __wpp_counter)
    counter = __wpp_counter ();
  return counter && counter->serving ? ((const struct wpp_counting *) counter->entries)->reset () : -1;
}

void
wpp_stack_switch (void)
{
  const struct wpp_server *server = recorder ();
  if (server && wpp_entry_p (server, stack_switch))
    ((const struct wpp_entries *) server->entries)->stack_switch ();
}

void
wpp_stack_leave (struct wpp_stack *left)
{
  const struct wpp_server *server = recorder ();
  if (server && wpp_entry_p (server, leave))
    ((const struct wpp_entries *) server->entries)->leave (left);
  else
    wpp_stack_switch ();
}

void
wpp_stack_arrive (const struct wpp_stack *left)
{
  const struct wpp_server *server = recorder ();
  if (server && wpp_entry_p (server, arrive))
    ((const struct wpp_entries *) server->entries)->arrive (left);
}
