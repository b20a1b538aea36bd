/* Which copy of the runtime serves a process.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Each process has one recorder and one counter, however many linked objects record or count.  A copy of the runtime
   that can be one has a note that leads to its struct wpp_server.  Objects refer to it by nothing else, so the dynamic
   linker knows of no bond between them, and each may be unloaded at any time.  These copies are in

     - executables (libwpp.a);
     - the server, a shared object that contains nothing but the runtime.  Recorded shared objects have its image in
       them (libwpp-shared.a).  The first one that finds no server loads the image (image.c), and it stays loaded.

   A shared object that is linked with libwpp.a has a copy, too.  If this copy serves, the object stays loaded.  */

#ifndef WPP_RUNTIME_COMMON_SERVER_H
#define WPP_RUNTIME_COMMON_SERVER_H

#include "runtime/common/common.h"

/* Of struct wpp_server and of what the first entries of each service do.  */
#define WPP_SERVER_VERSION 2u

enum wpp_service
{
  WPP_SERVICE_RECORDS = 0, /* entries: struct wpp_entries (runtime/record/record.h) */
  WPP_SERVICE_COUNTS = 1   /* entries: struct wpp_counter (runtime/counts/file.h), which begins with struct wpp_counting
                              (counting.h) */
};

struct wpp_server
{
  uint32_t version; /* WPP_SERVER_VERSION */
  uint32_t service; /* enum wpp_service */
  uint32_t serving; /* an object has begun with it */
  uint32_t n_entries; /* functions that it has: an older copy may lack the last ones */
  const void *entries;
  const char **into;  /* where the object that loads it says for which folder it was compiled (options.c) */
};

/* Types of the notes, which have the name "wpp".  Each describes a 64-bit distance from there to its target: a function
   void (void) with which the object begins, or a struct wpp_server.  */
#define WPP_NOTE_BEGIN 1
#define WPP_NOTE_SERVER 2

/* Define SERVER, and its note.  */
#define WPP_SERVER(server, of_service, of_entries) \
  __asm__ (".pushsection\t.note.wpp, \"a\", @note\n" \
           "\t.balign\t4\n" \
           "\t.long\t4, 8, 2\n" \
           "\t.asciz\t\"wpp\"\n" \
           "\t.quad\t" #server " - .\n" \
           "\t.popsection"); \
  struct wpp_server server = { .version = WPP_SERVER_VERSION, \
                               .service = of_service, \
                               .n_entries = sizeof of_entries / sizeof (void (*) (void)), \
                               .entries = &of_entries, \
                               .into = &__wpp_given_into }

/* notes.c: let all loaded objects begin.  */
void __wpp_begin_all (void);
/* The server that serves the process, or else the first that can; null when there is none.  */
const struct wpp_server *__wpp_find_server (enum wpp_service service);

/* image.c: that, or if there is none, one whose image is loaded now.  If that fails, print a line on stderr, once, and
   return null.  */
const struct wpp_server *__wpp_find_or_load (enum wpp_service service);

#endif /* WPP_RUNTIME_COMMON_SERVER_H */
