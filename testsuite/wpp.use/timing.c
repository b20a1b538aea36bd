/* Loops whose iterations take what is known by hand: `chain C', the cycles of the generic processor that an iteration
   waits for values of the one before; `ports P', those that its operations need.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stddef.h>
#include <stdint.h>

struct list { struct list *next; double weight; };

/* An addition.  */
uint32_t
sum (const uint32_t *a, size_t n)
{
  uint32_t s = 0;
  for (size_t i = 0; i < n; i++) /* sum: chain 1 */
    s += a[i] ^ 5;
  return s;
}

/* One of floats: 4.  */
double
sum_double (const double *a, size_t n)
{
  double s = 0;
  for (size_t i = 0; i < n; i++) /* sum_double: chain 4 */
    s += a[i];
  return s;
}

/* The product is in no chain.  */
double
dot (const double *a, const double *b, size_t n)
{
  double s = 0;
  for (size_t i = 0; i < n; i++) /* dot: chain 4 */
    s += a[i] * b[i];
  return s;
}

/* ... and here it is: 4 + 4.  */
double
horner (const double *a, size_t n, double x)
{
  double s = 0;
  for (size_t i = 0; i < n; i++) /* horner: chain 8 */
    s = s * x + a[i];
  return s;
}

/* A shift, a subtraction, and an addition.  */
uint32_t
times_31 (const uint8_t *a, size_t n)
{
  uint32_t h = 1;
  for (size_t i = 0; i < n; i++) /* times_31: chain 3 */
    h = h * 31 + a[i];
  return h;
}

/* 3.  */
uint32_t
product (const uint32_t *a, size_t n)
{
  uint32_t p = 1;
  for (size_t i = 0; i < n; i++) /* product: chain 3 */
    p *= a[i];
  return p;
}

/* 1 + 3.  */
uint32_t
hash (const uint8_t *a, size_t n)
{
  uint32_t h = 1;
  for (size_t i = 0; i < n; i++) /* hash: chain 4 */
    h = (h ^ a[i]) * 0x01000193;
  return h;
}

/* Three shifts and three exclusive ors.  */
uint64_t
register_shift (size_t n)
{
  uint64_t x = 88172645463325252u;
  for (size_t i = 0; i < n; i++) /* register_shift: chain 6 */
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return x;
}

/* A sum of the last two values: one addition each.  */
uint32_t
fibonacci (size_t n)
{
  uint32_t a = 1, b = 1;
  for (size_t i = 0; i < n; i++) /* fibonacci: chain 1 */
    {
      uint32_t c = a + b;
      a = b;
      b = c;
    }
  return b;
}

/* A product with the last but one value: three cycles for two iterations.  */
uint32_t
second_last (size_t n)
{
  uint32_t a = 3, b = 5;
  for (size_t i = 0; i < n; i++) /* second_last: chain 1.5 */
    {
      uint32_t c = a * 0x01000193;
      a = b;
      b = c;
    }
  return b;
}

/* A load each.  */
size_t
length (const struct list *l)
{
  size_t n = 0;
  for (; l; l = l->next) /* length: chain 5 */
    n++;
  return n;
}

/* The weights' sum is covered.  */
double
weight (const struct list *l)
{
  double s = 0;
  for (; l; l = l->next) /* weight: chain 5 */
    s += l->weight;
  return s;
}

/* Two loads.  */
size_t
every_second (const struct list *l)
{
  size_t n = 0;
  for (; l; l = l->next->next) /* every_second: chain 10 */
    n++;
  return n;
}

/* An exclusive or, and a load by it.  */
uint32_t
automaton (const uint8_t *a, size_t n, const uint32_t *table)
{
  uint32_t s = 0;
  for (size_t i = 0; i < n; i++) /* automaton: chain 6 */
    s = table[s ^ a[i]];
  return s;
}

/* A quotient of doubles and a sum.  */
double
fraction (size_t n)
{
  double x = 1;
  for (size_t i = 0; i < n; i++) /* fraction: chain 18 */
    x = 1 / (x + 1);
  return x;
}

/* A division of 32 bits and a sum.  */
uint32_t
quotient (size_t n, uint32_t c)
{
  uint32_t x = 1;
  for (size_t i = 0; i < n; i++) /* quotient: chain 17 */
    x = c / x + 1;
  return x;
}

/* The sum is in memory, which LAST may be: a store, its load, and an addition.  */
void
in_memory (uint32_t *sum, uint32_t *last, const uint32_t *a, size_t n)
{
  for (size_t i = 0; i < n; i++) /* in_memory: chain 6 */
    {
      *sum += a[i];
      *last = i;
    }
}

/* Only the counter; five operations, one of them a store.  */
void
copy (uint32_t *restrict a, const uint32_t *restrict b, size_t n)
{
  for (size_t i = 0; i < n; i++) /* copy: chain 1 ports 1 */
    a[i] = b[i] + 3;
}

/* Eight operations, five at a time; three loads.  */
void
add (double *restrict a, const double *restrict b, const double *restrict c, const double *restrict d, size_t n)
{
  for (size_t i = 0; i < n; i++) /* add: chain 1 ports 1.6 */
    a[i] = b[i] + c[i] + d[i];
}
