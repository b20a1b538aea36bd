/* Functions of a program that were compiled without the profile that they had: `wpp unused'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   -fwpp-use notes them in objects (format/unused-record.h), and links keep the notes.  */

#ifndef WPP_ANALYSIS_ANSWERS_UNUSED_H
#define WPP_ANALYSIS_ANSWERS_UNUSED_H

#include "answers/rows.h"

struct wpp_unused_row
{
  const char *function;         /* assembler name */
  const char *file;
  uint64_t line;
  const char *why;              /* `changed', `renamed', `damaged' */
};

extern const struct wpp_schema wpp_unused_schema;

/* Send those of the ELF file PROGRAM, of which what is not such a line is left out.  Return how many, or an error with
   PLACE; WPP_E_NOTES when it is no ELF file.  */
int64_t wpp_answer_unused (const char *program, struct wpp_row_sink *sink, struct wpp_place *place);

/* The same; set *TEXT, malloc'ed, to the names of the first MOST and why, on one line; null when out of memory.  */
int64_t wpp_unused_names (const char *program, size_t most, char **text, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_UNUSED_H */
