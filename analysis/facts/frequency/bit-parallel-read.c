/* Reading S for the solver of facts as bits (bit-parallel.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/fetch.h"
#include "base/saturate.h"
#include "facts/frequency/bit-parallel-impl.h"

/* The memory of a symbol is prefetched this many symbols ahead.  */
#define AHEAD 12
static_assert (AHEAD <= WPP_SENTENCE_BESIDE, "what is ahead can be looked at");
#define LINE 64u
/* When all cells have at most this many bytes, they stay in the cache, and prefetching does not pay.  */
#define NEAR (UINT32_C (1) << 20)
#define MOST_VISITS 255u
/* The sets of facts are sampled.  At least STRETCH symbols lie between two samples; a layout is chosen by
   LOOKS samples; the first samples are spread over 1/FIRST_PART of S or more.  */
#define STRETCH 64u
#define LOOKS 512u
#define FIRST_PART 256u
/* Costs, in nanoseconds or so: of laying out anew, for each symbol and fact; of a symbol of S at which there are
   deviations, beside 1 for each word.  Laying out is tried when S has LONG_ENOUGH symbols for each of the
   grammar's.  */
#define COST_OF_LAYOUT 4u
#define COST_OF_DEVIATIONS 10u
#define LONG_ENOUGH 128u
/* Sets of up to this many words are not restricted to possible facts: that would cost more than it saves.  */
#define MOST_WORDS 4u

typedef uint32_t four __attribute__ ((vector_size (16), aligned (4)));

/* For the words of NOW that are not dense: count them for SYMBOL, and apply SYMBOL's effect to them.  */
static inline __attribute__ ((always_inline)) void
pass_others (struct wpp_parallel *p, uint32_t symbol)
{
  uint32_t n = p->layout.words - p->layout.dense, *now = p->now + p->layout.dense;
  const uint32_t *keep = wpp_accumulator_masks (&p->accumulator, symbol), *gen = keep + n;
  unsigned char *counters = wpp_accumulator_counters (&p->accumulator, symbol);
  four any = { 0 };
  wpp_cell_rest (wpp_accumulator_cell (&p->accumulator, symbol), p->layout.dense)->others |= p->others;
  for (uint32_t w = 0; w < n; w++)
    if (now[w])
      wpp_count_word (counters + w * WPP_WORD, now[w]);
  for (uint32_t w = 0; w < n; w += 4)
    {
      four *to = (four *)(now + w);
      *to = (*to & *(const four *)(keep + w)) | *(const four *)(gen + w);
      any |= *to;
    }
  p->others = any[0] | any[1] | any[2] | any[3];
}

/* Apply the moves of SYMBOL to NOW.  BEFORE has the deviations before the symbol.  */
static inline __attribute__ ((always_inline)) void
move_facts (struct wpp_parallel *p, uint32_t symbol)
{
  const struct wpp_fact_moves *moves = &p->effects.moves[symbol];
  const uint32_t *defaults = p->layout.defaults;
  for (size_t i = 0; i < moves->n; i++)
    {
      uint32_t f = moves->move[i].fact, s = moves->move[i].source;
      uint32_t held = (p->before[s / WPP_WORD] ^ defaults[s / WPP_WORD]) >> s % WPP_WORD & 1;
      p->now[f / WPP_WORD] ^= held << f % WPP_WORD;
      p->others |= held && f / WPP_WORD >= p->layout.dense;
    }
}

/* Apply SYMBOL's effect to the facts NOW.  Their dense words have been counted.  */
static inline __attribute__ ((always_inline)) void
pass_either_way (struct wpp_parallel *p, uint32_t symbol)
{
  uint32_t dense = p->layout.dense;
  const uint32_t *keep = wpp_cell_keep (wpp_accumulator_cell (&p->accumulator, symbol), dense), *gen = keep + dense;
  if (p->effects.moves[symbol].n)
    memcpy (p->before, p->now, p->layout.words * sizeof *p->now);
  for (uint32_t w = 0; w < dense; w++)
    p->now[w] = (p->now[w] & keep[w]) | gen[w];
  if (p->layout.words > dense)
    pass_others (p, symbol);
  move_facts (p, symbol);
}

