/* Execution counts of source lines and functions: gcov's, from node and edge counts.

   gcov's rule, as found in GCC 12.  A block touches the lines of its statements; the statements
   of one file that follow each other form a run, and the block is `on' the greatest line of each
   run, unless it is the function's first or last.  The count of a line that blocks are on is how
   often control came to these blocks from outside them, plus what goes round the loops that lie
   among them; the count of another line is the sum of the blocks that touch it.

   Functions that begin at the same line of the same file (instances of a template) are a group:
   their own lines are counted for each of them apart, and added up afterwards for a view of the
   source.

   Departures: none in the rule, but sources of different folders are not taken for one when
   their relative names agree.  */

#ifndef WPP_LINES_H
#define WPP_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "profile/notes.h"

/* A function with its counts, as wpp_path_count adds them up.  Null counts are taken for zeros: the
   function never ran.  */
struct wpp_counted_function
{
  const struct wpp_unit *unit;
  const struct wpp_function *function;   /* of UNIT; one that is SKIPPED is left out */
  uint64_t *node_counts;                 /* [cfg.n_nodes] */
  uint64_t *edge_counts;                 /* [cfg.n_edges] */
};

struct wpp_line_count
{
  uint32_t line;
  uint64_t count;
  bool unexecuted_block;   /* some block of the line, not only for exceptions, never ran */
  bool unexceptional;      /* some block of the line is reached without an exception; where there is
                              none gcov prints `=====' for a count of 0 instead of `#####' */
  const struct wpp_function *function;   /* gcov's `function_name' of the line, or null */
};

struct wpp_function_count
{
  const struct wpp_function *function;
  uint64_t count;             /* times entered */
  uint64_t gcov_count;        /* what gcov says instead: it takes a computed or non-local goto in
                                 the function, and where optimising a second return of setjmp,
                                 for a call */
  uint32_t blocks;            /* gcov's number of them, without entry and exit */
  uint32_t blocks_executed;   /* as gcov counts: the last block is left out, the exit is not */
  bool group;                 /* begins at the same line as another */
};

struct wpp_source
{
  char *file;              /* as it is printed (notes.h): the unit's name for it, or as named to the compiler, tidied */
  char *path;              /* absolute (ditto) */
  const char *directory;   /* working directory of the compilation; of the unit */
  uint32_t n_functions;
  struct wpp_function_count *functions;   /* by line and column of their start */
  uint32_t n_lines;
  struct wpp_line_count *lines;   /* each line once, by rising number; groups added up: what text
                                     gcov prints; `function' is null */
  uint32_t n_json_lines;
  struct wpp_line_count *json_lines;   /* in the order of gcov's JSON: at the line where a group
                                          begins all lines of its functions, one function after
                                          the other, then the line's own */
};

struct wpp_sources
{
  uint32_t n;
  struct wpp_source *sources;   /* in order of appearance */
};

/* The line counts of the N functions FUNCTIONS.  To get what gcov's JSON says of one object
   file, give the functions of one unit.  Artificial functions are left out, as gcov does.  Counts
   saturate (saturate.h).  The result points into the units.  Return null and set *ERR
   (WPP_E_NOMEM, WPP_E_TOOBIG when there are 2^32 blocks or line references).  */
struct wpp_sources *wpp_lines_count (const struct wpp_counted_function *functions, size_t n,
                                     int *err);
void wpp_sources_free (struct wpp_sources *s);

#endif /* WPP_LINES_H */
