/* Small sizes of memory, moved without the function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

       memcpy (to, from, n);     if (n <= 16)
                                   if (n < 4)
                                     { if (n != 0) move bytes 0, n / 2 and n - 1; }
                                   else if (n < 8)
                                     move four bytes at 0, and four at n - 4;
                                   else
                                     move eight bytes at 0, and eight at n - 8;
                                 else
                                   memcpy (to, from, n);

   All pieces are loaded before any is stored, so what memmove promises is kept.  memset stores pieces that it has made
   of the byte.  GCC does not warn of these accesses, nor of the call, where it knows the objects: the tests tell it of
   sizes that may never come.  */

#include "plugin/optimize/values/values.h"
#include "gimple-fold.h"
#include "target.h"

namespace {

/* What a call is given.  */
struct moved
{
  tree to, size;
  tree from;                    /* an address; of memset the byte */
  bool filled;                  /* it is memset */
};

bool
memset_p (built_in_function code)
{
  return code == BUILT_IN_MEMSET || code == BUILT_IN_MEMSET_CHK;
}

bool
mempcpy_p (built_in_function code)
{
  return code == BUILT_IN_MEMPCPY || code == BUILT_IN_MEMPCPY_CHK;
}

/* BASE + OFFSET, for code at the end of SEQ.  */

tree
at_offset (gimple_seq *seq, tree base, tree offset)
{
  tree address = make_ssa_name (TREE_TYPE (base));
  gimple_seq_add_stmt (seq, gimple_build_assign (address, POINTER_PLUS_EXPR, base, offset));
  return address;
}

/* What is stored as UNIT at ADDRESS, or loaded: memory of any type, at any place.  */

tree
piece_at (tree unit, tree address)
{
  tree any = build_pointer_type_for_mode (char_type_node, ptr_mode, true);
  return build2 (MEM_REF, build_aligned_type (unit, BITS_PER_UNIT), address, build_int_cst (any, 0));
}

/* M's byte, as often as UNIT has bytes.  */

tree
repeated (gimple_seq *seq, const moved &m, tree unit)
{
  tree byte = gimple_convert (seq, UNKNOWN_LOCATION, unit,
                              gimple_convert (seq, UNKNOWN_LOCATION, unsigned_char_type_node, m.from));
  tree ones = build_int_cst (unit, 0x0101010101010101ull & (~0ull >> (64 - TYPE_PRECISION (unit))));
  return gimple_build (seq, UNKNOWN_LOCATION, MULT_EXPR, unit, byte, ones);
}

/* Put TO = WHAT at the end of SEQ, one of which is memory.  */

void
put_move (gimple_seq *seq, tree to, tree what)
{
  gassign *assign = gimple_build_assign (to, what);
  suppress_warning (assign);
  gimple_seq_add_stmt (seq, assign);
}

/* Move pieces of M that are of type UNIT at OFFSETS, before MARK.  */

void
move_pieces (gimple *mark, const moved &m, tree unit, gimple_seq seq, const vec<tree> &offsets)
{
  auto_vec<tree> pieces;
  for (tree offset : offsets)
    if (m.filled)
      pieces.safe_push (pieces.is_empty () ? repeated (&seq, m, unit) : pieces[0]);
    else
      {
        tree piece = make_ssa_name (unit), address = at_offset (&seq, m.from, offset);
        put_move (&seq, piece, piece_at (unit, address));
        pieces.safe_push (piece);
      }
  for (unsigned i = 0; i < offsets.length (); i++)
    {
      tree address = at_offset (&seq, m.to, offsets[i]);
      put_move (&seq, piece_at (unit, address), pieces[i]);
    }
  gimple_stmt_iterator gsi = gsi_for_stmt (mark);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* Move what M moves if that has N to 2 N bytes, where N are an integer's, before MARK.  */

void
move_ends (gimple *mark, const moved &m, unsigned n)
{
  gimple_seq seq = NULL;
  auto_vec<tree> offsets;
  tree last = gimple_build (&seq, UNKNOWN_LOCATION, MINUS_EXPR, sizetype, m.size, size_int (n));
  offsets.safe_push (size_zero_node);
  offsets.safe_push (last);
  move_pieces (mark, m, build_nonstandard_integer_type (n * BITS_PER_UNIT, 1), seq, offsets);
}

/* The same of 1 to 3 bytes.  */

void
move_few (gimple *mark, const moved &m)
{
  gimple_seq seq = NULL;
  auto_vec<tree> offsets;
  tree half = gimple_build (&seq, UNKNOWN_LOCATION, RSHIFT_EXPR, sizetype, m.size, integer_one_node);
  tree last = gimple_build (&seq, UNKNOWN_LOCATION, MINUS_EXPR, sizetype, m.size, size_one_node);
  offsets.safe_push (size_zero_node);
  offsets.safe_push (half);
  offsets.safe_push (last);
  move_pieces (mark, m, unsigned_char_type_node, seq, offsets);
}

/* A statement that does nothing, before MARK.  */

gimple *
put_mark (gimple *mark)
{
  gimple *other = gimple_build_nop ();
  gimple_stmt_iterator gsi = gsi_for_stmt (mark);
  gsi_insert_before (&gsi, other, GSI_SAME_STMT);
  return other;
}

/* Put `if (SIZE CODE BOUND)' before MARK, which holds for YES executions and not for NO, with marks of both ways.  */

void
fork (gimple *mark, tree size, tree_code code, unsigned bound, uint64_t yes, uint64_t no, gimple *marks[2])
{
  marks[1] = put_mark (mark);
  gimple_stmt_iterator gsi = gsi_for_stmt (marks[1]);
  basic_block bb = wpp_put_test (&gsi, code, size, size_int (bound));
  marks[0] = gimple_build_nop ();
  wpp_put_beside (bb, marks[1], marks[0], wpp_share_of (yes, wpp_saturating_add (yes, no)));
}

/* Move what M moves if that is small, before MARK; of the sizes, C says how many there are.  */

void
put_moves (gimple *mark, const moved &m, const wpp_value_choice &c)
{
  const uint64_t *n = c.sizes;
  gimple *less[2], *few[2], *more[2];
  fork (mark, m.size, LT_EXPR, 4, n[WPP_NO_BYTES] + n[WPP_FEW_BYTES], n[WPP_FOUR_BYTES] + n[WPP_EIGHT_BYTES], less);
  fork (less[0], m.size, EQ_EXPR, 0, n[WPP_NO_BYTES], n[WPP_FEW_BYTES], few);
  fork (less[1], m.size, LT_EXPR, 8, n[WPP_FOUR_BYTES], n[WPP_EIGHT_BYTES], more);
  move_few (few[1], m);
  move_ends (more[0], m, 4);
  move_ends (more[1], m, 8);
  for (gimple *nop : { less[0], less[1], few[0], few[1], more[0], more[1] })
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (nop);
      gsi_remove (&gsi, true);
    }
}

} // anonymous namespace

