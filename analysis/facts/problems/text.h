/* Statements in the words of the source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Versions of a variable are shown as the variable, a temporary as what it was computed from, a few levels deep; one
   that is not shown is `...'.  As a KEY, variables of one name differ, and so do references of different types.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_TEXT_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_TEXT_H

#include "program/statements/body.h"
#include "base/bytes.h"

/* How many temporaries within each other are shown.  */
#define WPP_TEXT_DEPTH 4

/* Append to OUT: S as an assignment in source terms; what S computes; the operand OPERAND.  */
void wpp_put_statement (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s);
void wpp_put_computation (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s, bool key);
void wpp_put_operand (struct wpp_buffer *out, const struct wpp_body *b, uint32_t operand, bool key);

/* Append S of any kind to OUT as an answer tells it: `x = y + 1', `if i < n', `return x'.  Where the source has no
   words for a part, that is `...', and the column of S follows, if it is known.  */
void wpp_put_source (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s);

/* Append the string TEXT.  */
void wpp_put_text (struct wpp_buffer *out, const char *text);

/* What OUT has, as a string, malloc'ed, and OUT is empty then; null when out of memory.  */
char *wpp_text_take (struct wpp_buffer *out);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_TEXT_H */
