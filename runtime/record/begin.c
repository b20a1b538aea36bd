/* Beginning a recording: the shared memory, its header, the collector or the raw file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: a child of fork begins at its first event.  No libc, no vector registers.  The
   descriptor of the memory lives only from here to the end of __wpp_begin_session.  */

#include <errno.h>
#include <linux/memfd.h>
#include <linux/mman.h>
#include <time.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>
#include "runtime/record/record.h"
#include "format/event.h"
#include "runtime/common/syscall.h"

bool
__wpp_lock (void)
{
  return wpp_lock (&__wpp_process.lock);
}

void
__wpp_unlock (void)
{
  wpp_unlock (&__wpp_process.lock);
}

/* The number of slots for which to reserve address space.  If the limit of address space is low, most of it must be
   left to the program.  The limit on the size of files also applies to the memory object.  */
static uint32_t
choose_slots (void)
{
  uint64_t space = wpp_get_limit (RLIMIT_AS).rlim_cur, file = wpp_get_limit (RLIMIT_FSIZE).rlim_max;
  uint64_t slots = WPP_SLOTS_MAX;
  if (space != RLIM_INFINITY && slots > space / 16 / WPP_RING_STRIDE)
    slots = space / 16 / WPP_RING_STRIDE;
  if (slots > 2 && wpp_shared_bytes (slots) > file)
    slots = file > wpp_shared_bytes (2) ? (file - wpp_rings_offset ()) / WPP_RING_STRIDE : 2;
  return slots < 2 ? 2 : slots;
}

/* Set the size of FD to BYTES.  Exceeding the soft limit, which is meant for the program's own files, would raise a
   signal, so the limit is lifted for this call.  */
static bool
set_size (int fd, uint64_t bytes)
{
  struct rlimit limit = wpp_get_limit (RLIMIT_FSIZE), lifted = { limit.rlim_max, limit.rlim_max };
  if (limit.rlim_max < bytes)
    return false;
  if (limit.rlim_cur < bytes)
    wpp_set_limit (RLIMIT_FSIZE, lifted);
  bool ok = wpp_syscall2 (SYS_ftruncate, fd, bytes) == 0;
  if (limit.rlim_cur < bytes)
    wpp_set_limit (RLIMIT_FSIZE, limit);
  return ok;
}

/* Map the memory object FD of BYTES bytes, or memory without one if it is negative, at a chunk's
   boundary, everything before the rings accessible.  Return null when that fails.  */
static struct wpp_shared *
map_shared (int fd, uint64_t bytes)
{
  long room = wpp_syscall6 (SYS_mmap, 0, bytes + __WPP_CHUNK_BYTES, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wpp_failed_p (room))
    return 0;
  long base = (room + __WPP_CHUNK_BYTES - 1) & -(long) __WPP_CHUNK_BYTES;
  long end = room + bytes + __WPP_CHUNK_BYTES;
  if (base > room)
    wpp_syscall2 (SYS_munmap, room, base - room);
  if (end > base + (long) bytes)
    wpp_syscall2 (SYS_munmap, base + bytes, end - base - bytes);
  if (wpp_syscall6 (SYS_mmap, base, bytes, PROT_NONE,
                    MAP_SHARED | MAP_FIXED | (fd < 0 ? MAP_ANONYMOUS | MAP_NORESERVE : 0), fd, 0)
        != base
      || wpp_syscall4 (SYS_mprotect, base, wpp_rings_offset (), PROT_READ | PROT_WRITE, 0) < 0)
    {
      wpp_syscall2 (SYS_munmap, base, bytes);
      return 0;
    }
  /* Leave it out of core dumps.  */
  wpp_syscall4 (SYS_madvise, base, bytes, MADV_DONTDUMP, 0);
  return (struct wpp_shared *) base;
}

/* Does the kernel refuse to duplicate mappings as qemu's imitation does?  (valgrind has another error.  There the
   collector cannot be started either.)  */
static bool
imitated_p (struct wpp_shared *s)
{
  long ring = (long) wpp_shared_ring (s, 0);
  return wpp_syscall6 (SYS_mremap, ring, 0, __WPP_CHUNK_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, ring + WPP_RING_BYTES, 0)
         == -ENOMEM;
}

