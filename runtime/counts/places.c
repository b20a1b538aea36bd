/* Counting values at value places (format/value-place.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   Nobody but the thread writes to its words and tables.  A signal handler may count at the same place between any two
   instructions, so one instruction adds or takes.  If it does, an execution may be counted with the value of another:
   no count gets lost, and none gets below 0.  */

#include "runtime/common/processor.h"
#include "runtime/counts/file.h"
#include "format/value-place.h"

/* List in COUNTERS that the table at TABLE, the thread's own, is that of the place with the site SITE, unless that has
   been tried.  Without room for that, there are only the place's words.  */
static void
list (struct wpp_counts_block *counters, uint32_t site, uint64_t *table)
{
  uint64_t none = 0;
  if (*table || !wpp_take_if (table, &none, 1))
    return;
  struct wpp_counts_path *entry = __wpp_counts_find (counters, site, WPP_COUNTS_PLACE, false);
  if (entry)
    entry->word = table - (uint64_t *) (counters + 1) + 1;
}

/* Take 1 from all counts of PAIRS, values and counts.  */
static void
take_from_all (uint64_t *pairs)
{
  for (unsigned i = 0; i < WPP_PLACE_VALUES; i++)
    {
      uint64_t count = pairs[2 * i + 1];
      while (count && !wpp_take_if (&pairs[2 * i + 1], &count, count - 1))
        ;
    }
}

/* Let VALUE have a pair whose count is 0; return false if there is none.  */
static bool
take_pair (uint64_t *pairs, uint64_t value)
{
  for (unsigned i = 0; i < WPP_PLACE_VALUES; i++)
    {
      uint64_t none = 0;
      if (*(volatile uint64_t *) &pairs[2 * i + 1])
        continue;
      *(volatile uint64_t *) &pairs[2 * i] = value;
      if (wpp_take_if (&pairs[2 * i + 1], &none, 1))
        return true;
    }
  return false;
}

static void
count_value (uint64_t *pairs, uint64_t value)
{
  for (unsigned i = 0; i < WPP_PLACE_VALUES; i++)
    if (pairs[2 * i] == value && pairs[2 * i + 1])
      {
        wpp_count_there (&pairs[2 * i + 1], 1);
        return;
      }
  if (value != UINT64_MAX && !take_pair (pairs, value))
    take_from_all (pairs);
}

void
__wpp_count_at_place (struct wpp_counted_object *object, const struct wpp_place_site *site, uint64_t value,
                      uint64_t other)
{
  int64_t delta;
  struct wpp_counts_block *counters = wpp_own_counters (object, &delta);
  if (!counters)
    return;
  uint64_t *words = (uint64_t *) ((char *) site->words + delta), *table = (uint64_t *) ((char *) site->table + delta);
  wpp_count_there (&words[0], 1);
  list (counters, site->words - object->counters + 1, table);
  unsigned word = site->kind == WPP_PLACE_SIZE ? wpp_place_word_for_size (value)
                  : site->kind == WPP_PLACE_MODULUS ? wpp_place_word_for_dividend (value, other) : 0;
  if (word)
    wpp_count_there (&words[word], 1);
  if (site->kind == WPP_PLACE_MODULUS && wpp_place_power_p (value))
    wpp_count_there (&words[1], 1);
  count_value (table + 1, value);
}
