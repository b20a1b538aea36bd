/* What the parts of `wpp query' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_QUERY_H
#define WPP_ANALYSIS_TOOL_QUERY_H

#include "facts/callers/starts.h"
#include "tool/activations.h"
#include "tool/at.h"

struct wpp_query_options
{
  struct wpp_options common;
  unsigned problem;            /* number of its kind */
  struct wpp_at at;
  const char *fact;            /* or null */
  bool limited;                /* to EXECUTIONS */
  struct wpp_times executions;
  bool hot;
  uint64_t top;
  bool static_calls;
  bool one_thread;             /* THREAD */
  uint32_t thread;
};

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

/* What is known of callers.  */
struct wpp_callers_known
{
  const struct wpp_callee *callees;   /* [functions of the traces] */
  const struct wpp_at_found *all;
  bool traced;                 /* all functions have their traces */
};

/* A function that is asked about.  */
struct wpp_query_function
{
  struct wpp_at_function in;
  uint32_t number;             /* in the traces */
  uint64_t *counts;            /* [traces] activations of the function's traces */
  const struct wpp_callers_known *callers;   /* or null: activations begin anew */
  struct wpp_function_queries queries;
};

/* query-ask.c.  The functions whose traces are asked for FOUND, among all of CODE [n_functions of it]: FOUND's, and
   what these call by name and so on, if ALL is not null: all functions that have statements.  */
bool *wpp_query_wanted (const struct wpp_code *code, const struct wpp_at_found *found, const struct wpp_at_found *all);
/* Make the statements of T's functions, as far as ALL has them.  */
struct wpp_callee *wpp_query_callees (const struct wpp_traced *t, const struct wpp_at_found *all);
/* Prepare for problem O->problem of IN, of T; with static calls if CALLEES is null, and static starts if CALLERS is.
   False: it was not executed.  */
bool wpp_query_open (struct wpp_query_function *f, struct wpp_traced *t, const struct wpp_at_function *in,
                     const struct wpp_query_options *o, const struct wpp_callee *callees,
                     const struct wpp_callers_known *callers);
/* The activations of each trace that is asked about.  */
const uint64_t *wpp_query_activations (const struct wpp_query_function *f);
void wpp_query_close (struct wpp_query_function *f);
/* Ask F for FACT at the nodes NODES [N], or for SITE; LISTED: with the executions.  */
struct wpp_query_result wpp_query_fact (struct wpp_query_function *f, const struct wpp_traced *t,
                                        const struct wpp_query_options *o, uint32_t fact, const uint32_t *nodes,
                                        uint32_t n);
struct wpp_query_result wpp_query_site (struct wpp_query_function *f, const struct wpp_traced *t,
                                        const struct wpp_query_options *o, const struct wpp_site *site, bool listed);
void wpp_query_result_release (struct wpp_query_result *r);

/* query-print.c.  TIMES as the paper writes them, malloc'ed.  */
char *wpp_times_text (const struct wpp_times *times);
/* HOT: as a line of a list.  */
void wpp_query_print (const struct wpp_query_options *o, const struct wpp_query_result *r);
struct json_object *wpp_query_json (const struct wpp_query_options *o, const struct wpp_query_result *r);

/* query-hot.c: the sites of all functions of FOUND that held most often.  Return the exit status.  */
int wpp_query_hot (const struct wpp_query_options *o, struct wpp_traced *t, const struct wpp_at_found *found,
                   const struct wpp_callee *callees);

#endif /* WPP_ANALYSIS_TOOL_QUERY_H */
