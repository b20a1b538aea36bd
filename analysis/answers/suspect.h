/* What failing runs executed that passing ones did not: `wpp suspect'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each run executed some things or not: lines, edges, paths, pairs of paths one after the other, calling contexts; or
   a data flow fact held in it.  A thing is suspect if a greater share of the failing runs than of the passing ones
   executed it; how much is measured as by Ochiai: k / sqrt (F (k + m)), for k of F failing and m of all passing runs
   (R. Abreu, P. Zoeteweij, A. J. C. van Gemund: An Evaluation of Similarity Coefficients for Software Fault
   Localization, PRDC 2006).  Things in one function that the same runs executed are one group.  Groups with a greater
   measure come first; of equal ones, those that have more than pairs, contexts and facts, and then what a failing run
   did earlier: causes come before effects.

   A group is told by a path: where it leaves the nearest path that passing runs took is the branch to look at.  */

#ifndef WPP_ANALYSIS_ANSWERS_SUSPECT_H
#define WPP_ANALYSIS_ANSWERS_SUSPECT_H

#include "answers/routes.h"

enum wpp_suspect_kind
{
  WPP_SUSPECT_PATHS,
  WPP_SUSPECT_EDGES,
  WPP_SUSPECT_LINES,
  WPP_SUSPECT_PAIRS,            /* needs order */
  WPP_SUSPECT_CONTEXTS,         /* needs activations, … */
  WPP_SUSPECT_FACTS,            /* … and so does this */
  WPP_SUSPECT_KINDS
};

struct wpp_suspect_head
{
  uint64_t failing, passing;    /* runs */
  uint64_t groups;              /* suspect ones, sent or not; 0: nothing separates the runs */
};

struct wpp_suspect_place_row
{
  const char *file;
  uint32_t line;
};

struct wpp_suspect_row
{
  uint64_t rank;                /* from 1 */
  uint64_t failing, passing;    /* runs that executed it */
  double score;                 /* 0 .. 1 */
  const char *function, *short_name, *unit;
  uint64_t lines, edges, paths, pairs, contexts, facts; /* that are in the group */
  const char *kind;             /* what is shown of it: `path', `edge', `line', `pair', `context', `fact' */
  const struct wpp_suspect_place_row *branch; /* the last line before PATH and NEAREST part; null: they do not, or there
                                                 is none */
  const struct wpp_suspect_place_row *at; /* the first line of PATH after that; of facts: where it held */
  const struct wpp_route_row *before; /* of a pair: its first path; or null */
  const struct wpp_route_row *path;   /* of a failing run; null for contexts and facts */
  const struct wpp_route_row *nearest; /* of passing runs; null: none went there */
  struct wpp_row_list frames;   /* of contexts: const char *, the first caller first */
  const char *fact, *problem;   /* what held; of which problem; null for others */
  const char *file;             /* the first failing run that executed it */
  uint32_t thread;              /* there, … */
  int64_t event;                /* … and the first time, from 0; negative: not known */
  const char *next;             /* the command to go on with; or null */
};
extern const struct wpp_schema wpp_suspect_schema;

/* What a run needs of what it HAS (WPP_HAS_…) for KINDS, 1 << WPP_SUSPECT_…: one without order has no pairs.  */
unsigned wpp_suspect_needs (unsigned kinds, unsigned has);

struct wpp_suspects;

/* No runs yet; null when out of memory.  KINDS: 1 << WPP_SUSPECT_…; PROBLEMS: of facts (wpp_computed_asked).  */
struct wpp_suspects *wpp_suspects_new (unsigned kinds, unsigned problems);
void wpp_suspects_free (struct wpp_suspects *s);

/* Add the run R, which has what the kinds need and is S's from now on.  Return 0; or WPP_E_NOMEM, WPP_E_TOOBIG,
   or, with PLACE, an error of wpp_recording_code, wpp_path_decode or wpp_call_contexts_find.  */
int wpp_suspects_add (struct wpp_suspects *s, struct wpp_recording *r, bool failed, struct wpp_place *place);

/* Send the TOP first groups of S, of functions called FUNCTION (null: of all), to SINK.  Return how many there
   are; or an error as above, or what SINK returns.  */
int64_t wpp_answer_suspects (struct wpp_suspects *s, const char *function, uint64_t top, struct wpp_row_sink *sink,
                             struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SUSPECT_H */
