/* What the parts of `wpp currency' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_CURRENCY_H
#define WPP_ANALYSIS_TOOL_CURRENCY_H

#include "dependence/currency/currency.h"
#include "facts/queries/function-queries.h"
#include "tool/activations.h"
#include "tool/at.h"

struct wpp_currency_options
{
  struct wpp_options common;
  struct wpp_at at;            /* or nothing: all lines */
  const char *variable;        /* or null: all variables */
  const char *program;         /* that is debugged */
};

/* The program that is debugged.  */
struct wpp_debugged
{
  const char *program;
  struct wpp_moves **units;    /* [n] */
  size_t n;
};

/* A function that is asked about.  */
struct wpp_currency_function
{
  const struct wpp_traced *t;
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

/* currency-ask.c.  Read the moves of O's program, or of T's own.  */
void wpp_debugged_read (struct wpp_debugged *d, const struct wpp_currency_options *o, const struct wpp_traced *t);
void wpp_debugged_free (struct wpp_debugged *d);
/* Prepare for IN of T.  Null, or why not: it was not executed, or D has no moves of it.  */
const char *wpp_currency_function_open (struct wpp_currency_function *f, const struct wpp_traced *t,
                                        const struct wpp_at_function *in, const struct wpp_debugged *d);
void wpp_currency_function_close (struct wpp_currency_function *f);
/* The places of line LINE of FILE in IN, or of all lines if FILE is null; *N of them.  */
struct wpp_currency_place *wpp_currency_places (const struct wpp_at_function *in, const char *file, uint32_t line,
                                                size_t *n);
/* Prepare for VARIABLE of F.  An error code.  */
int wpp_currency_variable_open (struct wpp_currency *c, const struct wpp_currency_function *f, uint32_t variable);
/* Ask C, of F, about PLACE.  LISTED: with times.  False: that takes too many series.  */
bool wpp_currency_result_find (struct wpp_currency_result *r, struct wpp_currency *c,
                               const struct wpp_currency_function *f, struct wpp_currency_place place, bool listed);
void wpp_currency_result_release (struct wpp_currency_result *r);

/* currency-print.c  */
extern const char *const wpp_verdict_names[WPP_N_VERDICTS];
void wpp_currency_print (const struct wpp_currency_options *o, const struct wpp_currency_result *r);
struct json_object *wpp_currency_json (const struct wpp_currency_options *o, const struct wpp_currency_result *r);

/* currency-all.c: how often which verdict, for all lines and variables of FOUND.  Return the exit status.  */
int wpp_currency_all (const struct wpp_currency_options *o, const struct wpp_traced *t,
                      const struct wpp_at_found *found, const struct wpp_debugged *d);

#endif /* WPP_ANALYSIS_TOOL_CURRENCY_H */
