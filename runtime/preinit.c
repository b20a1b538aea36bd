/* Beginning before the constructors of shared objects, which may call functions of the program.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Only executables may have such a section: code that can only be part of one, and records, refers to __wpp_preinit
   (plugin/wpp-unit.cc).  The C library has not set its environment then.  */

extern char **environ;

extern void __wpp_object_begin (void) __attribute__ ((visibility ("hidden")));

void __wpp_preinit (int argc, char **argv, char **environment) __attribute__ ((visibility ("hidden")));

void
__wpp_preinit (int argc, char **argv, char **environment)
{
  if (!environ)
    environ = environment;
  __wpp_object_begin ();
}

__attribute__ ((section (".preinit_array"), used)) static void (*const entry) (int, char **, char **)
  = __wpp_preinit;
