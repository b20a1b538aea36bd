/* All layouts of answers as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "show/layouts.h"

const struct wpp_text_layout *const wpp_layouts[] = {
  &wpp_activations_layout,
  &wpp_addresses_layout,
  &wpp_arrival_layout,
  &wpp_branches_layout,
  &wpp_call_contexts_layout,
  &wpp_call_graph_layout,
  &wpp_call_graph_calls_layout,
  &wpp_call_graph_functions_layout,
  &wpp_coverage_layout,
  &wpp_currency_layout,
  &wpp_currency_sums_layout,
  &wpp_decisions_layout,
  &wpp_dump_frequencies_layout,
  &wpp_frequencies_layout,
  &wpp_frequency_sums_layout,
  &wpp_hot_layout,
  &wpp_hot_subpaths_layout,
  &wpp_grammars_file_layout,
  &wpp_grammars_segment_layout,
  &wpp_grammars_thread_layout,
  &wpp_info_layout,
  &wpp_lines_layout,
  &wpp_paths_layout,
  &wpp_prime_layout,
  &wpp_program_layout,
  &wpp_query_hot_layout,
  &wpp_query_layout,
  &wpp_residual_layout,
  &wpp_selection_layout,
  &wpp_slice_layout,
  &wpp_taken_layout,
  &wpp_timed_layout,
  &wpp_timestamped_layout,
  &wpp_trips_layout,
  &wpp_values_layout,
  &wpp_verified_layout,
  NULL
};
