/* Data flow frequencies on a whole program path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Scholz, E. Mehofer: Dataflow Frequency Analysis based on Whole Program
   Paths, PACT 2002.  For bi-distributive problems the transition matrix of a
   path has at most one 1 a row (lemma 2): it is a vector `source' that says for
   each fact where its value comes from.

   A frequency belongs to a node's entry: it says in how many executions of v fact d held when v was
   entered.  Each activation has facts of its own.  Forward, it begins with the boundary facts.
   Backward, the facts at a node depend on what the activation executes from there on, and the
   boundary facts hold where it leaves the function.  No fact holds at the beginning of an activation
   whose beginning was not seen, nor at the end of one whose end was not seen or that an exception,
   longjmp or exit ended.

   No paths meet on an executed path, so may and must problems differ only in what is computed without a
   profile (static.h).  The frequencies of a problem and of its dual, which has the negated facts, add up to the
   executions, because bi-distributive functions map complements to complements.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_FREQUENCY_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_FREQUENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/numbering.h"
#include "activations/projection/project.h"

/* The source of a fact's value after a transition: one of these, or the fact whose value before the transition it
   takes.  */
#define WPP_FROM_NONE UINT32_MAX          /* false */
#define WPP_FROM_LAMBDA (UINT32_MAX - 1)  /* true (the artificial fact) */

/* A transition: the facts whose source is not themselves.  Sorted by fact.  */
struct wpp_change
{
  uint32_t fact, source;
};

struct wpp_transition
{
  uint32_t n;
  struct wpp_change *changes;
};

struct wpp_problem
{
  uint32_t n_facts;
  uint32_t n_nodes;
  bool backward;
  bool must; /* facts that hold statically are those that hold on all paths (static.h) */
  /* Effects of executing a node; backward they lead from its end to its entry.  A node that begins with a
     call may never get after the call, for example when it throws.  ENTER happens in any case,
     such as reading arguments; NODE happens only when the call returns, such as assigning its value.  */
  const struct wpp_transition *node;   /* [n_nodes] */
  const struct wpp_transition *enter;  /* [n_nodes] or null; before NODE */
  const struct wpp_transition *edge;   /* [n_edges] effect of taking an edge, or null */
  const uint32_t *boundary;            /* facts true when an activation begins; backward: ends */
  uint32_t n_boundary;
};

/* The activations of a function in one unit of one profile.  Units may number the paths of the function
   differently.  */
struct wpp_stream
{
  const struct wpp_numbering *num;
  struct wpp_projection *projection;
};

/* Sparse: frequencies that are not listed are 0.  Numbers have WORDS words (numbers.h): one, unless a number
   needs more.  */
struct wpp_frequencies
{
  uint32_t n_facts, n_nodes, n_edges;
  unsigned words;
  uint64_t *count;     /* [n_nodes] numbers: executions of the node */
  uint64_t *edge_count; /* [n_edges] likewise; 0 for a GAP edge, as no path runs over it */
  size_t *start;       /* [n_nodes + 1] node v has the entries start[v] .. start[v + 1) */
  uint32_t *fact;      /* [entries] sorted within a node */
  uint64_t *frequency; /* [entries] numbers, not 0 */
};

/* Solve PROBLEM of the function with graph CFG over its activations STREAMS [N], and return the sum of the
   results; or return null and set *ERR (WPP_E_NOMEM, WPP_E_CORRUPT, WPP_E_TOOBIG when activations are nested
   deeper than summary.h can follow).  Time: nearly linear in the size of the streams times the facts that
   change.  */
struct wpp_frequencies *wpp_frequencies_solve (const struct wpp_problem *problem,
                                               const struct wpp_cfg *cfg,
                                               const struct wpp_stream *streams, size_t n, int *err);
void wpp_frequencies_free (struct wpp_frequencies *f);

/* Solve the N PROBLEMS, all forward or all backward, in one pass (combined.c), into RESULTS [N].  Return 0, or an error
   as above without results.  */
int wpp_frequencies_solve_together (const struct wpp_problem *problems, size_t n,
                                    const struct wpp_cfg *cfg, const struct wpp_stream *streams,
                                    size_t n_streams, struct wpp_frequencies **results);

/* How often FACT held at NODE; null if never.  */
const uint64_t *wpp_frequency_of (const struct wpp_frequencies *f, uint32_t node, uint32_t fact);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_FREQUENCY_H */
