/* Lines of the source that users ask about, FILE:LINE, and what is there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_AT_H
#define WPP_ANALYSIS_ANSWERS_AT_H

#include "program/statements/body.h"
#include "recording/opened/recording.h"

struct wpp_at
{
  const char *text;            /* as the user typed it, for messages; null: no line is asked about */
  const char *file;            /* any ending of a name that is unique */
  uint32_t line;
  bool counted;                /* where no statement of it is left, blocks that count it will do */
};

/* Set *AT to TEXT, `FILE:LINE', which must stay; *FILE is to be freed after it.  WPP_E_NOMEM, WPP_E_RANGE.  */
int wpp_at_read (struct wpp_at *at, const char *text, char **file);

/* A function with a line, or any with statements.  */
struct wpp_at_function
{
  struct wpp_code_function *function;
  const struct wpp_body *body;
};

struct wpp_at_found
{
  size_t n_units;
  struct wpp_program **programs;   /* [n_units] those of the code's that were needed */
  const char *file;            /* the whole name */
  size_t n;
  struct wpp_at_function *functions;
};

/* The functions of R that have AT's line; all functions, when AT says nothing.  To be released in any
   case.  0; WPP_E_NOMEM; WPP_E_ASKED when there are none of the line, with PLACE, which says why; WPP_E_TOLD when the
   notes have no statements; or an error of wpp_recording_code or wpp_program_decode.  */
int wpp_at_find_in (struct wpp_at_found *found, struct wpp_recording *r, const struct wpp_at *at,
                    struct wpp_place *place);
void wpp_at_release (struct wpp_at_found *found);

/* The only file of CODE's units that AT's is an ending of; null with PLACE, which is for WPP_E_ASKED.  */
const char *wpp_at_find_file (const struct wpp_code *code, const struct wpp_at *at, struct wpp_place *place);

/* The name of FILE of UNIT, one of those that its graphs have, as shown.  */
const char *wpp_at_unit_file (const struct wpp_unit *unit, uint32_t file);
/* The name of FILE of the unit of F, as shown.  */
const char *wpp_at_file (const struct wpp_at_function *f, uint32_t file);
/* Is S, a statement of F, one of line LINE of FILE?  … and becomes code?  */
bool wpp_at_line_p (const struct wpp_at_function *f, const struct wpp_statement *s, const char *file, uint32_t line);
bool wpp_at_p (const struct wpp_at_function *f, const struct wpp_statement *s, const char *file, uint32_t line);

/* The first nodes of F's blocks that have AT's line of FILE, *N of them; null when out of memory.  */
uint32_t *wpp_at_entries (const struct wpp_at_function *f, const char *file, const struct wpp_at *at, uint32_t *n);

/* How far SCOPE of B is inside: 0 when it does not enclose INNER, which may be WPP_NONE.  */
unsigned wpp_at_depth (const struct wpp_body *b, uint32_t scope, uint32_t inner);
/* The variable called NAME that is seen from SCOPE of B, or WPP_NONE.  */
uint32_t wpp_at_variable (const struct wpp_body *b, const char *name, uint32_t scope);

/* S of B in the words of the source, malloc'ed; null when out of memory.  */
char *wpp_at_source (const struct wpp_body *b, const struct wpp_statement *s);

/* Complain at PLACE about what is asked of AT: the text of the printf format WHAT.  Return WPP_E_ASKED.  */
int wpp_at_complain (struct wpp_place *place, const struct wpp_at *at, const char *what, ...)
  __attribute__ ((format (printf, 3, 4)));

#endif /* WPP_ANALYSIS_ANSWERS_AT_H */
