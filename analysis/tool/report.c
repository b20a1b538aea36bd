/* Messages of the wpp tool, and the end of the program when something is wrong.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "tool/tool.h"

static void
print_message (const char *where, const char *format, va_list ap)
{
  char *message = NULL, *line = NULL;
  int saved = errno;
  wpp_progress_end ();
  if (vasprintf (&message, format, ap) < 0)
    message = NULL;
  /* A message is one line, even if a file's name has several.  */
  if (message && asprintf (&line, "%s%s%s", where ? where : "", where ? ": " : "", message) >= 0)
    wpp_tame (line, strlen (line), "");
  else
    line = NULL;
  fflush (stdout);
  fprintf (stderr, "wpp: %s\n", line ? line : strerror (saved));
  free (line);
  free (message);
}

void
wpp_say (const char *where, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  print_message (where, format, ap);
  va_end (ap);
}

void
wpp_die (const char *where, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  print_message (where, format, ap);
  va_end (ap);
  exit (WPP_EXIT_TROUBLE);
}

void
wpp_die_at (const char *file, int err, const struct wpp_place *place)
{
  char text[1024];
  wpp_error_text (err, place, text, sizeof text);
  wpp_die (err == WPP_E_ASKED ? NULL : file, "%s%s", err == WPP_E_NOTES ? "notes: " : "", text);
}

void *
wpp_need (void *p)
{
  if (!p)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return p;
}

void *
wpp_new (size_t n, size_t size)
{
  return wpp_need (calloc (n ? n : 1, size));
}

void *
wpp_grow (void *p, size_t n, size_t size)
{
  return wpp_need (reallocarray (p, n ? n : 1, size));
}

/* This is also called while exiting, so it must not call exit.  SIGPIPE ends the program before this, unless the parent
   process has it ignored.  */
void
wpp_flush_output (void)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return;
  if (errno != EPIPE)
    fprintf (stderr, "wpp: standard output: %s\n", strerror (errno));
  _exit (errno == EPIPE ? WPP_EXIT_DONE : WPP_EXIT_TROUBLE);
}
