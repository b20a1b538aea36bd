/* Putting the rest of a grammar together when memory has run out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What SEQUITUR needs to look digrams up takes more memory than the grammar.  That is freed; what has not been
   appended is put behind S as it is, a few thousand letters, and none is lost.  Such a grammar
   can only be frozen; digrams need not be unique in it.  */

#ifndef WPP_SALVAGE_H
#define WPP_SALVAGE_H

#include <stdint.h>
#include "sequitur/sequitur-impl.h"

/* Free all of S that looks digrams up, and put what S holds back behind it.  Return 0, WPP_E_NOMEM or
   WPP_E_TOOBIG; it may be called again, and is once more before other letters are put.  */
int wpp_salvage_begin (struct wpp_sequitur *s);

/* Put LETTERS [N] behind S: all of them or, when an error is returned, none.  */
int wpp_salvage_put (struct wpp_sequitur *s, const struct letter *letters, uint32_t n);

/* Make a rule of LETTERS [N], N > 0, as wpp_heads_phrases does.  What S has been left with by that when it
   failed stays where nothing derives it.  */
int wpp_salvage_phrase (struct wpp_sequitur *s, const struct letter *letters, uint32_t n, uint32_t *rule);

#endif /* WPP_SALVAGE_H */
