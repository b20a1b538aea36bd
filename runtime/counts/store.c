/* The file of counts: its header, its blocks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers, signals blocked, the lock held.

   The file is mapped, and its descriptor is closed at once, so that the program's descriptors stay its own.  Room on
   the disk is allocated before a block is mapped, because a full disk would otherwise kill the program when it
   counts.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "runtime/common/ring.h"
#include "runtime/counts/file.h"
#include "runtime/common/syscall.h"

#define MODE 0666
#define POOL_NAMES 100u

/* CLOCK_MONOTONIC of <time.h>.  */
#define MONOTONIC 1

#define E_NOENT 2
#define E_IO 5
#define E_NOMEM 12
#define E_EXIST 17
#define E_MFILE 24
#define E_FBIG 27
#define E_NAMETOOLONG 36
#define E_NOSYS 38
#define E_OPNOTSUPP 95
#define E_DQUOT 122

struct wpp_counts_process __wpp_counts;

/* ---- Room.  */

/* Write zeros to FD from FROM to TO, because the file system cannot allocate room.  Return 0 or a negative error
   number, like all functions here.  */
static long
write_zeros (int fd, uint64_t from, uint64_t to)
{
  static const char zeros[16384];
  while (from < to)
    {
      uint64_t n = to - from < sizeof zeros ? to - from : sizeof zeros;
      long written = wpp_syscall4 (SYS_pwrite64, fd, (long) zeros, n, from);
      if (written <= 0)
        return written ? written : -E_IO;
      from += written;
    }
  return 0;
}

/* Extend the file FD from FROM to TO, with room on the disk.  The limit on the size of files is checked, because
   exceeding it would raise a signal.  */
static long
take_room (int fd, uint64_t from, uint64_t to)
{
  if (to > wpp_get_limit (RLIMIT_FSIZE).rlim_cur)
    return -E_FBIG;
  if (to > __wpp_counts.most)
    return -E_DQUOT;
  long result = wpp_syscall4 (SYS_fallocate, fd, 0, from, to - from);
  if (result == -E_OPNOTSUPP || result == -E_NOSYS)
    return write_zeros (fd, from, to);
  return result;
}

/* Map the BYTES bytes of FD from FROM on.  Return their address, or a negative error number.  Read-ahead is turned off:
   these are zeros, and on some disks read-ahead reads megabytes.  */
static long
map_room (int fd, uint64_t from, uint64_t bytes)
{
  long at = wpp_syscall6 (SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, from);
  if (!wpp_failed_p (at))
    wpp_syscall4 (SYS_madvise, at, bytes, MADV_RANDOM, 0);
  return at;
}

void
__wpp_counts_release (int fd)
{
  wpp_syscall2 (SYS_flock, fd, LOCK_UN);
  wpp_syscall2 (SYS_close, fd, 0);
}

static void
fill_header (struct wpp_counts_header *h)
{
  const struct wpp_settings *settings = &__wpp_settings;
  h->version = WPP_COUNTS_VERSION;
  if (__wpp_counts.pool)
    h->runs = 1;
  else
    {
      h->pid = __wpp_counts.pid;
      h->start_time = __wpp_start_time (h->pid);
    }
  h->began = wpp_time (MONOTONIC);
  h->end = WPP_COUNTS_HEADER_BYTES;
  h->build_id_size = settings->build_id_size;
  __wpp_copy (h->build_id, settings->build_id, settings->build_id_size);
  __wpp_copy (h->program, settings->program, sizeof h->program);
  __wpp_copy (h->given, settings->given, sizeof h->given);
  __wpp_copy (h->magic, WPP_COUNTS_MAGIC, sizeof h->magic);
}

