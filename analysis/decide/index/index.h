/* The index of profiles by function, which compilations read (wpp(5), section INDX).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   index := head unit* entry* strings part*
   head  := u32 version, u32 flags (bit 0: of counts alone; bit 1: names are hashes; bit 2: of long
            projections there are only samples), u32 units, u32 entries,
            u64 size of strings, u64 size of the index, u64 runs (profiles in it), u64 greatest count of an edge that
            is not WPP_EDGE_UNCOUNTED, u64 statements that were executed, saturating, u64 statements that were executed
            at least once, u64 XXH3-64 of everything from here to the parts, with the XXH3-64 of the 64 bytes before
            this field as the seed
   unit  := u64 id (of its notes), u64 path limit (notes.h), u32 source, u32 0
   entry := u64 XXH3-64 of the name, u64 checksum (wpp_cfg_checksum), u64 paths, u32 name, u32 unit,
            u32 flags (enum wpp_function_flags), u32 function of the unit,
            u32 place among the functions in the order of their first runs (training.h),
            u32 place in the order in which they should stand (function-order.h),
            u64 offset of three parts, which come one after the other, u32 size of each, u64 XXH3-64 of each, u32 sizes
            of the records of counts, calls, branches, loops, contexts and values, of the sample, and of the whole
            projection; 0: there is none, all 0: the function was not executed
   All integers are little-endian.  Source and name are offsets into the strings, which each end with a 0.  The first
   part has the records, one after the other, but those of the projection, which have a part each; they are packed
   (parts.h).

   Decisions are made from samples, frequencies from whole projections.  The sample of a projection is bounded
   (spread.h), so without whole projections an index is bounded by the program, whatever runs it is of.  The sample of a
   projection that is short is the projection, and then there is no other record of it.

   Each source, name and part has bytes of its own.

   There is an entry for each instrumented function, executed or not.  Entries are sorted by hash of the name, unit and
   function.  So a binary search finds a function, and no other part of the index need be read.

   Counts: LEB128 number of paths; then, for each path, its number minus the number before (the first is given as it is)
   and its executions, saturating.  Calls: callees, chains, next functions.  Callees (training.h): LEB128 number of
   callees; then, for each, the call's node minus the node before, the number of the callee's entry, and how often it
   was called.  Chains of calls that lead to the function's activations (at most the last WPP_INDEX_CHAIN calls, the
   last one first; none when the program has too many): LEB128 number of chains; then, for each, u8 calls in common with
   the chain before + 4 * calls + 16 * how it begins (enum wpp_index_chain_begin); for each of the other calls the
   number of the caller's entry, and the call's node plus 1, or 0; then how many activations.  Functions that were
   entered next (training.h): LEB128 number of functions; then, for each, the number of its entry minus the one before,
   and how often.  Projection: u8 flags (bit 0: activations come one after the other; bit 1: a
   sample), and a flat grammar (flat.h) whose
   terminals are letters of project.h.  It derives the distinct activations, each as often as there were activations
   like it (distinct.h, nested.h), or else the projections of all threads of all profiles (projector.h).  Branches: what
   a model of a branch predictor made of outcomes in windows of the run (decide/models/replay.h).  LEB128 number of
   branches; then, for each, its node minus the node before, how many outcomes were seen, and how many of them were
   missed.  Loops: what those did that have no loops in them and most iterations (decide/iterations/stays.h), if
   activations come one after the other.  LEB128 number of loops; then, for each, its header node minus the node before,
   turns, how many of them were the same, and number of groups of stays; then, for each group, its trips minus the trips
   before, its stays, and its total minus what they all had if each was as short as the shortest.  Contexts: what the
   function executed when it was called by certain calls, if that is not what it executed otherwise (put-contexts.h): by
   the last call, and then by the last two where these differ; and what the function in the middle of two executed when
   the first of them called it.  LEB128 number of contexts; then, for each, the chain of calls, as above, with its
   activations; paths, as of counts, that these executed; and callees, as above, by node and then in any order, of their
   calls that have several over all (context-callees.h).  Values: what counts, or replay, say of
   value places (format/value-place.h), if the function was executed.  LEB128 number of places; then, for each, its
   kind, node, words, what counts may lack, and number of values; then, for each value, itself and its count, the most
   frequent first.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_INDEX_H
#define WPP_ANALYSIS_DECIDE_INDEX_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"
#include "recording/profile/code.h"
#include "activations/counts/value-counts.h"
#include "decide/iterations/stays.h"
#include "activations/projection/project.h"
#include "activations/projection/projector.h"

struct wpp_buffer;

#define WPP_INDEX_VERSION 15
#define WPP_INDEX_COUNTS 1u
#define WPP_INDEX_HASHED 2u
#define WPP_INDEX_SAMPLED 4u
#define WPP_INDEX_APART 1u
#define WPP_INDEX_SAMPLE 2u
#define WPP_INDEX_CHAIN 3u   /* calls */
#define WPP_INDEX_CONTEXT 2u /* calls */
#define WPP_INDEX_VALUES_MOST 32u /* of a place */

