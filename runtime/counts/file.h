/* What the files of counting share among themselves.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COUNTS_FILE_H
#define WPP_RUNTIME_COUNTS_FILE_H

#include <sys/mman.h>
#include "format/counts-file.h"
#include "runtime/counts/counts.h"
#include "runtime/common/common.h"
#include "runtime/common/syscall.h"

/* Where the calling thread has a delta.  */
typedef int64_t *(*wpp_delta_getter) (void);

struct wpp_counted_object
{
  const struct __wpp_counted_unit *units, *units_end;
  const uint64_t *counters, *counters_end;
  const uint64_t *slots, *slots_end;
  const uint64_t *sparse, *sparse_end;
  const void *ehdr;          /* where the object's ELF header is in memory */
  wpp_delta_getter delta;    /* the calling thread's __wpp_count_delta of this object */
  wpp_delta_getter array_delta; /* … __wpp_array_delta */
  wpp_delta_getter slot_delta; /* … __wpp_slot_delta; null: no unit has slots */
  wpp_delta_getter sparse_delta; /* … __wpp_sparse_delta likewise */
  bool registered;
  bool early;                /* something was counted before that, in COUNTERS */
  struct wpp_counts_block *inherited; /* in a child of fork that has no counters yet: where the forking
                                         thread had its own, now private */
  struct wpp_counts_block *module; /* in the file, or null */
  struct wpp_counted_object *next;
};

enum wpp_counts_state
{
  WPP_COUNTS_NONE = 0,  /* before load, or there is no file */
  WPP_COUNTS_READY = 1, /* the file is to be made when something is counted (child of fork) */
  WPP_COUNTS_LIVE = 2
};

struct wpp_counts_process
{
  uint32_t state;       /* enum wpp_counts_state */
  uint32_t lock;        /* thread id of its owner, or 0; a futex */
  uint32_t forked;      /* a child of fork */
  uint32_t full;        /* there was no room for a table */
  uint32_t sparse_full; /* … for pages of sparse words */
  uint32_t sparse_maps; /* how many pieces of the file have taken the place of such pages */
  struct wpp_counted_object *objects;
  struct wpp_counts_header *header;  /* mapped; READY: that of the parent */
  struct wpp_counts_block *modules;  /* all of the file, by `chain' */
  struct wpp_counts_block *baseline, *spare;  /* the one that the header names, the next; or null */
  uint32_t *own;        /* 0 in a child that fork's handlers know nothing of, which counts in its parent's file; or null */
  struct wpp_counts_block *looked;   /* the thread's block that was last looked at, or null */
  struct wpp_identity identity;      /* of the file */
  char *reserve;                     /* what is mapped of it behind the header (maps.c), or null */
  long error;                        /* why there was no room for a block: a negative error number … */
  bool opened;                       /* … of extending the file, not of opening it */
  char file[WPP_PATH_BYTES];         /* its name, absolute */
};

/* Of the file's header, with the page behind it: valgrind 3.19 takes a mapping that goes on where another of the same file
   ends for part of that, though the file had another name then, and dies when they are told apart.  */
#define WPP_COUNTS_HEADER_MAPPED (WPP_COUNTS_HEADER_BYTES + WPP_COUNTS_PAGE)

extern struct wpp_counts_process __wpp_counts __attribute__ ((visibility ("hidden")));

/* Around everything that changes struct wpp_counts_process; with signals blocked.  False: the calling thread is there
   already; what it calls then, of the C library, may call a malloc that counts.  */
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

/* object.c: every object's own; the last two in files of their own, as shared objects that are loaded later have
   some 1,600 bytes of such variables together, whoever they are of.  */
extern __thread int64_t __wpp_count_delta WPP_HIDDEN_TLS;
extern __thread int64_t __wpp_array_delta WPP_HIDDEN_TLS;
extern __thread int64_t __wpp_slot_delta WPP_HIDDEN_TLS;
extern __thread int64_t __wpp_sparse_delta WPP_HIDDEN_TLS;

/* counts.c: what objects call, one copy for the process.  __wpp_count_attach gives the calling thread
   its counters in OBJECT and returns the delta, 0 when there can be none.  It and all of
   store.c may run inside any function of the program: no libc, no vector registers.  */
WPP_SHARED_SYMBOL int64_t __wpp_count_attach (struct wpp_counted_object *object)
  __attribute__ ((noplt));
WPP_SHARED_SYMBOL void __wpp_count_register (struct wpp_counted_object *object);
WPP_SHARED_SYMBOL void __wpp_count_unregister (struct wpp_counted_object *object);

/* paths.c: count PATH (its number, plus 1) of the function whose first counter in OBJECT is SITE, once,
   in the calling thread's tables; if SLOT, a word behind the unit's counters, is not null, the thread's
   becomes the address of the path's entry.  Hot, as __wpp_count_attach is.  */
WPP_SHARED_SYMBOL void __wpp_count_path (struct wpp_counted_object *object, const uint64_t *site,
                                         uint64_t *slot, uint64_t path)
  __attribute__ ((noplt));

