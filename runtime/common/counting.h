/* The connection of wpp.h's functions with the counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COMMON_COUNTING_H
#define WPP_RUNTIME_COMMON_COUNTING_H

/* The first entries of the server that counts (server.h).  */
struct wpp_counting
{
  int (*flush) (void);
  int (*reset) (void);
};

#endif /* WPP_RUNTIME_COMMON_COUNTING_H */
