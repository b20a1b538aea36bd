/* The code that checks and puts values: analysis/values/plan.h says which, value-code.h how.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The address of the thread's table is loaded once, at the entry, for the whole activation: where recording is
   interrupted, the thread gets another table, and activations that are open then go on with the old one, which nobody
   looks at (runtime/record/values.c).

   Keys of loads and stores are computed before the statement.  So only values that the statement itself uses or defines
   are used after it, and those that abnormal edges must find in one place do not get in each other's way.

   Longer than 500 lines: one class, whose functions share how points become assembly.  */

#include "plugin/generate/values.h"
#include "plugin/generate/instrument.h"
#include "plugin/generate/value-code.h"
#include "plugin/options/options.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-dfa.h"

extern "C"
{
#include "format/value-table.h"
#include "values/written.h"
}

/* ---- Where variables and what references name are in the table.  */

wpp_value_places::wpp_value_places (const wpp_body *b, const wpp_body_trees *t, const struct wpp_values_plan *p,
                                    uint32_t first)
  : body (b), trees (t), plan (p), first_check (first)
{
  for (unsigned v = 0; v < trees->variables.length (); v++)
    if (trees->variables[v])
      number.put (trees->variables[v], v);
}

/* E, of any type of 64 bits, as a number that SEQ computes.  */

static tree
wpp_value_word (gimple_seq *seq, tree e)
{
  gimple_seq more = NULL;
  e = force_gimple_operand (fold_convert (uint64_type_node, e), &more, true, NULL_TREE);
  gimple_seq_add_seq (seq, more);
  return e;
}

/* The address of DECL.  Variables that the source declares in GIMPLE (-fgimple) no gimplifier has seen; it asks.  */

static tree
address_of_decl (tree decl)
{
  if (VAR_P (decl))
    DECL_SEEN_IN_BIND_EXPR_P (decl) = 1;
  if (VAR_P (decl) || TREE_CODE (decl) == PARM_DECL || TREE_CODE (decl) == RESULT_DECL)
    mark_addressable (decl);
  return build_fold_addr_expr_with_type (decl, ptr_type_node);
}

/* P is in BASE, which has no components.  */

void
wpp_value_places::begin_at (place *p, tree base)
{
  uint32_t *variable = DECL_P (base) ? number.get (base) : NULL;
  if (variable && plan->storage[*variable] == WPP_STORAGE_NAMED)
    p->name = wpp_values_named_address (body, plan, first_check, *variable);
  else if (DECL_P (base))
    p->pointer = address_of_decl (base);
  else
    p->pointer = build_fold_addr_expr_with_type (unshare_expr (base), ptr_type_node);
}

wpp_value_places::place
wpp_value_places::find (tree reference)
{
  place p = {};
  for (;;)
    {
      poly_int64 size, position;
      tree offset;
      machine_mode mode;
      int is_unsigned, reversed, is_volatile;
      tree base = get_inner_reference (reference, &size, &position, &offset, &mode, &is_unsigned, &reversed,
                                       &is_volatile);
      p.bits += position.to_constant ();
      if (offset)
        p.offset = p.offset ? fold_build2 (PLUS_EXPR, sizetype, p.offset, fold_convert (sizetype, offset))
                            : fold_convert (sizetype, offset);
      if (TREE_CODE (base) != MEM_REF)
        {
          begin_at (&p, base);
          return p;
        }
      p.bits += mem_ref_offset (base).force_shwi ().to_constant () * BITS_PER_UNIT;
      tree pointer = TREE_OPERAND (base, 0);
      if (TREE_CODE (pointer) != ADDR_EXPR)
        {
          p.pointer = pointer;
          return p;
        }
      reference = TREE_OPERAND (pointer, 0);
    }
}

/* The sum of P's parts and MORE.  */

