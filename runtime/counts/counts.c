/* Giving threads their counters.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   __wpp_count_attach and what it calls may run inside any function of the program: no libc, no vector
   registers, signals blocked.

   A block of counters belongs to a thread as long as the thread lives.  Nothing is done when the thread ends.
   The next thread that needs a block takes one whose owner has ended, and goes on counting there, because only
   sums matter.  So there are hardly more blocks than there were threads at the same time.  */

#include <stdlib.h>
#include <errno.h>
#include <sys/mman.h>
#include <linux/mman.h>
#include "runtime/counts/file.h"
#include "runtime/libc/libc.h"
#include "runtime/common/syscall.h"

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

/* With a process number: the owner of a block is a process that counts in its parent's file.  */
#define STRANGER 0x80000000u

#define E_SRCH 3

/* ---- The beginning.  */

/* In a child of fork: copy the modules of the parent, which are still mapped, to this process's file.  */
static bool
take_modules (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  for (struct wpp_counted_object *o = p->objects; o; o = o->next)
    {
      if (!o->module)
        continue;
      const struct wpp_module_record *record = (const struct wpp_module_record *) (o->module + 1);
      o->module = __wpp_counts_module (record);
      if (!o->module)
        return false;
    }
  return true;
}

/* Begin in a child of fork, when it counts its first path.  */
static void
begin_child (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_maps *maps = __wpp_counts_take_maps ();
  struct wpp_counts_header *header = p->header;
  p->modules = 0;
  p->header = 0;
  p->full = p->sparse_full = p->sparse_maps = 0;
  p->baseline = p->spare = p->looked = 0;
  p->spare_pages = 0;
  wpp_mark_own (&p->own);
  p->state = __wpp_counts_create () ? WPP_COUNTS_LIVE : WPP_COUNTS_NONE;
  if (p->state == WPP_COUNTS_LIVE && !take_modules ())
    {
      p->state = WPP_COUNTS_NONE;
      __wpp_counts_complain ("; nothing is counted");
    }
  __wpp_counts_leave_maps (maps);
  wpp_syscall2 (SYS_munmap, (long) header, WPP_COUNTS_HEADER_MAPPED);
}

/* ---- Threads.  */

static bool
ended_p (uint32_t tid)
{
  uint32_t pid = __wpp_counts.pid;
  return wpp_syscall4 (SYS_tgkill, pid, tid, 0, 0) == -E_SRCH;
}

/* Checking whether an owner lives takes a system call.  So a new thread checks at most this many, even if there are
   thousands of threads.  */
#define MOST_LOOKS 64u

/* A block of MODULE that no living thread other than TID owns, or null.  The search goes on where the last one
   ended.  */
static struct wpp_counts_block *
find_block (const struct wpp_counts_block *module, uint32_t tid)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_block *first = (struct wpp_counts_block *) module->link, *b = p->looked;
  if (!b || b->module != module->offset)
    b = first;
  struct wpp_counts_block *from = b;
  for (unsigned n = 0; b && n < MOST_LOOKS && (n == 0 || b != from); n++)
    {
      p->looked = b;
      if (b->owner == tid || !b->owner || (b->owner != WPP_NO_THREAD && ended_p (b->owner)))
        return b;
      b = b->link ? (struct wpp_counts_block *) b->link : first;
    }
  return 0;
}

/* Move the block B to the place of OBJECT's block before the fork, and add what has been counted there since.  */
static struct wpp_counts_block *
take_place (struct wpp_counted_object *object, struct wpp_counts_block *b)
{
  struct wpp_counts_block *old = object->inherited;
  object->inherited = 0;
  __wpp_sparse_keep (b, old);
  for (uint64_t i = 0; i < (b->bytes - sizeof *b) / sizeof (uint64_t); i++)
    if (((volatile uint64_t *) (old + 1))[i])
      ((uint64_t *) (b + 1))[i] += ((uint64_t *) (old + 1))[i];
  long at = wpp_syscall6 (SYS_mremap, (long) b, b->bytes, b->bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
                          (long) old, 0);
  if (wpp_failed_p (at))
    return b;
  __wpp_counts_moved (b, old);
  return old;
}

/* Make a block for BYTES bytes of OBJECT's counters; null when that fails.  */
static struct wpp_counts_block *
add_block (struct wpp_counted_object *object, uint64_t bytes)
{
  struct wpp_counts_block *module = object->module, *b = __wpp_counts_append (bytes);
  if (!b)
    return 0;
  if (object->inherited)
    b = take_place (object, b);
  b->module = module->offset;
  /* Other processes must not find it: only this process has it mapped.  */
  if (!wpp_counts_stranger_p ())
    {
      b->link = module->link;
      module->link = (uint64_t) b;
    }
  b->tag = WPP_BLOCK_COUNTS;
  return b;
}

