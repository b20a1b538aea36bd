/* By whom, and from where, activations were called.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Calls say who called whom (recording/traces/traces.h); traces say after which path, and so at which node.  Who wants
   to know gives each activation a value, by that of its caller and the node: a calling context, say.  What activations
   with equal values call is gone through once.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_H

#include "activations/machine/machine.h"
#include "recording/profile/code.h"
#include "recording/traces/traces.h"

/* Activations that begin.  */
struct wpp_call_made
{
  uint32_t function, trace;  /* numbers as in kinds */
  uint32_t of_code;          /* index of the function among wpp_code's */
  bool seen;                 /* its beginning was */
  uint64_t caller;           /* value of who called it; 0: nobody is known to have */
  uint32_t node;             /* of the caller's graph: the call's; WPP_NO_NODE when the caller was not at a call, or
                                there is none */
  uint64_t times;            /* so many are alike; saturates */
};

/* When a function returns a value other than 0, following stops and returns it.  */
struct wpp_calling_user
{
  void *data;
  /* Set *VALUE, which is more than 0, of CALL.  */
  int (*begin) (void *data, const struct wpp_call_made *call, uint64_t *value);
  /* An activation with VALUE has ended, not by the exit of its function.  May be null.  */
  int (*end) (void *data, uint64_t value, enum wpp_activation_end how);
};

/* Tell USER of the activations of threads of T, of CODE, which gets the numberings that are needed: of all, or of those
   that are WANTED [T->n_threads].  Callers come before what they call, else the order means nothing.  Return 0;
   WPP_E_NOMEM; WPP_E_CORRUPT when kinds do not fit each other or a path is none of CODE's; WPP_E_TOOBIG when 2^22 are
   within each other, or 2^28 steps and 8 a symbol of the calls are not enough; or an error of numbering or decoding.
   Time: of the calls, what different values make different; where activations did not leave by their exits, or their
   callers' traces are irregular, up to O(activations).  */
int wpp_follow_calls (const struct wpp_traces *t, struct wpp_code *code, const bool *wanted,
                      const struct wpp_calling_user *user);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_H */