tree
wpp_value_places::add_up (gimple_seq *seq, const place &p, uint64_t more) const
{
  tree sum = build_int_cstu (uint64_type_node, p.name + (p.bits >> 3) + more);
  if (p.offset)
    sum = fold_build2 (PLUS_EXPR, uint64_type_node, fold_convert (uint64_type_node, unshare_expr (p.offset)), sum);
  if (p.pointer)
    sum = fold_build2 (PLUS_EXPR, uint64_type_node, wpp_value_word (seq, p.pointer), sum);
  return sum;
}

tree
wpp_value_places::key (gimple_seq *seq, uint32_t reference, bool bits)
{
  place p = find (trees->references[reference]);
  uint64_t more = bits ? wpp_value_bits_key (0, p.bits & 7) : 0;
  tree mask = build_int_cstu (uint64_type_node, WPP_TABLE_BYTES - 1);
  return wpp_value_word (seq, fold_build2 (BIT_AND_EXPR, uint64_type_node, add_up (seq, p, more), mask));
}

tree
wpp_value_places::address (gimple_seq *seq, uint32_t reference)
{
  return wpp_value_word (seq, add_up (seq, find (trees->references[reference]), 0));
}

tree
wpp_value_places::address_of_variable (gimple_seq *seq, uint32_t variable) const
{
  return wpp_value_word (seq, address_of_decl (trees->variables[variable]));
}

/* VALUE as WIDTH bytes: a number.  */

static tree
bits_of (gimple_seq *seq, tree value, unsigned width)
{
  tree type = build_nonstandard_integer_type (width * BITS_PER_UNIT, 1);
  gimple_seq more = NULL;
  value = SCALAR_FLOAT_TYPE_P (TREE_TYPE (value)) ? fold_build1 (VIEW_CONVERT_EXPR, type, value)
                                                  : fold_convert (type, unshare_expr (value));
  value = force_gimple_operand (value, &more, true, NULL_TREE);
  gimple_seq_add_seq (seq, more);
  return value;
}

/* ---- What the points need.  */

wpp_value_instrumenter::wpp_value_instrumenter (const char *name, wpp_function_graph *g, const wpp_body *b,
                                                const wpp_body_trees *t, wpp_used_values *u)
  : graph (g), body (b), trees (t), first_check (u->checks), first_statement (u->statements),
    numbers (wpp_value_numbers (name)), places (b, t, &plan, u->checks)
{
  if (wpp_values_plan (body, &graph->cfg, &plan))
    fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
  u->checks += plan.n_checks;
  u->statements += body->n_statements;
}

static unsigned
log2_of (unsigned width)
{
  return exact_log2 (width);
}

#define number(N) build_int_cst (long_integer_type_node, N)
/* Set TABLE to the address of the thread's table, by SEQ.  */

static void
load_table (gimple_seq *seq, tree table)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  vec_safe_push (outputs, wpp_asm_operand ("=&r", table));
  if (!wpp_for_shared_p ())
    {
      tree place = wpp_thread_variable (WPP_ROOT_TABLE, "__wpp_table", uint64_type_node);
      vec_safe_push (inputs, wpp_asm_operand ("m", place));
    }
  else
    {
      if (!wpp_roots[WPP_ROOT_TABLE])
        wpp_roots[WPP_ROOT_TABLE] = wpp_own (wpp_external_variable ("__wpp_table_at", uint64_type_node));
      tree place = make_temp_ssa_name (uint64_type_node, NULL, "wpp_table_at");
      gimple_seq_add_stmt (seq, gimple_build_assign (place, wpp_roots[WPP_ROOT_TABLE]));
      vec_safe_push (inputs, wpp_asm_operand ("r", place));
    }
  const char *code = wpp_for_shared_p () ? shared_table_template : local_table_template;
  gimple_seq_add_stmt (seq, wpp_assembly (code, outputs, inputs));
}

/* ---- Signal handlers.  */

static tree
scratch_operand ()
{
  return wpp_asm_operand ("=&r", make_temp_ssa_name (uint64_type_node, NULL, "wpp_scratch"));
}

