/* Answers that replay gives: what they share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_REPLAYED_H
#define WPP_ANALYSIS_ANSWERS_REPLAYED_H

#include "answers/at.h"
#include "values/replay/replay.h"

/* All threads.  */
#define WPP_ALL_THREADS UINT32_MAX

/* A recording that is replayed.  */
struct wpp_replayed_recording
{
  struct wpp_recording *recording;
  struct wpp_code *code;
  struct wpp_bindings *bindings;
  struct wpp_replayed done;
};

/* Bind the functions of R, which needs values, in A; to be released in any case.  0, or an error of
   wpp_recording_code or wpp_bindings_new.  */
int wpp_replayed_begin (struct wpp_replayed_recording *a, struct wpp_recording *r, struct wpp_place *place);
void wpp_replayed_release (struct wpp_replayed_recording *a);

/* Replay the thread with the number THREAD, or all of them, for USER.  0; an error, with PLACE, of
   wpp_recording_thread_numbered, wpp_values_replay_new, wpp_replay_thread; or 1, which a function of USER returned.  */
int wpp_replayed_run (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                      struct wpp_place *place);

/* A statement of a recording.  */
struct wpp_replayed_statement
{
  struct wpp_at_function function;
  const struct wpp_statement *statement;
};

/* Set *ENTRIES to [statements] 1 for the first statements of line LINE of FILE in each block of FUNCTION, which has a
   layout, to be freed; null: there are none.  0 or WPP_E_NOMEM.  */
int wpp_replayed_entries (const struct wpp_replayed_recording *a, uint32_t function, const char *file, uint32_t line,
                          uint8_t **entries);

struct wpp_replayed_statement wpp_replayed_statement (const struct wpp_replayed_recording *a, uint32_t function,
                                                      uint32_t statement);

/* V of TYPE of B, as it is printed: a decimal number; a pointer as 0x and hexadecimal digits; a number with a point as
   %a has it; `?' if it is not known.  */
#define WPP_VALUE_TEXT 32
const char *wpp_value_text (const struct wpp_type *type, struct wpp_word v, char buffer[WPP_VALUE_TEXT]);

#endif /* WPP_ANALYSIS_ANSWERS_REPLAYED_H */