/* Map the guards of all rings from the memory object FD, so only some rings.  Return false when that fails, too.  */
#define IMITATED_SLOTS 256u
static bool
map_guards (struct wpp_shared *s, int fd)
{
  uint64_t before = wpp_shared_bytes (s->n_slots), bytes;
  s->n_slots = s->n_slots < IMITATED_SLOTS ? s->n_slots : IMITATED_SLOTS;
  bytes = wpp_shared_bytes (s->n_slots);
  if (bytes < before)
    wpp_syscall2 (SYS_munmap, (long) s + bytes, before - bytes);
  if (!set_size (fd, bytes))
    return false;
  for (uint32_t i = 0; i < s->n_slots; i++)
    {
      long ring = (long) wpp_shared_ring (s, i);
      if (wpp_failed_p (wpp_syscall6 (SYS_mmap, ring + WPP_RING_BYTES, __WPP_CHUNK_BYTES, PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_FIXED, fd, ring - (long) s)))
        return false;
    }
  __wpp_process.guarded = true;
  return __wpp_map_ring (s, 0);
}

/* Make the memory; *FD is the descriptor of its object, or negative when there can be none.

   The open file after that descriptor holds a lock (flock) on it.  Once the descriptor is closed, only the mapping
   keeps the open file alive.  So the lock is released when the process image that maps it is gone, by execve or by any
   kind of death.  That is how the collector notices.  */
static struct wpp_shared *
make_shared (int *fd)
{
  uint32_t n_slots = choose_slots ();
  uint64_t bytes = wpp_shared_bytes (n_slots);
  int held[3];
  unsigned n_held = __wpp_hold_low (held);
  *fd = wpp_syscall2 (SYS_memfd_create, (long) "wpp", MFD_CLOEXEC);
  __wpp_let_low (held, n_held);
  if (*fd >= 0 && !set_size (*fd, bytes))
    {
      wpp_syscall2 (SYS_close, *fd, 0);
      *fd = -EFBIG;
    }
  struct wpp_shared *s = map_shared (*fd, bytes);
  if (!s)
    {
      if (*fd >= 0)
        wpp_syscall2 (SYS_close, *fd, 0);
      return 0;
    }
  s->magic = WPP_SHARED_MAGIC;
  s->version = WPP_SHARED_VERSION;
  s->n_slots = n_slots;
  /* The calling thread's ring.  If the kernel or valgrind refuses, a raw file is used, which needs no second view.  */
  __wpp_process.guarded = false;
  if (*fd >= 0 && !__wpp_map_ring (s, 0) && !(imitated_p (s) && map_guards (s, *fd)))
    {
      wpp_syscall2 (SYS_close, *fd, 0);
      *fd = -ENOSYS;
    }
  s->locked = *fd >= 0 && wpp_syscall2 (SYS_flock, *fd, LOCK_EX | LOCK_NB) == 0;
  return s;
}

static void
describe (struct wpp_shared *s)
{
  const struct wpp_settings *settings = &__wpp_settings;
  struct wpp_process *p = &__wpp_process;
  s->pid = wpp_syscall2 (SYS_getpid, 0, 0);
  s->options = settings->options;
  s->memory = settings->memory;
  s->keep = settings->keep;
  /* What is wanted begins with a GAP.  */
  if (settings->to.events)
    s->most = settings->to.events > settings->from.events
                ? settings->to.events - settings->from.events + (settings->from.events != 0) : 1;
  s->until = settings->to.time;
  s->disk = settings->disk;
  __wpp_copy (s->done, settings->done, sizeof s->done);
  s->outside = p->outside;
  if (!p->began)
    {
      p->began = wpp_time (CLOCK_MONOTONIC);
      p->began_epoch = wpp_time (CLOCK_REALTIME);
    }
  s->began = p->began;
  s->began_epoch = p->began_epoch;
  s->build_id_size = settings->build_id_size;
  __wpp_copy (s->build_id, settings->build_id, settings->build_id_size);
  __wpp_copy (s->program, settings->program, sizeof s->program);
  __wpp_copy (s->given, settings->given, sizeof s->given);
}

/* Take over the modules of the parent.  */
static void
take_modules (struct wpp_shared *s)
{
  struct wpp_process *p = &__wpp_process;
  __wpp_copy (wpp_shared_modules (s), p->inherited, p->module_bytes);
  __atomic_store_n (&s->valued, p->next_value != 0, __ATOMIC_RELAXED);
  __atomic_store_n (&s->module_bytes, p->module_bytes, __ATOMIC_RELEASE);
  wpp_syscall2 (SYS_munmap, (long) p->inherited, p->module_bytes);
  p->inherited = 0;
}

