/* The expressions of a function, spelled out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   At this place full redundancies are gone: early FRE removed what a dominating statement computes.  What is left
   computes `a[i]' in two blocks of which none dominates the other, with address arithmetic of its own in each.  So an
   operand that arithmetic makes of other values is spelled out.  That is right in every place that its leaves'
   definitions dominate: a value of SSA form is that of its operands wherever it may be used.  */

#include "plugin/optimize/redundancy/redundancy.h"
#include "inchash.h"
#include "tree-dfa.h"

namespace {

/* Of an operand: how deep arithmetic is spelled out.  Of an expression: the most statements that its operands may take,
   and its values.  */
const unsigned most_deep = 4;
const unsigned most_statements = 5;
const unsigned most_leaves = 4;

/* The most questions to the alias oracle in a function.  */
const unsigned most_questions = 400000;

/* ---- Spelling out.  */

/* Is this arithmetic that addresses are made by, and that cannot trap?  */

bool
arithmetic_p (gimple *def)
{
  if (!def || !is_gimple_assign (def) || gimple_vuse (def) || gimple_could_trap_p (def))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (def));
  if (!INTEGRAL_TYPE_P (type) && !POINTER_TYPE_P (type))
    return false;
  switch (gimple_assign_rhs_code (def))
    {
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
             || POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)));
    case PLUS_EXPR:
    case MINUS_EXPR:
    case POINTER_PLUS_EXPR:
      return true;
    case MULT_EXPR:
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case BIT_AND_EXPR:
      return is_gimple_min_invariant (gimple_assign_rhs2 (def));
    default:
      return false;
    }
}

/* OP, spelled out.  */

tree
spell_out (tree op, unsigned depth = 0)
{
  if (TREE_CODE (op) != SSA_NAME || depth == most_deep)
    return op;
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (!arithmetic_p (def))
    return op;
  tree a = spell_out (gimple_assign_rhs1 (def), depth + 1);
  if (gimple_num_ops (def) == 2)
    return build1 (gimple_assign_rhs_code (def), TREE_TYPE (op), a);
  return build2 (gimple_assign_rhs_code (def), TREE_TYPE (op), a, spell_out (gimple_assign_rhs2 (def), depth + 1));
}

/* REF, spelled out, or null when it is none that can be.  */

tree
spell_out_reference (tree ref)
{
  if (DECL_P (ref))
    return VAR_P (ref) || TREE_CODE (ref) == PARM_DECL || TREE_CODE (ref) == RESULT_DECL ? ref : NULL_TREE;
  tree base = NULL_TREE, copy;
  switch (TREE_CODE (ref))
    {
    case MEM_REF:
      base = spell_out (TREE_OPERAND (ref, 0));
      break;
    case ARRAY_REF:
      if (TREE_OPERAND (ref, 2) || TREE_OPERAND (ref, 3))
        return NULL_TREE;
      base = spell_out_reference (TREE_OPERAND (ref, 0));
      break;
    case COMPONENT_REF:
      if (TREE_OPERAND (ref, 2))
        return NULL_TREE;
      base = spell_out_reference (TREE_OPERAND (ref, 0));
      break;
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case VIEW_CONVERT_EXPR:
      base = TREE_CODE (TREE_OPERAND (ref, 0)) == SSA_NAME ? NULL_TREE : spell_out_reference (TREE_OPERAND (ref, 0));
      break;
    default:
      return NULL_TREE;
    }
  if (!base)
    return NULL_TREE;
  copy = copy_node (ref);
  TREE_OPERAND (copy, 0) = base;
  if (TREE_CODE (ref) == ARRAY_REF)
    TREE_OPERAND (copy, 1) = spell_out (TREE_OPERAND (ref, 1));
  return copy;
}

/* ---- Operations.  */

/* Which operation does STMT make of values alone, if it is one that is worth looking at and cannot trap?  */

bool
operation_p (gimple *stmt, wpp_placed_operation *operation)
{
  if (gimple_vuse (stmt) || gimple_could_trap_p (stmt) || gimple_num_ops (stmt) != 3)
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  bool constant = is_gimple_min_invariant (gimple_assign_rhs2 (stmt));
  switch (gimple_assign_rhs_code (stmt))
    {
    case MULT_EXPR:
      *operation = SCALAR_FLOAT_TYPE_P (type) ? WPP_OPERATION_FLOAT : WPP_OPERATION_MULTIPLY;
      return SCALAR_FLOAT_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && !constant);
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      *operation = WPP_OPERATION_DIVIDE;
      return INTEGRAL_TYPE_P (type) && constant && !integer_pow2p (gimple_assign_rhs2 (stmt));
    case PLUS_EXPR:
    case MINUS_EXPR:
    case RDIV_EXPR:
      *operation = WPP_OPERATION_FLOAT;
      return SCALAR_FLOAT_TYPE_P (type);
    default:
      return false;
    }
}

