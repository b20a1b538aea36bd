/* A progress line on standard error for work that takes over a second.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Most of the time is spent in the analysis library, which prints nothing and has no callbacks.
   So the handler of a timer signal writes the line.  It uses only functions that are safe in a
   handler.  */

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include "base/text.h"
#include "tool/tool.h"

static volatile sig_atomic_t seconds;
static volatile sig_atomic_t shown;
static char line[256];
static size_t line_length;

/* Write the line with the number of seconds after it.  */
static void
tick (int sig)
{
  int saved = errno;
  char text[sizeof line + 32];
  char digits[16];
  size_t n = 0, d = sizeof digits;
  int s = ++seconds;
  do
    digits[--d] = '0' + s % 10;
  while ((s /= 10) && d > 0);
  memcpy (text, line, line_length);
  n = line_length;
  memcpy (text + n, digits + d, sizeof digits - d);
  n += sizeof digits - d;
  memcpy (text + n, " s\033[K", 5);
  n += 5;
  shown = 1;
  if (write (STDERR_FILENO, text, n) < 0)
    shown = 0;
  errno = saved;
}

static void
set_timer (int period)
{
  struct itimerval t = { { period, 0 }, { period, 0 } };
  setitimer (ITIMER_REAL, &t, NULL);
}

void
wpp_progress (const char *doing, const char *subject)
{
  wpp_progress_end ();
  if (!isatty (STDERR_FILENO))
    return;
  int n = snprintf (line, sizeof line, "\rwpp: %.60s%s%.150s: ", doing, subject ? " " : "",
                    subject ? subject : "");
  wpp_tame (line + 1, strlen (line + 1), "");
  line_length = n < (int) sizeof line ? (size_t) n : sizeof line - 1;
  struct sigaction sa = { .sa_handler = tick, .sa_flags = SA_RESTART };
  sigaction (SIGALRM, &sa, NULL);
  seconds = 0;
  set_timer (1);
}

void
wpp_progress_end (void)
{
  if (!line_length)
    return;
  set_timer (0);
  line_length = 0;
  if (shown && write (STDERR_FILENO, "\r\033[K", 4) < 0)
    return;
  shown = 0;
}
