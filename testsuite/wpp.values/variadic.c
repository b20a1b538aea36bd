/* Arguments without parameters: what va_arg gives comes from the caller.  */
#include <stdarg.h>
#include <stdio.h>

static int __attribute__ ((noinline, noclone))
listed (int n, va_list ap)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg (ap, int);                           /* listed */
  return s;
}

static int __attribute__ ((noinline, noclone))
sum (int n, ...)
{
  va_list ap, again;
  va_start (ap, n);                                  /* starts */
  va_copy (again, ap);                               /* copies */
  int first = va_arg (ap, int);                      /* first */
  va_end (ap);
  int all = listed (n, again);                       /* all */
  va_end (again);
  return first * 1000 + all;                         /* sum */
}

static int __attribute__ ((noinline, noclone))
print (char *buffer, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);                             /* begins */
  int n = vsprintf (buffer, format, ap);             /* prints */
  va_end (ap);
  return n;
}

int
main (int argc, char **argv)
{
  int one = argc + 1;                                /* one */
  int two = argc + 2;                                /* two */
  int other = argc + 3;                              /* other */
  char text[40];
  int s = sum (2, one, two);                         /* call */
  int n = print (text, "%d", other);                 /* printed */
  int c = text[0];                                   /* c */
  return s + n + c == 0;
}