/* For walk_tree: note values in *DATA, and count arithmetic.  */

struct parts
{
  auto_vec<tree> *leaves;
  unsigned statements;
  bool bad;
};

tree
note_part (tree *tp, int *, void *data)
{
  parts *p = (parts *) data;
  tree t = *tp;
  if (TREE_CODE (t) == SSA_NAME)
    {
      p->bad |= SSA_NAME_OCCURS_IN_ABNORMAL_PHI (t);
      if (!p->leaves->contains (t))
        p->leaves->safe_push (t);
    }
  else if (EXPR_P (t) && !REFERENCE_CLASS_P (t) && TREE_CODE (t) != ADDR_EXPR)
    p->statements++;
  return NULL_TREE;
}

/* ---- Translation.  */

/* T over edge IN: PHIs of its target become their arguments, spelled out if FULLY.  */

tree
translated (tree t, edge in, bool fully)
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (gimple_code (def) != GIMPLE_PHI || gimple_bb (def) != in->dest)
        return t;
      return fully ? spell_out (PHI_ARG_DEF_FROM_EDGE (def, in)) : PHI_ARG_DEF_FROM_EDGE (def, in);
    }
  if (DECL_P (t) || CONSTANT_CLASS_P (t) || TREE_CODE (t) == ADDR_EXPR)
    return t;
  tree copy = NULL_TREE;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    {
      tree op = TREE_OPERAND (t, i),
           now = op && (EXPR_P (op) || TREE_CODE (op) == SSA_NAME) ? translated (op, in, fully) : op;
      if (now == op)
        continue;
      if (!copy)
        copy = copy_node (t);
      TREE_OPERAND (copy, i) = now;
    }
  if (!copy || REFERENCE_CLASS_P (t))
    return copy ? copy : t;
  tree folded = BINARY_CLASS_P (t) || TREE_CODE (t) == POINTER_PLUS_EXPR
                  ? fold_binary (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (copy, 0), TREE_OPERAND (copy, 1))
                  : fold_unary (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (copy, 0));
  return folded && CONSTANT_CLASS_P (folded) && !TREE_OVERFLOW (folded) ? folded : copy;
}

/* Can T, the text of a load, still be an address?  */

bool
address_p (tree t)
{
  while (handled_component_p (t))
    t = TREE_OPERAND (t, 0);
  if (TREE_CODE (t) != MEM_REF)
    return DECL_P (t);
  tree pointer = TREE_OPERAND (t, 0);
  /* The alias oracle takes the address of a whole variable only, which that of a member, an argument of a PHI, is
     not.  */
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return is_gimple_mem_ref_addr (pointer);
  return TREE_CODE (pointer) == SSA_NAME || TREE_CODE (pointer) == POINTER_PLUS_EXPR || CONVERT_EXPR_P (pointer);
}

/* The pointer and the bytes from it on that REF, spelled out, means; false if that is not constant.  */

bool
constant_access_p (tree ref, tree *pointer, HOST_WIDE_INT *from, HOST_WIDE_INT *to)
{
  poly_int64 offset;
  tree base = get_addr_base_and_unit_offset (ref, &offset);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  HOST_WIDE_INT known;
  if (!base || TREE_CODE (base) != MEM_REF || !size || !tree_fits_uhwi_p (size))
    return false;
  if (TREE_CODE (TREE_OPERAND (base, 1)) != INTEGER_CST)
    return false;
  offset_int all = offset_int::from (wi::to_wide (TREE_OPERAND (base, 1)), SIGNED);
  *pointer = TREE_OPERAND (base, 0);
  if (TREE_CODE (*pointer) == POINTER_PLUS_EXPR && TREE_CODE (TREE_OPERAND (*pointer, 1)) == INTEGER_CST)
    {
      all += offset_int::from (wi::to_wide (TREE_OPERAND (*pointer, 1)), SIGNED);
      *pointer = TREE_OPERAND (*pointer, 0);
    }
  if (TREE_CODE (*pointer) != SSA_NAME || !offset.is_constant (&known) || !wi::fits_shwi_p (all)
      || tree_to_uhwi (size) > 4096 || all.to_shwi () > INT_MAX || all.to_shwi () < INT_MIN || known > INT_MAX
      || known < INT_MIN)
    return false;
  *from = all.to_shwi () + known;
  *to = *from + tree_to_uhwi (size);
  return *from < *to;
}

} // anonymous namespace

