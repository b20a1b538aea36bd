/* Adding up many sets of facts at a time, sorted by symbols (bit-parallel-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Applying the effect of a symbol to a wide set of facts takes a few operations.  Adding the set to the sums of the
   symbol takes longer, because they are elsewhere in memory for each symbol.  So the sets of many symbols of S are
   written down first, those of the same symbol side by side.  Then the sets of each symbol are added up in
   registers, and the symbol's memory is visited once.

   Numbers are kept as bit planes: a word of plane i has bit i of the numbers of 32 facts.  So a set is added in
   a few operations for all facts of a register.  */

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/fetch.h"
#include "base/huge-pages.h"
#include "facts/frequency/bit-parallel-impl.h"
#include "base/saturate.h"

#define PLANES 12u
#define MOST_VISITS ((1u << PLANES) - 1)
/* Up to FEW sets are added up in registers, in FEW_PLANES planes.  */
#define FEW_PLANES 4u
#define FEW ((1u << FEW_PLANES) - 1)
/* At most this many sets, and bytes of sets, are sorted at a time.  */
#define MOST_SETS (UINT32_C (1) << 18)
#define MOST_BYTES (UINT32_C (1) << 25)
/* Memory is prefetched this many symbols of S ahead, and planes this many symbols ahead.  */
#define AHEAD 10u
#define PLANES_AHEAD 2u
#define LINE 64u

/* Words that one operation handles.  */
typedef uint32_t column __attribute__ ((vector_size (32), aligned (4)));
#define COLUMN (sizeof (column) / sizeof (uint32_t))
static_assert (WPP_SORTED_TOGETHER % COLUMN == 0, "a set is made of columns");
static_assert (AHEAD <= WPP_SENTENCE_BESIDE, "what is ahead can be looked at");

struct sorting
{
  const struct wpp_reading *r;
  size_t words;               /* of a set, a multiple of COLUMN */
  uint32_t most;              /* sets that are sorted at a time */
  uint32_t *sets;             /* [most * words] */
  uint32_t *masks;            /* [n_symbols * 2 * words] keep, gen of the effects: only the words that sets have */
  uint32_t *place;            /* [n_symbols] where in SETS the next set of the symbol is put */
  uint32_t *planes;           /* [n_symbols * PLANES * words] */
  uint16_t *visits;           /* [n_symbols] sets in the planes */
  uint32_t *now, *before;     /* [words] facts that hold, and those that held before a symbol with moves */
  bool unsuitable;
};

/* Symbol I of S, in reading order.  */
static inline __attribute__ ((always_inline)) uint32_t
symbol_at (const struct wpp_reading *r, uint64_t i, bool narrow)
{
  uint64_t k = r->backward ? r->s->n - 1 - i : i;
  return narrow ? r->s->narrow[k] : r->s->wide[k];
}

static inline __attribute__ ((always_inline)) uint32_t
base_of (const struct wpp_sentence *s, uint32_t symbol)
{
  return symbol < s->n_symbols ? symbol : s->powers[symbol - s->n_symbols].symbol;
}

/* ---- The places of sets.  */

static inline __attribute__ ((always_inline)) void
count_symbols (struct sorting *o, uint64_t first, uint64_t n, bool narrow)
{
  for (uint64_t i = first; i < first + n; i++)
    o->place[base_of (o->r->s, symbol_at (o->r, i, narrow))]++;
}

/* Set the places for the sets of N symbols of S from FIRST on.  */
static void
find_places (struct sorting *o, uint64_t first, uint64_t n)
{
  uint32_t n_symbols = o->r->s->n_symbols, at = 0;
  memset (o->place, 0, n_symbols * sizeof *o->place);
  if (o->r->s->narrow)
    count_symbols (o, first, n, true);
  else
    count_symbols (o, first, n, false);
  for (uint32_t s = 0; s < n_symbols; s++)
    {
      uint32_t many = o->place[s];
      o->place[s] = at;
      at += many;
    }
}

/* ---- Reading S.  */

