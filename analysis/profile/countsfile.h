/* A file of path counts: what a program built with -fwpp-generate=paths leaves, and has mapped while it
   runs (analysis/format/counts-file.h, wpp(5)).  */

#ifndef WPP_COUNTSFILE_H
#define WPP_COUNTSFILE_H

#include <stdbool.h>
#include <stddef.h>

struct wpp_place;

/* Does DATA [SIZE] begin like a file of counts?  */
bool wpp_countsfile_p (const unsigned char *data, size_t size);
/* How many bytes of the file of counts DATA [SIZE] are of use.  Behind them a program that exits cuts its file
   off: whoever has it mapped must not look there.  */
size_t wpp_countsfile_size (const unsigned char *data, size_t size);
/* The profile (profile.h) that the file DATA [SIZE] amounts to, malloc'ed: one thread, whose grammar
   has every counted path as often as it was counted, by rising event word.  That order means
   nothing.  Return 0 or an error with PLACE, if not null, filled in.  */
int wpp_countsfile_convert (const unsigned char *data, size_t size, struct wpp_place *place,
                            unsigned char **profile, size_t *profile_size);

#endif /* WPP_COUNTSFILE_H */
