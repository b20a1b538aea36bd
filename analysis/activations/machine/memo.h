/* The effects of rules on the stack of activations, remembered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The effect of a rule depends on the activations that it finds.  Mostly it depends on the topmost one only, and mostly
   that is the same as last time.  A mode of a rule records the activations that it found, those that it left in their
   place, and what its user counted meanwhile.  When the rule finds the same activations again, the mode is counted and
   the events are skipped.  A mode that leaves what it finds is counted for all repetitions of the rule at once.  So
   what was seen before takes no time, however long it is.  At the end, the counts of modes are multiplied out, wholes
   before parts.

   Activations are the same when all their fields are the same.  So modes apply most often when the user keeps little in
   places and values, and has no function `begin', because that looks at the caller.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_MEMO_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_MEMO_H

#include "activations/machine/machine.h"
#include "grammar/rules/grammar.h"

struct wpp_memo_user
{
  void *data;
  /* Do EVENT COUNT times, by steps and control events of the machine and by wpp_memo_count.  The result must not depend
     on anything else that this function reads or writes.  */
  int (*event) (void *data, uint32_t event, uint64_t count);
  /* NUMBER of WHAT was counted COUNT times.  This is called when a count is certain, maybe more than once for the same
     number.  */
  int (*count) (void *data, uint32_t what, uint64_t number, uint64_t count);
};

struct wpp_memo;

/* Make a memo for the machine M, which keeps its stack from one grammar to the next.  Null when out of memory.  */
struct wpp_memo *wpp_memo_new (struct wpp_machine *m, const struct wpp_memo_user *user);
void wpp_memo_free (struct wpp_memo *memo);

/* Do the events of G's sentence.  Time: O(symbols) if rules find what they have found before, else O(events), but M's
   work is bounded.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (more work than real programs cause: 2^26 and 16 times the
   symbols), or what the functions of USER and of M's user return.  */
int wpp_memo_grammar (struct wpp_memo *memo, const struct wpp_grammar *g);

/* The same, and before each of the symbols AT [N] of S, which rise, everything that was done before is counted, and
   then STOP (DATA, i) is called.  What it returns other than 0 ends the memo's work.  */
struct wpp_memo_stops
{
  size_t n;
  const uint64_t *at;
  int (*stop) (void *data, size_t i);
  void *data;
};
int wpp_memo_grammar_stopping (struct wpp_memo *memo, const struct wpp_grammar *g, const struct wpp_memo_stops *stops);
/* The most work for each grammar from now on; 0: as above.  */
void wpp_memo_limit (struct wpp_memo *memo, uint64_t work);

/* Count NUMBER of WHAT, which must be less than UINT32_MAX, COUNT times.  To be called from USER's and M's user's
   functions, also at the end of a thread, when no rule is at work.  */
int wpp_memo_count (struct wpp_memo *memo, uint32_t what, uint64_t number, uint64_t count);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_MEMO_H */
