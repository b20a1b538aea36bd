/* A shared object that run loads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

void plug (int n);

__attribute__ ((noipa)) static void
plug_tick (int *at)
{
  ++*at;
}

void
plug (int n)
{
  int at = 0;
  while (at < n)
    plug_tick (&at);
}
