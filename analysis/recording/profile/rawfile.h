/* Reading raw files (format/raw-file.h), which programs write themselves when no collector can be started.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_RAWFILE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_RAWFILE_H

#include <stdbool.h>
#include <stddef.h>
#include "format/raw-file.h"

struct wpp_place;
struct wpp_profile;

/* Does DATA [SIZE] begin like a raw file?  */
bool wpp_rawfile_p (const unsigned char *data, size_t size);
/* Does DATA [SIZE], such a file, say that events are lost?  */
bool wpp_rawfile_lossy_p (const unsigned char *data, size_t size);
/* How often its threads left stacks for others, as its header says.  */
uint32_t wpp_rawfile_switches (const unsigned char *data, size_t size);
/* Fill P, which is zero, from the raw file DATA [SIZE].  The events of each thread become one grammar (SEQUITUR(1) with
   exponents).  Return 0, or an error with PLACE, if not null, filled in.  P must be freed in any case.  */
int wpp_rawfile_parse (struct wpp_profile *p, const unsigned char *data, size_t size, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_RAWFILE_H */
