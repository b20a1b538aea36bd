/* What writing and reading of notes share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_NOTES_IMPL_H
#define WPP_NOTES_IMPL_H

#include "profile/notes.h"
#include "support/bytes.h"

/* The largest payload that PACKED bytes may stand for: 16 MiB for each MiB begun.  Of programs it has 4 to 8 times as many
   bytes as what it is packed to, and units take up to 20 times as many bytes in memory: so notes of a MiB take 350 MB.  */
static inline uint64_t
wpp_notes_most_unpacked (uint64_t packed)
{
  return (packed / (1 << 20) + 1) * (UINT64_C (16) << 20);
}

/* The payload's bytes that the whole record at DATA claims to unpack to.  */
static inline uint64_t
wpp_notes_unpacked (const unsigned char *data)
{
  return wpp_load_u64 (data + 24);
}

/* Fill in PLACE, unless it is null, with a place in the notes; return ERR.  */
int wpp_notes_complain (struct wpp_place *place, unsigned long long offset, int err,
                        const char *what, ...) __attribute__ ((format (printf, 4, 5)));

#endif /* WPP_NOTES_IMPL_H */
