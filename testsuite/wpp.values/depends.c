/* Dependences through memory: what each line of main depends on is said beside it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
static int cells[16];
static struct pair left, right;

static void put (int *where, int v) { *where = v; }
static int get (const int *where) { return *where; }

int
main (void)
{
  int *heap = malloc (8 * sizeof *heap);          /* heap */
  char text[32], other[32];
  int i = 3, j = 5;                               /* indices */
  put (&cells[i], 10);                            /* put-3 */
  put (&cells[j], 20);                            /* put-5 */
  int three = get (&cells[i]);                    /* three */
  left.a = 1;                                     /* left-a */
  left.b = 2;                                     /* left-b */
  right = left;                                   /* copied */
  int b = right.b;                                /* b */
  heap[2] = 7;                                    /* heap-2 */
  heap[3] = 8;                                    /* heap-3 */
  heap = realloc (heap, 4000 * sizeof *heap);     /* moved */
  int seven = heap[2];                            /* seven */
  memset (text, 'x', sizeof text);                /* filled */
  FILE *out = fopen ("depends.tmp", "w");         /* opened */
  fputs ("hello", out);                           /* written */
  fclose (out);                                   /* closed */
  FILE *in = fopen ("depends.tmp", "r");          /* again */
  size_t n = fread (text, 1, sizeof text, in);    /* read */
  char second = text[1], last = text[20];         /* bytes */
  memcpy (other, text, sizeof other);             /* memcpy */
  char third = other[2];                          /* third */
  printf ("%d %d %d %zu %c %c %c\n", three, b, seven, n, second, last, third);
  free (heap);
  return fclose (in);
}