/* Apply SYMBOL's effect to the facts that hold.  */
static inline __attribute__ ((always_inline)) void
pass (struct sorting *o, uint32_t symbol, size_t words)
{
  const uint32_t *keep = o->masks + symbol * 2 * words, *gen = keep + words;
  for (size_t w = 0; w < words; w += COLUMN)
    {
      column *now = (column *)(o->now + w);
      *now = (*now & *(const column *)(keep + w)) | *(const column *)(gen + w);
    }
}

/* The same, for a symbol that moves facts.  */
static void
pass_moving (struct sorting *o, uint32_t symbol)
{
  const struct wpp_fact_moves *moves = &o->r->effects->moves[symbol];
  memcpy (o->before, o->now, o->words * sizeof *o->now);
  pass (o, symbol, o->words);
  for (size_t i = 0; i < moves->n; i++)
    {
      uint32_t f = moves->move[i].fact;
      if (wpp_in_p (o->before, moves->move[i].source))
        o->now[f / WPP_WORD] |= UINT32_C (1) << f % WPP_WORD;
    }
}

/* Apply COPIES of SYMBOL to the facts that hold.  The set before the first copy has its place in SETS; those before the
   others are added to the sums here.  Copies that move nothing all leave the same facts after.  */
static void
pass_copies (struct sorting *o, uint32_t symbol, uint32_t copies)
{
  bool moves = o->r->effects->moves[symbol].n, alike = false;
  unsigned n = WPP_MOST_COPIES;
  pass_moving (o, symbol);
  for (copies--; moves && n && copies && !alike; n--, copies--)
    {
      wpp_accumulator_add (o->r->accumulator, symbol, o->now, 1);
      pass_moving (o, symbol);
      alike = !memcmp (o->before, o->now, o->words * sizeof *o->now);
    }
  wpp_accumulator_add (o->r->accumulator, symbol, o->now, copies);
  o->unsuitable |= copies && moves && !alike;
}

/* Prefetch the memory that is used when SYMBOL is read.  */
static inline __attribute__ ((always_inline)) void
fetch (const struct sorting *o, uint32_t symbol, size_t words)
{
  const char *masks = (const char *)(o->masks + symbol * 2 * words);
  const char *to = (const char *)(o->sets + o->place[symbol] * words);
  for (size_t at = 0; at < 2 * words * sizeof *o->masks; at += LINE)
    wpp_fetch (masks + at);
  for (size_t at = 0; at < words * sizeof *o->sets; at += LINE)
    wpp_fetch (to + at);
}

/* Read N symbols from FIRST on, and put the set of facts that hold where each begins into its place.  WORDS is
   o->words; callers pass a constant where they can.  */
static inline __attribute__ ((always_inline)) void
read_some (struct sorting *o, uint64_t first, uint64_t n, size_t words, bool narrow)
{
  const struct wpp_sentence *s = o->r->s;
  for (uint64_t i = first; i < first + n; i++)
    {
      uint32_t number = symbol_at (o->r, i, narrow), symbol = base_of (s, number);
      uint32_t ahead = symbol_at (o->r, i + AHEAD, narrow);
      uint32_t *to = o->sets + o->place[symbol]++ * words;
      fetch (o, ahead < s->n_symbols ? ahead : 0, words);
      for (size_t w = 0; w < words; w += COLUMN)
        *(column *)(to + w) = *(const column *)(o->now + w);
      if (number != symbol)
        pass_copies (o, symbol, s->powers[number - s->n_symbols].exponent);
      else if (o->r->effects->moves[symbol].n)
        pass_moving (o, symbol);
      else
        pass (o, symbol, words);
    }
}

static inline __attribute__ ((always_inline)) void
read_numbers (struct sorting *o, uint64_t first, uint64_t n, size_t words)
{
  if (o->r->s->narrow)
    read_some (o, first, n, words, true);
  else
    read_some (o, first, n, words, false);
}

/* ---- Adding up.  */

static inline __attribute__ ((always_inline)) bool
any_p (const column *c)
{
  typedef uint64_t four __attribute__ ((vector_size (32)));
  four f = (four)*c;
  return f[0] | f[1] | f[2] | f[3];
}

