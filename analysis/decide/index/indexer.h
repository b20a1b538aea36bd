/* What an index is made of (indexer.c), until it is written (index-writer.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H
#define WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H

#include "activations/counts/calls.h"
#include "activations/counts/training.h"
#include "activations/counts/value-counts.h"
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

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEXER_H */
