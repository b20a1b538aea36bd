/* What the files that join paths share (path-counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ACROSS_IMPL_H
#define WPP_ACROSS_IMPL_H

#include <stdbool.h>
#include "counts/path-counts.h"
#include "paths/numbering.h"

struct effect
{
  uint32_t event;           /* 0: a free place of the table */
  uint32_t function;        /* index in the code's */
  bool enters, lands, ends, leaves;
  uint64_t landed;          /* lands: value of the path that opens there */
  uint64_t head;            /* what it adds to the open path, up to its end if it ENDS */
  size_t n_whole;
  uint64_t *whole;          /* [n_whole] paths that begin and end within the event's */
  uint64_t tail;            /* ENDS: value of the path that is open behind */
  uint32_t call;            /* which of the numbering's calls follows, plus 1, or 0 */
};

struct activation
{
  uint32_t function;
  bool known;               /* VALUE is; it is 0 if not */
  uint32_t call;            /* the call that it is in, as in struct effect */
  uint64_t value;           /* of the open path so far */
};

/* A rule at work.  */
struct join_frame
{
  uint32_t rule;
  uint64_t at, left;        /* the symbol, how often it is still to be done or 0 when not begun */
  size_t depth, low;        /* of the stack at the beginning; activations from LOW on were looked at */
  size_t saved, log;        /* where its parts of those arrays begin */
  bool record;              /* it may become a mode */
  bool bottom;              /* it has looked for more activations than there are */
};

/* COUNT executions of path NUMBER of function WHAT, or one of the WPP_JOINED_.  */
struct joined
{
  uint32_t what;
  uint64_t number, count;
};
#define WPP_JOINED_MODE UINT32_MAX             /* NUMBER is its index */
#define WPP_JOINED_UNFINISHED (UINT32_MAX - 1) /* activations that were left within a path */

/* What a rule has once done.  */
struct join_mode
{
  uint32_t next;            /* another of the rule, index + 1, or 0 */
  uint32_t n_before, n_after;
  bool bottom;              /* there must be no activation below those */
  bool stable;              /* before is after */
  size_t states;            /* in the states: N_BEFORE that it finds, topmost first, N_AFTER that it leaves */
  size_t log, n_log;        /* in the parts: what it counts */
  uint64_t times;
};

struct join
{
  struct wpp_code *code;
  uint64_t limit;
  struct wpp_path_counts *counts;    /* [code->n_functions] */
  struct wpp_numbering **across;     /* likewise; made when first needed */
  struct effect *effects;            /* a table by event, with free places */
  size_t n_effects, effects_room;    /* room: a power of 2 or 0 */
  struct activation *stack;
  size_t depth, room;
  uint64_t gone;                     /* activations that LAND_MORE has said so far */
  uint64_t unfinished;
  struct wpp_path path;

  /* Of the grammar that is being read.  */
  const struct wpp_grammar *grammar;
  uint64_t work, most_work;
  struct join_frame *frames;         /* [n_frames], rule 0 first */
  size_t n_frames, frames_room;
  struct activation *saved;          /* as the frames found them, topmost first */
  size_t n_saved, saved_room;
  struct joined *log;                /* what the frames count that is in no mode yet */
  size_t n_log, log_room;
  uint32_t *first;                   /* [n_rules] latest mode of a rule, index + 1, or 0 */
  struct join_mode *modes;
  size_t n_modes, modes_room;
  struct activation *states;
  size_t n_states, states_room;
  struct joined *parts;
  size_t n_parts, parts_room;
};

/* path-counts.c: do EVENT COUNT times.  */
int wpp_join_event (struct join *j, uint32_t event, uint64_t count);

/* path-counts-rules.c.  Errors: WPP_E_NOMEM, WPP_E_TOOBIG.  */

/* Do the events of G's sentence.  */
int wpp_join_grammar (struct join *j, const struct wpp_grammar *g);
/* All activations but the first DEPTH are going to be looked at, and whether there are DEPTH: call it before
   they are.  */
int wpp_join_touch_below (struct join *j, size_t depth);
/* COUNT more of WHAT and NUMBER (struct joined).  */
int wpp_join_count (struct join *j, uint32_t what, uint64_t number, uint64_t count);
/* Have room for N more activations.  */
int wpp_join_reserve (struct join *j, size_t n);
void wpp_join_release (struct join *j);

/* The activation below the first DEPTH, and all above it, are going to be looked at; or that there is
   none.  */
static inline int
wpp_join_touch (struct join *j, size_t depth)
{
  const struct join_frame *f = &j->frames[j->n_frames - 1];
  return depth > f->low || (!depth && f->bottom) ? WPP_OK : wpp_join_touch_below (j, depth);
}

#endif /* WPP_ACROSS_IMPL_H */
