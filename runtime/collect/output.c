/* The profile's file: written under a temporary name, which then becomes its name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The collector holds a lock (flock) on NAME.part (part.h) while it may still write NAME, so that a reader can wait.
   An older profile NAME is replaced, except in three cases, in which the new one gets NAME with a number before its
   `.wpp': the programs run at the same time; one process has executed both programs, one after the other;
   or the older file has the path counts of the same process.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/bytes.h"
#include "runtime/collect/collect.h"
#include "format/counts-file.h"
#include "base/part.h"
#include "base/process.h"

#define NAMES_MAX 1000
#define READER_MOMENT 1000 /* microseconds */
#define READER_TRIES 100u

/* Make the names: the name that the program requested, with number N unless that is 1.  */
static void
make_names (struct collection *c, unsigned n)
{
  size_t length = strnlen (c->shared->file, sizeof c->shared->file - 1);
  const char *file = c->shared->file, *suffix = "";
  if (length > 4 && memcmp (file + length - 4, ".wpp", 4) == 0)
    {
      suffix = ".wpp";
      length -= 4;
    }
  if (n == 1)
    snprintf (c->name, sizeof c->name, "%.*s%s", (int) length, file, suffix);
  else
    snprintf (c->name, sizeof c->name, "%.*s.%u%s", (int) length, file, n, suffix);
  snprintf (c->part, sizeof c->part, "%s" WPP_PART, c->name);
}

/* Is FD, which is locked now, still the file NAME?  */
static bool
still_called (int fd, const char *name)
{
  struct stat a, b;
  return fstat (fd, &a) == 0 && stat (name, &b) == 0 && a.st_dev == b.st_dev
         && a.st_ino == b.st_ino;
}

/* Lock FD for this collector.  A reader that checks the lock has a shared lock itself for a moment, for which this
   waits.  Return false when another collector has the lock.  */
