/* Finding and keeping the index of a profile (index-file.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "base/file-copy.h"
#include "base/kept-file.h"
#include "base/saturate.h"
#include "recording/profile/countsfile.h"
#include "decide/index/index-file.h"
#include "decide/places/replayed.h"
#include "format/index-format.h"
#include "recording/profile/rawfile.h"
#include "recording/profile/read.h"
#include "recording/profile/runs.h"
#include "recording/profile/stacks.h"

#define PROFILE_HEADER 16
#define SECTION_HEADER 24

struct profile_file
{
  const char *name;
  int fd;
  struct stat st;
  bool live, counts;         /* a running program writes to it; it is a file of counts */
  bool threads;              /* it has some, not only an index */
  struct wpp_file_copy copy; /* of a live file, or of one without an index of its own */
  size_t size;
  uint64_t hash;
  struct wpp_missing missing;
  uint64_t switched;
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

/* The most bytes of a payload of a few numbers.  */
#define NUMBERS 32

/* Read the first of the SIZE bytes of P at AT to BYTES.  Without them, all numbers there are 0.  */
static struct wpp_reader
read_numbers (const struct profile_file *p, size_t at, size_t size, unsigned char bytes[NUMBERS])
{
  size_t n = size < NUMBERS ? size : NUMBERS;
  return wpp_reader_of (bytes, read_at (p->fd, bytes, n, at) ? n : 0);
}

/* Add what the thread misses whose THRD section of P has its payload of SIZE bytes at AT.  */
static void
add_thread (struct profile_file *p, size_t at, size_t size)
{
  unsigned char bytes[NUMBERS];
  struct wpp_reader r = read_numbers (p, at, size, bytes);
  wpp_read_leb (&r);
  uint64_t kept = wpp_read_leb (&r), lost = wpp_read_leb (&r);
  wpp_missing_add (&p->missing, kept, lost);
}

/* Likewise how often it left a stack for another, of the STCK section.  */
static void
add_switches (struct profile_file *p, size_t at, size_t size)
{
  unsigned char bytes[NUMBERS];
  struct wpp_reader r = read_numbers (p, at, size, bytes);
  p->switched = wpp_saturating_add (p->switched, wpp_read_leb (&r));
}

