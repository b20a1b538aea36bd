/* Unit tests of files in memory: holes, files that others shorten, and what is no file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file-copy.h"
#include "unit.h"

#define FILE_NAME "test-file-copy.file"
#define HOLE ((size_t) 256 << 20)   /* bytes */

/* A file of SIZE bytes, of which the first and the last SIZE_OF_DATA are written.  */
static int
make_file (size_t size, size_t size_of_data)
{
  char *data = malloc (size_of_data);
  int fd = open (FILE_NAME, O_RDWR | O_CREAT | O_TRUNC, 0600);
  memset (data, 'x', size_of_data);
  CHECK_QUIET (ftruncate (fd, (off_t) size) == 0 && pwrite (fd, data, size_of_data, 0) == (ssize_t) size_of_data
                 && pwrite (fd, data, size_of_data, (off_t) (size - size_of_data)) == (ssize_t) size_of_data,
               "writing %s", FILE_NAME);
  free (data);
  return fd;
}

static void
test_whole (void)
{
  struct wpp_file_copy copy;
  int fd = make_file (100000, 50000);
  int err = wpp_file_copy (fd, &copy);
  bool same = !err && copy.size == 100000;
  for (size_t i = 0; same && i < copy.size; i++)
    same = copy.data[i] == 'x';
  CHECK (same, "a file is copied");
  CHECK_QUIET (pwrite (fd, "y", 1, 0) == 1, "writing again");
  CHECK (same && copy.data[0] == 'x', "what is written afterwards is not in the copy");
  CHECK_QUIET (ftruncate (fd, 0) == 0, "shortening");
  CHECK (same && copy.data[99999] == 'x', "nor is it shortened with the file");
  wpp_file_copy_release (&copy);
  close (fd);
}

static void
test_holes (void)
{
  struct wpp_file_copy copy;
  struct rusage before, after;
  int fd = make_file (HOLE, 4096);
  getrusage (RUSAGE_SELF, &before);
  int err = wpp_file_copy (fd, &copy);
  getrusage (RUSAGE_SELF, &after);
  CHECK (!err && copy.size == HOLE && copy.data[0] == 'x' && copy.data[HOLE - 1] == 'x' && copy.data[HOLE / 2] == 0,
         "a file with a hole is copied");
  CHECK (after.ru_maxrss - before.ru_maxrss < (long) (HOLE >> 10) / 8, "the hole takes no memory: %ld KiB",
         after.ru_maxrss - before.ru_maxrss);
  wpp_file_copy_release (&copy);
  CHECK_QUIET (ftruncate (fd, (off_t) (2 * HOLE)) == 0, "a hole at the end");
  err = wpp_file_copy (fd, &copy);
  CHECK (!err && copy.size == 2 * HOLE && copy.data[2 * HOLE - 1] == 0, "a hole at the end is one");
  wpp_file_copy_release (&copy);
  close (fd);
}

/* Shorten and lengthen the file until killed.  */
static void
play (int fd)
{
  for (;;)
    if (ftruncate (fd, 100) || ftruncate (fd, 1 << 20))
      _exit (1);
}

/* Another process changes the file's size all the time: each copy has one of its sizes, or what was there up to where
   the file ended when it was read, and every byte of it can be looked at.  */
static void
test_race (void)
{
  int fd = make_file (1 << 20, 1 << 19);
  pid_t child = fork ();
  if (child == 0)
    play (fd);
  unsigned long sum = 0;
  bool ok = true;
  for (int i = 0; i < 300 && ok; i++)
    {
      struct wpp_file_copy copy;
      int err = wpp_file_copy_named (FILE_NAME, &copy);
      ok = !err && copy.size <= 1 << 20;
      for (size_t k = 0; ok && k < copy.size; k += 512)
        sum += copy.data[k];
      wpp_file_copy_release (&copy);
    }
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  CHECK (ok && sum != 1, "copies of a file that is shortened meanwhile");
  close (fd);
}

static void
test_errors (void)
{
  struct wpp_file_copy copy;
  CHECK (wpp_file_copy_named ("/nowhere/at/all", &copy) == WPP_E_IO && errno == ENOENT, "no file");
  CHECK (wpp_file_copy_named ("/", &copy) == WPP_E_IO && errno == EISDIR, "a folder");
  CHECK (wpp_file_copy_named ("/dev/null", &copy) == WPP_E_IRREGULAR && !copy.data, "a device");
  close (open (FILE_NAME, O_RDWR | O_CREAT | O_TRUNC, 0600));
  CHECK (wpp_file_copy_named (FILE_NAME, &copy) == 0 && !copy.data && copy.size == 0, "an empty file");
}

int
main (void)
{
  test_whole ();
  test_holes ();
  test_race ();
  test_errors ();
  unlink (FILE_NAME);
  return unit_done ();
}