/* B, of OBJECT, was another process's: move it to the place of OBJECT's block before the fork.  */
static struct wpp_counts_block *
move_block (struct wpp_counted_object *object, struct wpp_counts_block *b)
{
  uint64_t *list = &object->module->link;
  while (*list != (uint64_t) b)
    list = &((struct wpp_counts_block *) *list)->link;
  struct wpp_counts_block *moved = take_place (object, b);
  *list = (uint64_t) moved;
  __wpp_counts.looked = 0;
  return moved;
}

/* Make counters that nobody will read, after a block header of zeros, so that the program can go on.  */
static int64_t
discard (const struct wpp_counted_object *object, uint64_t bytes)
{
  long at = wpp_syscall6 (SYS_mmap, 0, sizeof (struct wpp_counts_block) + bytes,
                          PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                          -1, 0);
  if (wpp_failed_p (at))
    return 0;
  return at + (int64_t) sizeof (struct wpp_counts_block) - (int64_t) object->counters;
}

/* The block of MODULE that the thread TID owns, or null.  */
static struct wpp_counts_block *
own_block (const struct wpp_counts_block *module, uint32_t tid)
{
  struct wpp_counts_block *b = (struct wpp_counts_block *) module->link;
  while (b && b->owner != tid)
    b = (struct wpp_counts_block *) b->link;
  return b;
}

/* Find or make the calling thread's counters of OBJECT; if KEPT, its deltas will tell that it has them.  */
static int64_t
attach (struct wpp_counted_object *object, bool kept)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_block *block = 0;
  uint64_t bytes = (const char *) object->counters_end - (const char *) object->counters;
  if (p->state == WPP_COUNTS_READY)
    begin_child ();
  if (p->state != WPP_COUNTS_LIVE || !object->module)
    return kept ? discard (object, bytes) : 0;
  uint32_t pid = wpp_syscall2 (SYS_getpid, 0, 0), tid = wpp_syscall2 (SYS_gettid, 0, 0);
  if (wpp_counts_stranger_p ())
    tid = STRANGER | pid;
  else if (p->pid != pid)
    tid = WPP_NO_THREAD;
  else if (!kept && (block = own_block (object->module, tid)))
    ;
  else
    block = find_block (object->module, tid);
  if (block && object->inherited)
    block = move_block (object, block);
  if (!block)
    block = add_block (object, bytes);
  if (!block)
    {
      if (__atomic_fetch_add (&p->header->lost, 1, __ATOMIC_RELAXED) == 0)
        __wpp_counts_complain ("; a thread is not counted");
      return kept ? discard (object, bytes) : 0;
    }
  block->owner = tid;
  return (int64_t) (block + 1) - (int64_t) object->counters;
}

static struct wpp_counts_block *
block_at (const struct wpp_counted_object *object, int64_t delta)
{
  return (struct wpp_counts_block *) ((char *) object->counters + delta) - 1;
}

static uint64_t
slot_bytes (const struct wpp_counted_object *object)
{
  return (const char *) object->slots_end - (const char *) object->slots;
}

/* The delta of OBJECT's slots for the thread that has BLOCK; 0 when there can be none.  Slots outlive the thread, like
   the entries to which they point.  */
