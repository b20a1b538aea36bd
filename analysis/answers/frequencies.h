/* How often data flow facts held: what dumps and `wpp freq' have of a function's solution, as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A dump is an object of wpp_frequencies_schema: a problem in a unit, with a row for each function that was executed.
   Such rows come from a solution (below), or from a dump that was saved (saved-frequencies.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_FREQUENCIES_H
#define WPP_ANALYSIS_ANSWERS_FREQUENCIES_H

#include "answers/rows.h"
#include "facts/frequency/solution.h"

struct wpp_frequencies_head
{
  const char *file, *path;      /* the unit's source; PATH may be null */
  const char *problem;
};

/* Facts at blocks that held always, never or only sometimes, of those that nobody knows without a profile.  */
struct wpp_frequency_gain_row
{
  uint64_t always, never, sometimes;
};

struct wpp_frequency_static_row
{
  uint64_t certain, impossible, unknown;
  struct wpp_frequency_gain_row of_unknown;
};

struct wpp_frequency_summary_row
{
  uint64_t facts, always, never, sometimes;
  struct wpp_frequency_static_row without_profile;
};

/* A function.  Of a saved dump NAME, BLOCKS and SUMMARY are known.  */
struct wpp_frequency_function_row
{
  const char *name, *assembler_name;
  const char *count;            /* of activations, as digits */
  const char *direction;        /* `forward', `backward' */
  struct wpp_row_list facts;        /* of wpp_frequency_fact_row: all, in the order of their numbers */
  struct wpp_row_list boundary;     /* numbers of those that hold when an activation begins (backward: ends) */
  struct wpp_row_list effects;      /* of wpp_frequency_effect_row */
  struct wpp_row_list blocks;       /* of wpp_frequency_block_row: those that were executed */
  struct wpp_frequency_summary_row summary;
};

/* A fact.  Of a saved dump FACT and LINE are known.  */
struct wpp_frequency_fact_row
{
  const char *fact, *variable;
  uint32_t line;                /* 0: unknown */
  const char *declared;         /* `LINE:COLUMN', with `#N' for the Nth copy of the variable; null: of no variable */
  bool parameter, may;          /* struct wpp_fact */
  uint32_t block;
  bool hidden;
};

/* A fact that held at a block's entry.  Of a saved dump FREQUENCY and SHARE are known, too.  */
struct wpp_frequency_held_row
{
  struct wpp_frequency_fact_row fact;
  uint32_t id;                  /* the fact's number */
  const char *frequency;        /* digits */
  double share;                 /* of the block's executions */
};

/* A statement at which facts decide something.  Of a saved dump all is known but NODE and FROM.  */
struct wpp_frequency_site_row
{
  const char *site;
  uint32_t line;
  const char *count, *frequency; /* of its executions: digits */
  double share;                 /* none: it was not executed */
  uint32_t node;
  struct wpp_row_list from;         /* facts that decide: numbers, or `true' for what always does */
};

struct wpp_frequency_block_row
{
  uint32_t block, node;         /* NODE: the first one of it; of a saved dump, 0 */
  struct wpp_row_list lines;        /* numbers */
  const char *count;            /* digits */
  double cost;                  /* statements that its executions executed, to six digits */
  struct wpp_row_list facts;        /* of wpp_frequency_held_row */
  struct wpp_row_list sites;        /* of wpp_frequency_site_row; without `get' when the problem has none at all */
};

/* What a node does to facts (BLOCK, NODE, ARRIVING), or an edge between blocks (FROM, TO, EDGE); what it has not is
   negative.  ARRIVING, without `get' when there is nothing: what it does even if control does not come back.  */
struct wpp_frequency_effect_row
{
  int64_t block, node;
  struct wpp_row_list arriving;
  int64_t from, to, edge;
  struct wpp_row_list changes;      /* tuples: fact, and its source: a fact, or whether it holds */
};

extern const struct wpp_schema wpp_frequencies_schema;
extern const struct wpp_schema wpp_frequency_function_schema;

/* A function, as it is to be shown.  */
struct wpp_frequency_asked
{
  const char *name, *assembler_name;
  bool hot;                     /* blocks that cost most come first, and facts that held most often */
};

/* Give TAKE the row of problem P of the solution S, which was solved; nothing when the function was not executed.  COST
   is what all of its blocks cost.  Return 0, WPP_E_NOMEM, or what TAKE returns.  */
int wpp_answer_function_frequencies (const struct wpp_solution *s, size_t p, const struct wpp_frequency_asked *asked,
                                     int (*take) (void *data, const struct wpp_frequency_function_row *row,
                                                  double cost),
                                     void *data);

#endif /* WPP_ANALYSIS_ANSWERS_FREQUENCIES_H */
