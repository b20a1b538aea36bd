/* What the files of replay share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_REPLAY_IMPL_H
#define WPP_ANALYSIS_VALUES_REPLAY_REPLAY_IMPL_H

#include "base/hash-table.h"
#include "values/replay/replay.h"

/* What an event is, as it is replayed.  */
struct wpp_replayed_path
{
  uint32_t event;
  struct wpp_step step;
  struct wpp_micro_code *code;   /* null: its function has no values */
  const char *called;            /* name, in assembly, of the recorded function that is called after it, or null */
};

/* A record that waits for a path that was interrupted when DEPTH activations were open.  */
struct wpp_waiting_record
{
  struct wpp_value_record record;
  size_t depth;
};

/* Records of a thread up to the next event, and those that wait for a path that was interrupted.  */
struct wpp_value_queue
{
  struct wpp_value_source source;
  struct wpp_value_record ahead; /* the next one of SOURCE */
  bool more;                     /* there is such a one */
  struct wpp_value_record *group;/* [n + 1], the last one WPP_NO_RECORD */
  size_t n, room;
  struct wpp_waiting_record *waiting; /* [n_waiting] in order */
  size_t n_waiting, waiting_room;
  bool off;                      /* values are missing: none are known until the next GAP or epoch */
  bool epoch;                    /* one begins after what was loaded last, before the same event */
  uint64_t taken;                /* records that SOURCE gave, with the one ahead */
  bool has_sum;                  /* what was loaded last has a sum of what was stored … */
  uint64_t sum;                  /* … this one, … */
  size_t sum_at;                 /* … after so many records of GROUP */
};

struct wpp_values_replay
{
  struct wpp_bindings *bindings;
  struct wpp_replay_user user;
  uint8_t **watched;             /* [functions] */
  struct wpp_machine machine;
  struct wpp_table *tables[WPP_TABLE_DEPTHS]; /* by the depth of signal handlers; null: not used yet */
  struct wpp_table *blind;       /* the one that is, or null */
  struct wpp_value_queue queue;
  struct wpp_micro_run run;
  struct wpp_replayed_path *paths; /* [n_paths] */
  size_t n_paths, paths_room;
  struct wpp_hash_table by_event;
  struct wpp_replayed_path *recent[4096]; /* by the event's lowest bits */
  size_t micros;                 /* in all paths */
  struct wpp_word *slots;        /* of activations: what each needs, one after the other */
  size_t n_slots, slots_room;
  struct wpp_replay_now now;
  bool middle;                   /* activations may be open of which no values are recorded: the thread, or what comes
                                    after a GAP, began in the middle of them */
  uint64_t activations;          /* begun in the thread */
  bool abandoned;                /* an event that lands has ended an activation of which a path was interrupted */
  size_t blind_at;               /* while a table is: number of the activation of which a path was interrupted */
  bool leaves;                   /* the topmost activation has ended its last path */
  uint64_t loaded;               /* records before this event are */
  bool summed;                   /* a sum was recorded before this event: not known to be counted yet … */
  bool sum_known, sum_wrong;     /* … and how it compares */
  const struct wpp_replayed_path *path; /* that is replayed */
  struct wpp_replayed done;
};

/* What comes before an activation's slots.  */
struct wpp_replay_head
{
  uint64_t activation;           /* number in the thread */
  uint32_t place;                /* node to which its last path led: landing places ask from where control came */
  uint8_t depth;                 /* of its table: how many handlers that have their own interrupt each other */
  bool handler;                  /* it is such a one */
  bool interrupted;              /* a path of it was */
  bool landed;                   /* control has landed in it, and the path from there is not over */
  bool silent;                   /* it began before an epoch that has begun: nothing is recorded of it */
  bool begun;                    /* what is called at PLACE has begun … */
  bool tail;                     /* … CALLED is, instead, what its callee has jumped to … */
  const char *called;            /* name of the recorded function that is called at PLACE, or null */
  const char *called_first;      /* … and this was called there */
  const char *jumped;            /* handlers that interrupted a path of it have jumped to this … */
  uint32_t jumps;                /* … and so many of these have not begun yet */
};

#define WPP_HEAD_SLOTS ((sizeof (struct wpp_replay_head) + sizeof (struct wpp_word) - 1) / sizeof (struct wpp_word))

/* ---- replay.c */

/* How many slots an activation takes whose layout is L, or null: with its head and what it keeps.  */
size_t wpp_replay_slots_of (const struct wpp_micro_layout *l);
/* Make room for N more slots; WPP_E_NOMEM.  */
int wpp_replay_reserve_slots (struct wpp_values_replay *r, size_t n);

