/* Clones of a function for calls that lead to other paths than its other calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Calls of a function share its code, which is laid out, and kept in registers, for what all of them execute together.
   G. Ammons, T. Ball, J. R. Larus, Exploiting Hardware Performance Counters with Flow and Context Sensitive Profiling,
   PLDI 1997: what a function executes often depends on who called it.  A clone for some of the calls has exact counts
   of its own, and what is left has the others.

   A branch costs something whenever it does not go the way that its code goes most often: a jump is taken, and what the
   compiler has moved out of the way has to be fetched.  A clone gains by branches that go another way in it than in
   what is left.  Calls that lead to the same ways share a clone, as it costs no more bytes.

   An indirect call may have several targets over all, and one when certain calls led to its function.  There a clone
   gains what a guard gains (guards.h).

   A call may lead to other paths only when its caller was called from a certain place.  Then it has to stand in a copy
   of that caller, whose bytes count, too.

   Where a call leads to short paths, what calling takes counts.  A clone for this call alone can be put in its place by
   the compiler, with exact counts of what this call leads to; the average of all calls, by which compilers decide on
   inlining, may tell of long ones.  Compilers ask as well whether a body is small, wherever it is called from, as they
   fear for all calls alike.  What is known here is what each call gains for its bytes, as a part of all that the unit
   executes: so the calls that are worth most have more bytes than other decisions, and bodies may be of any size.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_CLONES_H
#define WPP_ANALYSIS_DECIDE_MODELS_CLONES_H

#include <stdbool.h>
#include <stddef.h>
#include "decide/models/guards.h"
#include "program/paths/cfg.h"

#define WPP_NO_CLONE UINT32_MAX

/* A call that leads to the function, and what was executed when it did.  */
struct wpp_cloned_call
{
  const uint64_t *nodes;     /* [nodes of the graph] executions */
  const uint64_t *edges;     /* [edges] */
  const uint64_t *targets;   /* [targets of the function's indirect calls] how often they were called */
  bool inlinable;            /* a clone for it may be put in its place */
  uint32_t caller, bytes;    /* its caller's number; and bytes of a copy of that, if the call has to stand in one.
                                Calls of a clone share copies of callers.  */
  uint32_t clone;            /* decided: which clone it is to call, or WPP_NO_CLONE */
};

struct wpp_clone
{
  uint64_t count;            /* how often it is entered */
  uint64_t gain;             /* cycles, if the clones before it are made */
  uint32_t bytes;            /* with copies of callers */
  bool inlined;              /* it is for one call, and to be put in its place */
  double cycles, average;    /* that an activation takes: in the clone, and whoever called it */
  uint32_t n_branches;       /* that gain; what follows is known if there are any */
  uint32_t branch;           /* node of the one that gains most */
  uint32_t way;              /* edge that it takes most often in the clone */
  double here, elsewhere;    /* parts of its executions that take WAY: in the clone, and in what is left */
  uint32_t target;           /* the target that gains most by a guard, or WPP_NO_TARGET */
  uint32_t call;             /* whose indirect call it is, by its place */
  uint64_t called, of;       /* how often that calls it, and anything, in the clone … */
  bool left_calls;           /* … or in what is left, as the clone gains nothing there */
  bool chosen;
};

/* A function that may have clones.  */
struct wpp_cloned_function
{
  const struct wpp_cfg *cfg;
  uint32_t bytes;            /* of a clone */
  const uint64_t *nodes, *edges, *targets; /* executions, whoever called it */
  uint32_t n_indirect, n_targets;
  const struct wpp_indirect_call *indirect; /* [n_indirect] */
  const struct wpp_call_target *known; /* [n_targets] what is known of their targets */
  bool share;                /* clones that calls share are looked for */
  uint32_t n_calls;
  struct wpp_cloned_call *calls; /* [n_calls] */
  uint32_t n_clones;
  struct wpp_clone *clones;  /* [n_clones] set by wpp_form_clones, malloc'ed */
};

/* Find clones of F that are worth it, the best one first, and which of its calls they are for.  CLONES of F must be
   null before.  Time O(calls^2 * edges).  Return 0 or WPP_E_NOMEM.  */
int wpp_form_clones (struct wpp_cloned_function *f);

/* What the clones of a unit may take.  */
struct wpp_clone_budget
{
  uint64_t shared;           /* bytes of clones that are functions */
  uint64_t inlined;          /* bytes of those that are put in the place of a call */
  double least;              /* cycles that each byte has to gain; of those in the place of a call where the
                                function has other calls, up to five times as many */
};

/* Of a unit that executes HOT bytes of code, in a program that takes CYCLES for each of its executed bytes.  */
struct wpp_clone_budget wpp_clone_budget_of (uint64_t hot, double cycles);

/* Choose of the clones of FUNCTIONS [N] those that gain most for their bytes, as long as they are in *BUDGET, which is
   set to what they leave of it.  */
void wpp_choose_clones (struct wpp_cloned_function **functions, size_t n, struct wpp_clone_budget *budget);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_CLONES_H */
