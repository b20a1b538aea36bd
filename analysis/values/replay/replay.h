/* Replay: what each statement of a thread computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of a thread say which statements were executed (activations/machine/machine.h says in which activation),
   and the values that it recorded what replay cannot compute.  Replay goes through both at once, from the beginning,
   and keeps the table that the thread kept (format/value-table.h).  It keeps nothing of what is over, so a thread may
   be longer than memory.

     events, activations ──▶ paths ──compile.c──▶ micro-operations ──run.c──▶ whoever watches
                   values recorded ──stream──▶ checks ──────────────┘

   Where a branch goes otherwise than what was computed, something is wrong: values are missing, or memory was written
   by what leaves no trace in the table.  That is counted, by statement, and nothing is known until values are recorded
   or computed anew.  So what is known is right as far as branches tell.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_REPLAY_H
#define WPP_ANALYSIS_VALUES_REPLAY_REPLAY_H

#include "activations/machine/machine.h"
#include "base/bytes.h"
#include "values/replay/bindings.h"
#include "values/replay/run.h"

struct wpp_values_replay;

/* Where the values of a thread come from.  */
struct wpp_value_source
{
  void *data;
  /* Set *R to the next record.  Return 1, 0 if there is none any more, or an error.  */
  int (*next) (void *data, struct wpp_value_record *r);
  /* Let the next one be number RECORD, from 0: one that NEXT has given before, or the one after it.  Null: it
     cannot.  */
  int (*seek) (void *data, uint64_t record);
  bool middle;                   /* the thread's first events are not there: values are known from the first epoch on */
};

/* A statement that is watched has been executed, or is being executed.  */
struct wpp_replay_now
{
  const struct wpp_values_replay *replay; /* null: of another thread, which may be further (values/indexed/spans.h) */
  uint32_t thread, function;     /* of the code */
  uint32_t statement;
  uint32_t use; /* of a value: 0: its result; else one of its uses, number USE - 1; or WPP_USE_PARAMETER
                   and the number of a value of the body */
  uint64_t event;                /* number of the path's event in the thread, from 0 */
  uint32_t path;                 /* the event itself */
  uint64_t activation;           /* number in the thread, from 1, by their beginnings */
  size_t depth;                  /* how many activations are open below it */
};

struct wpp_replay_user
{
  void *data;
  /* Which statements of FUNCTION are watched, [statements] enum wpp_watched, malloc'ed; null: none, or *ERR.  Null: no
     statement is.  */
  uint8_t *(*watched) (void *data, uint32_t function, int *err);
  /* A path of FUNCTION comes, with values or not.  May be null.  */
  int (*path) (void *data, const struct wpp_replay_now *now);
  /* CODE, that of EVENT, a path of FUNCTION, has been compiled: it may be changed before it runs, and *TOLD must have
     room for what its WPP_MICRO_TELL store.  This is called again where EVENT has been forgotten.  May be null.  */
  int (*compiled) (void *data, uint32_t function, uint32_t event, struct wpp_micro_code *code);
  struct wpp_word **told;        /* *TOLD: where each path begins to tell; null where none tells */
  /* That path is over.  REGULAR: its code ran as the program did; else it has none, or some of its values are known
     that its code does not give, or the other way round.  May be null.  */
  int (*ran) (void *data, const struct wpp_replay_now *now, bool regular);
  /* As in struct wpp_value_watch.  */
  int (*statement) (void *data, const struct wpp_replay_now *now);
  int (*value) (void *data, const struct wpp_replay_now *now, struct wpp_word v);
  int (*access) (void *data, const struct wpp_replay_now *now, uint64_t address, uint64_t n, bool writes);
  int (*memory) (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
                 struct wpp_word address, struct wpp_word n, bool surprised);
  /* INDEX of FUNCTION is otherwise than replay computed (run.h).  May be null.  */
  int (*mismatch) (void *data, const struct wpp_replay_now *now, enum wpp_mismatch kind, uint32_t index,
                   struct wpp_word computed, uint64_t truth);
};

/* An activation that is open.  */
struct wpp_replay_frame
{
  uint32_t function;
  uint32_t place;                /* node to which its last path led; WPP_NO_NODE: none has ended */
  uint64_t activation;
  const struct wpp_word *values; /* by number of the body's values; null: its function has no values */
};

struct wpp_replayed          /* what was done */
{
  uint64_t events, statements;
  uint64_t records;          /* values read */
  uint64_t unused;           /* those of a path that none of its checks asked for */
  uint64_t branches;         /* that went otherwise */
  uint64_t truths, unknown;  /* results compared with the truth, and those that replay did not know */
  uint64_t wrong;            /* that were otherwise, or missing */
  uint64_t sums, unknown_sums, wrong_sums; /* sums of what was stored: compared, not known, otherwise */
  uint32_t wrong_thread;     /* the first one that was otherwise was recorded in this thread, … */
  uint64_t wrong_event;      /* … before this event */
};

/* How many activations are open; number I of them, from 0, the outermost.  What it points to is valid until replay goes
   on.  */
size_t wpp_values_replay_open (const struct wpp_values_replay *r);
struct wpp_replay_frame wpp_values_replay_frame (const struct wpp_values_replay *r, size_t i);

/* Replay of threads of the recording of B, which must outlive it and may have several, for USER, which is copied.  Null
   and *ERR: WPP_E_NOMEM, or what USER->watched returned.  */
struct wpp_values_replay *wpp_values_replay_new (struct wpp_bindings *b, const struct wpp_replay_user *user, int *err);
void wpp_values_replay_free (struct wpp_values_replay *r);

/* Begin the thread number THREAD, whose values SOURCE gives; what was being replayed is forgotten.  Then give it its
   events in order, and end it.  Return 0,
   or an error: of SOURCE, of USER, of the machine, of wpp_compile_path.  */
int wpp_values_replay_begin (struct wpp_values_replay *r, uint32_t thread, const struct wpp_value_source *source);
int wpp_values_replay_event (struct wpp_values_replay *r, uint32_t event, uint64_t count);
int wpp_values_replay_end (struct wpp_values_replay *r);

/* How often USER's functions, but for `path', are called in EVENT, if values of its activation are known; 0 if it is no
   path.  Or an error of wpp_compile_path.  Nothing is replayed.  */
int64_t wpp_values_replay_tells (struct wpp_values_replay *r, uint32_t event);

/* ---- Checkpoints (checkpoint.c).

   Between two events all that replay knows is written as bytes, and later read again, so that it goes on from there.
   Bytes may be hostile.  */

/* Append what R knows to B, which fails if memory is out.  */
void wpp_values_replay_save (const struct wpp_values_replay *r, struct wpp_buffer *b);
/* Let R know what BYTES [SIZE] say, that were saved in the thread number THREAD of the same recording, whose values
   SOURCE gives.  It may be in the middle of a thread, or of an event.  Return 0; WPP_E_NOMEM, WPP_E_CORRUPT, or an
   error
   of SOURCE: then R can only begin a thread, or restore.  */
int wpp_values_replay_restore (struct wpp_values_replay *r, uint32_t thread, const struct wpp_value_source *source,
                               const void *bytes, size_t size);
/* The number of events of the thread that were replayed.  */
uint64_t wpp_values_replay_time (const struct wpp_values_replay *r);

const struct wpp_replayed *wpp_values_replay_done (const struct wpp_values_replay *r);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_REPLAY_H */
