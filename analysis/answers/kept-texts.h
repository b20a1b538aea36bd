/* Texts, and other bytes, that are kept: equal ones once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_KEPT_TEXTS_H
#define WPP_ANALYSIS_ANSWERS_KEPT_TEXTS_H

#include <stddef.h>
#include "base/hash-table.h"

struct wpp_kept_texts           /* all 0: none */
{
  struct wpp_hash_table table;
  size_t n;
  struct wpp_kept_text *texts;  /* [n] */
};

void wpp_kept_texts_release (struct wpp_kept_texts *t);

/* The copy of BYTES [N] in T, with a 0 after them, which stays where it is; null when out of memory.  */
const void *wpp_keep_bytes (struct wpp_kept_texts *t, const void *bytes, size_t n);
/* The same of TEXT; TEXT may be null.  */
const char *wpp_keep_text (struct wpp_kept_texts *t, const char *text);

#endif /* WPP_ANALYSIS_ANSWERS_KEPT_TEXTS_H */
