/* A path register with the address of a word of an array (runtime/counts/counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The address is in the unit's array; the thread's counters are at the distance of the thread's delta.  In call-free
   nodes (loops.cc) it is the address of the thread's own word, and `own' is that of the thread's copy of the
   array.  */

#include "plugin/generate/instrument.h"

tree
wpp_array_instrumenter::bytes (int64_t words)
{
  return build_int_cst (sizetype, words * (int64_t) sizeof (uint64_t));
}

tree
wpp_array_instrumenter::place_of (gimple_seq *seq, int64_t word)
{
  if (!bound)
    return wpp_word_address (array, offset + word);
  tree place = value ("wpp_place", ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (place, POINTER_PLUS_EXPR, own,
                                                 bytes (offset + word)));
  return place;
}

void
wpp_array_instrumenter::start (gimple_seq *seq, uint32_t index)
{
  if (num->starts[index].n_paths > 0)
    gimple_seq_add_stmt (seq, gimple_build_assign (path, place_of (seq, num->starts[index].initial)));
}

void
wpp_array_instrumenter::advance (gimple_seq *seq, int64_t increment)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (path, POINTER_PLUS_EXPR, path, bytes (increment)));
}

tree
wpp_array_instrumenter::advanced (gimple_seq *seq, int64_t increment)
{
  tree word = value ("wpp_word", ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (word, POINTER_PLUS_EXPR, path, bytes (increment)));
  return word;
}

/* Count the path that ends here.  AGAIN is the value that the path register nearly always has, or null.  */

void
wpp_array_instrumenter::count (gimple_seq *seq, int64_t increment, tree again)
{
  int64_t in_bytes = increment * (int64_t) sizeof (uint64_t);
  wpp_code_count (seq, wpp_counted_word { path, in_bytes, delta, known, again, bound });
}

void
wpp_array_instrumenter::store (gimple_seq *seq, int64_t increment)
{
  count (seq, increment, NULL_TREE);
}

void
wpp_array_instrumenter::store_again (gimple_seq *seq, int64_t increment, int64_t sum)
{
  tree expected = value ("wpp_expected", ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (expected, place_of (seq, sum)));
  count (seq, increment, expected);
}

/* Move PATH from the array at FROM to the one at TO.  */

void
wpp_array_instrumenter::move (gimple_seq *seq, tree from, tree to)
{
  tree distance = value ("wpp_distance", ptrdiff_type_node), place = value ("wpp_place", sizetype);
  gimple_seq_add_stmt (seq, gimple_build_assign (distance, POINTER_DIFF_EXPR, path, from));
  gimple_seq_add_stmt (seq, gimple_build_assign (place, NOP_EXPR, distance));
  gimple_seq_add_stmt (seq, gimple_build_assign (path, POINTER_PLUS_EXPR, to, place));
}

/* TOLD is an address; the array is treated as if it went on for unwound paths.  */

void
wpp_array_instrumenter::unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (told, NOP_EXPR, advanced (seq, rest + more + 1)));
}

tree
wpp_array_instrumenter::unwound_number (gimple_seq *seq, tree told)
{
  tree first = value ("wpp_first", uint64_type_node), distance = value ("wpp_distance", uint64_type_node);
  tree number = value ("wpp_number", uint64_type_node);
  bound = false;
  gimple_seq_add_stmt (seq, gimple_build_assign (first, NOP_EXPR, place_of (seq, 0)));
  gimple_seq_add_stmt (seq, gimple_build_assign (distance, MINUS_EXPR, told, first));
  gimple_seq_add_stmt (seq, gimple_build_assign (number, RSHIFT_EXPR, distance,
                                                 build_int_cst (integer_type_node, 3)));
  return number;
}

void
wpp_array_instrumenter::bind (gimple_seq *seq, bool within)
{
  tree first = build_fold_addr_expr (array);

  wpp_code_bind (seq, own, first, delta);
  if (within)
    move (seq, first, own);
}

void
wpp_array_instrumenter::unbind (gimple_seq *seq)
{
  move (seq, own, build_fold_addr_expr (array));
}
