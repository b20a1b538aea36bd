/* Bytes that were written since a call: those of an array that is too simple to be wrong.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "dependence/instances/instances-impl.h"
#include "unit.h"

#define BYTES 3000u
#define SPACES 2u

/* Where space SPACE begins: the second one ends with the last address.  */
static uint64_t
first_of (uint32_t space)
{
  return space ? -(uint64_t) BYTES : 100;
}

/* Add some ranges to S and to NAIVE; are all bytes the same?  */
static bool
same_p (struct wpp_since *s, bool naive[SPACES][BYTES], uint64_t *state)
{
  bool same = true;
  for (unsigned i = 0; i < 8; i++)
    {
      uint32_t space = unit_below (state, SPACES), first = unit_below (state, BYTES),
               n = unit_below (state, i ? 20 : BYTES) % (BYTES - first);
      same &= !wpp_since_add (s, space, first_of (space) + first, n);
      memset (naive[space] + first, true, n);
    }
  for (uint32_t space = 0; space < SPACES; space++)
    for (uint32_t i = 0; i < BYTES; i++)
      same &= wpp_since_p (s, space, first_of (space) + i) == naive[space][i];
  return same;
}

int
main (void)
{
  struct wpp_since s = { NULL };
  uint64_t state = 1, most = UINT64_C (1) << 29;
  bool same = true;
  for (unsigned i = 0; i < 300; i++)
    {
      bool naive[SPACES][BYTES] = { { false } };
      wpp_since_empty (&s);
      same &= same_p (&s, naive, &state);
    }
  CHECK (same, "bytes that were written are those of an array");
  wpp_since_empty (&s);
  bool all = !wpp_since_add (&s, 0, 0, most) && wpp_since_p (&s, 0, 0) && wpp_since_p (&s, 0, most - 1);
  CHECK (all && !wpp_since_p (&s, 0, most), "as many bytes as are kept");
  bool more = !wpp_since_add (&s, 1, 0, 1) && wpp_since_p (&s, 1, 0) && !wpp_since_p (&s, 0, 0);
  CHECK (more, "one more, and only that is known");
  CHECK (!wpp_since_add (&s, 0, 7, UINT64_MAX) && !wpp_since_p (&s, 0, 7), "what no program writes is not noted");
  wpp_since_release (&s);
  return unit_done ();
}