/* The same of all threads of a merged profile, of its RUNS section.  */
static void
add_runs (struct profile_file *p, size_t at, size_t size)
{
  unsigned char bytes[WPP_RUNS_TOTALS];
  size_t n = size < sizeof bytes ? size : sizeof bytes;
  struct wpp_reader r = wpp_reader_of (bytes, read_at (p->fd, bytes, n, at) ? n : 0);
  const struct wpp_runs_totals t = wpp_runs_read_totals (&r);
  if (t.events || t.lost)
    wpp_missing_add (&p->missing, t.events, t.lost);
  if (t.lossy > 1)
    p->missing.n_threads += t.lossy - 1;
  p->switched = wpp_saturating_add (p->switched, t.switched);
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
      p->threads |= !memcmp (header, "THRD", 4) || !memcmp (header, "SHRD", 4);
      if (!memcmp (header, "THRD", 4))
        add_thread (p, next, n);
      if (!memcmp (header, "RUNS", 4))
        add_runs (p, next, n);
      if (!memcmp (header, "STCK", 4))
        add_switches (p, next, n);
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

/* Find out what P, of which there is a copy, misses.  A raw file or a file of counts says so at its beginning.  */
static void
find_missing (struct profile_file *p)
{
  int err = 0;
  if (p->counts ? !wpp_countsfile_lossy_p (p->copy.data, p->copy.size)
                : !wpp_rawfile_lossy_p (p->copy.data, p->copy.size))
    return;
  struct wpp_profile *profile = wpp_profile_scan (p->copy.data, p->copy.size, &err, NULL);
  if (profile && wpp_profile_missing (profile, &p->missing, NULL))
    p->missing = (struct wpp_missing){ 0 };
  wpp_profile_free (profile);
}

/* ---- Caches.  */

/* What is kept for P.  */
static struct wpp_kept
cache_of (const struct profile_file *p)
{
  return (struct wpp_kept){ .file = p->name, .suffix = ".idx", .magic = WPP_INDEX_MAGIC, .version = WPP_INDEX_VERSION,
                            .hash = p->hash, .size = p->size, .owner = p->st.st_uid, .mode = p->st.st_mode };
}

static bool
find_cache (const struct profile_file *p, struct wpp_index_file *f)
{
  const struct wpp_kept k = cache_of (p);
  for (int beside = 1; beside >= 0; beside--)
    if (wpp_kept_find (&k, beside, &f->copy, &f->name))
      {
        if (!wpp_index_open (f->copy.data + WPP_KEPT_HEADER, f->copy.size - WPP_KEPT_HEADER, &f->index, NULL))
          return true;
        wpp_file_copy_release (&f->copy);
        free (f->name);
        f->name = NULL;
      }
  return false;
}

/* ---- Making one.  */

/* Let X know what replay tells of the values of PROFILE, which P, a locked file, has.  */
static int
add_places (struct wpp_indexer *x, const struct profile_file *p, const struct wpp_profile *profile,
            struct wpp_place *place)
{
  const struct wpp_replayed_file file = { p->name, p->copy.data, p->copy.size, NULL, true };
  struct wpp_run_places places = { 0 };
  int err = 0;
  for (size_t i = 0; i < profile->merged.n_runs && profile->places && !err; i++)
    err = wpp_indexer_add_places (x, &profile->places[i]);
  if (wpp_profile_values_p (profile))
    err = wpp_replayed_places (&file, &places, place);
  if (!err)
    err = wpp_indexer_add_places (x, &places);
  wpp_run_places_release (&places);
  return err;
}

/* Append the index of PROFILE, which P has, to B.  */
static int
append_index_of (const struct profile_file *p, const struct wpp_profile *profile, struct wpp_buffer *b,
                 struct wpp_place *place)
{
  int err = 0;
  struct wpp_code *code = wpp_code_load (profile, NULL, &err, place);
  struct wpp_indexer *x = code ? wpp_indexer_new (code, profile->counts) : NULL;
  if (code)
    err = x ? wpp_indexer_add_profile (x, profile, place) : WPP_E_NOMEM;
  if (!err)
    err = add_places (x, p, profile, place);
  if (!err)
    err = wpp_indexer_write (x, 1, 0, b);
  wpp_indexer_free (x);
  wpp_code_free (code);
  return err;
}

/* Append the index of P, which is locked, to B, with one segment of P in memory at a time.  Only if notes are missing
   are all segments read, to find out whose.  */
static int
append_index (const struct profile_file *p, struct wpp_buffer *b, struct wpp_place *place)
{
  int err = 0;
  struct wpp_profile *profile = wpp_profile_scan (p->copy.data, p->copy.size, &err, place);
  if (profile)
    err = wpp_profile_find_grammars (profile, p->name, true, place);
  if (profile && !err)
    err = wpp_profile_by_stacks (profile, place);
  if (profile && !err)
    err = append_index_of (p, profile, b, place);
  wpp_profile_free (profile);
  if (err != WPP_E_NOTES)
    return err;
  profile = wpp_profile_parse (p->copy.data, p->copy.size, &err, place);
  if (profile)
    err = wpp_profile_by_stacks (profile, place);
  if (profile && !err)
    err = append_index_of (p, profile, b, place);
  wpp_profile_free (profile);
  return err;
}

static int
make (struct profile_file *p, bool keep, struct wpp_index_file *f, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  struct wpp_kept k = cache_of (p);
  wpp_kept_begin (&k, &b);
  int err = copy_whole (p);
  if (!err)
    err = append_index (p, &b, place);
  if (!err && b.failed)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_index_open (b.data + WPP_KEPT_HEADER, b.size - WPP_KEPT_HEADER, &f->index, place);
  if (!err && keep)
    wpp_kept_put (&k, &b);
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

/* Look at P, to which a running program writes.  */
static int
look_at_live (struct profile_file *p)
{
  int err = copy_whole (p);
  if (err)
    return err;
  p->size = p->copy.size;
  find_missing (p);
  p->switched = p->counts ? 0 : wpp_rawfile_switches (p->copy.data, p->copy.size);
  p->hash = XXH3_64bits (p->copy.data, p->counts ? wpp_countsfile_size (p->copy.data, p->size) : p->size);
  return 0;
}

static int
open_live (struct profile_file *p, struct wpp_index_file *f, struct wpp_place *place)
{
  int err = look_at_live (p);
  return err ? err : find_or_make (p, f, place);
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
  if (!err && f->index.hashed)
    return wpp_complain (place, "", 0, WPP_E_TOLD,
                         "its names are hashed (wpp strip --names): nobody can compile with it; "
                         "use the profile that was stripped");
  if (err && place)
    place->offset += at;
  return err;
}

/* Open FILE as P.  */
static int
open_profile (const char *file, struct profile_file *p, struct wpp_place *place)
{
  int err = 0;
  *p = (struct profile_file){ .name = file };
  if (place)
    memset (place, 0, sizeof *place);
  p->fd = open_regular (file, &p->st);
  if (p->fd < 0)
    {
      /* The reader of profiles says what is wrong.  */
      wpp_profile_free (wpp_profile_read (file, &err, place));
      return err ? err : WPP_E_IO;
    }
  p->size = p->st.st_size;
  identify (p);
  return 0;
}

/* Does P, which does not change any more, count paths?  Its index, of SIZE bytes at AT, says so.  */
static bool
counts_p (const struct profile_file *p, size_t at, size_t size)
{
  unsigned char flags[4];
  return size > WPP_INDEX_HEAD && read_at (p->fd, flags, sizeof flags, at + WPP_INDEX_FLAGS_AT)
         && wpp_load_u32 (flags) & WPP_INDEX_COUNTS;
}

int
wpp_index_file_look (const char *file, struct wpp_index_origin *s, struct wpp_place *place)
{
  struct profile_file p;
  size_t at = 0, size = 0;
  int err = open_profile (file, &p, place);
  *s = (struct wpp_index_origin){ 0 };
  if (err)
    return err;
  if (p.live)
    err = look_at_live (&p);
  else
    scan (&p, &at, &size);
  *s = (struct wpp_index_origin){ .hash = p.hash, .size = p.size, .counts = p.counts || counts_p (&p, at, size),
                                  .summary = size && !p.threads, .missing = p.missing, .switched = p.switched,
                                  .owner = p.st.st_uid, .mode = p.st.st_mode };
  s->missing.counts = s->counts;
  wpp_file_copy_release (&p.copy);
  close (p.fd);
  return err;
}

int
wpp_index_file_open (const char *file, struct wpp_index_file *f, struct wpp_place *place)
{
  struct profile_file p;
  *f = (struct wpp_index_file){ 0 };
  int err = open_profile (file, &p, place);
  if (err)
    return err;
  err = p.live ? open_live (&p, f, place) : open_finished (&p, f, place);
  f->missing = p.missing;
  f->switched = p.switched;
  f->missing.counts = f->index.counts;
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
