/* The kinds of events.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The terminals of a grammar are events.  An event is a path or a control event (format/event.h).
   The functions below need no notes; code.h gives the function and the path of an event.  Other files need not know how
   events are numbered.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_EVENTS_H
#define WPP_ANALYSIS_RECORDING_PROFILE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include "format/event.h"

enum wpp_event_kind
{
  WPP_EVENT_IS_NONE,       /* in no profile */
  WPP_EVENT_IS_PATH,
  WPP_EVENT_IS_GAP,
  WPP_EVENT_IS_LAND,
  WPP_EVENT_IS_LAND_MORE,
  WPP_EVENT_IS_STACK,
  WPP_EVENT_IS_OWN,
  WPP_EVENT_IS_SWITCH,
  WPP_EVENT_IS_TURN
};

static inline enum wpp_event_kind
wpp_event_kind (uint32_t event)
{
  if (event >= WPP_EVENT_PATHS_END)
    return event < WPP_EVENT_TURN ? WPP_EVENT_IS_SWITCH : WPP_EVENT_IS_TURN;
  if (event >= WPP_EVENT_FIRST_PATH)
    return WPP_EVENT_IS_PATH;
  if (event >= WPP_EVENT_LAND && event <= WPP_EVENT_LAND + WPP_EVENT_LAND_MAX)
    return WPP_EVENT_IS_LAND;
  return event == WPP_EVENT_LAND_MORE ? WPP_EVENT_IS_LAND_MORE
         : event == WPP_EVENT_GAP     ? WPP_EVENT_IS_GAP
         : event == WPP_EVENT_STACK   ? WPP_EVENT_IS_STACK
         : event == WPP_EVENT_OWN     ? WPP_EVENT_IS_OWN
                                      : WPP_EVENT_IS_NONE;
}

static inline bool
wpp_event_path_p (uint32_t event)
{
  return event >= WPP_EVENT_FIRST_PATH && event < WPP_EVENT_PATHS_END;
}

/* Does nothing go on after EVENT that was open before it?  */
static inline bool
wpp_event_ends_all_p (uint32_t event)
{
  return event == WPP_EVENT_GAP || event == WPP_EVENT_STACK;
}

/* Does EVENT say that activations were left by a non-local transfer?  */
static inline bool
wpp_event_lands_p (uint32_t event)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  return kind == WPP_EVENT_IS_LAND || kind == WPP_EVENT_IS_LAND_MORE;
}

/* The number of activations of functions with landing places that have ended, according to EVENT, which lands.  */
static inline uint32_t
wpp_event_gone (uint32_t event)
{
  return event == WPP_EVENT_LAND_MORE ? WPP_EVENT_LAND_MAX + 1 : event - WPP_EVENT_LAND;
}

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_EVENTS_H */
