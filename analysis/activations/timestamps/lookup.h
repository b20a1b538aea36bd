/* The traces of single functions of a timestamped file, read without the rest (TWPP, section 3, "Access time study").
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The file is passed over section by section up to the traces, whose directory is read.  Then the traces of a function
   are one piece of the file.  The check of that piece is looked at, those of other parts of the file are not; whether
   letters are paths of the profile is the caller's to find out.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_LOOKUP_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_LOOKUP_H

#include "base/error.h"
#include "recording/traces/coded.h"

struct wpp_lookup
{
  int fd;
  uint64_t traces;           /* where they begin in the file */
  struct wpp_traces_directory directory;
};

/* Open FILE.  Return 0, WPP_E_IO, WPP_E_NOMEM, WPP_E_FORMAT, WPP_E_VERSION, WPP_E_TRUNCATED, WPP_E_CHECKSUM,
   WPP_E_CORRUPT; or WPP_E_RANGE when the file has no traces.  To be closed if that is 0.  */
int wpp_lookup_open (struct wpp_lookup *l, const char *file);
void wpp_lookup_close (struct wpp_lookup *l);

/* Read the traces of entry I of the directory into F.  WPP_E_IO, WPP_E_TRUNCATED, WPP_E_TOOBIG (more than its size
   allows, profile-file.h), or what wpp_traces_read returns.  */
int wpp_lookup_read (const struct wpp_lookup *l, uint32_t i, struct wpp_function_traces *f);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_LOOKUP_H */
