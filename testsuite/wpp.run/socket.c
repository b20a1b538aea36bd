/* Loads plug-ins.  Each argument is a library; `-' unloads the last one.  OUTER is called once a library.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static __attribute__ ((noinline)) int
outer (int (*plug) (int), int n)
{
  return n ? plug (n) : 0;
}

int
main (int argc, char **argv)
{
  void *library = NULL;
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "-"))
      {
        dlclose (library);
        /* The next one is to be elsewhere.  */
        mmap (NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      }
    else
      {
        library = dlopen (argv[i], RTLD_NOW);
        if (!library)
          return fprintf (stderr, "%s\n", dlerror ()), 99;
        outer ((int (*) (int)) dlsym (library, "plug"), 100);
      }
  return 0;
}
