/* How far the work at hand is (far.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdatomic.h>
#include <string.h>
#include "base/far/far.h"

#define WHOLE 0x1p32

static _Atomic uint32_t share;
static _Atomic uint64_t part_at_hand, parts_in_all = 1;

/* When the work at hand first said how far it is, and how far.  Only who asks has them.  */
static _Atomic uint32_t first_share, first_seconds;

static void
set (double done)
{
  uint32_t now = done >= 1 ? UINT32_MAX : (uint32_t)(done * WHOLE);
  atomic_store_explicit (&share, now, memory_order_relaxed);
}

void
wpp_far_part (uint64_t part, uint64_t parts)
{
  atomic_store_explicit (&part_at_hand, part, memory_order_relaxed);
  atomic_store_explicit (&parts_in_all, parts ? parts : 1, memory_order_relaxed);
  set ((double)part / (double)(parts ? parts : 1));
}

void
wpp_far (uint64_t done, uint64_t all)
{
  uint64_t part = atomic_load_explicit (&part_at_hand, memory_order_relaxed);
  uint64_t parts = atomic_load_explicit (&parts_in_all, memory_order_relaxed);
  if (all)
    set (((double)part + (double)done / (double)all) / (double)parts);
}

void
wpp_far_forget (void)
{
  first_share = first_seconds = 0;
  wpp_far_part (0, 1);
}

uint32_t
wpp_far_share (void)
{
  return atomic_load_explicit (&share, memory_order_relaxed);
}

/* ---- As text.  */

/* Less was done than so many parts of 2^32: that says nothing of the rest.  */
#define LEAST_SHARE (UINT32_MAX / 50)

/* The seconds that are left when NOW have passed; 0: nobody knows.  */
static uint32_t
seconds_left (uint32_t now)
{
  uint32_t share = wpp_far_share ();
  if (!share || !first_share || share < first_share)
    {
      first_share = share;
      first_seconds = now;
      return 0;
    }
  uint64_t done = share - first_share, left = UINT32_MAX - share;
  return done < LEAST_SHARE ? 0 : (uint32_t)((left * (now - first_seconds) + done / 2) / done);
}

/* Append S to TEXT at *N.  */
static void
put_text (char *text, size_t *n, const char *s)
{
  size_t length = strlen (s);
  memcpy (text + *n, s, length);
  *n += length;
}

static void
put_number (char *text, size_t *n, uint32_t number)
{
  char digits[11];
  size_t d = sizeof digits - 1;
  digits[d] = 0;
  do
    digits[--d] = '0' + number % 10;
  while (number /= 10);
  put_text (text, n, digits + d);
}

size_t
wpp_far_text (char text[WPP_FAR_TEXT], uint32_t seconds)
{
  size_t n = 0;
  uint32_t left = seconds_left (seconds);
  put_number (text, &n, seconds);
  put_text (text, &n, " s");
  if (left)
    {
      put_text (text, &n, ", about ");
      put_number (text, &n, left);
      put_text (text, &n, " s left");
    }
  return n;
}