/* Print the message A B C, unless this process, or one from which it was forked, has printed one already.  */
static void
tell (const char *a, const char *b, const char *c)
{
  if (!__wpp_process.told)
    __wpp_complain (a, b, c, 0);
}

/* Will this process's children be in another pid namespace?  That namespace ends with the first of them, which must not
   be a collector.  Before the first child, the link exists but leads nowhere.  */
static bool
children_elsewhere_p (void)
{
  static const char of_children[] = "/proc/self/ns/pid_for_children";
  struct stat own, theirs;
  if (wpp_failed_p (wpp_stat_name ("/proc/self/ns/pid", &own, 0)))
    return false;
  if (wpp_failed_p (wpp_stat_name (of_children, &theirs, 0)))
    return !wpp_failed_p (wpp_stat_name (of_children, &theirs, AT_SYMLINK_NOFOLLOW));
  return own.st_ino != theirs.st_ino;
}

/* Start the collector of S, whose descriptor is FD or a negative error number; or if that fails, begin the raw
   file.  If that fails, too, print a line on stderr and return false.  */
static bool
start_collecting (struct wpp_shared *s, int fd)
{
  char text[32];
  struct wpp_process *p = &__wpp_process;
  p->init |= children_elsewhere_p ();
  if (p->restarts <= WPP_RESTARTS_MAX && !p->init && !p->refused_by)
    {
      int error = fd < 0 ? -fd : __wpp_spawn_collector (s, fd);
      if (error == 0)
        return true;
      tell ("the collector cannot be started: ", __wpp_reason (error, text), 0);
    }
  bool raw = __wpp_raw_begin (s);
  if (raw && !p->init)
    tell ("raw events are written to ", s->file, ", and those of its children likewise");
  else if (!raw)
    tell ("raw events cannot be written to ", s->file, "; nothing is recorded");
  p->told |= !raw || !p->init;
  return raw;
}

/* If no file can be made in the folder of FILE, say so now: a program that does not end by exit could not say it
   later.  */
static void
look_at_folder (const char *file)
{
  static char folder[WPP_PATH_BYTES];
  struct wpp_process *p = &__wpp_process;
  char text[32];
  size_t n = __wpp_length (file);
  while (n > 0 && file[n - 1] != '/')
    n--;
  __wpp_copy (folder, n ? file : ".", n ? n : 1);
  folder[n ? n : 1] = 0;
  /* A name that is not absolute: the working directory is gone.  */
  long error = *file == '/' ? wpp_syscall4 (SYS_faccessat2, AT_FDCWD, (long) folder, W_OK | X_OK, AT_EACCESS) : -ENOENT;
  if (error != -ENOENT && error != -EACCES && error != -EROFS && error != -ENOTDIR)
    return;
  if (!p->told_folder)
    __wpp_complain ("no profile: ", file, ": ", __wpp_reason (-error, text));
  p->told_folder = 1;
}

bool
__wpp_begin_session (void)
{
  struct wpp_process *p = &__wpp_process;
  int fd;
  struct wpp_shared *s = make_shared (&fd);
  if (!s)
    {
      tell ("no memory for events; nothing is recorded", 0, 0);
      return false;
    }
  describe (s);
  if (p->inherited)
    take_modules (s);
  bool live = __wpp_expand_pattern (s->file, s->pid, p->forked, 0, &s->pool);
  if (!live)
    __wpp_complain ("the name of the profile is too long; nothing is recorded", 0, 0, 0);
  else
    {
      /* A child may have another root: it makes no tree there.  */
      __wpp_make_folders (s->file, !p->forked);
      live = start_collecting (s, fd);
    }
  if (live && !p->raw)
    look_at_folder (s->file);
  if (fd >= 0)
    wpp_syscall2 (SYS_close, fd, 0);
  if (!live)
    {
      wpp_syscall2 (SYS_munmap, (long) s, wpp_shared_bytes (s->n_slots));
      return false;
    }
  __atomic_store_n (&p->shared, s, __ATOMIC_RELEASE);
  wpp_set_session (WPP_SESSION_LIVE);
  return true;
}
