/* Recording whole paths: the state of a process and of a thread, and what the files of this room do.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   advance.c     a thread enters the next chunk of its ring (the slow path of storing)
   slots.c       a thread gets its slot and ring
   object.c      what every linked object has of its own; stub.S enters the slow path
   session.c     objects come and go, the first one begins the recording; modules.c describes them
   begin.c       shared memory, and a collector or a raw file (raw.c) that empties it
   collector.c   starting the collector, and talking with it; restart.c replaces one that died
   fork.c        a child's recording; exit.c and still.c: the end of the program
   api.c         what <wpp.h> offers  */

#ifndef WPP_RECORD_H
#define WPP_RECORD_H

#include "runtime/common/abi.h"
#include "runtime/common/common.h"
#include "runtime/common/ring.h"

/* Each linked object has a whole runtime of its own, although one serves the process: what is
   shared is of default visibility and bound to the first object's, and that one's parts know
   each other by hidden names.  A link that finds the shared names in a shared object must
   therefore still take these files: object.c, which every link takes, refers to these.  */
extern const char __wpp_own_advance, __wpp_own_session, __wpp_own_api;

enum wpp_session
{
  WPP_SESSION_NONE = 0,  /* before load, or recording is not possible */
  WPP_SESSION_READY = 1, /* to be begun at the first event (child of fork) */
  WPP_SESSION_LIVE = 2,
  WPP_SESSION_DEAD = 3   /* no room for events any more: they are counted and dropped */
};

/* Collectors that are started in place of those that died.  */
#define WPP_RESTARTS_MAX 3u

/* The process's recording.  */
struct wpp_process
{
  uint32_t session; /* enum wpp_session */
  uint32_t stopped; /* by wpp_stop */
  uint32_t refused; /* an object cannot be recorded: nothing is from then on, and events count as lost */
  uint32_t forked;  /* a child of fork */
  uint32_t lock;    /* around beginning a session, registering modules and the raw file: thread id of
                       its owner, or 0; a futex */
  uint32_t loading; /* thread id of who loads the recording: its events have no meaning yet; or 0 */
  struct wpp_shared *shared; /* mapping, or null */
  void *inherited;           /* READY: the module table, as the parent had it */
  uint32_t *own;             /* 0 in a child of fork that has not taken notice yet, WPP_OWN_SOON while it does, then 1 */
  uint32_t module_bytes;     /* of the module table, as this process made it */
  uint64_t next_base;        /* event word of the next unit's path 0 */
  uint64_t dropped;          /* events stored while DEAD, or without a slot, or after an object was refused */
  uint32_t objects;          /* linked objects that have not said goodbye */
  uint32_t exiting;
  unsigned char *raw;        /* header of the raw file, or null: there is a collector */
  struct wpp_shared *raw_shared; /* whose rings are pages of the raw file, or null */
  uint32_t raw_bytes;        /* of the header */
  uint64_t raw_end;          /* size of the raw file */
  struct wpp_identity raw_identity;
  uint32_t told;             /* that there is no collector; stays so in children */
  uint32_t told_folder;      /* it has been said that the profile's folder cannot be written to */
  uint32_t init;             /* the first process of a pid namespace, or a child of it, or one whose children are to be in
                                another one: it has no collector, which would be its child as all orphans are, and be
                                killed when the first process ends */
  uint32_t restarts;         /* collectors that have died and have been replaced, or are being */
  struct wpp_shared *old[WPP_RESTARTS_MAX + 1]; /* memory that they shared */
  uint64_t began, began_epoch; /* as in struct wpp_shared; 0 before */
  int status;                /* EXITING: the exit status; -1: not known */
  uint64_t lost;             /* events that died with them, as far as it is known */
  uint64_t unclaimed;        /* the part of them that no thread's profile speaks of yet */
};
extern struct wpp_process __wpp_process __attribute__ ((visibility ("hidden")));

/* The state of the recording, which threads read without the lock.  Who sees LIVE sees what was set before it.  */
static inline uint32_t
wpp_session (void)
{
  return __atomic_load_n (&__wpp_process.session, __ATOMIC_ACQUIRE);
}

