/* Kinds of recording: the whole path as events, also with values, counts of paths, counts of interesting paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/generate/recording.h"
#include "plugin/generate/counting.h"
#include "plugin/generate/instrument.h"
#include "runtime/common/abi.h"
#include "runtime/counts/counts.h"

extern "C"
{
#include "base/saturate.h"
}

/* The number of paths from which on the edges of a function are cut.  Event words have 32 bits, so
   65,000 functions of this size fit in one program.  */
#define WPP_PATH_LIMIT 65536

/* The same when paths are counted, and numbers have 64 bits.  */
#define WPP_COUNT_LIMIT (UINT64_C (1) << 62)

namespace {

/* ---- The whole path.  */

void
guess (cgraph_node *, wpp_function_graph *graph, const wpp_numbering *, wpp_function *)
{
  wpp_guess_frequency (graph);
}

void
store_events (wpp_used_words *, wpp_function_graph *graph, wpp_numbering *num, wpp_function *note)
{
  if (!graph->frequency.is_empty ())
    wpp_numbering_place (num, graph->frequency.address ());
  wpp_instrument_function (graph, num, note->offset);
}

/* ---- Counts.  */

/* Sparse words are cheaper than tables and pairs.  But the page of the first word that is used costs microseconds, in
   each of many runs.  So the function's paths should be executed this often in all runs; or, if that is not known, a
   call of the function should execute as many paths as GCC guesses for nested loops.  */
#define SPARSE_USES 32768
#define SPARSE_ROUNDS 100

/* The number of path executions if edges are executed FREQUENCY times.  Set *ENTRIES to the executions of the
   function.  */

uint64_t
path_executions (const wpp_numbering *num, const uint64_t *frequency, uint64_t *entries)
{
  uint64_t sum = 0;

  *entries = 0;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      if (num->edges[e].flags & WPP_EDGE_ENDS || num->cfg->edges[e].dst == WPP_NODE_EXIT)
        sum = wpp_saturating_add (sum, frequency[e]);
      if (num->cfg->edges[e].src == WPP_NODE_ENTRY)
        *entries = wpp_saturating_add (*entries, frequency[e]);
    }
  return sum;
}

/* Should the function NOTE, which has too many paths for an array, have sparse words beside those that are USED?
   FREQUENCY is that of its interesting paths if KNOWN, else a guess; null if there is none.  */

bool
sparse_p (const wpp_used_words *used, const wpp_numbering *num, const wpp_function *note, bool known,
          const uint64_t *frequency)
{
  if (!frequency || num->n_paths <= WPP_COUNT_ARRAY || num->n_paths > WPP_COUNT_SPARSE
      || used->n_sparse + num->n_paths > WPP_UNIT_SPARSE)
    return false;
  uint64_t entries, executions = path_executions (num, frequency, &entries);
  return known ? executions / SPARSE_USES > wpp_function_expected (note)
               : executions / SPARSE_ROUNDS > entries;
}

/* Count in the place that NOTE and N_SPARSE, null when there are to be no sparse words, say.  */

void
count_in_place (wpp_used_words *used, wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                uint64_t *n_sparse)
{
  if (note->flags & WPP_FN_TABLE && n_sparse)
    wpp_count_sparsely (graph, num, note, n_sparse);
  else if (note->flags & WPP_FN_TABLE)
    wpp_count_in_table (used, graph, num, note->offset);
  else
    wpp_count_function (graph, num, note->offset);
}

void
look_for_counts (cgraph_node *, wpp_function_graph *graph, const wpp_numbering *num, wpp_function *note)
{
  if (num->n_paths > WPP_COUNT_ARRAY)
    note->flags |= WPP_FN_TABLE;
  wpp_guess_frequency (graph);
}

void
count_paths (wpp_used_words *used, wpp_function_graph *graph, wpp_numbering *num, wpp_function *note)
{
  uint64_t *n_sparse = sparse_p (used, num, note, false, graph->frequency.address ()) ? &used->n_sparse : NULL;
  if (!graph->frequency.is_empty ())
    {
      if (n_sparse || !(note->flags & WPP_FN_TABLE))
        wpp_end_paths_early (graph, num);
      wpp_numbering_place (num, graph->frequency.address ());
    }
  count_in_place (used, graph, num, note, n_sparse);
}

/* ---- Counts of interesting paths.  */

void
look_for_interesting (cgraph_node *node, wpp_function_graph *graph, const wpp_numbering *num, wpp_function *note)
{
  note->flags |= WPP_FN_TABLE | WPP_FN_PREFERENTIAL;
  wpp_find_interesting (node, num, note, &graph->frequency);
}

void
count_interesting (wpp_used_words *used, wpp_function_graph *graph, wpp_numbering *num, wpp_function *note)
{
  uint64_t *n_sparse = sparse_p (used, num, note, true, graph->frequency.address ()) ? &used->n_sparse : NULL;
  if (!wpp_count_known (graph, num, note, &used->n_words, n_sparse))
    count_in_place (used, graph, num, note, n_sparse);
}

/* ---- The table.  */

const char counts_early[] = "\t.hidden\t__wpp_count_preinit";

const wpp_recording_kind recordings[] = {
  { "wpp", false, false,
    WPP_PATH_LIMIT, wpp_unit_base, false, __WPP_ABI_VERSION, "wpp_units", "\t.hidden\t__wpp_next_chunk",
    "\t.hidden\t__wpp_preinit", NULL,
    wpp_numbering_new, 0, guess, store_events },
  { "wet", false, true,
    WPP_PATH_LIMIT, wpp_unit_base, false, __WPP_ABI_VERSION, "wpp_units", "\t.hidden\t__wpp_next_chunk",
    "\t.hidden\t__wpp_preinit", NULL,
    wpp_numbering_new, 0, guess, store_events },
  { "paths", false, false,
    WPP_COUNT_LIMIT, wpp_unit_counters, true, __WPP_COUNTS_ABI_VERSION, "wpp_counted", NULL,
    counts_early, wpp_register_personality,
    wpp_numbering_new_across_calls, WPP_FN_ACROSS_CALLS, look_for_counts, count_paths },
  { "preferential", true, false,
    WPP_COUNT_LIMIT, wpp_unit_counters, true, __WPP_COUNTS_ABI_VERSION, "wpp_counted", NULL,
    counts_early, wpp_register_personality,
    wpp_numbering_new_across_calls, WPP_FN_ACROSS_CALLS, look_for_interesting, count_interesting },
};

} // anonymous namespace

const wpp_recording_kind *
wpp_recording_named (const char *name, size_t length)
{
  for (const wpp_recording_kind &r : recordings)
    if (strlen (r.name) == length && !strncmp (name, r.name, length))
      return &r;
  return NULL;
}
