/* What the runtime calls of the C library beyond the standard.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_LIBC_LIBC_H
#define WPP_RUNTIME_LIBC_LIBC_H

/* Of glibc, and there in statically linked programs too.  */
extern int __register_atfork (void (*prepare) (void), void (*parent) (void), void (*child) (void), void *dso);
/* DATA is null.  Without glibc (lacking.c) FUNCTION gets WPP_STATUS_UNKNOWN in its place, and its status means
   nothing.  */
extern int on_exit (void (*function) (int, void *), void *data);

#define WPP_STATUS_UNKNOWN ((void *) 1)

#endif /* WPP_RUNTIME_LIBC_LIBC_H */
