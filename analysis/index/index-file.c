/* Finding and keeping the index of a profile (index-file.h).
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
#include <unistd.h>
#include <xxhash.h>
#include "support/bytes.h"
#include "support/file-copy.h"
#include "profile/countsfile.h"
#include "index/index-file.h"
#include "profile/part.h"
#include "profile/rawfile.h"
#include "profile/read.h"

#define HEADER 32
#define PROFILE_HEADER 16
#define SECTION_HEADER 24
#define STEP 20000         /* microseconds between two looks for a profile that is being written */

struct profile_file
{
  const char *name;
  int fd;
  struct stat st;
  bool live, counts;         /* a running program writes to it; it is a file of counts */
  struct wpp_file_copy copy; /* of a live file, or of one without an index of its own */
  size_t size;
  uint64_t hash;
};

/* ---- Files.  */

/* Open NAME for reading if it is a regular file and not empty.  Return its descriptor, or -1.  */
static int
open_regular (const char *name, struct stat *st)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0 && (fstat (fd, st) || !S_ISREG (st->st_mode) || !st->st_size))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* ---- The profile.  */

/* Read the SIZE bytes of FD at AT; return false when the file does not have them.  */
static bool
read_at (int fd, void *bytes, size_t size, size_t at)
{
  for (unsigned char *to = bytes; size;)
    {
      ssize_t n = pread (fd, to, size, (off_t) at);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      to += n;
      at += n;
      size -= n;
    }
  return true;
}

/* Find out what kind of file P is.  */
static void
identify (struct profile_file *p)
{
  unsigned char magic[8];
  if (!read_at (p->fd, magic, sizeof magic, 0))
    return;
  p->counts = wpp_countsfile_p (magic, sizeof magic);
  p->live = p->counts || wpp_rawfile_p (magic, sizeof magic);
}

/* Read the headers of P's sections, which have checksums of the payloads, and set P->hash.  Set *AT and *SIZE to the
   payload of the INDX section, or *SIZE to 0 if there is none.  */
static void
scan (struct profile_file *p, size_t *at, size_t *size)
{
  unsigned char header[SECTION_HEADER];
  size_t next = PROFILE_HEADER;
  *size = 0;
  p->hash = read_at (p->fd, header, next, 0) ? XXH3_64bits (header, next) : 0;
  while (next <= p->size && p->size - next >= SECTION_HEADER && read_at (p->fd, header, SECTION_HEADER, next))
    {
      uint64_t n = wpp_load_u64 (header + 8);
      p->hash = XXH3_64bits_withSeed (header, SECTION_HEADER, p->hash);
      next += SECTION_HEADER;
      if (n > p->size - next)
        return;
      if (!memcmp (header, "INDX", 4) && !*size)
        {
          *at = next;
          *size = n;
        }
      next += n + (-n & 7);
    }
}

/* Copy all of P, unless that has been done.  */
static int
copy_whole (struct profile_file *p)
{
  return p->copy.data ? 0 : wpp_file_copy (p->fd, &p->copy);
}

/* ---- Caches.  */

/* The name of the cache: beside the profile if BESIDE, else in the user's own folder; null when there is none.  */
static char *
cache_name (const struct profile_file *p, bool beside)
{
  const char *home = getenv ("XDG_CACHE_HOME"), *below = "";
  char *name = NULL;
  if (!home || *home != '/')
    {
      home = getenv ("HOME");
      below = "/.cache";
    }
  if (beside)
    return asprintf (&name, "%s.idx", p->name) < 0 ? NULL : name;
  if (!home || *home != '/')
    return NULL;
  return asprintf (&name, "%s%s/wpp/%016llx.idx", home, below, (unsigned long long)p->hash) < 0
           ? NULL
           : name;
}

/* Is DATA [SIZE] a cache of P's index in this version's format?  */
static bool
cache_of_p (const struct profile_file *p, const unsigned char *data, size_t size)
{
  return size >= HEADER && !memcmp (data, WPP_INDEX_MAGIC, 8)
         && wpp_load_u32 (data + 8) == WPP_INDEX_VERSION && wpp_load_u64 (data + 16) == p->hash
         && wpp_load_u64 (data + 24) == p->size;
}

/* Use the cache NAME, if it is a cache of P.  */
static bool
use_cache (const struct profile_file *p, const char *name, struct wpp_index_file *f)
{
  struct stat st;
  int fd = open_regular (name, &st);
  if (fd < 0)
    return false;
  struct wpp_file_copy copy;
  bool ours = st.st_uid == geteuid () || st.st_uid == p->st.st_uid;
  bool read = ours && wpp_file_copy (fd, &copy) == 0;
  close (fd);
  if (!read)
    return false;
  if (cache_of_p (p, copy.data, copy.size)
      && !wpp_index_open (copy.data + HEADER, copy.size - HEADER, &f->index, NULL)
      && (f->name = strdup (name)))
    {
      f->copy = copy;
      return true;
    }
  wpp_file_copy_release (&copy);
  return false;
}

