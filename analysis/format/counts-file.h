/* The file of path counts.  A program maps it while it runs, and it is the program's profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

     file := header block*
     block := struct wpp_counts_block, payload, zeros; begins at a multiple of 4096

   A block is appended before it is described, so readers skip a block whose tag is 0.  Nothing is ever
   removed or moved: whatever happens to the program, its counts stand here.  Integers are those of
   x86-64.

     WPP_BLOCK_MODULE   payload: struct wpp_module_record (module-record.h) and what follows it; a unit's `base' is
                        the index of its first counter in the blocks of counters of this module
     WPP_BLOCK_COUNTS   payload: 64-bit counters, of one thread at a time: a thread that begins goes on in
                        the block of a thread that has ended.  The count of a path is the sum over all blocks
                        of its module.  Words that belong to no unit have no meaning.
     WPP_BLOCK_PATHS    payload: struct wpp_counts_path [(bytes - 64) / 32]: paths that have no counter, also of
                        one thread at a time.  The same path may have several entries; its count is their
                        sum.  An entry without a site or a path has not been claimed, or not completely.
                        An entry with the path WPP_COUNTS_PLACE is of a value place (value-place.h): its site is that of
                        the place's word 0, and its word the first one of the thread's table for the place.
                        Further executions of the path may be counted in a word of its thread's counters, or in a
                        word of its PAGES; such a word belongs to no unit, and its highest bit means nothing.
     (In a file of a pool several modules may have the same record; each is one process's at a time.)
     WPP_BLOCK_PAGES    payload: such words, also of one thread at a time
     WPP_BLOCK_BASELINE payload: u64, the header's `dropped' at that time; for each block of counters, paths or
                        pages that existed then: u64, its offset, never 0; u64, N; u64 [N], its counters, or
                        the counts of its entries, or its words; then a u64 0.  Readers subtract the counts of the
                        block that the header names; other blocks of this kind have no meaning.  */

#ifndef WPP_ANALYSIS_FORMAT_COUNTS_FILE_H
#define WPP_ANALYSIS_FORMAT_COUNTS_FILE_H

#include <stdint.h>
#include "format/module-record.h"

#define WPP_COUNTS_MAGIC "\211WPC\r\n\032\n"
#define WPP_COUNTS_VERSION 6u    /* 5 had no value places, 4 no pools, 3 no WPP_BLOCK_PAGES, 2 no baseline, 1 neither
                                    WPP_BLOCK_PATHS nor `began' and `dropped' */
#define WPP_COUNTS_POOLS 5u
#define WPP_COUNTS_PAGE 4096u
#define WPP_COUNTS_HEADER_BYTES (3 * WPP_COUNTS_PAGE)

struct wpp_counts_header
{
  char magic[8];          /* written last */
  uint32_t version;
  uint32_t pid;
  uint64_t start_time;    /* of the process, in clock ticks since boot: tells processes with the same pid apart */
  uint32_t exited;        /* STATUS is valid */
  int32_t status;
  uint32_t lost;          /* threads, or modules, whose counts could not be kept */
  uint32_t build_id_size;
  unsigned char build_id[WPP_BUILD_ID_BYTES];
  char program[WPP_PATH_BYTES]; /* the executable, absolute */
  char given[WPP_PATH_BYTES];   /* WPP_OPTIONS */
  uint64_t began;         /* ns of CLOCK_MONOTONIC when the file was made */
  uint64_t dropped;       /* executions of paths for which there was no entry */
  uint64_t baseline;      /* where in the file the block of the baseline begins; 0: there is none */
  uint64_t end;           /* where in the file its blocks end; 0: at its end */
  uint64_t runs; /* processes that have counted here: it is a file of a pool; 0: one, which alone has the file */
};

enum wpp_block_tag
{
  WPP_BLOCK_NONE = 0,
  WPP_BLOCK_MODULE = 1,
  WPP_BLOCK_COUNTS = 2,
  WPP_BLOCK_PATHS = 3,
  WPP_BLOCK_BASELINE = 4,
  WPP_BLOCK_PAGES = 5
};

struct wpp_counts_block
{
  uint32_t tag;           /* enum wpp_block_tag */
  uint32_t owner;         /* COUNTS, PATHS, PAGES: thread id */
  uint64_t bytes;         /* of the block, this header included; a multiple of a page */
  uint64_t module;        /* COUNTS, PATHS, PAGES: where in the file its module's block begins */
  uint64_t offset;        /* where in the file this block begins */
  uint64_t link, chain;   /* lists of the running program; no meaning to readers */
  union
  {
    uint64_t counters;    /* PATHS, PAGES: where in the file its thread's block of counters begins */
    uint64_t sparse;      /* COUNTS: of the running program, the thread's sparse words (runtime/counts/counts.h) */
  };
  uint64_t slots;         /* COUNTS: of the running program, those of the thread (runtime/counts/counts.h) */
};

/* No path has this number, plus 1.  */
#define WPP_COUNTS_PLACE (UINT64_C (1) << 63)

/* A path that has no counter.  */
struct wpp_counts_path
{
  uint64_t path;          /* its number, plus 1 */
  uint64_t count;
  uint64_t first;         /* when the path was first executed: ns since the file was made */
  uint32_t site;          /* index of its function's first counter, as of a unit's `base', plus 1 */
  uint32_t word;          /* index of the word that also counts it, as of a unit's `base', plus 1; or 0.
                             An index after the thread's counters is counted as if these went on to the end
                             of the file: the word is in PAGES.  */
};

#endif /* WPP_ANALYSIS_FORMAT_COUNTS_FILE_H */