/* The canonical frame address of cfun, or of what it is inlined into.  */

static tree
frame_address (gimple_seq *seq)
{
  tree frame = make_temp_ssa_name (ptr_type_node, NULL, "wpp_frame");
  gcall *call = gimple_build_call (builtin_decl_implicit (BUILT_IN_DWARF_CFA), 0);
  gimple_call_set_lhs (call, frame);
  gimple_call_set_nothrow (call, true);
  gimple_seq_add_stmt (seq, call);
  return frame;
}

/* POINT, of the entry: if the kernel called the function, go on with another table.  */

void
wpp_value_instrumenter::begin_handler (gimple_seq *seq, const wpp_point *point)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree frame = frame_address (seq), before = table;
  table = make_temp_ssa_name (uint64_type_node, NULL, "wpp_table");
  vec_safe_push (outputs, wpp_asm_operand ("=&r", table));
  vec_safe_push (outputs, scratch_operand ());
  vec_safe_push (inputs, wpp_asm_operand ("0", before));
  vec_safe_push (inputs, wpp_asm_operand ("l", frame));
  vec_safe_push (inputs, wpp_asm_operand ("i", number ((int64_t) (first_check + point->check) * 4)));
  vec_safe_push (inputs, wpp_asm_operand ("m", wpp_unit_value_base ()));
  if (!wpp_roots[WPP_ROOT_RESTORER])
    wpp_roots[WPP_ROOT_RESTORER] = wpp_own (wpp_external_variable ("__wpp_restorer", uint64_type_node));
  vec_safe_push (inputs, wpp_asm_operand ("m", wpp_roots[WPP_ROOT_RESTORER]));
  gimple_seq_add_stmt (seq, wpp_assembly (handler_template, outputs, inputs));
}

/* After SEQ the function returns, or jumps to another one.  */

void
wpp_value_instrumenter::end_handler (gimple_seq *seq)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree frame = frame_address (seq);
  vec_safe_push (outputs, scratch_operand ());
  vec_safe_push (inputs, wpp_asm_operand ("l", table));
  vec_safe_push (inputs, wpp_asm_operand ("l", frame));
  vec_safe_push (inputs, wpp_asm_operand ("i", number (WPP_TABLE_FRAME)));
  gimple_seq_add_stmt (seq, wpp_assembly (handled_template, outputs, inputs));
}

/* The same before STMT; and on EDGE of the graph, to a block of GCC's: where code is on it already, after that.  */

void
wpp_value_instrumenter::end_handler_before (gimple *stmt)
{
  gimple_seq seq = NULL;
  end_handler (&seq);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

void
wpp_value_instrumenter::end_handler_on (uint32_t e)
{
  gimple_seq seq = NULL;
  edge last = graph->edges[e].real;
  end_handler (&seq);
  while (last->dest != graph->nodes[graph->cfg.edges[e].dst].bb)
    last = single_succ_edge (last->dest);
  gsi_insert_seq_on_edge_immediate (last, seq);
}

/* Does STATEMENT end an activation in which nothing is checked after it?  Of what is after a call in tail position, the
   only call is that one.  */

static bool
ends_p (const wpp_body *body, const struct wpp_values_plan *plan, uint32_t statement)
{
  const wpp_statement *s = &body->statements[statement];
  return s->kind == (plan->after_tail[s->node] ? WPP_STATEMENT_CALL : WPP_STATEMENT_RETURN);
}

/* Control lands: from a handler, maybe.  */

void
wpp_value_instrumenter::land_table (gimple_seq *seq)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  vec_safe_push (outputs, scratch_operand ());
  vec_safe_push (inputs, wpp_asm_operand ("l", table));
  gimple_seq_add_stmt (seq, wpp_assembly (landed_template, outputs, inputs));
}

/* How reals are rounded: a number that SEQ reads.  */

