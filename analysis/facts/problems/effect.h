/* What a stretch of code does to facts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is put together step by step in the order in which states pass through: forward in the order of execution,
   backward in reverse.  After an error it takes no more.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_EFFECT_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_EFFECT_H

#include <stdbool.h>
#include "facts/frequency/frequency.h"

struct wpp_effect
{
  uint32_t n_facts;
  uint32_t *source;             /* [n_facts] where a value comes from so far, if the fact is CHANGED */
  bool *changed;
  uint32_t *touched;            /* [n_touched] the facts that are */
  uint32_t n_touched;
  bool parallel;
  size_t n_waiting, waiting_room;
  struct wpp_change *waiting;
  int err;
};

/* Begin one on N_FACTS facts that changes none.  Return 0 or WPP_E_NOMEM.  */
int wpp_effect_init (struct wpp_effect *e, uint32_t n_facts);
void wpp_effect_release (struct wpp_effect *e);

/* FACT becomes what SOURCE, a fact or WPP_FROM_LAMBDA or WPP_FROM_NONE, is now.  */
void wpp_effect_set (struct wpp_effect *e, uint32_t fact, uint32_t source);

/* Where FACT's value comes from so far.  */
static inline uint32_t
wpp_effect_source (const struct wpp_effect *e, uint32_t fact)
{
  return e->changed[fact] ? e->source[fact] : fact;
}

/* Until the end, steps see what was before the beginning, as PHIs happen at once.  When a fact is set
   twice, what KILLS it counts, or else what does not.  */
void wpp_effect_begin_parallel (struct wpp_effect *e);
void wpp_effect_end_parallel (struct wpp_effect *e, bool kills);

/* Set *T to the transition put together; E changes nothing then.  */
void wpp_effect_take (struct wpp_effect *e, struct wpp_transition *t);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_EFFECT_H */
