/* The collector's parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     main.c      waits for work, requests and the program's end
     ending.c    notices the program's end, and of what kind it is
     drain.c     takes events out of the rings
     stream.c    a thread's events: grammars or raw words, in segments
     values.c    the values that a thread records
     marks.c     after which events the program came to places that it named
     keep.c      lets go of the oldest segments, if only so many bytes are kept
     coding.c    codes finished grammars
     spool.c     where finished segments wait when they are many
     shrink.c    leaves out events for which there is no room
     output.c    the profile's file
     pool.c      the names that it may have, and the bytes, where many processes share these
     modules.c   the program's data in the profile
     cgroup.c    the limits of control groups

   J. R. Larus, Whole Program Paths, PLDI 1999, figure 1.  */

#ifndef WPP_RUNTIME_COLLECT_COLLECT_H
#define WPP_RUNTIME_COLLECT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "base/lane.h"
#include "grammar/sequitur/phrases.h"
#include "recording/profile/write.h"
#include "recording/values/records.h"
#include "runtime/common/ring.h"
#include "grammar/sequitur/sequitur.h"

/* A finished grammar that is to be coded.  */
struct coding
{
  struct job job;
  struct wpp_phrases *grammar; /* null when done */
  size_t memory;               /* that it took */
  int error;                   /* when done, or else BYTES, SIZE and LOST as from wpp_phrases_finish */
  unsigned char *bytes;
  size_t size;
  uint64_t lost;
};

/* A part of a thread's events.  While it is open, it has GRAMMAR or RAW; when it is finished, CODING; else it is coded,
   in memory or in the spool, or was lost (SIZE 0).  */
struct segment
{
  struct wpp_phrases *grammar;
  uint32_t *raw;
  struct coding *coding;
  uint64_t n_events;
  uint64_t began;       /* number of its beginning among all streams' segments */
  size_t first_chunk;   /* of values, that come after its beginning; counted from the stream's beginning */
  bool held;            /* one event is still to come; later segments exist already */
  unsigned char *coded; /* null: in the spool */
  off_t offset;         /* there */
  size_t size;          /* bytes, coded */
};

/* A chunk of values, coded (recording/values/records.h).  */
struct value_chunk
{
  unsigned char *coded; /* null: in the spool */
  off_t offset;         /* there */
  size_t size;
};

/* The values that a thread records.  */
struct value_stream
{
  struct wpp_value_splitter splitter;
  struct wpp_value_coder *coder;
  size_t n_chunks;
  struct value_chunk *chunks;
  size_t n_dropped; /* chunks before these, which were not kept */
  uint64_t last;    /* ordinal of the last record */
  bool off;         /* records were lost after the last one that was kept */
};

struct stream
{
  struct collection *collection;
  uint32_t index;    /* of the thread */
  uint64_t n_events;
  uint64_t dropped;  /* the first ones, which were not kept */
  bool asked;        /* the thread was asked to begin an epoch of values */
  uint32_t *epoch;   /* where (struct wpp_slot) */
  uint64_t lost;
  uint64_t unwanted; /* events that came after all that are wanted */
  uint64_t switched, left; /* how often it left a stack for another (struct wpp_slot) */
  bool gap;          /* events were lost after the last one that was kept */
  size_t n_segments;
  struct segment *segments; /* the last one takes new events */
  size_t n_coding;          /* segments that are finished, but not known to be coded */
  size_t memory;            /* bytes of its open and finished grammars */
  struct value_stream *values; /* null: none */
  bool values_lost;         /* there were some, and no memory */
};

/* A hole: a reserved word that had not been written when events after it were taken.  */
struct pin
{
  uint32_t chunk, word;
  size_t segment; /* where the event belongs */
};

#define PINS_MAX WPP_RING_CHUNKS

/* The progress of taking events from a slot's ring.  */
struct taker
{
  struct stream *stream;
  uint32_t taken;     /* chunks of the log that are done */
  uint32_t words;     /* of the chunk after them */
  bool stalled;       /* at a hole, which may still be written */
  uint32_t done;      /* bit c: chunk c is done but has a pin */
  uint32_t n_pins;
  struct pin pins[PINS_MAX];
};

