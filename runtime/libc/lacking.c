/* What C libraries other than glibc, such as musl, lack of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   An archive of its own, libwpp-libc.a, linked after the C library: nothing is taken out of it where that has these
   functions.  */

#include "runtime/libc/libc.h"

extern int __cxa_atexit (void (*function) (void *), void *data, void *dso);
extern int pthread_atfork (void (*prepare) (void), void (*parent) (void), void (*child) (void));

static void
run (void *function)
{
  ((void (*) (int, void *)) function) (0, WPP_STATUS_UNKNOWN);
}

int
on_exit (void (*function) (int, void *), void *data)
{
  return __cxa_atexit (run, (void *) function, 0);
}

int
__register_atfork (void (*prepare) (void), void (*parent) (void), void (*child) (void), void *dso)
{
  return pthread_atfork (prepare, parent, child);
}
