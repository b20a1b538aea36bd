/* The solution of one function, from its profile: how often its nodes and edges were executed, and how
   often the facts of data flow problems held.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A user makes a solution of the function's graph, adds the streams of activations that profiles have and the
   problems, solves it, and asks.  Nothing is printed here, and no compiler is needed: dumps print a solution,
   transformations ask it.

   Numbers have as many words (numbers.h) as the frequencies that they are from.  A frequency at a
   node belongs to the node's entry (frequency.h), a frequency at a block to the entry of its first node.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_SOLUTION_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_SOLUTION_H

#include "facts/frequency/frequency.h"
#include "facts/frequency/static.h"

#define WPP_NO_BLOCK UINT32_MAX

/* ---- Problems, in the terms of the source.  */

/* Something that holds or does not when a node is entered.  */
struct wpp_fact
{
  char *text;               /* in source terms: `x = y + 1'; malloc'ed */
  char *variable;           /* the variable that the fact is about, malloc'ed; may be empty */
  uint32_t line;            /* 0: unknown */
  uint32_t block;           /* the block that the fact comes from; ENTRY's for a parameter */
  uint32_t declared_line, declared_column; /* where the variable is declared */
  uint32_t copy;            /* which copy of the variable, as inlining makes several: 1, 2 .. in order of appearance;
                               0 when the fact is not about one variable */
  bool parameter;           /* holds when an activation begins */
  bool may;                 /* a store through a pointer that may reach the variable */
  bool hidden;              /* not printed; other facts depend on it */
};

/* A statement at which it matters whether facts hold: a load that may be redundant.  */
struct wpp_site
{
  uint32_t node;            /* the statement's node */
  uint32_t line;            /* 0: unknown */
  uint32_t statement;       /* its number in the body */
  char *text;               /* malloc'ed */
  /* The facts at NODE's entry that decide it, of which at most one holds; or WPP_FROM_LAMBDA or
     WPP_FROM_NONE.  */
  uint32_t source[2];
};

/* Where a fact becomes true: at STATEMENT of NODE.  */
struct wpp_fact_origin
{
  uint32_t node, fact, statement;
};

/* A data flow problem of a function.  Arrays, and the changes of transitions, are malloc'ed.  */
struct wpp_facts
{
  bool backward, must;      /* as in wpp_problem, like the transitions */
  uint32_t n_facts, n_nodes, n_edges, n_boundary, n_sites;
  struct wpp_fact *facts;
  struct wpp_transition *node, *enter, *edge; /* [n_nodes], [n_nodes], [n_edges]; ENTER, EDGE may be null */
  uint32_t *boundary;
  struct wpp_site *sites;
  size_t n_origins;
  struct wpp_fact_origin
      *origins; /* in the order in which states pass; null unless asked for (wpp_problem_facts_told) */
};

/* FACTS as the solver takes them.  */
struct wpp_problem wpp_facts_problem (const struct wpp_facts *facts);

/* Free what FACTS has, not FACTS itself.  */
void wpp_facts_release (struct wpp_facts *facts);

/* ---- The solution.  */

/* A problem and its results.  */
struct wpp_solved
{
  struct wpp_facts facts;
  struct wpp_frequencies *frequencies;
  struct wpp_static *without_profile;
};

/* A basic block of the compiler's: nodes FIRST to END - 1.  */
struct wpp_block_range
{
  uint32_t block, first, end;
};

/* How a unit numbers the function's paths.  */
struct wpp_unit_numbering
{
  uint32_t flags;
  uint64_t path_limit;
  struct wpp_numbering *num;
};

struct wpp_solution
{
  const struct wpp_cfg *cfg; /* not owned */
  uint32_t *block_of;        /* [cfg->n_nodes] the block a node is a part of, or WPP_NO_BLOCK */
  uint32_t n_blocks;
  struct wpp_block_range *blocks; /* in the order of their nodes, executed or not */
  size_t n_streams, streams_room;
  struct wpp_stream *streams;
  size_t n_numberings, numberings_room;
  struct wpp_unit_numbering *numberings; /* those of STREAMS */
  size_t n, room;
  struct wpp_solved *solved; /* in the order in which problems were added */
  struct wpp_frequencies *counts; /* without problems: frequencies of no facts, for their counts */
};

