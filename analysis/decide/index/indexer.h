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
};

/* ---- What threads of their own (indexer.c) and threads that share a grammar (shared-threads.c) have in common.  All
   return 0, WPP_E_NOMEM, or what the rooms below say.  */

/* Set *MEANINGS [g->n_terminals], malloc'ed also after errors, to those of G's terminals, in threads that have
   non-local transfers if LANDS.  */
int wpp_index_find_meanings (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands,
                             struct wpp_meaning **meanings);

/* The thread being read goes on with the sentence of G, or, if that BEGINS one, with it: calls.  */
int wpp_index_add_calls (struct wpp_indexer *x, const struct wpp_grammar *g, bool begins);

/* Replay the branches of G.  Going along their paths is not counted as what the index needs.  */
int wpp_index_add_branches (struct wpp_indexer *x, const struct wpp_grammar *g);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H */
