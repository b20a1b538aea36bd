/* What the files of effects.h share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_IMPL_H
#define WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_IMPL_H

#include "program/library/effects.h"

/* Is OPERAND a known integer?  Then set *VALUE.  */
bool wpp_integer_operand (const struct wpp_body *b, uint32_t operand, int64_t *value);

/* Is OPERAND the address of a string constant, or of a part of one?  Then set *TEXT and its *END.  */
bool wpp_string_operand (const struct wpp_body *b, uint32_t operand, const char **text, const char **end);

/* The statement that makes the value that the pointer OPERAND was computed from, in the same object, if one does; the
   row of what it calls.  Else null.  *MOVED becomes true if that is elsewhere in the object.  */
const struct wpp_statement *wpp_pointer_statement (const struct wpp_body *b, uint32_t operand, bool *moved);
const struct wpp_library_function *wpp_pointer_maker (const struct wpp_body *b, uint32_t operand, bool *moved);

/* Set where A is to the place where OPERAND leads: VARIABLE with its OFFSET, if that is EXACT; no SIZE.  */
void wpp_place_pointer (const struct wpp_body *b, uint32_t operand, struct wpp_effect_access *a);

/* What is used by way of STREAM in the call S: bits of enum wpp_library_state.  */
uint32_t wpp_stream_states (const struct wpp_body *b, const struct wpp_statement *s,
                            const struct wpp_library_stream *stream, unsigned habits);

#endif /* WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_IMPL_H */
