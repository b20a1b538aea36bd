/* What the files of counting share among themselves.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COUNTS_FILE_H
#define WPP_RUNTIME_COUNTS_FILE_H

#include <sys/mman.h>
#include "format/counts-file.h"
#include "runtime/counts/counts.h"
#include "runtime/common/counting.h"
#include "runtime/common/server.h"
#include "runtime/common/syscall.h"

struct wpp_counted_object
{
  const struct __wpp_counted_unit *units, *units_end;
  const uint64_t *counters, *counters_end;
  const uint64_t *slots, *slots_end;
  const uint64_t *sparse, *sparse_end;
  const void *ehdr;          /* address of the object's ELF header */
  int64_t deltas_at;         /* of each thread's struct __wpp_deltas, from the thread pointer; 0: none yet */
  bool without_deltas;       /* those are never set: each path is counted by way of the runtime */
  bool registered;
  bool early;                /* paths were counted before registration, in COUNTERS */
  struct wpp_counts_block *inherited; /* in a child of fork without counters: the place of the forking
                                         thread's counters, private by now */
  struct wpp_counts_block *module; /* in the file, or null */
  struct wpp_counted_object *next;
};

enum wpp_counts_state
{
  WPP_COUNTS_NONE = 0,  /* before load, or there is no file */
  WPP_COUNTS_READY = 1, /* the file is made when something is counted (child of fork) */
  WPP_COUNTS_LIVE = 2
};

struct wpp_counts_process
{
  uint32_t state;       /* enum wpp_counts_state */
  uint32_t lock;        /* thread id of its owner, or 0; a futex */
  uint32_t forked;      /* a child of fork */
  uint32_t full;        /* there was no room for a table */
  uint32_t sparse_full; /* there was no room for pages of sparse words */
  uint32_t sparse_maps; /* the number of pieces of the file that have replaced such pages */
  struct wpp_counted_object *objects;
  struct wpp_counts_header *header;  /* mapped; READY: that of the parent */
  struct wpp_counts_block *modules;  /* all of the file, by `chain' */
  struct wpp_counts_block *baseline, *spare;  /* the baseline that the header names, and the next one; or null */
  uint32_t *own;        /* or null; 0 in a child unknown to fork's handlers, which counts in its parent's file */
  uint32_t pid;         /* of this process, or of its parent if that is in vfork */
  bool pool;            /* the file is one of a pool (pool.c) */
  uint64_t spare_pages; /* blocks of pages that are free, by `link' */
  uint64_t most;        /* bytes that the file may take */
  struct wpp_counts_block *looked;   /* the block where the last search for a free block ended, or null */
  struct wpp_identity identity;      /* of the file */
  char *reserve;                     /* the reserve of the file, mapped after the header (maps.c), or null */
  long error;                        /* why there was no room for a block: a negative error number */
  bool opened;                       /* ERROR is of extending the file, not of opening it */
  char file[WPP_PATH_BYTES];         /* its name, absolute */
};

/* Bytes of the header's mapping, including the page after it.  When a mapping begins where another one of the same
   file ends, valgrind 3.19 takes it for part of that, although the file had another name then, and dies when it finds
   the difference.  */
#define WPP_COUNTS_HEADER_MAPPED (WPP_COUNTS_HEADER_BYTES + WPP_COUNTS_PAGE)

extern struct wpp_counts_process __wpp_counts __attribute__ ((visibility ("hidden")));

/* Take the lock for changes of struct wpp_counts_process; signals are blocked.  Return false when the calling thread
   has the lock already: functions of the C library that it calls may call a malloc that counts.  */
static inline bool
__wpp_counts_lock (void)
{
  return wpp_lock (&__wpp_counts.lock);
}

static inline void
__wpp_counts_unlock (void)
{
  wpp_unlock (&__wpp_counts.lock);
}

/* Where OBJECT counts what __wpp_count_value is told of (counts.h).  */
struct wpp_place_site
{
  const uint64_t *words, *table;
  uint32_t kind;         /* enum wpp_place_kind */
};

/* The functions that objects call in the copy of the runtime that counts for the process.  All but the first two may
   run inside any function of the program, and so may all of store.c: no libc, no vector registers.  */
struct wpp_counter
{
  struct wpp_counting api;
  void (*begin) (struct wpp_counted_object *object);
  void (*end) (struct wpp_counted_object *object);
  int64_t (*attach) (struct wpp_counted_object *object);
  void (*path) (struct wpp_counted_object *object, const uint64_t *site, uint64_t *slot, uint64_t path);
  void (*known) (struct wpp_counted_object *object, const struct __wpp_known *known, uint64_t path);
  void (*value) (struct wpp_counted_object *object, const struct wpp_place_site *site, uint64_t value, uint64_t other);
};

