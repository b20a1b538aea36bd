/* Queries that reach the start of an activation go on in its caller.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.2: a query that reaches the first node of an activation's trace is raised again in the activation
   that called it, at the call.
   Callers are asked about the reads that they get (caller-reads.h), all executions of their calls at once, and then
   their
   callers, as long as there are some that may know the answer.  Then all activations are gone through once, in their
   order, to find whose
   caller answered what.  Activations that were not called by name, from a node of a recorded function, begin with what
   the problem says.  */

#ifndef WPP_ANALYSIS_FACTS_CALLERS_STARTS_H
#define WPP_ANALYSIS_FACTS_CALLERS_STARTS_H

#include "facts/queries/function-queries.h"

/* Facts of functions that are asked about, and pairs of such a fact and a caller, at most.  What is beyond is as if the
   activation began with
   nobody before it.  */
#define WPP_MOST_DEMANDS 32u
#define WPP_MOST_CALLERS 64u

/* What is asked.  */
struct wpp_climb
{
  unsigned problem;            /* a forward one, of expressions */
  struct wpp_code *code;
  const struct wpp_traces *all;
  const struct wpp_callee *callees;   /* [functions of ALL] */
  uint32_t function;           /* of ALL, whose … */
  const struct wpp_function_queries *queries;
  uint32_t read;               /* … statement computes the fact, a load */
};

/* Who answered, in another activation: NODE of CALLER; at its statement STATEMENT the fact became true, or WPP_NONE.
   */
struct wpp_caller_place
{
  uint32_t caller, node, statement;
};

/* Activations of one trace that found the same when they began.  */
struct wpp_beginning
{
  uint32_t trace;
  uint32_t value;              /* an answer; its place is the first one of these, or n_nodes + a place */
};

struct wpp_starts
{
  size_t n;
  struct wpp_beginning *starts;
  uint64_t *activations;       /* [n] */
  uint32_t *order;             /* [n_order] the starts of all activations of the function, as in wpp_refined_traces */
  size_t n_order, order_room;
  uint32_t n_places;
  size_t places_room;
  struct wpp_caller_place *places;
  uint64_t n_queries;          /* that were raised in callers */
};

/* Does this problem's facts say something of other activations than the one that they were found in, so that they go on
   in callers?  */
bool wpp_climbs_p (unsigned problem);

/* Set *S.  To be released in any case.  0; WPP_E_NOMEM; WPP_E_TOOBIG, when there are too many activations; or an error
   of asking.  */
int wpp_starts_find (struct wpp_starts *s, const struct wpp_climb *c);
void wpp_starts_release (struct wpp_starts *s);

/* Set OUT [S->n] to FOUND [traces], what was asked within activations, continued.  Room as in wpp_vector_append.  To be
   released in any case.  */
int wpp_starts_answer (const struct wpp_starts *s, const struct wpp_vector *found, uint64_t *room,
                       struct wpp_vector *out);

#endif /* WPP_ANALYSIS_FACTS_CALLERS_STARTS_H */
