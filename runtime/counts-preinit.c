/* Beginning to count before the constructors of shared objects (preinit.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

extern char **environ;

extern void __wpp_count_object_begin (void) __attribute__ ((visibility ("hidden")));

void __wpp_count_preinit (int argc, char **argv, char **environment) __attribute__ ((visibility ("hidden")));

void
__wpp_count_preinit (int argc, char **argv, char **environment)
{
  if (!environ)
    environ = environment;
  __wpp_count_object_begin ();
}

__attribute__ ((section (".preinit_array"), used)) static void (*const entry) (int, char **, char **)
  = __wpp_count_preinit;
