/* The activations of a recording, whatever form its files have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A timestamped profile has its traces; others are split into traces here.  Functions return 0 or an error, with PLACE
   if they take one: WPP_E_TOLD where it says all, else errors of wpp_recording_need, wpp_recording_code, of the trace
   builder and of wpp_lookup_read.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_TRACED_H
#define WPP_ANALYSIS_RECORDING_OPENED_TRACED_H

#include "activations/timestamps/began.h"
#include "activations/timestamps/function-blocks.h"
#include "activations/timestamps/lookup.h"
#include "recording/opened/recording.h"

struct wpp_traced_function
{
  const struct wpp_function_traces *traces;
  struct wpp_code_function *function;
  struct wpp_function_blocks blocks;
  uint64_t *counts;            /* [n_traces] activations */
  struct wpp_began *first, *last;   /* [n_traces] of these, or null; their position is UINT64_MAX when there is none */
};

struct wpp_traced
{
  struct wpp_recording *recording;
  struct wpp_profile *profile; /* its own, … */
  struct wpp_code *code;       /* … and this */
  struct wpp_traces own;       /* made here, … */
  bool complete;               /* those of all functions, and not only of those that were wanted */
  const struct wpp_traces *all;   /* … or the file's; null: not made yet */
  bool one_thread;             /* calls of other threads than those with number THREAD are left out */
  uint32_t thread;
  bool late;                   /* those are read when they are needed: wpp_traced_need */
  struct wpp_lookup lookup;    /* if so */
  size_t n;
  struct wpp_traced_function *functions;   /* those that were asked for */
};

/* The activations of R, which must stay, of the functions called FUNCTION or, if that is null, of all.  T can be
   released after errors as well, of this function and of those below.  */
int wpp_traced_read (struct wpp_traced *t, struct wpp_recording *r, const char *function, struct wpp_place *place);
void wpp_traced_release (struct wpp_traced *t);
/* The same for those who need the traces of some functions only: the profile and its code.  */
int wpp_traced_begin (struct wpp_traced *t, struct wpp_recording *r, struct wpp_place *place);
/* Make T->all, in which the functions that are WANTED [T->code->n_functions] have traces, those of others mean nothing.
   Of a file that has traces it has all, but before they are used wpp_traced_need has to be asked for them.  */
int wpp_traced_make (struct wpp_traced *t, const bool *wanted);
/* The same when T->all is made: of all functions.  */
int wpp_traced_remake (struct wpp_traced *t, struct wpp_place *place);
/* The same when T->all is made: leave the calls of the threads with number THREAD alone.  */
int wpp_traced_only (struct wpp_traced *t, uint32_t thread, struct wpp_place *place);
/* Have the traces of the function whose place in T->all is NUMBER; of all, which must come before those of T->all are
   used.  */
int wpp_traced_need (struct wpp_traced *t, uint32_t number);
int wpp_traced_need_all (struct wpp_traced *t, struct wpp_place *place);
/* The same without functions; wpp_traced_number is the place of FUNCTION in T->all, or WPP_NO_FUNCTION, and
   wpp_traced_counts makes the activations of each of its traces; null when out of memory.  */
int wpp_traced_open (struct wpp_traced *t, struct wpp_recording *r, struct wpp_place *place);
uint32_t wpp_traced_number (const struct wpp_traced *t, const struct wpp_code_function *function);
uint64_t *wpp_traced_counts (const struct wpp_traced *t, uint32_t number);
/* The same of all functions: [T->all->n_functions] arrays.  */
uint64_t **wpp_traced_all_counts (const struct wpp_traced *t);
/* The function whose place in T->all is NUMBER, or null when that is none.  */
const struct wpp_code_function *wpp_traced_name (const struct wpp_traced *t, uint32_t number);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_TRACED_H */