static bool
lock (int fd)
{
  for (unsigned tries = 0; flock (fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK; tries++)
    {
      if (tries == READER_TRIES || flock (fd, LOCK_SH | LOCK_NB) < 0)
        return false;
      flock (fd, LOCK_UN);
      usleep (READER_MOMENT);
    }
  /* Some file systems have no locks; then nobody can wait for the profile.  */
  return true;
}

/* The descriptor of C->part that the program has opened and locked, if it has; else -1.  */
static int
take_given (struct collection *c)
{
  int fd = c->given_part;
  c->given_part = -1;
  if (fd < 0 || (still_called (fd, c->part) && fcntl (fd, F_SETFD, FD_CLOEXEC) == 0))
    return fd;
  close (fd);
  return -1;
}

/* Open and lock PART.  Return its descriptor; -1 and errno EWOULDBLOCK when another collector has it.  */
static int
open_locked (const char *part)
{
  for (;;)
    {
      int fd = open (part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (fd < 0)
        return -1;
      if (!lock (fd))
        {
          close (fd);
          errno = EWOULDBLOCK;
          return -1;
        }
      if (still_called (fd, part))
        return fd;
      close (fd);
    }
}

/* Is NAME a raw file (rawfile.h) to which a program still writes?  */
static bool
locked_p (const char *name)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  bool locked = fd >= 0 && flock (fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
  if (fd >= 0)
    close (fd);
  return locked;
}

/* Read the beginning of the file NAME to BYTES [ROOM].  Return the number of bytes, or a negative number.  */
static ssize_t
read_head (const char *name, void *bytes, size_t room)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  ssize_t n = fd < 0 ? -1 : pread (fd, bytes, room, 0);
  if (fd >= 0)
    close (fd);
  return n;
}

/* Is the recorded process the process PID, which began at START?  A collector that was started after the process had
   ended does not know its start; then assume that it is.  */
static bool
this_p (const struct collection *c, uint64_t pid, uint64_t start)
{
  return pid == c->shared->pid && (!start || !c->watch.start || start == c->watch.start);
}

/* Is NAME a file of path counts of the recorded process, or of a process that is still running?  */
static bool
counted_p (const struct collection *c, const char *name)
{
  struct wpp_counts_header head;
  size_t needed = offsetof (struct wpp_counts_header, exited);
  ssize_t n = read_head (name, &head, sizeof head);
  if (n < (ssize_t) needed || memcmp (head.magic, WPP_COUNTS_MAGIC, sizeof head.magic))
    return false;
  /* Others may count in a file of a pool.  */
  if (n == sizeof head && head.version >= WPP_COUNTS_POOLS && head.runs)
    return true;
  return this_p (c, head.pid, head.start_time) || (head.start_time && wpp_process_start (head.pid) == head.start_time);
}

/* Is NAME a profile of the recorded process, made before it executed another program?  RUN follows PROC
   (format/profile-file.h), whose strings are no longer than those in the shared memory.  */
static bool
ours_p (const struct collection *c, const char *name)
{
  unsigned char bytes[4 * WPP_PATH_BYTES];
  ssize_t n = read_head (name, bytes, sizeof bytes);
  if (n < 40 || memcmp (bytes, WPP_PROFILE_MAGIC, 8) || memcmp (bytes + 16, "PROC", 4))
    return false;
  struct wpp_reader r = wpp_reader_of (bytes + 24, n - 24);
  uint64_t size = wpp_read_u64 (&r);
  wpp_read_u64 (&r);
  if (size > wpp_reader_left (&r))
    return false;
  wpp_read_bytes (&r, (size + 7) & ~7ull);
  const unsigned char *tag = wpp_read_bytes (&r, 24);
  if (!tag || memcmp (tag, "RUN ", 4))
    return false;
  uint64_t pid = wpp_read_leb (&r), start = wpp_read_leb (&r);
  return !r.bad && this_p (c, pid, start);
}

/* Is NAME something that must not be replaced: a device, a pipe, or a symbolic link to one of these or to a descriptor,
   like /dev/stdout?  Folders are found later.  */
static bool
irregular_p (const char *name)
{
  static const char descriptors[] = "/proc/self/fd/";
  char target[sizeof descriptors];
  struct stat st;
  if (readlink (name, target, sizeof target) == sizeof target
      && memcmp (target, descriptors, sizeof descriptors - 1) == 0)
    return true;
  return stat (name, &st) == 0 && !S_ISREG (st.st_mode) && !S_ISDIR (st.st_mode);
}

/* Open C->part.  When C->name must not be replaced, C->part_fd is -1 and errno is 0 afterwards.  */
static void
open_part (struct collection *c)
{
  c->part_fd = -1;
  /* The working directory of this process is not the program's.  */
  if (c->name[0] != '/')
    errno = ENOENT;
  else if (irregular_p (c->name))
    errno = 0;
  else if ((c->part_fd = take_given (c)) < 0)
    c->part_fd = open_locked (c->part);
  if (c->part_fd >= 0)
    wpp_part_begin (c->part_fd, c->watch.number, c->watch.start);
}

/* C->part could not be opened because of ERROR.  */
static void
fail_to_open (struct collection *c, int error)
{
  char what[sizeof c->name + 32];
  snprintf (what, sizeof what, "%s%s%s", c->name, error ? "" : ": ",
            error ? "" : wpp_strerror (WPP_E_IRREGULAR));
  collect_fail (c, what, error);
}

/* Find the first name that is free for this profile, and open the temporary file.  */
static void
find_name (struct collection *c)
{
  for (unsigned n = 1; n < NAMES_MAX; n++)
    {
      make_names (c, n);
      open_part (c);
      /* ELOOP: there is a symbolic link.  */
      if (c->part_fd < 0 && errno != EWOULDBLOCK && errno != ELOOP)
        break;
      if (c->part_fd >= 0 && !ours_p (c, c->name) && !locked_p (c->name) && !counted_p (c, c->name))
        break;
      output_close (c);
    }
}

void
output_open (struct collection *c)
{
  /* A file of path counts may have got that name meanwhile.  */
  if (c->name[0] && !counted_p (c, c->name))
    open_part (c);
  else
    find_name (c);
  if (c->part_fd < 0)
    fail_to_open (c, errno);
}

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

static int
compare_streams (const void *a, const void *b)
{
  const struct stream *const *x = a, *const *y = b;
  return ((*x)->index > (*y)->index) - ((*x)->index < (*y)->index);
}

static int
write_sections (struct collection *c, struct wpp_writer *w)
{
  struct wpp_profile run;
  for (size_t i = 0; i < c->n_streams; i++)
    marks_end (c->streams[i]);
  int err = describe_run (c, &run);
  if (err == 0)
    err = wpp_writer_process (w, &run);
  describe_release (&run);
  qsort (c->streams, c->n_streams, sizeof *c->streams, compare_streams);
  for (size_t i = 0; i < c->n_streams && err == 0; i++)
    if (c->streams[i]->n_events || c->streams[i]->lost)
      err = stream_write (c->streams[i], w);
  return err == 0 ? wpp_writer_end (w) : err;
}

/* Values are secrets: nobody else may read the file that has them.  */
static void
keep_secret (struct collection *c)
{
  struct stat st;
  if (__atomic_load_n (&c->shared->valued, __ATOMIC_ACQUIRE) && fstat (c->part_fd, &st) == 0)
    fchmod (c->part_fd, st.st_mode & S_IRWXU);
}

/* Write everything to the temporary file.  */
static int
write_part (struct collection *c)
{
  struct wpp_writer *w = NULL;
  int err = WPP_E_IO;
  FILE *file = fdopen (fcntl (c->part_fd, F_DUPFD_CLOEXEC, 0), "w");
  keep_secret (c);
  if (!file || ftruncate (c->part_fd, 0) < 0 || fseek (file, 0, SEEK_SET) < 0)
    goto out;
  w = wpp_writer_new (write_bytes, file);
  err = w ? write_sections (c, w) : WPP_E_NOMEM;
out:
  wpp_writer_free (w);
  if (file && fclose (file) != 0 && err == 0)
    err = WPP_E_IO;
  return err;
}

static bool
full_p (int error)
{
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/* The file is written: leave out as much as exceeds the bytes that it may have.  */
static int
fit (struct collection *c, uint64_t *lacking)
{
  struct stat st;
  uint64_t most = pool_room (c), room = most;
  int err = 0;
  while (err == 0 && fstat (c->part_fd, &st) == 0 && (uint64_t) st.st_size > most)
    {
      if (room == 0)
        {
          errno = EDQUOT;
          return WPP_E_IO;
        }
      streams_finish (c);
      *lacking += shrink (c, room);
      err = write_part (c);
      room -= (room + 7) / 8;
    }
  return err;
}

/* Write everything, or as much as there is room for, with an eighth less at each attempt.  The spool is on the same
   disk.  */
static int
write_what_fits (struct collection *c)
{
  struct stat st;
  uint64_t room = 0, lacking = 0;
  int err = write_part (c);
  if (err == WPP_E_NOMEM)
    {
      streams_finish (c);
      err = write_part (c);
    }
  if (err == WPP_E_IO && full_p (errno) && fstat (c->part_fd, &st) == 0)
    for (room = st.st_size + c->spool_size; err == WPP_E_IO && room > 0; room -= (room + 7) / 8)
      {
        lacking += shrink (c, room);
        err = write_part (c);
      }
  if (err == 0 && c->shared->disk)
    err = fit (c, &lacking);
  if (err == 0 && lacking)
    collect_lack (c, lacking);
  return err;
}

/* Give the temporary file its name.  A flush is not the end: the next one replaces it.  */
static int
publish (struct collection *c, bool flush)
{
  char old[sizeof c->name];
  if (!c->shared->pool.files || flush)
    return rename (c->part, c->name) < 0 ? WPP_E_IO : 0;
  strcpy (old, c->name);
  int err = pool_publish (c);
  if (err == 0 && strcmp (old, c->name) && ours_p (c, old))
    unlink (old);
  return err;
}

void
output_write (struct collection *c, bool flush)
{
  int err = 0;
  keep_finish (c);
  /* A write that failed before may succeed now.  */
  __atomic_store_n (&c->shared->failed, 0, __ATOMIC_RELEASE);
  do
    {
      /* The temporary file may have been removed.  */
      if (c->part_fd >= 0 && (!still_called (c->part_fd, c->part) || counted_p (c, c->name)))
        output_close (c);
      if (c->part_fd < 0)
        output_open (c);
      if (c->part_fd < 0)
        return;
      err = write_what_fits (c);
    }
  while (err == 0 && counted_p (c, c->name));
  if (err == 0)
    err = publish (c, flush);
  if (err == 0)
    {
      c->changed = false;
      c->written = true;
      close (c->part_fd);
      c->part_fd = -1;
    }
  else if (err == WPP_E_IO)
    collect_fail (c, c->name, errno);
  else
    collect_fail (c, wpp_strerror (err), 0);
}

void
output_close (struct collection *c)
{
  if (c->part_fd >= 0 && still_called (c->part_fd, c->part))
    unlink (c->part);
  if (c->part_fd >= 0)
    close (c->part_fd);
  c->part_fd = -1;
}
