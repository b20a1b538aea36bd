/* When and how often a data flow fact held: `wpp query'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4: queries about executions, answered from the path that was taken.  There are
   two questions: about a line, and about the sites, such as loads, at which a problem's facts held most often.  */

#ifndef WPP_ANALYSIS_ANSWERS_QUERY_H
#define WPP_ANALYSIS_ANSWERS_QUERY_H

#include "answers/at.h"
#include "answers/rows.h"
#include "facts/queries/times.h"

struct wpp_query_asked
{
  unsigned problem;            /* number of its kind */
  struct wpp_at at;            /* the line; or nothing, for all functions */
  const char *fact;            /* of facts with this text in theirs; null: of sites, or, if the problem has none, of
                                  facts that held */
  bool limited;                /* to EXECUTIONS of the line */
  struct wpp_times executions;
  bool static_calls;           /* calls change all that the compiler thought they may */
  bool one_thread;             /* only THREAD */
  uint32_t thread;
  uint64_t top;                /* only so many sites */
};

/* What some of the executions found, and where it came from.  */
struct wpp_query_answer_row
{
  bool truth;
  uint64_t count;              /* executions; saturates, as all counts here */
  const char *file;            /* null: … */
  int64_t line;                /* … and -1: no statement tells it */
  const char *function, *short_name;  /* null: the one that is asked about */
  const char *statement;       /* at which the fact became true, in the words of the source; or null */
  const char *place;           /* in words, if no statement tells it; or null */
  const char *times;           /* which executions, as the paper writes them; null: not known */
};

/* A fact, or a site, of a function.  */
struct wpp_query_row
{
  const char *fact;            /* `load of *p (line 4)' */
  const char *text;            /* of it alone */
  const char *function, *short_name;
  const char *file;            /* of a site; or null */
  int64_t line;                /* or -1 */
  uint64_t executions, held;   /* that were asked about; of these, in which it held */
  uint64_t queries;            /* that were raised */
  const char *times;           /* at which it held; null: not known */
  struct wpp_row_list answers; /* of wpp_query_answer_row: true ones first, each by falling count */
};

struct wpp_query_head
{
  const char *problem;         /* its name */
  const char *site;            /* what its sites are in a word, or null */
  const char *file;            /* of a line */
  uint32_t line;
};
extern const struct wpp_schema wpp_query_schema, wpp_query_hot_schema;

/* Send what is known of the line to SINK, of R, which needs activations and may have its traces late.  Return how many
   rows there are; or WPP_E_NOMEM; WPP_E_ASKED or WPP_E_TOLD with PLACE; an error of recording/opened/traced.h or
   wpp_at_find_in; or what SINK returns.  */
int64_t wpp_answer_query (struct wpp_recording *r, const struct wpp_query_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);

/* Send the sites of all functions at which the problem's fact held most often, as above.  TWPP, section 4.3.1: the
   degree of redundancy of a load is how many of its executions were redundant.  */
int64_t wpp_answer_query_hot (struct wpp_recording *r, const struct wpp_query_asked *asked, struct wpp_row_sink *sink,
                              struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_QUERY_H */
