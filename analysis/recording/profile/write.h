/* Writing a profile (profile.h), one section at a time, through one callback.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_WRITE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_WRITE_H

#include <stddef.h>
#include <stdint.h>
#include "recording/profile/profile.h"

struct wpp_buffer;
struct wpp_writer;

struct wpp_writer *wpp_writer_new (int (*write) (void *data, const void *bytes, size_t n),
                                   void *data);  /* writes the header; null when out of memory */
struct wpp_writer *wpp_writer_into (struct wpp_buffer *b); /* the same, into B */
/* Describe the run by P's program, build_id, ending, status, options, run, modules, wide and words.  The sections that
   follow may have these words.  */
int wpp_writer_process (struct wpp_writer *w, const struct wpp_profile *p);
int wpp_writer_thread (struct wpp_writer *w, uint32_t index, uint64_t n_events, uint64_t lost);
/* The last thread, none of whose segments is written yet, has left stacks N times, for others that its events tell if
   TOLD.  Nothing is written for 0.  */
int wpp_writer_switches (struct wpp_writer *w, uint64_t n, bool told);
int wpp_writer_kept (struct wpp_writer *w, uint64_t dropped);
/* A chunk of values of the last thread (recording/values/records.h).  */
int wpp_writer_values (struct wpp_writer *w, const unsigned char *chunk, size_t size);
int wpp_writer_grammar (struct wpp_writer *w, const struct wpp_grammar *g);
int wpp_writer_coded (struct wpp_writer *w, const unsigned char *coded, size_t size); /* a coded grammar, or a draft */
/* The traces of all threads that follow, and the calls of the last of these; SEEN as for wpp_calls_put.  */
int wpp_writer_traces (struct wpp_writer *w, const struct wpp_traces *t);
int wpp_writer_calls (struct wpp_writer *w, const struct wpp_calls *calls, uint32_t *seen);
/* The segments of all threads, and the runs and these threads, which follow (runs.h).  */
int wpp_writer_shared (struct wpp_writer *w, const struct wpp_grammar *g);
int wpp_writer_runs (struct wpp_writer *w, const struct wpp_profile *p);
int wpp_writer_places (struct wpp_writer *w, const struct wpp_profile *p);  /* of these runs, if P has some */
int wpp_writer_raw (struct wpp_writer *w, const uint32_t *events, size_t n);
int wpp_writer_merged (struct wpp_writer *w, const struct wpp_profile *p);  /* merged, notes, counts, summary */
int wpp_writer_notes (struct wpp_writer *w, const struct wpp_profile *p);
int wpp_writer_index (struct wpp_writer *w, const unsigned char *index, size_t size);
int wpp_writer_end (struct wpp_writer *w);   /* END section */
void wpp_writer_free (struct wpp_writer *w);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_WRITE_H */
