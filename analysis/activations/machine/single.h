/* The stack in the view of one function of which at most one activation is open at a time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Then the stack (machine.h, view.h) has a simple state: whether an activation of the function is open, and how many of
   other functions are above it.  A reader of a grammar needs nothing else from what came before a symbol.  While no
   activation of the function is open, others do not matter.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_SINGLE_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_SINGLE_H

#include "activations/machine/view.h"

/* States.  */
#define WPP_SINGLE_CLOSED 0u
#define WPP_SINGLE_OPEN 1u          /* plus the number of activations of others above it */
#define WPP_SINGLE_MOST_ABOVE 1000u

/* Can a path, which may ENTER and may LEAVE, be executed COPIES times in STATE?  It cannot if an activation would begin
   while another is open.  A path that does not enter goes on with the open activation, or with one whose beginning was
   not seen.  */
static inline bool
wpp_single_path_p (uint32_t state, bool enters, bool leaves, uint32_t copies)
{
  return !enters || (state == WPP_SINGLE_CLOSED && (leaves || copies == 1));
}

/* The state after a path, which may LEAVE.  Activations above its own have ended.  */
static inline uint32_t
wpp_single_after (bool leaves)
{
  return leaves ? WPP_SINGLE_CLOSED : WPP_SINGLE_OPEN;
}

/* The state after a non-local transfer has ended COUNT activations of others.  ARRIVED says whether it has arrived or
   goes on.  If there are fewer above, it arrives below the function's own activation, which has ended.  */
static inline uint32_t
wpp_single_land (uint32_t state, uint64_t count, bool arrived)
{
  uint32_t above = state - WPP_SINGLE_OPEN;
  if (count > above || (arrived && count == above))
    return WPP_SINGLE_CLOSED;
  return state - (uint32_t)count;
}

/* Apply LETTER, which is no path of the function, COPIES times to *STATE.  If *STATE becomes CLOSED, the activation is
   lost.  Return false when the state does not tell what happens: LETTER is invalid; or the function has landing places
   (LANDING) and others come and go; or others below its own activation end; or too many are above it.  */
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

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_SINGLE_H */
