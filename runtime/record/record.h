/* Recording whole paths: the state of a process and of a thread, and the functions of this room's files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   advance.c     a thread enters the next chunk of its ring (the slow path of storing)
   slots.c       a thread gets its slot and ring; tables.c: its tables of values
   server.c      what this copy offers to objects when it serves
   session.c     objects come and go, the first one begins the recording; modules.c describes them
   begin.c       shared memory, and a collector or a raw file (raw.c) that empties it
   collector.c   starting the collector, and communicating with it; restart.c replaces one that died
   turns.c       on which stack a thread is
   fork.c        a child's recording; exit.c and still.c: the end of the program  */

#ifndef WPP_RUNTIME_RECORD_RECORD_H
#define WPP_RUNTIME_RECORD_RECORD_H

#include "runtime/common/abi.h"
#include "runtime/common/common.h"
#include "runtime/common/ring.h"
#include "runtime/common/server.h"
#include "runtime/common/wpp.h"

enum wpp_session
{
  WPP_SESSION_NONE = 0,  /* before load, or recording is not possible */
  WPP_SESSION_READY = 1, /* begins at the first event (child of fork) */
  WPP_SESSION_LIVE = 2,
  WPP_SESSION_DEAD = 3   /* there is no room for events any more: they are counted and dropped */
};

/* The most collectors that are started to replace dead ones.  */
#define WPP_RESTARTS_MAX 3u

/* The process's recording.  */
struct wpp_process
{
  uint32_t session; /* enum wpp_session */
  uint32_t stopped; /* by wpp_stop */
  uint32_t awaiting; /* the moment of WPP_OPTIONS=from= */
  uint32_t refused; /* an object could not be recorded: nothing is recorded since then, and events count as lost */
  uint32_t forked;  /* a child of fork */
  uint32_t lock;    /* for beginning a session, registering modules and the raw file: thread id of
                       its owner, or 0; a futex */
  struct wpp_shared *shared; /* mapping, or null */
  void *inherited;           /* READY: the parent's module table */
  uint32_t *own;             /* 0 in a child of fork that has not noticed yet, WPP_OWN_SOON while it notices, then 1 */
  uint32_t module_bytes;     /* bytes of the module table that this process made */
  uint64_t next_base;        /* event word of the next unit's path 0 */
  uint64_t next_value;       /* number of the next unit's check 0; 0: no unit has values */
  uint64_t dropped;          /* events stored while DEAD, or without a slot, or after an object was refused */
  uint32_t objects;          /* linked objects that have not ended */
  uint32_t exiting;
  unsigned char *raw;        /* header of the raw file; null if there is a collector */
  struct wpp_shared *raw_shared; /* whose rings are pages of the raw file, or null */
  bool guarded;              /* the guards of all rings of `shared' are mapped */
  uint32_t raw_bytes;        /* of the header */
  uint64_t raw_end;          /* size of the raw file */
  struct wpp_identity raw_identity;
  uint32_t told;             /* the message that there is no collector was printed; children inherit this */
  uint32_t told_folder;      /* the message that the profile's folder cannot be written to was printed */
  uint32_t init;             /* the process is the first one of a pid namespace, or a child of that, or its children
                                will be in another namespace: it has no collector, because that would become a child
                                of the first process, like all orphans, and be killed when the first process ends */
  uint32_t restarts;         /* collectors that have died and have been, or are being, replaced */
  uint32_t refused_by;       /* version of a collector that knows this program's not; else 0 */
  struct wpp_shared *old[WPP_RESTARTS_MAX + 1]; /* the memory of the dead collectors */
  uint64_t began, began_epoch; /* as in struct wpp_shared; 0 before */
  int status;                /* EXITING: the exit status; -1: not known */
  uint64_t lost;             /* events lost with dead collectors, as far as known */
  uint64_t outside;          /* events that nobody wanted to be recorded, as far as known */
  uint64_t early;            /* events stored before the recording began: in constructors, and what they call */
  uint64_t unclaimed;        /* of the last two those that no thread's profile mentions yet */
  uint32_t stacks;           /* numbers of stacks that were given out */
};
extern struct wpp_process __wpp_process __attribute__ ((visibility ("hidden")));

/* The state of the recording, which threads read without the lock.  A thread that sees LIVE sees everything set before
   it.  */
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

/* Has wpp_stop been called; was an object refused?  Nothing depends on the order in which threads notice these.  */
static inline uint32_t
wpp_stopped (void)
{
  return __atomic_load_n (&__wpp_process.stopped, __ATOMIC_RELAXED);
}

static inline uint32_t
wpp_awaiting (void)
{
  return __atomic_load_n (&__wpp_process.awaiting, __ATOMIC_RELAXED);
}

static inline uint32_t
wpp_refused (void)
{
  return __atomic_load_n (&__wpp_process.refused, __ATOMIC_RELAXED);
}

/* The memory to which events are recorded now.  It changes when the collector has died.  */
static inline struct wpp_shared *
wpp_shared_now (void)
{
  return __atomic_load_n (&__wpp_process.shared, __ATOMIC_ACQUIRE);
}