/* Write a header to the new file FD and map it.  Return 0 or a negative error number, like all functions here.  */
static long
make_header (long fd)
{
  struct wpp_counts_process *p = &__wpp_counts;
  p->header = 0;
  long at = take_room (fd, 0, WPP_COUNTS_HEADER_BYTES);
  if (at == 0)
    at = __wpp_note_file (fd, &p->identity) ? map_room (fd, 0, WPP_COUNTS_HEADER_MAPPED) : -E_IO;
  if (wpp_failed_p (at))
    return at;
  p->reserve = 0;
  if (!p->pool)
    __wpp_reserve_make (fd);
  p->header = (struct wpp_counts_header *) at;
  fill_header (p->header);
  return 0;
}

/* If there is a file, stop using it: unmap its header.  */
static void
drop_header (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  if (!p->header)
    return;
  __wpp_reserve_drop ();
  wpp_syscall2 (SYS_munmap, (long) p->header, WPP_COUNTS_HEADER_MAPPED);
  p->header = 0;
}

/* Make the file NAME, with a header.  */
static long
make_file (const char *name)
{
  long fd = -E_EXIST;
  for (unsigned tries = 0; fd == -E_EXIST && tries < 2; tries++)
    {
      /* A process with the same number has left this file.  */
      if (tries)
        wpp_unlink_name (name);
      fd = __wpp_open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
    }
  if (wpp_failed_p (fd))
    return fd;
  long error = make_header (fd);
  wpp_syscall2 (SYS_close, fd, 0);
  if (error)
    wpp_unlink_name (name);
  return error;
}

/* ---- Files without a name until they have a header, so that nothing is left of a process that is killed
   meanwhile.  */

/* Open a file without a name in the folder of NAME, which is absolute.  */
static long
open_unnamed (const char *name)
{
  static char folder[WPP_PATH_BYTES];
  char *slash = folder;
  folder[0] = 0;
  if (!__wpp_append (folder, sizeof folder, name))
    return -E_NAMETOOLONG;
  for (char *c = folder; *c; c++)
    slash = *c == '/' ? c : slash;
  slash[slash == folder] = 0;
  return __wpp_open (folder, O_RDWR | O_TMPFILE | O_CLOEXEC, MODE);
}

/* Link FD, which has no name, to NAME.  */
static long
link_unnamed (long fd, const char *name)
{
  char self[48] = "/proc/thread-self/fd/";
  __wpp_append_number (self, sizeof self, fd);
  return wpp_syscall6 (SYS_linkat, AT_FDCWD, (long) self, AT_FDCWD, (long) name, AT_SYMLINK_FOLLOW, 0);
}

/* Make a file with a header.  Its name is NAME or, if that exists, TEMPORARY; set *FILE to it.  */
static long
make_at_once (const char *name, const char *temporary, const char **file)
{
  long fd = open_unnamed (name);
  if (wpp_failed_p (fd))
    return fd;
  *file = name;
  long error = make_header (fd);
  if (!error)
    error = link_unnamed (fd, name);
  if (error == -E_EXIST)
    {
      *file = temporary;
      wpp_unlink_name (temporary);
      error = link_unnamed (fd, temporary);
    }
  wpp_syscall2 (SYS_close, fd, 0);
  if (error)
    drop_header ();
  return error;
}

/* The text for ERROR, a negative error number of allocating room in a file.  */
static const char *
reason (long error, char text[32])
{
  if (error == -E_NOMEM && wpp_get_limit (RLIMIT_AS).rlim_cur != RLIM_INFINITY)
    return "memory is limited to too little";
  return __wpp_reason (-error, text);
}

static void
complain_of (const char *file, long error)
{
  char text[32], line[96] = "";
  if (error == -E_NAMETOOLONG)
    __wpp_complain ("the name of the profile is too long; nothing is counted", 0, 0, 0);
  else if (error == -E_EXIST)
    __wpp_complain ("there is another kind of file called ", file, "; nothing is counted", 0);
  else
    {
      __wpp_append (line, sizeof line, "; nothing is counted: ");
      __wpp_append (line, sizeof line, reason (error, text));
      __wpp_complain ("cannot create ", file, line, 0);
    }
}

