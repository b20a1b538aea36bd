/* An index of profiles by function: what a compilation reads (wpp(5), section INDX).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   index := head unit* entry* strings record*
   head  := u32 version, u32 flags (bit 0: of counts alone), u32 units, u32 entries,
            u64 size of strings, u64 size of the index, u64 runs (profiles in it), u64 greatest count
            of an edge but for WPP_EDGE_UNCOUNTED ones, u64 XXH3-64 of what follows before the records, with that of the 48 bytes
            before it as the seed
   unit  := u64 id (of its notes), u64 path limit (notes.h), u32 source, u32 0
   entry := u64 XXH3-64 of the name, u64 checksum (wpp_cfg_checksum), u64 paths,
            u32 name, u32 unit, u32 flags (enum wpp_function_flags), u32 function of the unit,
            u32 place among the functions in the order of their first runs (training.h), u32 0,
            record of counts, record of callees, record of the projection
   a record is told by u64 offset, u64 size, u64 XXH3-64; size 0: the function was not executed.
   All integers little-endian.  Source and name are offsets into the strings, each ended by a 0.

   There is an entry for each instrumented function, executed or not, by rising hash of the
   name, unit and function: so one is found by halving, and nothing else of the index need
   be read.

   Counts: LEB128 number of paths, then for each its number less the one before (the first as it
   is) and its executions, saturating.  Callees (training.h): LEB128 number of them, then for each the
   call's node less the one before, the number of the callee's entry, and how often it was called.
   Projection: u8 flags (bit 0: activations come one after the other), and a flat grammar (flat.h) whose terminals are letters of project.h: of the distinct activations
   and how many were like each (distinct.h, untangle.h), or else of all threads of all
   profiles (projector.h).  */

#ifndef WPP_INDEX_H
#define WPP_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "support/error.h"
#include "profile/code.h"
#include "projection/project.h"
#include "projection/projector.h"

struct wpp_buffer;

#define WPP_INDEX_VERSION 5
#define WPP_INDEX_COUNTS 1u
#define WPP_INDEX_APART 1u

struct wpp_index
{
  const unsigned char *data;   /* of the section; belongs to the caller */
  size_t size;
  bool counts;                 /* of path counts alone: there are no projections */
  uint64_t runs, greatest;
  uint32_t n_units, n_entries;
  const unsigned char *units, *entries;
  const char *strings;
};

struct wpp_index_entry
{
  const char *name;            /* assembler name */
  const char *source;          /* main source file of its unit */
  uint64_t unit;               /* id of its notes */
  uint32_t function;           /* in the unit */
  uint32_t flags;              /* enum wpp_function_flags */
  uint32_t first_run;          /* 0: not executed, or not known */
  uint64_t checksum, n_paths, path_limit;
  struct wpp_index_record { uint64_t offset, size, hash; } counts, callees, projection;
};

struct wpp_index_callee
{
  uint32_t node;               /* of the caller's graph: the call's */
  uint32_t callee;             /* number of an entry */
  uint64_t count;
};

/* ---- Reading.  An index is hostile: any bytes give an error or what can be used safely.  */

/* Check the head, units, entries and strings of DATA [SIZE], which must stay, and set *INDEX.
   Return 0, WPP_E_VERSION, WPP_E_TRUNCATED, WPP_E_CHECKSUM or WPP_E_CORRUPT and fill in PLACE
   (offsets from DATA).  */
int wpp_index_open (const unsigned char *data, size_t size, struct wpp_index *index,
                    struct wpp_place *place);

/* Set *ENTRY to number I.  */
void wpp_index_read (const struct wpp_index *index, uint32_t i, struct wpp_index_entry *entry);

/* The number of the first entry whose function is called NAME, or n_entries.  Others follow it.  */
uint32_t wpp_index_find (const struct wpp_index *index, const char *name);

/* The main source file of unit number UNIT.  */
const char *wpp_index_source (const struct wpp_index *index, uint32_t unit);

/* Set *COUNTS [*N] to the executions of ENTRY's paths, malloc'ed, by rising number.  WPP_E_NOMEM,
   WPP_E_CHECKSUM or WPP_E_CORRUPT.  */
int wpp_index_counts (const struct wpp_index *index, const struct wpp_index_entry *entry,
                      struct wpp_path_times **counts, size_t *n);

/* Set *CALLEES [*N] to those of ENTRY's calls, malloc'ed, by node, then the most frequent first.  Errors
   as above.  */
int wpp_index_callees (const struct wpp_index *index, const struct wpp_index_entry *entry,
                       struct wpp_index_callee **callees, size_t *n);

/* ENTRY's projection; its grammar is null when the function was not executed.  Null and *ERR
   as above.  */
struct wpp_projection *wpp_index_projection (const struct wpp_index *index,
                                             const struct wpp_index_entry *entry, int *err);

/* ---- Making one.  */

struct wpp_indexer;

/* For threads whose events mean what CODE says; CODE must stay, and gets the numberings that
   are needed.  COUNTS: events have no order, paths are counted only.  */
struct wpp_indexer *wpp_indexer_new (struct wpp_code *code, bool counts);
void wpp_indexer_free (struct wpp_indexer *x);

/* Add thread T of a profile, whose segment S is had from SEGMENT (DATA, S, &ERR), and given back to
   RELEASE.  Each segment is asked for once, or, when a non-local transfer comes up late, once
   more.  */
int wpp_indexer_add (struct wpp_indexer *x, size_t n_segments,
                     struct wpp_grammar *(*segment) (void *data, size_t s, int *err),
                     void (*release) (void *data, struct wpp_grammar *g), void *data);

/* Add all threads of P, which was read or only scanned: then errors of wpp_profile_segment, too, with PLACE, and
   WPP_E_NOTES, without, when it has events that CODE does not have.  */
int wpp_indexer_add_profile (struct wpp_indexer *x, const struct wpp_profile *p,
                             struct wpp_place *place);

/* Append the index to B, which is of RUNS profiles; X can only be freed then.  The same threads in the same order give the same bytes.  */
int wpp_indexer_write (struct wpp_indexer *x, uint64_t runs, struct wpp_buffer *b);

/* The checksum of what is before the records, DATA [SIZE].  */
uint64_t wpp_index_hash (const unsigned char *data, size_t size);

#endif /* WPP_INDEX_H */
