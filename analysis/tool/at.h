/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_AT_H
#define WPP_ANALYSIS_TOOL_AT_H

#include "program/statements/body.h"
#include "tool/tool.h"

struct wpp_at
{
  const char *text;            /* as the user typed it; null: nothing */
  char *file;                  /* any ending of a name that is unique */
  uint32_t line;
};

/* Set *AT to ARG.  */
void wpp_at_parse (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* A function with statements of a line, or any with statements.  */
struct wpp_at_function
{
  struct wpp_code_function *function;
  const struct wpp_body *body;
};

struct wpp_at_found
{
  size_t n_units;
  struct wpp_program **programs;   /* [n_units] those of CODE's that were needed */
  const char *file;            /* the whole name */
  size_t n;
  struct wpp_at_function *functions;
};

/* The functions of CODE, the notes of PROFILE, that have statements of AT's line; all functions, when AT says nothing.
   When there are none it is said why, and that is the end.  */
void wpp_at_find (struct wpp_at_found *found, struct wpp_code *code, const char *profile, const struct wpp_at *at);
void wpp_at_release (struct wpp_at_found *found);

/* The only file of CODE's units that AT's is an ending of.  Without one it is said so, and that is the end.  */
const char *wpp_at_find_file (const struct wpp_code *code, const struct wpp_at *at);

/* The name of FILE of UNIT, one of those that its graphs have, as printed.  */
const char *wpp_at_unit_file (const struct wpp_unit *unit, uint32_t file);
/* The name of FILE of the unit of F, as printed.  */
const char *wpp_at_file (const struct wpp_at_function *f, uint32_t file);
/* Is S, a statement of F that becomes code, one of line LINE of FILE?  */
bool wpp_at_p (const struct wpp_at_function *f, const struct wpp_statement *s, const char *file, uint32_t line);

/* The first nodes of F's blocks that have statements of line LINE of FILE, *N of them.  */
uint32_t *wpp_at_entries (const struct wpp_at_function *f, const char *file, uint32_t line, uint32_t *n);

/* Thread number INDEX of P.  Without one it is said so, and that is the end.  */
const struct wpp_thread *wpp_at_thread (const struct wpp_profile *p, uint32_t index);

/* How far SCOPE of B is inside: 0 when it does not enclose INNER, which may be WPP_NONE.  */
unsigned wpp_at_depth (const struct wpp_body *b, uint32_t scope, uint32_t inner);
/* The variable called NAME that is seen from SCOPE of B, or WPP_NONE.  */
uint32_t wpp_at_variable (const struct wpp_body *b, const char *name, uint32_t scope);

/* S of B in the words of the source, malloc'ed.  */
char *wpp_at_source (const struct wpp_body *b, const struct wpp_statement *s);

#endif /* WPP_ANALYSIS_TOOL_AT_H */