/* Make an empty solution of the function with graph CFG.  BLOCK_OF [n_nodes], which is copied, has WPP_NO_BLOCK for
   ENTRY, EXIT and nodes on edges between blocks.  Return null when out of memory.  */
struct wpp_solution *wpp_solution_new (const struct wpp_cfg *cfg, const uint32_t *block_of);
void wpp_solution_free (struct wpp_solution *s);

/* Add the activations P.  P belongs to S from then on, even after an error.  FLAGS and PATH_LIMIT are those of the
   function in its unit (wpp_function_numbering).  Return 0 or an error of numbering.  */
int wpp_solution_add_stream (struct wpp_solution *s, struct wpp_projection *p, uint32_t flags,
                             uint64_t path_limit);

/* Add the problem FACTS.  Its memory belongs to S from then on, even after an error.  Return 0 or WPP_E_NOMEM.  */
int wpp_solution_add_problem (struct wpp_solution *s, struct wpp_facts *facts);

/* Solve all problems over all streams; without problems, only count executions.  Return 0, or an error of
   wpp_frequencies_solve; after an error S can only be freed.  */
int wpp_solution_solve (struct wpp_solution *s);

/* ---- Questions to a solution that is solved.  */

/* Frequencies that have the counts of all nodes and edges, as all do.  */
static inline const struct wpp_frequencies *
wpp_solution_counts (const struct wpp_solution *s)
{
  return s->n ? s->solved[0].frequencies : s->counts;
}

static inline const uint64_t *
wpp_solution_node_count (const struct wpp_solution *s, uint32_t node)
{
  const struct wpp_frequencies *f = wpp_solution_counts (s);
  return f->count + (size_t)node * f->words;
}

/* The same as problem P's frequencies have it, with as many words as these: numbers of one problem may stop at the
   greatest where those of another do not (saturate.h), and a frequency is to be compared with its own.  */
static inline const uint64_t *
wpp_solution_problem_count (const struct wpp_solution *s, size_t p, uint32_t node)
{
  const struct wpp_frequencies *f = s->solved[p].frequencies;
  return f->count + (size_t)node * f->words;
}

/* How often EDGE was taken; 0 for a GAP edge, as no path says that one was taken.  */
static inline const uint64_t *
wpp_solution_edge_count (const struct wpp_solution *s, uint32_t edge)
{
  const struct wpp_frequencies *f = wpp_solution_counts (s);
  return f->edge_count + (size_t)edge * f->words;
}

/* How often FACT of problem P held at NODE; null if never.  */
const uint64_t *wpp_solution_at_node (const struct wpp_solution *s, size_t p, uint32_t node,
                                      uint32_t fact);

/* Set NUMBER to how often SITE's facts, of problem P, held.  */
void wpp_solution_at_site (const struct wpp_solution *s, size_t p, const struct wpp_site *site,
                           uint64_t *number);

/* A subpath: N connected edges, none of them a GAP edge, that an activation takes one after the other.  Ball-Larus
   paths may end within it, as they do at calls and back edges.  */
struct wpp_solution_subpath
{
  const uint32_t *edges;
  uint32_t n;
};

/* Set NUMBERS [N_FACTS]: how often each of FACTS [N_FACTS] of problem P held at the beginning of SUBPATH when all of it
   was then taken, as numbers with the words of wpp_solution_counts.  For WPP_FROM_LAMBDA that is how often SUBPATH was
   taken.  An edge is a subpath of length 1.  This takes as long as solving P with 2 SUBPATH.n + 1 further facts for
   each of FACTS (subpath.c): ask for many at once.  Return 0, WPP_E_RANGE when there are no such edges or facts, or an
   error of wpp_frequencies_solve.  */
int wpp_solution_along (const struct wpp_solution *s, size_t p, const struct wpp_solution_subpath *subpath,
                        const uint32_t *facts, uint32_t n_facts, uint64_t *numbers);

/* How many facts of a problem hold always, never or sometimes at the executed blocks, according to the profile and to
   static analysis.  Hidden facts are left out.  */
struct wpp_solution_summary
{
  uint64_t facts, always, never, sometimes;
  uint64_t certain, impossible, unknown;
  uint64_t gained_always, gained_never, gained_sometimes; /* known by the profile only */
};

/* Summarise problem P.  Return 0 or WPP_E_NOMEM.  */
int wpp_solution_summarize (const struct wpp_solution *s, size_t p, struct wpp_solution_summary *summary);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_SOLUTION_H */
