/* What callgrind counted, as one number.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "decide/trials/callgrind.h"

#define MOST_EVENTS 32u

static const char begin[] = "callgrind.";

/* What an event costs.  */
static double
weight (const char *event)
{
  static const struct { const char *event; double weight; } known[]
    = { { "Ir", 1 },    { "I1mr", 10 },  { "D1mr", 10 },  { "D1mw", 10 }, { "ILmr", 100 },
        { "DLmr", 100 }, { "DLmw", 100 }, { "Bcm", 15 }, { "Bim", 15 } };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp (event, known[i].event) == 0)
      return known[i].weight;
  return 0;
}

/* The weights of the events that LINE names; return how many.  */
static unsigned
read_events (char *line, double *weights)
{
  unsigned n = 0;
  for (char *rest = line, *event; n < MOST_EVENTS && (event = strsep (&rest, " \n"));)
    if (*event)
      weights[n++] = weight (event);
  return n;
}

static double
weigh (const char *line, const double *weights, unsigned n)
{
  double sum = 0;
  char *end;
  for (unsigned i = 0; i < n; i++, line = end)
    sum += weights[i] * strtod (line, &end);
  return sum;
}

/* Add what FILE has to *SUM, unless it is of the shell that ran COMMAND.  */
static int
read_file (const char *file, const char *command, double *sum)
{
  double weights[MOST_EVENTS], totals = 0, summary = -1;
  unsigned n = 0;
  bool shell = false;
  char *line = NULL, *cmd = NULL;
  size_t room = 0;
  FILE *f = fopen (file, "re");
  if (!f || asprintf (&cmd, "sh -c %s", command) < 0)
    return WPP_E_IO;
  while (getline (&line, &room, f) > 0)
    if (strncmp (line, "events: ", 8) == 0)
      n = read_events (line + 8, weights);
    else if (strncmp (line, "cmd: ", 5) == 0)
      {
        /* It ends with the line, or where COMMAND has its first one.  */
        size_t length = strcspn (line + 5, "\n");
        const char *name = strstr (line + 5, "sh -c ");
        shell = name && name <= line + 5 + strlen ("/usr/bin/") && strncmp (name, cmd, length - (name - line - 5)) == 0;
      }
    else if (strncmp (line, "totals: ", 8) == 0)
      totals += weigh (line + 8, weights, n);
    else if (strncmp (line, "summary: ", 9) == 0)
      summary = weigh (line + 9, weights, n);
  fclose (f);
  free (line);
  free (cmd);
  if (!shell)
    *sum += summary >= 0 ? summary : totals;
  return 0;
}

/* Call DO with each of callgrind's files in FOLDER.  Return how many, or an error.  */
static int
each_file (const char *folder, int (*what) (const char *file, const char *command, double *sum), const char *command,
           double *sum)
{
  DIR *d = opendir (folder);
  int n = 0, err = d ? 0 : WPP_E_IO;
  for (struct dirent *e; !err && (e = readdir (d));)
    if (strncmp (e->d_name, begin, strlen (begin)) == 0)
      {
        char *file;
        err = asprintf (&file, "%s/%s", folder, e->d_name) < 0 ? WPP_E_NOMEM : what (file, command, sum);
        if (err != WPP_E_NOMEM)
          free (file);
        n++;
      }
  if (d)
    closedir (d);
  return err ? err : n;
}

static int
remove_file (const char *file, const char *command, double *sum)
{
  return unlink (file) ? WPP_E_IO : 0;
}

int
wpp_callgrind_empty (const char *folder)
{
  if (mkdir (folder, 0777) && errno != EEXIST)
    return WPP_E_IO;
  int n = each_file (folder, remove_file, NULL, NULL);
  return n < 0 ? n : 0;
}

int
wpp_callgrind_read (const char *folder, const char *command, double *estimate)
{
  *estimate = 0;
  int n = each_file (folder, read_file, command, estimate);
  return n < 0 ? n : *estimate > 0 ? 0 : WPP_E_EMPTY;
}
