/* What is read and written up to some end that nobody records: strings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { char name[8]; int number; } pairs[3];
static char line[64], words[4][16];

static int
find (const char *name)
{
  for (int i = 0; i < 3; i++)
    if (!strcmp (pairs[i].name, name))
      return pairs[i].number;
  return -1;
}

int
main (void)
{
  char *copy = malloc (16), *again;
  strcpy (pairs[0].name, "one");
  strcpy (pairs[1].name, "two");
  pairs[2] = pairs[0];
  pairs[2].name[0] = 'x';
  for (int i = 0; i < 3; i++)
    pairs[i].number = 10 * i;
  strcpy (copy, "two");
  int two = find (copy);
  copy[0] = 'x';
  copy[1] = 'n';
  int none = find (copy);
  copy[2] = 'e';
  int third = find (copy);
  strcpy (line, "alpha beta gamma");
  int n = sscanf (line, "%15s %15s %15s", words[0], words[1], words[2]);
  words[1][0] = 'B';
  snprintf (line, sizeof line, "%s %s", words[1], words[2]);
  line[0] = 'b';
  again = strdup (line);
  int length = strlen (again), at = strchr (again, 'g') - again;
  strncpy (words[3], again, 5);
  memmove (words[3] + 1, words[3], 5);
  char moved = words[3][1], last = words[3][5];
  printf ("%d %d %d %d %d %d %c %c\n", two, none, third, n, length, at, moved, last);
  free (again);
  free (copy);
  return 0;
}
