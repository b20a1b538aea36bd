/* What optimisations considered and why, as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/decisions.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_decision_row, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT, .optional = true), COLUMN (function, TEXT),
      COLUMN (assembler_name, TEXT, .optional = true), COLUMN (line, NUMBER), COLUMN (kind, TEXT),
      COLUMN (action, TEXT), COLUMN (chosen, TRUTH), COLUMN (gain, SIGNED, .unit = "cycles"),
      COLUMN (bytes, NUMBER, .unit = "bytes"), COLUMN (because, TEXT) };
static const struct wpp_schema decision_schema = WPP_SCHEMA ("decision", struct wpp_decision_row, columns);

static const struct wpp_row_column head_columns[]
  = { WPP_COLUMN (struct wpp_decisions_head, file, TEXT, .optional = true),
      WPP_COLUMN (struct wpp_decisions_head, deferred, TRUTH, .optional = true) };
const struct wpp_schema wpp_decisions_schema
  = WPP_SCHEMA ("decisions", struct wpp_decisions_head, head_columns, .rows = "decisions", .of = &decision_schema);