/* ---- The table.  */

hashval_t
wpp_expression_table::hasher::hash (const wpp_expression *e)
{
  inchash::hash h;
  inchash::add_expr (e->text, h);
  return h.end ();
}

bool
wpp_expression_table::hasher::equal (const wpp_expression *a, const wpp_expression *b)
{
  return types_compatible_p (TREE_TYPE (a->text), TREE_TYPE (b->text)) && operand_equal_p (a->text, b->text, 0);
}

/* The expression of TEXT, or null when it has too many parts.  */

wpp_expression *
wpp_expression_table::add (tree text, tree reference, wpp_placed_operation operation)
{
  wpp_expression *e = new wpp_expression;
  parts p = { &e->leaves, 0, false };
  walk_tree (&text, note_part, &p, NULL);
  e->id = all.length ();
  e->text = text;
  e->reference = reference;
  e->operation = operation;
  e->statements = p.statements - (reference ? 0 : 1);
  e->variable = NULL_TREE;
  bool bad = p.bad || e->leaves.length () > most_leaves || e->statements > most_statements;
  wpp_expression **slot = bad ? NULL : known.find_slot (e, INSERT);
  if (bad || *slot)
    {
      delete e;
      return bad ? NULL : *slot;
    }
  all.safe_push (e);
  return *slot = e;
}

void
wpp_expression_table::add_occurrence (wpp_expression *e, gimple *stmt, bool store)
{
  if (e)
    e->occurrences.safe_push ({ stmt, store, false });
}

void
wpp_expression_table::read_access (gimple *stmt, tree ref)
{
  tree pointer;
  HOST_WIDE_INT from, to;
  tree spelled = ref && !is_gimple_reg (ref) && !is_gimple_min_invariant (ref) && TREE_CODE (ref) != CONSTRUCTOR
                   ? spell_out_reference (ref) : NULL_TREE;
  if (!spelled || !constant_access_p (spelled, &pointer, &from, &to))
    return;
  auto_vec<wpp_access> *&list = by_pointer.get_or_insert (pointer);
  if (!list)
    list = new auto_vec<wpp_access>;
  list->safe_push ({ stmt, from, to });
}

void
wpp_expression_table::read_statement (gimple *stmt)
{
  wpp_placed_operation operation;
  if (!is_gimple_assign (stmt) || gimple_clobber_p (stmt))
    return;
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  if (gimple_assign_single_p (stmt))
    {
      read_access (stmt, lhs);
      read_access (stmt, rhs);
    }
  if (gimple_has_volatile_ops (stmt) || stmt_could_throw_p (cfun, stmt))
    return;
  bool watched = flag_sanitize & (SANITIZE_ADDRESS | SANITIZE_HWADDRESS | SANITIZE_THREAD);
  bool load = !watched && gimple_assign_load_p (stmt) && TREE_CODE (lhs) == SSA_NAME;
  bool store = gimple_store_p (stmt) && gimple_assign_single_p (stmt)
               && (is_gimple_reg (rhs) || is_gimple_min_invariant (rhs)) && is_gimple_reg_type (TREE_TYPE (lhs));
  if (TREE_CODE (lhs) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs))
    return;
  if (load || store)
    {
      tree ref = load ? rhs : lhs, text = spell_out_reference (ref);
      bool bits = TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD (TREE_OPERAND (ref, 1));
      if (text && !(store && (bits || !useless_type_conversion_p (TREE_TYPE (lhs), TREE_TYPE (rhs)))))
        add_occurrence (add (text, ref, WPP_OPERATION_LOAD), stmt, store);
    }
  else if (TREE_CODE (lhs) == SSA_NAME && operation_p (stmt, &operation))
    {
      tree a = spell_out (rhs), b = spell_out (gimple_assign_rhs2 (stmt));
      add_occurrence (add (build2 (gimple_assign_rhs_code (stmt), TREE_TYPE (lhs), a, b), NULL_TREE, operation), stmt,
                      false);
    }
}

static wpp_block_effects *
new_effects ()
{
  wpp_block_effects *b = new wpp_block_effects;
  b->first = 1;
  b->last = 0;
  b->ends = false;
  return b;
}

