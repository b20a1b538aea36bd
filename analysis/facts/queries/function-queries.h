/* Queries about a data flow problem of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Beginnings of activations are what they are to frequencies (facts/frequency/frequency.h).  So are calls if a question
   is a static one, and then answers add up to these.  Else a call of a recorded function changes only what that may
   have changed (refined-traces.h), where the compiler thought of more; what it reads stays as it is.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_FUNCTION_QUERIES_H
#define WPP_ANALYSIS_FACTS_QUERIES_FUNCTION_QUERIES_H

#include "facts/problems/problem.h"
#include "recording/profile/code.h"
#include "facts/queries/query.h"
#include "facts/queries/refined-traces.h"

struct wpp_function_queries
{
  struct wpp_facts facts;      /* told (problem.h) */
  bool refined;
  struct wpp_refined_traces traces;   /* if so, those of the space */
  uint32_t n_variants;
  struct wpp_facts *variants;  /* [n_variants - 1] as FACTS, with effects of calls narrowed; facts and sites are the
                                  same */
  struct wpp_query_space space;
  struct wpp_queries *queries;
};

/* Set *F to queries about problem K of FUNCTION of CODE, which has the statements BODY and took TRACES.  All of these
   must stay.  To be released in any case.  0, or what wpp_problem_facts, wpp_code_numbering or wpp_path_steps_find
   returns.  */
int wpp_function_queries_init (struct wpp_function_queries *f, unsigned k, struct wpp_code *code,
                               struct wpp_code_function *function, const struct wpp_body *body,
                               const struct wpp_function_traces *traces);
/* The same with calls that do what function number NUMBER of ALL, that is FUNCTION, called; CALLEES [n_functions of
   ALL] are the statements.  Calls are static, REFINED is false, when that makes no difference, and when there is too
   much of it.  Also what wpp_refined_traces_init returns.  */
int wpp_function_queries_init_refined (struct wpp_function_queries *f, unsigned k, struct wpp_code *code,
                                       const struct wpp_traces *all, uint32_t number, const struct wpp_callee *callees);
void wpp_function_queries_release (struct wpp_function_queries *f);

/* Set SOURCES [n_variants] to source I of site SITE of F's facts.  */
void wpp_site_sources (const struct wpp_function_queries *f, uint32_t site, unsigned i, uint32_t *sources);

/* The statement of PLACE, the place of an answer that is true, at which FACT became true: the last one, but for a place
   that is NODE itself the last one before STATEMENT; WPP_NONE: it is not known.  */
uint32_t wpp_origin_of (const struct wpp_facts *facts, uint32_t place, uint32_t fact, uint32_t node,
                        uint32_t statement);

/* Set COUNTS [n_nodes] to how often nodes of the function of CFG were entered in TRACES, of which trace I was taken
   ACTIVATIONS [I] times; they saturate.  0 or WPP_E_NOMEM.  Time O(size of the grammar and of F's steps).  */
int wpp_query_counts (const struct wpp_query_space *space, const uint64_t *activations, uint64_t *counts);

/* What VECTORS, one a trace, are all together, of which trace I was taken ACTIVATIONS [I] times: OUT, without times.  0
   or WPP_E_NOMEM.  */
int wpp_vectors_sum (const struct wpp_vector *vectors, const uint64_t *activations, uint32_t n, struct wpp_vector *out);

/* The same with times: OUT, empty, becomes the executions of all threads of ALL, one thread after the other, in which
   each activation of function FUNCTION of ALL has those of its trace.  Activations come in the order in which they
   began.  As wpp_vector_append.  */
int wpp_vectors_in_order (const struct wpp_traces *all, uint32_t function, const struct wpp_vector *vectors,
                          uint64_t *room, struct wpp_vector *out);

/* The same where the order is known: activation I has VECTORS [ORDER [I]].  */
int wpp_vectors_in_known_order (const uint32_t *order, size_t n, const struct wpp_vector *vectors, uint64_t *room,
                                struct wpp_vector *out);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_FUNCTION_QUERIES_H */
