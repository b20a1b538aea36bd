/* What readers and writers of sections with notes share: here and in other layers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_NOTES_SECTIONS_H
#define WPP_ANALYSIS_PROGRAM_NOTES_SECTIONS_H

#include "program/notes/notes.h"
#include "base/bytes.h"

/* The largest payload that PACKED bytes may stand for: 16 MiB for each MiB begun.  Of programs it has 3 to 8 times as
   many bytes as what it is packed to.  */
static inline uint64_t
wpp_notes_most_unpacked (uint64_t packed)
{
  return (packed / (1 << 20) + 1) * (UINT64_C (16) << 20);
}

/* The memory that units of SIZE bytes of notes may take together, in bytes, with their payloads: 96 MiB for each MiB
   begun.  Those of programs take 7 times the payload's bytes.  */
static inline uint64_t
wpp_notes_most_memory (uint64_t size)
{
  return (size / (1 << 20) + 1) * (UINT64_C (96) << 20);
}

/* Append to B, also in case of an error, the bytes of the sections NAME of the ELF file FILE, which OPTION makes.
   WPP_E_NOTES when there are none, and PLACE->what says why; that is no error if OPTION is null.  */
int wpp_notes_section (const char *file, const char *name, const char *option, struct wpp_buffer *b,
                       struct wpp_place *place);

/* Set PLACE, unless it is null, to a place in the notes; return ERR.  */
int wpp_notes_complain (struct wpp_place *place, unsigned long long offset, int err,
                        const char *what, ...) __attribute__ ((format (printf, 4, 5)));

#endif /* WPP_ANALYSIS_PROGRAM_NOTES_SECTIONS_H */