static inline void
wpp_set_session (uint32_t session)
{
  __atomic_store_n (&__wpp_process.session, session, __ATOMIC_RELEASE);
}

/* Has wpp_stop been called, was an object refused, who loads the recording?  Nothing else hangs on the order in which
   threads take notice.  */
static inline uint32_t
wpp_stopped (void)
{
  return __atomic_load_n (&__wpp_process.stopped, __ATOMIC_RELAXED);
}

static inline uint32_t
wpp_refused (void)
{
  return __atomic_load_n (&__wpp_process.refused, __ATOMIC_RELAXED);
}

static inline uint32_t
wpp_loading (void)
{
  return __atomic_load_n (&__wpp_process.loading, __ATOMIC_RELAXED);
}

/* What is recorded to now; another process's memory after its collector has died.  */
static inline struct wpp_shared *
wpp_shared_now (void)
{
  return __atomic_load_n (&__wpp_process.shared, __ATOMIC_ACQUIRE);
}

struct wpp_object;

/* What objects call of the copy of the runtime that serves the process.  */
struct wpp_entries
{
  void (*begin) (struct wpp_object *object);
  void (*end) (void);
  uint64_t (*advance) (uint64_t address);
  void (*stop) (void); /* and what else wpp.h has */
  void (*start) (void);
  int (*flush) (void);
};
extern const struct wpp_entries __wpp_entries __attribute__ ((visibility ("hidden")));

/* The calling thread's.  */
struct wpp_thread_state
{
  const struct wpp_entries *entries; /* of the copy that has these variables: some linkers bind an object's functions
                                        to the object and its variables elsewhere */
  struct wpp_slot *slot;  /* null before its first event */
  struct wpp_shared *shared; /* that SLOT is in */
  uint64_t ring;          /* address of its ring */
  uint64_t resume;        /* parked: the cursor to go on with, or not 0 when there is no slot
                             and the thread begins in the middle; else 0 */
  uint32_t chunk;         /* the one entered last */
  uint64_t mask;          /* of signals, while it forks */
};
extern __thread struct wpp_thread_state __wpp_thread WPP_SHARED_TLS;

/* A chunk where threads without a ring begin, then areas of a chunk each for events that nobody keeps: a few, lest threads
   fight for cache lines.  One chunk more is for handlers that interrupt somebody at the end of the last one.  */
#define WPP_SCRATCH_AREAS 16u
#define WPP_SCRATCH_BYTES ((WPP_SCRATCH_AREAS + 2) * __WPP_CHUNK_BYTES)
extern unsigned char __wpp_scratch[WPP_SCRATCH_BYTES + __WPP_CHUNK_BYTES] __attribute__ ((visibility ("hidden")));

/* Where they are: at __wpp_scratch, unless what loaded the program has not aligned it: valgrind and Linux before 5.10 look
   at pages only.  */
static inline uint64_t
wpp_scratch (void)
{
  uint64_t at = (uint64_t) __wpp_scratch;
  /* Lest GCC believe its alignment.  */
  __asm__ ("" : "+r"(at));
  return (at + __WPP_CHUNK_BYTES - 1) & -(uint64_t) __WPP_CHUNK_BYTES;
}

static inline uint64_t
wpp_scratch_areas (void)
{
  return wpp_scratch () + __WPP_CHUNK_BYTES;
}

/* advance.c */
uint64_t __wpp_advance (uint64_t address); /* of struct wpp_entries */
void __wpp_store (uint32_t event);      /* as instrumented code does */
void __wpp_park (void);                 /* the calling thread stores no more, after a GAP */
void __wpp_unpark (void);               /* and goes on at once, unless an object was refused */
void __wpp_count_dropped (void);        /* at the program's exit */
/* As if the calling thread had never stored; its first event is to be a GAP if IN_THE_MIDDLE.  */
void __wpp_forget_thread (bool in_the_middle);

/* T, the calling thread, which has none, gets a slot, and its cursor points to the ring; false when
   there is none.  */
