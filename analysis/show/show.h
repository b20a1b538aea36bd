/* Sinks that show rows (answers/rows.h) as text, JSON, …
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A sink writes to a FILE and notices no error of it: whoever has opened FILE asks ferror in the end.  Its functions
   return 0, WPP_E_NOMEM, or what an element of a list returns.  */

#ifndef WPP_ANALYSIS_SHOW_SHOW_H
#define WPP_ANALYSIS_SHOW_SHOW_H

#include <stdio.h>
#include "answers/rows.h"

/* A way of showing rows.  */
struct wpp_form
{
  const char *name;             /* `json' */
  /* Make a sink that writes to OUT; null when out of memory.  */
  struct wpp_row_sink *(*new_sink) (FILE *out);
};

/* The one called NAME, or null.  */
const struct wpp_form *wpp_form_named (const char *name);

/* Have SINK, of a form, show ROW of SCHEMA, which both must stay, with the whole answer: in JSON, its cells are the
   first ones of the outermost object; or the last ones, if END.  */
void wpp_sink_about (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *row, bool end);

/* Free a sink of a form.  */
void wpp_sink_free (struct wpp_row_sink *sink);

/* ---- Text: a layout for each schema.  */

/* How objects of a schema are laid out as text.  Functions may be null; what they write is all that is shown.  STATE is
   the sink's, zeroed, for a layout to remember something by while an object lasts.  */
struct wpp_text_layout
{
  const struct wpp_schema *of;
  int (*begin) (FILE *out, const void *head, void *state);
  int (*row) (FILE *out, const void *row, void *state);
  int (*end) (FILE *out, void *state);
};

#define WPP_LAYOUT_STATE 128    /* bytes */

extern const struct wpp_text_layout *const wpp_layouts[]; /* up to a null */

struct wpp_row_sink *wpp_text_sink (FILE *out);
/* The same with LAYOUTS, up to a null.  */
struct wpp_row_sink *wpp_layouts_sink (FILE *out, const struct wpp_text_layout *const *layouts);

/* Calls (answers/calls.h) as folded stacks, which flame graph tools read.  */
struct wpp_row_sink *wpp_folded_calls_sink (FILE *out);

/* Event words (answers/trace.h) in decimal, a line each, and as 32-bit little-endian words.  */
struct wpp_row_sink *wpp_trace_words_sink (FILE *out);
struct wpp_row_sink *wpp_trace_binary_sink (FILE *out);
/* Traces as FORM, which is freed with it, shows them, faster; null if FORM is, or when out of memory.  */
struct wpp_row_sink *wpp_trace_sink (struct wpp_row_sink *form);

/* What `wpp freq --csv' prints.  */
struct wpp_row_sink *wpp_frequency_csv_sink (FILE *out);

/* ---- JSON.  */

/* JSON, each row that is sent on a line of its own.  */
struct wpp_row_sink *wpp_json_sink (FILE *out);
/* JSON as compilers write it: in one line, with a space after each comma and colon, and six digits of real numbers.  */
struct wpp_row_sink *wpp_compiler_json (FILE *out);

/* ---- Rows that are there before their order is known.  */

/* Rows of one object of SCHEMA, whose head need not be known yet, as NEW_SINK's sinks show them.  Null when out of
   memory.  */
struct wpp_kept_rows;
struct wpp_kept_rows *wpp_kept_rows_new (struct wpp_row_sink *(*new_sink) (FILE *out), const struct wpp_schema *schema);
void wpp_kept_rows_free (struct wpp_kept_rows *k);
/* Add ROW, which comes before those with a smaller WEIGHT if wpp_kept_rows_write is asked to sort.  */
int wpp_kept_rows_add (struct wpp_kept_rows *k, const void *row, double weight);
/* Write the object with HEAD and the rows to OUT; those that weigh most first if SORTED, else as they came.  */
int wpp_kept_rows_write (struct wpp_kept_rows *k, FILE *out, const void *head, bool sorted);

#endif /* WPP_ANALYSIS_SHOW_SHOW_H */
