/* feed PROFILE...: how fast events become grammars when they are at hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of each segment are expanded into memory.  Then its grammar is made and coded once more, by what the
   collector does it with, and nothing but that is timed.  Prints how many events there are and the wall-clock
   seconds that all of it took.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "base/array.h"
#include "base/error.h"
#include "grammar/sequitur/phrases.h"
#include "recording/profile/read.h"
#include "grammar/sequitur/sequitur.h"

#define PIECE 16384u /* events that are appended at a time */

struct events
{
  uint32_t *words; /* [n] */
  size_t n, room;
};

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void
fail (const char *file, int err)
{
  fprintf (stderr, "feed: %s: %s\n", file, wpp_strerror (err));
  exit (1);
}

static int
take (void *data, uint32_t event, uint64_t count)
{
  struct events *e = data;
  for (; count > 0; count--)
    {
      if (WPP_RESERVE (e->words, e->room, e->n, 1))
        return WPP_E_NOMEM;
      e->words[e->n++] = event;
    }
  return 0;
}

/* Make a grammar of E; return the seconds.  */
static double
feed (const struct events *e, const char *file)
{
  double start = now ();
  struct wpp_phrases *p = wpp_phrases_new (WPP_SEQUITUR_RETRACE | WPP_SEQUITUR_EXPONENTS);
  int err = p ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < e->n && !err; i += PIECE)
    err = wpp_phrases_append (p, e->words + i, e->n - i < PIECE ? e->n - i : PIECE, NULL);
  unsigned char *bytes;
  size_t size;
  uint64_t lost;
  if (!err)
    err = wpp_phrases_finish (p, &bytes, &size, &lost);
  if (err)
    fail (file, err);
  double seconds = now () - start;
  free (bytes);
  return seconds;
}

/* Add to *N and *SECONDS what the grammars of the profile FILE are.  */
static void
feed_profile (const char *file, struct events *events, uint64_t *n, double *seconds)
{
  int err = 0;
  struct wpp_place place;
  struct wpp_profile *p = wpp_profile_read (file, &err, &place);
  if (!p)
    fail (file, err);
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        events->n = 0;
        err = wpp_grammar_expand (p->threads[t].segments[s], 0, take, events);
        if (err)
          fail (file, err);
        *n += events->n;
        *seconds += feed (events, file);
      }
  wpp_profile_free (p);
}

int
main (int argc, char **argv)
{
  struct events events = { 0 };
  uint64_t n = 0;
  double seconds = 0;
  for (int i = 1; i < argc; i++)
    feed_profile (argv[i], &events, &n, &seconds);
  free (events.words);
  printf ("%" PRIu64 " %.3f\n", n, seconds);
}