static tree
rounding_mode (gimple_seq *seq)
{
  vec<tree, va_gc> *outputs = NULL;
  tree all = make_temp_ssa_name (uint32_type_node, NULL, "wpp_mxcsr");
  tree mode = make_temp_ssa_name (uint32_type_node, NULL, "wpp_mode");
  vec_safe_push (outputs, wpp_asm_operand ("=r", all));
  gimple_seq_add_stmt (seq, wpp_assembly (mode_template, outputs, NULL));
  gimple_seq_add_stmt (seq, gimple_build_assign (mode, BIT_AND_EXPR, all,
                                                 build_int_cstu (uint32_type_node, WPP_MODE_BITS)));
  return mode;
}

/* ---- Single points.  */

/* What POINT checks or puts.  */

tree
wpp_value_instrumenter::value_of (gimple_seq *seq, const wpp_point *point)
{
  switch (point->kind)
    {
    case WPP_POINT_MODE:
      return rounding_mode (seq);
    case WPP_POINT_FRAME:
      return places.address_of_variable (seq, point->index);
    case WPP_POINT_ADDRESS:
      return places.address (seq, point->index);
    case WPP_POINT_ARGUMENT:
    case WPP_POINT_RETURN:
    case WPP_POINT_STORE:
      return bits_of (seq, trees->operands[point->index], point->width);
    default:
      return bits_of (seq, trees->values[point->index], point->width);
    }
}

/* The place of POINT in the table.  */

tree
wpp_value_instrumenter::key_of (gimple_seq *seq, const wpp_point *point)
{
  switch (point->kind)
    {
    case WPP_POINT_MODE:
      return number (WPP_TABLE_MODE);
    case WPP_POINT_PARAMETER:
    case WPP_POINT_ARGUMENT:
      return number (WPP_TABLE_ARGUMENT (point->number));
    case WPP_POINT_RETURN:
    case WPP_POINT_RETURNED:
      return number (WPP_TABLE_ARGUMENT (WPP_TABLE_RESULT));
    case WPP_POINT_LOAD:
    case WPP_POINT_STORE:
      return places.key (seq, point->reference, point->bits);
    default:
      return number (wpp_value_key (numbers + point->check));
    }
}

#define constant_p(T) (TREE_CODE (T) == INTEGER_CST)
/* Constraint "l": any register but the stack pointer, which alloca and frames may be.  */

static void
add_place (vec<tree, va_gc> **inputs, tree table, tree key)
{
  vec_safe_push (*inputs, wpp_asm_operand ("l", table));
  vec_safe_push (*inputs, wpp_asm_operand (constant_p (key) ? "i" : "l", key));
}

/* An operand of assembly that is the number N in the unit, and a value's WIDTH.  */

static tree
number_and_width (uint32_t n, unsigned width)
{
  return wpp_asm_operand ("i", number ((int64_t) n * 4 + log2_of (width)));
}

void
wpp_value_instrumenter::add_check (gimple_seq *seq, const wpp_point *point, tree key, tree value)
{
  vec<tree, va_gc> *inputs = NULL;
  vec_safe_push (inputs, wpp_asm_operand ("l", value));
  add_place (&inputs, table, key);
  vec_safe_push (inputs, number_and_width (first_check + point->check, point->width));
  vec_safe_push (inputs, wpp_asm_operand ("m", wpp_unit_value_base ()));
  gimple_seq_add_stmt (seq, wpp_assembly (check_templates[constant_p (key)][log2_of (point->width)], NULL, inputs));
}

void
wpp_value_instrumenter::add_put (gimple_seq *seq, const wpp_point *point, tree key, tree value)
{
  vec<tree, va_gc> *inputs = NULL;
  unsigned width = log2_of (point->width);
  bool constant = constant_p (value);
  if (constant)
    {
      /* As an instruction has it: extended by the sign.  */
      wide_int bits = wi::sext (wi::to_wide (value), point->width * BITS_PER_UNIT);
      constant = wi::fits_shwi_p (bits) && bits.to_shwi () == (int32_t) bits.to_shwi ();
      if (constant)
        value = number (bits.to_shwi ());
    }
  vec_safe_push (inputs, wpp_asm_operand (constant ? "i" : "r", value));
  add_place (&inputs, table, key);
  const char *code = (constant ? put_constant_templates : put_templates)[constant_p (key)][width];
  gimple_seq_add_stmt (seq, wpp_assembly (code, NULL, inputs));
}

