/* What was built and run so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "decide/trials/journal.h"

static const char *const results[] = { "same", "other", "failed" };

#define N_RESULTS (sizeof results / sizeof *results)

/* ---- What is kept.  */

static int
keep_build (struct wpp_journal *j, const struct wpp_trial_build *build)
{
  if (WPP_RESERVE (j->builds, j->builds_room, j->n_builds, 1))
    return WPP_E_NOMEM;
  struct wpp_trial_build *b = &j->builds[j->n_builds++];
  *b = *build;
  b->options = strdup (build->options);
  b->folder = build->folder ? strdup (build->folder) : NULL;
  return b->options && (b->folder || !build->folder) ? 0 : WPP_E_NOMEM;
}

static int
keep_run (struct wpp_journal *j, const struct wpp_trial_run *run)
{
  if (WPP_RESERVE (j->runs, j->runs_room, j->n_runs, 1))
    return WPP_E_NOMEM;
  struct wpp_trial_run *r = &j->runs[j->n_runs++];
  *r = *run;
  r->options = strdup (run->options);
  return r->options ? 0 : WPP_E_NOMEM;
}

const struct wpp_trial_build *
wpp_journal_find_build (const struct wpp_journal *j, const char *options)
{
  for (size_t i = j->n_builds; i-- > 0;)
    if (strcmp (j->builds[i].options, options) == 0)
      return &j->builds[i];
  return NULL;
}

const struct wpp_trial_run *
wpp_journal_find_run (const struct wpp_journal *j, const char *options, unsigned number)
{
  for (size_t i = 0; i < j->n_runs; i++)
    if (j->runs[i].number == number && strcmp (j->runs[i].options, options) == 0)
      return &j->runs[i];
  return NULL;
}

/* ---- Writing.  */

/* Write TEXT, which is freed, as one piece.  */
static int
put (struct wpp_journal *j, char *text)
{
  if (!text)
    return WPP_E_NOMEM;
  size_t size = strlen (text);
  ssize_t n = write (j->fd, text, size);
  free (text);
  return n == (ssize_t)size && fdatasync (j->fd) == 0 ? 0 : WPP_E_IO;
}

int
wpp_journal_build (struct wpp_journal *j, const struct wpp_trial_build *b)
{
  char *text;
  if (asprintf (&text, "build\t%s\t%s\t%.3f\n", b->options, b->folder ? b->folder : "-", b->seconds) < 0)
    text = NULL;
  int err = put (j, text);
  return err ? err : keep_build (j, b);
}

int
wpp_journal_run (struct wpp_journal *j, const struct wpp_trial_run *r)
{
  char *text;
  if (asprintf (&text, "run\t%s\t%u\t%s\t%.6f\t%.6f\n", r->options, r->number, results[r->result], r->seconds, r->cost)
      < 0)
    text = NULL;
  int err = put (j, text);
  return err ? err : keep_run (j, r);
}

/* ---- Reading.  */

/* Split LINE at its tabs into PART [N].  Return whether there are so many.  */
static bool
split (char *line, char **part, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!(part[i] = strsep (&line, "\t")))
      return false;
  return !line;
}

/* Set *X to the number TEXT.  Return whether it is one, 0 or more.  */
static bool
number_p (const char *text, double *x)
{
  char *end;
  *x = strtod (text, &end);
  return *text && !*end && *x >= 0;
}

static int
read_build (struct wpp_journal *j, char *line)
{
  char *part[3];
  struct wpp_trial_build b;
  if (!split (line, part, 3) || !number_p (part[2], &b.seconds) || strchr (part[1], '/'))
    return WPP_E_CORRUPT;
  b.options = part[0];
  b.folder = strcmp (part[1], "-") ? part[1] : NULL;
  return keep_build (j, &b);
}

static int
read_run (struct wpp_journal *j, char *line)
{
  char *part[5];
  struct wpp_trial_run r;
  double number;
  if (!split (line, part, 5) || !number_p (part[1], &number) || number > UINT32_MAX || !number_p (part[3], &r.seconds)
      || !number_p (part[4], &r.cost))
    return WPP_E_CORRUPT;
  unsigned k = 0;
  while (k < N_RESULTS && strcmp (part[2], results[k]))
    k++;
  r.options = part[0];
  r.number = number;
  r.result = k;
  return k < N_RESULTS ? keep_run (j, &r) : WPP_E_CORRUPT;
}

static int
read_line (struct wpp_journal *j, char *line, const char *head, bool first)
{
  if (first)
    return strncmp (line, "wpp tune 1\t", 11) ? WPP_E_CORRUPT : strcmp (line, head) ? WPP_E_RANGE : 0;
  char *rest = strchr (line, '\t');
  if (!rest)
    return WPP_E_CORRUPT;
  *rest++ = '\0';
  return strcmp (line, "build") == 0 ? read_build (j, rest)
         : strcmp (line, "run") == 0 ? read_run (j, rest) : WPP_E_CORRUPT;
}

/* Read F's lines; set *END to where the last whole one ends.  */
static int
read_lines (struct wpp_journal *j, FILE *f, const char *head, off_t *end)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  int err = 0;
  *end = 0;
  while (!err && (n = getline (&line, &room, f)) > 0 && line[n - 1] == '\n')
    {
      line[n - 1] = '\0';
      err = memchr (line, 0, n - 1) ? WPP_E_CORRUPT : read_line (j, line, head, *end == 0);
      *end += n;
    }
  free (line);
  return err;
}

int
wpp_journal_open (struct wpp_journal *j, const char *file, uint64_t question)
{
  char head[64], *text;
  off_t end;
  snprintf (head, sizeof head, "wpp tune 1\t%016" PRIx64, question);
  *j = (struct wpp_journal){ .fd = open (file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) };
  FILE *f = j->fd < 0 ? NULL : fopen (file, "re");
  if (!f)
    return WPP_E_IO;
  int err = read_lines (j, f, head, &end);
  fclose (f);
  if (err)
    return err;
  if (ftruncate (j->fd, end))
    return WPP_E_IO;
  if (end)
    return 0;
  return put (j, asprintf (&text, "%s\n", head) < 0 ? NULL : text);
}

void
wpp_journal_release (struct wpp_journal *j)
{
  for (size_t i = 0; i < j->n_builds; i++)
    {
      free (j->builds[i].options);
      free (j->builds[i].folder);
    }
  for (size_t i = 0; i < j->n_runs; i++)
    free (j->runs[i].options);
  free (j->builds);
  free (j->runs);
  if (j->fd >= 0)
    close (j->fd);
  *j = (struct wpp_journal){ .fd = -1 };
}