/* Has the copy SERVER the function ENTRY?  */
#define wpp_counter_entry_p(server, entry) \
  ((server)->n_entries * sizeof (void (*) (void)) > offsetof (struct wpp_counter, entry))

/* The owner of a block or of deltas that were given to a child of vfork, which runs as the thread that made it:
   nobody knows when that thread ends.  */
#define WPP_NO_THREAD UINT32_MAX

/* deltas.c: a process begins, or the child of fork.  */
void __wpp_deltas_begin (void);
void __wpp_deltas_fork (void);
/* Give OBJECT deltas unless it has its own; take them back when it is unloaded.  */
void __wpp_deltas_lend (struct wpp_counted_object *object);
void __wpp_deltas_give_back (struct wpp_counted_object *object);
/* May the calling thread set its deltas of OBJECT?  Then it will.  */
bool __wpp_deltas_hold (const struct wpp_counted_object *object);

/* linked/more-deltas.c: the calling thread's [WPP_MORE_DELTAS]; weak, as only executables have it.  */
#define WPP_MORE_DELTAS 48u
extern const char __wpp_has_more_deltas __attribute__ ((visibility ("hidden")));
struct __wpp_deltas *__wpp_more_deltas (void) __attribute__ ((weak, visibility ("hidden")));

static inline struct __wpp_deltas *
wpp_deltas (const struct wpp_counted_object *object)
{
  return (struct __wpp_deltas *) ((char *) __builtin_thread_pointer () + object->deltas_at);
}

/* counts.c: this copy.  */
extern struct wpp_server __wpp_counter_server __attribute__ ((visibility ("hidden")));

/* counts.c: give the calling thread its counters of OBJECT, and return the delta, or 0 when there can be none.  */
int64_t __wpp_count_attach (struct wpp_counted_object *object);

/* paths.c: count PATH (its number plus 1) of the function whose first counter in OBJECT is SITE, once, in the calling
   thread's tables.  If SLOT, a word after the unit's counters, is not null, set the thread's own slot to the address
   of the path's entry.  */
void __wpp_count_path (struct wpp_counted_object *object, const uint64_t *site, uint64_t *slot, uint64_t path);

/* Find or make the entry of PATH at SITE (as in struct wpp_counts_path) in the tables of COUNTERS, a thread's block.  A
   new entry gets the present time if TIMED.  When there is no room, return null and count a `dropped' execution.  */
struct wpp_counts_path *__wpp_counts_find (struct wpp_counts_block *counters, uint32_t site,
                                           uint64_t path, bool timed);

/* known.c: the slow path of functions with known paths (counts.h).  */
void __wpp_count_known (struct wpp_counted_object *object, const struct __wpp_known *known, uint64_t path);

/* places.c: count the execution of the value place SITE with VALUE; OTHER is the dividend of a remainder.  */
void __wpp_count_at_place (struct wpp_counted_object *object, const struct wpp_place_site *site, uint64_t value,
                           uint64_t other);

/* sparse.c: the delta of OBJECT's sparse words for the thread that has BLOCK; 0 when there can be none.  The words
   outlive the thread.  Signals are blocked and the lock is held, here and for the next two functions.  */
int64_t __wpp_sparse_attach (const struct wpp_counted_object *object,
                             struct wpp_counts_block *block);
/* In a child of fork, where BLOCK was the forking thread's: make all words private zeros, at the same place.  */
void __wpp_sparse_renew (struct wpp_counts_block *block);
/* Give these words to BLOCK, which is the child's own.  */
void __wpp_sparse_keep (struct wpp_counts_block *block, const struct wpp_counts_block *old);
/* The blocks of pages of the thread that has BLOCK, linked by `link'.  */
struct wpp_counts_block *__wpp_sparse_pages (const struct wpp_counts_block *block);
/* The index, as in struct wpp_counts_path, of the sparse word AT bytes after the first one of the thread that has
   BLOCK; 0 while it has no place in the file.  */
uint32_t __wpp_sparse_word (struct wpp_counts_block *block, uint64_t at);

/* names.c: the start time of process PID, in clock ticks since boot; 0 when there is none.  */
uint64_t __wpp_start_time (uint32_t pid);
/* Rename the file TEMPORARY, which has a header, to the first free name among BASE and BASE with numbers, and copy that
   to NAME [WPP_PATH_BYTES].  Return 0 or a negative error number.  */
