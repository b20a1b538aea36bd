/* The frequencies of many dumps or profiles as one table: `wpp freq'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A table keeps rows, each once what its text is, until all are there and their order is known.  */

#ifndef WPP_ANALYSIS_ANSWERS_FREQUENCY_TABLE_H
#define WPP_ANALYSIS_ANSWERS_FREQUENCY_TABLE_H

#include "answers/frequencies.h"

/* A fact at a block's entry, or a site in it.  */
struct wpp_frequency_row
{
  const char *file, *path, *problem, *function; /* PATH: null in dumps of an older plugin */
  uint32_t block;
  struct wpp_row_list lines;    /* of the block: numbers */
  const char *fact, *site;      /* one of them */
  uint32_t line;                /* that the fact comes from, or of the site; 0: unknown */
  const char *frequency, *count; /* digits */
  double share;                 /* frequency / count, 0 .. 1 */
  double cost;                  /* statements that all executions of the block execute; and the share of them */
};

/* The numbers of facts at blocks that hold always, never or sometimes; and how many of each are known without the
   profile.  */
struct wpp_frequency_sum_row
{
  uint64_t facts, always, never, sometimes, certain, impossible, unknown, unknown_always, unknown_never;
  const char *file, *path, *problem, *function;
};

extern const struct wpp_schema wpp_frequency_rows_schema;
extern const struct wpp_schema wpp_frequency_sums_schema;

struct wpp_frequency_table;

/* Make an empty one.  Names of files below the folder SOURCE_ROOT are relative to it, unless that is null.  Return null
   when out of memory.  */
struct wpp_frequency_table *wpp_frequency_table_new (const char *source_root);
void wpp_frequency_table_free (struct wpp_frequency_table *t);

/* Begin a dump with HEAD, after those that T has: dump number wpp_frequency_table_dumps, before that.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_frequency_table_begin (struct wpp_frequency_table *t, const struct wpp_frequencies_head *head);
size_t wpp_frequency_table_dumps (const struct wpp_frequency_table *t);
/* Add ROW to dump number DUMP.  Return 0, WPP_E_NOMEM, or what a list of ROW returns.  */
int wpp_frequency_table_add (struct wpp_frequency_table *t, size_t dump, const struct wpp_frequency_function_row *row);
/* A sink for objects of wpp_frequencies_schema, of which each is a dump of T.  It belongs to T.  */
struct wpp_row_sink *wpp_frequency_table_sink (struct wpp_frequency_table *t);

struct wpp_frequencies_asked
{
  const char *problems;         /* names, separated by commas, `all' among them; null: all */
  const char *function;         /* null: all */
  bool hot;                     /* costlier rows first */
  uint64_t top;                 /* only so many */
};

/* Send the rows of T, or the summaries of its functions and their sum, to SINK.  Set *ANY to whether there are any.
   Return 0, WPP_E_NOMEM, or what SINK returns.  */
int wpp_answer_frequencies (const struct wpp_frequency_table *t, const struct wpp_frequencies_asked *asked,
                            struct wpp_row_sink *sink, bool *any);
int wpp_answer_frequency_sums (const struct wpp_frequency_table *t, const struct wpp_frequencies_asked *asked,
                               struct wpp_row_sink *sink, bool *any);

#endif /* WPP_ANALYSIS_ANSWERS_FREQUENCY_TABLE_H */
