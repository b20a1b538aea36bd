/* What tests for frequent values gain, by hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "unit.h"
#include "decide/places/values.h"

/* A size of memory that was SMALL times at most 16 in ALL executions, N times VALUE.  */
static struct wpp_value_choice
of_size (uint64_t all, uint64_t small, uint64_t value, uint64_t n, bool movable)
{
  struct wpp_value_count values[] = { { value, n } };
  struct wpp_valued_place p = { .kind = WPP_PLACE_SIZE, .bits = 64, .movable = movable,
                                .counts = { .words = { all, small }, .n = n != 0, .values = values } };
  return wpp_choose_value (&p);
}

static void
check_sizes (void)
{
  struct wpp_value_choice c = of_size (1000, 1000, 5, 300, true);
  CHECK (c.test == WPP_TEST_SMALL && c.counts[0] == 1000 && c.gain == 5000, "small sizes that differ have code for them");
  CHECK (c.sizes[WPP_FOUR_BYTES] > c.sizes[WPP_FEW_BYTES] && c.sizes[WPP_NO_BYTES] == 0
           && c.sizes[WPP_FOUR_BYTES] + c.sizes[WPP_FEW_BYTES] + c.sizes[WPP_EIGHT_BYTES] <= 1000,
         "their classes are those of the frequent ones, and the same for others");
  CHECK (of_size (1000, 1000, 5, 300, false).test == WPP_TEST_NONE, "but not where they cannot be moved");
  CHECK (of_size (1000, 700, 5, 300, true).test == WPP_TEST_NONE, "nor where large ones come often");
  CHECK (of_size (1000, 1000, 8, 990, true).test == WPP_TEST_VALUES, "one size that is nearly always there is tested for");
  c = of_size (1000, UINT64_MAX, 5, UINT64_MAX, true);
  CHECK (c.counts[0] == 1000 && c.sizes[WPP_FOUR_BYTES] <= 1000, "a profile may say that more were small than there were");
}

static void
check_divisors (void)
{
  struct wpp_value_count values[] = { { 16, 900 } };
  struct wpp_valued_place p = { .kind = WPP_PLACE_DIVISOR, .bits = 32, .counts = { { 1000 }, 1, values } };
  struct wpp_value_choice c = wpp_choose_value (&p);
  CHECK (c.test == WPP_TEST_VALUES && c.n == 1 && c.values[0] == 16, "a frequent divisor is tested for");
  values[0].value = 0;
  CHECK (wpp_choose_value (&p).test == WPP_TEST_NONE, "0 is none");
}

int
main (void)
{
  check_sizes ();
  check_divisors ();
  return unit_done ();
}