/* Add POINT, whose place is KEY.  */

void
wpp_value_instrumenter::add_point (gimple_seq *seq, const wpp_point *point, tree key)
{
  tree value = value_of (seq, point);
  if (point->check == WPP_NONE)
    {
      add_put (seq, point, key, value);
      if (wpp_opts.check_values && point->kind == WPP_POINT_STORE)
        add_sum (seq, value);
    }
  else
    add_check (seq, point, key, value);
}

/* ---- Ranges of memory.  */

/* The address in the table of KEY, which may be more than a place.  */

tree
wpp_value_instrumenter::in_table (gimple_seq *seq, tree key) const
{
  tree place = make_temp_ssa_name (uint64_type_node, NULL, "wpp_place");
  tree at = make_temp_ssa_name (uint64_type_node, NULL, "wpp_at");
  gimple_seq_add_stmt (seq, gimple_build_assign (place, BIT_AND_EXPR, key,
                                                 build_int_cstu (uint64_type_node, WPP_TABLE_BYTES - 1)));
  gimple_seq_add_stmt (seq, gimple_build_assign (at, PLUS_EXPR, place, table));
  return at;
}

/* Let CODE work on N bytes at TO; FROM is where they come from, or their value.  */

void
wpp_value_instrumenter::add_range (gimple_seq *seq, const char *code, tree to, tree from, tree n)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  vec_safe_push (outputs, scratch_operand ());
  vec_safe_push (inputs, wpp_asm_operand ("l", to));
  vec_safe_push (inputs, wpp_asm_operand ("le", from));
  vec_safe_push (inputs, wpp_asm_operand ("le", n));
  gimple_seq_add_stmt (seq, wpp_assembly (code, outputs, inputs));
}

/* POINT of STMT copies or fills.  */

void
wpp_value_instrumenter::add_copy (gimple_seq *seq, const wpp_point *point, gimple *stmt)
{
  auto argument = [&] (unsigned i) { return bits_of (seq, gimple_call_arg (stmt, i), 8); };
  switch (point->kind)
    {
    case WPP_POINT_COPY:
      {
        tree to = in_table (seq, places.address (seq, point->index));
        add_range (seq, move_template, to, in_table (seq, places.address (seq, point->reference)),
                   number (point->number));
        break;
      }
    case WPP_POINT_FILL:
      add_range (seq, fill_template, in_table (seq, places.address (seq, point->index)), number (0),
                 number (point->number));
      break;
    case WPP_POINT_MOVE:
      add_range (seq, move_template, in_table (seq, argument (0)), in_table (seq, argument (1)), argument (2));
      break;
    default:
      add_range (seq, fill_template, in_table (seq, argument (0)), argument (1), argument (2));
    }
}

/* What a call has of a point after it: numbers, some of which are computed before it.  */

struct wpp_value_instrumenter::written
{
  tree pointer, most, size;
};

/* Argument I of STMT as a number that is the same after STMT.  */

