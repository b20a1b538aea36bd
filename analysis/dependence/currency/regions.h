/* Which assignment of a variable an optimised program shows, as events on the graph of its source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   D. M. Dhamdhere, K. V. Sankaranarayanan, Dynamic Currency Determination in Optimized Programs, TOPLAS 20(6), 1998;
   TWPP, section 4.3.2: an assignment was moved from one block to others, so the execution of blocks tells which one has
   been executed.

   Between a point of node M and the next point of another node N, optimised code does something with the variable: the
   *region* of the edge from M to N.  What it does last is the event of that edge.  Copies of the code that disagree
   make an event that is unknown.  Where the optimiser left out nodes, the event belongs to the last edge of the ways
   that are left.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_CURRENCY_REGIONS_H
#define WPP_ANALYSIS_DEPENDENCE_CURRENCY_REGIONS_H

#include "dependence/currency/moves.h"
#include "program/paths/cfg.h"

/* What happened last.  */
enum wpp_currency_event
{
  WPP_EVENT_UNSEEN,            /* no code goes there */
  WPP_EVENT_NO,                /* nothing */
  WPP_EVENT_UNKNOWN,
  WPP_EVENT_ANEW,              /* a value that the compiler assigned anew; unknown, but for a parameter where its
                                  function begins */
  WPP_EVENT_NOTHING,           /* there is no value any more */
  WPP_EVENT_ENTRY,             /* what there was when the activation began */
  WPP_EVENT_FIRST              /* + statement: what it assigns */
};

/* The variable that is asked for.  */
struct wpp_shown_variable
{
  uint32_t variable;           /* among the moves'; UINT32_MAX: they do not know it */
  bool parameter;
  bool memory;                 /* it is in memory at the profile point */
  bool shared;                 /* … and other code may write it */
  const uint32_t *writes;      /* MEMORY: [n_statements] the statement that a statement counts as if it may change the
                                  variable, or UINT32_MAX */
};

struct wpp_shown
{
  uint32_t *edge;              /* [edges of the graph] events */
  uint32_t *point;             /* [points of the function] what happened since the point's node was entered; UNSEEN: no
                                  code is there */
};

/* Set *S to what the optimised code of function FUNCTION of M, whose graph is CFG, shows of V.  To be released in any
   case.  0, WPP_E_NOMEM, or WPP_E_TOOBIG when code comes to a block from too many places.  */
int wpp_shown_find (struct wpp_shown *s, const struct wpp_moves *m, uint32_t function, const struct wpp_cfg *cfg,
                    const struct wpp_shown_variable *v);
void wpp_shown_release (struct wpp_shown *s);

#endif /* WPP_ANALYSIS_DEPENDENCE_CURRENCY_REGIONS_H */
