/* What the files of the walk share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_WALK_IMPL_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_WALK_IMPL_H

#include "dependence/instances/instances-impl.h"
#include "wet/code.h"

/* States that are one thing each: who changes one has changed it for sure.  */
#define WPP_SINGLE_STATES                                                                                            \
  (WPP_STATE_STANDARD | WPP_STATE_ERRNO | WPP_STATE_LOCALE | WPP_STATE_RANDOM | WPP_STATE_SHIFT | WPP_STATE_FLOATING)

/* A fact of the frame stands for memory that is in a local variable.  */
#define WPP_LOCAL_FACT 0x80000000u

/* A path at hand.  */
struct wpp_walk_at
{
  struct wpp_walk *w;
  const struct wpp_log *log;
  const struct wpp_logged_path *path;
  const struct wpp_known_path *known;
  const struct wpp_slice_function *f;
  size_t first, end;             /* accesses that have not been gone through */
  size_t first_value, end_value;
  bool variable;                 /* the criterion's may be wanted of the path */
  uint32_t start;                /* statement at which the walk begins, in its first path; else WPP_NONE */
  int err;                       /* sticks */
};

/* What was found that a statement defines.  */
struct wpp_walk_found
{
  bool any;
  uint8_t because;
  bool may;
  uint32_t fact;
  struct wpp_wanter from;
};

/* Nobody needs it: it was asked for.  */
extern const struct wpp_wanter wpp_walk_nobody;

/* FROM needs what is at hand: let X say so, unless somebody of less depth does.  */
static inline void
wpp_walk_find (struct wpp_walk_found *x, uint8_t because, bool may, uint32_t fact, const struct wpp_wanter *from)
{
  bool better = !x->any || from->depth < x->from.depth || (from->depth == x->from.depth && x->may && !may);
  if (better)
    *x = (struct wpp_walk_found){ true, because, may, fact, *from };
  else if (!may && from->depth == x->from.depth)
    x->may = false;
}

/* ---- wanting.c: what instances want.  */

/* Want FACT of ACTIVATION, or nothing if that is 0.  */
void wpp_walk_want (struct wpp_walk_at *at, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin);

/* Take a fact of the activation at hand, or want it; those of its function have places in the hand.  */
static inline bool
wpp_walk_take (struct wpp_walk_at *at, uint32_t fact, struct wpp_wanter *origin)
{
  return wpp_hand_take (&at->w->wants, fact, origin);
}

static inline void
wpp_walk_want_own (struct wpp_walk_at *at, uint32_t fact, const struct wpp_wanter *origin)
{
  wpp_hand_want (&at->w->wants, fact, origin);
}

/* Want what the accesses from FIRST to before END read, of operand OPERAND or, if that is WPP_NONE, of any; where they
   copy, only what of the copy is wanted, if any is (COPIED).  */
void wpp_walk_want_reads (struct wpp_walk_at *at, size_t first, size_t end, uint32_t operand, bool copied,
                          const struct wpp_wanter *origin);
/* Want what decides about what is under CONTROL.  */
void wpp_walk_want_control (struct wpp_walk_at *at, uint32_t control, const struct wpp_wanter *origin);

/* Tell of part PART of C, found by X.  Return who that is, for what it wants: nothing, if it is DEEP.  */
struct wpp_wanter wpp_walk_tell (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t part,
                                 const struct wpp_walk_found *x);
static inline bool
wpp_walk_deep_p (const struct wpp_walk_at *at, const struct wpp_wanter *o)
{
  return o->depth >= at->w->asked->most_depth;
}

/* C, or its argument number I, is in the slice, by X; its accesses are those from FIRST to before END.  */
struct wpp_wanter wpp_walk_include (struct wpp_walk_at *at, const struct wpp_slice_code *c,
                                    const struct wpp_walk_found *x, size_t first, size_t end, bool copied);
void wpp_walk_include_argument (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t i,
                                const struct wpp_walk_found *x, size_t first, size_t end, bool copied);

/* ---- defining.c: what of a statement is wanted.  */

/* Is C, at NODE, one of the criterion's?  */
static inline bool
wpp_walk_criterion_p (struct wpp_walk_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  const struct wpp_slice_criterion *q = at->w->asked->criterion;
  bool executed = !(c->flags & WPP_CODE_NONE) || (c->flags & WPP_CODE_BINDS && !q->whole);
  return at->w->zone && at->path->activation == at->w->activation && c->line == q->line && c->file == q->file
         && executed && at->f->cfg->nodes[node].block == q->block;
}

