/* The code that counts a function's paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The emitted code, for a function with path register R (the address of a counter), in the terms
   of analysis/program/paths/numbering.h; COUNTERS is the unit's array, OFFSET the function's place in it:

     on entry               R = &COUNTERS[OFFSET + start.initial]
     on an edge inside
     paths, increment != 0  R += increment
     on an edge that ends   count (R + end_increment);
     a path                 R = &COUNTERS[OFFSET + start.initial]
                            where the path is nearly always the one of that start
                            (loops.cc), by an instruction of its own:
                            if (R == sum) count (sum + end_increment); else …
     before return          count (R + increment of the edge to EXIT)
     on an edge that ends   count (R + increment + the last edge's), and nothing after it
     the path early
     (early-ends.cc)
     before a call in tail  count (R + increment of the edge into it),
     position               and nothing at the return after it
     at a landing place     R = &COUNTERS[OFFSET + start.initial]
     where a call throws    count the unwound path (unwound.cc)
     into a loop that calls own = COUNTERS + the thread's delta; R += the delta
     nothing (loops.cc)
     in it                  R = &own[OFFSET + …] where a path begins; `count' needs no delta
     out of it              R -= own - COUNTERS

   A function with more paths has sparse words (preferential.cc).  In a function with too many paths for these
   (runtime/counts/counts.h), R is the number of the path plus 1, in 64 bits, and `count' finds the path in a table,
   through SLOTS[h (R)] of the unit's array of slots; but paths that begin where few do have words (narrow.cc).

   R is a pointer to a known object.  So GCC's constant propagation moves its initialisation down and merges it with
   the first increment, as Ball and Larus do (MICRO 1996, section 3.3).

   `count' is what plugin/code/code.h declares.  */

#include "plugin/generate/instrument.h"
#include "plugin/generate/counting.h"
#include "plugin/generate/recording.h"

/* A function has 2 to the power of this many slots.  Paths that share a slot push each other out of it, but every page
   of slots costs a page fault.  Where there are more paths, more are executed.  */
#define SLOT_BITS(n_paths) \
  ((n_paths) < 1 << 20 ? 10 : (n_paths) < UINT64_C (1) << 40 ? 12 : 14)
/* 2^64 and 2^32 divided by the golden ratio: the top bits of their products are the best spread.  The shorter one, for
   functions with fewer than 2^32 paths, can be an operand of the instruction and takes no register.  */
#define SPREAD HOST_WIDE_INT_UC (0x9e3779b97f4a7c15)
#define SHORT_SPREAD 0x9e3779b9

tree
wpp_word (tree array, uint64_t n)
{
  return fold_build2 (MEM_REF, uint64_type_node, build_fold_addr_expr (array),
                      build_int_cst (ptr_type_node, n * sizeof (uint64_t)));
}

tree
wpp_word_address (tree array, uint64_t n)
{
  return build1 (ADDR_EXPR, build_pointer_type (uint64_type_node), wpp_word (array, n));
}

namespace {

class count_instrumenter : public wpp_array_instrumenter
{
public:
  count_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t o)
    : wpp_array_instrumenter (g, n, o, wpp_unit_counters (), wpp_array_delta (), o, NULL_TREE)
  {
  }
};

} // anonymous namespace

/* Counts in a table.  */

void
wpp_table_instrumenter::start (gimple_seq *seq, uint32_t index)
{
  if (num->starts[index].n_paths > 0)
    gimple_seq_add_stmt (seq, gimple_build_assign (path, word (num->starts[index].initial + 1)));
}

void
wpp_table_instrumenter::advance (gimple_seq *seq, int64_t increment)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (path, PLUS_EXPR, path, word (increment)));
}

/* The register plus INCREMENT.  */

tree
wpp_table_instrumenter::advanced (gimple_seq *seq, int64_t increment)
{
  tree number = value ("wpp_number", uint64_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (number, PLUS_EXPR, path, word (increment)));
  return number;
}

/* The index of the slot of the path NUMBER among the function's.  */

tree
wpp_table_instrumenter::hash (gimple_seq *seq, tree number)
{
  bool few = num->n_paths < UINT32_MAX;
  tree type = few ? uint32_type_node : uint64_type_node;
  tree factor = few ? build_int_cstu (type, SHORT_SPREAD) : word (SPREAD);
  tree shift = build_int_cst (integer_type_node, TYPE_PRECISION (type) - SLOT_BITS (num->n_paths));
  tree low = value ("wpp_low", type), spread = value ("wpp_spread", type);
  tree top = value ("wpp_top", type), index = value ("wpp_index", uint64_type_node);

  gimple_seq_add_stmt (seq, gimple_build_assign (low, NOP_EXPR, number));
  gimple_seq_add_stmt (seq, gimple_build_assign (spread, MULT_EXPR, low, factor));
  gimple_seq_add_stmt (seq, gimple_build_assign (top, RSHIFT_EXPR, spread, shift));
  gimple_seq_add_stmt (seq, gimple_build_assign (index, NOP_EXPR, top));
  return index;
}

/* The address of the slot of the path NUMBER.  */

tree
wpp_table_instrumenter::slot_of (gimple_seq *seq, tree number)
{
  tree index = hash (seq, number), place = value ("wpp_place", sizetype);
  tree slot = value ("wpp_slot", ptr_type_node);
  tree base = wpp_word_address (wpp_unit_slots (), slots);

  gimple_seq_add_stmt (seq, gimple_build_assign (place, MULT_EXPR, index,
                                                 size_int (sizeof (uint64_t))));
  gimple_seq_add_stmt (seq, gimple_build_assign (slot, POINTER_PLUS_EXPR, base, place));
  return slot;
}

/* Count the path NUMBER (plus 1) in the table.  */

void
wpp_table_instrumenter::count_number (gimple_seq *seq, tree number)
{
  tree slot = slot_of (seq, number);
  wpp_code_count_in_table (seq, number, slot, wpp_word (wpp_unit_counters (), site));
}

void
wpp_table_instrumenter::store (gimple_seq *seq, int64_t increment)
{
  count_number (seq, advanced (seq, increment));
}

void
wpp_table_instrumenter::unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (told, PLUS_EXPR, path, word (rest + more)));
}

void
wpp_count_function (wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset)
{
  count_instrumenter (graph, num, offset).run ();
}

void
wpp_count_in_table (wpp_used_words *used, wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset)
{
  if (!wpp_count_narrowly (used, graph, num, offset))
    wpp_table_instrumenter (graph, num, offset, used->n_slots).run ();
  used->n_slots += UINT64_C (1) << SLOT_BITS (num->n_paths);
}
