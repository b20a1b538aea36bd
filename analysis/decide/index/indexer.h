/* What an index is made of (indexer.c), until it is written (index-writer.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H
#define WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H

#include "activations/counts/calls.h"
#include "activations/counts/training.h"
#include "activations/counts/value-counts.h"
#include "activations/projection/projector.h"
#include "decide/models/replay.h"
#include "decide/index/index.h"

/* Each of those who may work at the same time has a view of the code.  */
#define WPP_INDEX_VIEWS 4u

struct wpp_indexer
{
  struct wpp_code *code;
  struct wpp_projector *projector;
  struct wpp_training *training;
  struct wpp_value_counts *values; /* of value places */
  struct wpp_call_contexts *contexts; /* chains; null when there are too many */
  struct wpp_call_contexts *callers;  /* and the paths that they led to; null when there are too many, or only counts */
  struct wpp_replay *replay;     /* null when there are only counts, or paths take too long to go along */
  bool counts;                   /* there are only counts */
  struct wpp_code *views[WPP_INDEX_VIEWS]; /* [n_views] of CODE */
  unsigned n_views;             /* 1: that is shared, so nothing is done at the same time */
};

/* ---- What threads of their own (indexer.c) and threads that share a grammar (shared-threads.c) have in common.  All
   return 0, WPP_E_NOMEM, or what the rooms below say.  */

/* Set *MEANINGS [g->n_terminals], malloc'ed also after errors, to those of G's terminals, in threads that have
   non-local transfers if LANDS.  */
int wpp_index_find_meanings (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands,
                             struct wpp_meaning **meanings);

/* The thread being read goes on with the sentence of G: chains of calls, and the paths that calls led to.  */
int wpp_index_add_chains (struct wpp_indexer *x, const struct wpp_grammar *g);
int wpp_index_add_callers (struct wpp_indexer *x, const struct wpp_grammar *g);

/* Replay the branches of a segment, as wpp_replay_add_part does.  Going along their paths is counted anew for each;
   when it takes too long, there are no branches.  */
int wpp_index_replay (struct wpp_indexer *x, struct wpp_expansion *e, uint64_t from, uint64_t length, uint64_t size);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H */
