/* The timestamped form of a function's traces: dictionaries of dynamic basic blocks, and the timestamps of each block.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 2.  A dynamic basic block of a trace is a chain of blocks that the trace enters at the first and leaves
   at the last one only.  It has the number of its first block, and takes one step of time.  The dictionary of a trace
   has the chains of more than one block.  Then the trace is a map from dynamic basic blocks to the times at which they
   were executed, from 1 on (series.h).

     blocks        1 2 3 2 3 2 3 6
     dictionary    2: 2 3
     trace         1 2 2 2 6     1 -> {-1}   2 -> {2:-4}   6 -> {-5}

   Different activations' traces may be the same and have other dictionaries, or the other way round: both are kept
   once.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_DYNAMIC_BLOCKS_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_DYNAMIC_BLOCKS_H

#include "base/hash-table.h"
#include "activations/timestamps/series.h"

/* What traces are told in: parts, each a sequence of blocks, which may be empty.  */
struct wpp_block_parts
{
  uint32_t n_parts;
  const uint32_t *begin;     /* [n_parts + 1] where the blocks of a part are … */
  const uint32_t *blocks;    /* … among these; below N_BLOCKS */
  uint32_t n_blocks;
};

/* Call VISIT (VISITOR, PART, TIMES) for what a trace consists of, in order, a part so many TIMES in a row, until that
   returns nonzero; return that, else 0 or an error.  */
typedef int wpp_block_teller (void *data, int (*visit) (void *visitor, uint32_t part, uint64_t times), void *visitor);

struct wpp_timed_block
{
  uint32_t block;
  struct wpp_series series;
};

struct wpp_timed_trace
{
  uint64_t length;               /* dynamic basic blocks executed */
  uint32_t n;
  struct wpp_timed_block *blocks;   /* [n] by rising number */
  size_t n_words;                /* of all series */
};

struct wpp_dictionary
{
  uint32_t n;                    /* chains of more than one block */
  uint32_t *begin;               /* [n + 1] in the blocks; by rising first block */
  uint32_t *blocks;
};

struct wpp_timed_pair
{
  uint32_t trace, dictionary;    /* their numbers */
  uint64_t n_blocks;             /* blocks executed */
};

struct wpp_timed_work;

struct wpp_timed_function
{
  size_t n_traces, traces_room;
  struct wpp_timed_trace *traces;
  size_t n_dictionaries, dictionaries_room;
  struct wpp_dictionary *dictionaries;
  struct wpp_hash_table trace_table, dictionary_table;
  struct wpp_timed_work *work;
};

/* F without traces, which will be told in PARTS, which must stay.  0 or WPP_E_NOMEM; to be released in any case.  */
int wpp_timed_function_init (struct wpp_timed_function *f, const struct wpp_block_parts *parts);
void wpp_timed_function_release (struct wpp_timed_function *f);

/* Let F's traces together take at most STEPS, of about a block each or of a run of them, and have at most WORDS:
   wpp_timed_function_add returns WPP_E_TOOBIG then.  */
void wpp_timed_function_limit (struct wpp_timed_function *f, uint64_t steps, uint64_t words);

/* Find the timed trace and the dictionary of what TELL (DATA) tells of, twice, add them to F if they are not there, and
   set *PAIR.  WPP_E_NOMEM, WPP_E_TOOBIG when there are 2^62 blocks or more, or what TELL returns.  Time O(what it
   visits and the blocks of the parts that it visits, N log N for N different ones).  */
int wpp_timed_function_add (struct wpp_timed_function *f, wpp_block_teller *tell, void *data,
                            struct wpp_timed_pair *pair);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_DYNAMIC_BLOCKS_H */