static __attribute__ ((noinline)) void
pass (struct wpp_parallel *p, uint32_t symbol)
{
  pass_either_way (p, symbol);
}

static WPP_WIDE __attribute__ ((noinline)) void
pass_wide (struct wpp_parallel *p, uint32_t symbol)
{
  pass_either_way (p, symbol);
}

/* Count NOW for SYMBOL, and apply SYMBOL's effect.  */
static void
visit (struct wpp_parallel *p, uint32_t symbol)
{
  uint32_t dense = p->layout.dense;
  unsigned char *cell = wpp_accumulator_cell (&p->accumulator, symbol);
  for (uint32_t w = 0; w < dense; w++)
    wpp_count_word (cell + w * WPP_WORD, p->now[w]);
  pass (p, symbol);
  if (++wpp_cell_rest (cell, dense)->visits == MOST_VISITS)
    wpp_accumulator_flush (&p->accumulator, symbol);
}

/* Apply COPIES of SYMBOL, which is fresh, to NOW.  Nobody asks which facts hold at a fresh symbol.  */
static void
pass_fresh (struct wpp_parallel *p, uint32_t symbol, uint32_t copies)
{
  uint32_t dense = p->layout.dense, n = p->layout.words - dense;
  uint64_t *total = &p->accumulator.totals[symbol];
  const uint32_t *others = wpp_accumulator_masks (&p->accumulator, symbol) + n;
  *total = wpp_saturating_add (*total, copies);
  const uint32_t *gen = wpp_cell_keep (wpp_accumulator_cell (&p->accumulator, symbol), dense) + dense;
  memcpy (p->now, gen, dense * sizeof *p->now);
  p->others = false;
  for (uint32_t w = 0; w < n; w++)
    p->others |= (p->now[dense + w] = others[w]) != 0;
}

/* Apply COPIES of SYMBOL to NOW.  Copies that move nothing all leave the same facts after.  */
static __attribute__ ((noinline)) void
pass_copies (struct wpp_parallel *p, uint32_t symbol, uint32_t copies)
{
  unsigned n = p->effects.moves[symbol].n ? WPP_MOST_COPIES : 1;
  size_t size = p->layout.words * sizeof *p->now;
  uint32_t *first = p->before + (p->before - p->now);
  if (p->fresh[symbol])
    {
      pass_fresh (p, symbol, copies);
      return;
    }
  for (bool alike = false; n && copies && !alike; n--, copies--)
    {
      memcpy (first, p->now, size);
      visit (p, symbol);
      alike = !memcmp (first, p->now, size);
    }
  wpp_accumulator_add (&p->accumulator, symbol, p->now, copies);
  p->unsuitable |= copies && p->effects.moves[symbol].n && memcmp (first, p->now, size);
}

/* Read N symbols of S, from the Kth on.  DENSE is the layout's; callers pass a constant where they can.  */
static inline __attribute__ ((always_inline)) void
read_some (struct wpp_parallel *p, uint64_t k, uint64_t n, uint32_t dense, bool narrow, bool wide)
{
  const struct wpp_sentence *s = p->s;
  const uint16_t *narrow_numbers = s->narrow;
  const uint32_t *wide_numbers = s->wide;
  int64_t step = p->backward ? -1 : 1;
  uint64_t i = p->backward ? s->n - 1 - k : k;
  unsigned char *cells = p->accumulator.cells;
  size_t cell_size = wpp_cell_size (dense);
  uint32_t *now = p->now, n_symbols = s->n_symbols;
  bool others = p->others, far = cell_size * p->n_symbols > NEAR;
  for (; n; n--, i += step)
    {
      uint32_t symbol = narrow ? narrow_numbers[i] : wide_numbers[i];
      if (far)
        {
          uint32_t ahead = narrow ? narrow_numbers[i + AHEAD * step] : wide_numbers[i + AHEAD * step];
          for (size_t at = 0; at < cell_size; at += LINE)
            wpp_fetch (cells + ahead * cell_size + at);
        }
      if (__builtin_expect (symbol >= n_symbols, 0))
        {
          pass_copies (p, s->powers[symbol - n_symbols].symbol, s->powers[symbol - n_symbols].exponent);
          others = p->others;
          continue;
        }
      unsigned char *cell = cells + symbol * cell_size;
      const uint32_t *keep = wpp_cell_keep (cell, dense), *gen = keep + dense;
      struct wpp_bit_cell *rest = wpp_cell_rest (cell, dense);
      for (uint32_t w = 0; w < dense; w++)
        wpp_count_word (cell + w * WPP_WORD, now[w]);
      if (__builtin_expect (others | rest->special, 0))
        {
          if (wide)
            pass_wide (p, symbol);
          else
            pass (p, symbol);
          others = p->others;
        }
      else
        for (uint32_t w = 0; w < dense; w++)
          now[w] = (now[w] & keep[w]) | gen[w];
      if (__builtin_expect (++rest->visits == MOST_VISITS, 0))
        wpp_accumulator_flush (&p->accumulator, symbol);
    }
}

