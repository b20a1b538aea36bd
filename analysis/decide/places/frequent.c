/* The frequent ones of many values (frequent.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A table with open addressing, at most half full.  To take from all costs a pass of it; but what is taken was added
   before, so that passes cost no more than adding did.  */

#include <stdlib.h>
#include "decide/places/frequent.h"

#define FIRST_BITS 3u

/* The slot of VALUE in the table SLOTS of 2^BITS, or the free one where it would be.  */
static struct wpp_place_value *
find (struct wpp_place_value *slots, unsigned bits, uint64_t value)
{
  size_t mask = ((size_t)1 << bits) - 1, i = value * UINT64_C (0x9e3779b97f4a7c15) >> (64 - bits);
  while (slots[i].count && slots[i].value != value)
    i = (i + 1) & mask;
  return &slots[i];
}

/* Give F 2^BITS slots, and take TAKEN from each count on the way.  */
static int
remake (struct wpp_frequent *f, unsigned bits, uint64_t taken)
{
  struct wpp_place_value *slots = calloc ((size_t)1 << bits, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  size_t before = f->slots ? (size_t)1 << f->bits : 0;
  f->n = 0;
  for (size_t i = 0; i < before; i++)
    if (f->slots[i].count > taken)
      {
        *find (slots, bits, f->slots[i].value)
          = (struct wpp_place_value){ f->slots[i].value, f->slots[i].count - taken };
        f->n++;
      }
  free (f->slots);
  f->slots = slots;
  f->bits = bits;
  return 0;
}

int
wpp_frequent_add (struct wpp_frequent *f, uint64_t value)
{
  struct wpp_place_value *s = f->slots ? find (f->slots, f->bits, value) : NULL;
  if (s && s->count)
    {
      s->count++;
      return 0;
    }
  if (f->n == WPP_FREQUENT_VALUES)
    {
      f->taken++;
      return remake (f, f->bits, 1);
    }
  if (!f->slots || f->n >= (UINT32_C (1) << f->bits) / 2)
    {
      if (remake (f, f->slots ? f->bits + 1 : FIRST_BITS, 0))
        return WPP_E_NOMEM;
      s = find (f->slots, f->bits, value);
    }
  *s = (struct wpp_place_value){ value, 1 };
  f->n++;
  return 0;
}

static int
compare (const void *a, const void *b)
{
  const struct wpp_place_value *x = a, *y = b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

size_t
wpp_frequent_sort (struct wpp_frequent *f)
{
  if (f->slots)
    qsort (f->slots, (size_t)1 << f->bits, sizeof *f->slots, compare);
  return f->n;
}

void
wpp_frequent_release (struct wpp_frequent *f)
{
  free (f->slots);
  *f = (struct wpp_frequent){ 0 };
}
