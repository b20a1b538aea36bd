/* Transitions of a bi-distributive problem, kept once each, and what they do to
   weighted states.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A weighted state is an array of N_FACTS + 1 numbers of so many WORDS (numbers.h): the sum of
   the vectors of many states, as in formula 8 of the paper.  Element N_FACTS belongs to Λ: the
   number of states.  */

#ifndef WPP_TRANSITION_H
#define WPP_TRANSITION_H

#include <stddef.h>
#include <stdint.h>
#include "activations/summary.h"
#include "frequency/frequency.h"

/* WPP_IDENTITY is the one that changes nothing.  */
struct wpp_transitions;

struct wpp_transitions *wpp_transitions_new (uint32_t n_facts, unsigned words);
void wpp_transitions_free (struct wpp_transitions *t);
uint32_t wpp_transitions_facts (const struct wpp_transitions *t);
unsigned wpp_transitions_words (const struct wpp_transitions *t);

/* What ID is; valid until T gets another one.  */
struct wpp_transition wpp_transitions_get (const struct wpp_transitions *t, uint32_t id);

/* The transition that does FIRST, then SECOND, both of T; *ID is set.  WPP_E_NOMEM.  */
int wpp_transitions_compose (struct wpp_transitions *t, uint32_t first, uint32_t second,
                             uint32_t *id);

/* The one that does BASE K >= 1 times, by doubling.  */
int wpp_transitions_power (struct wpp_transitions *t, uint32_t base, uint32_t k, uint32_t *id);

/* A long composition, of transitions that T need not hold: THEN in turn, from the
   identity on, and END, which sets *ID and begins anew.  */
void wpp_transitions_then (struct wpp_transitions *t, const struct wpp_transition *step);
int wpp_transitions_end (struct wpp_transitions *t, uint32_t *id);

/* Let ID act on each of the states that STATE sums up.  */
void wpp_transitions_apply (struct wpp_transitions *t, uint32_t id, uint64_t *state);
void wpp_transitions_apply_step (struct wpp_transitions *t, const struct wpp_transition *step,
                                 uint64_t *state);

/* Let STATE pass through K >= 1 copies of BASE: SUM becomes the sum of what comes before each copy
   (STATE + base STATE + … + base^(k-1) STATE).  STATE stays as it is.  O(log k).  */
int wpp_transitions_series (struct wpp_transitions *t, uint32_t base, uint32_t k,
                            const uint64_t *state, uint64_t *sum);

/* Changes of the N transitions T, or none when T is null, together.  */
static inline size_t
wpp_count_changes (const struct wpp_transition *t, size_t n)
{
  size_t changes = 0;
  for (size_t i = 0; t && i < n; i++)
    changes += t[i].n;
  return changes;
}

#endif /* WPP_TRANSITION_H */
