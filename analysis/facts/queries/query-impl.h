/* What the files of queries share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_QUERY_IMPL_H
#define WPP_ANALYSIS_FACTS_QUERIES_QUERY_IMPL_H

#include "facts/queries/query.h"
#include "base/hash-table.h"

#define WPP_VALUE_UNKNOWN UINT32_MAX   /* no answer: true, of nobody */

/* What may be known: values of all facts, kept from query to query and at most in one.  */
#define WPP_KNOWN_KEPT (UINT64_C (1) << 26)
#define WPP_KNOWN_MOST (UINT64_C (1) << 28)

/* A rule that is gone along, when the value of a fact at its far end is wanted.  */
struct wpp_query_frame
{
  uint32_t rule;
  uint32_t asked, value;       /* fact at the near end; what that is here */
  uint64_t at;                 /* symbols before it (backward: from it on) are to do */
  uint32_t left;               /* copies of the next symbol to do; 0: not begun */
  uint32_t done, saved;        /* copies done; value at the last power of 2 of them */
};

struct wpp_queries
{
  const struct wpp_query_space *space;
  const struct wpp_grammar *g;
  uint32_t n_symbols;          /* letters, then rules */
  uint64_t n_known;            /* facts of which something is */
  uint32_t **known;            /* [n_facts] null, or [n_symbols] what the fact at the near end is at the far end */
  bool **passed;               /* [n_facts] null, or [n_nodes] was the fact asked for there? */
  uint64_t *looked_at;         /* [n_facts] symbol before (backward: after) which the fact was looked up last, + 1, … */
  uint32_t *looked_up;         /* … and what was found */
  uint64_t n_queries;
  struct wpp_vector_same **same;   /* [same_table.n] vectors of traces that find one thing, lent to who asked: equal
                                      ones once */
  size_t same_room;
  struct wpp_hash_table same_table;
  struct wpp_query_frame *frames;
  size_t n_frames, frames_room;
};

static inline bool
wpp_answer_p (uint32_t value)
{
  return value & WPP_ANSWER;
}

/* The number of SYMBOL of Q's grammar; not that of the end of a trace.  */
static inline uint32_t
wpp_query_symbol (const struct wpp_queries *q, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? q->space->traces->n_letters + WPP_RULE_INDEX (symbol) : q->g->terminals[symbol] - 1;
}

/* FACT is asked for at the entry of NODE.  0 or WPP_E_NOMEM.  */
int wpp_query_pass (struct wpp_queries *q, uint32_t node, uint32_t fact);

/* Set *VALUE, a fact, to what it is at the far end of STEP; at STEP's entry forward.  */
int wpp_query_step (struct wpp_queries *q, const struct wpp_query_step *step, uint32_t *value);

/* Set *VALUE, a fact at the near end of COUNT copies of SYMBOL, the letter or rule of the grammar, to what it is at
   their far end.  0, WPP_E_NOMEM.  */
int wpp_query_copies (struct wpp_queries *q, uint32_t symbol, uint32_t count, uint32_t *value);

/* Set *VALUE, a fact before symbol AT (backward: after it), to what it is at the far end of the symbols FROM to END -
   1, of which that is one.  */
int wpp_query_look (struct wpp_queries *q, uint64_t from, uint64_t end, uint64_t at, uint32_t *value);

/* ---- A query.  */

/* So many executions of a letter or of a rule find VALUE at its far end.  */
struct wpp_counted
{
  uint64_t count;
  uint32_t value;
  uint32_t n;                  /* of a symbol: how many values there are; if more than one, VALUE is the first one's
                                  number among all */
};

/* Executions of the symbol AT, copies FIRST to LAST of it, part PART of its vector: their value.  */
struct wpp_found
{
  uint64_t at;
  uint32_t part, first, last, value;
};