/* Add one column of N sets, at most FEW, to that column of PLANES.  */
static inline __attribute__ ((always_inline)) void
add_few (uint32_t *planes, const uint32_t *sets, uint32_t n, size_t words)
{
  column few[FEW_PLANES] = { { 0 } }, carry = { 0 };
  for (uint32_t i = 0; i < n; i++, sets += words)
    {
      column more = *(const column *)sets;
#pragma GCC unroll 4
      for (unsigned p = 0; p < FEW_PLANES; p++)
        {
          column both = few[p] & more;
          few[p] ^= more;
          more = both;
        }
    }
#pragma GCC unroll 4
  for (unsigned p = 0; p < FEW_PLANES; p++)
    {
      column old = *(column *)(planes + p * words), sum = old ^ few[p];
      *(column *)(planes + p * words) = sum ^ carry;
      carry = (old & few[p]) | (sum & carry);
    }
  for (unsigned p = FEW_PLANES; p < PLANES && any_p (&carry); p++)
    {
      column old = *(column *)(planes + p * words);
      *(column *)(planes + p * words) = old ^ carry;
      carry &= old;
    }
}

/* Set NUMBERS, one for each of 32 facts, from a word of each of N planes, at most 8.  The words are at PLANES, and
   WORDS words apart.  */
static inline __attribute__ ((always_inline)) void
gather (const uint32_t *planes, size_t words, unsigned n, wpp_bytes *numbers)
{
  *numbers = (wpp_bytes){ 0 };
  for (unsigned p = 0; p < n; p++)
    {
      wpp_bytes bytes;
      wpp_spread (planes[p * words], &bytes);
      *numbers |= bytes & (unsigned char)(1u << p);
    }
}

/* Add the planes of SYMBOL to its sums, and clear them.  */
static inline __attribute__ ((always_inline)) void
drain (struct sorting *o, uint32_t symbol)
{
  typedef unsigned char eight __attribute__ ((vector_size (8)));
  size_t row = o->r->accumulator->row;
  bool small = o->r->accumulator->small;
  void *sums = wpp_accumulator_sums (o->r->accumulator, symbol);
  uint32_t *planes = o->planes + symbol * PLANES * o->words;
  for (size_t w = 0; w < o->words; w++)
    {
      wpp_bytes low, high;
      gather (planes + w, o->words, 8, &low);
      gather (planes + w + 8 * o->words, o->words, PLANES - 8, &high);
      for (size_t i = 0; i < WPP_WORD && WPP_WORD * w + i < row; i += 8)
        {
          eight l, h;
          memcpy (&l, (const char *)&low + i, sizeof l);
          memcpy (&h, (const char *)&high + i, sizeof h);
          if (small)
            *(wpp_small_eight *)((uint32_t *)sums + WPP_WORD * w + i)
              += __builtin_convertvector (l, wpp_small_eight) + (__builtin_convertvector (h, wpp_small_eight) << 8);
          else
            *(wpp_eight *)((uint64_t *)sums + WPP_WORD * w + i)
              += __builtin_convertvector (l, wpp_eight) + (__builtin_convertvector (h, wpp_eight) << 8);
        }
    }
  memset (planes, 0, PLANES * o->words * sizeof *planes);
  o->visits[symbol] = 0;
}

/* Add the N sets at SETS to SYMBOL's planes.  */
static inline __attribute__ ((always_inline)) void
add_sets (struct sorting *o, uint32_t symbol, const uint32_t *sets, uint32_t n)
{
  uint64_t *total = &o->r->accumulator->totals[symbol];
  *total = wpp_saturating_add (*total, n);
  for (uint32_t few; n; n -= few, sets += few * o->words)
    {
      few = n < FEW ? n : FEW;
      if (o->visits[symbol] + few > MOST_VISITS)
        drain (o, symbol);
      o->visits[symbol] += few;
      for (size_t w = 0; w < o->words; w += COLUMN)
        add_few (o->planes + symbol * PLANES * o->words + w, sets + w, few, o->words);
    }
}

/* Add up all sets; each is in its place.  */
static inline __attribute__ ((always_inline)) void
add_all (struct sorting *o)
{
  size_t each = PLANES * o->words;
  uint32_t n_symbols = o->r->s->n_symbols, at = 0;
  for (uint32_t s = 0; s < n_symbols; s++)
    {
      const char *next = (const char *)(o->planes + (s + PLANES_AHEAD < n_symbols ? s + PLANES_AHEAD : s) * each);
      for (size_t i = 0; i < (FEW_PLANES + 1) * o->words * sizeof *o->planes; i += LINE)
        wpp_fetch (next + i);
      if (o->place[s] > at)
        add_sets (o, s, o->sets + at * o->words, o->place[s] - at);
      at = o->place[s];
    }
}