static inline __attribute__ ((always_inline)) void
read_numbers (struct wpp_parallel *p, uint64_t k, uint64_t n, uint32_t dense, bool wide)
{
  if (p->s->narrow)
    read_some (p, k, n, dense, true, wide);
  else
    read_some (p, k, n, dense, false, wide);
}

static inline __attribute__ ((always_inline)) void
read_any (struct wpp_parallel *p, uint64_t k, uint64_t n, bool wide)
{
  switch (p->layout.dense)
    {
    case 1:
      read_numbers (p, k, n, 1, wide);
      break;
    case 2:
      read_numbers (p, k, n, 2, wide);
      break;
    case 3:
      read_numbers (p, k, n, 3, wide);
      break;
    default:
      read_numbers (p, k, n, p->layout.dense, wide);
      break;
    }
}

static WPP_WIDE void
read_wide (struct wpp_parallel *p, uint64_t k, uint64_t n)
{
  read_any (p, k, n, true);
}

static void
read_narrow (struct wpp_parallel *p, uint64_t k, uint64_t n)
{
  read_any (p, k, n, false);
}

static void
read_on (struct wpp_parallel *p, uint64_t k, uint64_t n)
{
  if (wpp_wide_p ())
    read_wide (p, k, n);
  else
    read_narrow (p, k, n);
}

static int
make_effects (struct wpp_parallel *p)
{
  wpp_effects_release (&p->effects, p->n_symbols);
  p->effects = (struct wpp_bit_effects){ 0 };
  return wpp_effects_init (&p->effects, p->g, p->terminals, p->transitions, p->backward, p->boundary,
                           p->layout.bit, &p->unsuitable);
}

/* Add the number of times that each symbol occurs in S to COUNTS [n_symbols].  */
static void
count_symbols (const struct wpp_parallel *p, uint32_t *counts)
{
  const struct wpp_sentence *s = p->s;
  for (uint64_t i = 0; s->narrow && i < s->n; i++)
    counts[s->narrow[i]]++;
  for (uint64_t i = 0; !s->narrow && i < s->n; i++)
    counts[s->wide[i]]++;
}

/* Set POSSIBLE for the facts that may hold where a symbol of S begins: those that a symbol of S, with a count in
   COUNTS, makes or moves.  Other facts, such as variables that are live only within a loop, may hold within rules.  */
static void
find_possible (const struct wpp_parallel *p, const uint32_t *counts, bool *possible)
{
  const struct wpp_layout *l = &p->layout;
  const struct wpp_bit_effects *e = &p->effects;
  for (uint32_t symbol = 0; symbol < p->n_symbols; symbol++)
    if (counts[symbol])
      {
        const struct wpp_fact_moves *moves = &e->moves[symbol];
        const uint64_t *gen = wpp_effect_gen (e, symbol);
        for (size_t w = 0; w < e->words; w++)
          for (uint64_t left = gen[w]; left; left &= left - 1)
            possible[l->fact[wpp_slot_of_bit (64 * w + (unsigned)__builtin_ctzll (left))]] = true;
        for (size_t i = 0; i < moves->n; i++)
          possible[l->fact[wpp_slot_of_bit (moves->move[i].fact)]]
            = possible[l->fact[wpp_slot_of_bit (moves->move[i].source)]] = true;
      }
}

