/* Short names of functions, made when they are asked for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_SHORT_NAMES_H
#define WPP_ANALYSIS_RECORDING_OPENED_SHORT_NAMES_H

#include "base/hash-table.h"
#include "program/notes/notes.h"

struct wpp_short_names          /* all 0: none yet */
{
  bool full;                    /* nothing is left out of names */
  size_t n;
  struct wpp_shortened *names;
  struct wpp_hash_table table;
};

void wpp_short_names_release (struct wpp_short_names *s);

/* The name of FUNCTION without what is long in it (base/names.h), or all of it if S says so.  It stays valid as long as
   S; null when out of memory.  */
const char *wpp_short_name (struct wpp_short_names *s, const struct wpp_function *function);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_SHORT_NAMES_H */