static bool
find_cache (const struct profile_file *p, struct wpp_index_file *f)
{
  bool found = false;
  for (int beside = 1; beside >= 0 && !found; beside--)
    {
      char *name = cache_name (p, beside);
      found = name && use_cache (p, name, f);
      free (name);
    }
  return found;
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

/* Keep DATA [SIZE] as NAME, readable by those who may read P.  */
static bool
write_cache (const struct profile_file *p, const char *name, const unsigned char *data, size_t size)
{
  char *temporary;
  if (asprintf (&temporary, "%s.XXXXXX", name) < 0)
    return false;
  int fd = mkostemp (temporary, O_CLOEXEC);
  bool kept = fd >= 0 && write_all (fd, data, size) && !fchmod (fd, p->st.st_mode & 0644);
  if (fd >= 0 && close (fd))
    kept = false;
  if (kept)
    kept = !rename (temporary, name);
  if (fd >= 0 && !kept)
    unlink (temporary);
  free (temporary);
  return kept;
}

/* Keep B, which begins with a cache's header, in one of the places of caches.  */
static void
keep_cache (const struct profile_file *p, const struct wpp_buffer *b)
{
  bool kept = false;
  for (int beside = 1; beside >= 0 && !kept; beside--)
    {
      char *name = cache_name (p, beside);
      if (name && !beside)
        make_folders (name);
      kept = name && write_cache (p, name, b->data, b->size);
      free (name);
    }
}

/* ---- Making one.  */

/* Append the index of PROFILE to B.  */
static int
append_index_of (const struct wpp_profile *profile, struct wpp_buffer *b, struct wpp_place *place)
{
  int err = 0;
  struct wpp_code *code = wpp_code_load (profile, NULL, &err, place);
  struct wpp_indexer *x = code ? wpp_indexer_new (code, profile->counts) : NULL;
  if (code)
    err = x ? wpp_indexer_add_profile (x, profile, place) : WPP_E_NOMEM;
  if (!err)
    err = wpp_indexer_write (x, 1, b);
  wpp_indexer_free (x);
  wpp_code_free (code);
  return err;
}

/* Append the index of P to B, with one segment of P in memory at a time.  Only if notes are missing are all segments
   read, to find out whose.  */
static int
append_index (const struct profile_file *p, struct wpp_buffer *b, struct wpp_place *place)
{
  int err = 0;
  struct wpp_profile *profile = wpp_profile_scan (p->copy.data, p->copy.size, &err, place);
  if (profile)
    err = append_index_of (profile, b, place);
  wpp_profile_free (profile);
  if (err != WPP_E_NOTES)
    return err;
  profile = wpp_profile_parse (p->copy.data, p->copy.size, &err, place);
  if (profile)
    err = append_index_of (profile, b, place);
  wpp_profile_free (profile);
  return err;
}

static int
make (struct profile_file *p, bool keep, struct wpp_index_file *f, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  wpp_put_bytes (&b, WPP_INDEX_MAGIC, 8);
  wpp_put_u32 (&b, WPP_INDEX_VERSION);
  wpp_put_u32 (&b, 0);
  wpp_put_u64 (&b, p->hash);
  wpp_put_u64 (&b, p->size);
  int err = copy_whole (p);
  if (!err)
    err = append_index (p, &b, place);
  if (!err && b.failed)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_index_open (b.data + HEADER, b.size - HEADER, &f->index, place);
  if (!err && keep)
    keep_cache (p, &b);
  f->made = b.data;
  return err;
}

/* Find P's index in a cache, or make it.  A running program holds the lock of its file, and changes it, so that index
   is not kept.  Without locks, as on some network file systems, several processes may make the same index.  */
static int
find_or_make (struct profile_file *p, struct wpp_index_file *f, struct wpp_place *place)
{
  if (find_cache (p, f))
    return 0;
  int locked;
  do
    locked = flock (p->fd, LOCK_EX | (p->live ? LOCK_NB : 0));
  while (locked && errno == EINTR);
  bool busy = locked && errno == EWOULDBLOCK;
  if (!locked && find_cache (p, f))
    return 0;
  return make (p, !busy, f, place);
}

/* Open the index of P, to which a running program writes.  */
static int
open_live (struct profile_file *p, struct wpp_index_file *f, struct wpp_place *place)
{
  int err = copy_whole (p);
  if (err)
    return err;
  p->size = p->copy.size;
  p->hash = XXH3_64bits (p->copy.data, p->counts ? wpp_countsfile_size (p->copy.data, p->size) : p->size);
  return find_or_make (p, f, place);
}

/* Open the index of P, which does not change any more: the index in it, or a cache.  */
static int
open_finished (struct profile_file *p, struct wpp_index_file *f, struct wpp_place *place)
{
  size_t at = 0, size;
  scan (p, &at, &size);
  if (!size)
    return find_or_make (p, f, place);
  f->made = malloc (size);
  if (!f->made)
    return WPP_E_NOMEM;
  if (!read_at (p->fd, f->made, size, at))
    return wpp_complain (place, "INDX", at, WPP_E_TRUNCATED, "%s", "");
  int err = wpp_index_open (f->made, size, &f->index, place);
  if (err && place)
    place->offset += at;
  return err;
}

int
wpp_index_file_open (const char *file, struct wpp_index_file *f, struct wpp_place *place)
{
  struct profile_file p = { .name = file };
  int err = 0;
  *f = (struct wpp_index_file){ 0 };
  if (place)
    memset (place, 0, sizeof *place);
  while (wpp_part_coming_p (file))
    usleep (STEP);
  p.fd = open_regular (file, &p.st);
  if (p.fd < 0)
    {
      /* The reader of profiles says what is wrong.  */
      wpp_profile_free (wpp_profile_read (file, &err, place));
      return err ? err : WPP_E_IO;
    }
  p.size = p.st.st_size;
  identify (&p);
  err = p.live ? open_live (&p, f, place) : open_finished (&p, f, place);
  wpp_file_copy_release (&p.copy);
  close (p.fd);
  if (!err && !f->name && !(f->name = strdup (file)))
    err = WPP_E_NOMEM;
  if (err)
    wpp_index_file_close (f);
  return err;
}

void
wpp_index_file_close (struct wpp_index_file *f)
{
  wpp_file_copy_release (&f->copy);
  free (f->made);
  free (f->name);
  *f = (struct wpp_index_file){ 0 };
}
