/* What rules of a grammar do to the stack of activations, remembered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a rule does depends on the activations that it finds, most often on no more than the topmost one, which is in
   most cases what it was the last time.  A mode of a rule is what it found, what it left in the place of that, and what its
   user counted meanwhile.  When the same is found again, the mode is counted instead of the events being done; a
   mode that leaves what it finds is counted as often as the rule is repeated.  So what has been seen before
   takes no time, however long it is.  What modes count is multiplied out at the end, those first that others are parts
   of.

   Activations are the same when all their fields are.  So a user remembers most who keeps least in their places and
   values, and who has no function `begin', as that looks at the caller.  */

#ifndef WPP_MEMO_H
#define WPP_MEMO_H

#include "activations/machine.h"
#include "grammar/grammar.h"

struct wpp_memo_user
{
  void *data;
  /* Do EVENT COUNT times: as steps and control events of the machine, and by wpp_memo_count.  Whatever else it reads or
     writes must not matter.  */
  int (*event) (void *data, uint32_t event, uint64_t count);
  /* NUMBER of WHAT was counted so often; called when this is known for good, more than once for the same.  */
  int (*count) (void *data, uint32_t what, uint64_t number, uint64_t count);
};

struct wpp_memo;

/* For the machine M, whose stack stays from one grammar to the next.  Null when out of memory.  */
struct wpp_memo *wpp_memo_new (struct wpp_machine *m, const struct wpp_memo_user *user);
void wpp_memo_free (struct wpp_memo *memo);

/* Do the events of G's sentence.  Time O(symbols) if rules find what they have found before, else O(events): M's
   work is bounded.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (more work than real programs give: 2^29 and 64 times the
   symbols), or what USER and M's user return.  */
int wpp_memo_grammar (struct wpp_memo *memo, const struct wpp_grammar *g);

/* While events are done: COUNT more of NUMBER of WHAT, less than UINT32_MAX.  */
int wpp_memo_count (struct wpp_memo *memo, uint32_t what, uint64_t number, uint64_t count);

#endif /* WPP_MEMO_H */
