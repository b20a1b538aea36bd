/* Which event was the last one before executions of a node.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   One query (facts/queries/query.h) whose fact is that something has happened: every event makes it true, and the
   answer's place is the event.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_CURRENCY_REACH_H
#define WPP_ANALYSIS_DEPENDENCE_CURRENCY_REACH_H

#include "program/paths/path-steps.h"
#include "recording/profile/code.h"
#include "facts/queries/query.h"

/* The letters of a function's traces, step by step.  */
struct wpp_spelled_letter
{
  size_t begin, end;           /* among the steps */
  bool enters, leaves;
};

struct wpp_spelled
{
  struct wpp_spelled_letter *letters;   /* [letters of the traces] */
  struct wpp_path_step *steps;
  size_t n, room;
};

/* Set *S to the letters of TRACES, of FUNCTION of CODE.  To be released in any case.  0, WPP_E_NOMEM, WPP_E_TOOBIG or
   what decoding paths returns.  */
int wpp_spelled_init (struct wpp_spelled *s, struct wpp_code *code, struct wpp_code_function *function,
                      const struct wpp_function_traces *traces);
void wpp_spelled_release (struct wpp_spelled *s);

/* Events on a function's graph, and its traces; questions share what they find.  */
struct wpp_reach
{
  struct wpp_query_letter *letters;
  struct wpp_query_step *steps;
  struct wpp_query_space space;
  struct wpp_queries *queries;
};

/* Set *R to TRACES, which S spells, of a function whose graph has N_NODES nodes: NODE_EVENT [n_nodes] happen when nodes
   are executed, EDGE_EVENT [n_edges] when edges are taken, and those up to WPP_EVENT_NO are none (regions.h).  Either
   may be null.  R must stay where it is.  To be released in any case.  0 or WPP_E_NOMEM.  */
int wpp_reach_init (struct wpp_reach *r, const struct wpp_spelled *s, const struct wpp_function_traces *traces,
                    uint32_t n_nodes, const uint32_t *node_event, const uint32_t *edge_event);
void wpp_reach_release (struct wpp_reach *r);

/* Ask which event came last before executions of NODE.  FOUND [traces] and ROOM are as wpp_query's; an answer is an
   event or WPP_PLACE_….  */
int wpp_reach_ask (struct wpp_reach *r, uint32_t node, uint64_t *room, struct wpp_vector *found);

#endif /* WPP_ANALYSIS_DEPENDENCE_CURRENCY_REACH_H */
