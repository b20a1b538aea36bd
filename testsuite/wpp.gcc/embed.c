/* flags: -std=c23 */
/* gcc: 15 */
/* A table that is the source itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

static const unsigned char source[] = {
#embed "embed.c" limit (200)
};
static const unsigned char none[] = {
#embed "/dev/null" if_empty (7)
};

int
main (void)
{
  int letters = 0, others = none[0];
  for (unsigned i = 0; i < sizeof source; i++)
    if (source[i] >= 'a' && source[i] <= 'z')
      letters++;
    else
      others++;
  printf ("%d %d\n", letters, others);
  return 0;
}