/* The entry of PATH at SITE (as in struct wpp_counts_path) in the tables of COUNTERS, a thread's block; a
   new one with the time of its making if TIMED.  Null, and an execution more is `dropped', when there
   is no room.  */
struct wpp_counts_path *__wpp_counts_find (struct wpp_counts_block *counters, uint32_t site,
                                           uint64_t path, bool timed);

/* known.c: what code of a function with known paths cannot do itself (counts.h).  Hot.  */
WPP_SHARED_SYMBOL void __wpp_count_known (struct wpp_counted_object *object,
                                          const struct __wpp_known *known, uint64_t path)
  __attribute__ ((noplt));

/* sparse.c: the delta of OBJECT's sparse words for the thread that has BLOCK; 0 when there can be none.  They
   outlive the thread.  Signals blocked, the lock held, as for the next two.  */
int64_t __wpp_sparse_attach (const struct wpp_counted_object *object,
                             struct wpp_counts_block *block);
/* … in a child of fork, where BLOCK was the forking thread's: make all words private zeros, at the same place.  */
void __wpp_sparse_renew (struct wpp_counts_block *block);
/* … BLOCK, of the child's own, has them from now on.  */
void __wpp_sparse_keep (struct wpp_counts_block *block, const struct wpp_counts_block *old);
/* Blocks of pages of the thread that has BLOCK, by `link'.  */
struct wpp_counts_block *__wpp_sparse_pages (const struct wpp_counts_block *block);
/* What struct wpp_counts_path calls the sparse word AT bytes behind the first one of the thread that has BLOCK;
   0 while it has no place in the file.  */
uint32_t __wpp_sparse_word (struct wpp_counts_block *block, uint64_t at);

/* names.c: when process PID began, in clock ticks since boot; 0 when there is none.  */
uint64_t __wpp_start_time (uint32_t pid);
/* Give the file TEMPORARY, which has a header, the first of BASE's names that is free, and leave that
   in NAME [WPP_PATH_BYTES].  Return 0 or a negative error number.  */
long __wpp_counts_publish (const char *temporary, char *name, const char *base);

/* store.c: make the file and map its header; false, after a line on stderr, when it cannot
   be.  */
bool __wpp_counts_create (void);
/* Append a block for BYTES bytes of payload to the file and map it; null when that fails.  Its
   tag is still 0.  */
struct wpp_counts_block *__wpp_counts_append (uint64_t bytes);
/* Say why that has failed, and WHAT comes of it.  */
void __wpp_counts_complain (const char *what);
/* The program exits: the file ends with its blocks.  */
void __wpp_counts_end (void);

/* maps.c: may the program become somebody that may not open its files, or be where they cannot be
   reached?  */
bool __wpp_counts_privileged_p (void);
/* Have the new file FD reach further than its header, if that may be needed.  */
void __wpp_reserve_make (int fd);
/* The BYTES bytes of the file from AT on, from that room: their address, 0 when there is not so much of it, or a negative error
   number.  */
long __wpp_reserve_cut (uint64_t at, uint64_t bytes);
/* The file FD does without what is left of it.  */
void __wpp_reserve_end (int fd);
/* Do without it, as without the file.  */
void __wpp_reserve_drop (void);

/* reset.c: make what all counters say now the baseline of the file.  False, and nothing has changed,
   when there is no room.  */
bool __wpp_counts_take_baseline (void);

/* maps.c: what is mapped of the file, its header aside.  BLOCK is, with BYTES bytes; false when there is no
   room to remember it.  */
bool __wpp_counts_remember (const void *block, uint64_t bytes);
/* … is at TO now; is no more.  */
void __wpp_counts_moved (const void *block, const void *to);
void __wpp_counts_forget (const void *block);
/* In a child of fork: what is mapped is of the parent's file, and nothing of this process's.  */
struct wpp_counts_maps *__wpp_counts_take_maps (void);
/* … Leave it.  */
void __wpp_counts_leave_maps (struct wpp_counts_maps *maps);

/* module.c: describe OBJECT in the file.  Return false, having said why, when that cannot be.  */
bool __wpp_counts_add_module (struct wpp_counted_object *object);

/* Does this process count in its parent's file?  Then what is mapped there may be at other addresses, or not at all, here.  */
static inline bool
wpp_counts_stranger_p (void)
{
  const struct wpp_counts_process *p = &__wpp_counts;
  return p->own && !*p->own && p->state == WPP_COUNTS_LIVE;
}

/* counts.c: in such a process: if the calling thread's counters of OBJECT are the parent's, it has none from now on.  */
void __wpp_counts_part (struct wpp_counted_object *object);

/* The calling thread's counters of OBJECT, which lie *DELTA bytes behind the object's own array; null when
   there can be none.  */
static inline struct wpp_counts_block *
wpp_own_counters (struct wpp_counted_object *object, int64_t *delta)
{
  if (wpp_counts_stranger_p ())
    __wpp_counts_part (object);
  *delta = *object->delta ();
  if (*delta == 0)
    *delta = __wpp_count_attach (object);
  return *delta ? (struct wpp_counts_block *) ((char *) object->counters + *delta) - 1 : 0;
}

#endif /* WPP_RUNTIME_COUNTS_FILE_H */
