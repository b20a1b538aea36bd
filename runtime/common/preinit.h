/* Beginning before the constructors of shared objects, which may call functions of the program.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Only executables may have a section .preinit_array.  Code that can only be part of an executable refers to NAME
   (plugin/generate/unit.cc), which calls BEGIN and lets all other objects begin.  The C library has not set its
   environment at that time.  */

#ifndef WPP_RUNTIME_COMMON_PREINIT_H
#define WPP_RUNTIME_COMMON_PREINIT_H

extern char **environ;

#define WPP_PREINIT(name, begin) \
  extern void begin (void) __attribute__ ((visibility ("hidden"))); \
  extern void __wpp_begin_all (void) __attribute__ ((visibility ("hidden"))); \
  void name (int argc, char **argv, char **environment) __attribute__ ((visibility ("hidden"))); \
  void \
  name (int argc, char **argv, char **environment) \
  { \
    if (!environ) \
      environ = environment; \
    begin (); \
    __wpp_begin_all (); \
  } \
  __attribute__ ((section (".preinit_array"), used)) static void (*const entry) (int, char **, char **) = name;

#endif /* WPP_RUNTIME_COMMON_PREINIT_H */
