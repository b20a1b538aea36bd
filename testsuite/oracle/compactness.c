/* compactness PROFILE...: how compactly preferential profiling numbers the paths that were executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   For each function executed prints, tab-separated, its assembler name, its paths, those executed (the
   interesting ones), the counters they need by intervals (Figure 10 of the paper) and by the best
   numbering found: what Figure 16 plots.  The last line tells the share of functions with a
   compactness (counters over interesting paths) of at most 1.1, by either.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "program/paths/preferential.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"

struct totals
{
  unsigned functions, close_intervals, close_best;
};

static void
check (int ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "compactness: %s\n", what);
  exit (2);
}

static int
compare_events (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* The distinct events of P, by rising word; *N becomes their number.  */
static uint32_t *
executed (const struct wpp_profile *p, size_t *n)
{
  uint32_t *events = NULL;
  *n = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        const struct wpp_grammar *g = p->threads[t].segments[s];
        events = realloc (events, (*n + g->n_terminals) * sizeof *events);
        check (events != NULL, "out of memory");
        for (uint32_t i = 0; i < g->n_terminals; i++)
          events[(*n)++] = g->terminals[i];
      }
  if (*n)
    qsort (events, *n, sizeof *events, compare_events);
  size_t kept = 0;
  for (size_t i = 0; i < *n; i++)
    if (!kept || events[kept - 1] != events[i])
      events[kept++] = events[i];
  *n = kept;
  return events;
}

/* Number the N paths EVENTS of F.  */
static void
number (struct wpp_code *code, struct wpp_code_function *f, const uint32_t *events, size_t n,
        struct totals *totals)
{
  int err = 0;
  uint64_t *paths = calloc (n, sizeof *paths);
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  check (paths && num, "out of memory");
  for (size_t i = 0; i < n; i++)
    paths[i] = events[i] - f->first;
  struct wpp_preferential *p = wpp_preferential_new (num, paths, n, &err);
  check (p != NULL, wpp_strerror (err));
  printf ("%s\t%" PRIu64 "\t%zu\t%" PRIu64 "\t%" PRIu64 "\n", f->function->name, num->n_paths, n,
          p->interval_size, p->size);
  totals->functions++;
  totals->close_intervals += p->interval_size <= 1.1 * n;
  totals->close_best += p->size <= 1.1 * n;
  wpp_preferential_free (p);
  free (paths);
}

static void
number_all (const char *file, struct totals *totals)
{
  int err = 0;
  size_t n, end;
  struct wpp_place place = { "", 0, "" };
  struct wpp_profile *p = wpp_profile_read (file, &err, &place);
  check (p != NULL, file);
  struct wpp_code *code = wpp_code_load (p, NULL, &err, &place);
  check (code != NULL, place.what);
  uint32_t *events = executed (p, &n);
  for (size_t i = 0; i < n; i = end)
    {
      uint64_t path;
      struct wpp_code_function *f = wpp_code_find (code, events[i], &path);
      end = i + 1;
      if (!f)
        continue;
      while (end < n && events[end] - f->first < f->function->n_paths)
        end++;
      number (code, f, events + i, end - i, totals);
    }
  free (events);
  wpp_code_free (code);
  wpp_profile_free (p);
}

int
main (int argc, char **argv)
{
  struct totals totals = { 0 };
  for (int i = 1; i < argc; i++)
    number_all (argv[i], &totals);
  check (totals.functions > 0, "nothing was executed");
  printf ("at most 1.1: %.1f%% by intervals, %.1f%% by the best\n",
          100.0 * totals.close_intervals / totals.functions, 100.0 * totals.close_best / totals.functions);
  return 0;
}