bool
wpp_movable_p (gimple *call)
{
  built_in_function code = DECL_FUNCTION_CODE (gimple_call_fndecl (call));
  bool checked = code == BUILT_IN_MEMCPY_CHK || code == BUILT_IN_MEMPCPY_CHK || code == BUILT_IN_MEMMOVE_CHK
                 || code == BUILT_IN_MEMSET_CHK;
  return !targetm.slow_unaligned_access (DImode, BITS_PER_UNIT)
         && (!checked || wi::geu_p (wi::to_wide (gimple_call_arg (call, 3)), WPP_PLACE_SMALL));
}

void
wpp_move_small (const wpp_valued_statement &s, const wpp_value_choice &c, profile_probability share)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
  built_in_function code = DECL_FUNCTION_CODE (gimple_call_fndecl (s.stmt));
  moved m = { gimple_call_arg (s.stmt, 0), s.value, gimple_call_arg (s.stmt, 1), memset_p (code) };
  tree result = gimple_call_lhs (s.stmt);
  gimple *copy = gimple_build_nop ();

  basic_block bb = wpp_put_test (&gsi, LE_EXPR, s.value, build_int_cst (TREE_TYPE (s.value), WPP_PLACE_SMALL));
  if (result && mempcpy_p (code))
    copy = gimple_build_assign (copy_ssa_name (result), POINTER_PLUS_EXPR, m.to, s.value);
  else if (result)
    copy = gimple_build_assign (copy_ssa_name (result), m.to);
  suppress_warning (s.stmt);
  wpp_put_beside (bb, s.stmt, copy, share);
  put_moves (copy, m, c);
  if (!result)
    {
      gsi = gsi_for_stmt (copy);
      gsi_remove (&gsi, true);
    }
}
