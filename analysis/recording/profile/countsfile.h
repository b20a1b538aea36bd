/* Files of path counts (analysis/format/counts-file.h, wpp(5)): a program built with -fwpp-generate=paths maps such a
   file while it runs, and leaves it as its profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_COUNTSFILE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_COUNTSFILE_H

#include <stdbool.h>
#include <stddef.h>

struct wpp_place;
struct wpp_profile;

/* Does DATA [SIZE] begin like a file of counts?  */
bool wpp_countsfile_p (const unsigned char *data, size_t size);
/* Does DATA [SIZE], such a file, say that counts are lost?  (wpp_reset may have taken that back.)  */
bool wpp_countsfile_lossy_p (const unsigned char *data, size_t size);
/* The number of useful bytes of the file of counts DATA [SIZE].  A program that exits truncates its file after
   them.  */
size_t wpp_countsfile_size (const unsigned char *data, size_t size);
/* Fill P, which is zero, from the file DATA [SIZE], a copy.  P gets one thread, whose grammar has every path as often
   as it was counted, by rising event word; that order means nothing.  Return 0, or an error with PLACE, if not null,
   filled in.  P must be freed in any case.  */
int wpp_countsfile_parse (struct wpp_profile *p, const unsigned char *data, size_t size, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_COUNTSFILE_H */
