/* What the parts of the answer to `wpp state' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_STATE_IMPL_H
#define WPP_ANALYSIS_ANSWERS_STATE_IMPL_H

#include "answers/held.h"
#include "answers/state.h"

/* A variable while rows are sent.  */
struct wpp_state_shown
{
  const struct wpp_body *body;
  uint32_t variable;
  struct wpp_word v;
};

struct wpp_stater
{
  const struct wpp_moment_asked *asked;
  struct wpp_replayed_recording of;
  struct wpp_held held;
  struct wpp_moment moment;
  struct wpp_replay_now now;    /* where */
  struct wpp_replay_frame *open;/* [n_open] copies of what is open there, the outermost first */
  size_t n_open, open_room;
  struct wpp_state_shown *shown;/* [n_shown] of the row at hand */
  size_t n_shown, shown_room;
  char value[WPP_VALUE_TEXT], *type;
};

/* Is VARIABLE of B one that is shown?  */
bool wpp_state_shown_p (const struct wpp_body *b, uint32_t variable);

/* state-find.c: let S be at what is asked for, in FILE.  0; an error of wpp_moment_find or wpp_spans_tell.  */
int wpp_state_find (struct wpp_stater *s, const char *file, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_STATE_IMPL_H */
