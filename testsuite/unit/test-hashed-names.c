/* Keyed hashes of names: the vectors of SipHash's authors (SipHash-2-4, 64 bits, key 00 … 0f, message 00 … of N bytes).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include "answers/hashed-names.h"
#include "unit.h"

int
main (void)
{
  static const uint64_t expected[]
      = { 0x726fdb47dd0e0e31u, 0x74f839c593dc67fdu, 0x0d6c8009d9a94f5au, 0x85676696d7fb7e2du, 0xcf2794e0277187b7u,
          0x18765564cd99a68du, 0xcbc9466e58fee3ceu, 0xab0200f58b01d137u, 0x93f5f5799a932462u };
  unsigned char message[16];
  for (unsigned i = 0; i < sizeof message; i++)
    message[i] = i;
  bool same = true;
  for (unsigned n = 0; n < sizeof expected / sizeof *expected; n++)
    same &= wpp_siphash (0x0706050403020100u, 0x0f0e0d0c0b0a0908u, message, n) == expected[n];
  CHECK (same && wpp_siphash (0x0706050403020100u, 0x0f0e0d0c0b0a0908u, message, 15) == 0xa129ca6149be45e5u,
         "the vectors of SipHash-2-4");
  return unit_done ();
}
