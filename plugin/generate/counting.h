/* Code that counts paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_COUNTING_H
#define WPP_PLUGIN_GENERATE_COUNTING_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "program/paths/numbering.h"
#include "program/notes/notes.h"
}

/* The most paths of a function that is counted in an array.  Every thread touches a page of the array for each path
   that is far from others.  With 65536, short runs of tcc took 1.5 times as long as without counting; with this number,
   1.2 times.  */
#ifndef WPP_COUNT_ARRAY
#define WPP_COUNT_ARRAY 4096
#endif

/* … in a sparse one, of which only what is used often has a place in the file; and those of a unit together,
   as they take addresses.  Those of others are counted in tables; of all functions in the build that `make
   bench-paths' compares with.  */
#ifndef WPP_COUNT_SPARSE
#define WPP_COUNT_SPARSE (1 << 19)
#endif
#define WPP_UNIT_SPARSE (1 << 22)

/* early-ends.cc  */

/* Set WPP_EDGE_ENDS_PATH and WPP_EDGE_PATH_ENDED in NUM, GRAPH's.  */
void wpp_end_paths_early (const wpp_function_graph *graph, wpp_numbering *num);

/* counts.cc  */

/* Add to cfun the code that counts its paths.  GRAPH and NUM describe it, OFFSET is the place of its counters among the
   unit's.  */
void wpp_count_function (wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset);

/* The same, in a table; but paths that begin where few do (narrow.cc), in words.  USED is moved after the
   function's slots and words.  */
struct wpp_used_words;
void wpp_count_in_table (wpp_used_words *used, wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset);

/* narrow.cc: the same, if there are starts of few paths; else do nothing and return false.  USED is moved after the
   words only.  */
bool wpp_count_narrowly (wpp_used_words *used, wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset);

/* unwound.cc: add the pass that gives a function a personality if its only regions are those that count unwound
   paths.  */
void wpp_register_personality (const char *plugin);

/* preferential.cc  */

/* The words of a constant struct __wpp_known: for a function with the first counter SITE, which has N words or pairs of
   ARRAY from WORDS on; one number more of it; and the finished constant.  */
vec<constructor_elt, va_gc> *wpp_begin_known (uint64_t site, tree array, uint64_t words, uint64_t n, uint64_t shift,
                                              uint64_t bias);
void wpp_add_number (vec<constructor_elt, va_gc> **values, uint64_t number);
tree wpp_constant_words (vec<constructor_elt, va_gc> *values);

/* The same, in sparse words, of wpp_unit_sparse from *N_SPARSE on.  *N_SPARSE is moved after them.  */
void wpp_count_sparsely (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                         uint64_t *n_sparse);

/* The same, for a function with the interesting paths of NOTE, in words of wpp_unit_words from *N_WORDS on; or in
   sparse words, unless N_SPARSE is null.  Set NOTE->size and the fields that belong to it.  If the function must be
   counted in a table, do nothing and return false.  NUM's increments are placed by GRAPH's frequencies.  */
bool wpp_count_known (wpp_function_graph *graph, wpp_numbering *num, wpp_function *note,
                      uint64_t *n_words, uint64_t *n_sparse);

/* interesting.cc  */

/* Set the interesting paths of NOTE to those that -fwpp-interesting has for NODE, whose numbering is NUM.  Warn of
   entries that do not fit.  Set FREQUENCY to a lower bound of the executions of each edge on these paths.  */
void wpp_find_interesting (cgraph_node *node, const wpp_numbering *num, wpp_function *note,
                           auto_vec<uint64_t> *frequency);
/* Warn of the lists' functions of this unit that were not found in it.  */
void wpp_check_interesting ();

#endif /* WPP_PLUGIN_GENERATE_COUNTING_H */