struct wpp_object;

/* The functions that objects call in the copy of the runtime that serves the process.  New ones are added at the end.
   The copy may be older than the object that calls, and have only the first of them: wpp_entry_p tells.  */
struct wpp_entries
{
  void (*begin) (struct wpp_object *object);
  void (*end) (void);
  uint64_t (*advance) (uint64_t address);
  void (*stop) (void); /* this and the next are those of wpp.h */
  void (*start) (void);
  int (*flush) (void);
  void (*stack_switch) (void);
  void (*early) (uint64_t n); /* N events were stored before the recording began, and are lost */
  uint64_t (*table) (void); /* begin the calling thread's table of values, and return it; 0: nothing is recorded now */
  /* The object, which has begun, also has UNITS [N] that are recorded with values.  Return the value of
     __wpp_table_at.  */
  int64_t (*valued) (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n);
  void (*leave) (struct wpp_stack *left); /* this and the next are those of wpp.h */
  void (*arrive) (const struct wpp_stack *left);
  void (*land) (uint32_t depth); /* a non-local transfer has arrived in the activation that has DEPTH */
  void (*mark) (const char *name); /* that of wpp.h */
};

/* server.c: this copy.  */
extern struct wpp_server __wpp_recorder_server __attribute__ ((visibility ("hidden")));

/* The state of the calling thread.  */
struct wpp_thread_state
{
  struct wpp_slot *slot;  /* null before its first event */
  struct wpp_shared *shared; /* the memory that has SLOT */
  uint64_t ring;          /* address of its ring */
  uint64_t resume;        /* parked: the cursor to go on with, or another number than 0 when there is no
                             slot and the thread begins in the middle; else 0 */
  uint32_t chunk;         /* the one entered last */
  uint32_t epoch;         /* of the slot, when it was last looked at … */
  uint32_t epoch_due;     /* … one begins with the next function that is entered */
  uint64_t mask;          /* of signals, while it forks */
  uint64_t skipped;       /* events before those that are wanted, so far */
  uint64_t since;         /* where it began to store in its scratch area what nobody wants; 0: somebody does */
  /* Set when it leaves a stack for the first time (turns.c).  */
  uint32_t own;           /* number of its own stack; 0: it has never left that */
  uint32_t stack;         /* of the stack that it is on */
  uint32_t turn;          /* turns of that stack before this one, at most WPP_TURN_MAX */
  uint32_t spare;         /* a number that no stack has yet, or 0 */
  uint32_t left, left_depth; /* the stack that it left last, and __wpp_depth there */
  uint32_t entered;       /* chunks entered, and */
  uint64_t at;            /* the cursor, when it had left that */
};
extern __thread struct wpp_thread_state __wpp_thread WPP_HIDDEN_TLS;

/* The scratch memory: a chunk where threads without a ring begin, and then areas of a chunk each for events that nobody
   keeps.  There are several, so that threads do not compete for cache lines.  One more chunk is for handlers that
   interrupt a thread at the end of the last area.  */
#define WPP_SCRATCH_AREAS 16u
#define WPP_SCRATCH_BYTES ((WPP_SCRATCH_AREAS + 2) * __WPP_CHUNK_BYTES)
extern unsigned char __wpp_scratch[WPP_SCRATCH_BYTES + __WPP_CHUNK_BYTES] __attribute__ ((visibility ("hidden")));

/* The address of the scratch memory: __wpp_scratch, unless the program's loader has not aligned that: valgrind and
   Linux before 5.10 align to pages only.  */
