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
#include "profile.h"

struct wpp_path_total
{
  uint32_t event;
  uint64_t count;       /* saturates (saturate.h), as all counts here */
};

struct wpp_callee
{
  uint32_t caller;      /* index of wpp_code's functions */
  uint32_t node;        /* of the caller's graph: the call's */
  uint32_t callee;      /* index of wpp_code's functions */
  uint64_t count;
};

struct wpp_training
{
  size_t n_paths;
  struct wpp_path_total *paths;    /* executed paths of all threads, by rising event word */
  uint32_t *first_run;             /* [code's functions] place among those executed, from 1, in the order
                                      in which they were entered first; a later thread's behind the
                                      earlier threads'; 0 when never or when the profile has no order */
  size_t n_callees;
  struct wpp_callee *callees;      /* by caller and node, then the most frequent first */
  uint64_t greatest;               /* count of an edge in the program */
};

/* Sum up P, whose threads' grammars are GRAMMARS [p->n_threads].  O(size of the grammars + paths).
   Return null and set *ERR (WPP_E_NOMEM, or what numbering a function or decoding a path returned).  */
struct wpp_training *wpp_training_new (const struct wpp_profile *p, struct wpp_code *code,
                                       struct wpp_grammar *const *grammars, int *err);
void wpp_training_free (struct wpp_training *t);

/* Add the counts of F's paths to those of its graph's nodes and edges (numbering.h).  */
int wpp_training_count (const struct wpp_training *t, struct wpp_code *code,
                        struct wpp_code_function *f, uint64_t *node_counts, uint64_t *edge_counts);

/* The callees of the call of NODE in the function of index CALLER, most frequent first; *N is their
   number.  */
const struct wpp_callee *wpp_training_callees (const struct wpp_training *t, uint32_t caller,
                                               uint32_t node, size_t *n);

#endif /* WPP_TRAINING_H */
