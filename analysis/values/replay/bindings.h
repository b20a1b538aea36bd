/* The functions of a recording that were recorded with values, and how the process numbered their checks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_BINDINGS_H
#define WPP_ANALYSIS_VALUES_REPLAY_BINDINGS_H

#include <pthread.h>
#include "recording/profile/code.h"
#include "values/replay/code.h"

struct wpp_bindings
{
  struct wpp_code *code;
  struct wpp_micro_layout **layouts;   /* [code->n_functions] null: without values */
  size_t n_programs;
  struct wpp_program **programs; /* [n_programs] of the units, as they come */
  uint64_t **bases;              /* [n_programs] by variable; may be null */
  struct wpp_id_ranges { size_t n; struct wpp_id_range *of; } checks, truths;
  const char **names;            /* [code->n_functions] in assembly, sorted */
  pthread_mutex_t compiling;     /* replays in several threads compile paths one at a time */
};

/* Numbers of checks, or of truths, of a function.  */
struct wpp_id_range
{
  uint32_t first, end, function;
};

/* Bind the functions of CODE, whose profile has values.  Null and *ERR, PLACE: WPP_E_NOMEM, WPP_E_CORRUPT (numbers that
   no process gives), or an error of wpp_program_decode but WPP_E_NOTES: such a unit has no values.  */
struct wpp_bindings *wpp_bindings_new (struct wpp_code *code, int *err, struct wpp_place *place);
void wpp_bindings_free (struct wpp_bindings *b);

/* Is a function recorded that is called NAME in assembly?  */
bool wpp_bindings_named_p (const struct wpp_bindings *b, const char *name);

/* The function that has the check ID (the truth, if it has WPP_VALUE_TRUTH), or WPP_NO_FUNCTION.  */
uint32_t wpp_bindings_function (const struct wpp_bindings *b, uint32_t id);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_BINDINGS_H */