bool
wpp_barrier_p (gimple *s)
{
  if (gimple_code (s) == GIMPLE_ASM)
    return gimple_vdef (s) || gimple_asm_volatile_p (as_a<gasm *> (s));
  return is_gimple_call (s) && (gimple_vdef (s) || gimple_has_side_effects (s) || stmt_can_throw_external (cfun, s));
}

void
wpp_expression_table::read_block (basic_block bb)
{
  wpp_block_effects *b = blocks[bb->index] = new_effects ();
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *s = gsi_stmt (gsi);
      if (b->last < b->first)
        b->first = gimple_uid (s);
      b->last = gimple_uid (s);
      if (is_gimple_debug (s))
        continue;
      if (gimple_vdef (s))
        b->stores.safe_push (s);
      if (wpp_barrier_p (s))
        b->barriers.safe_push (gimple_uid (s));
      read_statement (s);
    }
}

/* Find the blocks from which control can leave the function, or its graph.  */

void
wpp_expression_table::find_ending ()
{
  auto_vec<basic_block> todo;
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_ALL_BB_FN (bb, cfun)
    if (!EDGE_COUNT (bb->succs))
      {
        blocks[bb->index]->ends = true;
        todo.safe_push (bb);
      }
  while (!todo.is_empty ())
    {
      bb = todo.pop ();
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (!blocks[e->src->index]->ends)
          {
            blocks[e->src->index]->ends = true;
            todo.safe_push (e->src);
          }
    }
}

wpp_expression_table::wpp_expression_table () : known (127), patience (most_questions)
{
  basic_block bb;
  renumber_gimple_stmt_uids (cfun);
  blocks.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  FOR_EACH_BB_FN (bb, cfun)
    read_block (bb);
  /* The entry and the exit do nothing.  */
  FOR_ALL_BB_FN (bb, cfun)
    if (!blocks[bb->index])
      blocks[bb->index] = new_effects ();
  find_ending ();
}

wpp_expression_table::~wpp_expression_table ()
{
  for (wpp_expression *e : all)
    delete e;
  for (wpp_block_effects *b : blocks)
    delete b;
  for (auto entry : by_pointer)
    delete entry.second;
}

/* ---- Questions.  */

wpp_expression *
wpp_expression_table::translate (wpp_expression *e, edge in, unsigned most, tree *constant)
{
  bool changes = false;
  *constant = NULL_TREE;
  for (tree leaf : e->leaves)
    {
      gimple *def = SSA_NAME_DEF_STMT (leaf);
      changes |= gimple_code (def) == GIMPLE_PHI && gimple_bb (def) == in->dest;
    }
  if (!changes)
    return e;
  /* Equal addresses are found when they are spelled out; but each round of a loop may add to them.  */
  for (int fully = e->reference != NULL_TREE; fully >= 0; fully--)
    {
      tree text = translated (e->text, in, fully);
      if (CONSTANT_CLASS_P (text))
        {
          *constant = text;
          return NULL;
        }
      if (e->reference && !address_p (text))
        return NULL;
      wpp_expression *before = add (text, e->reference ? text : NULL_TREE, e->operation);
      if (before && before->statements <= most)
        return before;
    }
  return NULL;
}

void
wpp_expression_table::occurrences (const wpp_expression *e, basic_block bb, unsigned *begin, unsigned *end) const
{
  const wpp_block_effects *b = blocks[bb->index];
  const wpp_occurrence *o = e->occurrences.address (), *last = o + e->occurrences.length ();
  auto before = [] (const wpp_occurrence &x, unsigned uid) { return gimple_uid (x.stmt) < uid; };
  *begin = std::lower_bound (o, last, b->first, before) - o;
  *end = b->last < b->first ? *begin : std::lower_bound (o, last, b->last + 1, before) - o;
}

bool
wpp_expression_table::clobbers_p (gimple *stmt, wpp_expression *e)
{
  if (!patience)
    return true;
  patience--;
  return stmt_may_clobber_ref_p (stmt, e->reference);
}

const vec<wpp_access> *
wpp_expression_table::accesses (const wpp_expression *e, HOST_WIDE_INT *from, HOST_WIDE_INT *to, tree *pointer)
{
  if (!constant_access_p (e->text, pointer, from, to))
    return NULL;
  auto_vec<wpp_access> **list = by_pointer.get (*pointer);
  return list ? *list : NULL;
}
