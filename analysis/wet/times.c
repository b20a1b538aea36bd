/* Which node is executed when, as it is stored.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "base/array.h"
#include "wet/build-impl.h"

void
wpp_wet_put_where (struct wpp_buffer *b, struct wpp_wet_ref ref)
{
  wpp_put_leb (b, ref.page);
  wpp_put_leb (b, ref.offset);
}

/* Which nodes are in the block of times, and how often.  */
static int
put_counts (struct wpp_wet_builder *b)
{
  uint32_t n = 0, before = 0;
  if (WPP_RESERVE (b->counts, b->counts_room, 0, b->n_nodes + 1))
    return WPP_E_NOMEM;
  memset (b->counts, 0, (b->n_nodes + 1) * sizeof *b->counts);
  for (uint32_t i = 0; i < b->n_times; i++)
    if (b->times[i])
      n += !b->counts[b->times[i] - 1]++;
  wpp_put_leb (&b->blocks, n);
  for (uint32_t i = 0; i < b->n_nodes; i++)
    if (b->counts[i])
      {
        wpp_put_leb (&b->blocks, i - before);
        wpp_put_leb (&b->blocks, b->counts[i]);
        before = i;
      }
  return b->blocks.failed ? WPP_E_NOMEM : WPP_OK;
}

int
wpp_wet_end_times (struct wpp_wet_builder *b)
{
  struct wpp_wet_ref ref;
  b->scratch.size = 0;
  wpp_wet_put_block (&b->scratch, b->times, b->n_times, b->predictor, &b->times_habit);
  int err = b->scratch.failed ? WPP_E_NOMEM
                              : wpp_wet_append (b->writer, WPP_WET_TIMES, b->scratch.data, b->scratch.size, &ref);
  if (err)
    return err;
  wpp_wet_put_where (&b->blocks, ref);
  err = put_counts (b);
  b->n_times = 0;
  return err;
}

int
wpp_wet_add_time (struct wpp_wet_builder *b, uint64_t what)
{
  b->times[b->n_times++] = what;
  b->events++;
  return b->n_times == WPP_WET_BLOCK ? wpp_wet_end_times (b) : WPP_OK;
}
