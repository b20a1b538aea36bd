/* Dynamic currency: does a debugger show the value of a variable that the source promises?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.3.2.  The profile point stands for the source: there each assignment of a variable is a debug bind,
   or a write to memory.  For each execution of a statement, the assignment that was executed last is what is promised;
   regions.h says which one the optimised program shows.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_CURRENCY_CURRENCY_H
#define WPP_ANALYSIS_DEPENDENCE_CURRENCY_CURRENCY_H

#include "dependence/currency/reach.h"
#include "dependence/currency/regions.h"
#include "program/statements/body.h"

enum wpp_verdict
{
  WPP_CURRENT,                 /* it shows what is promised */
  WPP_OTHER,                   /* it shows what another assignment assigned */
  WPP_NO_VALUE,                /* it shows nothing */
  WPP_NOT_KNOWN,
  WPP_UNASSIGNED,              /* nothing is promised: the variable has no value yet */
  WPP_N_VERDICTS
};

/* Executions that agree.  */
struct wpp_currency_kind
{
  uint32_t promised, shown;    /* events (regions.h) */
  enum wpp_verdict verdict;
};

/* A variable of a function.  */
struct wpp_currency
{
  const struct wpp_body *body;
  const struct wpp_move_function *moves;
  const struct wpp_move_point *points;         /* [moves->n_points] */
  uint32_t variable;           /* of the body */
  bool memory, begins;         /* it is in memory; it has a value when an activation begins */
  uint32_t *promise;           /* [n_statements] what each statement promises of it: the statement that stands for it,
                                  or WPP_NONE */
  bool *may;                   /* [n_statements] it may leave the variable as it is */
  uint32_t *node;              /* [n_nodes] the event that its nodes promise last */
  uint32_t *landing;           /* [n_nodes] events of landing nodes */
  struct wpp_shown shown;
  /* Of wpp_currency_open.  */
  struct wpp_reach promises, shows;
  uint32_t n_traces;
  uint32_t asked;              /* the node that was asked for last, … */
  struct wpp_vector *promised, *showed;   /* … and what was found of it: [n_traces] */
};

/* Set *C to VARIABLE of BODY, function FUNCTION of MOVES with graph CFG.  All must stay.  To be released in any case.
   0, WPP_E_NOMEM, WPP_E_TOOBIG.  */
int wpp_currency_init (struct wpp_currency *c, const struct wpp_moves *moves, uint32_t function,
                       const struct wpp_cfg *cfg, const struct wpp_body *body, uint32_t variable);
void wpp_currency_release (struct wpp_currency *c);

/* Add TRACES, which S spells; C must stay where it is.  0 or WPP_E_NOMEM.  */
int wpp_currency_open (struct wpp_currency *c, const struct wpp_spelled *s, const struct wpp_function_traces *traces);

/* Is there code of the optimised program before STATEMENT of NODE?  */
bool wpp_currency_code_p (const struct wpp_currency *c, uint32_t node, uint32_t statement);

/* The answer for executions of a node, by the kinds that they have.  */
struct wpp_currency_answer
{
  size_t n;
  struct wpp_currency_kind *kinds;
  struct wpp_vector *vectors;  /* [traces] of executions; values are numbers of kinds */
  uint32_t n_traces;
};

/* Set *A to the currency before STATEMENT of NODE, in each of C's traces.  To be released in any case.  ROOM: that many
   series at most.  0, WPP_E_NOMEM, WPP_E_TOOBIG.  */
int wpp_currency_ask (struct wpp_currency *c, uint32_t node, uint32_t statement, uint64_t *room,
                      struct wpp_currency_answer *a);
void wpp_currency_answer_release (struct wpp_currency_answer *a);

#endif /* WPP_ANALYSIS_DEPENDENCE_CURRENCY_CURRENCY_H */
