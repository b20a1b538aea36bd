/* A file of path counts: what a program built with -fwpp-generate=paths leaves, and has mapped while it
   runs (analysis/format/counts-file.h, wpp(5)).  */

#ifndef WPP_COUNTSFILE_H
#define WPP_COUNTSFILE_H

#include <stdbool.h>
#include <stddef.h>

struct wpp_place;
struct wpp_profile;

/* Does DATA [SIZE] begin like a file of counts?  */
bool wpp_countsfile_p (const unsigned char *data, size_t size);
/* How many bytes of the file of counts DATA [SIZE] are of use: behind them a program that exits cuts its file off.  */
size_t wpp_countsfile_size (const unsigned char *data, size_t size);
/* Fill P, zero, from the file DATA [SIZE], a copy: one thread, whose grammar has every counted path as often as it was
   counted, by rising event word.  That order means nothing.  Return 0 or an error with PLACE, if not null, filled in; P is
   to be freed in any case.  */
int wpp_countsfile_parse (struct wpp_profile *p, const unsigned char *data, size_t size, struct wpp_place *place);

#endif /* WPP_COUNTSFILE_H */
