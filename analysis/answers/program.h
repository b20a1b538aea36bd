/* The statements of the program, as the notes have them: `wpp program'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_PROGRAM_H
#define WPP_ANALYSIS_ANSWERS_PROGRAM_H

#include "answers/asked.h"
#include "program/statements/body.h"

/* A function, as those see it who look at more of it than rows have.  */
struct wpp_shown_function
{
  const struct wpp_unit *unit;
  const struct wpp_function *function;
  const struct wpp_program *program;
  const struct wpp_body *body;
};

/* The name of FILE, which may be one that only statements are in.  */
const char *wpp_shown_file (const struct wpp_shown_function *f, uint32_t file);

struct wpp_statement_row
{
  uint64_t line, column;
  const char *file;             /* null: that of the function */
  const char *kind, *operation; /* OPERATION: null: none */
  const char *text;
  struct wpp_row_list defines, uses; /* values: texts */
  struct wpp_row_list stores, loads; /* references: texts */
  const char *calls;            /* whom; null: it is no call */
  bool may_read, may_write;
};

struct wpp_program_block_row
{
  uint64_t block;
  struct wpp_row_list statements; /* of wpp_statement_row */
};

struct wpp_program_row
{
  const char *function, *short_name, *assembler_name, *file;
  uint64_t line;
  struct wpp_row_list blocks;   /* of wpp_program_block_row */
  const struct wpp_shown_function *shown; /* not a column */
};

extern const struct wpp_schema wpp_program_schema;

/* Needs counts.  The rows are functions, executed or not.  Errors are WPP_E_NOMEM, and those of wpp_recording_code and
   wpp_program_decode.  */
wpp_answer wpp_answer_program;

#endif /* WPP_ANALYSIS_ANSWERS_PROGRAM_H */
