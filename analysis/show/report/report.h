/* A recording as one page to look at: `wpp report'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The page is a file of its own: it needs no network and no server.  Its beginning is static HTML; the rest is in
   sections (section.h), which its script unpacks when they are looked at.  Everything in it comes from answers; what
   there is no room for is named in the section, so that the page can name the command that goes on.

   No text of a recording gets into the page but escaped, or compressed in base64; and the page's policy lets no script
   run but its own, which it names by its hash.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_REPORT_H
#define WPP_ANALYSIS_SHOW_REPORT_REPORT_H

#include <stdio.h>
#include "answers/frequency-table.h"
#include "answers/recorded-runs.h"
#include "answers/saved-decisions.h"
#include "recording/opened/recording.h"

/* The least budget: with less there would be hardly more than the page's own text.  */
#define WPP_REPORT_LEAST (UINT64_C (256) << 10)

struct wpp_report_asked
{
  uint64_t budget;              /* bytes of the page, roughly; at least WPP_REPORT_LEAST */
  const char *arguments;        /* the files, as a command line names them */
  const struct wpp_recorded_runs *runs;
  const struct wpp_saved_decisions *decisions;
  struct wpp_frequency_table *frequencies; /* what dumps say; what is computed is added to it */
  unsigned problems;            /* that are computed: bits of their kinds */
  bool own_notes;               /* as in wpp_computed_asked */
  struct wpp_recording *base;   /* with which it is compared (answers/diff.h), or null */
  const char *base_arguments;   /* its files, as a command line names them */
};

/* Write the page of R, which has counts, and if it has order that by stacks and activations, to OUT.  Return 0,
   WPP_E_NOMEM, or an error of the answers with PLACE.  OUT's errors are the caller's.  */
int wpp_report_write (FILE *out, struct wpp_recording *r, const struct wpp_report_asked *asked,
                      struct wpp_place *place);

#endif /* WPP_ANALYSIS_SHOW_REPORT_REPORT_H */
