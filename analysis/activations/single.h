/* The stack in the view of one function when no two activations of it are open at a time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Then all that matters of the stack (machine.h, view.h) is whether one is open, and how many of others are above it: a
   state.  Whoever reads a grammar needs to know no more of what came before a symbol.  While none is open, others do not
   matter.  */

#ifndef WPP_SINGLE_H
#define WPP_SINGLE_H

#include "activations/view.h"

/* States.  */
#define WPP_SINGLE_CLOSED 0u
#define WPP_SINGLE_OPEN 1u          /* + activations of others above */
#define WPP_SINGLE_MOST_ABOVE 1000u

/* Can a path that ENTERS or not and LEAVES or not be taken COPIES times in STATE?  Not when an activation begins while one
   is open.  One that does not enter goes on with what is open, or with one that began unseen.  */
static inline bool
wpp_single_path_p (uint32_t state, bool enters, bool leaves, uint32_t copies)
{
  return !enters || (state == WPP_SINGLE_CLOSED && (leaves || copies == 1));
}

/* The state behind a path that LEAVES or not: what was above its activation is over.  */
static inline uint32_t
wpp_single_behind (bool leaves)
{
  return leaves ? WPP_SINGLE_CLOSED : WPP_SINGLE_OPEN;
}

/* COUNT activations of others are over by a non-local transfer; it has ARRIVED or goes on.  Past the last one of them it
   arrives below the function's own.  */
static inline uint32_t
wpp_single_land (uint32_t state, uint64_t count, bool arrived)
{
  uint32_t above = state - WPP_SINGLE_OPEN;
  if (count > above || (arrived && count == above))
    return WPP_SINGLE_CLOSED;
  return state - (uint32_t)count;
}

/* Let *STATE pass LETTER, which is no path of the function's, COPIES times; when it is CLOSED then and was not, the activation
   is lost.  False when the state does not tell what happens: LETTER is none, the function is LANDING-capable and others come and
   go, others below its own end, or too many are above.  */
static inline bool
wpp_single_pass (uint32_t *state, uint32_t letter, uint32_t copies, bool landing)
{
  if (*state == WPP_SINGLE_CLOSED || letter == WPP_LETTER_ENTER_LEAVE)
    return true;
  uint32_t above = *state - WPP_SINGLE_OPEN;
  bool other = wpp_view_other_p (letter), enters = other && wpp_view_other (letter).enters;
  if (letter == WPP_LETTER_GAP)
    *state = WPP_SINGLE_CLOSED;
  else if (landing || (!other && !wpp_view_control_p (letter)))
    return false;
  else if (!other)
    *state = wpp_single_land (*state, (uint64_t)copies * wpp_event_gone (letter),
                              wpp_event_kind (letter) == WPP_EVENT_IS_LAND);
  else if (copies > (enters ? WPP_SINGLE_MOST_ABOVE - above : above))
    return false;
  else
    *state += enters ? copies : -copies;
  return true;
}

#endif /* WPP_SINGLE_H */