struct wpp_index
{
  const unsigned char *data;   /* of the section; belongs to the caller */
  size_t size;
  bool hashed;                 /* names are keyed hashes (wpp strip) */
  bool counts;                 /* there are only path counts, and no projections */
  uint64_t runs, greatest;
  uint64_t executed, hot;      /* statements: executions; those that have any */
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
  uint32_t place;              /* in the order in which functions should stand, from 1; 0 as above */
  uint64_t checksum, n_paths, path_limit;
  struct wpp_index_part
  {
    uint64_t offset, size, contents, hash; /* contents: bytes, unpacked */
  } records, sample, whole;
  struct wpp_index_record { uint64_t offset, size; } counts, calls, branches, loops, contexts,
                             values; /* of the part RECORDS */
};

struct wpp_index_callee
{
  uint32_t node;               /* the call's node in the caller's graph */
  uint32_t callee;             /* number of an entry */
  uint64_t count;
};

/* What called the first caller of a chain.  */
enum wpp_index_chain_begin
{
  WPP_CHAIN_UNSEEN,            /* not known: it began before it was recorded */
  WPP_CHAIN_WHOLE,             /* code without events: main's caller, or a thread's */
  WPP_CHAIN_CUT                /* more functions, which are not told */
};

struct wpp_index_call
{
  uint32_t caller;             /* number of an entry */
  uint32_t node;               /* of its graph; WPP_NO_NODE: it was not at a call (a signal handler) */
};

struct wpp_index_chain
{
  uint8_t n;                   /* calls */
  uint8_t begin;               /* enum wpp_index_chain_begin */
  struct wpp_index_call calls[WPP_INDEX_CHAIN]; /* the last one, that of the function itself, first */
  uint64_t count;              /* activations */
};

struct wpp_index_next
{
  uint32_t function;           /* number of an entry: entered next after this one, whoever called it */
  uint64_t count;
};

struct wpp_index_branch
{
  uint32_t node;               /* of the function's graph */
  uint64_t seen;               /* outcomes that were replayed, at least 1 */
  uint64_t missed;             /* of these; at most SEEN */
};

struct wpp_index_order
{
  size_t n_chains, n_next;
  struct wpp_index_chain *chains; /* [n_chains] of the calls that lead to the function's activations; none when there
                                     were too many in the program */
  struct wpp_index_next *next;    /* [n_next] by rising number */
};

struct wpp_index_loop
{
  uint32_t header;             /* node of the function's graph */
  struct wpp_loop_stays stays;
};

/* A value place.  */
struct wpp_index_place
{
  uint32_t kind;               /* enum wpp_place_kind */
  uint32_t node;               /* of the function's graph */
  struct wpp_place_counts counts;
};

struct wpp_index_places
{
  size_t n;
  struct wpp_index_place *places;     /* [n] in the order of statements */
  struct wpp_value_count *values;     /* of all */
};

/* What a function executed when it was called by certain calls.  */
struct wpp_index_context
{
  struct wpp_index_chain chain; /* of one call or two; its count is of activations */
  size_t n, n_callees;
  const struct wpp_path_times *paths; /* [n] by rising number: executions by these activations */
  const struct wpp_index_callee *callees; /* [n_callees] by node: whom their calls entered.  All callees of a node are
                                     here, or none; with none, they are not known, or one over all */
};

struct wpp_index_contexts
{
  size_t n;
  struct wpp_index_context *contexts; /* [n] by calls, the last one first */
  struct wpp_path_times *paths;       /* of all */
  struct wpp_index_callee *callees;   /* of all */
};

/* ---- Reading.  An index may be hostile: any bytes give an error or a result that can be used safely.  */

/* Check the head, units, entries and strings of DATA [SIZE], and set *INDEX, which refers to DATA.  Return 0; or
   WPP_E_VERSION, WPP_E_TRUNCATED, WPP_E_CHECKSUM or WPP_E_CORRUPT, and fill in PLACE (offsets from DATA).  */
int wpp_index_open (const unsigned char *data, size_t size, struct wpp_index *index,
                    struct wpp_place *place);

/* Set *ENTRY to the entry number I.  */
void wpp_index_read (const struct wpp_index *index, uint32_t i, struct wpp_index_entry *entry);

/* The number of the first entry whose function is called NAME, or n_entries.  Other functions of that name follow
   it.  */
uint32_t wpp_index_find (const struct wpp_index *index, const char *name);

/* Set *BYTES [contents], malloc'ed, to what PART of INDEX has.  Return 0, WPP_E_NOMEM, WPP_E_CHECKSUM or
   WPP_E_CORRUPT.  */
int wpp_index_unpack (const struct wpp_index *index, const struct wpp_index_part *part, unsigned char **bytes);

/* The main source file of unit number UNIT.  */
const char *wpp_index_source (const struct wpp_index *index, uint32_t unit);

