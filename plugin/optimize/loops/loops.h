/* -fwpp-optimize=loops: marks of loops, and peeling.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_LOOPS_LOOPS_H
#define WPP_PLUGIN_OPTIMIZE_LOOPS_LOOPS_H

#include "plugin/gcc/graph/graph.h"
#include "cfgloop.h"

extern "C"
{
#include "decide/models/budget.h"
#include "decide/models/loops.h"
}

/* loop-facts.cc  */

/* The statements of BB that become instructions.  */
unsigned wpp_size_of (basic_block bb);

/* The facts of LOOP of cfun, which has no loop in it and the STAYS.  */
wpp_loop_facts wpp_read_loop (class loop *loop, const wpp_loop_stays *stays);

/* Does LOOP begin with a test (wpp_tests_first_p), by which most of its stays end?  */
bool wpp_ends_by_test_p (class loop *loop);

/* loop-marks.cc: what a loop is to have done with it, until the loops' passes begin.  */

struct wpp_loop_mark
{
  unsigned peel;        /* executions of the header before the loop; 0: none */
  unsigned unroll;      /* factor, or 0 */
  bool test_first;      /* most stays end by the header's test; header copying takes that execution out of it */
  double stays[5];      /* of those that execute the header I + 1 times, the part that does so once more */
};

/* Does LOOP begin with a test that may leave it, and then have a body?  */
bool wpp_tests_first_p (const class loop *loop);

void wpp_set_loop_mark (class loop *loop, const wpp_loop_mark &mark);

/* In the linker's compiler: BB is the header of a loop with a mark of VALUE, from wpp_set_loop_mark.  The user's
   pragmas win; a loop that has become another's part has another header.  */
void wpp_take_loop_mark (basic_block bb, uint32_t value);

/* Add the passes that do what loops are marked with.  */
void wpp_register_loop_passes (const char *plugin);

/* loop-peel.cc: execute LOOP of cfun MARK.peel times before it.  Return why it cannot be done, or null.  */
const char *wpp_peel_loop (class loop *loop, const wpp_loop_mark &mark);

#endif /* WPP_PLUGIN_OPTIMIZE_LOOPS_LOOPS_H */
