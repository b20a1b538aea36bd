/* The baseline of a file of path counts: the counts at the time when the program called wpp_reset
   (analysis/format/counts-file.h, WPP_BLOCK_BASELINE).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_BASELINE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_BASELINE_H

#include <stddef.h>
#include <stdint.h>

struct wpp_place;

/* The first version of files of counts with baselines.  */
#define WPP_BASELINE_VERSION 3u

/* The baseline of the file's block at OFFSET.  */
struct wpp_baseline_block
{
  uint64_t offset;
  uint64_t n;
  const uint64_t *counts;  /* [n] in the file */
};

struct wpp_baseline
{
  uint64_t dropped;
  size_t n;
  struct wpp_baseline_block *blocks;  /* [n] by rising offset */
};

/* Read the block at AT of the file DATA [SIZE], which may be hostile, into BASELINE, which must be empty.  Return 0, or
   an error with PLACE, if not null, filled in.  */
int wpp_baseline_read (struct wpp_baseline *baseline, const unsigned char *data, size_t size,
                       uint64_t at, struct wpp_place *place);
void wpp_baseline_release (struct wpp_baseline *baseline);

/* The baseline of the block at OFFSET; null when there is none.  O(log n).  */
const struct wpp_baseline_block *wpp_baseline_find (const struct wpp_baseline *baseline,
                                                    uint64_t offset);

/* Count I of BLOCK, which may be null; 0 when there is none.  */
static inline uint64_t
wpp_baseline_count (const struct wpp_baseline_block *block, uint64_t i)
{
  return block && i < block->n ? block->counts[i] : 0;
}

/* COUNT - BEFORE; or 0 if COUNT is smaller, which no program causes.  */
static inline uint64_t
wpp_count_since (uint64_t count, uint64_t before)
{
  return count > before ? count - before : 0;
}

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_BASELINE_H */
