/* What the makers of mutants share (mutate.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
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
