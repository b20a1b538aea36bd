/* A load whose pointer is, from one way, the address of a member.  */

#include <string.h>
#include <stdlib.h>
static union { char buf[96]; long double align; } u;
int
main (void)
{
  for (int off = 0; off < 8; off++)
    for (int len = 1; len < 80; len++)
      {
        char *q = u.buf;
        memset (u.buf, 'a', sizeof u.buf);
        char *p = memset (u.buf + off, len, len);
        for (int i = 0; i < off; i++, q++)
          if (*q != 'a')
            abort ();
        for (int i = 0; i < len; i++, q++)
          if (*q != (char) len)
            abort ();
        if (p != u.buf + off)
          abort ();
      }
  return 0;
}
