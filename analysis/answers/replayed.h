/* Answers that replay gives: what they share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_REPLAYED_H
#define WPP_ANALYSIS_ANSWERS_REPLAYED_H

#include "answers/at.h"
#include "values/indexed/spans.h"

/* All threads.  */
#define WPP_ALL_THREADS UINT32_MAX

/* A recording that is replayed.  */
struct wpp_replayed_recording
{
  struct wpp_recording *recording;
  struct wpp_code *code;
  struct wpp_bindings *bindings;
  struct wpp_wet_index index;    /* what is kept of it */
  struct wpp_replayed done;
};

/* Bind the functions of R, which needs values, in A; to be released in any case.  0, or an error of
   wpp_recording_code or wpp_bindings_new.  */
int wpp_replayed_begin (struct wpp_replayed_recording *a, struct wpp_recording *r, struct wpp_place *place);
void wpp_replayed_release (struct wpp_replayed_recording *a);
/* Tell R's listener if there are functions that were recorded without values (only=, or units without =wet), of B.  */
void wpp_replayed_tell_partial (struct wpp_recording *r, const struct wpp_bindings *b);

/* Replay all threads, from the beginning to the end, for USER.  0; an error, with PLACE, of wpp_values_replay_new,
   wpp_replay_thread; or 1, which a function of USER returned.  */
int wpp_replayed_run (struct wpp_replayed_recording *a, const struct wpp_replay_user *user, struct wpp_place *place);

/* Call TELL (DATA, S, PLACE) for the thread with the number THREAD, or for each, with S of it for USER.  0; an error,
   with PLACE, of wpp_recording_thread_numbered, wpp_spans_init; or what TELL returned, if not 0.  */
typedef int wpp_replayed_teller (void *data, struct wpp_spans *s, struct wpp_place *place);
int wpp_replayed_spans (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                        wpp_replayed_teller *tell, void *data, struct wpp_place *place);

/* Tell USER, of wpp_spans_init, what the thread with the number THREAD, or each, tells.  Errors of wpp_replayed_spans
   and wpp_spans_tell; or 1, which a function of USER returned.  */
int wpp_replayed_tell (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                       struct wpp_place *place);
/* The same of the events of S from BEGIN to before END.  */
int wpp_replayed_tell_span (const struct wpp_spans *s, uint64_t begin, uint64_t end, struct wpp_place *place);
/* Complain at PLACE, if ERR says so, that values of THREAD cannot be read.  Return ERR.  */
int wpp_replayed_complain (int err, const struct wpp_thread *thread, struct wpp_place *place);

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
