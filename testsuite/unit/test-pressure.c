/* What registers cost: blocks with an obvious answer, and random ones beside the definition.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "decide/models/placement.h"
#include "decide/models/pressure.h"

/* The price of an access to what is kept in memory.  */
#define ACCESS (WPP_PRICE_CYCLE / 16)

#define BLOCKS 4u
#define VALUES 40u

static uint64_t state = 32032;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

struct function
{
  struct wpp_pressure p;
  struct wpp_pressure_block blocks[BLOCKS];
  struct wpp_pressure_value values[VALUES];
  struct wpp_pressure_live live[BLOCKS * VALUES];
};

static void
clear (struct function *f)
{
  memset (f, 0, sizeof *f);
  f->p = (struct wpp_pressure) { .n_blocks = BLOCKS, .blocks = f->blocks, .values = f->values, .live = f->live };
}

/* A new value of ACCESSES, live all through the blocks FIRST … LAST.  */
static void
add (struct function *f, enum wpp_register_class class_of, uint64_t accesses, uint32_t first, uint32_t last)
{
  f->values[f->p.n_values] = (struct wpp_pressure_value) { class_of, accesses };
  for (uint32_t b = first; b <= last; b++)
    f->live[f->p.n_live++] = (struct wpp_pressure_live) { b, f->p.n_values, true, true };
  f->p.n_values++;
}

static uint32_t
price (const struct function *f, uint32_t block)
{
  return wpp_price_of_register (&f->p, block, WPP_REGISTER_INTEGER);
}

/* Block 0 is executed once, block 1 and 2, a loop, 1000 times.  13 values are used in each execution.  */
static void
check_loop (void)
{
  static struct function f;
  clear (&f);
  f.blocks[0].count = f.blocks[3].count = 1;
  f.blocks[1].count = f.blocks[2].count = 1000;
  for (uint32_t i = 0; i < 13; i++)
    add (&f, WPP_REGISTER_INTEGER, 8000, 0, 2);
  CHECK (!wpp_measure_pressure (&f.p) && !price (&f, 1), "a register is left");
  wpp_take_register (&f.p, 1, WPP_REGISTER_INTEGER);
  CHECK (price (&f, 1) == 8000 * ACCESS / 2001 && !price (&f, 2),
         "none is left where it was taken: the price is that of a value used four times");
  wpp_release_pressure (&f.p);
  clear (&f);
  f.blocks[1].count = 1000;
  for (uint32_t i = 0; i < 14; i++)
    add (&f, WPP_REGISTER_INTEGER, i ? 4000 * i : 500, 1, 1);
  CHECK (!wpp_measure_pressure (&f.p) && price (&f, 1) == ACCESS / 2,
         "what is used in one of two executions is kept in memory");
  wpp_take_register (&f.p, 1, WPP_REGISTER_INTEGER);
  CHECK (price (&f, 1) == 4 * ACCESS, "then what is used four times in each");
  CHECK (!wpp_price_of_register (&f.p, 1, WPP_REGISTER_VECTOR), "vectors have registers of their own");
  wpp_release_pressure (&f.p);
  clear (&f);
  for (uint32_t b = 0; b < BLOCKS; b++)
    f.blocks[b].count = 1000;
  for (uint32_t i = 0; i < 15; i++)
    add (&f, WPP_REGISTER_INTEGER, 200, 0, BLOCKS - 1);
  CHECK (!wpp_measure_pressure (&f.p) && price (&f, 0) > 0 && price (&f, 0) == ACCESS / 5 / BLOCKS,
         "what is used once in twenty executions: a part of an access in each, but not nothing");
  wpp_release_pressure (&f.p);
}