static int64_t
attach_slots (const struct wpp_counted_object *object, struct wpp_counts_block *block)
{
  /* One slot is nobody's (linked/count-slow.S).  */
  if (!block->slots && slot_bytes (object) > sizeof *object->slots)
    {
      long at = wpp_syscall6 (SYS_mmap, 0, slot_bytes (object), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      block->slots = wpp_failed_p (at) ? 0 : at;
    }
  return block->slots ? (int64_t) block->slots - (int64_t) object->slots : 0;
}

int64_t
__wpp_count_attach (struct wpp_counted_object *object)
{
  uint64_t mask = wpp_block_signals ();
  if (!__wpp_counts_lock ())
    {
      wpp_restore_signals (mask);
      object->early = true;
      return 0;
    }
  struct __wpp_deltas *d = wpp_deltas (object);
  int64_t result = d->count;
  if (!object->registered)
    object->early = true;
  else if (result == 0)
    {
      bool kept = __wpp_deltas_hold (object);
      result = attach (object, kept);
      if (result && kept)
        {
          struct wpp_counts_block *block = block_at (object, result);
          *d = (struct __wpp_deltas){ result, result, attach_slots (object, block),
                                      __wpp_sparse_attach (object, block) };
        }
    }
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
  return result;
}

/* ---- Processes and objects.  */

/* Let the calling thread have no counters of OBJECT.  */
static void
forget_counters (struct wpp_counted_object *object)
{
  *wpp_deltas (object) = (struct __wpp_deltas) __WPP_NO_DELTAS;
}

void
__wpp_counts_part (struct wpp_counted_object *object)
{
  int64_t delta = wpp_deltas (object)->count;
  const struct wpp_counts_block *b = block_at (object, delta);
  if (delta && b->offset && b->owner != (STRANGER | (uint32_t) wpp_syscall2 (SYS_getpid, 0, 0)))
    forget_counters (object);
}

/* In the child of fork: leave the parent's counters.  A signal handler that forks may have interrupted code of OBJECT
   that goes on with the old delta.  So the counters of this thread become private zeros at the same place, where the
   child's own counters will be, too.  */
static void
inherit (struct wpp_counted_object *object)
{
  int64_t delta = wpp_deltas (object)->count;
  struct wpp_counts_block *b = delta ? block_at (object, delta) : object->inherited;
  forget_counters (object);
  if (b && b->slots)
    wpp_syscall4 (SYS_madvise, b->slots, slot_bytes (object), MADV_DONTNEED, 0);
  /* Counters that nobody will read are private already.  */
  if (!b || !b->bytes)
    return;
  struct wpp_counts_block old = { .bytes = b->bytes, .sparse = b->sparse };
  __wpp_counts_forget (b);
  wpp_map_zeros (b, old.bytes);
  *b = old;
  __wpp_sparse_renew (b);
  object->inherited = b;
}

/* A child gets its file when it counts first.  But the child of a daemon may have given up its rights or changed its
   root by then, so it gets its file at once.  */
static void
begin_now (void)
{
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  begin_child ();
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
}

/* The handler of fork, which runs in the child before any other code.  */
static void
in_child (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  p->lock = 0;
  p->forked = 1;
  __wpp_deltas_fork ();
  for (struct wpp_counted_object *o = p->objects; o; o = o->next)
    inherit (o);
  if (p->state != WPP_COUNTS_LIVE)
    return;
  p->state = WPP_COUNTS_READY;
  if (__wpp_counts_privileged_p ())
    begin_now ();
}

static void
exit_handler (int status, void *data)
{
  struct wpp_counts_process *p = &__wpp_counts;
  if (p->state != WPP_COUNTS_LIVE || wpp_counts_stranger_p ())
    return;
  if (!p->pool)
    {
      p->header->status = status & 0xff;
      __atomic_store_n (&p->header->exited, data != WPP_STATUS_UNKNOWN, __ATOMIC_RELEASE);
    }
  __wpp_counts_end ();
  __wpp_hand_over (p->file);
}

/* The file is complete at any time.  */
static int
flush (void)
{
  return __wpp_counts.state == WPP_COUNTS_LIVE ? 0 : -1;
}

static int
reset (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  /* A child of fork that has counted nothing has nothing to reset.  */
  bool done
      = p->state == WPP_COUNTS_READY
        || (p->state == WPP_COUNTS_LIVE && !p->pool && !wpp_counts_stranger_p () && __wpp_counts_take_baseline ());
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
  return done ? 0 : -1;
}

static void
load (void)
{
  struct wpp_settings *settings = &__wpp_settings;
  __wpp_read_environment ();
  settings->build_id_size = __wpp_program_build_id (settings->build_id, sizeof settings->build_id);
  on_exit (exit_handler, 0);
  __register_atfork (0, 0, in_child, 0);
  __wpp_deltas_begin ();
  wpp_mark_own (&__wpp_counts.own);
  __wpp_counts.state = __wpp_chosen_p () && __wpp_counts_create () ? WPP_COUNTS_LIVE : WPP_COUNTS_NONE;
}

/* If another object's constructor called OBJECT before it was registered, paths were counted in OBJECT's own counters.
   Add these to the calling thread's.  */
static void
take_early (struct wpp_counted_object *object)
{
  int64_t delta;
  if (!object->early || !wpp_own_counters (object, &delta))
    return;
  uint64_t *own = (uint64_t *) ((char *) object->counters + delta);
  for (int64_t i = 0; i < object->counters_end - object->counters; i++)
    if (object->counters[i])
      own[i] += object->counters[i];
}

static void
begin_object (struct wpp_counted_object *object)
{
  bool first = !__wpp_counter_server.serving;
  struct wpp_counts_process *p = &__wpp_counts;
  int saved = errno;
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  if (first)
    load ();
  else if (p->state == WPP_COUNTS_READY)
    begin_child ();
  __wpp_counter_server.serving = 1;
  object->next = p->objects;
  p->objects = object;
  __wpp_deltas_lend (object);
  if (p->state == WPP_COUNTS_LIVE && !__wpp_counts_add_module (object))
    p->header->lost++;
  object->registered = true;
  __wpp_counts_unlock ();
  take_early (object);
  wpp_restore_signals (mask);
  if (first && !__wpp_executable_p (__ehdr_start))
    __wpp_stay_loaded (&__wpp_counts);
  errno = saved;
}

static void
end_object (struct wpp_counted_object *object)
{
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  struct wpp_counted_object **o = &__wpp_counts.objects;
  while (*o && *o != object)
    o = &(*o)->next;
  if (*o)
    *o = object->next;
  __wpp_deltas_give_back (object);
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
}

static const struct wpp_counter entries = { .api = { flush, reset },
                                            .begin = begin_object,
                                            .end = end_object,
                                            .attach = __wpp_count_attach,
                                            .path = __wpp_count_path,
                                            .known = __wpp_count_known,
                                            .value = __wpp_count_at_place };

WPP_SERVER (__wpp_counter_server, WPP_SERVICE_COUNTS, entries);
