/* How often control went round loops, by the calls that led there: `wpp activations --trips'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An activation's trace says how often it went round; who called it, and from where, calls say
   (activations/machine/calling.h).  So what is counted is activations by trace and by chain of calls, and the loops of
   each chain are looked at in the traces that it led to.  All numbers of stays and trips saturate.  */

#ifndef WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_H
#define WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

/* A call that leads to a loop.  */
struct wpp_trips_call_row
{
  const char *function, *short_name;
  const char *file;             /* null: nobody knows where */
  int64_t line, node;           /* of the call; -1: not known */
};

/* Stays of which all went round so often, or nearly.  */
struct wpp_trips_group_row
{
  uint64_t trips;               /* the least of each stay */
  uint64_t stays, total;        /* TOTAL: trips of all together */
};

struct wpp_trips_chain_row
{
  struct wpp_row_list calls;    /* of wpp_trips_call_row: the last one first */
  const char *before;           /* who called the first of them: `unknown', `nobody', or `more' */
  bool cut;                     /* `more' */
  uint64_t stays, trips;
  struct wpp_row_list groups;   /* of wpp_trips_group_row, by rising trips */
};

struct wpp_trips_row
{
  const char *function;         /* short */
  const char *file;             /* of the loop; null: nobody knows */
  int64_t line;                 /* -1: nobody knows */
  uint32_t block;
  uint64_t stays, trips;        /* STAYS is not 0 */
  struct wpp_row_list callers;  /* of wpp_trips_chain_row: those with most trips first */
};
extern const struct wpp_schema wpp_trips_schema;

struct wpp_trips_asked
{
  const char *function;         /* its name, of one or several; null: of all */
  unsigned calls;               /* of a chain: 1 to 3 */
};

/* Send the loops of R, which needs activations, to SINK, function by function.  Return how many there are; *N_FUNCTIONS
   is how many functions.  Errors are WPP_E_TOLD with PLACE when that is too much work, WPP_E_TOOBIG, those of
   wpp_traced_read, and of numbering paths.  */
int64_t wpp_answer_trips (struct wpp_recording *r, const struct wpp_trips_asked *asked, struct wpp_row_sink *sink,
                          size_t *n_functions, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_LOOP_TRIPS_H */
