/* What functions of the C library write, move and clear: read as single bytes, and told.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef SMALL
#define ROUNDS 3
#define MOST 200
#else
#define ROUNDS 50
#define MOST 100000
#endif

static unsigned long sum;

static void __attribute__ ((noinline))
add (const unsigned char *p, long n)
{
  for (long i = 0; i < n; i++)
    sum = sum * 31 + p[i];
}

static void
tell (const char *what)
{
  printf ("%s %lu\n", what, sum);
}

static void
descriptors (const char *name, int fd)
{
  static unsigned char buffer[5000];
  long n;
  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    add (buffer, n);
  n = pread (fd, buffer, 1000, 300);
  add (buffer, n);
  n = read (-1, buffer, 10);
  add (buffer, n);
  n = readlink (name, (char *)buffer, sizeof buffer);
  add (buffer, n);
  int pair[2];
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, pair))
    return;
  send (pair[0], "a message", 9, 0);
  send (pair[0], "another", 7, 0);
  n = recv (pair[1], buffer, 100, 0);
  add (buffer, n);
  n = recv (pair[1], buffer, 3, MSG_TRUNC);
  add (buffer, 3);
  sum += n;
  tell ("descriptors");
}

static void
streams (FILE *f)
{
  char line[100], *whole = NULL;
  size_t room = 0;
  unsigned char items[7][12];
  rewind (f);
  long n = fread (items, 12, 7, f);
  add (items[0], n * 12);
  while (fgets (line, sizeof line, f))
    add ((unsigned char *)line, strlen (line));
  rewind (f);
  while ((n = getline (&whole, &room, f)) >= 0)
    add ((unsigned char *)whole, n + 1);
  free (whole);
  tell ("streams");
}

static void
strings (void)
{
  char text[200];
  for (int i = 0; i < ROUNDS; i++)
    {
      int n = snprintf (text, 20, "number %d of many", i * i * i);
      add ((unsigned char *)text, n < 20 ? n : 20);
      n = sprintf (text + 20, "%d", i);
      add ((unsigned char *)text + 20, n);
      strcpy (text + 40, text);
      strncpy (text + 80, text, 30);
      strcat (text + 40, text + 20);
      char *copy = strdup (text + 40);
      add ((unsigned char *)copy, strlen (copy));
      add ((unsigned char *)text + 80, 30);
      free (copy);
    }
  tell ("strings");
}

static void
objects (void)
{
  unsigned char *p = NULL;
  for (int size = 16; size < MOST; size *= 3)
    {
      p = realloc (p, size);
      if (size == 16)
        memset (p, 5, 16);
      memset (p + size / 3, size & 255, size - size / 3);
      void *between = malloc (20);
      unsigned char *cleared = calloc (size, 2);
      add (p, size);
      add (cleared, 2 * size);
      memset (cleared, 7, size);
      free (cleared);
      free (between);
    }
  free (p);
  tell ("objects");
}

int
main (int argc, char **argv)
{
  FILE *f = fopen (argv[1], "r");
  if (!f || argc < 3)
    return 1;
  descriptors (argv[2], fileno (f));
  streams (f);
  strings ();
  objects ();
  return 0;
}
