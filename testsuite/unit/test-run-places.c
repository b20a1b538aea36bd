/* Values at value places that replay tells: the frequent ones against a naive count, and a run's as bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "decide/places/frequent.h"
#include "recording/profile/runs.h"
#include "unit.h"

#define MOST 2000u

/* Tell N values below DIFFERENT, small ones more often.  Are counts right: exact if WPP_FREQUENT_VALUES suffice, else
   short by at most what was taken, which is less than its share of N?  */
static bool
right_p (uint64_t *state, uint32_t n, uint32_t different)
{
  uint64_t is[MOST] = { 0 };
  struct wpp_frequent f = { 0 };
  bool right = true;
  uint32_t distinct = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t v = unit_below (state, unit_below (state, different) + 1);
      distinct += !is[v]++;
      right &= wpp_frequent_add (&f, v * UINT64_C (0x100000001)) == 0;
    }
  size_t found = wpp_frequent_sort (&f);
  right &= found <= WPP_FREQUENT_VALUES && f.taken <= n / (WPP_FREQUENT_VALUES + 1);
  right &= distinct > WPP_FREQUENT_VALUES || (!f.taken && found == distinct);
  for (size_t i = 0; i < found; i++)
    {
      uint32_t v = (uint32_t) f.slots[i].value;
      right &= f.slots[i].count <= is[v] && f.slots[i].count + f.taken >= is[v];
      right &= !i || f.slots[i].count < f.slots[i - 1].count
               || (f.slots[i].count == f.slots[i - 1].count && f.slots[i].value > f.slots[i - 1].value);
      is[v] = 0;
    }
  for (uint32_t v = 0; v < MOST; v++)
    right &= is[v] <= f.taken;
  wpp_frequent_release (&f);
  return right;
}

static void
check_frequent (void)
{
  uint64_t state = 1;
  bool right = true;
  for (int i = 0; i < 300; i++)
    right &= right_p (&state, unit_below (&state, 20000), 1 + unit_below (&state, i % 2 ? 300 : MOST - 1));
  CHECK (right, "frequent values are exact while they are few, and lack what is said when they are many");
}

/* Append a run of N random places.  */
static void
put_run (struct wpp_buffer *b, uint64_t *state, size_t n)
{
  struct wpp_place_value values[8];
  struct wpp_run_place *places = calloc (n + 1, sizeof *places);
  for (size_t i = 0; i < n && places; i++)
    {
      places[i] = (struct wpp_run_place){ .word = (i ? places[i - 1].word : 0) + 4 + unit_below (state, 100),
                                          .words = { unit_random (state), i }, .lacks = unit_below (state, 3),
                                          .n = unit_below (state, 8), .values = values };
      for (size_t k = 0; k < places[i].n; k++)
        values[k] = (struct wpp_place_value){ unit_random (state), 9 - k };
    }
  wpp_run_places_put (b, &(struct wpp_run_places){ n, places, NULL });
  free (places);
}

static void
check_bytes (void)
{
  uint64_t state = 2;
  bool same = true, refused = true, safe = true;
  for (int i = 0; i < 200; i++)
    {
      struct wpp_buffer b = { 0 }, again = { 0 };
      struct wpp_run_places places;
      put_run (&b, &state, unit_below (&state, 20));
      struct wpp_reader r = wpp_reader_of (b.data, b.size);
      same &= !wpp_run_places_read (&r, &places) && !r.bad && !wpp_reader_left (&r);
      wpp_run_places_put (&again, &places);
      same &= again.size == b.size && !memcmp (again.data, b.data, b.size);
      wpp_run_places_release (&places);
      r = wpp_reader_of (b.data, unit_below (&state, b.size));
      refused &= wpp_run_places_read (&r, &places) || r.bad;
      wpp_run_places_release (&places);
      b.data[unit_below (&state, b.size)] = unit_random (&state);
      r = wpp_reader_of (b.data, b.size);
      safe &= wpp_run_places_read (&r, &places) == 0;
      for (size_t k = 0; k < places.n; k++)
        safe &= r.bad || places.places[k].n <= WPP_RUN_PLACE_VALUES;
      wpp_run_places_release (&places);
      wpp_buffer_release (&b);
      wpp_buffer_release (&again);
    }
  CHECK (same, "what a run has is read as it was written");
  CHECK (refused, "what is cut off is refused");
  CHECK (safe, "what was changed is refused or used");
}

int
main (void)
{
  check_frequent ();
  check_bytes ();
  return unit_done ();
}
