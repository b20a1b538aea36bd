/* A program that tells addresses itself, `NAME ADDRESS': wpp addresses must find the same.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int filled[32];
static struct node { struct node *next; long n; } *first;

int
main (void)
{
  for (int i = 0; i < 32; i++)
    {
      filled[i] = i * i;
      printf ("filled %p\n", (void *) &filled[i]);
    }
  for (int i = 0; i < 9; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->n = i;
      printf ("node %p\n", (void *) &n->n);
      n->next = first;
      first = n;
    }
  long sum = 0;
  for (struct node *n = first; n; n = n->next)
    {
      sum += n->n;
      printf ("sum %p\n", (void *) &n->n);
      n->n = filled[n->n];
    }
  int copy[32];
  memcpy (copy, filled, sizeof copy);
  for (int i = 0; i < 32; i += 3)
    {
      sum += copy[i];
      printf ("copy %p\n", (void *) &copy[i]);
    }
  printf ("%ld\n", sum);
  return 0;
}
