/* Sequences that are put together from shared parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rope is a letter, or a rule that derives a sequence of letters.  Rules are kept once
   (activations/projection/projector-impl.h), so what is put together twice in the same way is there once.  What is put
   together in another way is told to be the same by its measure: length and fingerprint (R. M. Karp, M. O. Rabin:
   Efficient randomized pattern-matching algorithms, IBM Journal of Research and Development 31, 1987).  The fingerprint
   of a sequence is the polynomial of its letters modulo 2^127 - 1 at a point that a process has by chance.  Two
   different sequences of N letters have the same one with a chance of N / 2^127, below 2^-63, whoever made them: he
   does not know the point.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_ROPES_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_ROPES_H

#include <stdbool.h>
#include <stdint.h>
#include "activations/projection/projector-impl.h"

/* Letters are numbered from here on (projector-impl.h has other plans for those below).  */
#define WPP_ROPE_LETTER 256u
#define WPP_ROPE_EMPTY 0u

struct wpp_rope_measure
{
  uint64_t length;                 /* letters; saturates (saturate.h) */
  unsigned __int128 fingerprint;
  unsigned __int128 power;         /* the point to the power of the length */
};

struct wpp_ropes
{
  struct wpp_pool pool;
  struct wpp_rope_measure *measures;   /* [pool.n_rules] */
  size_t measures_room;
  bool measured;                       /* else there are none */
  unsigned __int128 point;
};

/* R without ropes, which will be MEASURED or not.  WPP_E_IO when there is no chance to be had.  */
int wpp_ropes_init (struct wpp_ropes *r, bool measured);
void wpp_ropes_release (struct wpp_ropes *r);
/* Nothing more will be put together or measured: R keeps only its rules.  */
void wpp_ropes_end (struct wpp_ropes *r);

/* Append ROPE^TIMES to LIST.  */
int wpp_ropes_add (struct wpp_ropes *r, struct wpp_parts *list, uint32_t rope, uint64_t times);

/* Set *ROPE to what LIST derives; WPP_ROPE_EMPTY when it is empty.  LIST stays.  */
int wpp_ropes_take (struct wpp_ropes *r, const struct wpp_parts *list, uint32_t *rope);

/* The measure of what PARTS [N] derive.  R is measured.  */
struct wpp_rope_measure wpp_ropes_measure (const struct wpp_ropes *r, const struct wpp_part *parts, size_t n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_ROPES_H */
