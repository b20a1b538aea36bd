/* Caches of data, simulated.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each level is asked if the one before misses, and has the line from then on.  Within a set the line goes that was not
   used for longest.  Writes are as reads.  That is the model of cachegrind (N. Nethercote, J. Seward, Valgrind, PLDI
   2007), without the caches of instructions.  */

#ifndef WPP_ANALYSIS_ANSWERS_CACHES_H
#define WPP_ANALYSIS_ANSWERS_CACHES_H

#include <stdint.h>
#include "base/error.h"

#define WPP_MOST_CACHES 4u
/* The caches if nobody says otherwise: the same on each machine.  */
#define WPP_USUAL_CACHES "32K/8/64,8M/16/64"

struct wpp_caches;

/* The caches of TEXT: SIZE/WAYS/LINE for each level, the nearest first, with commas between them; sizes are bytes, or K
   or M of them.  Numbers of sets and bytes of lines are powers of two, a level has at most 1 GiB.  Null and *ERR:
   WPP_E_NOMEM; WPP_E_ASKED with PLACE.  */
struct wpp_caches *wpp_caches_new (const char *text, int *err, struct wpp_place *place);
void wpp_caches_free (struct wpp_caches *c);
unsigned wpp_caches_levels (const struct wpp_caches *c);
/* Bytes of a line of the nearest level.  */
uint64_t wpp_caches_line (const struct wpp_caches *c);

/* Let nothing be in them.  */
void wpp_caches_empty (struct wpp_caches *c);
/* BYTES at ADDRESS are accessed: once for each line of the nearest level if they are more than one has.  An access that
   is in two lines misses where one of them does.  Add the misses of each level to MISSES [levels], and return how many
   accesses it was.  */
uint64_t wpp_caches_count (struct wpp_caches *c, uint64_t address, uint64_t bytes, uint64_t *misses);

#endif /* WPP_ANALYSIS_ANSWERS_CACHES_H */
