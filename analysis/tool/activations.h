/* What the parts of `wpp activations' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_ACTIVATIONS_H
#define WPP_ANALYSIS_TOOL_ACTIVATIONS_H

#include "activations/timestamps/began.h"
#include "activations/timestamps/function-blocks.h"
#include "activations/timestamps/lookup.h"
#include "tool/tool.h"

struct wpp_traced_function
{
  const struct wpp_function_traces *traces;
  struct wpp_code_function *function;
  struct wpp_function_blocks blocks;
  uint64_t *counts;            /* [n_traces] activations */
  struct wpp_began *first, *last;   /* [n_traces] of these, or null; their position is UINT64_MAX when there is none */
};

struct wpp_traced
{
  struct wpp_profile *profile;
  struct wpp_code *code;
  struct wpp_traces own;       /* made here, … */
  const struct wpp_traces *all;   /* … or the file's */
  bool one_thread;             /* calls of other threads than those with number THREAD are left out */
  uint32_t thread;
  bool late;                   /* those are read when they are needed: wpp_traced_need */
  struct wpp_lookup lookup;    /* if so */
  size_t n;
  struct wpp_traced_function *functions;   /* those that were asked for */
};

/* The activations of the profiles that COMMON names, of the functions called FUNCTION or, if that is null, of all.  */
void wpp_traced_read (struct wpp_traced *t, const struct wpp_options *common, const char *function);
void wpp_traced_free (struct wpp_traced *t);
/* The same for those who need the traces of some functions only: the profile and its code.  */
void wpp_traced_begin (struct wpp_traced *t, const struct wpp_options *common);
/* Make T->all, in which the functions that are WANTED [T->code->n_functions] have traces, those of others mean nothing.
   Of a file that has traces it has all, but before they are used wpp_traced_need has to be asked for them.  */
void wpp_traced_make (struct wpp_traced *t, const bool *wanted);
/* The same when T->all is made: of all functions.  */
void wpp_traced_remake (struct wpp_traced *t);
/* The same when T->all is made: leave the calls of the threads with number THREAD alone.  */
void wpp_traced_only (struct wpp_traced *t, uint32_t thread);
/* Have the traces of the function whose place in T->all is NUMBER; of all, which must come before those of T->all are
   used.  */
void wpp_traced_need (struct wpp_traced *t, uint32_t number);
void wpp_traced_need_all (struct wpp_traced *t);
/* The same without functions; wpp_traced_number is the place of FUNCTION in T->all, or WPP_NO_FUNCTION, and
   wpp_traced_counts makes the activations of each of its traces.  */
void wpp_traced_open (struct wpp_traced *t, const struct wpp_options *common);
uint32_t wpp_traced_number (const struct wpp_traced *t, const struct wpp_code_function *function);
uint64_t *wpp_traced_counts (const struct wpp_traced *t, uint32_t number);
/* The same of all functions: [T->all->n_functions] arrays.  */
uint64_t **wpp_traced_all_counts (const struct wpp_traced *t);
/* The function whose place in T->all is NUMBER, or null when that is none.  */
const struct wpp_code_function *wpp_traced_name (const struct wpp_traced *t, uint32_t number);

/* Find when the first and the last activation of each trace of T's functions began.  */
void wpp_traced_began (struct wpp_traced *t);
/* Print that of trace TRACE of F; one of them.  */
void wpp_began_print (const struct wpp_traced *t, const struct wpp_traced_function *f, uint32_t trace);
struct json_object *wpp_began_json (const struct wpp_traced *t, const struct wpp_began *b);

/* Print S as the paper writes it, `2:20:2 30', and its words, `2,20,-2,-30'.  */
void wpp_series_print (FILE *out, const struct wpp_series *s);
struct json_object *wpp_series_json (const struct wpp_series *s);

/* How many words the series that are printed at a time may have: 8 bytes each.  Those of programs of 10^8 events have
   up to 35 a byte of the file.  */
uint64_t wpp_most_words (const struct wpp_profile *p);

/* activations-timed.c: print the timestamped form of T's functions.  */
void wpp_print_timestamps (struct wpp_traced *t, bool json);

/* activations-path.c: print where PATH, as the user writes it, was taken; return whether anywhere.  */
bool wpp_print_subpath (struct wpp_traced *t, const char *path, bool json);

/* activations-trips.c: print how often the loops of T's functions were gone round, by the last CALLS calls that led
   there; return whether there are any.  */
bool wpp_print_trips (struct wpp_traced *t, unsigned calls, bool json);

#endif /* WPP_ANALYSIS_TOOL_ACTIVATIONS_H */
