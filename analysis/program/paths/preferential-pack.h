/* Preferential and Ball-Larus numbers in one register.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The register sums up  (number << SHIFT) + 2 * identifier  on the chords of the numbering's spanning
   tree, with one addition an edge.  At the end of a path it is

     key = (number + 1) << SHIFT | 2 * (identifier - least)

   The low bits minus BIAS are an index into pairs of words, a key and a count.  Different paths have
   different keys; LEAST is the least identifier of any path.  A comparison with the pair's key recognises
   aliases.  If there are pairs for the identifiers of all paths, no other comparison is needed.  Else BIAS makes
   the pair of identifier 0 the first one, and bounds must be checked.  (runtime/counts/counts.h.)  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_PACK_H
#define WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_PACK_H

#include "program/paths/preferential.h"

struct wpp_packing
{
  unsigned shift;         /* 8 .. 32 */
  uint64_t bias;
  uint64_t n;
  uint64_t *keys;         /* [n] the key of the pair's interesting path; 0: none */
  bool bounded;           /* every path has a pair */
};

/* Pack the numbers of P, which must have interesting paths, and store the packed initial values and increments in NUM,
   P's numbering, placed by FREQUENCY (wpp_numbering_place).  Fill in PACKING.  Return 0; WPP_E_TOOBIG, with NUM
   unchanged, when they do not fit; or WPP_E_NOMEM.  */
int wpp_preferential_pack (const struct wpp_preferential *p, struct wpp_numbering *num,
                           const uint64_t *frequency, struct wpp_packing *packing);
void wpp_packing_release (struct wpp_packing *packing);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_PACK_H */
