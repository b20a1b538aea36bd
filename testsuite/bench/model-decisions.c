/* Loops with one condition each that could be conditional moves, timed one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   model-decisions PATTERN [ROUNDS]: for each function, its name and the nanoseconds of an iteration, the least of ROUNDS; without
   ROUNDS each is called twice, to be recorded.  PATTERN is `chance-P', where the condition holds in P of a hundred executions, in
   no order, or `turns-P', where it holds P times and then does not hold P times.  The condition that is decided on is in the line
   of the function's name.  */

#include <string.h>

enum { N = 1 << 16, LIMIT = 1 << 20, ITERATIONS = N };

#include "model-kernels.h"

static uint8_t way[N + 1];
static int32_t data[N + 1];     /* above LIMIT where WAY is 1, below it elsewhere */
static int32_t other[N + 1];
static int32_t out[N + 1];
static uint32_t next[2][N];
static uint32_t table[256];
static uint32_t sorted[512];
static unsigned half;           /* eight steps */
static unsigned tables;         /* six */

static int
fill (const char *pattern)
{
  unsigned n = strchr (pattern, '-') ? atoi (strchr (pattern, '-') + 1) : 0;
  if (!n || (strncmp (pattern, "chance", 6) && strncmp (pattern, "turns", 5)))
    return 1;
  for (unsigned i = 0; i <= N; i++)
    {
      way[i] = *pattern == 'c' ? chance () % 100 < n : i / n & 1;
      data[i] = way[i] * LIMIT + (int32_t) (chance () % LIMIT) + (way[i] ? 1 : 0);
      other[i] = (int32_t) (chance () % LIMIT);
    }
  for (unsigned i = 0; i < N; i++)
    next[0][i] = i * 5 + 1 & (N - 1), next[1][i] = i * 13 + 7 & (N - 1);
  for (unsigned i = 0; i < 256; i++)
    table[i] = (uint32_t) chance ();
  half = 128 + (*pattern == 0);
  tables = 6 + (*pattern == 0);
  for (unsigned i = 0; i < 512; i++)
    sorted[i] = i * (LIMIT / 256);
  return 0;
}

KERNEL
sum_if (void)
{
  uint32_t sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t v = other[i] ^ i;
      if (data[i] > LIMIT) /* sum_if */
        sum += v;
    }
  return sum;
}

KERNEL
pick (void)
{
  uint32_t hash = 1;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t v = other[i];
      if (data[i] > LIMIT) /* pick */
        v = data[i];
      hash = ((hash << 5 | hash >> 27) ^ v) + other[i];
    }
  return hash;
}

KERNEL
either (void)
{
  uint32_t sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t v = other[i], w;
      if (way[i]) /* either */
        w = ((v >> 3) + i) ^ (v << 5);
      else
        w = ((i << 2) - v) & 0xffff;
      sum += w;
    }
  return sum;
}

KERNEL
running (void)
{
  uint32_t crc = 1;
  for (unsigned i = 0; i < N; i++)
    {
      if (way[i]) /* running */
        crc = crc * 5 + 3;
      crc ^= crc >> 7;
    }
  return crc;
}

KERNEL
product_if (void)
{
  uint32_t hash = 1;
  for (unsigned i = 0; i < N; i++)
    {
      if (way[i]) /* product_if */
        hash *= 0x01000193;
      hash += i;
    }
  return hash;
}

KERNEL
two_products (void)
{
  uint64_t hash = 1;
  for (unsigned i = 0; i < N; i++)
    {
      if (way[i]) /* two_products */
        hash = (hash * 0x9e3779b97f4a7c15u ^ i) * 0xbf58476d1ce4e5b9u;
      hash += 1;
    }
  return hash;
}

KERNEL
count (void)
{
  uint32_t k = 0;
  for (unsigned i = 0; i < N; i++)
    {
      out[k] = data[i];
      if (data[i] > LIMIT) /* count */
        k++;
    }
  return k;
}

KERNEL
walk (void)
{
  uint32_t at = 0, sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t here = next[0][at], there = next[1][at];
      at = here;
      if (way[i]) /* walk */
        at = there + 1 & (N - 1);
      sum += at + (here ^ there);
    }
  return sum;
}

KERNEL
search (void)
{
  uint32_t sum = 0;
  for (unsigned i = 0; i < N; i += 8)
    {
      uint32_t low = 0, key = way[i] ? other[i] : 5;
      for (unsigned size = half; size; size /= 2)
        if (sorted[low + size] < key) /* search */
          low += size;
      sum += low;
    }
  return sum;
}

KERNEL
state (void)
{
  uint32_t s = 1, sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t t = table[s & 255] + i;
      if (data[i] > LIMIT) /* state */
        t = s + 1;
      s = t;
      sum ^= s;
    }
  return sum;
}

KERNEL
clamp (void)
{
  int32_t level = 0;
  for (unsigned i = 0; i < N; i++)
    {
      level += other[i] - (level >> 2);
      if (way[i]) /* clamp */
        level -= 12345;
    }
  return level;
}

