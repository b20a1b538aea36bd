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
#include "base/far/far.h"
#include "base/text.h"
#include "tool/tool.h"

static volatile sig_atomic_t seconds;
static volatile sig_atomic_t shown;
static char line[256];
static size_t line_length;
/* Write the line with the seconds after it.  */
static void
tick (int sig)
{
  int saved = errno;
  char text[sizeof line + WPP_FAR_TEXT + 3];
  size_t n = line_length;
  memcpy (text, line, line_length);
  n += wpp_far_text (text + n, ++seconds);
  memcpy (text + n, "\033[K", 3);
  n += 3;
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
  wpp_far_forget ();
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
