/* Does a debugger show the values of variables that the source promises?  `wpp currency'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4.3.2 (dependence/currency/currency.h).  There are two questions: about a line,
   and about all lines and variables together.  */

#ifndef WPP_ANALYSIS_ANSWERS_CURRENCY_H
#define WPP_ANALYSIS_ANSWERS_CURRENCY_H

#include "answers/at.h"
#include "answers/rows.h"
#include "dependence/currency/currency.h"

/* The words for verdicts: `current', `other', `nothing', `unknown', `unassigned'.  */
extern const char *const wpp_verdict_names[WPP_N_VERDICTS];

struct wpp_currency_asked
{
  struct wpp_at at;             /* or nothing: all lines */
  const char *variable;         /* or null: all variables that are seen from the line */
  const char *program;          /* that is debugged; null: the one that ran */
};

/* ---- A line.  */

/* What a variable has got its value by: an assignment with a line, or a place in words.  */
struct wpp_currency_event_row
{
  const char *file;             /* or null */
  int64_t line;                 /* or -1 */
  const char *place;            /* or null */
};

/* Executions that agree.  */
struct wpp_currency_answer_row
{
  enum wpp_verdict is;
  const char *verdict;          /* in a word */
  uint64_t count;               /* executions; saturates */
  const struct wpp_currency_event_row *promised; /* null: nothing is */
  const struct wpp_currency_event_row *shown;    /* null: it shows nothing, or nobody knows */
  const char *times;            /* as the paper writes them; null: too many */
};

/* A variable at a place of the line.  */
struct wpp_currency_row
{
  const char *function, *short_name, *variable;
  const char *file;
  uint32_t line;
  uint64_t executions;          /* saturates, as all counts here */
  bool code;                    /* there is code of the line in the program that is debugged */
  uint64_t verdicts[WPP_N_VERDICTS]; /* executions with each */
  struct wpp_row_list answers;  /* of wpp_currency_answer_row */
};

struct wpp_currency_head
{
  const char *file;
  uint32_t line;
};
extern const struct wpp_schema wpp_currency_schema;

/* Send what the variables show at the line to SINK, of R, which needs activations.  Return how many rows there are; or
   an error, with PLACE of the file *BAD, if that is not null, or of R's: WPP_E_NOMEM, WPP_E_ASKED, WPP_E_TOLD; an
   error of wpp_traced_open, wpp_at_find_in or wpp_moves_read_elf; or what SINK returns.  */
int64_t wpp_answer_currency (struct wpp_recording *r, const struct wpp_currency_asked *asked, struct wpp_row_sink *sink,
                             const char **bad, struct wpp_place *place);

/* ---- All lines.  */

/* A question is a place and a local variable of the user's that is seen from there.  It is counted once for each
   verdict that some execution has, and its executions are added up.  */
struct wpp_currency_sum_row
{
  uint64_t questions, executions;
};

struct wpp_currency_sums
{
  struct wpp_currency_sum_row all;
  struct wpp_currency_sum_row verdicts[WPP_N_VERDICTS];
  uint64_t without_code;        /* questions about lines without code */
  uint64_t skipped;             /* questions that take too long */
  size_t functions, unmoved;    /* executed functions; those without moves */
  const char *program;          /* that is debugged */
};
extern const struct wpp_schema wpp_currency_sums_schema; /* of a struct wpp_currency_sums, which is all */

/* Set *SUMS, and send it to SINK.  Return 1, or an error as above.  */
int64_t wpp_answer_currency_sums (struct wpp_recording *r, const struct wpp_currency_asked *asked,
                                  struct wpp_row_sink *sink, struct wpp_currency_sums *sums, const char **bad,
                                  struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_CURRENCY_H */
