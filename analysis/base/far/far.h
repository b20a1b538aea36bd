/* How far the work at hand is, for whoever shows that to a user who waits (tool/progress.c).

   Who works says now and then how much is done.  There is one work at a time: who begins another one, or does the next
   part, says less than before.  What several threads say of the same work is about right.  Saying it costs a few
   instructions; asking for it may be done in a signal's handler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_FAR_FAR_H
#define WPP_ANALYSIS_BASE_FAR_FAR_H

#include <stddef.h>
#include <stdint.h>

/* Part PART of PARTS, from 0, begins; who says nothing of parts does the only one.  */
void wpp_far_part (uint64_t part, uint64_t parts);
/* DONE of ALL of the part at hand is done.  */
void wpp_far (uint64_t done, uint64_t all);
/* Nothing is known any more, until somebody says it.  */
void wpp_far_forget (void);

/* The share of the work that is done, from 0 to 2^32 - 1; 0 if that is not known, too.  */
uint32_t wpp_far_share (void);

/* Write "5 s, about 12 s left" to TEXT, when SECONDS have passed since wpp_far_forget, and return how long it is.  What
   is left is told if it is known: if the rest goes as quickly as what was done since the work first said how far it is.
   To be called every second or so.  */
#define WPP_FAR_TEXT 48
size_t wpp_far_text (char text[WPP_FAR_TEXT], uint32_t seconds);

#endif /* WPP_ANALYSIS_BASE_FAR_FAR_H */
