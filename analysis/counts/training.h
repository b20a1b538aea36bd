/* What a profile says of a program without the order of its paths: that which GCC's own profile
   (-fprofile-use) holds too, and a compiler can use without looking at the grammar again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Callees: an activation's path ends before every call that can reach instrumented code (cfg.h), and
   the callee's first event is that of the path that it enters by.  So where an event that ends before
   a call, or at one in tail position, is followed by a path that begins at a function's entry, that
   function was called: by the call itself, or by code without instrumentation that the call
   entered.  A callee that leaves no event is not seen.  */

#ifndef WPP_TRAINING_H
#define WPP_TRAINING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "profile/code.h"

struct wpp_callee
{
  uint32_t caller;      /* index of wpp_code's functions */
  uint32_t node;        /* of the caller's graph: the call's */
  uint32_t callee;      /* index of wpp_code's functions */
  uint64_t count;       /* saturates (saturate.h) */
};

struct wpp_training;

/* No thread yet, of CODE, which must stay and gets the numberings that are needed; null when out of
   memory.  */
struct wpp_training *wpp_training_new (struct wpp_code *code);
void wpp_training_free (struct wpp_training *t);

/* The thread being read goes on with the sentence of G, or, if that BEGINS one, another thread begins with
   it.  O(size of G + paths).  Return 0, WPP_E_NOMEM, or what numbering a function or decoding a path
   returned.  */
int wpp_training_add (struct wpp_training *t, const struct wpp_grammar *g, bool begins);

/* The place of the function of index FUNCTION among those executed, from 1, in the order in which they
   were entered first, a later thread's behind the earlier threads'; 0 when it was not.  */
uint32_t wpp_training_first_run (const struct wpp_training *t, uint32_t function);

/* The callees of all calls in the function of index CALLER, by node, then the most frequent first; *N is
   their number.  Nothing may be added any more.  */
const struct wpp_callee *wpp_training_callees (struct wpp_training *t, uint32_t caller, size_t *n);

#endif /* WPP_TRAINING_H */