static long
open_file (void)
{
  return __wpp_open (__wpp_counts.file, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
}

/* Make a file with a header, called BASE or, if there is a file of that name, with a number.  TEMPORARY is for file
   systems that need one.  */
static long
make_own (const char *base, const char *temporary)
{
  struct wpp_counts_process *p = &__wpp_counts;
  const char *file = temporary;
  long error = make_at_once (base, temporary, &file);
  /* Not all file systems support files without names, and linking one needs /proc.  */
  if (error)
    {
      file = temporary;
      error = make_file (temporary);
    }
  if (error)
    return error;
  if (file == base)
    {
      __wpp_copy (p->file, base, sizeof p->file);
      return 0;
    }
  error = __wpp_counts_publish (temporary, p->file, base);
  if (error)
    {
      wpp_unlink_name (temporary);
      drop_header ();
    }
  return error;
}

/* Map the header of FD, which is a file of this program's pool.  */
static long
join (int fd)
{
  struct wpp_counts_process *p = &__wpp_counts;
  long at = __wpp_note_file (fd, &p->identity) ? map_room (fd, 0, WPP_COUNTS_HEADER_MAPPED) : -E_IO;
  if (wpp_failed_p (at))
    return at;
  p->header = (struct wpp_counts_header *) at;
  __atomic_fetch_add (&p->header->runs, 1, __ATOMIC_RELAXED);
  return 0;
}

/* Make the file p->file of a pool, if there is still none.  */
static long
make_member (const char *temporary)
{
  const char *file = temporary, *name = __wpp_counts.file;
  long error = make_at_once (name, temporary, &file);
  if (error)
    {
      file = temporary;
      error = make_file (temporary);
    }
  if (error || file == name)
    return error;
  error = __wpp_counts_rename_new (temporary, name);
  if (error)
    {
      wpp_unlink_name (temporary);
      drop_header ();
    }
  return error;
}

/* Join the file BASE of a pool, or make it.  A file of another program, or of another build, is left alone: then the
   name gets a number.  */
static long
join_or_make (const char *base, const char *temporary)
{
  char *name = __wpp_counts.file;
  long error = -E_EXIST;
  for (unsigned n = 1, tries = 0; error == -E_EXIST && n < POOL_NAMES && tries < 2 * POOL_NAMES; tries++)
    {
      name[0] = 0;
      if (!__wpp_append (name, WPP_PATH_BYTES, base) || !__wpp_number_name (name, n))
        return -E_NAMETOOLONG;
      long fd = open_file ();
      if (wpp_failed_p (fd))
        {
          error = fd == -E_NOENT ? make_member (temporary) : fd;
          continue;
        }
      bool ours = __wpp_pool_ours_p (fd);
      if (ours)
        error = join (fd);
      wpp_syscall2 (SYS_close, fd, 0);
      n += !ours;
    }
  return error;
}

bool
__wpp_counts_create (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  static char base[WPP_PATH_BYTES], temporary[WPP_PATH_BYTES];
  uint32_t files = __wpp_pool_files ();
  struct wpp_pool_place place;
  p->pid = wpp_syscall2 (SYS_getpid, 0, 0);
  p->pool = files != 0;
  bool fits = __wpp_expand_pattern (base, p->pid, p->forked, files ? p->pid % files + 1 : 0, &place);
  temporary[0] = 0;
  fits = fits && __wpp_append (temporary, sizeof temporary, base)
         && __wpp_append (temporary, sizeof temporary, ".")
         && __wpp_append_number (temporary, sizeof temporary, p->pid)
         && __wpp_append (temporary, sizeof temporary, ".part");
  long error = -E_NAMETOOLONG;
  if (fits)
    {
      /* A child may have another root: it makes no tree there.  */
      __wpp_make_folders (base, !p->forked);
      p->most = __wpp_disk_left (base, place.family, p->pool);
      error = p->pool ? join_or_make (base, temporary) : make_own (base, temporary);
    }
  if (error)
    complain_of (base, error);
  return error == 0;
}

/* The same, when the program has as many descriptors as the limit allows: raise the limit by one for a moment.  */
static long
open_beyond_limit (void)
{
  struct rlimit limit = wpp_get_limit (RLIMIT_NOFILE), lifted = { limit.rlim_cur + 1, limit.rlim_max };
  if (limit.rlim_cur >= limit.rlim_max || wpp_failed_p (wpp_set_limit (RLIMIT_NOFILE, lifted)))
    return -E_MFILE;
  long fd = open_file ();
  wpp_set_limit (RLIMIT_NOFILE, limit);
  return fd;
}

long
__wpp_counts_reopen (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  long fd = open_file ();
  if (fd == -E_MFILE)
    fd = open_beyond_limit ();
  if (wpp_failed_p (fd))
    return fd;
  wpp_syscall2 (SYS_flock, fd, LOCK_EX);
  if (__wpp_same_file_p (fd, &p->identity))
    return fd;
  __wpp_counts_release (fd);
  return -E_NOENT;
}

/* Map the BYTES bytes of the file from AT on.  Return their address, or a negative error number.  FD is the file's
   descriptor, or such a number.  */
static long
map_block (long fd, uint64_t at, uint64_t bytes)
{
  long block = wpp_failed_p (fd) ? __wpp_reserve_cut (at, bytes) : take_room (fd, at, at + bytes);
  if (block == 0)
    block = wpp_failed_p (fd) ? fd : map_room (fd, at, bytes);
  if (wpp_failed_p (block) || __wpp_counts_remember ((void *) block, bytes))
    return block;
  wpp_syscall2 (SYS_munmap, block, bytes);
  return -E_NOMEM;
}

struct wpp_counts_block *
__wpp_counts_append (uint64_t bytes)
{
  struct wpp_counts_process *p = &__wpp_counts;
  uint64_t whole = (sizeof (struct wpp_counts_block) + bytes + WPP_COUNTS_PAGE - 1) & -(uint64_t) WPP_COUNTS_PAGE;
  long fd = __wpp_counts_reopen ();
  /* A child of which fork's handlers know nothing may append at the same time.  */
  uint64_t at = __atomic_fetch_add (&p->header->end, whole, __ATOMIC_RELAXED), end = at + whole;
  long mapped = map_block (fd, at, whole);
  struct wpp_counts_block *block = wpp_failed_p (mapped) ? 0 : (struct wpp_counts_block *) mapped;
  if (block)
    {
      block->bytes = whole;
      block->offset = at;
      if (p->pool && !wpp_failed_p (fd))
        __wpp_pool_hold (fd, at);
    }
  else
    {
      p->error = mapped;
      p->opened = mapped != fd;
      __atomic_compare_exchange_n (&p->header->end, &end, at, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
  if (!wpp_failed_p (fd))
    __wpp_counts_release (fd);
  return block;
}

void
__wpp_counts_complain (const char *what)
{
  const struct wpp_counts_process *p = &__wpp_counts;
  char text[32], line[128] = "";
  __wpp_append (line, sizeof line, p->opened ? ": " : " again: ");
  __wpp_append (line, sizeof line, reason (p->error, text));
  __wpp_append (line, sizeof line, what);
  __wpp_complain (p->opened ? "cannot extend " : "cannot open ", p->file, line, 0);
}

void
__wpp_counts_end (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  if (!p->reserve)
    return;
  uint64_t mask = wpp_block_signals ();
  if (__wpp_counts_lock ())
    {
      long fd = __wpp_counts_reopen ();
      if (!wpp_failed_p (fd))
        {
          __wpp_reserve_end (fd);
          __wpp_counts_release (fd);
        }
      __wpp_counts_unlock ();
    }
  wpp_restore_signals (mask);
}
