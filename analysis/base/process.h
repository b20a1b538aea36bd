/* Processes, as /proc shows them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_PROCESS_H
#define WPP_ANALYSIS_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open /proc/NUMBER/stat, and return the descriptor, or -1; also for NUMBER 0.  The descriptor refers to that process
   for ever, even when the number is used again.  */
int wpp_process_open (unsigned number);

#define WPP_PROCESS_STARTED 22 /* the field with the start time, in clock ticks since boot */

/* Set *VALUE to the number in field FIELD >= 4 of such a file.  Return false when it cannot be read, for example
   because the process does not exist any more.  */
bool wpp_process_field (int fd, unsigned field, uint64_t *value);

/* Is the process of such a file dead, but not yet reaped?  */
bool wpp_process_zombie_p (int fd);

/* The start time of process NUMBER; 0 if there is none.  */
uint64_t wpp_process_start (unsigned number);

/* A number that identifies the pid name space; 0 when it cannot be determined.  */
uint64_t wpp_process_space (void);

/* On how many processors this process may run, at least 1 and at most MOST.  */
size_t wpp_process_processors (size_t most);

/* The name in full of the program that runs, malloc'ed; null when it cannot be read (errno).  */
char *wpp_process_program (void);

#endif /* WPP_ANALYSIS_BASE_PROCESS_H */
