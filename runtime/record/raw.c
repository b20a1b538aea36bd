/* Recording without a collector: the program writes a raw file (analysis/recording/profile/rawfile.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   The shared memory exists as usual, but the chunks of the rings are pages of the file.  They are mapped one after
   the other: the one that the thread fills, and its guard (ring.h).  Zeros are written to them before
   they are mapped, because a full disk would otherwise kill the program when it stores an event.
   No descriptor stays open.

   When a chunk is used again, it is another part of the file.  So an event is stored in the wrong place
   if its word was reserved 15 chunks before, by a frame that a signal handler interrupted.  Only a handler
   with 200,000 events can cause that.  */

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include "runtime/record/record.h"
#include "format/raw-file.h"
#include "runtime/common/syscall.h"

#define NAMES_MAX 1000

static const unsigned char zeros[WPP_RAW_PAGE];

static uint64_t
whole_pages (uint64_t n)
{
  return (n + WPP_RAW_PAGE - 1) / WPP_RAW_PAGE * WPP_RAW_PAGE;
}

/* Write N bytes at OFFSET of FD; return false when there is no room.  The limit on the size of files is checked first,
   because exceeding it raises a signal.  */
static bool
write_at (int fd, const void *bytes, uint64_t n, uint64_t offset)
{
  if (wpp_get_limit (RLIMIT_FSIZE).rlim_cur < offset + n)
    return false;
  while (n)
    {
      long done = wpp_syscall4 (SYS_pwrite64, fd, (long) bytes, n, offset);
      if (done == -EINTR)
        continue;
      if (done <= 0)
        return false;
      bytes = (const char *) bytes + done;
      offset += done;
      n -= done;
    }
  return true;
}

/* The same, for zeros.  N and OFFSET are whole pages.  */
static bool
write_zeros (int fd, uint64_t n, uint64_t offset)
{
  for (uint64_t at = 0; at < n; at += WPP_RAW_PAGE)
    if (!write_at (fd, zeros, WPP_RAW_PAGE, offset + at))
      return false;
  return true;
}

/* Append a record to the file, with SIZE bytes of PAYLOAD or of zeros.  The page before the payload is written last:
   without it the record does not exist.  Return the payload's offset or 0.  */
static uint64_t
add_record (int fd, uint32_t kind, uint32_t thread, const void *payload, uint64_t size)
{
  struct wpp_process *p = &__wpp_process;
  struct { uint32_t kind, thread; uint64_t size; } head = { kind, thread, size };
  uint64_t at = p->raw_end + WPP_RAW_PAGE;
  if (payload ? !write_at (fd, payload, size, at)
                  || !write_at (fd, zeros, whole_pages (size) - size, at + size)
              : !write_zeros (fd, size, at))
    return 0;
  if (!write_at (fd, zeros + sizeof head, WPP_RAW_PAGE - sizeof head, p->raw_end + sizeof head)
      || !write_at (fd, &head, sizeof head, p->raw_end))
    return 0;
  p->raw_end = at + whole_pages (size);
  return at;
}

