/* The past of a thread, as somebody who steps through it sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay says which statements were executed, and what they computed.  A debugger wants less: an *arrival* is when
   control gets to a function's beginning, to its body, to a line, or back to a call.  Arrivals have places, which are
   ordered.  To go to a place, replay starts from the last checkpoint before it.  Checkpoints are made on the way.

   At an arrival there are levels, one for each activation that is open, the outermost first: where it is, and what its
   variables were assigned.  Memory is what the recorded code stored or loaded there last; what other code writes is
   seen when recorded code loads it.  */

#ifndef WPP_ANALYSIS_SERVE_PAST_PAST_H
#define WPP_ANALYSIS_SERVE_PAST_PAST_H

#include "answers/held.h"
#include "serve/image/image.h"
#include "serve/past/memory.h"
#include "serve/past/run.h"

struct wpp_past;

struct wpp_past_place            /* ordered by event, then by arrival, from 1; all 0: before all */
{
  uint64_t event;
  uint32_t arrival;
};

static inline int
wpp_past_compare (struct wpp_past_place a, struct wpp_past_place b)
{
  return a.event != b.event ? (a.event > b.event) - (a.event < b.event)
                            : (a.arrival > b.arrival) - (a.arrival < b.arrival);
}

enum wpp_arrival_kind
{
  WPP_ARRIVAL_ENTRY,             /* before a function's first instruction */
  WPP_ARRIVAL_BODY,              /* after its prologue */
  WPP_ARRIVAL_LINE,
  WPP_ARRIVAL_END,               /* before it returns; of code that is not optimised */
  WPP_ARRIVAL_RETURN             /* a call is over */
};

struct wpp_past_level
{
  uint64_t activation;
  uint32_t function;             /* of the code */
  struct wpp_image_function *host; /* in whose instructions it is; null: not known */
  bool inlined;                  /* HOST is that of the level below */
  bool fresh;                    /* it has arrived at its body, and at nothing since */
  struct wpp_image_function *called; /* by its last call; null: not known */
  uint64_t code;                 /* address in HOST's file; 0: not known */
  uint32_t line, statement;      /* where it is */
  struct wpp_word returned;      /* by its last call that is over, of the type RETURNED_TYPE of the body; WPP_NONE: the
                                    address of an aggregate */
  uint32_t returned_type;
  struct wpp_held_value *held; /* [variables of the body]; null: its function has no values */
};

struct wpp_past_arrival
{
  struct wpp_past_place place;
  enum wpp_arrival_kind kind;
  size_t depth;                  /* levels below the one that has arrived */
  uint64_t code;                 /* its address in memory; 0: not known */
  const struct wpp_past_level *level;
};

/* What is open where replay stopped, with copies of what replay knows of it.  */
struct wpp_past_stop
{
  struct wpp_past_place place;
  enum wpp_arrival_kind kind;
  size_t n;
  struct wpp_word **slots;       /* [n] of the levels; null: not known */
};

/* The past of THREAD of RUN, which must outlive it.  Null and *ERR: WPP_E_NOMEM, or an error of
   wpp_values_replay_new.  */
struct wpp_past *wpp_past_new (struct wpp_past_run *run, const struct wpp_thread *thread, int *err);
void wpp_past_free (struct wpp_past *p);
/* Let P, which has stopped, have no memory for a replay until it moves again: that is some 50 MB, and there may be
   thousands of threads.  */
void wpp_past_sleep (struct wpp_past *p);

enum
{
  WPP_VISIT_ON,                  /* go on */
  WPP_VISIT_STOP,                /* stop here */
  WPP_VISIT_BEFORE,              /* wpp_past_backward: stop at the arrival before */
  WPP_VISIT_QUIT                 /* give up: that is what is returned, and nothing is known */
};

/* Is told of each arrival; says what to do, or returns an error.  */
typedef int wpp_past_visitor (void *data, struct wpp_past *p, const struct wpp_past_arrival *a);
/* Can nothing that the visitor looks for be where memory was FIRST and then LAST?  */
typedef bool wpp_past_skipper (void *data, const struct wpp_partial_memory *first,
                               const struct wpp_partial_memory *last);

/* Go up to the first arrival after FROM for which VISIT says so.  Return 1, and the stop is there; 0: there is none; an
   error, with PLACE.  */
int wpp_past_forward (struct wpp_past *p, struct wpp_past_place from, wpp_past_visitor *visit, void *data,
                      struct wpp_place *place);
/* The same for the last arrival before BEFORE of which VISIT says so.  It is told them in parts, the latest part first,
   each in order; and that at BEFORE, of which it may say WPP_VISIT_BEFORE.  It is also called with a null arrival where
   a part begins.  Parts for which SKIP, which may be null, holds are left out.  */
int wpp_past_backward (struct wpp_past *p, struct wpp_past_place before, wpp_past_visitor *visit,
                       wpp_past_skipper *skip, void *data, struct wpp_place *place);
/* Go to the arrival before BEFORE.  As wpp_past_forward.  */
int wpp_past_back (struct wpp_past *p, struct wpp_past_place before, struct wpp_place *place);
/* Go to TO, an arrival that was told; or before all, where nothing is open, if it is all 0.  1, or an error.  */
int wpp_past_go (struct wpp_past *p, struct wpp_past_place to, struct wpp_place *place);

/* Go to the first arrival; before all, if there is none.  As wpp_past_go.  */
int wpp_past_first (struct wpp_past *p, struct wpp_place *place);

/* Count writes to N ranges of memory, which are all empty at first.  0 or WPP_E_NOMEM.  Let number I be [ADDRESS,
   ADDRESS + SIZE).  How often was it written to?  */
int wpp_past_watch (struct wpp_past *p, size_t n);
void wpp_past_set_watched (struct wpp_past *p, size_t i, uint64_t address, uint64_t size);
uint64_t wpp_past_writes (const struct wpp_past *p, size_t i);

const struct wpp_past_stop *wpp_past_stopped (const struct wpp_past *p);
size_t wpp_past_levels (const struct wpp_past *p);
const struct wpp_past_level *wpp_past_level (const struct wpp_past *p, size_t i);
const struct wpp_partial_memory *wpp_past_memory (const struct wpp_past *p);
const struct wpp_replayed_recording *wpp_past_recording (const struct wpp_past *p);

/* The address of VARIABLE of level I, in memory; 0: it has none, or it is not known.  */
uint64_t wpp_past_address (const struct wpp_past *p, size_t i, uint32_t variable);
/* Write what VARIABLE of level I is, up to N bytes, to BYTES, as far as it is known from its beginning on.  Return how
   many bytes.  */
uint64_t wpp_past_variable (struct wpp_past *p, size_t i, uint32_t variable, void *bytes, uint64_t n);

/* Copy what is known of its N bytes to ADDRESS of M.  0 or WPP_E_NOMEM.  */
int wpp_past_copy_variable (struct wpp_past *p, size_t i, uint32_t variable, struct wpp_partial_memory *m,
                            uint64_t address, uint64_t n);

#endif /* WPP_ANALYSIS_SERVE_PAST_PAST_H */
