/* flags: -fstrub=relaxed */
/* gcc: 14 */
/* Functions that scrub their stack: their bodies move to functions of their own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>
#include <string.h>

static unsigned char key[16];

__attribute__ ((strub ("internal"), noinline)) int
secret (const char *text, int n)
{
  unsigned char copy[16];
  int sum = 0;
  memcpy (copy, key, sizeof copy);
  for (int i = 0; i < n; i++)
    if (text[i] & 1)
      sum += copy[i % 16] ^ text[i];
    else
      sum -= copy[i % 16];
  return sum;
}

__attribute__ ((strub ("at-calls"), noinline)) int
hidden (int x)
{
  int local[8];
  for (int i = 0; i < 8; i++)
    local[i] = x * i;
  return x > 3 ? local[x % 8] : local[1];
}

__attribute__ ((strub ("callable"), noinline)) int
plain (int x)
{
  return x & 2 ? x : -x;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 16; i++)
    key[i] = i * 7;
  for (int i = 0; i < 20; i++)
    sum += secret ("some secret text", i % 17) + hidden (i) + plain (i);
  printf ("%d\n", sum);
  return 0;
}
