/* The memory that a program and its collector share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   One memory object, made by the program at load and inherited by the collector:

     struct wpp_shared        the program's data, requests and answers
     module table             struct wpp_module_record (format/module-record.h), appended to
     slots                    struct wpp_slot [n_slots], one for each thread that stores events
     rings                    one for each slot: WPP_RING_CHUNKS chunks of __WPP_CHUNK_BYTES, and
                              address space for one more, which shows chunk 0 again

   A thread fills chunks with event words.  The collector takes the words and gives each
   chunk back zeroed.  So a word that is not zero is a stored event, whenever and however
   the program ended.

   The thread chooses the next chunk and writes it to the slot's log: the nth chunk
   entered is chunk order[n % WPP_RING_LOG].  It is the next one in the ring, except
   when that is pinned (below).  A thread enters a chunk only when the chunk and its
   successor are free.  The successor is the guard: a signal handler's events may move
   the cursor into it before the slow path has entered it.  The guard of the last chunk
   is the second view of chunk 0.

   A hole is a zero word with events after it.  The thread reserved the word, but before
   it could store the event, a signal interrupted it, and the handler stored events of its
   own.  The collector goes on after a hole when it must, but keeps the hole's chunk in
   use (pinned) until the word has been stored.  */

#ifndef WPP_RUNTIME_COMMON_RING_H
#define WPP_RUNTIME_COMMON_RING_H

#include <stddef.h>
#include <stdint.h>
#include "format/module-record.h"
#include "runtime/common/abi.h"

#define WPP_SHARED_MAGIC 0x474e495250505731ull
#define WPP_SHARED_VERSION 8u

#define WPP_RING_CHUNKS 16u
#define WPP_RING_LOG 32u /* more than WPP_RING_CHUNKS, a power of two */
#define WPP_RING_BYTES ((uint64_t) WPP_RING_CHUNKS * __WPP_CHUNK_BYTES)
#define WPP_RING_STRIDE (WPP_RING_BYTES + __WPP_CHUNK_BYTES)
#define WPP_CHUNK_WORDS (__WPP_CHUNK_BYTES / 4u)

#define WPP_HEADER_BYTES 65536u
#define WPP_MODULES_BYTES (4u << 20)
#define WPP_SLOTS_MAX 4096u
#define WPP_SLOTS_BYTES (WPP_SLOTS_MAX * sizeof (struct wpp_slot))

#define WPP_ERROR_BYTES 512u

/* The most marks that are recorded, and bytes of a name.  */
#define WPP_MARKS_MAX 256u

enum wpp_slot_state
{
  WPP_SLOT_FREE = 0,
  WPP_SLOT_CLAIMED = 1, /* a thread is filling in the slot */
  WPP_SLOT_LIVE = 2,    /* tid, index and ring are valid */
  WPP_SLOT_DEAD = 3     /* the thread is known to have ended */
};

struct wpp_slot
{
  uint32_t state; /* enum wpp_slot_state */
  uint32_t tid;
  uint32_t index;   /* number of the thread, in the order of first events */
  uint32_t entered; /* chunks entered so far, modulo 2^32; written after order[] */
  uint64_t lost;    /* events stored before there was room for them, or lost with a collector */
  uint64_t missing; /* the same, but the collector does not reset it */
  uint8_t order[WPP_RING_LOG];
  uint32_t used __attribute__ ((aligned (64))); /* bit c: chunk c is not free; a futex */
  uint32_t kept;                                /* bit c: chunk c has not been zeroed */
  uint32_t waiting;                             /* the thread sleeps on USED */
  uint32_t over;                                /* the collector has all that is wanted of the thread */
  uint32_t epoch;                               /* raised by the collector: the thread is to begin an epoch of values
                                                   (format/value-table.h) */
  uint64_t switched;                            /* times that the thread left a stack for one that is not known */
  uint64_t left;                                /* the same, for one that its events tell */
};

enum wpp_shared_options
{
  WPP_OPTION_RAW = 1,
  WPP_OPTION_EXACT = 2,
  WPP_OPTION_EXPONENTS = 4,
  WPP_OPTION_LATER = 8     /* drafts, of which grammars are made later */
};

/* A name of a pool: which of its bytes are to be the number of one of the pool's files, from 1 to FILES; and those
   before which the names of all files of the pattern are the same.  */
struct wpp_pool_place
{
  uint32_t files;        /* 0: there is no pool */
  uint32_t at, bytes;
  uint32_t family;
};

enum wpp_finish
{
  WPP_FINISH_FLUSH = 1, /* the program goes on */
  WPP_FINISH_EXIT = 2
};

/* What wpp_mark told.  */
struct wpp_mark
{
  uint32_t set;          /* the rest is valid */
  uint32_t thread;       /* index */
  uint32_t entered;      /* chunks that it had entered … */
  uint32_t words;        /* … and words of the last one */
  char name[WPP_MARK_BYTES];
};