static void
check_calls (void)
{
  static struct function f;
  clear (&f);
  f.blocks[1] = (struct wpp_pressure_block) { .count = 10, .calls = true };
  f.blocks[2] = (struct wpp_pressure_block) { .count = 10, .calls = true };
  for (uint32_t i = 0; i < 5; i++)
    add (&f, WPP_REGISTER_INTEGER, 80, 1, i < 4 ? 2 : 1);
  CHECK (!wpp_measure_pressure (&f.p) && wpp_saves_register_p (&f.p, 1, WPP_REGISTER_INTEGER),
         "a sixth value across calls: a register is saved");
  CHECK (!wpp_saves_register_p (&f.p, 2, WPP_REGISTER_INTEGER), "a fifth takes the one that is saved anyway");
  CHECK (!wpp_saves_register_p (&f.p, 0, WPP_REGISTER_INTEGER), "no call, none to save");
  CHECK (!price (&f, 1) && wpp_price_of_register (&f.p, 1, WPP_REGISTER_VECTOR) == 2 * WPP_PRICE_CYCLE,
         "no vector survives a call");
  wpp_take_register (&f.p, 1, WPP_REGISTER_INTEGER);
  CHECK (!wpp_saves_register_p (&f.p, 1, WPP_REGISTER_INTEGER) && price (&f, 1) == 4 * ACCESS,
         "a seventh value has no register");
  wpp_release_pressure (&f.p);
  clear (&f);
  f.blocks[0] = (struct wpp_pressure_block) { .count = 10, .local = { 2 } };
  for (uint32_t i = 0; i < 4; i++)
    add (&f, WPP_REGISTER_INTEGER, 80, 0, 0);
  CHECK (!wpp_measure_pressure (&f.p) && wpp_saves_register_p (&f.p, 0, WPP_REGISTER_INTEGER) && !price (&f, 0),
         "without calls a seventh value at once: a register is saved");
  f.blocks[0].local[0] = 1;
  CHECK (!wpp_saves_register_p (&f.p, 0, WPP_REGISTER_INTEGER), "a sixth takes none that is saved");
  wpp_release_pressure (&f.p);
}

/* The price by definition: sort the values live in BLOCK by quotients; so many as have no register are passed over.  */
static uint32_t
defined_price (const struct function *f, uint32_t block)
{
  uint32_t entry = 0, end = 0, all[VALUES], n = 0;
  for (size_t i = 0; i < f->p.n_live; i++)
    {
      const struct wpp_pressure_live *l = &f->live[i];
      uint64_t area = 0;
      if (l->block != block || f->values[l->value].class_of != WPP_REGISTER_INTEGER)
        continue;
      entry += l->at_entry;
      end += l->at_end;
      for (size_t j = 0; j < f->p.n_live; j++)
        area += f->live[j].value == l->value ? f->blocks[f->live[j].block].count : 0;
      uint64_t q = area ? f->values[l->value].accesses * ACCESS / area : 2 * WPP_PRICE_CYCLE;
      uint32_t at = n++;
      for (; at && all[at - 1] > q; at--)
        all[at] = all[at - 1];
      all[at] = q < 2 * WPP_PRICE_CYCLE ? q : 2 * WPP_PRICE_CYCLE;
    }
  uint32_t most = entry > end ? entry : end;
  return most < 14 ? 0 : most - 14 < n ? all[most - 14] : 2 * WPP_PRICE_CYCLE;
}

static bool
check_random (void)
{
  static struct function f;
  bool same = true;
  clear (&f);
  for (uint32_t b = 0; b < BLOCKS; b++)
    f.blocks[b].count = below (50);
  f.p.n_values = below (VALUES + 1);
  for (uint32_t v = 0; v < f.p.n_values; v++)
    {
      f.values[v] = (struct wpp_pressure_value) { below (2), below (800) };
      for (uint32_t b = 0; b < BLOCKS; b++)
        if (below (4))
          f.live[f.p.n_live++] = (struct wpp_pressure_live) { b, v, below (2), below (2) };
    }
  if (wpp_measure_pressure (&f.p))
    return false;
  for (uint32_t b = 0; b < BLOCKS; b++)
    same &= price (&f, b) == defined_price (&f, b);
  wpp_release_pressure (&f.p);
  return same;
}

int
main (void)
{
  bool same = true;
  check_loop ();
  check_calls ();
  for (unsigned i = 0; i < 5000; i++)
    same &= check_random ();
  CHECK (same, "prices of 5000 random functions are those of the definition");
  return unit_done ();
}
