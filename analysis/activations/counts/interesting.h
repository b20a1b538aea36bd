/* Lists of interesting paths: those that preferential profiling counts at little cost (preferential.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A list is text, with a line for each function (wpp(5)):

     # a comment
     unit=loop.c
     weigh:4x2800,0x800 checksum=4c1d2f90aa51e3b7 paths=9 unit=loop.c
     main:L24,L25

   A line with only a unit says that the unit is part of the program.  If a list has such lines, and a file
   is compiled that is not among them, the list belongs to another program or version.
   A path is given by its Ball-Larus number, among paths that run on across calls, and after an `x' by the number
   of its executions, which helps to place increments.  Ln,Lm... stand for all paths that run over all of
   these lines of the function's file.  The rest of a line may be missing: the checksum of the graph
   (wpp_cfg_checksum) and the number of paths, without which nobody notices that a list was made for an older
   version; and the main source file of the unit, which tells functions of the same name apart.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_INTERESTING_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_INTERESTING_H

#include <stdbool.h>
#include <stdio.h>
#include "activations/counts/path-counts.h"
#include "base/hash-table.h"

struct wpp_interest
{
  unsigned line;                 /* of the file; 0 when it comes from a profile */
  char *name;                    /* assembler or source name */
  char *unit;                    /* or null */
  bool checked;
  uint64_t checksum, n_paths;    /* if CHECKED */
  size_t n;
  struct wpp_counted_path *paths;  /* [n] as listed; an unknown count is 0 */
  size_t n_lines;                /* at most WPP_INTEREST_LINES; 0: the interest is in PATHS */
  uint32_t *lines;
};

#define WPP_INTEREST_LINES 64
/* The most paths for which a line may stand.  */
#define WPP_INTEREST_PATHS 65536

struct wpp_interests
{
  size_t n, room;
  struct wpp_interest *functions;
  size_t n_units, units_room;    /* listed main source files of the program, each once */
  char **units;
  struct wpp_hash_table by_name; /* of UNITS */
};

/* Is FILE a list?  It is one if it is a regular file and does not begin like a profile.  */
bool wpp_interests_text_p (const char *file);
/* The bytes of FILE, malloc'ed, *SIZE of them; null with errno set.  */
char *wpp_interests_load (const char *file, size_t *size);
/* Add the list TEXT [SIZE].  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT with PLACE->what, which names the line.  */
int wpp_interests_parse (struct wpp_interests *list, const char *text, size_t size,
                         struct wpp_place *place);
/* Add the units of CODE, and the executed paths COUNTS [CODE->n_functions] (path-counts.h).  Functions without an
   executed path are left out.  LIMIT is that of the numbering.  Return 0 or WPP_E_NOMEM.  */
int wpp_interests_add (struct wpp_interests *list, struct wpp_code *code,
                       const struct wpp_path_counts *counts, uint64_t limit);
void wpp_interests_release (struct wpp_interests *list);

/* The list of a profile's paths may be kept (base/kept-file.h) as FILE.paths, as text.  */
#define WPP_INTERESTS_MAGIC "\211WPS\r\n\032\n"
/* Add what is kept for the profile FILE to the empty LIST.  If there is nothing, return false, and let *LOCK be a
   descriptor to be closed when it is kept, or -1.  */
bool wpp_interests_recall (struct wpp_interests *list, const char *file, int *lock);
/* Keep LIST, which is that of the profile FILE, if that is possible.  */
void wpp_interests_keep (const struct wpp_interests *list, const char *file);

/* Write a line for each of LIST's units; and a line for the function I.  */
void wpp_interests_print_units (FILE *out, const struct wpp_interests *list);
void wpp_interest_print (FILE *out, const struct wpp_interest *i);

/* Set *PATHS [*N], malloc'ed, to the paths of NUM for which I stands, each once, by rising number.  FILE is the
   function's file, to which lines refer.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG when lines stand for more than
   WPP_INTEREST_PATHS paths, or WPP_E_RANGE when a number is no path, with its place in I->paths in *BAD and all valid
   ones in *PATHS, or when no path runs over the lines.  */
int wpp_interest_paths (const struct wpp_interest *i, const struct wpp_numbering *num,
                        uint32_t file, struct wpp_counted_path **paths, size_t *n, size_t *bad);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_INTERESTING_H */
