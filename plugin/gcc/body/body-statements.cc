/* Statements as data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/body.h"
#include "plugin/gcc/graph/path-ends.h"
#include "builtins.h"
#include "internal-fn.h"
#include "tree-pretty-print.h"

/* The operation that CODE is.  GCC's versions number codes differently: by name.  */

static wpp_operation
operation_of (tree_code code)
{
  static unsigned char known[MAX_TREE_CODES];   /* + 1; 0: not asked yet */
  if (!known[code])
    known[code] = wpp_operation_named (get_tree_code_name (code)) + 1;
  return (wpp_operation) (known[code] - 1);
}

static wpp_statement_kind
kind_of_statement (gimple *stmt)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN: return WPP_STATEMENT_ASSIGN;
    case GIMPLE_CALL: return WPP_STATEMENT_CALL;
    case GIMPLE_COND: return WPP_STATEMENT_CONDITION;
    case GIMPLE_SWITCH: return WPP_STATEMENT_SWITCH;
    case GIMPLE_RETURN: return WPP_STATEMENT_RETURN;
    case GIMPLE_GOTO: return WPP_STATEMENT_GOTO;
    case GIMPLE_LABEL: return WPP_STATEMENT_LABEL;
    case GIMPLE_ASM: return WPP_STATEMENT_ASM;
    case GIMPLE_DEBUG: return WPP_STATEMENT_DEBUG;
    case GIMPLE_NOP: case GIMPLE_PREDICT: return WPP_STATEMENT_NOTE;
    default: return WPP_STATEMENT_OTHER;
    }
}

static uint8_t
flags_of_statement (gimple *stmt)
{
  uint8_t flags = 0;
  if (is_gimple_debug (stmt))
    return 0;
  if (gimple_has_volatile_ops (stmt))
    flags |= WPP_STATEMENT_VOLATILE;
  if (gimple_clobber_p (stmt))
    flags |= WPP_STATEMENT_CLOBBER;
  if (gimple_vuse (stmt))
    flags |= WPP_STATEMENT_READS;
  if (gimple_vdef (stmt))
    flags |= WPP_STATEMENT_WRITES;
  if (wpp_may_not_return_p (stmt))
    flags |= WPP_STATEMENT_LEAVES;
  if (stmt_could_throw_p (cfun, stmt))
    flags |= WPP_STATEMENT_THROWS;
  return flags;
}

/* ---- Operands.  */

/* T, which may be null, is the next operand of S; the next result.  Operands come first.  */

void
wpp_body_builder::add_operand (wpp_statement *s, tree t)
{
  if (!t)
    return;
  inputs.safe_push (operand (t));
  s->n_operands++;
}

void
wpp_body_builder::add_result (wpp_statement *s, tree t)
{
  if (!t)
    return;
  results.safe_push (operand (t));
  s->n_results++;
}

static uint32_t
flags_of_call (gcall *call)
{
  int flags = gimple_call_flags (call);
  uint32_t ours = 0;
  static const struct { int theirs; uint32_t ours; } table[]
    = { { ECF_PURE, WPP_CALL_PURE }, { ECF_CONST, WPP_CALL_CONST },
        { ECF_LOOPING_CONST_OR_PURE, WPP_CALL_LOOPING }, { ECF_NORETURN, WPP_CALL_NORETURN },
        { ECF_NOTHROW, WPP_CALL_NOTHROW }, { ECF_RETURNS_TWICE, WPP_CALL_RETURNS_TWICE } };
  for (const auto &row : table)
    if (flags & row.theirs)
      ours |= row.ours;
  if (gimple_call_internal_p (call))
    ours |= WPP_CALL_INTERNAL;
  if (gimple_call_nonnull_result_p (call))
    ours |= WPP_CALL_NONNULL_RESULT;
  if (wpp_ends_path_p (call))
    ours |= WPP_CALL_ENDS_PATH;
  return ours;
}

void
wpp_body_builder::add_call (gcall *call, wpp_statement *s)
{
  wpp_call c = {};
  tree decl = gimple_call_fndecl (call);
  bool internal = gimple_call_internal_p (call);

  c.function = decl ? variable (decl) : WPP_NONE;
  c.pointer = decl || internal ? WPP_NONE : operand (gimple_call_fn (call));
  c.chain = gimple_call_chain (call) ? operand (gimple_call_chain (call)) : WPP_NONE;
  c.text = internal ? tables->text (internal_fn_name (gimple_call_internal_fn (call))) : WPP_NONE;
  c.flags = flags_of_call (call);
  c.clobbers = c.uses = WPP_NONE;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    add_operand (s, gimple_call_arg (call, i));
  add_result (s, gimple_call_lhs (call));
  s->extra = calls.length ();
  calls.safe_push (c);
}

