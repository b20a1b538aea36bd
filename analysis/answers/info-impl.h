/* What the parts of the answer about profiles share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_INFO_IMPL_H
#define WPP_ANALYSIS_ANSWERS_INFO_IMPL_H

#include "answers/info.h"
#include "base/hash-table.h"

/* ---- info-functions.c: what only notes tell */

/* The notes of R, if they are all there; else null, and WHY [SIZE] says why not.  */
struct wpp_code *wpp_info_code (struct wpp_recording *r, char *why, size_t size);

/* What is said of functions, and what that refers to.  */
struct wpp_info_of_functions
{
  struct wpp_recording *recording;
  const struct wpp_code *code;
  const struct wpp_function **cut, **with_interesting; /* those lists */
  struct wpp_info_functions_row row;
  struct wpp_info_interesting_row interesting;
};

extern const struct wpp_schema wpp_info_functions_schema;

/* Describe the functions of CODE, R's notes or null, but for how many were executed.  Return 0 or WPP_E_NOMEM; F is to
   be released in both cases.  */
int wpp_info_of_functions_begin (struct wpp_info_of_functions *f, struct wpp_recording *r,
                                 const struct wpp_code *code);
void wpp_info_of_functions_release (struct wpp_info_of_functions *f);

/* ---- info-values.c: what is said of values */

/* Kinds with counts.  */
struct wpp_info_kinds
{
  struct wpp_info_kind_row *rows; /* [n] */
  size_t n, room;
  struct wpp_hash_table table;
};

struct wpp_info_of_values
{
  struct wpp_info_kinds stored, not_computed, not_tracked;
  struct wpp_info_values_row row;
};

extern const struct wpp_schema wpp_info_values_schema;

/* Describe the values of R, which may have none, by CODE, its notes or null.  Return 0 or WPP_E_NOMEM; V is to be
   released in both cases.  */
int wpp_info_of_values_begin (struct wpp_info_of_values *v, const struct wpp_recording *r, struct wpp_code *code);
void wpp_info_of_values_release (struct wpp_info_of_values *v);

#endif /* WPP_ANALYSIS_ANSWERS_INFO_IMPL_H */
