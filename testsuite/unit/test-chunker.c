/* Unit test of the chunker (analysis/grammar/sequitur/chunker.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The letters that it makes of random runs, long and short ones, are compared with those of a loop that looks at one
   event at a time; phrases with those of the same events in other pieces.  The chunker is compiled here once more, so
   that exponents are full and there is no room soon.  */

#define EXPONENT_MAX 300u
#define CHUNKER_LETTERS 100u
#define PHRASE_MOST 20u
#include "../../analysis/grammar/sequitur/chunker.c"

#include <stdlib.h>
#include "unit.h"

#define MOST 200000u

struct cuts /* all letters, and how many there are in each phrase */
{
  struct letter letters[MOST];
  uint32_t phrases[MOST];
  uint64_t hashes[MOST];
  uint32_t n_letters, n_phrases, n_fresh;
};

/* Random runs, LONG or short, into EVENTS [MOST]; return how many.  */
static uint32_t
make_events (uint64_t *seed, uint32_t *events, uint32_t most)
{
  uint32_t n = 0, dense = 1 + unit_random (seed) % 8;
  while (n < most)
    {
      uint32_t event = unit_random (seed) % 5, times = 1;
      if (unit_random (seed) % dense == 0)
        times = 1 + unit_random (seed) % (unit_random (seed) % 20 ? 20 : 900);
      while (times-- && n < most)
        events[n++] = event;
    }
  return n;
}

/* Letters as they are meant.  */
static uint32_t
merge (const uint32_t *events, uint32_t n, bool exponents, struct letter *letters)
{
  uint32_t n_letters = 0;
  for (uint32_t i = 0; i < n; i++)
    if (exponents && n_letters && letters[n_letters - 1].symbol == events[i]
        && letters[n_letters - 1].exponent < EXPONENT_MAX)
      letters[n_letters - 1].exponent++;
    else
      letters[n_letters++] = (struct letter){ events[i], 1 };
  return n_letters;
}

/* Is P none of the last phrases of ALL?  */
static bool
fresh_p (const struct phrase_cut *p, const struct cuts *all)
{
  for (uint32_t i = all->n_phrases > 500 ? all->n_phrases - 500 : 0; i < all->n_phrases; i++)
    if (all->hashes[i] == p->hash)
      return false;
  return true;
}

/* Keep what C has in phrases.  */
static void
keep (struct chunker *c, struct cuts *all)
{
  uint32_t fresh = 0;
  for (uint32_t i = 0; i < c->at.n_phrases; i++)
    {
      const struct phrase_cut *p = &c->phrases[i];
      if (fresh_p (p, all))
        {
          fresh += p->n;
          all->n_fresh++;
        }
      memcpy (all->letters + all->n_letters, c->letters + p->from, p->n * sizeof (struct letter));
      all->n_letters += p->n;
      all->hashes[all->n_phrases] = p->hash;
      all->phrases[all->n_phrases++] = p->n;
    }
  wpp_chunker_next (c, fresh);
}

/* Cut EVENTS [N], which come in pieces of up to PIECE.  */
static void
cut_all (uint64_t *seed, const uint32_t *events, uint32_t n, uint32_t piece, bool exponents, struct cuts *all)
{
  static struct chunker c;
  memset (&c, 0, sizeof c);
  wpp_chunker_init (&c);
  all->n_letters = all->n_phrases = all->n_fresh = 0;
  for (uint32_t i = 0; i < n;)
    {
      uint32_t some = 1 + unit_random (seed) % piece;
      if (some > n - i)
        some = n - i;
      size_t taken = wpp_chunker_take (&c, events + i, some, exponents);
      i += taken;
      if (taken < some)
        keep (&c, all);
    }
  keep (&c, all);
  /* What is no phrase yet.  */
  memcpy (all->letters + all->n_letters, c.letters, c.at.n_letters * sizeof (struct letter));
  all->n_letters += c.at.n_letters;
  if (c.run.exponent)
    all->letters[all->n_letters++] = c.run;
}

static bool
same_p (const struct cuts *a, const struct cuts *b)
{
  return a->n_phrases == b->n_phrases && memcmp (a->phrases, b->phrases, a->n_phrases * sizeof *a->phrases) == 0
         && memcmp (a->hashes, b->hashes, a->n_phrases * sizeof *a->hashes) == 0;
}

/* Letters in the longest phrase of ALL.  */
static uint32_t
longest (const struct cuts *all)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < all->n_phrases; i++)
    most = all->phrases[i] > most ? all->phrases[i] : most;
  return most;
}

/* A loop of PERIOD events in another one, as often as chance has it, into EVENTS [MOST].  */
static void
make_loops (uint64_t *seed, uint32_t *events, uint32_t most, uint32_t period)
{
  for (uint32_t i = 0; i < most;)
    {
      uint32_t times = period * (1 + unit_random (seed) % 200);
      events[i++] = period;
      for (uint32_t k = 0; k < times && i < most; k++)
        events[i++] = k % period;
    }
}

int
main (void)
{
  static uint32_t events[MOST];
  static struct letter letters[MOST];
  static struct cuts whole, pieces;
  uint64_t seed = 1;
  uint32_t wrong = 0, elsewhere = 0, phrases = 0, most = 0, fresh = 0, rare = 0;
  for (unsigned round = 0; round < 300; round++)
    {
      bool exponents = round % 10 != 0;
      uint32_t n = make_events (&seed, events, 1 + unit_random (&seed) % MOST);
      uint32_t n_letters = merge (events, n, exponents, letters);
      cut_all (&seed, events, n, MOST, exponents, &whole);
      cut_all (&seed, events, n, 1 + unit_random (&seed) % 200, exponents, &pieces);
      wrong += whole.n_letters != n_letters || memcmp (whole.letters, letters, n_letters * sizeof *letters) != 0;
      elsewhere += !same_p (&whole, &pieces);
      phrases += whole.n_phrases;
      most = longest (&whole) > most ? longest (&whole) : most;
    }
  for (uint32_t period = 2; period < 60; period++)
    {
      make_loops (&seed, events, MOST, period);
      cut_all (&seed, events, MOST, MOST, true, &whole);
      fresh = whole.n_fresh > fresh ? whole.n_fresh : fresh;
      rare = longest (&whole) > rare ? longest (&whole) : rare;
    }
  CHECK (wrong == 0, "letters are runs of events");
  CHECK (elsewhere == 0 && phrases > 0, "phrases do not depend on how events come in pieces");
  CHECK (most == PHRASE_MOST, "no phrase is longer than it may be");
  CHECK (rare > PHRASE_MOST && rare <= PHRASE_LETTERS, "but where hardly any are new");
  CHECK (fresh < 150, "loops have few phrases whatever their numbers of iterations");
  return unit_done ();
}
