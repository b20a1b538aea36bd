/* Frequencies of dumps that were saved.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_SAVED_FREQUENCIES_H
#define WPP_ANALYSIS_ANSWERS_SAVED_FREQUENCIES_H

#include "answers/rows.h"

/* Send the dump FILE, which -fwpp-dump-format=json wrote, to SINK, as an object of wpp_frequencies_schema
   (frequencies.h), its rows as far as is said there.  Lists give an error when they come to what is wrong, so a sink
   that does not look into them does not notice.  Return 0, an error of wpp_document_read, WPP_E_TOLD when the document
   is not as it should be, with PLACE, or what SINK returns.  */
int wpp_answer_saved_frequencies (const char *file, struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SAVED_FREQUENCIES_H */
