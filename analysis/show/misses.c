/* Misses by source line as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/misses.h"
#include "show/layouts.h"

struct state
{
  unsigned n_levels;
};

/* Write N accesses, of which MISSES missed each level.  */
static void
put_missed (FILE *out, const char *what, uint64_t n, const uint64_t *misses, unsigned n_levels)
{
  fprintf (out, "# %" PRIu64 " %s, missed", n, what);
  for (unsigned i = 0; i < n_levels; i++)
    fprintf (out, "%s %" PRIu64, i ? "," : "", misses[i]);
  fputc ('\n', out);
}

static int
begin (FILE *out, const void *head, void *state)
{
  const struct wpp_misses_head *h = head;
  ((struct state *)state)->n_levels = h->n_levels;
  fprintf (out, "# caches %s, of each thread; predictor %s\n", h->caches, h->predictor);
  put_missed (out, "loads", h->loads, h->of->load_misses, h->n_levels);
  put_missed (out, "stores", h->stores, h->of->store_misses, h->n_levels);
  fprintf (out, "# %" PRIu64 " branches, mispredicted %" PRIu64 "\n", h->branches, h->mispredicted);
  if (h->unknown)
    fprintf (out, "# %" PRIu64 " accesses whose address is not known are left out\n", h->unknown);
  fprintf (out, "%12s", "loads");
  for (unsigned i = 0; i < h->n_levels; i++)
    fprintf (out, "    missed %u", i + 1);
  fprintf (out, " %12s", "stores");
  for (unsigned i = 0; i < h->n_levels; i++)
    fprintf (out, "    missed %u", i + 1);
  fprintf (out, " %12s %12s  line\n", "branches", "mispredicted");
  return 0;
}

/* Write N accesses and how many of them missed each level.  */
static void
put_accesses (FILE *out, uint64_t n, const uint64_t *misses, unsigned n_levels)
{
  fprintf (out, "%12" PRIu64, n);
  for (unsigned i = 0; i < n_levels; i++)
    fprintf (out, " %11" PRIu64, misses[i]);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_misses_row *r = data;
  const struct state *s = state;
  put_accesses (out, r->loads, r->of->load_misses, s->n_levels);
  fputc (' ', out);
  put_accesses (out, r->stores, r->of->store_misses, s->n_levels);
  fprintf (out, " %12" PRIu64 " %12" PRIu64 "  %s:%" PRIu32 "\n", r->branches, r->mispredicted, r->file, r->line);
  return 0;
}

const struct wpp_text_layout wpp_misses_layout = { &wpp_misses_schema, begin, row, NULL };
