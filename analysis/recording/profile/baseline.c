/* The counts before wpp_reset (baseline.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "recording/profile/baseline.h"
#include "base/array.h"
#include "base/bytes.h"
#include "format/counts-file.h"
#include "base/error.h"
#include "base/search.h"

#define WORD sizeof (uint64_t)
#define BLOCK_SIZE sizeof (struct wpp_counts_block)

static int
compare_offsets (const void *a, const void *b)
{
  const struct wpp_baseline_block *x = a, *y = b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Return the words [*N] of the block at AT, or null.  */
static const uint64_t *
find_words (const unsigned char *data, size_t size, uint64_t at, uint64_t *n)
{
  if (at % WPP_COUNTS_PAGE || at > size || size - at < WPP_COUNTS_PAGE)
    return NULL;
  const struct wpp_counts_block *block = (const struct wpp_counts_block *) (data + at);
  uint64_t bytes = block->bytes;
  if (block->tag != WPP_BLOCK_BASELINE || bytes <= BLOCK_SIZE + WORD || bytes > size - at)
    return NULL;
  *n = (bytes - BLOCK_SIZE) / WORD;
  return (const uint64_t *) (block + 1);
}

/* Append BLOCK.  Return 0 or WPP_E_NOMEM.  */
static int
add_block (struct wpp_baseline *baseline, size_t *room, struct wpp_baseline_block block)
{
  if (WPP_RESERVE (baseline->blocks, *room, baseline->n, 1))
    return WPP_E_NOMEM;
  baseline->blocks[baseline->n++] = block;
  return 0;
}

int
wpp_baseline_read (struct wpp_baseline *baseline, const unsigned char *data, size_t size,
                   uint64_t at, struct wpp_place *place)
{
  uint64_t left;
  size_t room = 0;
  const uint64_t *word = find_words (data, size, at, &left);
  if (!word)
    return wpp_complain (place, "baseline", at, WPP_E_CORRUPT, "there is none");
  baseline->dropped = *word++;
  left--;
  while (left && word[0])
    {
      uint64_t n = left > 1 ? word[1] : 0;
      if (left < 2 || n > left - 2)
        return wpp_complain (place, "baseline", at, WPP_E_CORRUPT, "it reaches beyond its block");
      if (add_block (baseline, &room, (struct wpp_baseline_block){ word[0], n, word + 2 }))
        return WPP_E_NOMEM;
      word += 2 + n;
      left -= 2 + n;
    }
  if (baseline->n)
    qsort (baseline->blocks, baseline->n, sizeof *baseline->blocks, compare_offsets);
  return 0;
}

void
wpp_baseline_release (struct wpp_baseline *baseline)
{
  free (baseline->blocks);
  *baseline = (struct wpp_baseline){ 0 };
}

const struct wpp_baseline_block *
wpp_baseline_find (const struct wpp_baseline *baseline, uint64_t offset)
{
  size_t i = WPP_FIND_SORTED (k, baseline->n, baseline->blocks[k].offset, offset);
  return i < baseline->n ? &baseline->blocks[i] : NULL;
}
