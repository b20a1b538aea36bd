/* Loads and unloads ./reload.so 2,000 times.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dlfcn.h>

int
main (void)
{
  for (int i = 0; i < 2000; i++)
    {
      void *library = dlopen ("./reload.so", RTLD_NOW);
      if (!library || ((int (*) (int)) dlsym (library, "entry")) (i) != i + 1)
        return 1;
      dlclose (library);
    }
  return 0;
}
