/* Reading profiles (profile.h), whole or up to their grammars.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_READ_H
#define WPP_READ_H

#include <stddef.h>
#include <stdint.h>
#include "profile/profile.h"

/* Read and check a copy of FILE, a profile, a raw file (rawfile.h) or a file of path counts (countsfile.h), whole.  Raw events are
   turned into grammars (SEQUITUR(1) with exponents).  On error return null, set *ERR and fill PLACE.  */
struct wpp_profile *wpp_profile_read (const char *file, int *err, struct wpp_place *place);
/* The same of DATA [SIZE] in memory.  */
struct wpp_profile *wpp_profile_parse (const unsigned char *data, size_t size, int *err,
                                       struct wpp_place *place);

/* The same as wpp_profile_parse, but the threads' segments are left as they are in DATA, which must
   stay: threads have `coded' in the place of `segments'.  Those of raw files and of files of path
   counts are read all the same.  */
struct wpp_profile *wpp_profile_scan (const unsigned char *data, size_t size, int *err,
                                      struct wpp_place *place);
/* Read segment S of P's thread T, that was scanned: a grammar of events, whatever words the file has (words.h).  Null and
   *ERR, PLACE on error.  May be called by several threads at a time.  */
struct wpp_grammar *wpp_profile_segment (const struct wpp_profile *p, const struct wpp_thread *t,
                                         size_t s, int *err, struct wpp_place *place);
/* Return WPP_E_CORRUPT and fill in PLACE unless thread T, whose segments have EVENTS together, says so.  */
int wpp_profile_check_events (const struct wpp_thread *t, uint64_t events, struct wpp_place *place);

#endif /* WPP_READ_H */
