/* What variables hold while a recording is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells what every statement assigns.  What each variable was assigned last is kept for each open activation,
   and for variables of static storage.  */

#ifndef WPP_ANALYSIS_ANSWERS_HELD_H
#define WPP_ANALYSIS_ANSWERS_HELD_H

#include "answers/replayed.h"

/* What a variable was assigned last.  */
struct wpp_held_value
{
  bool told;
  struct wpp_word v;
};

/* An activation that is open.  */
struct wpp_held_frame
{
  uint64_t activation;
  uint32_t function;
  struct wpp_held_value *held;  /* [variables of the body] */
};

struct wpp_held
{
  const struct wpp_replayed_recording *of;
  struct wpp_held_frame *frames; /* [n_frames] by depth; those of activations that are over as well */
  size_t n_frames, frames_room;
  uint32_t *units;              /* [functions] the function that stands for the unit */
  struct wpp_held_value **globals; /* [functions] of the first function of each unit: [variables of the program] */
};

/* The variable that S, which has told a value, gives that: of which it assigns a version; all of which it stores to or
   loads; or which it binds for debuggers.  Or WPP_NONE.  */
uint32_t wpp_held_variable (const struct wpp_body *b, const struct wpp_statement *s);

/* H of OF, which is bound and must stay.  To be released in any case.  0 or WPP_E_NOMEM.  */
int wpp_held_init (struct wpp_held *h, const struct wpp_replayed_recording *of);
void wpp_held_release (struct wpp_held *h);

/* Replay tells NOW of V: the result of a statement, or what it binds (WPP_WATCH_VALUE); or what a parameter was when
   the function was entered (WPP_WATCH_PARAMETERS), which it holds unless it was assigned.  0 or WPP_E_NOMEM.  */
int wpp_held_told (struct wpp_held *h, const struct wpp_replay_now *now, struct wpp_word v);
/* The activation O, at DEPTH, is open: its parameters hold what replay knows of them, unless they were assigned.  */
int wpp_held_parameters (struct wpp_held *h, const struct wpp_replay_frame *o, size_t depth);

/* What variables of ACTIVATION at DEPTH hold, by the body's numbers; those of static storage, of FUNCTION's unit, by
   the program's.  Null: nothing was told.  */
const struct wpp_held_value *wpp_held_frame (const struct wpp_held *h, uint64_t activation, size_t depth);
struct wpp_held_value *wpp_held_globals (const struct wpp_held *h, uint32_t function);
/* The same of NOW's activation, or FUNCTION; nothing was told of it at first.  Null when out of memory.  */
struct wpp_held_value *wpp_held_need_frame (struct wpp_held *h, const struct wpp_replay_now *now);
struct wpp_held_value *wpp_held_need_globals (struct wpp_held *h, uint32_t function);
/* The function that stands for FUNCTION's unit.  */
static inline uint32_t
wpp_held_unit (const struct wpp_held *h, uint32_t function)
{
  return h->units[function];
}

#endif /* WPP_ANALYSIS_ANSWERS_HELD_H */
