/* Reading raw files (format/raw-file.h): what a program leaves itself when no collector can be started.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_RAWFILE_H
#define WPP_RAWFILE_H

#include <stdbool.h>
#include <stddef.h>
#include "format/raw-file.h"

struct wpp_place;

/* Does DATA [SIZE] begin like a raw file?  */
bool wpp_rawfile_p (const unsigned char *data, size_t size);
/* The profile (profile.h) that the raw file DATA [SIZE] amounts to, malloc'ed.  Return 0 or an error
   with PLACE, if not null, filled in.  */
int wpp_rawfile_convert (const unsigned char *data, size_t size, struct wpp_place *place,
                         unsigned char **profile, size_t *profile_size);

#endif /* WPP_RAWFILE_H */
