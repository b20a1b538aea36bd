/* The offsets of the fields of an index (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_ANALYSIS_FORMAT_INDEX_FORMAT_H
#define WPP_ANALYSIS_FORMAT_INDEX_FORMAT_H

#define WPP_INDEX_HEAD 72
#define WPP_INDEX_UNIT 24
#define WPP_INDEX_ENTRY 124

/* Of the index's header.  */
#define WPP_INDEX_VERSION_AT 0
#define WPP_INDEX_FLAGS_AT 4
#define WPP_INDEX_UNITS_AT 8
#define WPP_INDEX_ENTRIES_AT 12
#define WPP_INDEX_STRINGS_AT 16
#define WPP_INDEX_SIZE_AT 24
#define WPP_INDEX_RUNS_AT 32
#define WPP_INDEX_GREATEST_AT 40
#define WPP_INDEX_EXECUTED_AT 48
#define WPP_INDEX_HOT_AT 56
#define WPP_INDEX_CHECKSUM_AT 64

/* Of a unit.  */
#define WPP_UNIT_ID_AT 0
#define WPP_UNIT_LIMIT_AT 8
#define WPP_UNIT_SOURCE_AT 16

/* Of an entry.  */
#define WPP_ENTRY_HASH_AT 0
#define WPP_ENTRY_CHECKSUM_AT 8
#define WPP_ENTRY_PATHS_AT 16
#define WPP_ENTRY_NAME_AT 24
#define WPP_ENTRY_UNIT_AT 28
#define WPP_ENTRY_FLAGS_AT 32
#define WPP_ENTRY_FUNCTION_AT 36
#define WPP_ENTRY_FIRST_RUN_AT 40
#define WPP_ENTRY_PLACE_AT 44
#define WPP_ENTRY_PARTS_AT 48
#define WPP_ENTRY_PART_SIZES_AT 56
#define WPP_ENTRY_PART_HASHES_AT 68
#define WPP_ENTRY_COUNTS_AT 92
#define WPP_ENTRY_CALLS_AT 96
#define WPP_ENTRY_BRANCHES_AT 100
#define WPP_ENTRY_LOOPS_AT 104
#define WPP_ENTRY_CONTEXTS_AT 108
#define WPP_ENTRY_VALUES_AT 112
#define WPP_ENTRY_SAMPLE_AT 116
#define WPP_ENTRY_WHOLE_AT 120

/* Parts of an entry.  */
#define WPP_ENTRY_PARTS 3

#endif /* WPP_ANALYSIS_FORMAT_INDEX_FORMAT_H */
