/* What symbols of ropes ask of the program's facts, and what they make of them, backward.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Which facts of the program are wanted changes often, and most of that is nothing to most of what is gone through.  So
   what is remembered of a symbol does not say which set it has met and made, but its *effect*:

     asked    the facts on which it depended: those that a store may be, none of which was wanted, or one that was
     killed   what it has taken away, or would have
     added    what is wanted after it, whether or not it was before

   A symbol that meets a set with the same facts among those that it asked for, and the same facts of the frame, does
   the same.  What it has killed or added itself it does not ask for.  That is selective memoization (U. A. Acar, G. E.
   Blelloch, R. Harper, POPL 2003).  Forward, an effect is the set that is made.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_EFFECTS_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_EFFECTS_H

#include "base/sets.h"

struct wpp_scan;

#define WPP_SCAN_NO_EFFECT 0u
#define WPP_SCAN_EFFECTS_CACHED 16384

struct wpp_scan_effect                /* sets of changes */
{
  uint32_t asked, killed, added;
};

struct wpp_scan_effect_cached         /* what A and B make; A is 0: none */
{
  uint32_t a, b, result;
};

struct wpp_scan_effects                /* backward; else nothing */
{
  size_t words;                  /* of a set of facts */
  uint64_t *killable;            /* facts that a store must be: others stay once they are wanted */
  uint64_t *asked, *killed, *added;   /* since wpp_scan_effect_begin */
  uint64_t *room;                /* [2 * words] */
  struct wpp_sets changes;       /* of facts, as bits */
  struct wpp_scan_effect *items;      /* [n] the first one does nothing */
  size_t n, items_room;
  struct wpp_hash_table table;
  struct wpp_scan_effect_cached *keys, *made, *joined;   /* [WPP_SCAN_EFFECTS_CACHED] */
};

/* All of these set S->err, but for the first.  */
int wpp_scan_effects_init (struct wpp_scan *s);
void wpp_scan_effects_release (struct wpp_scan_effects *e);
/* Items of sets that can be forgotten.  */
static inline size_t
wpp_scan_effects_items (const struct wpp_scan_effects *e)
{
  return e->changes.n_items + 3 * e->n;
}

/* What S does from begin to end.  */
void wpp_scan_effect_begin (struct wpp_scan *s);
uint32_t wpp_scan_effect_end (struct wpp_scan *s);
/* S's loads are asked whether there is one that STORE may be.  */
void wpp_scan_effect_ask (struct wpp_scan *s, uint32_t store);

/* What the set MEMORY has of what EFFECT asks for.  */
uint32_t wpp_scan_effect_key (struct wpp_scan *s, uint32_t effect, uint32_t memory);
/* Do EFFECT to S's memory.  */
void wpp_scan_effect_make (struct wpp_scan *s, uint32_t effect);
/* EFFECT, and after it NEXT.  */
uint32_t wpp_scan_effect_join (struct wpp_scan *s, uint32_t effect, uint32_t next);
/* EFFECT of what a frame of FUNCTION with the set FRAME has called, but for the frame's own variables.  */
uint32_t wpp_scan_effect_return (struct wpp_scan *s, uint32_t function, uint32_t frame, uint32_t effect);

/* Forget all effects.  Then those that are in use are kept: *EFFECT is that of OLD, what S's were.  */
int wpp_scan_effects_forget (struct wpp_scan *s);
void wpp_scan_effect_keep (struct wpp_scan *s, const struct wpp_scan_effects *old, uint32_t *effect);
void wpp_scan_effects_release_forgotten (struct wpp_scan_effects *old);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_EFFECTS_H */
