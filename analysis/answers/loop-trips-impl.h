/* What the parts of the answer to `wpp activations --trips' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_IMPL_H
#define WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_IMPL_H

#include "activations/counts/calls.h"
#include "recording/opened/traced.h"
#include "base/hash-table.h"
#include "decide/iterations/stays.h"

struct wpp_led                 /* activations with TRACE of FUNCTION, of T->functions, that a chain of calls led to */
{
  uint32_t function, context, trace;
  uint64_t count;
};

struct wpp_trips_counted
{
  struct wpp_traced *t;
  struct wpp_place *place;
  uint32_t *number;          /* [T->all->n_functions] in T->functions, or WPP_NO_FUNCTION */
  struct wpp_call_contexts *contexts;
  struct wpp_led *led;       /* [n] each once; sorted in the end */
  size_t n, room;
  size_t at;                 /* those of the functions before the one at hand are before this one */
  struct wpp_hash_table by_led;
  uint64_t left;             /* symbols of traces and nodes of paths that chains may still look at */
};

struct wpp_kept_stays          /* stays in a loop */
{
  size_t n;
  struct wpp_stays *groups;  /* [n] by rising trips */
};

struct wpp_trips_chain         /* of calls, and what it led to in each loop */
{
  uint32_t context;
  struct wpp_kept_stays *stays; /* [loops] */
};

struct wpp_looped
{
  struct wpp_trips_counted *x;
  const struct wpp_traced_function *f;
  const struct wpp_cfg *cfg;
  const struct wpp_numbering *num;
  struct wpp_loops *loops;
  struct wpp_loop_stays *found;  /* [loops] by the chain at hand */
  struct wpp_trips_chain *chains; /* [n] */
  size_t n;
  uint64_t kept;
};

/* All stays and trips of the groups of S together.  */
struct wpp_stays wpp_kept_sum (const struct wpp_kept_stays *s);

/* Count what chains of at most CALLS calls led to.  X has its T and PLACE; to be released in any case.  */
int wpp_trips_count (struct wpp_trips_counted *x, unsigned calls);
void wpp_trips_release (struct wpp_trips_counted *x);

/* Find what L's loops did, whose function is number FUNCTION of T's, after the ones of all before; to be released in
   any case.  */
int wpp_looped_find (struct wpp_looped *l, struct wpp_trips_counted *x, uint32_t function);
void wpp_looped_release (struct wpp_looped *l);

#endif /* WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_IMPL_H */