static int
open_again (const struct wpp_shared *s)
{
  long fd = __wpp_open (s->file, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  /* Another program may have made a file of this name.  */
  if (fd >= 0 && !__wpp_same_file_p (fd, &__wpp_process.raw_identity))
    {
      wpp_syscall2 (SYS_close, fd, 0);
      fd = -ENOENT;
    }
  return fd;
}

static bool
map_file (uint64_t address, uint64_t bytes, int fd, uint64_t offset)
{
  return wpp_syscall6 (SYS_mmap, address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
                       offset)
         == (long) address;
}

bool
__wpp_raw_chunk (uint64_t ring, uint32_t chunk, uint32_t thread)
{
  bool locked = __wpp_lock ();
  int fd = open_again (__wpp_process.shared);
  uint64_t at = fd < 0 ? 0 : add_record (fd, WPP_RAW_EVENTS, thread, 0, __WPP_CHUNK_BYTES);
  bool ok = at && map_file (ring + (uint64_t) chunk * __WPP_CHUNK_BYTES, __WPP_CHUNK_BYTES, fd, at);
  if (ok && chunk == 0)
    ok = map_file (ring + WPP_RING_BYTES, __WPP_CHUNK_BYTES, fd, at);
  if (fd >= 0)
    wpp_syscall2 (SYS_close, fd, 0);
  if (locked)
    __wpp_unlock ();
  return ok;
}

bool
__wpp_raw_modules (struct wpp_shared *s, uint32_t from)
{
  struct wpp_process *p = &__wpp_process;
  int fd = p->module_bytes > from ? open_again (s) : -1;
  bool ok = p->module_bytes == from
            || (fd >= 0
                && add_record (fd, WPP_RAW_MODULES, 0, wpp_shared_modules (s) + from,
                               p->module_bytes - from));
  /* Values are secrets.  */
  if (fd >= 0 && p->next_value)
    wpp_syscall2 (SYS_fchmod, fd, 0600);
  if (fd >= 0)
    wpp_syscall2 (SYS_close, fd, 0);
  return ok;
}

/* Remove the file PART, NAME.part, if it is that of a collector which died before it began.  Return whether it was.  */
static bool
remove_empty (const char *part)
{
  struct stat st;
  long fd = __wpp_open (part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  if (wpp_failed_p (fd))
    return false;
  bool empty = !wpp_failed_p (wpp_syscall2 (SYS_flock, fd, LOCK_EX | LOCK_NB))
               && !wpp_failed_p (wpp_syscall2 (SYS_fstat, fd, (long) &st)) && S_ISREG (st.st_mode) && st.st_size == 0
               && !wpp_failed_p (wpp_unlink_name (part));
  wpp_syscall2 (SYS_close, fd, 0);
  return empty;
}

/* Does NAME.part exist, so that a collector is about to write NAME?  The lock is held.  A coroutine's stack may be
   small.  */
static bool
part_p (const char *name)
{
  static char part[WPP_PATH_BYTES];
  part[0] = 0;
  return __wpp_append (part, sizeof part, name) && __wpp_append (part, sizeof part, ".part")
         && wpp_syscall4 (SYS_faccessat, AT_FDCWD, (long) part, F_OK, 0) == 0 && !remove_empty (part);
}

/* Create the file S->file, or one with a number if that exists.  No file is replaced, and no symbolic link is
   followed.  Return the descriptor or a negative error number.  The lock is held.  */
static long
create (struct wpp_shared *s)
{
  static char name[WPP_PATH_BYTES];
  long fd = -EEXIST;
  for (uint32_t n = 1; n < NAMES_MAX && fd == -EEXIST; n++)
    {
      __wpp_copy (name, s->file, sizeof name);
      if (!__wpp_number_name (name, n))
        return -ENAMETOOLONG;
      if (!part_p (name))
        fd = __wpp_open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                          __wpp_process.next_value ? 0600 : 0666);
    }
  if (fd >= 0)
    {
      __wpp_copy (s->file, name, sizeof name);
      __wpp_note_file (fd, &__wpp_process.raw_identity);
    }
  return fd;
}

static void
put (unsigned char *header, uint32_t at, uint64_t value, uint32_t bytes)
{
  __wpp_copy (header + at, &value, bytes);
}

static void
fill_header (unsigned char *header, const struct wpp_shared *s, uint32_t size)
{
  uint32_t program = __wpp_length (s->program), options = __wpp_length (s->given);
  put (header, WPP_RAW_VERSION_AT, WPP_RAW_MAJOR | WPP_RAW_MINOR << 16, 4);
  put (header, WPP_RAW_VERSION_AT + 4, size, 4);
  put (header, WPP_RAW_PID_AT, s->pid, 4);
  put (header, WPP_RAW_BEGAN_AT, s->began_epoch, 8);
  put (header, WPP_RAW_SIZES_AT, program, 4);
  put (header, WPP_RAW_SIZES_AT + 4, options, 4);
  put (header, WPP_RAW_SIZES_AT + 8, s->build_id_size, 4);
  __wpp_copy (header + WPP_RAW_STRINGS_AT, s->program, program);
  __wpp_copy (header + WPP_RAW_STRINGS_AT + program, s->given, options);
  __wpp_copy (header + WPP_RAW_STRINGS_AT + program + options, s->build_id, s->build_id_size);
  __wpp_copy (header, WPP_RAW_MAGIC, 8);
}

/* Make the header of the file FD and keep it mapped; the mapping keeps the lock.  */
static bool
begin_file (struct wpp_process *p, const struct wpp_shared *s, int fd)
{
  uint32_t size = whole_pages (WPP_RAW_STRINGS_AT + __wpp_length (s->program)
                               + __wpp_length (s->given) + s->build_id_size);
  wpp_syscall2 (SYS_flock, fd, LOCK_EX | LOCK_NB);
  if (!write_zeros (fd, size, 0))
    return false;
  long at = wpp_syscall6 (SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (wpp_failed_p (at))
    return false;
  p->raw = (unsigned char *) at;
  p->raw_bytes = p->raw_end = size;
  fill_header (p->raw, s, size);
  __wpp_raw_lost ();
  return true;
}

bool
__wpp_raw_begin (struct wpp_shared *s)
{
  struct wpp_process *p = &__wpp_process;
  long fd = create (s);
  bool ok = fd >= 0 && begin_file (p, s, fd);
  if (fd >= 0)
    wpp_syscall2 (SYS_close, fd, 0);
  if (ok && !__wpp_raw_modules (s, 0))
    {
      __wpp_raw_leave ();
      ok = false;
    }
  if (fd >= 0 && !ok)
    wpp_unlink_name (s->file);
  if (ok)
    p->raw_shared = s;
  return ok;
}

void
__wpp_raw_leave (void)
{
  struct wpp_process *p = &__wpp_process;
  if (p->raw)
    wpp_syscall2 (SYS_munmap, (long) p->raw, p->raw_bytes);
  p->raw = 0;
  p->raw_shared = 0;
}

void
__wpp_raw_exit (int status)
{
  struct wpp_process *p = &__wpp_process;
  put (p->raw, WPP_RAW_STATUS_AT, status & 0xff, 4);
  put (p->raw, WPP_RAW_DURATION_AT, wpp_time (CLOCK_MONOTONIC) - p->shared->began, 8);
  /* The field is a lower bound, so 2^32 pages or more may be truncated to what fits.  */
  put (p->raw, WPP_RAW_PAGES_AT, p->raw_end / WPP_RAW_PAGE, 4);
  put (p->raw, WPP_RAW_ENDING_AT, 1 /* exit */, 4);
}

void
__wpp_raw_lost (void)
{
  uint64_t dropped = __atomic_load_n (&__wpp_process.dropped, __ATOMIC_RELAXED);
  put (__wpp_process.raw, WPP_RAW_LOST_AT, dropped + __wpp_process.lost + __wpp_process.early, 8);
}

void
__wpp_raw_switched (void)
{
  uint32_t *n = (uint32_t *) (__wpp_process.raw + WPP_RAW_SWITCHED_AT);
  if (__atomic_load_n (n, __ATOMIC_RELAXED) != UINT32_MAX)
    __atomic_fetch_add (n, 1, __ATOMIC_RELAXED);
}
