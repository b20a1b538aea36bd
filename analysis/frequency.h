/* Data flow frequencies on a whole program path.

   B. Scholz, E. Mehofer: Dataflow Frequency Analysis based on Whole Program
   Paths, PACT 2002.  For bi-distributive problems the transition matrix of a
   path has at most one 1 a row (lemma 2): it is a vector `source' that says for
   each fact where its value comes from.

   A frequency belongs to a node's entry: frequency[v][d] is in how many of the
   executions of v fact d held when v was entered.  Facts of one activation are
   its own: an activation begins with the boundary facts.  */

#ifndef WPP_FREQUENCY_H
#define WPP_FREQUENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "numbering.h"
#include "project.h"

/* Where a fact's value after a transition comes from.  */
#define WPP_FROM_NONE UINT32_MAX          /* false */
#define WPP_FROM_LAMBDA (UINT32_MAX - 1)  /* true (the artificial fact) */
/* any other value: the value of that fact before */

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
  const struct wpp_transition *node;   /* [n_nodes] effect of executing a node */
  const struct wpp_transition *edge;   /* [n_edges] effect of taking an edge, or null */
  const uint32_t *boundary;            /* facts true when an activation begins */
  uint32_t n_boundary;
};

struct wpp_frequencies
{
  uint32_t n_facts, n_nodes;
  uint64_t *count;       /* [n_nodes] executions of the node; saturates (saturate.h) */
  uint64_t *frequency;   /* [n_nodes * n_facts]; saturates */
};

/* Solve PROBLEM (forward) over the N activation streams STREAMS of one function (project.h),
   paths numbered by NUM, and add the results up.  Return null and set *ERR (WPP_E_NOMEM,
   WPP_E_CORRUPT, WPP_E_TOOBIG when activations are nested deeper than summary.h can follow).  Cost near-linear in the
   size of the streams times the facts that change.  */
struct wpp_frequencies *wpp_frequencies_solve (const struct wpp_problem *problem,
                                               const struct wpp_numbering *num,
                                               struct wpp_projection *const *streams, size_t n,
                                               int *err);
void wpp_frequencies_free (struct wpp_frequencies *f);

#endif /* WPP_FREQUENCY_H */
