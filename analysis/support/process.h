/* What /proc tells of processes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PROCESS_H
#define WPP_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* /proc/NUMBER/stat, which is of that process for ever, or -1; NUMBER 0 is none.  */
int wpp_process_open (unsigned number);

#define WPP_PROCESS_STARTED 22 /* the field that tells when it began, in clock ticks since the machine did */

/* The number in field FIELD, from 4 on, of such a file.  False when it cannot be told, as when the process is gone.  */
bool wpp_process_field (int fd, unsigned field, uint64_t *value);

/* Is the process of such a file dead, but not yet reaped?  */
bool wpp_process_zombie_p (int fd);

/* When process NUMBER began; 0 if there is none.  */
uint64_t wpp_process_start (unsigned number);

/* Which processes have numbers here: one number for each name space; 0 when it cannot be told.  */
uint64_t wpp_process_space (void);

#endif /* WPP_PROCESS_H */
