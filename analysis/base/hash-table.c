/* A hash table that gives the numbers of items (hash-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/hash-table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <xxhash.h>

#define FIRST_BITS 4

/* Random bits that the kernel gives each process, made odd.  */
static uint64_t
choose_multiplier (void)
{
  const void *chance = (const void *)getauxval (AT_RANDOM);
  uint64_t multiplier = UINT64_C (0x9e3779b97f4a7c15);
  if (chance)
    memcpy (&multiplier, chance, sizeof multiplier);
  return multiplier | 1;
}

int
wpp_hash_grow (struct wpp_hash_table *t, size_t more)
{
  unsigned bits = t->slots ? 33 - t->shift : FIRST_BITS;
  while (bits <= 32 && more > ((size_t)1 << bits) / 2 - t->n)
    bits++;
  if (bits > 32)
    return WPP_E_TOOBIG;
  struct wpp_hash_table grown = { .shift = 32 - bits, .multiplier = choose_multiplier () };
  grown.slots = calloc ((size_t)1 << bits, sizeof *grown.slots);
  if (!grown.slots)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < wpp_hash_slots (t); i++)
    if (t->slots[i].number)
      wpp_hash_add (&grown, t->slots[i].hash, t->slots[i].number - 1);
  free (t->slots);
  *t = grown;
  return WPP_OK;
}

void
wpp_hash_release (struct wpp_hash_table *t)
{
  free (t->slots);
  *t = (struct wpp_hash_table){ 0 };
}

uint32_t
wpp_hash_bytes (const struct wpp_hash_table *t, const void *data, size_t size)
{
  return XXH3_64bits_withSeed (data, size, t->multiplier);
}

size_t
wpp_hash_memory (const struct wpp_hash_table *t)
{
  return wpp_hash_slots (t) * sizeof *t->slots;
}
