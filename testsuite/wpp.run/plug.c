/* A plug-in: recorded code that is loaded, unloaded and loaded again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

int plug (int n);

static __attribute__ ((noinline)) int
inner (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static volatile int sum;

static __attribute__ ((constructor)) void
first (void)
{
  sum += inner (1) + inner (2);
}

static __attribute__ ((destructor)) void
last (void)
{
  for (int i = 0; i < 3; i++)
    sum += inner (i);
}

int
plug (int n)
{
  for (int i = 0; i < n; i++)
    sum += inner (i);
  return sum;
}
