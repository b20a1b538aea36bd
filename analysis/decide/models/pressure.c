/* What a register costs that holds one more value (pressure.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "decide/models/placement.h"
#include "decide/models/pressure.h"

/* Registers of x86-64 (AArch64 has more), without the stack pointer, and how many of them calls leave alone.  */
static const uint32_t registers[WPP_N_REGISTER_CLASSES] = { 15, 16 }, saved[WPP_N_REGISTER_CLASSES] = { 6, 0 };

/* Values that later passes make live besides: addresses of variables, what they find equal, what they move out of
   loops.  gzip's ct_tally, with at most six at once where paths are numbered, saved a register for a seventh in each
   of its calls.  */
#define MORE_LATER 3u

/* The price of an access to a value that is kept in memory: mostly an operand of an instruction that is executed
   anyway, in the nearest cache; and often only where control seldom goes.  Measured: with a whole cycle, bzip2's
   decompressor, whose main loop wants 25 values, had nothing moved; with this price it executes 2 % fewer instructions,
   13 % fewer loads and 6 % fewer stores; with twice as much 1.7 % more than with it, with four times 2.7 %.  */
#define ACCESS_PRICE (WPP_PRICE_CYCLE / 16)

/* The most that a register costs in an execution: a store and a load.  */
#define MOST_PRICE (2 * WPP_PRICE_CYCLE)

static int
compare_live (const void *a, const void *b)
{
  const struct wpp_pressure_live *x = a, *y = b;
  return x->block != y->block ? (x->block > y->block) - (x->block < y->block)
                              : (x->value > y->value) - (x->value < y->value);
}

static int
compare_prices (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Executions of blocks with each value, in a new array, or null.  */
static uint64_t *
find_areas (const struct wpp_pressure *p)
{
  uint64_t *areas = calloc ((size_t) p->n_values + 1, sizeof *areas);
  for (size_t i = 0; areas && i < p->n_live; i++)
    {
      const struct wpp_pressure_live *l = &p->live[i];
      areas[l->value] = wpp_saturating_add (areas[l->value], p->blocks[l->block].count);
    }
  return areas;
}

/* What a value of ACCESSES saves by being in a register, an execution of its AREA.  */
static uint32_t
quotient (uint64_t accesses, uint64_t area)
{
  double q = area ? (double) accesses * ACCESS_PRICE / area : MOST_PRICE;
  return q < MOST_PRICE ? (uint32_t) q : MOST_PRICE;
}

/* Enter what is live in BLOCK, with the values of CLASS_OF among LIVE [FIRST … LAST - 1], after *AT quotients.  */
static void
measure_block (struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of, size_t first, size_t last,
               const uint64_t *areas, uint32_t *at)
{
  struct wpp_pressure_block *b = &p->blocks[block];
  b->of[class_of].first = *at;
  for (size_t i = first; i < last; i++)
    {
      const struct wpp_pressure_live *l = &p->live[i];
      const struct wpp_pressure_value *v = &p->values[l->value];
      if (v->class_of != class_of)
        continue;
      b->of[class_of].entry += l->at_entry;
      b->of[class_of].end += l->at_end;
      b->of[class_of].across += l->at_entry && l->at_end;
      p->quotients[(*at)++] = quotient (v->accesses, areas[l->value]);
    }
  b->of[class_of].length = *at - b->of[class_of].first;
  qsort (p->quotients + b->of[class_of].first, b->of[class_of].length, sizeof *p->quotients, compare_prices);
}

/* Values that are live at once in BLOCK; there is always one to work with.  */
static uint32_t
at_once (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  const struct wpp_pressure_block *b = &p->blocks[block];
  uint32_t n = b->of[class_of].entry > b->of[class_of].end ? b->of[class_of].entry : b->of[class_of].end;
  return n + b->of[class_of].more + (b->local[class_of] ? b->local[class_of] : 1);
}

/* Registers that must be saved for BLOCK: those of values that are live across calls, or that are more than calls may
   change.  */
static uint32_t
to_save (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  const struct wpp_pressure_block *b = &p->blocks[block];
  uint32_t across = b->calls ? b->of[class_of].across + b->of[class_of].more : 0,
           all = at_once (p, block, class_of) + MORE_LATER, free = registers[class_of] - saved[class_of];
  return all > free + across ? all - free : across;
}

static void
note_saved (struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  uint32_t n = to_save (p, block, class_of);
  if (n > p->save[class_of])
    p->save[class_of] = n;
}

int
wpp_measure_pressure (struct wpp_pressure *p)
{
  uint64_t *areas = find_areas (p);
  uint32_t at = 0;
  p->quotients = calloc (p->n_live + 1, sizeof *p->quotients);
  if (!areas || !p->quotients)
    {
      free (areas);
      wpp_release_pressure (p);
      return WPP_E_NOMEM;
    }
  qsort (p->live, p->n_live, sizeof *p->live, compare_live);
  for (size_t first = 0, last; first < p->n_live; first = last)
    {
      uint32_t block = p->live[first].block;
      for (last = first; last < p->n_live && p->live[last].block == block;)
        last++;
      for (int c = 0; c < WPP_N_REGISTER_CLASSES; c++)
        measure_block (p, block, c, first, last, areas, &at);
    }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    for (int c = 0; c < WPP_N_REGISTER_CLASSES; c++)
      note_saved (p, b, c);
  free (areas);
  return WPP_OK;
}

void
wpp_release_pressure (struct wpp_pressure *p)
{
  free (p->quotients);
  p->quotients = NULL;
}

/* The price when N values beside a new one want REGISTERS in BLOCK.  */
static uint32_t
price_of (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of, uint32_t n,
          uint32_t available)
{
  const struct wpp_pressure_block *b = &p->blocks[block];
  if (n < available)
    return 0;
  uint32_t rank = n - available;
  return rank < b->of[class_of].length ? p->quotients[b->of[class_of].first + rank] : MOST_PRICE;
}

uint32_t
wpp_price_of_register (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  const struct wpp_pressure_block *b = &p->blocks[block];
  uint32_t all = price_of (p, block, class_of, at_once (p, block, class_of), registers[class_of]);
  uint32_t across = b->calls
                        ? price_of (p, block, class_of, b->of[class_of].across + b->of[class_of].more, saved[class_of])
                        : 0;
  return all > across ? all : across;
}

bool
wpp_saves_register_p (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  const struct wpp_pressure_block *b = &p->blocks[block];
  bool more = (b->calls && b->of[class_of].across + b->of[class_of].more >= p->save[class_of])
              || at_once (p, block, class_of) + MORE_LATER >= registers[class_of] - saved[class_of] + p->save[class_of];
  return more && p->save[class_of] < saved[class_of];
}

void
wpp_take_register (struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of)
{
  p->blocks[block].of[class_of].more++;
  note_saved (p, block, class_of);
}
