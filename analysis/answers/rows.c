/* Answers as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/rows.h"

struct number32
{
  uint32_t number;
};

static const struct wpp_row_column number32_columns[] = { WPP_COLUMN (struct number32, number, NUMBER32) };
const struct wpp_schema wpp_number32_schema
  = WPP_SCHEMA ("number", struct number32, number32_columns, .bare = true);

static int
get_number32 (void *data, size_t i, void *row)
{
  *(uint32_t *)row = ((const uint32_t *)data)[i];
  return 0;
}

struct wpp_row_list
wpp_numbers32 (const uint32_t *numbers, size_t n)
{
  return (struct wpp_row_list){ n, (void *)numbers, get_number32 };
}

struct integer
{
  int64_t integer;
};

static const struct wpp_row_column integer_columns[] = { WPP_COLUMN (struct integer, integer, INTEGER) };
const struct wpp_schema wpp_integer_schema
  = WPP_SCHEMA ("integer", struct integer, integer_columns, .bare = true);

static int
get_integer (void *data, size_t i, void *row)
{
  *(int64_t *)row = ((const int64_t *)data)[i];
  return 0;
}

struct wpp_row_list
wpp_integers (const int64_t *integers, size_t n)
{
  return (struct wpp_row_list){ n, (void *)integers, get_integer };
}

struct text
{
  const char *text;
};

static const struct wpp_row_column text_columns[] = { WPP_COLUMN (struct text, text, TEXT) };
const struct wpp_schema wpp_text_schema = WPP_SCHEMA ("text", struct text, text_columns, .bare = true);

static int
get_text (void *data, size_t i, void *row)
{
  *(const char **)row = ((const char *const *)data)[i];
  return 0;
}

struct wpp_row_list
wpp_texts (const char *const *texts, size_t n)
{
  return (struct wpp_row_list){ n, (void *)texts, get_text };
}

/* ---- Late sinks.  */

static int
begin_once (const struct wpp_late_sink *late)
{
  return late->sent ? 0 : wpp_sink_begin (late->to, late->schema, late->head);
}

static int
late_row (struct wpp_row_sink *sink, const void *row)
{
  struct wpp_late_sink *late = (struct wpp_late_sink *)sink;
  int err = begin_once (late);
  late->sent++;
  return err ? err : wpp_sink_row (late->to, row);
}

struct wpp_late_sink
wpp_late_sink (struct wpp_row_sink *to, const struct wpp_schema *schema, const void *head)
{
  return (struct wpp_late_sink){ .sink.row = late_row, .to = to, .schema = schema, .head = head };
}

int64_t
wpp_late_end (struct wpp_late_sink *late)
{
  int err = begin_once (late);
  if (!err)
    err = wpp_sink_end (late->to);
  return err ? err : late->sent;
}
