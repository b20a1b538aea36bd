/* Columns of graphs: what is read is what was written, whatever the predictor.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "wet/column.h"

#define N WPP_WET_BLOCK

static uint64_t state = 1;

static uint64_t
any (void)
{
  state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
  return state >> 20 ^ state << 30;
}

enum { CONSTANT, COUNTER, PERIOD, STEPS, FEW, JUMPS, ANY, N_SHAPES };

/* A stream as programs have them.  */
static void
make (unsigned shape, uint64_t *v)
{
  uint64_t few[12], few_steps[3] = { 8, -(uint64_t)24, 4096 };
  for (unsigned i = 0; i < 12; i++)
    few[i] = any ();
  for (unsigned i = 0; i < N; i++)
    switch (shape)
      {
      case CONSTANT: v[i] = 42; break;
      case COUNTER: v[i] = 7 + 3 * i; break;
      case PERIOD: v[i] = few[i % 5]; break;
      case STEPS: v[i] = (i ? v[i - 1] : 0) + few_steps[i % 3]; break;
      case FEW: v[i] = few[any () % 12]; break;
      case JUMPS: v[i] = any () % 100 ? (i ? v[i - 1] + 1 : 0) : any (); break;
      default: v[i] = any ();
      }
}

/* How many bytes V takes by P; it must be read again, and so must parts of it, without harm.  */
static size_t
round_trip (const uint64_t *v, uint32_t n, enum wpp_wet_predictor p)
{
  struct wpp_buffer b = { 0 };
  struct wpp_wet_habit habit = { 0 };
  uint64_t *back = calloc (N, sizeof *back);
  for (unsigned i = 0; i < 3; i++)
    {
      b.size = 0;
      wpp_wet_put_block (&b, v, n, p, &habit);
      struct wpp_reader r = wpp_reader_of (b.data, b.size);
      wpp_wet_read_block (&r, back, n);
      CHECK_QUIET (!r.bad && !wpp_reader_left (&r) && !memcmp (v, back, n * sizeof *v), "%u numbers", n);
    }
  for (size_t cut = 0; cut < b.size; cut += 1 + cut / 8)
    {
      struct wpp_reader r = wpp_reader_of (b.data, cut);
      wpp_wet_read_block (&r, back, n);
      CHECK_QUIET (r.bad, "%zu of %zu bytes", cut, b.size);
    }
  for (unsigned i = 0; i < 200; i++)
    {
      unsigned char *copy = malloc (b.size);
      memcpy (copy, b.data, b.size);
      copy[any () % (b.size < 16 ? b.size : 16)] = any ();
      struct wpp_reader r = wpp_reader_of (copy, b.size);
      wpp_wet_read_block (&r, back, n);
      free (copy);
    }
  size_t size = b.size;
  wpp_buffer_release (&b);
  free (back);
  return size;
}

int
main (void)
{
  /* The most bytes of a block of each shape.  */
  static const size_t most[N_SHAPES] = { 3, 540, 700, 700, 4400, 1200, 40000 };
  uint64_t *v = malloc (N * sizeof *v);
  for (unsigned shape = 0; shape < N_SHAPES; shape++)
    {
      make (shape, v);
      CHECK_QUIET (round_trip (v, N, WPP_WET_BEST) <= most[shape], "shape %u", shape);
      CHECK_QUIET (round_trip (v, N, WPP_WET_PAPER) <= most[shape], "shape %u", shape);
      round_trip (v, N, WPP_WET_NONE);
      for (uint32_t n = 1; n < 20; n++)
        round_trip (v, n, WPP_WET_BEST);
    }
  free (v);
  CHECK (!unit_failures, "columns are read as they were written");
  return unit_done ();
}
