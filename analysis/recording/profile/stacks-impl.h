/* The stacks of a profile whose threads are being split (stacks.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_STACKS_IMPL_H
#define WPP_ANALYSIS_RECORDING_PROFILE_STACKS_IMPL_H

#include "base/hash-table.h"
#include "recording/profile/profile.h"

#define WPP_NO_STACK SIZE_MAX

struct wpp_stack_run
{
  uint32_t event, times;
};

struct wpp_stack_events
{
  uint32_t number;        /* 0: none is known */
  size_t home;            /* the thread in which it began */
  size_t last;            /* the one that left it last, after TURNS turns */
  uint64_t turns;
  uint64_t gaps;          /* that it has seen (struct wpp_stacks) */
  bool own;               /* HOME's */
  struct wpp_stack_run *runs;       /* [n] after the grammars */
  size_t n, room;
  size_t n_grammars;
  struct wpp_grammar **grammars;
};

struct wpp_stacks
{
  const struct wpp_profile *p;
  struct wpp_stack_events *stacks; /* [n] the threads' own first, then in the order in which they began */
  size_t n, room;
  struct wpp_hash_table by_number;
  uint64_t gaps;          /* in threads that have switched: each stack may lack something since */
  size_t buffered;        /* runs of all stacks */
};

void wpp_stacks_release (struct wpp_stacks *s);

/* The stack that has NUMBER, or WPP_NO_STACK.  */
size_t wpp_stacks_find (const struct wpp_stacks *s, uint32_t number);
/* Stack I, of which no number is known, has NUMBER.  WPP_OK or WPP_E_NOMEM.  */
int wpp_stacks_name (struct wpp_stacks *s, size_t i, uint32_t number);
/* Add a stack with NUMBER, or 0, that begins in thread T; OWN: it is T's.  Likewise.  */
int wpp_stacks_add (struct wpp_stacks *s, size_t t, uint32_t number, bool own);
/* Stack I has EVENT, TIMES times.  WPP_OK, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_stacks_put (struct wpp_stacks *s, size_t i, uint32_t event, uint32_t times);

/* Has nothing happened on K?  */
static inline bool
wpp_stack_empty_p (const struct wpp_stack_events *k)
{
  return !k->n && !k->n_grammars;
}

/* Has T left a stack?  */
static inline bool
wpp_stacks_thread_p (const struct wpp_thread *t)
{
  return t->left > 0;
}

/* Let each thread of P, S's profile, that has left a stack have the events of the stacks that began in it.  WPP_OK; or
   WPP_E_NOMEM or WPP_E_TOOBIG, and P is as before.  */
int wpp_stacks_replace (struct wpp_stacks *s, struct wpp_profile *p);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_STACKS_IMPL_H */