/* The state of watching the program.  */
struct watch
{
  struct wpp_shared *shared;
  int process;         /* pidfd */
  int memory;          /* the shared memory, opened apart from the program's, or -1 */
  int stat;            /* /proc/PID/stat, or -1 */
  unsigned number;     /* its PID in /proc, or 0 */
  uint64_t start;      /* of the process in clock ticks since boot, or 0 */
  uint32_t ended;      /* the recorded image is gone; the members below are valid */
  uint64_t ended_at;   /* ns of CLOCK_MONOTONIC */
  int status;          /* as from waitpid, when STATUS_KNOWN */
  bool status_known;
};

struct collection
{
  struct watch watch;
  struct wpp_shared *shared;
  uint32_t n_slots;
  struct taker *takers;      /* [n_slots] */
  struct stream **streams;   /* in the order they began */
  size_t n_streams, streams_room;
  size_t memory;             /* bytes of all grammars */
  size_t memory_most;        /* the most that they and the rings may take */
  uint64_t n_begun;          /* segments, of all streams */
  size_t kept;               /* bytes of coded segments in memory */
  bool changed;              /* since the profile was last written */
  bool written;              /* there is one, called NAME */
  bool over;                 /* nothing is wanted any more */
  struct wpp_marked marks[WPP_MARKS_MAX]; /* that were met */
  size_t n_marks;
  bool met[WPP_MARKS_MAX];   /* in the shared memory */
  enum wpp_ending ending;    /* that was written last */
  int status;

  int spool;                 /* descriptor or -1 */
  off_t spool_size;

  char name[WPP_PATH_BYTES + 64];
  char part[WPP_PATH_BYTES + 80]; /* the temporary name */
  int part_fd;                    /* locked, or -1 */
  int given_part;                 /* the same that the program has opened, as long as it is not used; or -1 */
};

/* Record in the shared memory that WHAT failed, with the error number ERROR unless it is 0.  Only the first failure is
   recorded.  */
void collect_fail (struct collection *c, const char *what, int error);
/* Record there that the profile lacks EVENTS events.  */
void collect_lack (struct collection *c, uint64_t events);

/* ending.c  */
void watch_open (struct watch *w); /* of W, shared and process are set */
/* Threads that wait for the death of the process, and for the end of the image.  */
void *watch_process (void *watch);
void *watch_image (void *watch);
/* Set *ENDING and *STATUS: how the program ended, if it has ended and this is known.  */
void find_ending (struct watch *w, enum wpp_ending *ending, int *status);
void describe_process (const struct watch *w, struct wpp_run *run);

/* drain.c  */
#define RINGS_MAPPED 64u /* with more threads, chunks that have been taken are unmapped */
enum drain
{
  DRAIN_CHUNKS,  /* complete chunks only */
  DRAIN_ALL,     /* also the events in incomplete ones */
  DRAIN_DEAD     /* the thread has ended: everything, and free the slot */
};
/* Take events from slot I.  Return true when a chunk was given back.  */
bool drain_slot (struct collection *c, uint32_t i, enum drain how);
bool drain_slots (struct collection *c, enum drain how);
/* The number of slots that have been in use so far.  */
uint32_t slots_used (const struct collection *c);
/* Does a slot have complete chunks that can be taken?  */
bool drain_pending (struct collection *c);
/* Free the slots of threads that have ended.  */
void drain_sweep (struct collection *c);

/* stream.c  */
struct stream *stream_new (struct collection *c, uint32_t index);
void stream_append (struct stream *s, const uint32_t *events, size_t n);
/* Does S have all events of its thread that are wanted?  */
bool stream_full_p (const struct stream *s);
/* Hold the last segment for one more event, and begin another one.  Return the index of the held one.  */
size_t stream_split (struct stream *s);
/* Append EVENT to the held segment; if it is 0, the event will never come.  */
void stream_release (struct stream *s, size_t segment, uint32_t event);
/* End the segment that takes new events, if there is one, and it has some.  */
void stream_cut (struct stream *s);
/* How many bytes the open segment of S will take in the file, about; 0: there is none.  */
uint64_t stream_open_bytes (const struct stream *s);
/* No more events: all segments go to the spool.  */
void stream_close (struct stream *s);
/* Finish the open grammars of all streams.  */
void streams_finish (struct collection *c);
int stream_write (struct stream *s, struct wpp_writer *w);
/* The bytes of the coded segment G, malloc'ed, or null.  */
unsigned char *stream_coded (const struct stream *s, const struct segment *g);
/* Replace the coded segment G by CODED [SIZE], a prefix with N_EVENTS events.  */
void stream_replace (struct stream *s, struct segment *g, unsigned char *coded, size_t size,
                     uint64_t n_events);