/* Set *COUNTS [*N], malloc'ed, to the executions of ENTRY's paths, by rising number.  Return 0, WPP_E_NOMEM,
   WPP_E_CHECKSUM or WPP_E_CORRUPT.  So do those below.  */
int wpp_index_counts (const struct wpp_index *index, const struct wpp_index_entry *entry,
                      struct wpp_path_times **counts, size_t *n);

/* Set *CALLEES [*N], malloc'ed, to the callees of ENTRY's calls, by node, and then the most frequent first.  Errors as
   above.  */
int wpp_index_callees (const struct wpp_index *index, const struct wpp_index_entry *entry,
                       struct wpp_index_callee **callees, size_t *n);

/* Set *ORDER to ENTRY's.  Errors as above; then it is empty.  */
int wpp_index_order (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_order *order);
void wpp_index_order_release (struct wpp_index_order *order);

/* Set *BRANCHES [*N], malloc'ed, to ENTRY's, by node; none where there are only counts.  Errors as above.  */
int wpp_index_branches (const struct wpp_index *index, const struct wpp_index_entry *entry,
                        struct wpp_index_branch **branches, size_t *n);
/* Set *LOOPS [*N], malloc'ed, to what is known of ENTRY's loops, by header.  Loops that have loops in them, or few
   iterations, are left out, and all where there are only counts, or activations within each other.  Errors as
   above.  */
int wpp_index_loops (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_loop **loops,
                     size_t *n);

/* Set *PLACES to ENTRY's; none where it was not executed, or built without values.  Errors as above; then it is
   empty.  */
int wpp_index_places (const struct wpp_index *index, const struct wpp_index_entry *entry,
                      struct wpp_index_places *places);
void wpp_index_places_release (struct wpp_index_places *places);

/* Set *CONTEXTS to ENTRY's.  Errors as above; then it is empty.  */
int wpp_index_contexts (const struct wpp_index *index, const struct wpp_index_entry *entry,
                        struct wpp_index_contexts *contexts);
void wpp_index_contexts_release (struct wpp_index_contexts *contexts);

/* ENTRY's projection; its grammar is null when the function was not executed.  Return null and set *ERR as above after
   an error, or to WPP_E_SAMPLE when there is only a sample of it.  */
struct wpp_projection *wpp_index_projection (const struct wpp_index *index,
                                             const struct wpp_index_entry *entry, int *err);

/* The same for decisions: when the projection is long, a sample of it, be the whole there or not.  */
struct wpp_projection *wpp_index_sample (const struct wpp_index *index, const struct wpp_index_entry *entry, int *err);

/* ---- Making one.  */

struct wpp_indexer;

/* Make an indexer for threads whose events mean what CODE says.  The indexer refers to CODE, and adds to it the
   numberings that it needs.  COUNTS: the order of events means nothing, and paths are only counted.  */
struct wpp_indexer *wpp_indexer_new (struct wpp_code *code, bool counts);
void wpp_indexer_free (struct wpp_indexer *x);

/* Add a thread of N_SEGMENTS segments.  SEGMENT (DATA, S, &ERR) returns segment S, and RELEASE takes it back.  Each
   segment is requested once, and once more when a non-local transfer comes late in the thread.  */
int wpp_indexer_add (struct wpp_indexer *x, size_t n_segments,
                     struct wpp_grammar *(*segment) (void *data, size_t s, int *err),
                     void (*release) (void *data, struct wpp_grammar *g), void *data);

/* Add threads [N] that share the grammar G: the Kth is what the symbols of S, all of exponent 1, derive that come
   before ENDS[k], and not before the end of the one before it.  G is changed: it can only be freed.  JOBS threads do it
   at most.  */
int wpp_indexer_add_threads (struct wpp_indexer *x, struct wpp_grammar *g, const uint64_t *ends, size_t n, size_t jobs);

/* Add what replay told of a run, in the code's words.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT.  */
int wpp_indexer_add_places (struct wpp_indexer *x, const struct wpp_run_places *run);

/* Add all threads of P, which has been read or only scanned.  In the latter case, errors of wpp_profile_segment come
   with PLACE; and WPP_E_NOTES, without PLACE, says that P has events that CODE does not have.  */
int wpp_indexer_add_profile (struct wpp_indexer *x, const struct wpp_profile *p,
                             struct wpp_place *place);

/* Append the index, which is of RUNS profiles, to B.  FLAGS are of WPP_INDEX_HASHED (names are hashes) and
   WPP_INDEX_SAMPLED (no whole projections of functions that have samples).  X can only be freed afterwards.  The same
   threads in the same order give the same bytes.  */
int wpp_indexer_write (struct wpp_indexer *x, uint64_t runs, unsigned flags, struct wpp_buffer *b);

/* The checksum of DATA [SIZE], everything before the parts.  */
uint64_t wpp_index_hash (const unsigned char *data, size_t size);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEX_H */
