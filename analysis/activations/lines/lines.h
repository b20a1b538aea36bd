/* Execution counts of source lines and functions, as gcov gives them, from node and edge counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is the rule of gcov in GCC 12.  A block touches the lines of its statements.  Successive statements of one file
   form a run, and the block is `on' the greatest line of each run, unless it is the function's first or last
   block.  The count of a line that blocks are on is the number of times that control came to these blocks from
   others, plus the executions of the loops among them.  The count of any other line is the sum of the blocks that
   touch it.

   Functions that begin at the same line of the same file (instances of a template) are a group.  Their lines are
   counted for each function separately, and added up afterwards for a view of the source.

   Departures: none in the rule.  But sources in different folders stay different when their relative names
   agree.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_H
#define WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/notes/notes.h"

/* A function with its counts, as wpp_path_count adds them up.  Null stands for zeros: the function was never
   executed.  */
struct wpp_counted_function
{
  const struct wpp_unit *unit;
  const struct wpp_function *function;   /* of UNIT; a SKIPPED function is left out */
  uint64_t *node_counts;                 /* [cfg.n_nodes] */
  uint64_t *edge_counts;                 /* [cfg.n_edges] */
};

/* There may be millions: without gaps.  */
struct wpp_line_count
{
  uint32_t line;
  bool unexecuted_block;   /* some block of the line that is not only for exceptions was never executed */
  bool unexceptional;      /* some block of the line is reached without an exception; if there is
                              none, gcov prints `=====' for a count of 0 instead of `#####' */
  uint64_t count;
  const struct wpp_function *function;   /* gcov's `function_name' of the line, or null */
  uint32_t first_block, n_blocks;        /* in JSON_LINES: the blocks that are on the line, among the source's
                                            BLOCK_IDS */
};

struct wpp_function_count
{
  const struct wpp_function *function;
  uint64_t count;             /* times entered */
  uint64_t gcov_count;        /* the number that gcov gives: it counts a computed or non-local goto in
                                 the function as a call and, when optimising, also a second return of
                                 setjmp */
  uint32_t blocks;            /* gcov's blocks, without entry and exit */
  uint32_t blocks_executed;   /* as gcov counts: without the last block, but with the exit */
  bool group;                 /* begins at the same line as another */
};

/* Where control may go on in several ways (branches.h).  */
struct wpp_branch_count
{
  uint32_t line, n_ways;
  size_t first_way;           /* in WAYS of the source */
};

struct wpp_source
{
  char *file;              /* as printed (notes.h): the unit's name for it, or the name given to the compiler, tidied */
  char *path;              /* absolute (ditto) */
  const char *directory;   /* working directory of the compilation; belongs to the unit */
  uint32_t n_functions;
  struct wpp_function_count *functions;   /* by line and column of their start */
  uint32_t n_lines;
  struct wpp_line_count *lines;   /* as in gcov's text: each line once, by rising number, with groups
                                     added up; `function' is null */
  uint32_t n_json_lines;
  struct wpp_line_count *json_lines;   /* as in gcov's JSON: at the line where a group begins, all
                                          lines of its functions, one function after the other,
                                          then the line itself */
  uint32_t *block_ids;             /* gcov's numbers of blocks, each within its function: 0 is its entry */
  size_t n_branches, branches_room;
  struct wpp_branch_count *branches; /* by line; those of a line by function and node */
  size_t n_ways, ways_room;
  uint64_t *ways;                  /* how often each was taken */
};

struct wpp_sources
{
  uint32_t n;
  struct wpp_source *sources;   /* in order of appearance */
};

/* The line counts of FUNCTIONS [N].  For the contents of gcov's JSON of an object file, give the functions of one
   unit.  Artificial functions are left out, as in gcov.  Counts saturate (saturate.h).  The result refers to the
   units.  Return null and set *ERR (WPP_E_NOMEM, WPP_E_TOOBIG when there are 2^32 blocks or line references).  */
struct wpp_sources *wpp_lines_count (const struct wpp_counted_function *functions, size_t n,
                                     int *err);
void wpp_sources_free (struct wpp_sources *s);

#endif /* WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_H */
