/* Statements as text, for people.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A value is its variable and its number, x_5, or just _7 for a temporary.  Otherwise text is as in the source, as far
   as it can be.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_WRITE_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_WRITE_H

#include <stdio.h>
#include "program/statements/body.h"

void wpp_write_type (FILE *out, const struct wpp_program *p, uint32_t type);
void wpp_write_value (FILE *out, const struct wpp_body *b, uint32_t value);
void wpp_write_operand (FILE *out, const struct wpp_body *b, uint32_t operand);
void wpp_write_reference (FILE *out, const struct wpp_body *b, uint32_t reference);
void wpp_write_statement (FILE *out, const struct wpp_body *b, const struct wpp_statement *s);
/* The PHI number PHI, with what each edge of CFG brings.  */
void wpp_write_phi (FILE *out, const struct wpp_body *b, uint32_t phi, const struct wpp_cfg *cfg);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_WRITE_H */
