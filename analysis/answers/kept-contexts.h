/* The calling contexts of a recording, kept beside its file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   kept as FILE.ctx (base/kept-file.h), of all threads, as deep as contexts are told apart (call-contexts.h):

     contents := check, leb merging, leb contexts, context*
     merging  := 0: each context is apart; 1 + level: recursive calls below it are merged
     context  := leb 4 * (how far before this one the caller is; 0: none) + seen, leb node + 1, leb function + 1,
                 leb how far before this one that of its calls is, leb count, leb ends, end*
     end      := leb how, leb count

   Where 1 is added, 0 stands for none.  Callers come before callees.  All of that is checked: bytes may be hostile.  */

#ifndef WPP_ANALYSIS_ANSWERS_KEPT_CONTEXTS_H
#define WPP_ANALYSIS_ANSWERS_KEPT_CONTEXTS_H

#include "activations/counts/calls.h"
#include "base/kept-file.h"

/* Set K to what contexts are kept as, of the file that K says.  */
void wpp_kept_contexts_of (struct wpp_kept *k);

/* The contexts that are kept for K, of CODE, with *MERGED and *LEVEL; null when there are none that can be used.
   Nothing can be added to them.  */
struct wpp_call_contexts *wpp_kept_contexts_find (const struct wpp_kept *k, struct wpp_code *code, bool *merged,
                                                  uint32_t *level);
/* Keep C for K, if that is possible.  */
void wpp_kept_contexts_put (const struct wpp_kept *k, const struct wpp_call_contexts *c, bool merged, uint32_t level);

#endif /* WPP_ANALYSIS_ANSWERS_KEPT_CONTEXTS_H */
