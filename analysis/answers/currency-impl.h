/* What the parts of the answers to `wpp currency' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_CURRENCY_IMPL_H
#define WPP_ANALYSIS_ANSWERS_CURRENCY_IMPL_H

#include "answers/currency.h"
#include "facts/queries/function-queries.h"
#include "recording/opened/traced.h"

/* What is asked, and of what.  */
struct wpp_currency_asking
{
  const struct wpp_currency_asked *asked;
  struct wpp_traced t;
  struct wpp_at_found found;
  const char *program;         /* that is debugged, … */
  struct wpp_moves **units;    /* … and its moves: [n_units] */
  size_t n_units;
  struct wpp_place *place;
};

/* Set A to ASKED of R; to be released in any case.  Errors are as in currency.h.  */
int wpp_currency_asking_open (struct wpp_currency_asking *a, struct wpp_recording *r,
                              const struct wpp_currency_asked *asked, const char **bad, struct wpp_place *place);
void wpp_currency_asking_release (struct wpp_currency_asking *a);

/* A function that is asked about.  */
struct wpp_currency_function
{
  const struct wpp_currency_asking *asking;
  const struct wpp_at_function *in;
  uint32_t number;             /* in the traces */
  const struct wpp_moves *moves;
  uint32_t moved;              /* the function's number in MOVES */
  struct wpp_spelled spelled;
  uint64_t *counts;            /* [traces] activations */
};

/* A place to stop: STATEMENT is the first one of a line in a block.  */
struct wpp_currency_place
{
  uint32_t node, statement;
};

/* What was found at a place.  */
struct wpp_currency_result
{
  const struct wpp_at_function *in;
  uint32_t variable;
  struct wpp_currency_place place;
  bool code;                   /* there is code of the line in the program that is debugged */
  bool listed;                 /* times are known */
  size_t n;
  struct wpp_currency_kind *kinds;
  struct wpp_vector all;       /* executions; values are kinds */
};

/* Prepare for IN of A; to be released in any case.  Set *WHY to null, or to why not: it was not executed, or there are
   no moves of it.  WPP_E_NOMEM, or WPP_E_ASKED with A's place.  */
int wpp_currency_function_open (struct wpp_currency_function *f, const struct wpp_currency_asking *a,
                                const struct wpp_at_function *in, const char **why);
void wpp_currency_function_close (struct wpp_currency_function *f);
/* The places of line LINE of FILE in IN, or of all lines if FILE is null; *N of them.  Null when out of memory.  */
struct wpp_currency_place *wpp_currency_places (const struct wpp_at_function *in, const char *file, uint32_t line,
                                                size_t *n);
/* Prepare for VARIABLE of F; to be released in any case.  An error code.  */
int wpp_currency_variable_open (struct wpp_currency *c, const struct wpp_currency_function *f, uint32_t variable);
/* Ask C, of F, about PLACE; R is to be released in any case.  LISTED: with times.  WPP_E_TOOBIG: that takes too many
   series; WPP_E_NOMEM, or WPP_E_ASKED with the place that F was opened with.  */
int wpp_currency_result_find (struct wpp_currency_result *r, struct wpp_currency *c,
                              const struct wpp_currency_function *f, struct wpp_currency_place place, bool listed);
void wpp_currency_result_release (struct wpp_currency_result *r);

#endif /* WPP_ANALYSIS_ANSWERS_CURRENCY_IMPL_H */
