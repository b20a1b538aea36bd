/* The nest of a thread, kept beside a recording's file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   kept as FILE.nst (base/kept-file.h):

     contents := check, leb letters, leb kinds, leb rules, leb parts, letter*, kind*, rule*, leb rope
     letter   := leb 2 * event, or leb 2 * activation + 1
     kind     := leb function, leb rope
     rule     := leb parts less 1, part*
     part     := leb 2 * symbol, or leb 2 * symbol + 1, leb exponent less 2
     symbol   := 2 * letter, or 2 * (how far before this rule the rule is, from 0 on) + 1
     rope     := 0: empty; 1 + symbol, where a rule is 2 * its number + 1

   The last rope is the thread's.  Rules, kinds and letters only have what came before them, so there are no circles;
   and an activation has paths of its own function only.  Both is checked: bytes may be hostile.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_ROPES_KEPT_NEST_H
#define WPP_ANALYSIS_ACTIVATIONS_ROPES_KEPT_NEST_H

#include "activations/ropes/nest.h"
#include "base/kept-file.h"

/* Set K to what the nest of the thread with number THREAD is kept as, of the file that K says.  */
void wpp_kept_nest_of (struct wpp_kept *k, uint32_t thread);

/* Set N, which is empty, to the nest that is kept for K, whose events are as STEP (DATA) says, of N_FUNCTIONS.  Return
   false when there is none that can be used; N is empty then.  Nothing can be added to it.  */
bool wpp_kept_nest_find (const struct wpp_kept *k, struct wpp_nest *n, uint32_t n_functions, wpp_step_of *step,
                         void *data);
/* Set N, which is empty, to the nest of the thread of GRAMMARS [N_GRAMMARS]: the one that is kept for K, or else a new
   one, which is kept.  If K is null, none is kept.  Return as wpp_nest_add does.  */
int wpp_kept_nest_have (const struct wpp_kept *k, struct wpp_nest *n, struct wpp_grammar *const *grammars,
                        size_t n_grammars, uint32_t n_functions, wpp_step_of *step, void *data);
/* Keep N, of one thread, for K, if that is possible.  */
void wpp_kept_nest_put (const struct wpp_kept *k, const struct wpp_nest *n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_ROPES_KEPT_NEST_H */