struct wpp_shared
{
  uint64_t magic;
  uint32_t version;
  uint32_t n_slots;
  uint32_t pid;
  uint32_t options;      /* enum wpp_shared_options */
  uint64_t memory;       /* bytes that all grammars together may take */
  uint64_t keep;         /* bytes of the last segments, which alone are kept; 0: all are */
  uint32_t locked;       /* the program's mapping holds a lock (flock) on the object */
  uint32_t build_id_size;
  unsigned char build_id[WPP_BUILD_ID_BYTES];
  char file[WPP_PATH_BYTES];    /* the profile, absolute; of a pool's member, a name that it has until it is complete */
  struct wpp_pool_place pool;
  char done[WPP_PATH_BYTES];    /* the command that gets the file, absolute, or empty */
  uint64_t disk;         /* bytes that all files of the pattern may take; 0: any number */
  char program[WPP_PATH_BYTES]; /* the executable, absolute */
  char given[WPP_PATH_BYTES];   /* WPP_OPTIONS */
  uint64_t most;         /* events that are wanted of each thread; 0: all */
  uint64_t until;        /* when they end, ns of CLOCK_MONOTONIC; 0: never */
  uint64_t began;        /* ns of CLOCK_MONOTONIC */
  uint64_t began_epoch;  /* the same moment in ns since 1970 */

  /* From program to collector.  */
  uint32_t work __attribute__ ((aligned (64))); /* futex: raised with every request */
  uint32_t sleeping;     /* the collector waits on WORK */
  uint32_t n_threads;    /* number of thread indices given out */
  uint32_t slots_used;   /* slots from here on were never used */
  uint32_t module_bytes; /* of the module table, complete records */
  uint32_t valued;       /* words of values may be among those of paths (format/value-table.h) */
  uint32_t exited;       /* STATUS and EXITED_AT are valid */
  int32_t status;
  uint64_t exited_at;    /* ns of CLOCK_MONOTONIC */
  uint64_t waited;       /* ns that all threads together have waited for room */
  uint64_t dropped;      /* upper bound of the events of threads without a slot */
  uint64_t outside;      /* events that were not recorded because nobody wanted them, as far as known */
  uint32_t n_marks;      /* may be more than there are */
  struct wpp_mark marks[WPP_MARKS_MAX];
  uint32_t finish_wanted; /* tickets */
  uint32_t finish_kind;   /* enum wpp_finish */
  uint32_t sweep_wanted;

  /* The program's own.  */
  uint32_t collector;    /* process id */
  uint8_t mapped[WPP_SLOTS_MAX / 8] __attribute__ ((aligned (64))); /* bit map of accessible rings */

  /* From collector to program.  */
  uint32_t life __attribute__ ((aligned (64))); /* robust futex word: tid of the collector */
  uint32_t finish_done;
  uint32_t sweep_done;
  uint64_t retired; /* events of threads that have ended, taken or lost */
  uint32_t failed; /* ERROR is valid */
  char error[WPP_ERROR_BYTES];
};

/* The least that KEEP may be: some segments.  */
#define WPP_KEEP_LEAST (1u << 20)

/* The bit of LIFE that the kernel sets when the collector has ended.  */
#define WPP_LIFE_DIED 0x40000000u

static inline uint64_t
wpp_rings_offset (void)
{
  uint64_t end = WPP_HEADER_BYTES + WPP_MODULES_BYTES + WPP_SLOTS_BYTES;
  return (end + __WPP_CHUNK_BYTES - 1) / __WPP_CHUNK_BYTES * __WPP_CHUNK_BYTES;
}

static inline uint64_t
wpp_shared_bytes (uint32_t n_slots)
{
  return wpp_rings_offset () + (uint64_t) n_slots * WPP_RING_STRIDE;
}

static inline unsigned char *
wpp_shared_modules (struct wpp_shared *s)
{
  return (unsigned char *) s + WPP_HEADER_BYTES;
}

static inline struct wpp_slot *
wpp_shared_slot (struct wpp_shared *s, uint32_t i)
{
  return (struct wpp_slot *) ((unsigned char *) s + WPP_HEADER_BYTES + WPP_MODULES_BYTES) + i;
}

static inline unsigned char *
wpp_shared_ring (struct wpp_shared *s, uint32_t i)
{
  return (unsigned char *) s + wpp_rings_offset () + (uint64_t) i * WPP_RING_STRIDE;
}

/* The first chunk, from FIRST on, that may be entered when the chunks USED are in use; or WPP_RING_CHUNKS.  */
static inline uint32_t
wpp_ring_choose (uint32_t used, uint32_t first)
{
  for (uint32_t i = 0; i < WPP_RING_CHUNKS; i++)
    {
      uint32_t c = (first + i) % WPP_RING_CHUNKS;
      uint32_t guard = (c + 1) % WPP_RING_CHUNKS;
      if (!(used & (1u << c | 1u << guard)))
        return c;
    }
  return WPP_RING_CHUNKS;
}

/* Are more than half of the chunks in use, according to USED?  Then a sleeping collector is woken, and a thread that
   waits for room is not woken yet.  Waking takes about 10 us when an idle processor must be interrupted, so it should
   be rare; and half a ring is filled in 100 us.  */
static inline int
wpp_ring_busy_p (uint32_t used)
{
  unsigned n = 0;
  for (; used; used &= used - 1)
    n++;
  return n > WPP_RING_CHUNKS / 2;
}

#endif /* WPP_RUNTIME_COMMON_RING_H */
