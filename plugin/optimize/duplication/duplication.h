/* -fwpp-optimize=paths and dispatch: copies of hot subpaths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_DUPLICATION_DUPLICATION_H
#define WPP_PLUGIN_OPTIMIZE_DUPLICATION_DUPLICATION_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"
}

/* The copies that a function may have, and what they are copies of.  */
struct wpp_function_copies
{
  cgraph_node *node;
  wpp_blocks *blocks;                   /* its graph and body are gone after considering */
  wpp_copies *copies;
  auto_vec<basic_block> block;          /* [blocks->n] */
  auto_vec<edge> jump;                  /* [blocks->n_jumps] */
  auto_vec<unsigned> target_line;       /* [blocks->n_jumps] where each leads */

  ~wpp_function_copies ()
  {
    wpp_copies_free (copies);
    wpp_blocks_free (blocks);
  }
};

/* What is said of a tree of copies, and of a dispatch's original.  */

struct wpp_told_tree
{
  wpp_copy_tree *tree;
  const wpp_function_copies *f;
  unsigned line;                        /* where it begins */
  unsigned from, fold;                  /* where control comes from; something that folds, or the dispatch */
};

struct wpp_told_dispatch
{
  wpp_dispatch *dispatch;
  const wpp_function_copies *f;
  unsigned line;
};

/* words.cc: as long as F's body is known, make what is told of T and D, and find where jumps lead.  */
wpp_told_tree wpp_tell_tree (const wpp_function_copies *f, wpp_copy_tree *t);
wpp_told_dispatch wpp_tell_dispatch (const wpp_function_copies *f, wpp_dispatch *d);
void wpp_find_target_lines (wpp_function_copies *f);

/* When it is decided, note it.  */
void wpp_note_tree (const wpp_told_tree &t);
void wpp_note_dispatch (const wpp_told_dispatch &t);

/* duplicate.cc: make the copies of F, cfun, that are chosen.  */
void wpp_duplicate_paths (const wpp_function_copies *f);

/* inlining.cc  */

/* The bytes that NODE's function may grow by before it is too large to be inlined; or UINT64_MAX.  */
uint64_t wpp_inlining_room (cgraph_node *node);

/* May BB, of cfun, be copied as far as its calls go?  Add to STATEMENTS those of functions that will be inlined in
   it.  */
bool wpp_weigh_calls (basic_block bb, uint32_t *statements);

/* ahead.cc  */

/* Split BB, which ends in a dispatch, before that.  Return its block.  */
basic_block wpp_split_dispatch (basic_block bb);

/* Control goes on from BB to a dispatch of which WAY is a way for one value only.  Test for it at the end of BB, and go
   there.  Return the edge; the other one of BB goes on as before.  */
edge wpp_test_ahead (basic_block bb, edge way);

/* Let GCC not merge equal code in FUNCTION.  */
void wpp_keep_copies_apart (tree function);

#endif /* WPP_PLUGIN_OPTIMIZE_DUPLICATION_DUPLICATION_H */
