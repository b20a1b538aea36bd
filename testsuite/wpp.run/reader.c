/* reader FILE: ask all the time whether somebody has a lock on FILE, as `wpp' does.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  alarm (60);
  for (;;)
    {
      int fd = open (argv[1], O_RDONLY);
      if (fd >= 0)
        {
          flock (fd, LOCK_SH | LOCK_NB);
          close (fd);
        }
    }
}
