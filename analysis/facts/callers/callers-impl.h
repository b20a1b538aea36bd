/* What the files of queries in callers share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_CALLERS_CALLERS_IMPL_H
#define WPP_ANALYSIS_FACTS_CALLERS_CALLERS_IMPL_H

#include "facts/callers/caller-reads.h"
#include "facts/callers/starts.h"

/* No answer, but a demand: it holds what that held when the caller's activation began.  */
#define WPP_CLIMB_NOTHING (WPP_ANSWER | WPP_PLACE_BOUNDARY)

/* A fact that is asked for where activations of FUNCTION begin: what statement READ of BODY loads.  */
struct wpp_demand
{
  uint32_t function;
  const struct wpp_body *body;
  uint32_t read;
  char *key;
};

/* What a caller's calls of a demand's function answer.  */
struct wpp_reading_caller
{
  uint32_t demand, function;
  struct wpp_caller_reads reads;
  uint32_t *order;             /* [n_order] traces of FUNCTION's activations */
  size_t n_order;
  uint32_t n_traces;
  uint32_t **values;           /* [n_traces] null, or by called activation: an answer, or a demand's number */
};

struct wpp_demands
{
  const struct wpp_climb *c;
  struct wpp_starts *s;
  uint32_t n;
  struct wpp_demand demands[WPP_MOST_DEMANDS];
  uint32_t n_callers;
  struct wpp_reading_caller *callers[WPP_MOST_CALLERS];
  uint64_t work;               /* activations that were called */
};

/* Find the demands of C and what callers answer; places and queries go to S.  To be released in any case.  As
   wpp_starts_find.  */
int wpp_demands_find (struct wpp_demands *d, const struct wpp_climb *c, struct wpp_starts *s);
void wpp_demands_release (struct wpp_demands *d);

#endif /* WPP_ANALYSIS_FACTS_CALLERS_CALLERS_IMPL_H */
