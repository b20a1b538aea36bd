/* The program as data in the notes: a record of its own after that of its unit.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format is in format/notes-record.h; codec.h says how the contents are coded.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_RECORD_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_RECORD_H

#include "program/notes/notes.h"
#include "program/statements/program.h"

/* Append to *OUT [*SIZE], malloc'ed, the record of P, which is UNIT's; UNIT has its id.  Return 0, WPP_E_NOMEM,
   WPP_E_TOOBIG or, when P does not belong to UNIT, WPP_E_RANGE.  */
int wpp_program_encode (const struct wpp_program *p, const struct wpp_unit *unit, unsigned char **out, size_t *size);

/* The program of UNIT, whose notes have it (unit->program).  The bytes are hostile; everything is checked, and memory
   is at most wpp_program_most of their number.  Null, *ERR and PLACE->what are set, when that fails: WPP_E_NOTES when
   the notes have no program.  */
struct wpp_program *wpp_program_decode (const struct wpp_unit *unit, int *err, struct wpp_place *place);

/* Bytes in memory that any record may stand for, and that each of its bytes may.  Programs that people write take up to
   45 for each.  */
#define WPP_PROGRAM_FREE (UINT64_C (1) << 20)
#define WPP_PROGRAM_EACH 64

/* What PACKED bytes may stand for in memory.  */
static inline uint64_t
wpp_program_most (uint64_t packed)
{
  return packed * WPP_PROGRAM_EACH + WPP_PROGRAM_FREE;
}

/* The fewest bytes that may stand for MEMORY.  */
static inline uint64_t
wpp_program_least (uint64_t memory)
{
  return memory > WPP_PROGRAM_FREE ? (memory - WPP_PROGRAM_FREE + WPP_PROGRAM_EACH - 1) / WPP_PROGRAM_EACH : 0;
}

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_RECORD_H */