/* Want VARIABLE, which is in memory where one of the accesses from FIRST on, of its function, tells.  WPP_E_RANGE: none
   does.  */
void wpp_walk_want_memory (struct wpp_walk_at *at, uint32_t variable, size_t first);
/* C, at NODE, may be one of the criterion's: then find that, or want its variable.  */
void wpp_walk_find_criterion (struct wpp_walk_at *at, uint32_t node, const struct wpp_slice_code *c,
                              struct wpp_walk_found *x);
/* Is FACT a version of the criterion's variable, which is wanted?  Then take that away.  */
bool wpp_walk_take_variable (struct wpp_walk_at *at, uint32_t fact);
/* Find what of the values that C assigns is wanted; what of the bytes that the accesses from FIRST to before END write,
   and set *COPIED if some is; what of the states that the call CODE changes, and what it may change besides.  */
void wpp_walk_find_values (struct wpp_walk_at *at, const struct wpp_slice_code *c, struct wpp_walk_found *x);
void wpp_walk_find_writes (struct wpp_walk_at *at, size_t first, size_t end, bool *copied, struct wpp_walk_found *x);
const struct wpp_call_effects *wpp_walk_effects (struct wpp_walk_at *at, uint32_t code); /* null when out of memory */
void wpp_walk_find_effects (struct wpp_walk_at *at, uint32_t code, struct wpp_walk_found *x);
/* WPP_CALLS_…, of the path number PATH.  */
uint8_t wpp_walk_unseen (struct wpp_walk *w, uint32_t path);
/* Want the states that the call CODE reads.  */
void wpp_walk_want_states (struct wpp_walk_at *at, uint32_t code, const struct wpp_wanter *origin);
/* The call CODE, found by X, is of what is not recorded: all of it matters.  */
void wpp_walk_include_library (struct wpp_walk_at *at, uint32_t code, const struct wpp_walk_found *x, size_t first,
                               size_t end, bool copied);

/* ---- labelled.c: memory in a walk through a graph.  Accesses are those of the path at hand, by their numbers.  */

/* Have the accesses their addresses, and their sizes where these are no numbers; and the log the path's values, if it
   has any.  */
void wpp_graph_find_addresses (struct wpp_walk_at *at);
/* Want what access number NUMBER reads; of a copy only the bytes that were found last.  */
void wpp_graph_want (struct wpp_walk_at *at, size_t number, const struct wpp_wanter *o);
/* Is it by labels whether what access NUMBER writes, MANY bytes if nobody knows how many, is wanted?  Then take
   that.  */
bool wpp_graph_take (struct wpp_walk_at *at, size_t number, bool many, struct wpp_wanted *wanted);
/* What is wanted of what access NUMBER MAY have written, those want who wrote it before.  */
void wpp_graph_pass (struct wpp_walk_at *at, size_t number);
/* The load NUMBER found what recorded code had not left there: what is wanted of who wrote it may be another's.  */
void wpp_graph_surprise (struct wpp_walk_at *at, size_t number);

/* ---- tainting.c: forward; what is wanted is tainted.  */

/* Let X say so if FACT of ACTIVATION, 0 for none, is tainted; one of LIST; the branch CONTROL, or the activation's
   start; or what the accesses from FIRST to before END read, of operand OPERAND or, if that is WPP_NONE, of any, COPIES
   among them or not.  */
void wpp_taint_find_fact (struct wpp_walk_at *at, uint64_t activation, uint32_t fact, uint8_t because,
                          struct wpp_walk_found *x);
void wpp_taint_find_list (struct wpp_walk_at *at, struct wpp_slice_list list, struct wpp_walk_found *x);
void wpp_taint_find_control (struct wpp_walk_at *at, uint32_t control, struct wpp_walk_found *x);
void wpp_taint_find_reads (struct wpp_walk_at *at, size_t first, size_t end, uint32_t operand, bool copies,
                           struct wpp_walk_found *x);
/* The accesses from FIRST to before END write: what is tainted BY somebody, or by nobody.  */
void wpp_taint_writes (struct wpp_walk_at *at, size_t first, size_t end, const struct wpp_wanter *by);
/* C is in the slice by X, if that is any: what it defines is tainted; or not, but for what it copies.  */
void wpp_taint_define (struct wpp_walk_at *at, const struct wpp_slice_code *c, const struct wpp_walk_found *x,
                       size_t first, size_t end);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_WALK_IMPL_H */
