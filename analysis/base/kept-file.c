/* Files that keep what was made of another file (kept-file.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/kept-file.h"

bool
wpp_kept_of_file (struct wpp_kept *k)
{
  struct stat st;
  if (stat (k->file, &st))
    return false;
  k->owner = st.st_uid;
  k->mode = st.st_mode;
  return true;
}

/* The name of what is kept: beside the file if BESIDE, else in the user's own folder; null when there is none.  */
static char *
name_of (const struct wpp_kept *k, bool beside)
{
  const char *home = getenv ("XDG_CACHE_HOME"), *below = "";
  char *name = NULL;
  if (!home || *home != '/')
    {
      home = getenv ("HOME");
      below = "/.cache";
    }
  if (beside)
    return asprintf (&name, "%s%s", k->file, k->suffix) < 0 ? NULL : name;
  if (!home || *home != '/')
    return NULL;
  return asprintf (&name, "%s%s/wpp/%016llx%s", home, below, (unsigned long long)k->hash, k->suffix) < 0 ? NULL : name;
}

/* ---- Finding.  */

/* Open NAME for reading if it is a regular file, not empty, that is trusted.  Return its descriptor, or -1.  */
static int
open_trusted (const struct wpp_kept *k, const char *name)
{
  struct stat st;
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0
      && (fstat (fd, &st) || !S_ISREG (st.st_mode) || !st.st_size
          || (st.st_uid != geteuid () && st.st_uid != k->owner)))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* Is DATA [SIZE] what is kept for K, in this version's format?  */
static bool
kept_p (const struct wpp_kept *k, const unsigned char *data, size_t size)
{
  return size >= WPP_KEPT_HEADER && !memcmp (data, k->magic, 8) && wpp_load_u32 (data + 8) == k->version
         && wpp_load_u64 (data + 16) == k->hash && wpp_load_u64 (data + 24) == k->size;
}

bool
wpp_kept_find (const struct wpp_kept *k, bool beside, struct wpp_file_copy *copy, char **name)
{
  *name = name_of (k, beside);
  int fd = *name ? open_trusted (k, *name) : -1;
  bool read = fd >= 0 && wpp_file_copy (fd, copy) == 0;
  if (fd >= 0)
    close (fd);
  if (read && kept_p (k, copy->data, copy->size))
    return true;
  if (read)
    wpp_file_copy_release (copy);
  free (*name);
  *name = NULL;
  return false;
}

/* ---- Checked contents.  */

void
wpp_kept_of_question (struct wpp_kept *k, struct wpp_buffer *asked)
{
  k->hash ^= asked->failed ? 0 : XXH3_64bits (asked->data, asked->size);
  wpp_buffer_release (asked);
}

void
wpp_kept_begin_checked (const struct wpp_kept *k, struct wpp_buffer *b)
{
  wpp_kept_begin (k, b);
  wpp_put_u64 (b, 0);
}

void
wpp_kept_put_checked (const struct wpp_kept *k, struct wpp_buffer *b)
{
  wpp_store_u64 (b->data + WPP_KEPT_HEADER, XXH3_64bits (b->data + WPP_KEPT_CHECKED, b->size - WPP_KEPT_CHECKED));
  wpp_kept_put (k, b);
}

bool
wpp_kept_read_checked (const struct wpp_kept *k, bool (*read) (void *data, const unsigned char *bytes, size_t size),
                       void *data)
{
  bool done = false;
  for (int beside = 1; beside >= 0 && !done; beside--)
    {
      struct wpp_file_copy copy;
      char *name;
      if (!wpp_kept_find (k, beside, &copy, &name))
        continue;
      const unsigned char *bytes = copy.data + WPP_KEPT_CHECKED;
      size_t size = copy.size > WPP_KEPT_CHECKED ? copy.size - WPP_KEPT_CHECKED : 0;
      done
          = size && wpp_load_u64 (copy.data + WPP_KEPT_HEADER) == XXH3_64bits (bytes, size) && read (data, bytes, size);
      wpp_file_copy_release (&copy);
      free (name);
    }
  return done;
}

/* ---- Keeping.  */

#define PAUSE 20000000L            /* nanoseconds between two looks at the lock, */
#define PAUSES 6000                /* and how many of them; anybody who may read the file may hold it for ever */

int
wpp_kept_lock (const struct wpp_kept *k)
{
  int fd = open (k->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  for (unsigned i = 0; fd >= 0 && i < PAUSES; i++)
    {
      if (!flock (fd, LOCK_EX | LOCK_NB))
        return fd;
      if (errno != EWOULDBLOCK && errno != EINTR)
        break;
      nanosleep (&(struct timespec){ .tv_nsec = PAUSE }, NULL);
    }
  if (fd >= 0)
    close (fd);
  return -1;
}

void
wpp_kept_begin (const struct wpp_kept *k, struct wpp_buffer *b)
{
  wpp_put_bytes (b, k->magic, 8);
  wpp_put_u32 (b, k->version);
  wpp_put_u32 (b, 0);
  wpp_put_u64 (b, k->hash);
  wpp_put_u64 (b, k->size);
}

/* Write DATA [SIZE].  Exceeding the limit of file sizes (RLIMIT_FSIZE) is an error; the signal must not end the
   compiler.  */
static bool
write_all (int fd, const unsigned char *data, size_t size)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
  sigaction (SIGXFSZ, &ignore, &before);
  while (size > 0)
    {
      ssize_t n = write (fd, data, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      data += n;
      size -= n;
    }
  sigaction (SIGXFSZ, &before, NULL);
  return size == 0;
}

/* Make the folders above NAME.  */
static void
make_folders (char *name)
{
  for (char *slash = name + 1; (slash = strchr (slash, '/')); slash++)
    {
      *slash = 0;
      mkdir (name, 0700);
      *slash = '/';
    }
}

/* Keep DATA [SIZE] as NAME, readable by those who may read the file.  */
static bool
write_as (const struct wpp_kept *k, const char *name, const unsigned char *data, size_t size)
{
  char *temporary;
  if (asprintf (&temporary, "%s.XXXXXX", name) < 0)
    return false;
  int fd = mkostemp (temporary, O_CLOEXEC);
  bool kept = fd >= 0 && write_all (fd, data, size) && !fchmod (fd, k->mode & 0644);
  if (fd >= 0 && close (fd))
    kept = false;
  if (kept)
    kept = !rename (temporary, name);
  if (fd >= 0 && !kept)
    unlink (temporary);
  free (temporary);
  return kept;
}

void
wpp_kept_put (const struct wpp_kept *k, const struct wpp_buffer *b)
{
  bool kept = false;
  for (int beside = 1; beside >= 0 && !kept; beside--)
    {
      char *name = name_of (k, beside);
      if (name && !beside)
        make_folders (name);
      kept = name && write_as (k, name, b->data, b->size);
      free (name);
    }
}
