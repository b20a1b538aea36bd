/* How deep small functions that call themselves can go: prints the depth of each when the stack is full.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTION static __attribute__ ((noinline)) long

static volatile long *depth;

struct node
{
  struct node *left, *right;
  int value;
};

FUNCTION
walk (struct node *n)
{
  ++*depth;
  long a = n->left ? walk (n->left) : 0;
  if (n->value & 1)
    a ^= n->value;
  return a * 3 + (n->right ? walk (n->right) : 1);
}

FUNCTION
length (struct node *n)
{
  ++*depth;
  return n->left ? (n->value + length (n->left)) / 3 : 0;
}

FUNCTION
twice (struct node *n)
{
  ++*depth;
  long sum = 0;
  for (int i = 0; i < n->value; i++)
    sum += twice (n->left) ^ i;
  return sum;
}

FUNCTION other (struct node *n);

FUNCTION
one (struct node *n)
{
  ++*depth;
  return n->value ? other (n->left) + 1 : 1;
}

FUNCTION
other (struct node *n)
{
  long r = one (n);
  return n->value == 2 ? r : r ^ 1;
}

FUNCTION
parse (struct node *n)
{
  char text[100];
  ++*depth;
  /* Not a constant, as GCC 16 has no array then.  */
  for (int i = 0; i < 17 + n->value; i++)
    text[i] = n->value + i;
  long r = parse ((struct node *) (n->left ? n->left : n) + 0 * text[3]);
  return r & 1 ? r + text[3] : r - text[5];
}

int
main (void)
{
  static long (*const functions[]) (struct node *) = { walk, length, twice, one, parse };
  struct node n = { &n, 0, 3 };
  depth = mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
    {
      int status;
      *depth = 0;
      if (fork () == 0)
        _exit (functions[i](&n) & 1);
      wait (&status);
      printf ("%ld ", *depth);
      fflush (stdout);
    }
  puts ("");
  return 0;
}
