/* A program that becomes another recorded one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <unistd.h>

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    if (i == 999)
      execl ("./work", "work", "exit", NULL);
  return 1;
}