bool __wpp_first_slot (struct wpp_thread_state *t);

/* Store EVENT at the cursor, which points to T's ring; 0 when there is no room.  */
uint64_t __wpp_store_next (struct wpp_thread_state *t, uint32_t event);

/* slots.c: is S this process's own memory?  A child that shares its parent's memory, as of vfork, or has not left it yet,
   has none.  */
bool __wpp_own_shared_p (const struct wpp_shared *s);

/* Make ring I accessible and its chunk 0 visible once more behind it; false when the kernel will not.  */
bool __wpp_map_ring (struct wpp_shared *s, uint32_t i);

/* Give T a slot whose ring is mapped; false when there is none.  */
bool __wpp_claim_slot (struct wpp_thread_state *t);

/* The profile of SLOT's thread is to say that N more events are lost.  */
void __wpp_count_lost (struct wpp_slot *slot, uint64_t n);

/* restart.c: DEAD's collector has died: have another session.  False when there is none.  */
bool __wpp_restart (struct wpp_shared *dead);
/* T's slot is in the memory of a collector that died: go on in another.  */
bool __wpp_move_over (struct wpp_thread_state *t);
void __wpp_rescue_all (void); /* at the program's exit */

/* begin.c: make the shared memory, start the collector.  Called with the lock held; the session
   is LIVE afterwards, or, after a line on stderr, false is returned.  Other threads see nothing of it before.  */
bool __wpp_begin_session (void);
/* False when the calling thread has the lock already, as when strlen, called to register a module, is
   one of the program's own and recorded.  */
bool __wpp_lock (void);
void __wpp_unlock (void);

/* raw.c: a raw file instead of a collector.  The functions that return a bool say whether there
   was room.  */
/* Begin the file of S; S->file becomes its name.  */
bool __wpp_raw_begin (struct wpp_shared *s);
/* Make CHUNK of RING a new part of the file, of thread THREAD.  */
bool __wpp_raw_chunk (uint64_t ring, uint32_t chunk, uint32_t thread);
/* The module table of S has grown from FROM bytes.  */
bool __wpp_raw_modules (struct wpp_shared *s, uint32_t from);
void __wpp_raw_leave (void);       /* in the child of fork */
void __wpp_raw_exit (int status);
void __wpp_raw_lost (void);        /* write down how many events are missing */

/* collector.c: start the collector of S, the memory object FD.  Return 0 or an error number.  */
int __wpp_spawn_collector (struct wpp_shared *s, int fd);
void __wpp_wake_collector (struct wpp_shared *s);
bool __wpp_collector_gone (const struct wpp_shared *s);
/* It is: wait until it has let its files go, so that another one can have the profile's name.  */
void __wpp_await_end (const struct wpp_shared *s);
bool __wpp_finish_request (uint32_t kind); /* false when the collector has died */

/* A linked object, as it says hello.  Another version of the runtime may have made it.  */
struct wpp_object
{
  const struct __wpp_unit *units, *units_end;
  const void *ehdr; /* where the object's ELF header is in memory */
  bool executable; /* found out by __wpp_register */
};

/* session.c, of struct wpp_entries.  */
void __wpp_register (struct wpp_object *object);
void __wpp_unregister (void);

/* modules.c: put OBJECT into the module table and tell its units their bases; false, after a line on stderr, when that
   cannot be.  */
bool __wpp_add_module (const struct wpp_object *object);

/* exit.c */
void __wpp_exit_handler (int status, void *data);
void __wpp_finish_exit (void);

/* fork.c */
#define WPP_OWN_SOON 2u
void __wpp_before_fork (void);
void __wpp_behind_fork (void);
void __wpp_in_child (void);
void __wpp_in_unnoticed_child (void); /* in any thread's first slow path; fork's handlers did not know */
/* Keep the module table of S for another session.  False when there is no memory.  */
bool __wpp_keep_modules (struct wpp_shared *s);

/* still.c: the other threads that S knows do nothing, until they may go on.  */
void __wpp_stand_still (struct wpp_shared *s);
void __wpp_go_on (void);

#endif /* WPP_RECORD_H */
