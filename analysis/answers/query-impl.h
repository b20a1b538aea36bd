/* What the parts of the answers to `wpp query' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions that return an int return 0 or an error; what else than memory was lacking is told in the place that a
   question was opened with.  */

#ifndef WPP_ANALYSIS_ANSWERS_QUERY_IMPL_H
#define WPP_ANALYSIS_ANSWERS_QUERY_IMPL_H

#include "answers/query.h"
#include "facts/callers/starts.h"
#include "recording/opened/traced.h"

/* What is asked, and of what.  */
struct wpp_query_asking
{
  const struct wpp_query_asked *asked;
  struct wpp_place *place;
  struct wpp_traced t;
  struct wpp_at_found found;   /* the functions of the line, or all */
  struct wpp_at_found all;     /* all functions, unless calls are static */
  struct wpp_callee *callees;  /* [functions of the traces] statements of ALL; null: calls are static */
  bool traced;                 /* all functions have their traces */
};

/* Set A to ASKED of R, with the traces of FOUND's functions, of what these call by name and so on; of all functions if
   WHOLE.  To be released in any case.  */
int wpp_query_asking_open (struct wpp_query_asking *a, struct wpp_recording *r, const struct wpp_query_asked *asked,
                           bool whole, struct wpp_place *place);
void wpp_query_asking_release (struct wpp_query_asking *a);
/* Have the traces of all functions.  Functions that are open must be closed.  */
int wpp_query_asking_trace (struct wpp_query_asking *a);

/* Whose answer, and how often.  */
struct wpp_query_answer
{
  bool truth;
  const struct wpp_at_function *in;   /* whose place and statement it is */
  uint32_t place;              /* as in query.h; of several WPP_NONE */
  uint32_t statement;          /* at which the fact became true, or WPP_NONE */
  uint64_t count;
  struct wpp_times times;
};

/* A fact or a site of a function, and what was found.  */
struct wpp_query_result
{
  const struct wpp_at_function *in;
  const struct wpp_fact *fact;      /* either … */
  const struct wpp_site *site;      /* … or */
  uint64_t executions, held, queries;
  bool backward;               /* the problem is */
  bool listed;                 /* times are known */
  struct wpp_starts starts;    /* what callers answered */
  bool climbs;                 /* callers have to be asked, but their traces are not there */
  struct wpp_times times;      /* at which it held */
  size_t n_answers;
  struct wpp_query_answer *answers;   /* true ones first, each by falling count */
};

void wpp_query_result_release (struct wpp_query_result *r);

/* A function that is asked about.  */
struct wpp_query_function
{
  struct wpp_query_asking *asking;
  struct wpp_at_function in;
  uint32_t number;             /* in the traces */
  uint64_t *counts;            /* [traces] activations of the function's traces */
  bool callers;                /* are asked, too; else activations begin anew */
  struct wpp_function_queries queries;
};

/* What calls do: all that the compiler thought, what they did, or that with what callers answer.  */
enum wpp_query_calls
{
  WPP_QUERY_STATIC,
  WPP_QUERY_REFINED,
  WPP_QUERY_CALLERS
};

/* Prepare for A's problem in IN; with CALLS as far as A has callees.  F->number is WPP_NO_FUNCTION if it was not
   executed.  To be closed in any case.  */
int wpp_query_open (struct wpp_query_function *f, struct wpp_query_asking *a, const struct wpp_at_function *in,
                    enum wpp_query_calls calls);
void wpp_query_close (struct wpp_query_function *f);
/* How often F's nodes were executed, [facts.n_nodes]; null when out of memory.  */
uint64_t *wpp_query_node_counts (const struct wpp_query_function *f);

/* Ask F for FACT at the nodes NODES [N], or for SITE; LISTED: with the executions.  R is to be released in any case.
   */
int wpp_query_fact (struct wpp_query_function *f, uint32_t fact, const uint32_t *nodes, uint32_t n,
                    struct wpp_query_result *r);
int wpp_query_site (struct wpp_query_function *f, const struct wpp_site *site, bool listed,
                    struct wpp_query_result *r);

/* query-rows.c: send R, of A, to SINK.  */
int wpp_query_send (const struct wpp_query_asking *a, const struct wpp_query_result *r, struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_QUERY_IMPL_H */