/* Return the number of letters of S; it saturates.  COUNTS are the numbers of its symbols, and after them of its
   powers; LENGTHS has room for a number for each symbol.  */
static uint64_t
count_letters (const struct wpp_parallel *p, const uint32_t *counts, uint64_t *lengths)
{
  const struct wpp_grammar *g = p->g;
  const struct wpp_sentence *s = p->s;
  uint64_t letters = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    lengths[t] = 1;
  for (uint32_t k = 0; k + 1 < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      uint64_t *length = &lengths[g->n_terminals + r];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        {
          uint64_t part = lengths[wpp_parallel_symbol (g->n_terminals, g->symbols[i])];
          *length = wpp_saturating_add (*length, wpp_saturating_product (part, wpp_grammar_exponent (g, i)));
        }
    }
  for (uint32_t i = 0; i < p->n_symbols; i++)
    letters = wpp_saturating_add (letters, wpp_saturating_product (counts[i], lengths[i]));
  for (uint32_t i = 0; i < s->n_powers; i++)
    {
      uint64_t copies = wpp_saturating_product (counts[p->n_symbols + i], s->powers[i].exponent);
      letters = wpp_saturating_add (letters, wpp_saturating_product (copies, lengths[s->powers[i].symbol]));
    }
  return letters;
}

/* Lay out the facts first that may hold where a symbol of S begins.  Set *SMALL when 32 bits hold all sums: none
   exceeds the number of letters.  */
static int
restrict_facts (struct wpp_parallel *p, bool *small)
{
  const struct wpp_sentence *s = p->s;
  uint32_t *counts = calloc (p->n_symbols + s->n_powers + (size_t)1, sizeof *counts);
  uint64_t *lengths = calloc (p->n_symbols + (size_t)1, sizeof *lengths);
  bool *possible = calloc (p->n_facts + (size_t)1, sizeof *possible);
  int err = counts && lengths && possible ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      count_symbols (p, counts);
      *small = s->n <= UINT32_MAX && count_letters (p, counts, lengths) <= UINT32_MAX;
      for (uint32_t i = 0; i < s->n_powers; i++)
        counts[s->powers[i].symbol] |= counts[p->n_symbols + i];
      find_possible (p, counts, possible);
      wpp_layout_restrict (&p->layout, possible);
      err = make_effects (p);
    }
  free (counts);
  free (lengths);
  free (possible);
  return err;
}

/* Lay facts out anew, by LOOKS sets of deviations.  */
static int
lay_out (struct wpp_parallel *p, const uint32_t *sets)
{
  struct wpp_layout *l = &p->layout;
  wpp_accumulator_end (&p->accumulator);
  for (uint32_t f = 0; f < p->n_facts; f++)
    {
      p->slots[f] = wpp_slot_of_bit (l->bit[f]);
      p->holds[f] = wpp_in_p (p->now, l->bit[f]) ^ wpp_in_p (l->defaults, l->bit[f]);
    }
  int err = wpp_layout_choose (l, sets, LOOKS);
  for (uint32_t i = 0; i < p->n_facts; i++)
    p->moved[i] = p->slots[l->fact[i]];
  if (!err && !l->sorted)
    err = wpp_accumulator_lay_out (&p->accumulator, p->moved);
  if (!err && !l->sorted)
    err = make_effects (p);
  if (!err && !l->sorted)
    err = wpp_accumulator_begin (&p->accumulator, &p->effects);
  memset (p->now, 0, l->words * sizeof *p->now);
  for (uint32_t f = 0; f < p->n_facts; f++)
    p->now[l->bit[f] / WPP_WORD]
      |= (uint32_t)(p->holds[f] ^ wpp_in_p (l->defaults, l->bit[f])) << l->bit[f] % WPP_WORD;
  p->others = false;
  for (uint32_t w = l->dense; w < l->words; w++)
    p->others |= p->now[w] != 0;
  return err;
}

