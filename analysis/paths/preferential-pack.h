/* Preferential and Ball-Larus numbers in one register.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The register sums up  (number << SHIFT) + 2 * identifier  on the chords of the numbering's
   spanning tree, one addition an edge; at a path's end it is

     key = (number + 1) << SHIFT | 2 * (identifier - least)

   whose low bits, less BIAS, are an index into pairs of words, a key and a count.  Keys are different for
   different paths; LEAST is the least identifier that any path has.  Comparing with the key that a pair
   has tells aliases apart.  Where there are pairs for all identifiers that any path has, it is all
   that needs to be compared; else BIAS makes that of identifier 0 the first, and bounds are to be checked.
   (runtime/counts/counts.h.)  */

#ifndef WPP_PREFERENTIAL_PACK_H
#define WPP_PREFERENTIAL_PACK_H

#include "paths/preferential.h"

struct wpp_packing
{
  unsigned shift;         /* 8 .. 32 */
  uint64_t bias;
  uint64_t n;
  uint64_t *keys;         /* [n] of the pair's interesting path; 0: none */
  bool bounded;           /* every path has a pair */
};

/* Pack the numbers of P, which has interesting paths, and put the packed initial values and increments into
   NUM, P's numbering, placed by FREQUENCY (wpp_numbering_place).  Return 0 with PACKING filled in;
   WPP_E_TOOBIG when they do not fit, with NUM unchanged; WPP_E_NOMEM.  */
int wpp_preferential_pack (const struct wpp_preferential *p, struct wpp_numbering *num,
                           const uint64_t *frequency, struct wpp_packing *packing);
void wpp_packing_release (struct wpp_packing *packing);

#endif /* WPP_PREFERENTIAL_PACK_H */
