/* The record of a compilation unit in the notes, section `.wpp.notes' of an executable (wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Record, all integers little-endian:
     "WPPN"  u32 version  u64 id  u64 packed size  u64 unpacked size
     packed bytes (zstd of the payload)
   `id' is the XXH3-64 of the payload; the unit's descriptor in the program
   carries the same id, which is how a profile finds the unit.
   Payload: variable-length integers (LEB128) and length-prefixed strings,
   in the order of the fields below.  Lines are at most 2^31 - 1.  Each line of a
   graph is at least 1 and belongs to one node.

   After it may follow the unit's statements (program/statements/record.h), a record with the same header:
     "WPPS"  u32 version  u64 id  u64 packed size  u64 bytes that it takes in memory
     packed bytes
   `id' is the unit's.  Who does not need it skips it.  */

#ifndef WPP_ANALYSIS_FORMAT_NOTES_RECORD_H
#define WPP_ANALYSIS_FORMAT_NOTES_RECORD_H

#define WPP_NOTES_MAGIC "WPPN"
#define WPP_NOTES_HEADER 32
#define WPP_NOTES_VERSION 4   /* of units recorded with values that have value places; 3: others with value places, also
                                 targets of calls; 1: without them */
#define WPP_NOTES_SECTION ".wpp.notes"

#define WPP_PROGRAM_MAGIC "WPPS"
#define WPP_PROGRAM_VERSION 1

enum wpp_function_flags
{
  WPP_FN_SKIPPED = 1,     /* not instrumented; `reason' says why; no graph, no paths */
  WPP_FN_LANDING = 2,     /* has landing places: keeps the depth that LAND events refer to */
  WPP_FN_ARTIFICIAL = 4,  /* made by the compiler (gcov's `artificial') */
  WPP_FN_ACROSS_CALLS = 8,/* its paths run on across calls (wpp_numbering_new_across_calls) */
  WPP_FN_TABLE = 16,      /* counted in a table: one word in the unit, whatever n_paths (wide.h) */
  WPP_FN_LOCAL = 32,      /* other units cannot see it */
  WPP_FN_PREFERENTIAL = 64, /* with TABLE: its interesting paths are listed; others are residual */
  WPP_FN_LARGE = 128,     /* with PREFERENTIAL: identifiers of the interesting paths are not compact, and not used */
  WPP_FN_OPTIONS = 256    /* from bit WPP_FN_FIRST_OPTION on it says with which options it was compiled */
};

/* What the further bits mean is known to plugin/gcc/graph/build-options.cc alone, of the version that set them: they
   only explain why a graph differs.  */
#define WPP_FN_FIRST_OPTION 9

#endif /* WPP_ANALYSIS_FORMAT_NOTES_RECORD_H */