struct wpp_asking
{
  struct wpp_queries *q;
  const struct wpp_asked *asked;
  const uint32_t *which;       /* [n_nodes] which of ASKED is about its entry, or UINT32_MAX */
  uint64_t *room;              /* series, or null: no times */
  struct wpp_counted *counted; /* [terminals, then rules] */
  struct wpp_counted *parts;   /* [n_parts] of those that have more than one value */
  size_t n_parts, parts_room;
  struct wpp_counted *sums;    /* [n_sums] of the symbols at hand */
  size_t n_sums, sums_room;
  struct wpp_found *found;     /* likewise */
  size_t n_found, found_room;
  uint64_t n_chained;
};

/* The place of SYMBOL of the grammar where there is one for each.  */
static inline uint32_t
wpp_asking_place (const struct wpp_asking *a, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? a->q->g->n_terminals + WPP_RULE_INDEX (symbol) : symbol;
}

/* What was counted of SYMBOL: *N values.  */
static inline const struct wpp_counted *
wpp_asking_counts (const struct wpp_asking *a, uint32_t symbol, uint32_t *n)
{
  const struct wpp_counted *c = &a->counted[wpp_asking_place (a, symbol)];
  *n = c->n;
  return c->n > 1 ? &a->parts[c->value] : c;
}

/* ADD (DATA) what each execution that is asked for in the letter TERMINAL is at its far end.  */
int wpp_asking_letter (struct wpp_asking *a, uint32_t terminal,
                       int (*add) (struct wpp_asking *a, void *data, uint32_t value), void *data);

/* Append to A->found what executions in the symbol AT find at the far end of the symbols FROM to END - 1, if they are
   VALUE, part PART, at the far end of AT.  Copies that are farther from the far end go along those between, one by one
   until another one more makes no difference.  */
int wpp_asking_part (struct wpp_asking *a, uint64_t from, uint64_t end, uint64_t at, uint32_t part, uint32_t value);

/* The answer that VALUE is at the far end of TRACE.  */
uint32_t wpp_asking_answer (const struct wpp_asking *a, uint32_t trace, uint32_t value);

/* Give FOUND [n_traces], which is counted, its times.  */
int wpp_asking_times (struct wpp_asking *a, struct wpp_vector *found);

/* ---- Vectors that are put together.  */

/* A vector whose executions all have one value: all times there are.  */
struct wpp_vector_same
{
  struct wpp_vector vector;
  struct wpp_vector_part part;
  struct wpp_series_entry series;
};

/* Make *S that of COUNT executions with VALUE, and return it: it is not to be released, nor to be moved.  */
static inline const struct wpp_vector *
wpp_vector_same (struct wpp_vector_same *s, uint32_t value, uint64_t count)
{
  s->series = wpp_series_of (1, 1, count);
  s->part = (struct wpp_vector_part){ value, count, { .entries = &s->series, .n = 1, .last = count } };
  s->vector = (struct wpp_vector){ .executions = count, .n = 1, .parts = &s->part };
  return &s->vector;
}

/* Series that go to the parts of a vector: all of one symbol, by their first members.  */
struct wpp_vector_piece
{
  uint32_t value;
  struct wpp_series_entry e;
};

struct wpp_vector_pieces
{
  struct wpp_vector_piece *all;
  size_t n, room;
};

/* Copies FIRST to LAST of a symbol, whose copy 0 has BEFORE executions before it, get VALUE.  */
struct wpp_query_copies
{
  uint32_t value;
  uint64_t before, first, last;
};

/* The part of V that has VALUE, made if there is none; null when out of memory.  */
struct wpp_vector_part *wpp_vector_part_of (struct wpp_vector *v, uint32_t value);

/* TO gets as many executions as COPIES of FROM have; as wpp_vector_append.  */
int wpp_vector_lengthen (struct wpp_vector *to, const struct wpp_vector *from, uint64_t copies, bool with_times);

/* Add the executions of part PART of FROM to TO as COPIES says, and their times, if wanted, to PIECES.  */
int wpp_vector_put (struct wpp_vector *to, const struct wpp_vector *from, uint32_t part,
                    const struct wpp_query_copies *copies, struct wpp_vector_pieces *pieces);

/* Add PIECES, which then has none, to TO.  */
int wpp_vector_put_pieces (struct wpp_vector *to, struct wpp_vector_pieces *pieces, uint64_t *room);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_QUERY_IMPL_H */
