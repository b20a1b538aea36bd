/* What sanitizers add code to: accesses by pointer and index, arrays of variable length, signed arithmetic, shifts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node
{
  struct node *next;
  int value;
};

static struct node *
push (struct node *list, int value)
{
  struct node *n = malloc (sizeof *n);
  n->next = list;
  n->value = value;
  return n;
}

static int
sum (const struct node *list)
{
  int s = 0;
  for (; list; list = list->next)
    if (list->value % 3)
      s += list->value << (list->value & 3);
    else
      s -= list->value;
  return s;
}

static int
sorted (int n)
{
  int v[n + 1], swaps = 0;
  for (int i = 0; i <= n; i++)
    v[i] = i * 37 % 23;
  for (int i = 1; i <= n; i++)
    for (int k = i; k > 0 && v[k - 1] > v[k]; k--, swaps++)
      {
        int t = v[k];
        v[k] = v[k - 1];
        v[k - 1] = t;
      }
  return swaps + v[n / 2];
}

int
main (void)
{
  struct node *list = NULL;
  char text[40] = "";
  for (int i = 0; i < 25; i++)
    {
      list = push (list, i * i % 17);
      if (strlen (text) + 2 < sizeof text)
        strcat (text, i % 2 ? "ab" : "c");
    }
  printf ("%d %d %s\n", sum (list), sorted (30), text);
  while (list)
    {
      struct node *next = list->next;
      free (list);
      list = next;
    }
  return 0;
}
