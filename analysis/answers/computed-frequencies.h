/* Frequencies of a recording, from the statements in its notes: `wpp freq --problem'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Activations come from an index or, when the recording is a file of traces, from those of the functions that are asked
   for.  They become what a compilation dumps: of each unit one dump a problem.  */

#ifndef WPP_ANALYSIS_ANSWERS_COMPUTED_FREQUENCIES_H
#define WPP_ANALYSIS_ANSWERS_COMPUTED_FREQUENCIES_H

#include "answers/frequency-table.h"
#include "recording/opened/recording.h"

struct wpp_computed_asked
{
  unsigned problems;            /* bits of their kinds */
  const char *function;         /* its name, of one or several; null: of all */
  bool own_notes;               /* R's notes are its program's: an index that is kept beside its file is right */
};

/* Add to TABLE the frequencies of R, which needs activations and may have its traces late.  *N_LACKING is how many of
   its units have no statements.  Return 0; WPP_E_NOMEM; WPP_E_TOLD with PLACE when none has any; WPP_E_ASKED when a
   function has no frequencies; or an error of traces, of the index, or of wpp_program_decode.  */
int wpp_compute_frequencies (struct wpp_frequency_table *table, struct wpp_recording *r,
                             const struct wpp_computed_asked *asked, size_t *n_lacking, struct wpp_place *place);

/* What is to be said of units without statements, for printf with their number.  */
#define WPP_LACKING_STATEMENTS                                                                    \
  "%zu of the units have no statements in their notes (-fwpp-notes=paths, or an older wpp): "     \
  "-fwpp-use -fwpp-dump-frequency computes their frequencies"

#endif /* WPP_ANALYSIS_ANSWERS_COMPUTED_FREQUENCIES_H */
