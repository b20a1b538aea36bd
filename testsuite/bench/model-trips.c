/* Loops in loops, whose inner ones are peeled or unrolled, timed one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   model-trips PATTERN [ROUNDS]: as model-decisions.  PATTERN is `trips-N', where each stay in an inner loop has N iterations, or
   `upto-N', where it has 1 to N, in no order.  */

#include <string.h>

enum { STAYS = 4096, MOST = 256, ITERATIONS = STAYS };

#include "model-kernels.h"

static uint32_t trips[STAYS];
static uint8_t bytes[STAYS + MOST];
static uint32_t words[STAYS + MOST], to[STAYS + MOST];
static double numbers[STAYS + MOST];
static uint16_t next[1024];

static int
fill (const char *pattern)
{
  unsigned n = strchr (pattern, '-') ? atoi (strchr (pattern, '-') + 1) : 0;
  if (!n || n > MOST || (strncmp (pattern, "trips", 5) && strncmp (pattern, "upto", 4)))
    return 1;
  for (unsigned i = 0; i < STAYS; i++)
    trips[i] = *pattern == 't' ? n : 1 + chance () % n;
  for (unsigned i = 0; i < STAYS + MOST; i++)
    bytes[i] = chance () | 1, words[i] = chance (), numbers[i] = chance () % 1000;
  for (unsigned i = 0; i < 1024; i++)
    next[i] = i * 5 + 1 & 1023;
  return 0;
}

/* Each has a chain of another length.  */

KERNEL
sum (void)
{
  uint32_t all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    {
      uint32_t s = 0;
      for (unsigned k = 0; k < trips[i]; k++)
        s += words[i + k] ^ k;
      all ^= s;
    }
  return all;
}

KERNEL
hash (void)
{
  uint32_t all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    {
      uint32_t h = 5381;
      for (unsigned k = 0; k < trips[i]; k++)
        h = (h ^ bytes[i + k]) * 0x01000193;
      all += h;
    }
  return all;
}

KERNEL
copy (void)
{
  for (unsigned i = 0; i < STAYS; i++)
    for (unsigned k = 0; k < trips[i]; k++)
      to[i + k] = words[i + k] * 3 + k;
  return to[7];
}

KERNEL
add (void)
{
  double all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    {
      double s = 0;
      for (unsigned k = 0; k < trips[i]; k++)
        s += numbers[i + k];
      all += s;
    }
  return all > 1;
}

KERNEL
list (void)
{
  uint32_t all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    {
      uint32_t at = i & 1023;
      for (unsigned k = 0; k < trips[i]; k++)
        at = next[at];
      all += at;
    }
  return all;
}

KERNEL
find (void)
{
  uint32_t all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    {
      unsigned k = 0;
      while (words[i + k] != trips[i] && k < trips[i])
        k++;
      all += k;
    }
  return all;
}

KERNEL
wide (void)
{
  uint32_t all = 0;
  for (unsigned i = 0; i < STAYS; i++)
    for (unsigned k = 0; k < trips[i]; k++)
      {
        uint32_t v = words[i + k], w = bytes[i + k];
        all += (v ^ w) + (v >> 3) + (w << 4) + (v & 255) * w + (v ^ v >> 15);
      }
  return all;
}

static const struct kernel kernels[] = {
#define K(NAME) { #NAME, NAME }
  K (sum), K (hash), K (copy), K (add), K (list), K (find), K (wide), K (cycles),
};

int
main (int argc, char **argv)
{
  if (argc < 2 || fill (argv[1]))
    return 2;
  return time_kernels (kernels, sizeof kernels / sizeof *kernels, argc > 2 ? atoi (argv[2]) : 0, 4);
}
