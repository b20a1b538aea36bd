/* Transitions of a bi-distributive problem, each kept once, and their effect on weighted states.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A weighted state is an array of N_FACTS + 1 numbers of WORDS words (numbers.h): the sum of the vectors of many
   states, as in formula 8 of the paper (Scholz and Mehofer, PACT 2002).  Element N_FACTS belongs to Λ: it is the number
   of states.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_TRANSITION_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_TRANSITION_H

#include <stddef.h>
#include <stdint.h>
#include "activations/machine/summary.h"
#include "facts/frequency/frequency.h"

/* Transitions are identified by numbers; WPP_IDENTITY changes nothing.  */
struct wpp_transitions;

struct wpp_transitions *wpp_transitions_new (uint32_t n_facts, unsigned words);
void wpp_transitions_free (struct wpp_transitions *t);
uint32_t wpp_transitions_facts (const struct wpp_transitions *t);
unsigned wpp_transitions_words (const struct wpp_transitions *t);

/* The transition ID; the pointers in it are valid until T gets another transition.  */
struct wpp_transition wpp_transitions_get (const struct wpp_transitions *t, uint32_t id);

/* Set *ID to the transition that does FIRST and then SECOND, both of T.  Return 0 or WPP_E_NOMEM.  */
int wpp_transitions_compose (struct wpp_transitions *t, uint32_t first, uint32_t second,
                             uint32_t *id);

/* Set *ID to the transition that does BASE K >= 1 times, by doubling.  */
int wpp_transitions_power (struct wpp_transitions *t, uint32_t base, uint32_t k, uint32_t *id);

/* A long composition, of transitions that T need not hold: call THEN for each of them in turn, and then END, which sets
   *ID and begins again with the identity.  */
void wpp_transitions_then (struct wpp_transitions *t, const struct wpp_transition *step);
int wpp_transitions_end (struct wpp_transitions *t, uint32_t *id);

/* Apply ID to STATE, that is, to each of the states in its sum.  */
void wpp_transitions_apply (struct wpp_transitions *t, uint32_t id, uint64_t *state);
void wpp_transitions_apply_step (struct wpp_transitions *t, const struct wpp_transition *step,
                                 uint64_t *state);

/* Set SUM to STATE + base STATE + … + base^(k-1) STATE: the sum of the states before each of K >= 1 copies of BASE.
   STATE is not changed.  O(log k).  */
int wpp_transitions_series (struct wpp_transitions *t, uint32_t base, uint32_t k,
                            const uint64_t *state, uint64_t *sum);

/* The number of changes of the transitions T [N]; 0 when T is null.  */
static inline size_t
wpp_count_changes (const struct wpp_transition *t, size_t n)
{
  size_t changes = 0;
  for (size_t i = 0; t && i < n; i++)
    changes += t[i].n;
  return changes;
}

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_TRANSITION_H */
