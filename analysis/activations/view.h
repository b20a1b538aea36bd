/* How a thread looks to one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   To know which activations of a function its paths belong to, only its own and those of other landing-capable functions
   matter, and the latter only when there are LAND events.  So a thread is a sequence of letters to the function: its
   paths, control events, and the paths of the others that enter or leave.  The machine (machine.h) reads letters as the
   steps of two functions, the function and the others; which of the others it is does not matter.  What control leaves
   unseen is known later than in the whole thread, or never: paths that go on are no letters when others take them.

   One rule is not the machine's.  Below all activations there may be others that began unseen, and it is one of these that
   ends when none of the others is open: all above it are over then.  So what a part of a thread does
   to the function's own activations does not depend on what comes before (summary.h).  */

#ifndef WPP_VIEW_H
#define WPP_VIEW_H

#include "activations/machine.h"
#include "profile/events.h"

/* Letters.  Those of control events are the events.  */
#define WPP_LETTER_GAP WPP_EVENT_GAP
#define WPP_LETTER_ENTER 2u              /* an activation of another landing-capable function begins */
#define WPP_LETTER_LEAVE 3u              /* … ends */
#define WPP_LETTER_ENTER_LEAVE 4u        /* one path that does both */
#define WPP_LETTER_LAND_MORE WPP_EVENT_LAND_MORE
#define WPP_LETTER_LAND WPP_EVENT_LAND   /* + R, R <= WPP_EVENT_LAND_MAX */
#define WPP_LETTER_PATH 256u             /* + path number */

/* The functions of a view.  */
enum
{
  WPP_VIEW_OWN,
  WPP_VIEW_OTHER
};

/* The letter of a path, of another landing-capable function, that ENTERS and LEAVES or not; 0: none.  */
static inline uint32_t
wpp_view_letter (bool enters, bool leaves)
{
  return enters == leaves ? 0 : enters ? WPP_LETTER_ENTER : WPP_LETTER_LEAVE;
}

/* Is LETTER a path of another function?  */
static inline bool
wpp_view_other_p (uint32_t letter)
{
  return letter >= WPP_LETTER_ENTER && letter <= WPP_LETTER_ENTER_LEAVE;
}

/* The step that such a LETTER is.  */
static inline struct wpp_step
wpp_view_other (uint32_t letter)
{
  return (struct wpp_step){ .function = WPP_VIEW_OTHER, .enters = letter != WPP_LETTER_LEAVE,
                            .leaves = letter != WPP_LETTER_ENTER, .landing = true, .below = true, .place = 0 };
}

/* Do FIRST and THEN together say nothing, whatever comes before and behind?  An activation of another begins and ends.  */
static inline bool
wpp_view_undone_p (uint32_t first, uint32_t then)
{
  return then == WPP_LETTER_LEAVE && first == WPP_LETTER_ENTER;
}

/* Does what comes before LETTER not matter to what comes behind it?  All activations are over.  */
static inline bool
wpp_view_forgets_p (uint32_t letter)
{
  return letter == WPP_LETTER_GAP;
}

/* Is LETTER a control event that says something of activations?  */
static inline bool
wpp_view_control_p (uint32_t letter)
{
  return letter == WPP_LETTER_GAP || wpp_event_lands_p (letter);
}

#endif /* WPP_VIEW_H */
