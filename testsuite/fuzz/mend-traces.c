/* Damaged traces and calls whose checks are right.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <xxhash.h>
#include "mend-traces.h"
#include "base/bytes.h"
#include "recording/traces/coded.h"

#define MOST_WORK (UINT64_C (1) << 21)

/* Make right the checks in the directory, DATA up to END, of records of which there are SIZE - END bytes.  */
static void
mend_records (unsigned char *data, size_t end, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data + WPP_TRACES_HEAD, end - WPP_TRACES_HEAD);
  size_t at = end;
  for (uint64_t n = wpp_read_leb (&r); n && !r.bad; n--)
    {
      for (unsigned i = 0; i < 3; i++)
        wpp_read_leb (&r);
      uint64_t bytes = wpp_read_leb (&r);
      unsigned char *check = data + (r.at - data);
      wpp_read_u32 (&r);
      if (r.bad || bytes > size - at)
        break;
      wpp_store_u32 (check, (uint32_t)XXH3_64bits (data + at, bytes));
      at += bytes;
    }
  wpp_store_u32 (data + 4, (uint32_t)XXH3_64bits (data + WPP_TRACES_HEAD, end - WPP_TRACES_HEAD));
}

void
fuzz_mend_traces (unsigned char *data, size_t size, struct wpp_traces *t)
{
  struct wpp_traces_directory d;
  wpp_traces_release (t);
  if (size < WPP_TRACES_HEAD || wpp_traces_directory_end (data) > size)
    return;
  mend_records (data, wpp_traces_directory_end (data), size);
  if (wpp_traces_all_work (data, size) > MOST_WORK || wpp_traces_read_directory (&d, data, size))
    return;
  t->functions = calloc (d.n + (size_t)1, sizeof *t->functions);
  int err = t->functions ? 0 : -1;
  for (uint32_t i = 0; i < d.n && !err; i++)
    {
      err = wpp_traces_read (&t->functions[i], &d.entries[i], data + d.entries[i].offset);
      t->n_functions += !err;
    }
  wpp_traces_directory_release (&d);
  if (err)
    wpp_traces_release (t);
}

uint64_t
fuzz_count_calls (const unsigned char *data, size_t size, const struct wpp_traces *t, uint32_t *seen)
{
  struct wpp_calls calls;
  uint64_t events = 0;
  if (wpp_calls_work (data, size) > MOST_WORK || wpp_calls_read (&calls, data, size, t, seen))
    return 0;
  struct wpp_traces one = *t;
  one.n_threads = 1;
  one.threads = &calls;
  if (wpp_traces_measure (&one, false, &events))
    events = 0;
  wpp_calls_release (&calls);
  return events;
}
