/* The digram table of SEQUITUR: growth and deletion.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "digram.h"
#include "error.h"
#include "huge-pages.h"

#define FIRST_BITS 8
#define LAST_BITS 32

static size_t
table_size (const struct digram_table *t)
{
  return digram_mask (t) + 1;
}

/* Give T, whose entries are not looked at, 2^BITS empty ones.  */
static int
allocate (struct digram_table *t, uint32_t bits)
{
  size_t n = (size_t)1 << bits;
  t->entries = wpp_huge_new (n * sizeof *t->entries);
  if (!t->entries)
    return WPP_E_NOMEM;
  t->shift = 64 - bits;
  t->limit = n / 2;
  t->used = 0;
  return 0;
}

int
wpp_digram_init (struct digram_table *t)
{
  return allocate (t, FIRST_BITS);
}

void
wpp_digram_release (struct digram_table *t)
{
  if (t->entries)
    wpp_huge_free (t->entries, table_size (t) * sizeof *t->entries);
}

int
wpp_digram_copy (struct digram_table *copy, const struct digram_table *t)
{
  *copy = *t;
  copy->entries = wpp_huge_new (table_size (t) * sizeof *t->entries);
  if (!copy->entries)
    return WPP_E_NOMEM;
  memcpy (copy->entries, t->entries, table_size (t) * sizeof *t->entries);
  return 0;
}

/* The entries go over in the order of their homes, so both tables are walked
   through once.  */
int
wpp_digram_grow (struct digram_table *t)
{
  struct digram_table big;
  if (t->shift == 64 - LAST_BITS)
    return WPP_E_TOOBIG;
  int err = allocate (&big, 64 - t->shift + 1);
  if (err)
    return err;
  for (size_t k = 0; k < table_size (t); k++)
    if (t->entries[k].place)
      {
        size_t i = digram_home (&big, &t->entries[k]);
        while (big.entries[i].place)
          i = (i + 1) & digram_mask (&big);
        big.entries[i] = t->entries[k];
      }
  big.used = t->used;
  wpp_digram_release (t);
  *t = big;
  return 0;
}

void
wpp_digram_delete (struct digram_table *t, struct digram *entry)
{
  size_t mask = digram_mask (t), hole = entry - t->entries;
  for (size_t i = hole;;)
    {
      i = (i + 1) & mask;
      const struct digram *e = &t->entries[i];
      if (!e->place)
        break;
      /* E may move back to the hole unless its home lies behind it.  */
      if (((i - digram_home (t, e)) & mask) >= ((i - hole) & mask))
        {
          t->entries[hole] = *e;
          hole = i;
        }
    }
  t->entries[hole].place = 0;
  t->used--;
}
