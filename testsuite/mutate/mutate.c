/* What the makers of mutants share (mutate.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../unit/unit.h"
#include "../fuzz/read-file.h"
#include "mutate.h"

static uint64_t state;

void
mutate_begin (uint64_t seed)
{
  state = seed * UINT64_C (0x9e3779b97f4a7c15) | 1;
}

uint64_t
mutate_below (uint64_t n)
{
  return unit_random (&state) % n;
}

void
mutate_bytes (struct wpp_buffer *b)
{
  static const uint8_t likely[] = { 0, 1, 2, 0x7f, 0x80, 0xff };
  for (uint64_t n = 1 + mutate_below (4); n-- && b->size;)
    {
      size_t at = mutate_below (b->size);
      switch (mutate_below (5))
        {
        case 0: b->data[at] ^= 1u << mutate_below (8); break;
        case 1: b->data[at] = likely[mutate_below (sizeof likely)]; break;
        case 2: b->data[at] = mutate_below (256); break;
        case 3: memmove (b->data + at, b->data + at + 1, --b->size - at); break;
        default: b->data[at] += mutate_below (2) ? 1 : -1; break;
        }
    }
}

unsigned char *
mutate_read_file (const char *name, size_t *size)
{
  struct wpp_buffer b;
  if (!read_file (name, &b))
    return NULL;
  *size = b.size;
  return b.data;
}

bool
mutate_write_file (const char *name, uint64_t seed, const unsigned char *data, size_t size)
{
  char *file;
  if (asprintf (&file, "%s.%llu.wpp", name, (unsigned long long)seed) < 0)
    return false;
  FILE *f = fopen (file, "wb");
  bool good = f && fwrite (data, 1, size, f) == size;
  good &= f && !fclose (f);
  free (file);
  return good;
}
