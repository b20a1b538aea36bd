/* A program that tells values itself, `NAME VALUE': wpp values must find the same.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thing
{
  int narrow : 5;
  unsigned wide : 11;
  short small;
  float real;
  double wider;
  struct thing *next;
};

static int numbers[64];
static unsigned char bytes[64];
static struct thing *first;

static struct thing *
add (int i)
{
  struct thing *t = calloc (1, sizeof *t);
  t->narrow = i * 3;
  t->wide = i * 977;
  t->small = i * -4321;
  t->real = i / 3.0f;
  t->wider = 1.0 / (i + 1);
  t->next = first;
  return first = t;
}

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  int order = (x > y) - (x < y);
  printf ("order %d\n", order);
  return order;
}

static long
sum (void)
{
  long all = 0;
  int counts[8] = { 0 };
  for (struct thing *t = first; t; t = t->next)
    {
      int narrow = t->narrow;
      printf ("narrow %d\n", narrow);
      unsigned wide = t->wide;
      printf ("wide %u\n", wide);
      short small = t->small;
      printf ("small %d\n", small);
      float real = t->real * 1.5f;
      printf ("real %a\n", real);
      double wider = t->wider + real;
      printf ("wider %a\n", wider);
      counts[wide & 7] += narrow;
      int count = counts[(wide + 3) & 7];
      printf ("count %d\n", count);
      all += wide - narrow + count;
      printf ("all %ld\n", all);
    }
  return all;
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      struct thing *made = add (i);
      printf ("made %p\n", (void *) made);
    }
  for (int i = 0; i < 64; i++)
    numbers[i] = (i * 37) % 64;
  qsort (numbers, 16, sizeof *numbers, compare);
  memset (bytes, 0xa5, sizeof bytes);
  memcpy (bytes + 8, numbers, 32);
  for (int i = 0; i < 24; i++)
    {
      unsigned char byte = bytes[i * 2];
      printf ("byte %u\n", byte);
    }
  char line[32];
  snprintf (line, sizeof line, "%ld", sum ());
  for (int i = 0; line[i]; i++)
    {
      char letter = line[i] ^ 1;
      printf ("letter %d\n", letter);
    }
  return 0;
}