long __wpp_counts_publish (const char *temporary, char *name, const char *base);
/* Rename the file TEMPORARY to NAME, unless there is a file of that name.  */
long __wpp_counts_rename_new (const char *temporary, const char *name);

/* module.c: the module with RECORD in this process's file, which gets one if there is none; null when that fails.  */
struct wpp_counts_block *__wpp_counts_module (const struct wpp_module_record *record);

/* pool.c: hold the block AT of the pool's file FD as long as that open file is mapped.  Return false when another
   process does.  */
bool __wpp_pool_hold (int fd, uint64_t at);
/* Is FD a file of the pool of this program, of this build?  */
bool __wpp_pool_ours_p (int fd);
/* Take over a module with the record NEW, and the blocks of counters, paths and pages that belong to it; null when
   there is none that is free.  */
struct wpp_counts_block *__wpp_pool_take (const struct wpp_module_record *new);
/* A free block of pages of COUNTERS with BYTES bytes of words, all 0, or null.  */
struct wpp_counts_block *__wpp_pool_pages (const struct wpp_counts_block *counters, uint64_t bytes);

/* store.c: open the file again, if it still exists.  Return a descriptor, with a lock, or a negative error number.  */
long __wpp_counts_reopen (void);
/* Unlock and close FD.  Closing alone is not enough, because a mapping keeps the lock.  */
void __wpp_counts_release (int fd);

/* store.c: make the file and map its header.  If that fails, print a line on stderr and return false.  */
bool __wpp_counts_create (void);
/* Append a block for BYTES bytes of payload to the file, and map it; return null when that fails.  Its tag is 0.  */
struct wpp_counts_block *__wpp_counts_append (uint64_t bytes);
/* Print why that has failed, and WHAT follows from it.  */
void __wpp_counts_complain (const char *what);
/* The program exits: cut the file after its blocks.  */
void __wpp_counts_end (void);

/* maps.c: may the program change its user, so that it may not open its files any more, or its root, so that it cannot
   reach them?  */
bool __wpp_counts_privileged_p (void);
/* Make a reserve after the header of the new file FD, if it may be needed.  */
void __wpp_reserve_make (int fd);
/* Cut BYTES bytes of the file from AT on from the reserve.  Return their address, 0 when the reserve is too small, or a
   negative error number.  */
long __wpp_reserve_cut (uint64_t at, uint64_t bytes);
/* Cut the rest of the reserve off the file FD.  */
void __wpp_reserve_end (int fd);
/* Unmap the reserve, because the file is not used any more.  */
void __wpp_reserve_drop (void);

/* reset.c: make the present counts the baseline of the file.  When there is no room, change nothing and return
   false.  */
bool __wpp_counts_take_baseline (void);

/* maps.c: a list of the mappings of the file, without its header.  Add BLOCK, of BYTES bytes; return false when out of
   memory.  */
bool __wpp_counts_remember (const void *block, uint64_t bytes);
/* BLOCK is at TO now; or unmapped, if TO is null.  */
void __wpp_counts_moved (const void *block, const void *to);
void __wpp_counts_forget (const void *block);
/* In a child of fork: take the list, whose mappings are of the parent's file, and begin an empty one.  */
struct wpp_counts_maps *__wpp_counts_take_maps (void);
/* Leave the mappings of such a list.  */
void __wpp_counts_leave_maps (struct wpp_counts_maps *maps);

/* module.c: describe OBJECT in the file.  If that fails, print why and return false.  */
bool __wpp_counts_add_module (struct wpp_counted_object *object);

/* Does this process count in its parent's file?  Then the mappings of the parent may have other addresses here, or not
   exist.  */
static inline bool
wpp_counts_stranger_p (void)
{
  const struct wpp_counts_process *p = &__wpp_counts;
  return p->own && !*p->own && p->state == WPP_COUNTS_LIVE;
}

/* counts.c: in such a process, if the calling thread's counters of OBJECT are the parent's, let it have none.  */
void __wpp_counts_part (struct wpp_counted_object *object);

/* The calling thread's counters of OBJECT; null when there can be none.  Set *DELTA to their distance from the object's
   own array, in bytes.  */
static inline struct wpp_counts_block *
wpp_own_counters (struct wpp_counted_object *object, int64_t *delta)
{
  if (wpp_counts_stranger_p ())
    __wpp_counts_part (object);
  *delta = wpp_deltas (object)->count;
  if (*delta == 0)
    *delta = __wpp_count_attach (object);
  return *delta ? (struct wpp_counts_block *) ((char *) object->counters + *delta) - 1 : 0;
}

#endif /* WPP_RUNTIME_COUNTS_FILE_H */
