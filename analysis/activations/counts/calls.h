/* Who called whom, from where, and how often: activations by calling context.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A context is a function, the context of the activation that called it, and the call's place in that one's
   function.  They are the calling context tree of G. Ammons, T. Ball, J. R. Larus: Exploiting Hardware Performance
   Counters with Flow and Context Sensitive Profiling, PLDI 1997, but that calls from different places are always
   apart, as there with call sites. What belongs to which activation is said by machine.h; a call in tail position
   leaves nothing of its caller, so what it called was called by the caller's caller.

   A context is the user's value of an activation, so rules of a grammar that find the same contexts on the stack
   are not done again (memo.h).

   With WPP_CONTEXTS_CHAINS only the last calls that lead to an activation are told apart.

   Recursion gives a context for each level.  With WPP_CONTEXTS_MERGED a call of a function that is open in the
   caller's context goes on with that context, as in the paper: such a call is a context of its own, which has no
   callees.  Contexts are no more than paths in the call graph without a function twice, then.  With
   WPP_CONTEXTS_GRAPH every function has one context.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_CALLS_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_CALLS_H

#include "activations/machine/machine.h"
#include "program/paths/numbering.h"
#include "recording/profile/code.h"

#define WPP_NO_CONTEXT UINT32_MAX

enum wpp_context_begin
{
  WPP_CONTEXT_UNSEEN,     /* its activations began before they were seen, so nobody knows the caller */
  WPP_CONTEXT_SEEN,
  WPP_CONTEXT_CUT         /* WPP_CONTEXTS_CHAINS: it has a caller, which is not told */
};

struct wpp_context
{
  uint32_t caller;    /* its number, less than this one's; or WPP_NO_CONTEXT: begun by code without events */
  uint32_t node;      /* of CALLER's graph: the call's.  WPP_NO_NODE: CALLER was not at a call (a signal handler),
                         or there is none */
  uint32_t function;  /* index of wpp_code's functions; WPP_NO_FUNCTION: all below CALLER, which is at the last level */
  uint32_t seen;      /* enum wpp_context_begin */
  uint32_t same;      /* the context that calls of these activations belong to: this one, or an earlier one of
                         FUNCTION.  WPP_CONTEXTS_CHAINS: the one without the first call, or WPP_NO_CONTEXT */
  uint32_t level;     /* 1 without a caller, else CALLER's + 1 */
  bool last;          /* what it calls is not told apart (levels) */
  uint64_t count;     /* activations; all counts saturate (saturate.h) */
  uint64_t cost;      /* statements that they executed themselves (route.h), if asked for */
  uint64_t ended[WPP_ACTIVATION_OPEN + 1]; /* how many of them ended so; 0 of WPP_ACTIVATION_LEFT, which is the rest */
};

enum wpp_context_merging
{
  WPP_CONTEXTS_EXACT,
  WPP_CONTEXTS_MERGED,
  WPP_CONTEXTS_GRAPH,
  WPP_CONTEXTS_CHAINS
};

struct wpp_context_limits
{
  enum wpp_context_merging merging;
  uint32_t levels;    /* at least 1; activations below are not told apart.  WPP_CONTEXTS_CHAINS: functions of a chain,
                         at least 2 */
  uint32_t contexts;  /* how many there may be */
  uint32_t paths;     /* how many pairs of a context and a path there may be; 0: paths are not counted */
  uint32_t apart; /* WPP_CONTEXTS_MERGED: levels on which recursive calls are told apart all the same; a call further
                     down goes on with the nearest context of its function */
  bool costs;         /* statements are counted */
  uint64_t work;      /* the most for all grammars (memo.h), or 0: as much as memo.h lets each have */
};

struct wpp_context_path
{
  uint32_t context, event;    /* the context's number; of a path of its function */
  uint64_t count;             /* executions by activations of the context */
};

struct wpp_call_contexts;

/* No thread yet, of CODE, which must stay and gets the numberings that are needed.  Null when out of memory.  */
struct wpp_call_contexts *wpp_call_contexts_new (struct wpp_code *code, const struct wpp_context_limits *limits);
/* The same with the contexts and the limits of BEFORE, whose paths were not counted, but LIMITS' levels and work: a
   context has the number that it has there.  What is called by the contexts of BEFORE is told apart where OPEN [their
   number] says so.  */
struct wpp_call_contexts *wpp_call_contexts_again (const struct wpp_call_contexts *before, const bool *open,
                                                   const struct wpp_context_limits *limits);
void wpp_call_contexts_free (struct wpp_call_contexts *c);
/* CONTEXTS [N] of CODE, malloc'ed, which are taken over, or freed when out of memory.  Nothing can be added.  */
struct wpp_call_contexts *wpp_call_contexts_of (struct wpp_code *code, struct wpp_context *contexts, size_t n);

/* Add the activations of T.  Paths of functions that CODE does not have are passed over.  Return 0, WPP_E_NOMEM,
   WPP_E_TOOBIG (more contexts or paths than the limit, or what memo.h says), or what numbering a function or decoding a
   path returns.  */
int wpp_call_contexts_add (struct wpp_call_contexts *c, const struct wpp_thread *t);

/* The same for the sentence of G, with which the thread goes on, and for the end of the thread.  */
int wpp_call_contexts_add_part (struct wpp_call_contexts *c, const struct wpp_grammar *g);
/* The same, and where S has the symbols AT [N] STOP is called, when all before is counted (memo.h).  */
struct wpp_memo_stops;
int wpp_call_contexts_add_stopping (struct wpp_call_contexts *c, const struct wpp_grammar *g,
                                    const struct wpp_memo_stops *stops);
/* An event that does to contexts what EVENT does, the same for all such events, in *SAME: paths of a function that
   begin, end and call alike need not be told apart.  0: it does nothing.  Return 0 or an error as above.  */
int wpp_call_contexts_same_event (struct wpp_call_contexts *c, uint32_t event, uint32_t *same);
int wpp_call_contexts_end_thread (struct wpp_call_contexts *c);

/* The same without events: TIMES activations of FUNCTION begin, whose beginning was SEEN, called at NODE of those of
   the context CALLER; or by nobody that is known, if that is WPP_NO_CONTEXT.  Set *CONTEXT to the number of theirs.
   Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_call_contexts_begin (struct wpp_call_contexts *c, uint32_t function, bool seen, uint32_t caller, uint32_t node,
                             uint64_t times, uint32_t *context);
/* … and one of CONTEXT has ended HOW, other than by its exit.  */
void wpp_call_contexts_unfinished (struct wpp_call_contexts *c, uint32_t context, enum wpp_activation_end how);

/* The contexts [*N] in the order in which they were met first.  Valid until more is added.  */
const struct wpp_context *wpp_call_contexts_all (const struct wpp_call_contexts *c, uint32_t *n);
/* The work that was done (memo.h).  */
uint64_t wpp_call_contexts_work (const struct wpp_call_contexts *c);
/* Are there contexts of a level that was not told apart?  */
bool wpp_call_contexts_deeper_p (const struct wpp_call_contexts *c);

/* The paths that activations of each context executed [*N], in the order in which they were met first.  Valid as
   above.  */
const struct wpp_context_path *wpp_call_contexts_paths (const struct wpp_call_contexts *c, uint32_t *n);

/* How many of X's activations did not leave by the exit of their function.  */
uint64_t wpp_context_unfinished (const struct wpp_context *x);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_CALLS_H */
