/* NAME.part: the file that a collector holds before it writes the profile NAME.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A lock (flock) is held on it as long as NAME may still be written.  Until the profile is written, the file has one
   line, which names the recorded process; it is empty while the collector starts.  So a reader of an older NAME can
   tell whether a newer one is about to come.  */

#ifndef WPP_ANALYSIS_BASE_PART_H
#define WPP_ANALYSIS_BASE_PART_H

#include <stdint.h>

#define WPP_PART ".part"

/* Write the line to FD, NAME.part: the process is NUMBER, which began at START (base/process.h).  Errors do not
   matter.  */
void wpp_part_begin (int fd, unsigned number, uint64_t start);

enum wpp_part_state
{
  WPP_PART_NONE, /* there is no such file */
  WPP_PART_HELD, /* a collector is about to write the profile, … */
  WPP_PART_RUNS, /* … and the program still runs, as far as can be known */
  WPP_PART_LEFT  /* nobody holds it any more: the collector died, and what it had taken is lost */
};

/* The state of the file PART, NAME.part.  Takes a moment when nobody holds it.  */
enum wpp_part_state wpp_part_state (const char *part);

/* The same of FILE.part.  But first wait while it is held and there is no FILE, or the recorded process has ended, so
   that a newer FILE is about to come.  After 1 second, 10, 100 and so on tell, with DATA, WHAT is waited for, in
   words that follow the name FILE.  */
enum wpp_part_state wpp_part_wait (const char *file, void (*tell) (void *data, const char *file, const char *what),
                                   void *data);

#endif /* WPP_ANALYSIS_BASE_PART_H */
