/* The view that one function has of a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   To find the activations to which a function's paths belong, only its own activations and those of other functions
   with landing places matter, and the latter only when there are LAND events.  So in the view of the function, a thread
   is a sequence of letters: its paths, control events, and the paths of the others that enter or leave.  The machine
   (machine.h) reads letters as the steps of two functions, the function and the others; it does not matter which of the
   others.  An activation that control leaves without an event is noticed later than in the whole thread, or never,
   because paths of others that neither enter nor leave are no letters.

   One rule differs from the machine's.  Below all activations there may be activations of others whose beginnings were
   not seen.  When an activation of the others ends and none is open, it is one of these that ends, and so have all
   above it.  So the effect of a part of a thread on the function's own activations does not depend on what comes before
   (summary.h).  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_VIEW_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_VIEW_H

#include "activations/machine/machine.h"
#include "recording/profile/events.h"

/* Letters.  The letters of control events are these events.  */
#define WPP_LETTER_GAP WPP_EVENT_GAP
#define WPP_LETTER_ENTER 2u              /* an activation of another function with landing places begins */
#define WPP_LETTER_LEAVE 3u              /* such an activation ends */
#define WPP_LETTER_ENTER_LEAVE 4u        /* a path does both */
#define WPP_LETTER_LAND_MORE WPP_EVENT_LAND_MORE
#define WPP_LETTER_LAND WPP_EVENT_LAND   /* plus R, R <= WPP_EVENT_LAND_MAX */
#define WPP_LETTER_PATH 256u             /* plus the path number */

/* The functions of a view.  */
enum
{
  WPP_VIEW_OWN,
  WPP_VIEW_OTHER
};

/* The letter of a path of another function with landing places, by whether it ENTERS and LEAVES; 0: it has none.  */
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

/* The step of such a LETTER.  */
static inline struct wpp_step
wpp_view_other (uint32_t letter)
{
  return (struct wpp_step){ .function = WPP_VIEW_OTHER, .enters = letter != WPP_LETTER_LEAVE,
                            .leaves = letter != WPP_LETTER_ENTER, .landing = true, .below = true, .place = 0 };
}

/* Have FIRST and THEN together no effect, whatever comes before and after?  That is so if an activation of another
   function begins and ends.  */
static inline bool
wpp_view_undone_p (uint32_t first, uint32_t then)
{
  return then == WPP_LETTER_LEAVE && first == WPP_LETTER_ENTER;
}

/* Does LETTER end all activations, so that what comes before it does not matter to what comes after?  */
static inline bool
wpp_view_forgets_p (uint32_t letter)
{
  return letter == WPP_LETTER_GAP;
}

/* Is LETTER a control event that says something about activations?  */
static inline bool
wpp_view_control_p (uint32_t letter)
{
  return letter == WPP_LETTER_GAP || wpp_event_lands_p (letter);
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_VIEW_H */
