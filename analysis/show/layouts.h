/* The layouts of answers as text (show.h), one for each schema; layouts.c lists them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_LAYOUTS_H
#define WPP_ANALYSIS_SHOW_LAYOUTS_H

#include "show/show.h"

extern const struct wpp_text_layout wpp_activations_layout;
extern const struct wpp_text_layout wpp_arrival_layout;
extern const struct wpp_text_layout wpp_branches_layout;
extern const struct wpp_text_layout wpp_call_contexts_layout;
extern const struct wpp_text_layout wpp_call_graph_layout;
extern const struct wpp_text_layout wpp_call_graph_calls_layout;
extern const struct wpp_text_layout wpp_call_graph_functions_layout;
extern const struct wpp_text_layout wpp_coverage_layout;
extern const struct wpp_text_layout wpp_currency_layout;
extern const struct wpp_text_layout wpp_currency_sums_layout;
extern const struct wpp_text_layout wpp_decisions_layout;
extern const struct wpp_text_layout wpp_diff_layout;
extern const struct wpp_text_layout wpp_diff_functions_layout;
extern const struct wpp_text_layout wpp_diff_lines_layout;
extern const struct wpp_text_layout wpp_diff_paths_layout;
extern const struct wpp_text_layout wpp_diff_subpaths_layout;
extern const struct wpp_text_layout wpp_diff_contexts_layout;
extern const struct wpp_text_layout wpp_diff_facts_layout;
extern const struct wpp_text_layout wpp_dump_frequencies_layout;
extern const struct wpp_text_layout wpp_fields_layout;
extern const struct wpp_text_layout wpp_frequencies_layout;
extern const struct wpp_text_layout wpp_frequency_sums_layout;
extern const struct wpp_text_layout wpp_hot_layout;
extern const struct wpp_text_layout wpp_hot_subpaths_layout;
extern const struct wpp_text_layout wpp_grammars_file_layout;
extern const struct wpp_text_layout wpp_grammars_segment_layout;
extern const struct wpp_text_layout wpp_grammars_thread_layout;
extern const struct wpp_text_layout wpp_info_layout;
extern const struct wpp_text_layout wpp_lines_layout;
extern const struct wpp_text_layout wpp_merge_layout;
extern const struct wpp_text_layout wpp_misses_layout;
extern const struct wpp_text_layout wpp_doctor_layout;
extern const struct wpp_text_layout wpp_stale_layout;
extern const struct wpp_text_layout wpp_unused_layout;
extern const struct wpp_text_layout wpp_paths_layout;
extern const struct wpp_text_layout wpp_prime_layout;
extern const struct wpp_text_layout wpp_program_layout;
extern const struct wpp_text_layout wpp_query_hot_layout;
extern const struct wpp_text_layout wpp_query_layout;
extern const struct wpp_text_layout wpp_residual_layout;
extern const struct wpp_text_layout wpp_selection_layout;
extern const struct wpp_text_layout wpp_slice_layout;
extern const struct wpp_text_layout wpp_suspect_layout;
extern const struct wpp_text_layout wpp_taken_layout;
extern const struct wpp_text_layout wpp_timed_layout;
extern const struct wpp_text_layout wpp_timestamped_layout;
extern const struct wpp_text_layout wpp_trips_layout;
extern const struct wpp_text_layout wpp_tuned_layout;
extern const struct wpp_text_layout wpp_addresses_layout;
extern const struct wpp_text_layout wpp_executed_layout;
extern const struct wpp_text_layout wpp_accessor_layout;
extern const struct wpp_text_layout wpp_state_layout;
extern const struct wpp_text_layout wpp_wet_layout;
extern const struct wpp_text_layout wpp_wet_graph_layout;
extern const struct wpp_text_layout wpp_when_layout;
extern const struct wpp_text_layout wpp_why_layout;
extern const struct wpp_text_layout wpp_invariants_layout;
extern const struct wpp_text_layout wpp_value_places_layout;
extern const struct wpp_text_layout wpp_values_layout;
extern const struct wpp_text_layout wpp_verified_layout;
extern const struct wpp_text_layout wpp_trace_layout;

#endif /* WPP_ANALYSIS_SHOW_LAYOUTS_H */
