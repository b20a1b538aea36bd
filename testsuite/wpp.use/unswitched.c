/* A loop with a condition that does not change in it, which is worth a loop for each of its outcomes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

static __attribute__ ((noinline)) char *
quote (char *to, const char *from, int n, int flags)
{
  do
    {
      if ((flags & 17) && *from == '"')
        *to++ = '\\';
      *to++ = *from++;
    }
  while (--n);
  return to;
}

int
main (void)
{
  static char from[1000], to[2000];
  return quote (to, from, 1000, from[0]) != to + 1000;
}
