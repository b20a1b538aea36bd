/* Phrases: where an event sequence is cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "cutter.h"

#define SEED UINT64_C (0x243f6a8885a308d3)

void
wpp_cutter_init (struct cutter *c)
{
  c->n_letters = c->n_phrases = c->from = 0;
  c->hash = SEED;
  c->run = (struct letter){ 0, 0 };
}

static inline uint64_t
hash_letter (uint64_t h, const struct letter *l)
{
  h = (h ^ ((uint64_t)l->exponent << 32 | l->symbol)) * UINT64_C (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* Does a phrase end behind the letters at L - 1 and L?  */
static inline bool
cut_behind_p (const struct letter *l)
{
  uint64_t h = l->symbol * UINT64_C (0xc2b2ae3d27d4eb4f) ^ l[-1].symbol * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ h >> 31) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t)(h >> 32) < UINT32_MAX / PHRASE_CUTS;
}

/* The run is complete.  */
static inline void
end_run (struct cutter *c)
{
  struct letter *last = &c->letters[c->n_letters++];
  *last = c->run;
  c->hash = hash_letter (c->hash, last);
  uint32_t n = c->n_letters - c->from;
  if (n == PHRASE_LETTERS || (n >= PHRASE_LEAST && cut_behind_p (last)))
    {
      c->phrases[c->n_phrases++] = (struct phrase_cut){ c->from, n, c->hash };
      c->from = c->n_letters;
      c->hash = SEED;
    }
}

size_t
wpp_cutter_take (struct cutter *c, const uint32_t *events, size_t n, bool exponents)
{
  struct letter run = c->run;
  size_t i = 0;
  for (; i < n; i++)
    {
      if (events[i] == run.symbol && run.exponent > 0 && run.exponent < EXPONENT_MAX && exponents)
        {
          run.exponent++;
          continue;
        }
      if (c->n_letters == CUTTER_LETTERS)
        break;
      c->run = run;
      if (run.exponent > 0)
        end_run (c);
      run = (struct letter){ events[i], 1 };
    }
  c->run = run;
  return i;
}

void
wpp_cutter_next (struct cutter *c)
{
  c->n_letters -= c->from;
  memmove (c->letters, c->letters + c->from, c->n_letters * sizeof *c->letters);
  c->from = c->n_phrases = 0;
}
