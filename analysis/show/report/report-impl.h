/* What the parts of a report share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_REPORT_IMPL_H
#define WPP_ANALYSIS_SHOW_REPORT_REPORT_IMPL_H

#include "base/hash-table.h"
#include "answers/kept-texts.h"
#include "recording/profile/code.h"
#include "show/report/report.h"
#include "show/report/section.h"

#define WPP_REPORT_NONE UINT32_MAX

/* Source files, numbered as they come.  */
struct wpp_report_files
{
  struct wpp_kept_texts texts;
  struct wpp_hash_table table;  /* by path */
  size_t n;
  struct wpp_report_file { const char *file, *path; } *files; /* [n] */
};

/* The sections of a page, in their order.  */
enum wpp_report_part
{
  WPP_REPORT_FUNCTIONS,
  WPP_REPORT_GRAPHS,
  WPP_REPORT_PATHS,
  WPP_REPORT_HOT,
  WPP_REPORT_TIME,
  WPP_REPORT_CALLS,
  WPP_REPORT_LINES,
  WPP_REPORT_TEXTS,
  WPP_REPORT_DECISIONS,
  WPP_REPORT_DIFFERENCE,
  WPP_REPORT_FACTS,
  WPP_REPORT_FILES,
  WPP_REPORT_PARTS
};

/* A row of the first view's tables.  */
struct wpp_report_function
{
  const struct wpp_code_function *of;
  const char *name, *short_name, *file;
  uint32_t line;
  uint64_t statements, activations, executed, feasible;
};

#define WPP_REPORT_FIRST 20     /* rows of a table of the first view */
#define WPP_REPORT_SHARES 3     /* of all statements: a half, nine of ten, 99 of 100 */
#define WPP_REPORT_DECIDED 15   /* decisions of the first view */

/* What is said at first sight.  */
struct wpp_report_figures
{
  uint64_t functions, functions_executed, statements, paths_executed, paths_feasible;
  size_t n_first;
  struct wpp_report_function first[WPP_REPORT_FIRST];
  uint64_t paths_for[WPP_REPORT_SHARES]; /* so many paths make up that share */
};

struct wpp_report
{
  struct wpp_recording *r;
  struct wpp_code *code;
  const struct wpp_report_asked *asked;
  struct wpp_place *place;
  struct wpp_report_files files;
  uint32_t *number;             /* [code->n_functions] their numbers in the page: those that cost most first */
  uint32_t *events;             /* [n_paths] those of the section `paths', by their places */
  size_t n_paths;
  struct wpp_hash_table by_event;
  struct wpp_section *parts[WPP_REPORT_PARTS];
  struct wpp_report_figures figures;
  char *hot;                    /* the HTML of the hot subpaths of the first view */
  char *decided;                /* that of decisions; null: there are none */
  uint64_t n_decided;           /* that were carried out and gain something */
  uint64_t left;                /* compressed bytes that other parts may have */
};

/* report.c: begin the section PART, which may have SHARE of what is left; its size is then taken off.  Return null when
   out of memory.  */
struct wpp_section *wpp_report_begin (struct wpp_report *page, enum wpp_report_part part, double share);
int wpp_report_end (struct wpp_report *page, enum wpp_report_part part);
/* The page has no section PART, though it began.  Return 0.  */
int wpp_report_drop (struct wpp_report *page, enum wpp_report_part part);
/* The symbols of R's grammars.  */
uint64_t wpp_report_symbols (const struct wpp_recording *r);
/* The number of the source file FILE at PATH; WPP_REPORT_NONE when out of memory.  */
uint32_t wpp_report_file (struct wpp_report *page, const char *file, const char *path);
/* The number of F in the page, or WPP_REPORT_NONE when it was not executed.  */
uint32_t wpp_report_function_number (const struct wpp_report *page, const struct wpp_code_function *f);

/* The next path of the section `paths' is EVENT.  Return 0 or WPP_E_NOMEM.  */
int wpp_report_add_path (struct wpp_report *page, uint32_t event);
/* The place of EVENT in it, or WPP_REPORT_NONE.  */
uint32_t wpp_report_path_number (const struct wpp_report *page, uint32_t event);

/* Each makes its sections, and what the first view has of them.  Return 0, WPP_E_NOMEM, or an error of the answer.  */
int wpp_report_functions (struct wpp_report *page);
int wpp_report_paths (struct wpp_report *page);
int wpp_report_hot (struct wpp_report *page);
int wpp_report_time (struct wpp_report *page);
int wpp_report_source (struct wpp_report *page);
int wpp_report_decisions (struct wpp_report *page);
int wpp_report_difference (struct wpp_report *page);
int wpp_report_facts (struct wpp_report *page);

/* page.c: write the page, whose sections are there.  */
void wpp_report_page (const struct wpp_report *page, FILE *out);
/* overview.c: the first view.  */
void wpp_report_overview (const struct wpp_report *page, FILE *out);

#endif /* WPP_ANALYSIS_SHOW_REPORT_REPORT_IMPL_H */