KERNEL
merge (void)
{
  uint32_t i = 0, k = 0, sum = 0;
  for (unsigned n = 0; n < N; n++)
    {
      int32_t v = other[k & 1023];
      if (way[(i + k) & (N - 1)]) /* merge */
        i++, v = n;
      else
        k++;
      sum += v + other[k & 1023] + data[i & 1023];
    }
  return sum + i;
}

KERNEL
two_values (void)
{
  uint32_t a = 0, b = 0, s = 0;
  for (unsigned i = 0; i < N; i++)
    {
      if (way[i]) /* two_values */
        a = i, b = s;
      s += a ^ b;
    }
  return s;
}

KERNEL
quotient (void)
{
  uint32_t s = 1000000007;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t q = s >> 1;
      if (way[i]) /* quotient */
        q = s + 77;
      s = q / 7 + 0x10001 * i;
    }
  return s;
}

KERNEL
exchange (void)
{
  uint32_t a = 1, b = 2;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t c = a + b, d = b ^ i;
      if (way[i]) /* exchange */
        c = b - a, d = a;
      a = c, b = d;
    }
  return a + b;
}

KERNEL
blend (void)
{
  for (unsigned i = 0; i < N; i++)
    {
      int32_t v = data[i] - other[i];
      if (way[i]) /* blend */
        v = other[i] + 3;
      out[i] = v * 3 + (v >> 2);
    }
  return out[5];
}

/* As in a coder's choice of a table: the cheapest of some costs, and which it is.  */
KERNEL
cheapest (void)
{
  uint32_t sum = 0;
  for (unsigned i = 0; i + 6 < N; i += 6)
    {
      uint32_t least = LIMIT, which = 0;
      for (unsigned t = 0; t < tables; t++)
        {
          uint32_t cost = other[i + t];
          if (cost < least) /* cheapest */
            least = cost, which = t;
        }
      sum += which ^ least;
    }
  return sum;
}

/* A checksum bit by bit.  */
KERNEL
bits (void)
{
  uint32_t crc = 0xffffffff;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t low = crc & 1;
      crc >>= 1;
      if (low) /* bits */
        crc ^= 0xedb88320;
    }
  return crc;
}

/* Differences of samples, made positive.  */
KERNEL
distance (void)
{
  uint32_t sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      int32_t d = data[i] - LIMIT;
      if (d > 0) /* distance */
        d = -d + 1;
      sum += d;
    }
  return sum;
}

/* A filter whose value is kept below a limit.  */
KERNEL
limited (void)
{
  int32_t level = 0;
  for (unsigned i = 0; i < N; i++)
    {
      level = level / 2 + data[i];
      if (level > 2 * LIMIT) /* limited */
        level = 2 * LIMIT - i;
    }
  return level;
}

/* Two lists are gone through, in the one or the other.  */
KERNEL
lists (void)
{
  uint32_t a = 0, b = 1, sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t x = next[0][a & 1023], y = next[1][b & 1023], c = a + 1;
      if (way[i]) /* lists */
        c = x;
      a = c;
      b = y;
      sum += a + b;
    }
  return sum;
}

/* A pseudo-random number that is drawn again now and then.  */
KERNEL
drawn (void)
{
  uint64_t x = 1;
  for (unsigned i = 0; i < N; i++)
    {
      x = x * 6364136223846793005u + 1442695040888963407u;
      if (way[i]) /* drawn */
        x ^= x >> 33;
    }
  return x;
}

/* A loop in the loop, after which a value is chosen.  */
KERNEL
rows (void)
{
  uint32_t hash = 1;
  for (unsigned i = 0; i + 8 < N; i++)
    {
      uint32_t s = 0;
      for (unsigned k = 0; k < tables; k++)
        s += other[i + k];
      if (way[i]) /* rows */
        s = hash * 3;
      hash = s ^ hash >> 3;
    }
  return hash;
}

__attribute__ ((noipa)) static uint32_t
step (uint32_t x)
{
  return x * 5 + (x >> 3);
}

/* Calls, which are not known.  */
KERNEL
called (void)
{
  uint32_t hash = 1;
  for (unsigned i = 0; i < N; i++)
    {
      uint32_t s = step (hash);
      if (way[i]) /* called */
        s += i;
      hash = s;
    }
  return hash;
}

/* Some iterations end in the middle.  */
KERNEL
again (void)
{
  uint32_t hash = 1, rare = 0;
  for (unsigned i = 0; i < N; i++)
    {
      hash += i;
      if (way[i]) /* again */
        hash ^= 0x5a5a;
      if ((i & 63) == 5)
        {
          out[rare++] = hash;
          continue;
        }
      hash = hash * 9 + other[i];
    }
  return hash;
}

static const struct kernel kernels[] = {
#define K(NAME) { #NAME, NAME }
  K (sum_if), K (pick), K (either), K (running), K (product_if), K (two_products), K (count), K (walk), K (search), K (state),
  K (clamp), K (merge), K (two_values), K (quotient), K (exchange), K (blend),
  K (cycles), K (cheapest), K (bits), K (distance), K (limited), K (lists), K (drawn),
  K (rows), K (called), K (again),
};

int
main (int argc, char **argv)
{
  if (argc < 2 || fill (argv[1]))
    return 2;
  return time_kernels (kernels, sizeof kernels / sizeof *kernels, argc > 2 ? atoi (argv[2]) : 0, 1);
}
