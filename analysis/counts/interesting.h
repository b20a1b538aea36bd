/* Interesting paths: what preferential profiling is to count at little cost (preferential.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A list is text, a function a line (wpp(5)):

     # a comment
     unit=loop.c
     weigh:4x2800,0x800 checksum=4c1d2f90aa51e3b7 paths=9 unit=loop.c
     main:L24,L25

   A line of a unit alone says that it is one of the program: a program that has such lines and is
   compiled from another file is another one, or another version.
   A path is its Ball-Larus number, of paths that run on across calls, and after an `x' how often it
   was executed, which helps to place increments; Ln,Lm... are all paths that run over all of these
   lines of the function's file.  What follows the function's name and its paths may be missing: the
   checksum of its graph (wpp_cfg_checksum) and the number of its paths, without which a list made for an
   older version is not noticed, and the main source file of its unit, which tells functions of
   one name apart.  */

#ifndef WPP_INTERESTING_H
#define WPP_INTERESTING_H

#include <stdbool.h>
#include <stdio.h>
#include "counts/path-counts.h"
#include "support/hash-table.h"

struct wpp_interest
{
  unsigned line;                 /* of the file; 0 when it comes from a profile */
  char *name;                    /* assembler or source name */
  char *unit;                    /* or null */
  bool checked;
  uint64_t checksum, n_paths;    /* if CHECKED */
  size_t n;
  struct wpp_counted_path *paths;  /* [n] as listed; a count that is not known is 0 */
  size_t n_lines;                /* at most WPP_INTEREST_LINES; 0: PATHS are it */
  uint32_t *lines;
};

#define WPP_INTEREST_LINES 64
/* Paths that a line may stand for.  */
#define WPP_INTEREST_PATHS 65536

struct wpp_interests
{
  size_t n, room;
  struct wpp_interest *functions;
  size_t n_units, units_room;    /* main source files of the program, as far as they are listed, each once */
  char **units;
  struct wpp_hash_table by_name; /* of UNITS */
};

/* Is FILE a list?  A regular file that does not begin as profiles do is one.  */
bool wpp_interests_text_p (const char *file);
/* The bytes of FILE, malloc'ed, *SIZE of them; null with errno set.  */
char *wpp_interests_load (const char *file, size_t *size);
/* Add what TEXT [SIZE] lists.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT with PLACE->what set, which names
   the line.  */
int wpp_interests_parse (struct wpp_interests *list, const char *text, size_t size,
                         struct wpp_place *place);
/* Add the units of CODE and the paths COUNTS [CODE->n_functions] (path-counts.h) that were executed.  Return 0 or WPP_E_NOMEM.
   Functions of which none was are left out.  LIMIT is that of the numbering.  */
int wpp_interests_add (struct wpp_interests *list, struct wpp_code *code,
                       const struct wpp_path_counts *counts, uint64_t limit);
void wpp_interests_release (struct wpp_interests *list);

/* Write LIST's units, each as a line; … the function I.  */
void wpp_interests_print_units (FILE *out, const struct wpp_interests *list);
void wpp_interest_print (FILE *out, const struct wpp_interest *i);

/* The paths of NUM that I stands for, each once, by rising number, malloc'ed in *PATHS, their number
   in *N.  FILE is the function's, whose lines are meant.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG when lines
   stand for more than WPP_INTEREST_PATHS paths, or WPP_E_RANGE when a path is none or no path runs
   over the lines, with *BAD its place in I->paths: the others are in *PATHS.  */
int wpp_interest_paths (const struct wpp_interest *i, const struct wpp_numbering *num,
                        uint32_t file, struct wpp_counted_path **paths, size_t *n, size_t *bad);

#endif /* WPP_INTERESTING_H */