static inline uint64_t
wpp_scratch (void)
{
  uint64_t at = (uint64_t) __wpp_scratch;
  /* Hide the declared alignment from GCC.  */
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
void __wpp_park (void);                 /* the calling thread stores no more, after a GAP */
void __wpp_unpark (void);               /* and goes on at once, unless an object was refused */
void __wpp_count_dropped (void);        /* at the program's exit */
void __wpp_count_outside (void);        /* likewise: what the calling thread has stored that nobody wants */
/* N events that were stored before the recording began are lost: the calling thread begins with a GAP.  */
void __wpp_count_early (uint64_t n);
/* Reset the calling thread, as if it had never stored an event.  Its first event will be a GAP if IN_THE_MIDDLE.  */
void __wpp_forget_thread (bool in_the_middle);

/* Give T, the calling thread, which has no slot, a slot, and let its cursor point to the ring.  Return false when there
   is no slot.  */
bool __wpp_first_slot (struct wpp_thread_state *t);

uint64_t __wpp_next_table (void); /* of struct wpp_entries */
/* T goes on on another stack: if a signal handler with a table of its own is open, values are not known any more.  */
void __wpp_leave_handlers (struct wpp_thread_state *t);

/* Signals are blocked: is what T, the calling thread, does now recorded, to its slot?  */
bool __wpp_here_p (struct wpp_thread_state *t);

/* Store EVENT at the cursor, which points to T's ring.  Return 0 when there is no room.  */
uint64_t __wpp_store_next (struct wpp_thread_state *t, uint32_t event);

/* slots.c: is S this process's own memory?  A child that shares its parent's memory (vfork), or has not left it yet,
   has no memory of its own.  */
bool __wpp_own_shared_p (const struct wpp_shared *s);

/* Make ring I accessible, with a second view of its chunk 0 after it.  Return false when the kernel refuses.  */
bool __wpp_map_ring (struct wpp_shared *s, uint32_t i);

/* Give T a slot whose ring is mapped.  Return false when there is none.  */
bool __wpp_claim_slot (struct wpp_thread_state *t);

/* tables.c: a new table of values for T, which has a slot, all zeros; or 0 when there is no memory for it.  */
uint64_t __wpp_new_table (struct wpp_thread_state *t);
/* In the child of fork: all tables are others', but those that open functions use.  */
void __wpp_forget_tables (void);

/* Add N to the lost events of SLOT's thread.  */
void __wpp_count_lost (struct wpp_slot *slot, uint64_t n);

/* restart.c: the collector of DEAD has died: begin another session.  Return false when that fails.  */
bool __wpp_restart (struct wpp_shared *dead);
/* T's slot is in the memory of a dead collector: go on in other memory.  */
bool __wpp_move_over (struct wpp_thread_state *t);
void __wpp_rescue_all (void); /* at the program's exit */

/* begin.c: make the shared memory, start the collector.  Called with the lock held; the session
   is LIVE afterwards; or a line is printed on stderr and false is returned.  Other threads do not see it before.  */
bool __wpp_begin_session (void);
/* Take the lock.  Return false when the calling thread has it already, as may happen when the registration of a module
   calls strlen, and the program has a strlen of its own that is recorded.  */
bool __wpp_lock (void);
void __wpp_unlock (void);

/* raw.c: a raw file instead of a collector.  The functions that return a bool return false when there was no
   room.  */
/* Begin the file of S, and set S->file to its name.  */
bool __wpp_raw_begin (struct wpp_shared *s);
/* Let CHUNK of RING be a new part of the file, for thread THREAD.  */
bool __wpp_raw_chunk (uint64_t ring, uint32_t chunk, uint32_t thread);
/* The module table of S has grown from FROM bytes.  */
bool __wpp_raw_modules (struct wpp_shared *s, uint32_t from);
void __wpp_raw_leave (void);       /* in the child of fork */
void __wpp_raw_exit (int status);
void __wpp_raw_lost (void);        /* record the number of lost events */
void __wpp_raw_switched (void);    /* a thread has left a stack for one that is not known */

/* collector.c: start the collector of S, the memory object FD.  Return 0 or an error number.  */
int __wpp_spawn_collector (struct wpp_shared *s, int fd);
void __wpp_wake_collector (struct wpp_shared *s);
bool __wpp_collector_gone (const struct wpp_shared *s);
/* The collector has died: wait until it has closed its files, so that another one can use the profile's name.  */
void __wpp_await_end (const struct wpp_shared *s);
bool __wpp_finish_request (uint32_t kind); /* false when the collector has died */

/* A linked object that registers.  It may have another version of the runtime.  */
struct wpp_object
{
  const struct __wpp_unit *units, *units_end;
  const void *ehdr; /* address of the object's ELF header */
  int64_t cursor_at, depth_at; /* set by __wpp_register: the values of these variables (abi.h) */
};

/* Has the copy SERVER the function ENTRY of struct wpp_entries?  */
#define wpp_entry_p(server, entry) \
  ((server)->n_entries * sizeof (void (*) (void)) > offsetof (struct wpp_entries, entry))

/* session.c, of struct wpp_entries.  */
void __wpp_register (struct wpp_object *object);
void __wpp_unregister (void);
int64_t __wpp_register_values (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n);

/* modules.c: add OBJECT to the module table and set the bases of its units.  If that fails, print a line on stderr and
   return false.  */
bool __wpp_add_module (const struct wpp_object *object);

/* The same for the values of UNITS [N] of OBJECT, which has been added.  */
bool __wpp_add_values (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n);

/* turns.c: leave and arrive are those of wpp.h; land is that of struct wpp_entries.  */
void __wpp_leave (struct wpp_stack *left);
void __wpp_arrive (const struct wpp_stack *left);
void __wpp_land_elsewhere (uint32_t depth);
/* T, the calling thread, stores what its ring does not know: on which stack it is.  */
void __wpp_tell_stack (struct wpp_thread_state *t);

/* exit.c */
void __wpp_exit_handler (int status, void *data);
void __wpp_finish_exit (void);

/* fork.c */
#define WPP_OWN_SOON 2u
void __wpp_before_fork (void);
void __wpp_after_fork (void);
void __wpp_in_child (void);
void __wpp_in_unnoticed_child (void); /* in any thread's first slow path, if fork's handlers were not called */
/* Keep the module table of S for another session.  Return false when out of memory.  */
bool __wpp_keep_modules (struct wpp_shared *s);

/* still.c: stop the other threads of S, until they may go on.  */
void __wpp_stand_still (struct wpp_shared *s);
void __wpp_go_on (void);

#endif /* WPP_RUNTIME_RECORD_RECORD_H */