/* marks.c  */
/* Append WORDS [N], which begin with word FIRST of the chunk that S's thread entered as number ENTERED, to S.  Note
   which events its marks come after.  */
void append_marked (struct stream *s, const uint32_t *words, size_t n, uint32_t entered, uint32_t first);
/* Note those that come after all of S's events.  */
void marks_end (struct stream *s);

/* values.c  */
/* Take the words of values out of WORDS [N], which come after the events of S that have been appended.  Copy the others
   to EVENTS and return their number.  */
size_t values_take (struct stream *s, const uint32_t *words, size_t n, uint32_t *events);
/* A word is missing, which may be one of these: from here on values are not known.  */
void values_break (struct stream *s);
int values_write (struct stream *s, struct wpp_writer *w);
/* There is no room for the values of S: they are lost.  */
void values_drop (struct stream *s);

/* coding.c  */
/* Let another thread code GRAMMAR, and free it, while the caller goes on.  Wait first if another grammar is being
   coded.  When out of memory, do nothing and return null.  */
struct coding *coding_start (struct wpp_phrases *grammar);
bool coding_done_p (struct coding *c);
/* Wait until C is done, and free it.  Return its error, or 0 with *BYTES, *SIZE and *LOST as from
   wpp_phrases_finish.  */
int coding_end (struct coding *c, unsigned char **bytes, size_t *size, uint64_t *lost);

/* The number of chunks of values of S, from its beginning, when the one that is being made is ended.  */
size_t values_cut (struct stream *s);
/* Bytes of the chunks of S from number FIRST on.  */
uint64_t values_bytes (const struct stream *s, size_t first);
/* Forget the chunks before number FIRST.  */
void values_forget (struct stream *s, size_t first);

/* keep.c  */
/* S has more events.  If that is enough for a segment, let another one begin: at once, or, if there are values, with an
   epoch of these, for which the thread is asked.  */
void keep_look (struct stream *s);
/* An epoch begins: a segment, too, if the thread was asked for it.  */
void keep_epoch (struct stream *s);
/* Let go of the oldest segments until no more is left than is to be kept; of open ones, too, which end.  */
void keep_finish (struct collection *c);

/* shrink.c  */
/* Cut the coded segments down to ROOM bytes together.  Return the number of events that were dropped.  */
uint64_t shrink (struct collection *c, uint64_t room);

/* spool.c  */
/* Keep CODED [SIZE], malloc'ed, and return it: in memory as long as that is little, or when the spool has no room; else
   at *OFFSET in the spool, where it is freed and null is returned.  */
unsigned char *spool_keep (struct collection *c, unsigned char *coded, size_t size, off_t *offset);
/* What was so kept, malloc'ed, or null.  */
unsigned char *spool_kept (const struct collection *c, const unsigned char *coded, size_t size, off_t offset);
int spool_put (struct collection *c, const void *bytes, size_t size, off_t *offset);
/* Nothing is needed any more of what is in the spool before END.  */
void spool_release (const struct collection *c, off_t end);
/* Cut the spool after its last segment.  All segments are coded.  */
void spool_trim (struct collection *c);
int spool_get (const struct collection *c, void *bytes, size_t size, off_t offset);

/* output.c  */
/* Make and lock the temporary file.  */
void output_open (struct collection *c);
/* Write the profile and give it its name.  FLUSH: the program goes on.  */
void output_write (struct collection *c, bool flush);
/* Remove the files that are not needed any more.  */
void output_close (struct collection *c);

/* pool.c  */
/* Give C->part a name of the pool, and let C->name be that.  Return 0, or WPP_E_IO with errno.  */
int pool_publish (struct collection *c);
/* The bytes that C->part may have.  */
uint64_t pool_room (const struct collection *c);

/* modules.c  */
/* Describe the run in *P; return 0 or WPP_E_NOMEM.  */
int describe_run (struct collection *c, struct wpp_profile *p);
void describe_release (struct wpp_profile *p);

/* cgroup.c  */
/* The most bytes that this process and others in its control groups may take together; UINT64_MAX if there is no
   limit.  */
uint64_t cgroup_memory (void);

#endif /* WPP_RUNTIME_COLLECT_COLLECT_H */
