/* Stores that are partially dead, a function each.  With an argument, rare events are as many as it says in a thousand.  */

#include <stdio.h>
#include <stdlib.h>

long place, other;
volatile long watched;

__attribute__ ((noipa)) void
look (void)
{
  other += place;
}

/* What is stored is overwritten on the one way, and read on the other two.  */
__attribute__ ((noipa)) void
arms (long v)
{
  place = v;
  if (v % 1024 == 0)
    look ();
  else if (v % 1024 == 1)
    other ^= place;
  place = 3 * v;
}

/* The next iteration stores again.  */
__attribute__ ((noipa)) void
loop (const int *v, int n)
{
  int i = 0;
  do
    {
      place = v[i] + i;
      if (v[i] == 0)
        {
          look ();
          break;
        }
      other += i;
    }
  while (++i < n);
}

/* A constant takes no register.  */
__attribute__ ((noipa)) void
constant (const int *v, int n)
{
  int i = 0;
  do
    {
      place = 1;
      if (v[i] == 0)
        look ();
      place = 2;
      other ^= v[i];
    }
  while (++i < n);
}

/* Somebody may look in each iteration.  */
__attribute__ ((noipa)) void
seen (const int *v, int n)
{
  int i = 0;
  do
    {
      place = v[i];
      watched++;
      if (v[i] == 0)
        look ();
      place = i;
      __atomic_fetch_add (&other, 1, __ATOMIC_SEQ_CST);
    }
  while (++i < n);
}

/* What P points to may be PLACE: the order of stores stays.  */
__attribute__ ((noipa)) void
aliased (long *p, const int *v, int n)
{
  int i = 0;
  do
    {
      place = i;
      *p = i + 1;
      if (v[i] == 0)
        look ();
    }
  while (++i < n);
}

/* Only one of two ways to the place where it is wanted stores.  */
__attribute__ ((noipa)) void
one_way (long v, long w)
{
  if (v % 2)
    place = v;
  if (w % 2)
    other ^= w;
  look ();
}

int
main (int argc, char **argv)
{
  int n = 4000, rare = argc > 1 ? atoi (argv[1]) : 10;
  int *v = malloc (n * sizeof *v);
  for (int i = 0; i < n; i++)
    v[i] = i % 1000 >= 1000 - rare ? 0 : 1 + i % 7;
  for (int k = 0; k < 20; k++)
    {
      for (long i = 0; i < 2048; i++)
        arms (i + (argc > 2 ? i % 2 : 0));
      for (int i = 0; i < n; i += 500)
        loop (v + i, 500);
      printf ("%ld %ld\n", place, other);
      constant (v, n);
      printf ("%ld %ld\n", place, other);
      seen (v, n);
      printf ("%ld %ld\n", place, other);
      aliased (&place, v, n);
      printf ("%ld %ld\n", place, other);
      aliased (&other, v, n);
      for (int i = 0; i < 100; i++)
        one_way (i / 2, i);
      printf ("%ld %ld %ld\n", place, other, watched);
    }
  free (v);
  return 0;
}
