/* What profiles hold: `wpp info'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Never expands a grammar.  Works without the executable's notes; what they alone tell is then left out.  */

#ifndef WPP_ANALYSIS_ANSWERS_INFO_H
#define WPP_ANALYSIS_ANSWERS_INFO_H

#include <gmp.h>
#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_info_ending_row
{
  const char *kind;             /* `unknown', `exit', `signal', `exec' */
  int64_t status;               /* or the signal's number; negative: neither */
};

struct wpp_info_run_row
{
  uint32_t pid;
  double began, duration, events_per_second, waited; /* seconds, the first since 1970; not a number: unknown */
};

/* A program that a merged profile is of.  */
struct wpp_info_merged_row
{
  const char *program, *build_id; /* in hexadecimal; null: none */
  uint64_t runs;
};

/* A place that the program came to and named (wpp_mark), after EVENT events of the thread.  */
struct wpp_info_mark_row
{
  const char *mark;
  uint32_t thread;
  uint64_t event;
};

struct wpp_info_module_row
{
  const char *path, *build_id;
  uint64_t units;
};

struct wpp_info_thread_row
{
  uint32_t thread;
  struct wpp_any_cell events;
  uint64_t dropped_events;       /* came before those of the thread, and were not kept */
  uint64_t lost_events, segments;
  int64_t rules, symbols;        /* negative: grammars of drafts were not made */
  uint64_t coded_size;           /* bytes */
  bool raw;
};

/* A function that is left out, for REASON; or cut, which had EXACT_PATHS.  */
struct wpp_info_function_row
{
  const char *function, *assembler_name, *file, *path;
  uint32_t line;
  const char *reason;
  const char *exact_paths;      /* longer than any number type */
  uint64_t paths;
  const char *short_name;       /* not a column */
};

/* How compactly the interesting paths of a function are numbered: counters by intervals and by the numbering used.  */
struct wpp_info_compact_row
{
  const char *function, *assembler_name;
  uint64_t feasible, interesting, interval_size, size;
  bool large;                   /* it takes too many counters */
  const char *short_name;       /* not a column */
};

struct wpp_info_interesting_row
{
  uint64_t paths;
  double alpha_intervals, alpha; /* compactness: counters for each interesting path */
  struct wpp_row_list functions; /* of wpp_info_compact_row */
  size_t n_functions;           /* with interesting paths; not a column */
};

struct wpp_info_functions_row
{
  uint64_t instrumented, executed;
  struct wpp_row_list left_out, cut; /* of wpp_info_function_row */
  const struct wpp_info_interesting_row *interesting; /* null: not -fwpp-generate=preferential */
};

/* A kind of statement, of value, or a type, in words.  */
struct wpp_info_kind_row
{
  const char *kind;
  uint64_t count;               /* saturates */
};

struct wpp_info_values_row
{
  uint64_t records, bytes;      /* values that were stored, and what they take in the file */
  uint64_t statements;          /* of functions with values: executions; 0 without notes, as the lists */
  /* Of wpp_info_kind_row, the greatest counts first: values that were stored; executions of statements whose result
     replay does not compute, although its type is tracked; executions of those with a type that is not tracked.  */
  struct wpp_row_list stored, not_computed, not_tracked;
};

struct wpp_info_row
{
  const char *file, *program, *build_id;
  const struct wpp_row_list *merged; /* of wpp_info_merged_row; null: not merged */
  int64_t traces_bytes;         /* negative: not timestamped */
  struct wpp_info_ending_row ending;
  const struct wpp_info_run_row *run; /* null: not known */
  const char *options;
  bool counts;                  /* of paths, without their order */
  bool summary;                 /* for compilations, without threads */
  uint32_t drafts;
  struct wpp_row_list modules, threads; /* of wpp_info_module_row, wpp_info_thread_row */
  mpz_t events;
  uint64_t distinct_paths;
  const struct wpp_info_functions_row *functions; /* null: … */
  const char *notes_missing;    /* … why not */
  uint64_t segments;
  int64_t rules, symbols;       /* negative: grammars of drafts were not made */
  uint64_t file_size;
  mpz_t raw_size;               /* bytes */
  double ratio;
  const struct wpp_info_values_row *values; /* null: recorded without */
  uint64_t outside_events;      /* not recorded because nobody wanted them: at least so many */
  struct wpp_row_list marks;    /* of wpp_info_mark_row */
  uint64_t lost_events, stack_switches, unknown_switches; /* the last: where control went is not known */
  /* Not columns: how many threads and functions are to be listed; functions that have traces; grammars of drafts were
     made, and are kept for the next reader; this is the first row.  */
  size_t most;
  uint32_t traced_functions;
  bool made, kept, first;
};

extern const struct wpp_schema wpp_info_schema;  /* of all profiles; it has no head */

/* Send the row of R, one profile with counts, to SINK, within an object of wpp_info_schema; MOST and FIRST are told in
   it.  Return 0, WPP_E_NOMEM, an error of wpp_grammar_encode, or what SINK returns.  */
int wpp_answer_info (struct wpp_recording *r, size_t most, bool first, struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_INFO_H */
