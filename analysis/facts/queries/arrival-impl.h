/* What both ways to find how a thread got to a line share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_IMPL_H
#define WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_IMPL_H

#include "facts/queries/arrival.h"
#include "grammar/rules/alphabet.h"
#include "program/paths/path-steps.h"

/* A path event.  */
struct wpp_passing
{
  bool known;                  /* it is a path of a function */
  struct wpp_step step;
  uint32_t start, end_edge;    /* of the path */
  uint32_t entries;            /* marked nodes that it enters */
  uint64_t last;               /* the later it was last there, the greater; 0: not yet */
  bool compared;               /* with what went elsewhere */
};

struct wpp_arriving
{
  struct wpp_arrival *out;
  struct wpp_code *code;
  const bool *const *marked;
  struct wpp_alphabet alphabet;
  struct wpp_passing *passings;    /* [alphabet.n] */
  size_t passings_room;
  struct wpp_path_steps path;
  struct wpp_machine machine;
  uint64_t runs, most_runs;    /* of events, so far */
  uint64_t entries;            /* likewise */
  uint32_t event;              /* at hand */
  bool arrives;                /* it does, now */
  bool arrived;
};

/* Begin A for the entries of MARKED nodes of CODE, to be told in OUT.  0 or WPP_E_NOMEM; to be released in any
   case.  */
int wpp_arriving_begin (struct wpp_arriving *a, struct wpp_arrival *out, struct wpp_code *code,
                        const bool *const *marked);
void wpp_arriving_release (struct wpp_arriving *a);

/* Set *P to what EVENT is; it is valid until the next one.  */
int wpp_arrival_passing (struct wpp_arriving *a, uint32_t event, struct wpp_passing **p);

/* Find where the path at hand, that of P, enters its marked node number WHICH, from 1 on.  */
int wpp_arrival_node (struct wpp_arriving *a, const struct wpp_passing *p, uint64_t which);

/* Find what went elsewhere: instead of the path that led to the line, of one of those before, or of the callers'.  */
int wpp_arrival_elsewhere (struct wpp_arriving *a);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_IMPL_H */
