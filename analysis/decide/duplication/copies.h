/* Copies of hot subpaths in which something folds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Where control comes to a block on one of several ways, less is known there than on each of them.  If the block is
   copied for one way, what is known on that way is known in the copy: a branch is decided, a load was done before, a
   value is a constant.  What is known may matter some blocks later only; then all blocks up to there are copied.  The
   ways go over back edges, too: in an example of B. Scholz, E. Mehofer, Dataflow Frequency Analysis based on Whole
   Program Paths, PACT 2002, a value is a constant in the last iteration.

   A copy is a node of a tree.  Its root is the copy that JUMP leads to instead of the original; its children are copies
   that control goes on to from there.  From a copy without such a child control goes on to the original, or to the root
   that the jump has.  So a jump leads to a root, or into a tree, or neither; trees of which one is the other's root do
   not go together.  How often control gets into each copy, and leaves it by each jump, is counted on the whole path: it
   is exact, and the same whichever trees are chosen.

   A copy is worth the cycles that fold in it, as often as it is executed.  Each pays a part of its own time, as
   well.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_COPIES_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_COPIES_H

#include "decide/duplication/blocks.h"
#include "decide/duplication/dispatch.h"
#include "facts/frequency/frequency.h"

/* What folds in a copy and does not in the original.  */
struct wpp_folded
{
  uint32_t branches, loads, computations;
  uint32_t statement;        /* one of them, a branch if there is one; or WPP_NONE */
  double cycles;             /* that an execution saves */
};

struct wpp_copy
{
  uint32_t jump;             /* of the blocks: by which control comes to it */
  uint32_t block;
  uint32_t parent;           /* or WPP_NONE */
  uint32_t depth;            /* 0: a root */
  struct wpp_folded folds;
  uint64_t count;            /* executions */
  uint32_t first_out;        /* of the plan's OUT: how often each jump out of the block was taken from the copy */
  uint64_t least_way;        /* jumps that are taken less often, by all, are not counted */
  bool kept;                 /* it is worth it, or one after it is */
  bool only_counted;         /* it is not copied, but counted: a link of a dispatch */
};

/* A tree of copies, and what is decided on it: to let something fold, or to test ahead of a dispatch what comes after
   the path.  */
struct wpp_copy_tree
{
  struct wpp_copies *of;
  uint32_t root, end;        /* its copies are ROOT to END - 1; parents come before children */
  uint64_t count;            /* executions of the root */
  uint64_t gain;             /* cycles */
  uint64_t time;             /* cycles that the code takes that is copied */
  uint64_t instead;          /* cycles that another optimisation would gain there, and will not with the copies */
  uint32_t blocks, bytes;    /* that are copied */
  struct wpp_folded folds;   /* of all that are kept */
  uint32_t dispatch;         /* or WPP_NONE: something folds */
  uint32_t at_dispatch;      /* the copy of it */
  struct wpp_ahead ahead;    /* of the dispatch in this copy */
  bool chosen;
  bool in_the_way;           /* it does not go with a better one */
};

/* The copies that a function may have.  */
struct wpp_copies
{
  const struct wpp_blocks *blocks;
  uint64_t least;            /* what is executed less often is left alone */
  uint64_t may_grow;         /* the bytes that the function may grow by */
  uint32_t n;
  struct wpp_copy *copies;
  size_t room;
  uint32_t n_out;
  uint64_t *out;
  uint32_t n_trees;
  struct wpp_copy_tree *trees;
  size_t trees_room;
  uint32_t n_dispatches;
  struct wpp_dispatch *dispatches;
  size_t dispatches_room;
  unsigned char *use;        /* [jumps] what chosen trees use it for */
  uint64_t *exact_count, *exact_out; /* [n], [n_out] on whole executions, of trees with a gain; null: what decisions use
                                        is that */
};

/* What is known of the function besides.  */
struct wpp_copy_facts
{
  const double *misses; /* [blocks] the part of the executions of the block's branch that is mispredicted; or null */
  uint64_t least;            /* what is executed less often is not looked at */
  bool folds, dispatches;    /* what is looked for */
  uint64_t may_grow;         /* the bytes that the function may grow by, or UINT64_MAX */
};

/* What all decisions of a unit may take.  */
struct wpp_copy_budget
{
  uint64_t bytes;
  double least;              /* cycles that each byte has to gain */
};

/* How often control left copy COPY, of which that was counted, by JUMP.  */
static inline uint64_t
wpp_copy_left (const struct wpp_copies *c, uint32_t copy, uint32_t jump)
{
  const struct wpp_copy *it = &c->copies[copy];
  return c->out[it->first_out + (jump - c->blocks->blocks[it->block].first_jump)];
}

/* The trees of copies of B's code that are worth it, as far as counts of STREAMS [N] tell.  They refer to B.  Null
   after an error: *ERR is WPP_E_NOMEM or one of wpp_frequencies_solve's.  */
struct wpp_copies *wpp_copies_new (const struct wpp_blocks *b, const struct wpp_copy_facts *facts,
                                   const struct wpp_stream *streams, size_t n, int *err);
void wpp_copies_free (struct wpp_copies *c);

/* Choose of TREES [N] those that gain most for their bytes, and enough, as long as all together are in BUDGET, of which
   they are taken.  */
void wpp_choose_copies (struct wpp_copy_tree **trees, size_t n, struct wpp_copy_budget *budget);

/* May code of C grow by BYTES that gain GAIN cycles?  It does.  */
bool wpp_affordable_p (const struct wpp_copies *c, uint64_t gain, uint32_t bytes, const struct wpp_copy_budget *budget);
void wpp_spend (struct wpp_copies *c, uint32_t bytes, struct wpp_copy_budget *budget);

/* recount.c: decisions are made from samples, so that a summary decides as a whole profile does; but the code gets
   counts of all that was executed.  */

/* Count the copies of C's trees that gain something on STREAMS [N], whole ones, beside what decisions use.  Return as
   wpp_count_copies does.  */
int wpp_recount_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n);

/* C's copies have been chosen: let them, and tests ahead of dispatches, have the counts of wpp_recount_copies, if it
   was called.  Return 0; or WPP_E_NOMEM, and tests keep estimates.  */
int wpp_take_exact_counts (struct wpp_copies *c);

/* ---- Steps of wpp_copies_new.  */

/* search.c: find the trees in which something folds.  Return 0 or WPP_E_NOMEM.  */
int wpp_find_copies (struct wpp_copies *c, const struct wpp_copy_facts *facts);

/* count.c: count what C's copies execute.  Return 0, WPP_E_NOMEM, or an error of wpp_frequencies_solve.  */
int wpp_count_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n);

/* headers.c: the cycles of executions of loops of which T of C, as far as it is kept, copies the header.  0 when out of
   memory.  */
double wpp_time_of_spoilt_loops (const struct wpp_copies *c, const struct wpp_copy_tree *t);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_COPIES_H */