static inline struct wpp_replay_head *
wpp_replay_head_of (const struct wpp_values_replay *r, const struct wpp_activation *a)
{
  return (struct wpp_replay_head *)&r->slots[a->value];
}

/* Let the run's pointers point to A's slots, and to its table.  */
void wpp_replay_look_at (struct wpp_values_replay *r, const struct wpp_activation *a);

/* ---- interrupted.c */

/* The table of DEPTH, which is made if there is none yet; null and *ERR.  */
struct wpp_table *wpp_replay_table (struct wpp_values_replay *r, unsigned depth, int *err);
void wpp_replay_free_tables (struct wpp_values_replay *r);
void wpp_replay_reset_tables (struct wpp_values_replay *r);
void wpp_replay_lose_tables (struct wpp_values_replay *r);
/* The table of an activation that begins next, unless it is a handler's.  */
struct wpp_table *wpp_replay_next_table (struct wpp_values_replay *r);
/* A begins, called by CALLER or null: set what H, its head to be, says of handlers and tables; look whether it
   interrupts a path of CALLER.  */
int wpp_replay_begin_table (struct wpp_values_replay *r, const struct wpp_activation *a,
                            const struct wpp_activation *caller, struct wpp_replay_head *h);
/* What is uncertain because of a path that was interrupted in the activation number AT is over.  */
void wpp_replay_see_again (struct wpp_values_replay *r, size_t at);
/* An event lands.  If a path was interrupted that will not go on, nobody knows how much of it was done: nothing is
   known any more but what registers hold in the activation that goes on.  */
void wpp_replay_landed (struct wpp_values_replay *r);
/* Control has landed in NODE of A, at which the run looks.  It came from where A's last path led, maybe by way of a
   node from which jumps are dispatched.  */
int wpp_replay_land (struct wpp_values_replay *r, const struct wpp_activation *a, uint32_t node);

/* ---- queue.c */

int wpp_queue_begin (struct wpp_value_queue *q, const struct wpp_value_source *source);
/* SOURCE, from which TAKEN records were taken before, is at the record that comes next.  */
int wpp_queue_resume (struct wpp_value_queue *q, const struct wpp_value_source *source, uint64_t taken);
/* Load the records before the event number ORDINAL.  Adds to DONE.  */
int wpp_queue_load (struct wpp_value_queue *q, uint64_t ordinal, struct wpp_replayed *done);
/* The activation with BELOW open ones below it, of FUNCTION, executes a path, which ENTERS or not: let its records be
   those from *RECORD on, which is moved.  Those waiting come first; those of the group that are others' wait, since a
   path of theirs was interrupted.  HANDLER: it is a signal handler's first path, which begins with this record;
   WPP_NO_RECORD: it is not.  */
int wpp_queue_choose (struct wpp_value_queue *q, const struct wpp_bindings *b, uint32_t function, size_t below,
                      bool enters, uint32_t handler, const struct wpp_value_record **record);
/* The depth of the table of FUNCTION, an activation of which begins with BELOW open ones below it, as the last of its
   records HANDLER, from RECORD on, says; 0 if there is none.  */
uint8_t wpp_queue_depth (const struct wpp_value_queue *q, const struct wpp_value_record *record, size_t below,
                         uint32_t handler);
/* Control has landed in the activation with DEPTH - 1 open ones below it: if a path of it, or of one above it, was
   interrupted, it will not go on, and nobody takes its records any more.  */
void wpp_queue_landed (struct wpp_value_queue *q, size_t depth);
void wpp_queue_release (struct wpp_value_queue *q);
/* Does the program record no values of A: are some missing, or was it open before it began to record, or before an
   epoch?  */
bool wpp_replay_silent_p (const struct wpp_values_replay *r, const struct wpp_activation *a);
/* An epoch begins.  */
void wpp_replay_epoch (struct wpp_values_replay *r);
/* A sum of what was stored, which was recorded before the event that comes now, is compared.  Whether it counts is
   known when the event comes: if that interrupts a path, what that has stored so far is in the sum, too.  WPP_OK or
   WPP_E_NOMEM.  */
int wpp_replay_compare_sum (struct wpp_values_replay *r);
/* If there was one that counts, count it.  */
void wpp_replay_count_sum (struct wpp_values_replay *r);

/* ---- paths.c */

/* The path that EVENT is.  Null and *ERR.  */
const struct wpp_replayed_path *wpp_values_replay_path (struct wpp_values_replay *r, uint32_t event, int *err);
void wpp_values_replay_forget_paths (struct wpp_values_replay *r);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_REPLAY_IMPL_H */
