/* What copies execute, counted on whole executions after decisions from samples (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/duplication/copies.h"

/* Exchange COUNTS and OUT with C's.  */
static void
exchange (struct wpp_copies *c, uint64_t *counts, uint64_t **out)
{
  uint64_t *former = c->out;
  c->out = *out;
  *out = former;
  for (uint32_t i = 0; i < c->n; i++)
    {
      uint64_t count = c->copies[i].count;
      c->copies[i].count = counts[i];
      counts[i] = count;
    }
}

int
wpp_recount_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n)
{
  uint64_t *counts = calloc ((size_t) c->n + 1, sizeof *counts), *out = NULL;
  if (!counts)
    return WPP_E_NOMEM;
  exchange (c, counts, &out);
  c->n_out = 0;
  int err = wpp_count_copies (c, streams, n);
  exchange (c, counts, &out);
  c->exact_count = err ? NULL : counts;
  c->exact_out = err ? NULL : out;
  if (err)
    {
      free (counts);
      free (out);
    }
  return err;
}

int
wpp_take_exact_counts (struct wpp_copies *c)
{
  if (!c->exact_count)
    return 0;
  exchange (c, c->exact_count, &c->exact_out);
  return wpp_recount_dispatches (c);
}
