/* Waiting for the end of what still writes a file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/part.h"
#include "recording/opened/recording.h"
#include "recording/profile/rawfile.h"

#define STEP 50000     /* microseconds between two checks of a file */
#define LONG_WAIT 20u  /* steps after which that is told */

static bool
missing_p (const char *file)
{
  struct stat st;
  return stat (file, &st) != 0 && errno == ENOENT;
}

static void
tell (void *data, const char *file, const char *what)
{
  const struct wpp_listener *listener = data;
  if (listener->say)
    listener->say (listener->data, file, what);
}

/* If FILE is a raw file, return when no program stores events there any more: a program holds a lock on the file while
   it runs.  */
static void
wait_for_program (const char *file, const struct wpp_listener *listener)
{
  unsigned char magic[8];
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t n = fd < 0 ? -1 : pread (fd, magic, sizeof magic, 0);
  if (n > 0 && wpp_rawfile_p (magic, n))
    {
      for (unsigned waited = 0; flock (fd, LOCK_SH | LOCK_NB) < 0 && (errno == EINTR || errno == EWOULDBLOCK); waited++)
        {
          if (waited == LONG_WAIT)
            tell ((void *)listener, file, "waiting for the end of the program that writes it");
          usleep (STEP);
        }
    }
  if (fd >= 0)
    close (fd);
}

int
wpp_wait_for_file (const char *file, const struct wpp_listener *listener, struct wpp_place *place)
{
  enum wpp_part_state state = wpp_part_wait (file, tell, (void *)listener);
  if (state == WPP_PART_LEFT && missing_p (file))
    return wpp_complain (place, "", 0, WPP_E_TOLD,
                         "its collector died while writing it; %s" WPP_PART " is what is left", file);
  wait_for_program (file, listener);
  return 0;
}
