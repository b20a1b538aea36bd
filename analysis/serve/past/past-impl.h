/* What the files about the past share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SERVE_PAST_PAST_IMPL_H
#define WPP_ANALYSIS_SERVE_PAST_PAST_IMPL_H

#include "serve/past/past.h"
#include "serve/past/run-impl.h"
#include "values/replay/threads.h"

/* What replay returns when it has come to the end of what is told.  */
#define WPP_PAST_REACHED 100

/* Arrivals wait until what is to be seen there is known.  */
enum wpp_past_late
{
  WPP_LATE_NOTHING,
  WPP_LATE_ENTRY,                /* until its parameters are */
  WPP_LATE_RETURN                /* until what the call returned is */
};

/* An aggregate that is passed between activations.  */
struct wpp_past_aggregate
{
  uint64_t address, n;           /* N 0: none */
};
#define WPP_PAST_ARGUMENTS 8

/* All that changes on the way, but for what replay has.  */
struct wpp_past_state
{
  struct wpp_past_place place;   /* of the next arrival */
  size_t n_levels, room;         /* those that were open lately */
  struct wpp_past_level *levels;
  size_t depth;                  /* of the last path */
  enum wpp_past_late late;       /* what the activation at LATE_DEPTH is still to arrive at */
  size_t late_depth;
  struct wpp_partial_memory memory;
  struct wpp_past_aggregate result; /* what is being returned, of level RESULT_DEPTH */
  size_t result_depth;
  struct wpp_past_aggregate arguments[WPP_PAST_ARGUMENTS]; /* of the call that comes, of level ARGUMENTS_DEPTH */
  size_t arguments_depth;
};

struct wpp_past_checkpoint
{
  struct wpp_past_state state;
  unsigned char *bytes;          /* [size] of replay */
  size_t size;
};

/* An access that has been told and whose value has not.  */
struct wpp_past_access
{
  uint32_t statement;
  uint64_t activation;
  uint64_t address, n;           /* N 0: none */
};

struct wpp_past_watched
{
  uint64_t address, size, writes;
};

struct wpp_past
{
  struct wpp_past_run *run;
  const struct wpp_thread *thread;
  struct wpp_values_replay *replay;
  struct wpp_thread_replay *thread_replay;
  struct wpp_past_state now;
  struct wpp_past_access read, write;
  struct wpp_past_stop stop;
  struct wpp_past_place from, to; /* arrivals after FROM, up to TO, are told */
  wpp_past_visitor *visit;
  void *data;
  size_t n_watched;
  struct wpp_past_watched *watched;
  size_t n_checkpoints, checkpoints_room;
  struct wpp_past_checkpoint *checkpoints; /* by place; the first is of the beginning */
  uint64_t interval;             /* statements between them */
};

/* ---- codes.c */

/* Where STATEMENT of FUNCTION is in HOST; nowhere, if memory is out.  */
struct wpp_past_code wpp_past_code (struct wpp_past *p, uint32_t function, struct wpp_image_function *host,
                                    uint32_t statement);

/* Was FUNCTION inlined into HOST from a call in LINE?  */
bool wpp_past_inlined_p (struct wpp_past *p, uint32_t function, struct wpp_image_function *host, uint32_t line);

/* ---- past.c */

/* Have P its replay.  */
int wpp_past_wake (struct wpp_past *p);
/* Arrive where an arrival waits, if one does.  */
int wpp_past_arrive_late (struct wpp_past *p, const struct wpp_replay_now *now);

/* ---- effects.c: what statements do to memory and variables.  */

int wpp_past_value (void *data, const struct wpp_replay_now *now, struct wpp_word v);
int wpp_past_memory_accessed (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
                              struct wpp_word address, struct wpp_word n, bool surprised);
/* A function is called of which nobody knows what it does: it may write all that pointers reach.  */
int wpp_past_unknown_call (struct wpp_past *p);
/* Nothing is known of the variables of level DEPTH, of FUNCTION.  */
int wpp_past_begin_locals (struct wpp_past *p, size_t depth, uint32_t function);
/* Where local number LOCAL of level DEPTH, of FUNCTION, is in P's memory; 0: out of memory.  */
uint64_t wpp_past_local (struct wpp_past *p, size_t depth, uint32_t function, uint32_t local);

/* ---- state.c */

void wpp_past_state_release (struct wpp_past_state *s);
/* Let S, which is empty, be a copy of OTHER.  */
int wpp_past_state_copy (struct wpp_past_state *s, const struct wpp_past_state *other, const struct wpp_past *p);

/* ---- there.c */

/* Keep what replay knows of the N outermost activations; forget it.  1, or WPP_E_NOMEM.  */
int wpp_past_keep (struct wpp_past *p, const struct wpp_values_replay *replay, size_t n);
void wpp_past_forget_stop (struct wpp_past *p);

/* ---- checkpoints.c */

/* Make a checkpoint where P is, unless there is one.  */
int wpp_past_checkpoint (struct wpp_past *p);
/* The last checkpoint before which PLACE is not; P has one, of the beginning.  */
size_t wpp_past_last_checkpoint (const struct wpp_past *p, struct wpp_past_place place);
/* Go to checkpoint number I.  */
int wpp_past_restore (struct wpp_past *p, size_t i);
void wpp_past_free_checkpoints (struct wpp_past *p);

static inline const struct wpp_body *
wpp_past_body (const struct wpp_past *p, uint32_t function)
{
  return wpp_past_run_body (p->run, function);
}

#endif /* WPP_ANALYSIS_SERVE_PAST_PAST_IMPL_H */
