/* Files that commands write.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A file gets its name when it is complete.  Until then it has none, so nothing is left of it if the command is killed.
   Where the file system knows no such files, it is a temporary file beside that name, which is removed if the command
   fails.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file-names.h"
#include "tool/tool.h"

static const char *output;    /* the file, as the user calls it */
static char *real;            /* the file after following links; null for a pipe or device */
static char *unfinished;      /* the temporary file, until it is renamed; null: it has no name */

/* Called when the program exits.  */
static void
remove_unfinished (void)
{
  if (unfinished)
    unlink (unfinished);
}

/* Called when a signal ends the program.  */
static void
give_up (int sig)
{
  remove_unfinished ();
  signal (sig, SIG_DFL);
  raise (sig);
}

static void
catch_signals (void)
{
  static const int signals[] = { SIGHUP, SIGINT, SIGTERM };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (signal (signals[i], give_up) == SIG_IGN)
      signal (signals[i], SIG_IGN);
}

/* Does NAME exist, and must it be written to instead of being replaced, like a pipe?  */
static bool
keeps_its_place_p (const char *name)
{
  struct stat st;
  return stat (name, &st) == 0 && !S_ISREG (st.st_mode) && !S_ISDIR (st.st_mode);
}

/* Open a temporary file beside FILE; or beside the target, if FILE is a symbolic link.  */
static int
open_unfinished (const char *file)
{
  real = realpath (file, NULL);
  if (!real && !(real = strdup (file)))
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  int nameless = wpp_nameless_open (real);
  if (nameless >= 0)
    return nameless;
  size_t n = strlen (real) + 8;
  unfinished = wpp_new (n, 1);
  snprintf (unfinished, n, "%s.XXXXXX", real);
  int fd = mkstemp (unfinished);
  if (fd < 0)
    {
      free (unfinished);
      unfinished = NULL;
      return -1;
    }
  atexit (remove_unfinished);
  catch_signals ();
  mode_t mask = umask (0);
  umask (mask);
  fchmod (fd, 0666 & ~mask);
  return fd;
}

FILE *
wpp_output_open (const char *file)
{
  output = file;
  int fd = keeps_its_place_p (file) ? open (file, O_WRONLY | O_CLOEXEC) : open_unfinished (file);
  FILE *f = fd < 0 ? NULL : fdopen (fd, "wb");
  if (!f)
    wpp_die (file, "%s", strerror (errno));
  return f;
}

void
wpp_output_close (FILE *f)
{
  if (ferror (f) || fflush (f) || (real && !unfinished && wpp_nameless_publish (fileno (f), real)) || fclose (f)
      || (unfinished && rename (unfinished, real)))
    wpp_die (output, "%s", strerror (errno));
  /* Set it to null before freeing, because a signal handler may use it.  */
  char *done = unfinished;
  unfinished = NULL;
  free (done);
  free (real);
  real = NULL;
}