/* Read S from the Kth symbol on, many sets at a time.  */
static int
read_sorted (struct wpp_parallel *p, uint64_t k)
{
  struct wpp_reading r = { .s = p->s, .backward = p->backward, .effects = &p->effects, .layout = &p->layout,
                           .accumulator = &p->accumulator };
  return wpp_sorted_read (&r, k, p->now, &p->unsuitable);
}

/* Drop every other one of LOOKS sets of WORDS words.  */
static void
drop_half (uint32_t *sets, size_t words)
{
  for (uint32_t i = 1; i < LOOKS / 2; i++)
    memcpy (sets + i * words, sets + 2 * i * words, words * sizeof *sets);
}

/* Read S in stretches, and sample the facts after each: between LOOKS / 2 and LOOKS samples since the last layout,
   however far apart.  Lay facts out anew when deviations have cost as much as that costs.  */
static int
read_and_look (struct wpp_parallel *p, uint32_t *sets)
{
  uint64_t all = p->s->n, unusual = 0, enough = 0, n;
  uint64_t apart = STRETCH + all / LOOKS / FIRST_PART;
  uint32_t looks = 0;
  int err = 0;
  for (uint64_t k = 0; k < all && !err && !p->unsuitable; k += n)
    {
      n = all - k < apart ? all - k : apart;
      read_on (p, k, n);
      memcpy (sets + looks++ * (size_t)p->layout.words, p->now, p->layout.words * sizeof *sets);
      unusual += p->others ? n : 0;
      if (looks < LOOKS)
        continue;
      if (unusual >= enough)
        {
          err = lay_out (p, sets);
          if (!err && p->layout.sorted)
            return read_sorted (p, k + n);
          enough = p->n_symbols * (uint64_t)p->n_facts * COST_OF_LAYOUT
                   / (COST_OF_DEVIATIONS + p->layout.words - p->layout.dense) + 1;
          looks = unusual = 0;
          apart = STRETCH;
        }
      else
        {
          drop_half (sets, p->layout.words);
          looks = LOOKS / 2;
          apart *= 2;
        }
    }
  return err;
}

static bool
long_enough_p (const struct wpp_parallel *p)
{
  return p->s->n / LONG_ENOUGH >= p->n_symbols;
}

static int
read_all (struct wpp_parallel *p)
{
  size_t words = p->n_facts / WPP_WORD + 1 + WPP_SORTED_TOGETHER;
  bool look = p->layout.words > 1 && long_enough_p (p);
  uint32_t *sets = look ? reallocarray (NULL, LOOKS * words, sizeof *sets) : NULL;
  p->now = calloc (3 * words, sizeof *p->now);
  p->before = p->now + words;
  p->holds = calloc (p->n_facts + (size_t)1, sizeof *p->holds);
  p->slots = calloc (p->n_facts + (size_t)1, 2 * sizeof *p->slots);
  p->moved = p->slots + p->n_facts;
  int err = p->now && p->holds && p->slots && (sets || !look) ? 0 : WPP_E_NOMEM;
  if (!err)
    err = wpp_accumulator_begin (&p->accumulator, &p->effects);
  if (!err && look)
    err = read_and_look (p, sets);
  else if (!err)
    read_on (p, 0, p->s->n);
  if (!err && !p->layout.sorted)
    wpp_accumulator_end (&p->accumulator);
  free (sets);
  return err;
}

int
wpp_parallel_read (struct wpp_parallel *p)
{
  bool small = false;
  int err = wpp_layout_init (&p->layout, p->n_facts);
  if (!err)
    err = make_effects (p);
  if (!err && !p->unsuitable && p->layout.words > MOST_WORDS && long_enough_p (p))
    err = restrict_facts (p, &small);
  if (!err && !p->unsuitable)
    err = wpp_accumulator_init (&p->accumulator, &p->layout, p->n_symbols, small);
  if (!err && !p->unsuitable)
    err = read_all (p);
  return err;
}