static tree
argument_after (gimple_seq *seq, gimple *stmt, unsigned i)
{
  tree value = bits_of (seq, gimple_call_arg (stmt, i), 8);
  if (TREE_CODE (value) != SSA_NAME || !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return value;
  tree copy = make_temp_ssa_name (uint64_type_node, NULL, "wpp_argument");
  gimple_seq_add_stmt (seq, gimple_build_assign (copy, value));
  return copy;
}

/* Compute what POINT of STMT, after it, needs of its arguments.  */

wpp_value_instrumenter::written
wpp_value_instrumenter::before_written (gimple_seq *seq, const wpp_point *point, gimple *stmt) const
{
  const wpp_values_written *row = wpp_values_written_row (point->number);
  bool copies = row->writes == WPP_WRITES_COPY, zeros = row->writes == WPP_WRITES_ZEROS;
  bool all = row->writes == WPP_WRITES_STRING || copies || row->writes == WPP_WRITES_THERE
             || (row->writes == WPP_WRITES_PRINTED && !row->size);
  tree none = build_int_cst (uint64_type_node, WPP_TABLE_BYTES), one = build_one_cst (uint64_type_node);
  bool sized = row->size && row->writes != WPP_WRITES_PRINTED;
  written w
      = { copies || zeros ? one : argument_after (seq, stmt, row->pointer),
          all ? none : argument_after (seq, stmt, row->most), sized ? argument_after (seq, stmt, row->size) : one };
  if (sized)
    w.most = wpp_value_word (seq, fold_build2 (MULT_EXPR, uint64_type_node, w.most, w.size));
  return w;
}

/* How many bytes the call of ROW has written, by what it returned, RESULT, and W; as many as strings have, if it is not
   zero.  */

static tree
bytes_written (gimple_seq *seq, const wpp_values_written *row, tree result, tree size, tree most)
{
  tree one = build_one_cst (uint64_type_node);
  switch (row->writes)
    {
    case WPP_WRITES_STRING:
      return one;
    case WPP_WRITES_COUNT:
      return most;
    case WPP_WRITES_ITEMS:
      return wpp_value_word (seq, fold_build2 (MULT_EXPR, uint64_type_node, wpp_value_word (seq, result), size));
    case WPP_WRITES_PRINTED:
    case WPP_WRITES_THERE:
      return wpp_value_word (seq, fold_build2 (PLUS_EXPR, uint64_type_node, wpp_value_word (seq, result), one));
    default:
      return wpp_value_word (seq, result);
    }
}

static int
how_written (const wpp_values_written *row)
{
  switch (row->writes)
    {
    case WPP_WRITES_LINE:
    case WPP_WRITES_STRING:
    case WPP_WRITES_COPY:
      return WPP_WRITTEN_STRING;
    case WPP_WRITES_THERE:
      return WPP_WRITTEN_THERE;
    default:
      return WPP_WRITTEN_BYTES;
    }
}

/* Add POINT of STMT, after it; W is what was computed before.  */

void
wpp_value_instrumenter::add_written (gimple_seq *seq, const wpp_point *point, gimple *stmt, const written &w)
{
  const wpp_values_written *row = wpp_values_written_row (point->number);
  tree result = gimple_call_lhs (stmt);
  if (point->kind == WPP_POINT_MOVED)
    add_range (seq, move_template, in_table (seq, wpp_value_word (seq, result)), in_table (seq, w.pointer), w.most);
  else if (point->kind == WPP_POINT_ZEROED)
    add_range (seq, fill_template, in_table (seq, wpp_value_word (seq, result)), number (0), w.most);
  else
    {
      tree to = row->writes == WPP_WRITES_COPY ? wpp_value_word (seq, result) : w.pointer;
      vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
      vec_safe_push (outputs, scratch_operand ());
      vec_safe_push (inputs, wpp_asm_operand ("le", to));
      vec_safe_push (inputs, wpp_asm_operand ("le", bytes_written (seq, row, result, w.size, w.most)));
      vec_safe_push (inputs, wpp_asm_operand ("le", w.most));
      vec_safe_push (inputs, wpp_asm_operand ("l", table));
      vec_safe_push (inputs, wpp_asm_operand ("i", number ((int64_t) (first_check + point->check) * 4
                                                           + how_written (row))));
      vec_safe_push (inputs, wpp_asm_operand ("m", wpp_unit_value_base ()));
      gimple_seq_add_stmt (seq, wpp_assembly (written_template, outputs, inputs));
    }
}

/* ---- What replay is checked by: sums with values=check, results with values=all.  */

/* With values=check, add VALUE, which was stored, to the sum of that.  */

void
wpp_value_instrumenter::add_sum (gimple_seq *seq, tree value)
{
  vec<tree, va_gc> *inputs = NULL;
  vec_safe_push (inputs, wpp_asm_operand ("l", wpp_value_word (seq, value)));
  vec_safe_push (inputs, wpp_asm_operand ("l", table));
  vec_safe_push (inputs, wpp_asm_operand ("i", number (WPP_TABLE_SUM)));
  gimple_seq_add_stmt (seq, wpp_assembly (sum_template, NULL, inputs));
}

void
wpp_value_instrumenter::tell_sum (gimple_seq *seq)
{
  vec<tree, va_gc> *inputs = NULL;
  vec_safe_push (inputs, wpp_asm_operand ("l", table));
  vec_safe_push (inputs, wpp_asm_operand ("i", number (WPP_TABLE_UNTOLD)));
  gimple_seq_add_stmt (seq, wpp_assembly (tell_sum_template, NULL, inputs));
}

/* Is the result of STATEMENT, a value, told?  */

bool
wpp_value_instrumenter::truth_p (uint32_t statement) const
{
  const wpp_statement *s = &body->statements[statement];
  const wpp_operand *result = wpp_statement_result (body, s);
  return wpp_opts.all_values && result && result->kind == WPP_OPERAND_VALUE && wpp_values_width (body, result->type)
         && !plan.after_tail[s->node]
         && !(s->kind == WPP_STATEMENT_CALL && body->calls[s->extra].flags & WPP_CALL_RETURNS_TWICE);
}

void
wpp_value_instrumenter::add_truth (gimple_seq *seq, uint32_t statement)
{
  const wpp_operand *result = wpp_statement_result (body, &body->statements[statement]);
  unsigned width = wpp_values_width (body, result->type);
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree value = bits_of (seq, trees->values[result->index], width);
  vec_safe_push (outputs, scratch_operand ());
  vec_safe_push (inputs, wpp_asm_operand ("l", value));
  vec_safe_push (inputs, number_and_width (first_statement + statement, width));
  vec_safe_push (inputs, wpp_asm_operand ("m", wpp_unit_value_base ()));
  gimple_seq_add_stmt (seq, wpp_assembly (truth_template, outputs, inputs));
}

/* ---- Places of code.  */

/* Add what MAKE (a sequence) adds after STMT: where it ends its block, on the edges by which control goes on.  */

template <typename F>
void
wpp_value_instrumenter::put_after (gimple *stmt, F make)
{
  gimple_seq seq = NULL;
  if (!stmt_ends_bb_p (stmt))
    {
      make (&seq);
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      if (seq)
        gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
      return;
    }
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (stmt)->succs)
    if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL | EDGE_FAKE)))
      {
        seq = NULL;
        make (&seq);
        if (seq)
          gsi_insert_seq_on_edge (e, seq);
      }
}

