/* flags: -mabi=ms */
/* Calls of the runtime, as at landing places, where another convention is the default, in which gcov's crash.  */
/* gcov: no */
/* needs: x86-64 */
#define SYSV __attribute__ ((sysv_abi))
int SYSV printf (const char *, ...);
static void *outer[5], *inner[5];

__attribute__ ((noinline)) static int
jump (int n)
{
  if (n % 3 == 0)
    __builtin_longjmp (outer, 1);
  return n + 1;
}

__attribute__ ((noinline)) static int
middle (int n)
{
  if (__builtin_setjmp (inner))
    return 7;
  return jump (n) + 2;
}

__attribute__ ((noinline)) static int
catch (int n)
{
  if (__builtin_setjmp (outer))
    return 100;
  return middle (n) + 1;
}

int SYSV
main (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += catch (i);
  printf ("%d\n", s);
  return 0;
}
