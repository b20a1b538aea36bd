/* The chunker (chunker.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <emmintrin.h>
#include <string.h>
#include "grammar/sequitur/chunker.h"

#define SEED UINT64_C (0x243f6a8885a308d3)

/* ---- The length of phrases.  */

/* How much is new, in parts of NEW_PARTS.  */
#define NEW_PARTS 4096
#define MUCH 768         /* above this, lately, long phrases are cut sooner */
#define MANY 400         /* above this, phrases become short again, */
#define FEW 20           /* and below this they become long; the limit is halved each time that was wrong, */
#define LEAST_FEW 5      /* down to this */
#define LEARNING 256     /* times that the chunker is full before the length may change again */

/* Set the limits from the length of phrases.  */
static void
set_limits (struct chunker *c)
{
  uint32_t times = c->rare ? PHRASE_TIMES : 1;
  c->limits[CUT] = times * PHRASE_LEAST;
  c->limits[UNCUT] = times * (c->last_8 > 8 * MUCH ? PHRASE_MOST_NEW : PHRASE_MOST);
}

/* The moving sum SUM of about the last N numbers, after NEXT.  */
static inline uint32_t
add_to_last (uint32_t sum, uint32_t n, uint32_t next)
{
  return sum - sum / n + next;
}

/* Decide between short and long phrases.  After a change all phrases are new at first, so this decision is not reviewed
   before they can be known.  */
static void
choose_length (struct chunker *c)
{
  if (c->learning > 0)
    {
      if (--c->learning == 0)
        c->last_128 = c->last_8 * (128 / 8);
    }
  else if (c->rare ? c->last_128 > 128 * MANY : c->last_128 < 128 * c->few)
    {
      if (c->rare && c->few > 2 * LEAST_FEW)
        c->few /= 2;
      c->rare = !c->rare;
      c->learning = LEARNING;
    }
}

/* FRESH of the letters in phrases were in new phrases.  */
static void
note_fresh (struct chunker *c, uint32_t fresh)
{
  uint32_t parts = fresh * NEW_PARTS / c->at.from;
  c->last_8 = add_to_last (c->last_8, 8, parts);
  c->last_128 = add_to_last (c->last_128, 128, parts);
  choose_length (c);
  set_limits (c);
}

/* ---- The chunker.  */

void
wpp_chunker_init (struct chunker *c)
{
  c->at.hash = SEED;
  c->last_128 = 128 * NEW_PARTS;
  c->few = FEW;
  set_limits (c);
}

/* The hash H of a phrase after the letter L.  Only the upper half depends on all letters: see finished.  */
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

/* The place of the pair of events BEFORE and LAST in C.  */
static inline uint8_t *
pair_of (struct chunker *c, uint32_t before, uint32_t last)
{
  uint64_t h = (last * UINT64_C (0xc2b2ae3d27d4eb4f) ^ before * UINT64_C (0x9e3779b97f4a7c15))
               * UINT64_C (0xd6e8feb86659fd93);
  return &c->pairs[h >> 32 & (CHUNKER_PAIRS - 1)];
}

/* Does a phrase of N letters end after a pair of events, whose place in C is PAIR?  */
static inline bool
cut_after_p (const struct chunker *c, uint8_t *pair, uint32_t n)
{
  if (n < c->limits[*pair])
    return false;
  if (*pair != CUT)
    *pair = *pair == UNMET && n < PHRASE_CUT_FROM ? UNCUT : CUT;
  return n >= c->limits[*pair];
}

/* Add the run L, which is complete.  AT is C's state.  */
static inline __attribute__ ((always_inline)) void
end_run (struct chunker *c, struct chunker_state *at, struct letter l)
{
  uint32_t n = at->n_letters + 1 - at->from;
  at->hash = hash_letter (at->hash, l);
  c->letters[at->n_letters++] = l;
  if (cut_after_p (c, pair_of (c, at->before, l.symbol), n))
    {
      c->phrases[at->n_phrases++] = (struct phrase_cut){ at->from, n, finished (at->hash) };
      at->from = at->n_letters;
      at->hash = SEED;
    }
  at->before = l.symbol;
}

/* ---- Long runs.  */

#define BLOCK 16u /* events that are compared at the same time */
#define LONG 3u   /* blocks pay after a run of this many events, */
#define DENSE 8u  /* until this many runs begin in a block */

/* A bit for each event of the block at E that differs from the event before it.  */
static inline unsigned
changes (const uint32_t *e)
{
  __m128i same[4];
  for (unsigned i = 0; i < 4; i++)
    same[i] = _mm_cmpeq_epi32 (_mm_loadu_si128 ((const __m128i *)(e + 4 * i)),
                               _mm_loadu_si128 ((const __m128i *)(e + 4 * i - 1)));
  __m128i all = _mm_packs_epi16 (_mm_packs_epi32 (same[0], same[1]), _mm_packs_epi32 (same[2], same[3]));
  return _mm_movemask_epi8 (all) ^ 0xffff;
}

/* Is there room in RUN and in AT for a whole block?  */
static inline bool
block_fits_p (const struct chunker_state *at, const struct letter *run)
{
  return at->n_letters + BLOCK <= CHUNKER_LETTERS && EXPONENT_MAX - run->exponent > BLOCK;
}

/* Take up to N of EVENTS in blocks, as long as there are long runs, and return their number.  *RUN ends with the event
   before.  */
static inline __attribute__ ((always_inline)) size_t
take_blocks (struct chunker *c, struct chunker_state *at, struct letter *run, const uint32_t *events, size_t n)
{
  size_t i = 0;
  for (unsigned begun = 0; begun < DENSE && n - i >= BLOCK && block_fits_p (at, run); i += BLOCK)
    {
      uint32_t from = 0;
      begun = 0;
      for (unsigned set = changes (events + i); set; set &= set - 1, begun++)
        {
          unsigned k = __builtin_ctz (set);
          end_run (c, at, (struct letter){ run->symbol, run->exponent + k - from });
          *run = (struct letter){ events[i + k], 0 };
          from = k;
        }
      run->exponent += BLOCK - from;
    }
  return i;
}

/* ---- events  */

size_t
wpp_chunker_take (struct chunker *c, const uint32_t *events, size_t n, bool exponents)
{
  struct chunker_state at = c->at;
  struct letter run = c->run;
  size_t i = 0;
  for (; i < n; i++)
    {
      if (events[i] == run.symbol && run.exponent > 0 && run.exponent < EXPONENT_MAX && exponents)
        {
          if (++run.exponent >= LONG && i > 0)
            i += take_blocks (c, &at, &run, events + i + 1, n - i - 1);
          continue;
        }
      if (at.n_letters == CHUNKER_LETTERS)
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
wpp_chunker_next (struct chunker *c, uint32_t fresh)
{
  if (c->at.from > 0)
    note_fresh (c, fresh);
  c->at.n_letters -= c->at.from;
  memmove (c->letters, c->letters + c->at.from, c->at.n_letters * sizeof *c->letters);
  c->at.from = c->at.n_phrases = 0;
}
