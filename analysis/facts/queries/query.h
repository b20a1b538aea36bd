/* Profile-limited data flow queries.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.2.  A query <T, n>_d asks whether fact d held before the executions T of node n.  It goes back along
   the trace, all executions at once: what generates d answers true, what kills it false, and what does neither passes
   the query on to the nodes that were executed before.  A problem of the frequencies may make d of another fact d';
   then the query goes on for that.  Queries of backward problems go forward in the same way.

   The paper's vectors of timestamps belong to single traces.  Here they belong to rules of the grammar that all traces
   of the function share: of each rule it is found once, for all that derives from it, which executions are answered
   within it and by what, and which ask for a fact where the rule begins.  So a query takes the time of the grammar,
   whatever lies between an execution and its answer: with vectors of a trace that is as long as the trace where this
   has no period.  What a rule passes on of a fact is kept, so later queries go past it at once.

   An answer has a place: the node that gave it.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_QUERY_H
#define WPP_ANALYSIS_FACTS_QUERIES_QUERY_H

#include "facts/frequency/frequency.h"
#include "facts/queries/times.h"
#include "recording/traces/traces.h"

/* ---- What is asked.  */

/* What a letter does, step by step.  */
struct wpp_query_step
{
  uint32_t node;               /* that is entered, or WPP_NO_NODE */
  uint32_t place;              /* node that the transition is of, or of whose edge */
  const struct wpp_transition *transition;   /* performed then, or null */
  uint32_t variant;            /* of what is entered: for struct wpp_asked */
};

struct wpp_query_letter
{
  size_t begin, end;           /* among the steps */
  bool enters, leaves;         /* an activation begins, ends with it */
};

struct wpp_query_space
{
  const struct wpp_function_traces *traces;
  uint32_t n_facts, n_nodes;
  bool backward;
  const bool *boundary;        /* [n_facts] does it hold where an activation begins; backward: ends? */
  const struct wpp_query_letter *letters;   /* [traces->n_letters] */
  const struct wpp_query_step *steps;
};

/* The entries of NODE, and SOURCE: the fact, or WPP_FROM_LAMBDA, WPP_FROM_NONE.  */
struct wpp_asked
{
  uint32_t node, source;
  const uint32_t *of_variant;  /* or null: SOURCE for each variant of the steps that enter NODE */
};

/* ---- What is found: a value is a fact that is still asked for, or an answer.  */

#define WPP_ANSWER 0x80000000u
#define WPP_ANSWER_TRUE 0x40000000u
#define WPP_ANSWER_PLACE 0x3fffffffu
/* Places of answers that no node gave: the activation began (backward: ended), or nobody saw that.  */
#define WPP_PLACE_BOUNDARY 0x3ffffffeu
#define WPP_PLACE_UNSEEN 0x3fffffffu

struct wpp_vector_part
{
  uint32_t value;
  uint64_t count;              /* executions; saturates */
  struct wpp_times times;      /* which of them, from 1 on; without, when they are not wanted */
};

struct wpp_vector
{
  uint64_t executions;         /* of all parts */
  size_t n, room;              /* ROOM 0: the parts are lent, neither to be changed nor freed */
  struct wpp_vector_part *parts;   /* [n]; no two of one value */
};

void wpp_vector_release (struct wpp_vector *v);
/* Append COPIES of FROM, one after the other, to TO; with their times if ROOM is not null.  WPP_E_NOMEM; WPP_E_TOOBIG,
   when executions exceed WPP_TIME_MOST and times are wanted, or more than *ROOM series are needed: that is less by
   those that were made.  */
int wpp_vector_append (struct wpp_vector *to, const struct wpp_vector *from, uint64_t copies, uint64_t *room);

struct wpp_queries;

/* Null and *ERR when out of memory.  SPACE and what it has must stay.  */
struct wpp_queries *wpp_queries_new (const struct wpp_query_space *space, int *err);
void wpp_queries_free (struct wpp_queries *q);

/* Ask ASKED [N], each node once.  FOUND [n_traces] becomes the executions of each trace in their order, by answer; with
   their times if ROOM is not null: that many series at most.  *N_QUERIES is set to how many queries were raised: pairs
   of node and fact that had not been asked for before.  0; WPP_E_NOMEM; WPP_E_TOOBIG, when there are more series, facts
   go through each other without end, or a query comes to too many facts (WPP_KNOWN_MOST); WPP_E_RANGE, when there is no
   such node or fact.  FOUND is to be released in any case; it may be lent by Q until the next query.  */
int wpp_query (struct wpp_queries *q, const struct wpp_asked *asked, size_t n, uint64_t *room, struct wpp_vector *found,
               uint64_t *n_queries);
/* The same; when there are more series than *ROOM, *TIMED becomes false and FOUND has no times, but the counts.  */
int wpp_query_or_count (struct wpp_queries *q, const struct wpp_asked *asked, size_t n, uint64_t *room,
                        struct wpp_vector *found, uint64_t *n_queries, bool *timed);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_QUERY_H */