void
wpp_value_instrumenter::at_entry ()
{
  gimple_seq seq = NULL;
  table = make_temp_ssa_name (uint64_type_node, NULL, "wpp_table");
  load_table (&seq, table);
  handles = plan.entry.n && plan.points[plan.entry.first].kind == WPP_POINT_HANDLER;
  if (handles)
    begin_handler (&seq, &plan.points[plan.entry.first]);
  if (wpp_opts.check_values)
    tell_sum (&seq);
  for (uint32_t i = handles; i < plan.entry.n; i++)
    {
      const wpp_point *point = &plan.points[plan.entry.first + i];
      add_point (&seq, point, key_of (&seq, point));
    }
  gsi_insert_seq_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)), seq);
}

/* Add the points at the beginning of NODE; where control lands, the code of the landing comes first.  */

void
wpp_value_instrumenter::at_node (uint32_t node)
{
  gimple_seq seq = NULL;
  const wpp_points *points = &plan.nodes[node];
  if (graph->cfg.nodes[node].flags & WPP_NODE_NONLOCAL)
    land_table (&seq);
  for (uint32_t i = 0; i < points->n; i++)
    add_point (&seq, &plan.points[points->first + i], key_of (&seq, &plan.points[points->first + i]));
  if (!seq)
    return;
  if (graph->cfg.nodes[node].flags & WPP_NODE_LANDING)
    {
      graph->landed.put (node, seq);
      return;
    }
  gimple_stmt_iterator gsi = gsi_after_labels (graph->nodes[node].bb);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* Add the points of edge number E, which leads to a block of GCC's.  */

void
wpp_value_instrumenter::at_edge (uint32_t e)
{
  gimple_seq seq = NULL;
  const wpp_points *points = &plan.edges[e];
  for (uint32_t i = 0; i < points->n; i++)
    add_point (&seq, &plan.points[points->first + i], key_of (&seq, &plan.points[points->first + i]));
  if (seq)
    gsi_insert_seq_on_edge (graph->edges[e].real, seq);
}

void
wpp_value_instrumenter::after (uint32_t statement)
{
  const wpp_points *points = &plan.statements[statement];
  gimple *stmt = trees->statements[statement];
  auto_vec<tree, 4> keys;
  written w = {};
  gimple_seq seq = NULL;
  for (uint32_t i = points->n_before; i < points->n; i++)
    {
      const wpp_point *point = &plan.points[points->first + i];
      keys.safe_push (point->width ? key_of (&seq, point) : NULL_TREE);
      if (!point->width)
        w = before_written (&seq, point, stmt);
    }
  if (seq)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
    }
  if (points->n > points->n_before || truth_p (statement))
    put_after (stmt, [&] (gimple_seq *to)
      {
        for (uint32_t i = points->n_before; i < points->n; i++)
          if (keys[i - points->n_before])
            add_point (to, &plan.points[points->first + i], keys[i - points->n_before]);
          else
            add_written (to, &plan.points[points->first + i], stmt, w);
        if (truth_p (statement))
          add_truth (to, statement);
      });
}

