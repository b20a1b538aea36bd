/* When things were, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_TIMES_H
#define WPP_ANALYSIS_SHOW_TIMES_H

#include <stdio.h>
#include "answers/began.h"

/* S as the paper writes it, `2:20:2 30'.  */
void wpp_put_series (FILE *out, const struct wpp_series *s);

/* `, first at event 3, last at event 9': when the first and the last of COUNT activations began; nothing if FIRST is
   null.  */
void wpp_put_began (FILE *out, const struct wpp_began_row *first, const struct wpp_began_row *last, uint64_t count);

#endif /* WPP_ANALYSIS_SHOW_TIMES_H */