/* ---- All of it.  */

static inline __attribute__ ((always_inline)) void
read_either_way (struct sorting *o, uint64_t first, uint64_t n)
{
  switch (o->words / COLUMN)
    {
    case 1:
      read_numbers (o, first, n, COLUMN);
      break;
    case 2:
      read_numbers (o, first, n, 2 * COLUMN);
      break;
    case 3:
      read_numbers (o, first, n, 3 * COLUMN);
      break;
    default:
      read_numbers (o, first, n, o->words);
      break;
    }
  add_all (o);
}

static void
read_narrow (struct sorting *o, uint64_t first, uint64_t n)
{
  read_either_way (o, first, n);
}

static WPP_WIDE void
read_wide (struct sorting *o, uint64_t first, uint64_t n)
{
  read_either_way (o, first, n);
}

static void
drain_narrow (struct sorting *o)
{
  for (uint32_t s = 0; s < o->r->s->n_symbols; s++)
    if (o->visits[s])
      drain (o, s);
}

static WPP_WIDE void
drain_wide (struct sorting *o)
{
  for (uint32_t s = 0; s < o->r->s->n_symbols; s++)
    if (o->visits[s])
      drain (o, s);
}

static void
copy_masks (struct sorting *o)
{
  size_t set = o->words * sizeof *o->masks;
  for (uint32_t s = 0; s < o->r->s->n_symbols; s++)
    {
      memcpy (o->masks + s * 2 * o->words, wpp_effect_keep (o->r->effects, s), set);
      memcpy (o->masks + (s * 2 + (size_t)1) * o->words, wpp_effect_gen (o->r->effects, s), set);
    }
}

static void
read_on (struct sorting *o, uint64_t k)
{
  uint64_t all = o->r->s->n, n;
  bool wide = wpp_wide_p ();
  for (; k < all && !o->unsuitable; k += n)
    {
      n = all - k < o->most ? all - k : o->most;
      find_places (o, k, n);
      if (wide)
        read_wide (o, k, n);
      else
        read_narrow (o, k, n);
    }
  if (wide)
    drain_wide (o);
  else
    drain_narrow (o);
}

int
wpp_sorted_read (const struct wpp_reading *r, uint64_t k, const uint32_t *now, bool *unsuitable)
{
  uint64_t left = r->s->n - k;
  struct sorting o = { .r = r, .words = r->layout->words };
  size_t set = o.words * sizeof *o.sets, n_symbols = r->s->n_symbols;
  o.most = set < MOST_BYTES / MOST_SETS ? MOST_SETS : MOST_BYTES / set ? (uint32_t)(MOST_BYTES / set) : 1;
  o.most = o.most > MOST_SETS ? MOST_SETS : o.most;
  o.most = left < o.most ? (uint32_t)left : o.most;
  o.sets = wpp_huge_new ((o.most + (size_t)1) * set);
  o.masks = wpp_huge_new ((n_symbols + 1) * 2 * set);
  o.planes = wpp_huge_new ((n_symbols + 1) * PLANES * set);
  o.place = malloc ((n_symbols + 1) * sizeof *o.place);
  o.visits = calloc (n_symbols + 1, sizeof *o.visits);
  o.now = malloc (2 * set);
  int err = o.sets && o.masks && o.planes && o.place && o.visits && o.now ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      o.before = o.now + o.words;
      memcpy (o.now, now, set);
      copy_masks (&o);
      read_on (&o, k);
      *unsuitable |= o.unsuitable;
    }
  wpp_huge_free (o.sets, (o.most + (size_t)1) * set);
  wpp_huge_free (o.masks, (n_symbols + 1) * 2 * set);
  wpp_huge_free (o.planes, (n_symbols + 1) * PLANES * set);
  free (o.place);
  free (o.visits);
  free (o.now);
  return err;
}
