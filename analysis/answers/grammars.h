/* The grammars of threads, rule by rule: `wpp dump'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Objects within objects: profiles, threads, segments, rules.  Frequencies and lengths are exact (big.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAMMARS_H
#define WPP_ANALYSIS_ANSWERS_GRAMMARS_H

#include <gmp.h>
#include "answers/rows.h"
#include "recording/profile/code.h"
#include "recording/profile/profile.h"

struct wpp_grammars_file_head
{
  const char *file;
  bool only;                    /* no other file comes */
  bool numbers;                 /* control events have no names either */
  struct wpp_row_list lacking;  /* what notes are not available, and why: texts.  Not a column.  */
};

struct wpp_grammars_thread_head
{
  uint64_t thread;
  mpz_t events;
};

struct wpp_grammars_segment_head
{
  uint64_t segment;             /* not a column: … */
  bool several;                 /* … the thread has more than one */
  mpz_t events;
};

struct wpp_grammar_symbol_row
{
  uint64_t rule;                /* 0: a terminal */
  uint64_t event;               /* 0: a rule */
  const char *function;         /* of the path; null: not known; … */
  const char *assembler_name;   /* … not a column */
  struct wpp_any_cell path;     /* its number */
  const char *control;          /* what else the event is; null: a path */
  uint64_t exponent;
};

struct wpp_grammar_rule_row
{
  uint64_t rule;
  struct wpp_any_cell frequency, length; /* in the derivation of the segment; exact */
  struct wpp_row_list symbols;  /* of wpp_grammar_symbol_row */
};

extern const struct wpp_schema wpp_grammars_schema; /* of all files; it has no head */
extern const struct wpp_schema wpp_grammars_file_schema, wpp_grammars_thread_schema, wpp_grammars_segment_schema;

/* Send the threads of P, which has been read, to SINK, within an object of wpp_grammars_schema; HEAD is the file's.
   CODE, or null, gives events names.  Return 0, WPP_E_NOMEM, or what SINK returns.  */
int wpp_answer_grammars (const struct wpp_profile *p, struct wpp_code *code, const struct wpp_grammars_file_head *head,
                         struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_GRAMMARS_H */
