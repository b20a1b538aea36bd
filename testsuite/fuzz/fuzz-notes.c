/* Fuzz target: the payload of a record of notes (notes.h), packed here: zstd and the hash would
   keep a fuzzer out.  What the record itself says is reached by fuzz-records.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <xxhash.h>
#include <zstd.h>
#include "bytes.h"
#include "fuzz.h"
#include "use-notes.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_buffer b = { 0 };
  struct wpp_place place = { 0 };
  size_t bound = ZSTD_compressBound (size), used = 0;
  unsigned char *packed = malloc (bound);
  int err = 0;
  if (!packed)
    return 0;
  size_t n = ZSTD_compress (packed, bound, data, size, 1);
  wpp_put_bytes (&b, "WPPN", 4);
  wpp_put_u32 (&b, WPP_NOTES_VERSION);
  wpp_put_u64 (&b, XXH3_64bits (data, size));
  wpp_put_u64 (&b, n);
  wpp_put_u64 (&b, size);
  wpp_put_bytes (&b, packed, n);
  struct wpp_unit *unit = wpp_unit_decode (b.data, b.size, &used, &err, &place);
  FUZZ_ASSERT (unit ? used == b.size : err < 0);
  if (unit)
    fuzz_use_unit (unit);
  wpp_unit_free (unit);
  wpp_buffer_release (&b);
  free (packed);
  return 0;
}
