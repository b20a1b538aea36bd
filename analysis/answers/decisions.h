/* What optimisations considered and why, as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_DECISIONS_H
#define WPP_ANALYSIS_ANSWERS_DECISIONS_H

#include "answers/rows.h"

/* Decisions of a unit: a dump.  */
struct wpp_decisions_head
{
  const char *file;
  bool deferred;                /* others are made when the program is linked */
};

struct wpp_decision_row
{
  const char *file;             /* null in a dump, whose head has it */
  const char *function, *assembler_name; /* ASSEMBLER_NAME: null when it is not known */
  uint64_t line;
  const char *kind;             /* of optimisation, as -fwpp-optimize names it */
  const char *action;           /* `peel 3' */
  bool chosen;
  int64_t gain;                 /* cycles, on the training input; negative: nobody knows */
  uint64_t bytes;               /* what it costs */
  const char *because;          /* the fact that it rests on */
};

extern const struct wpp_schema wpp_decisions_schema;

#endif /* WPP_ANALYSIS_ANSWERS_DECISIONS_H */
