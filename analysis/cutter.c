/* Phrases: where an event sequence is cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "cutter.h"

#define SEED UINT64_C (0x243f6a8885a308d3)

void
wpp_cutter_init (struct cutter *c)
{
  c->at.n_letters = c->at.n_phrases = c->at.from = 0;
  c->at.before = 0;
  c->at.hash = SEED;
  c->run = (struct letter){ 0, 0 };
}

/* The hash of a phrase that went on with L; its upper half alone has all of it, see finished.  */
static inline uint64_t
hash_letter (uint64_t h, struct letter l)
{
  return (h ^ ((uint64_t)l.exponent << 32 | l.symbol)) * UINT64_C (0x9e3779b97f4a7c15);
}

static inline uint64_t
finished (uint64_t h)
{
  return h ^ h >> 32;
}

/* Does a phrase end behind the events BEFORE and LAST?  */
static inline bool
cut_behind_p (uint32_t before, uint32_t last)
{
  uint64_t h = last * UINT64_C (0xc2b2ae3d27d4eb4f) ^ before * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ h >> 31) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t)(h >> 32) < UINT32_MAX / PHRASE_CUTS;
}

/* Add the run L, which is complete; where C is, is in AT.  */
static inline void
end_run (struct cutter *c, struct cutter_state *at, struct letter l)
{
  uint32_t n = at->n_letters + 1 - at->from;
  at->hash = hash_letter (at->hash, l);
  c->letters[at->n_letters++] = l;
  if (n == PHRASE_LETTERS || (n >= PHRASE_LEAST && cut_behind_p (at->before, l.symbol)))
    {
      c->phrases[at->n_phrases++] = (struct phrase_cut){ at->from, n, finished (at->hash) };
      at->from = at->n_letters;
      at->hash = SEED;
    }
  at->before = l.symbol;
}

size_t
wpp_cutter_take (struct cutter *c, const uint32_t *events, size_t n, bool exponents)
{
  struct cutter_state at = c->at;
  struct letter run = c->run;
  size_t i = 0;
  for (; i < n; i++)
    {
      if (events[i] == run.symbol && run.exponent > 0 && run.exponent < EXPONENT_MAX && exponents)
        {
          run.exponent++;
          continue;
        }
      if (at.n_letters == CUTTER_LETTERS)
        break;
      if (run.exponent > 0)
        end_run (c, &at, run);
      run = (struct letter){ events[i], 1 };
    }
  c->run = run;
  c->at = at;
  return i;
}

void
wpp_cutter_next (struct cutter *c)
{
  c->at.n_letters -= c->at.from;
  memmove (c->letters, c->letters + c->at.from, c->at.n_letters * sizeof *c->letters);
  c->at.from = c->at.n_phrases = 0;
}
