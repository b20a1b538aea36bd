/* Hot loops and subpaths of a recording, kept beside its file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   kept as FILE.hot (base/kept-file.h), for what was asked last:

     contents := check, leb total cost, leb least cost, leb letters, letter*, leb words, word*
     letter   := leb terminals, leb cost, terminal*
     terminal := leb event, leb count
     word     := leb length, leb letter*, leb cost, leb own cost, leb lengths, length*
     length   := leb how much longer than the one before, leb count

   Letters are those that words have.  Bytes may be hostile.  */

#ifndef WPP_ANALYSIS_ANSWERS_KEPT_HOT_H
#define WPP_ANALYSIS_ANSWERS_KEPT_HOT_H

#include "answers/hot.h"
#include "base/kept-file.h"
#include "grammar/rules/hot-loops.h"
#include "recording/profile/code.h"

/* Set K to what the answer to ASKED is kept as, of the file that K says.  */
void wpp_kept_hot_of (struct wpp_kept *k, const struct wpp_hot_asked *asked);

/* Set *HOT, and the costs in *HEAD, to what is kept for K, whose events are of CODE.  Return false when there is
   nothing that can be used.  */
bool wpp_kept_hot_find (const struct wpp_kept *k, struct wpp_code *code, struct wpp_hot_loops *hot,
                        struct wpp_hot_head *head);
/* Keep HOT and the costs in HEAD for K, if that is possible.  */
void wpp_kept_hot_put (const struct wpp_kept *k, const struct wpp_hot_loops *hot, const struct wpp_hot_head *head);

#endif /* WPP_ANALYSIS_ANSWERS_KEPT_HOT_H */
