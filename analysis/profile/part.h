/* NAME.part, what a collector has before there is the profile NAME.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is locked (flock) as long as the collector may write it.  Until it does, it has one line, which tells which process is
   recorded: whoever finds an older NAME knows by that whether a newer one is about to come.  */

#ifndef WPP_PART_H
#define WPP_PART_H

#include <stdbool.h>
#include <stdint.h>

#define WPP_PART ".part"

/* FD, NAME.part, is of process NUMBER, which began at START (support/process.h).  What cannot be written there is nothing to
   worry about.  */
void wpp_part_begin (int fd, unsigned number, uint64_t start);

/* Is a collector about to write the file PART, NAME.part?  1: it holds it; 0: nobody does; -1: there is none.  */
int wpp_part_held (const char *part);

/* Is a profile about to come in the place of FILE, as the process that is recorded is over, or the profile being written?  */
bool wpp_part_coming_p (const char *file);

#endif /* WPP_PART_H */
