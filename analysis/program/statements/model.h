/* Coding numbers by how often each occurred, in contexts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   One function codes and decodes: it gets the value, or anything when decoding, and returns it.  A number is a first
   choice (0 to 10, or how many hexadecimal digits follow) and digits, each learned (grammar/coding/choice.h).  A number
   of something that is numbered in order of appearance, as types are, is new or one of those that were there, whose
   frequencies are in a tree (grammar/coding/number-tree.h).  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_MODEL_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include "grammar/coding/choice.h"
#include "grammar/coding/number-tree.h"

struct wpp_model
{
  struct wpp_choices first;
  struct wpp_choices digit[4], second[2][16];  /* of 1, 2, 4, and 8 or 16 digits */
  struct wpp_choices more;
};

/* All of N models, which are memory of any contents.  */
void wpp_models_init (struct wpp_model *models, size_t n);

uint64_t wpp_code_number (struct wpp_coder *c, struct wpp_model *m, uint64_t value);
/* The same of a difference, that from BEFORE to VALUE.  */
uint64_t wpp_code_from (struct wpp_coder *c, struct wpp_model *m, uint64_t value, uint64_t before);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_MODEL_H */