void
wpp_body_builder::add_asm (gasm *a, wpp_statement *s)
{
  for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
    add_operand (s, TREE_VALUE (gimple_asm_input_op (a, i)));
  for (unsigned i = 0; i < gimple_asm_noutputs (a); i++)
    add_result (s, TREE_VALUE (gimple_asm_output_op (a, i)));
  s->extra = tables->text (gimple_asm_string (a));
}

void
wpp_body_builder::add_debug (gimple *stmt, wpp_statement *s)
{
  bool bind = gimple_debug_bind_p (stmt);
  tree var = bind ? gimple_debug_bind_get_var (stmt) : gimple_debug_source_bind_get_var (stmt);
  s->extra = variable (var);
  if (bind && gimple_debug_bind_has_value_p (stmt))
    add_operand (s, gimple_debug_bind_get_value (stmt));
}

void
wpp_body_builder::add_other (gimple *stmt, wpp_statement *s)
{
  pretty_printer pp;
  pp_gimple_stmt_1 (&pp, stmt, 0, TDF_NONE);
  s->extra = tables->text (pp_formatted_text (&pp));
}

/* Add to S what STMT computes with and what becomes of it.  */

void
wpp_body_builder::add_operands (gimple *stmt, wpp_statement *s)
{
  switch (s->kind)
    {
    case WPP_STATEMENT_ASSIGN:
      s->operation = gimple_assign_rhs_class (stmt) == GIMPLE_SINGLE_RHS ? WPP_OPERATION_COPY
                                                                         : operation_of (gimple_assign_rhs_code (stmt));
      for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
        add_operand (s, gimple_op (stmt, i));
      add_result (s, gimple_assign_lhs (stmt));
      break;
    case WPP_STATEMENT_CALL:
      add_call (as_a<gcall *> (stmt), s);
      break;
    case WPP_STATEMENT_CONDITION:
      s->operation = operation_of (gimple_cond_code (stmt));
      add_operand (s, gimple_cond_lhs (stmt));
      add_operand (s, gimple_cond_rhs (stmt));
      break;
    case WPP_STATEMENT_SWITCH:
      add_operand (s, gimple_switch_index (as_a<gswitch *> (stmt)));
      break;
    case WPP_STATEMENT_RETURN:
      add_operand (s, gimple_return_retval (as_a<greturn *> (stmt)));
      break;
    case WPP_STATEMENT_GOTO:
      add_operand (s, gimple_goto_dest (stmt));
      break;
    case WPP_STATEMENT_ASM:
      add_asm (as_a<gasm *> (stmt), s);
      break;
    case WPP_STATEMENT_DEBUG:
      add_debug (stmt, s);
      break;
    case WPP_STATEMENT_OTHER:
      add_other (stmt, s);
      break;
    default:
      break;
    }
}

/* ---- Uses.  */

void
wpp_body_builder::add_uses (gimple *stmt, wpp_statement *s)
{
  tree use;
  ssa_op_iter iter;

  s->first_use = uses.length ();
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    {
      bool nonnull = s->kind != WPP_STATEMENT_DEBUG && POINTER_TYPE_P (TREE_TYPE (use))
                     && infer_nonnull_range (stmt, use);
      uses.safe_push ({ value (use), nonnull });
    }
  s->n_uses = uses.length () - s->first_use;
}

void
wpp_body_builder::add_statement (gimple *stmt, uint32_t node)
{
  wpp_statement s = {};
  location_t loc = wpp_source_location (stmt);

  s.kind = kind_of_statement (stmt);
  s.flags = flags_of_statement (stmt);
  s.node = node;
  s.extra = WPP_NONE;
  tables->place (loc, &s.file, &s.line, &s.column);
  s.scope = scope (gimple_block (stmt));
  s.first_operand = lists.length ();
  add_operands (stmt, &s);
  lists.safe_splice (results);
  lists.safe_splice (inputs);
  results.truncate (0);
  inputs.truncate (0);
  add_uses (stmt, &s);
  note_last (stmt, statements.length ());
  statements.safe_push (s);
  gimples.safe_push (stmt);
}