void
wpp_value_instrumenter::before (uint32_t statement)
{
  const wpp_points *points = &plan.statements[statement];
  gimple *stmt = trees->statements[statement];
  gimple_seq seq = NULL;
  for (uint32_t i = 0; i < points->n_before; i++)
    {
      const wpp_point *point = &plan.points[points->first + i];
      if (point->width)
        add_point (&seq, point, key_of (&seq, point));
      else
        add_copy (&seq, point, stmt);
    }
  if (seq)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
    }
}

/* ---- The whole.  */

void
wpp_value_instrumenter::add_after ()
{
  if (!plan.n_points && !wpp_opts.all_values)
    return;
  at_entry ();
  for (uint32_t node = 0; node < body->n_nodes; node++)
    at_node (node);
  for (uint32_t s = 0; s < body->n_statements; s++)
    if (body->statements[s].kind == WPP_STATEMENT_RETURN)
      before (s);
    else
      after (s);
  /* What a call that ends its block returns is checked on the same edge, before this.  */
  for (uint32_t e = 0; e < body->n_edges; e++)
    at_edge (e);
}

void
wpp_value_instrumenter::add_before ()
{
  for (uint32_t s = 0; s < body->n_statements; s++)
    if (body->statements[s].kind != WPP_STATEMENT_RETURN)
      before (s);
}

void
wpp_value_instrumenter::add_ends ()
{
  if (!handles)
    return;
  for (uint32_t s = 0; s < body->n_statements; s++)
    if (ends_p (body, &plan, s))
      end_handler_before (trees->statements[s]);
  for (uint32_t e = 0; e < body->n_edges; e++)
    if (wpp_values_joins_p (&graph->cfg, plan.after_tail, e))
      end_handler_on (e);
}
