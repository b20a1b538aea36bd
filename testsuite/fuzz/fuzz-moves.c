/* Fuzz target: the payload of a record of moves (format/moves-record.h), and what optimised code is made of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "dependence/currency/moves.h"
#include "fuzz.h"
#include "put-moves.h"
#include "base/bytes.h"

/* What is written of M is read as the same.  */
static void
check_again (const struct wpp_moves *m)
{
  struct wpp_moves **again;
  struct wpp_place place = { 0 };
  unsigned char *record, *second;
  size_t size, size_again, n;
  FUZZ_ASSERT (!wpp_moves_encode (m, &record, &size));
  FUZZ_ASSERT (!wpp_moves_read (record, size, &again, &n, &place) && n == 1);
  FUZZ_ASSERT (!wpp_moves_encode (again[0], &second, &size_again));
  FUZZ_ASSERT (size == size_again && !memcmp (record, second, size));
  wpp_moves_free (again[0]);
  free (again);
  free (record);
  free (second);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_buffer b = { 0 };
  struct wpp_moves **moves = NULL;
  struct wpp_place place = { 0 };
  size_t n = 0;
  fuzz_put_moves (&b, data, size);
  int err = b.failed ? WPP_E_NOMEM : wpp_moves_read (b.data, b.size, &moves, &n, &place);
  FUZZ_ASSERT (err ? err < 0 && !n : n == 1);
  for (size_t i = 0; i < n; i++)
    {
      check_again (moves[i]);
      wpp_moves_free (moves[i]);
    }
  free (moves);
  wpp_buffer_release (&b);
  return 0;
}
