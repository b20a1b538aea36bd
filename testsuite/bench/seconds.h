/* Seconds of the processor, for programs that measure: others use the machine as well.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_BENCH_SECONDS_H
#define WPP_TESTSUITE_BENCH_SECONDS_H

#include <time.h>

static inline double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

#endif /* WPP_TESTSUITE_BENCH_SECONDS_H */
