/* NAME.part: the file that a collector holds before it writes the profile NAME.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The collector holds a lock (flock) on it as long as it may write to it.  Until the profile is written, the file has
   one line, which names the recorded process.  So a reader of an older NAME can tell whether a newer one is about to
   come.  */

#ifndef WPP_PART_H
#define WPP_PART_H

#include <stdbool.h>
#include <stdint.h>

#define WPP_PART ".part"

/* Write the line to FD, NAME.part: the process is NUMBER, which began at START (support/process.h).  Errors do not
   matter.  */
void wpp_part_begin (int fd, unsigned number, uint64_t start);

/* Does a collector hold the file PART, NAME.part?  1: yes; 0: no; -1: there is no such file.  */
int wpp_part_held (const char *part);

/* Is a profile about to replace FILE?  It is if the recorded process has ended, or if the profile is being written.  */
bool wpp_part_coming_p (const char *file);

#endif /* WPP_PART_H */
