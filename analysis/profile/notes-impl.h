/* What notes.c and notes-encode.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_NOTES_IMPL_H
#define WPP_NOTES_IMPL_H

#include "profile/notes.h"
#include "support/bytes.h"

/* The largest payload that PACKED bytes may stand for: 16 MiB for each MiB, rounded up.  Payloads of real programs have
   4 to 8 times their packed size, and a unit takes up to 20 times the payload in memory, so a MiB of notes takes at
   most 350 MB.  */
static inline uint64_t
wpp_notes_most_unpacked (uint64_t packed)
{
  return (packed / (1 << 20) + 1) * (UINT64_C (16) << 20);
}

/* The size of the payload, according to the complete record at DATA.  */
static inline uint64_t
wpp_notes_unpacked (const unsigned char *data)
{
  return wpp_load_u64 (data + 24);
}

/* Set PLACE, unless it is null, to a place in the notes; return ERR.  */
int wpp_notes_complain (struct wpp_place *place, unsigned long long offset, int err,
                        const char *what, ...) __attribute__ ((format (printf, 4, 5)));

#endif /* WPP_NOTES_IMPL_H */
