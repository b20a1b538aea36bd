/* Statements that replay computes as micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is frequent has a micro-operation of its own; everything else is EVALUATE.  */

#include "base/array.h"
#include "values/evaluate.h"
#include "values/replay/compile-impl.h"

/* ---- Fitting.  */

/* The operation that fits a word into S; FIT where none is made for that.  */
static uint16_t
fitting (struct wpp_scalar s)
{
  switch (s.bits)
    {
    case 64: return WPP_MICRO_MOVE;
    case 32: return s.is_signed ? WPP_MICRO_S32 : WPP_MICRO_U32;
    case 16: return s.is_signed ? WPP_MICRO_S16 : WPP_MICRO_U16;
    case 8: return s.is_signed ? WPP_MICRO_S8 : WPP_MICRO_U8;
    case 1: return s.is_signed ? WPP_MICRO_FIT : WPP_MICRO_U1;
    default: return WPP_MICRO_FIT;
    }
}

static void
fit (struct wpp_compiler *c, struct wpp_scalar to, uint32_t dst, uint32_t a)
{
  wpp_emit (c, (struct wpp_micro){ .operation = fitting (to), .dst = dst, .a = a, .narrow = to.bits,
                                   .b = to.is_signed });
}

/* Has every word of an OF the same meaning as a word of a TO?  */
static bool
contained_p (struct wpp_scalar of, struct wpp_scalar to)
{
  return of.is_signed == to.is_signed ? of.bits <= to.bits : !of.is_signed && of.bits < to.bits;
}

void
wpp_compile_bits (struct wpp_compiler *c, struct wpp_scalar to, uint32_t dst, uint32_t a, unsigned bit, unsigned size)
{
  bool integer = to.kind == WPP_SCALAR_INTEGER;
  unsigned fitted = integer && to.bits < size ? to.bits : size;
  WPP_EMIT (c, BITS, .dst = dst, .a = a, .narrow = bit, .b = fitted, .imm = integer && to.is_signed);
}

/* ---- Everything else.  */

/* DST = what E gives; nothing if there is no rule for that.  */
static void
add_evaluation (struct wpp_compiler *c, const struct wpp_evaluation *e, uint32_t dst)
{
  struct wpp_micro_code *code = c->code;
  if (c->err || (c->err = WPP_RESERVE (code->evaluations, c->evaluations_room, code->n_evaluations, 1)))
    return;
  if (e->builtin == WPP_BUILTIN_NONE && !wpp_evaluates_p (e->operation, e->to, e->of))
    WPP_EMIT (c, LOSE, .dst = dst);
  else
    {
      code->evaluations[code->n_evaluations] = *e;
      WPP_EMIT (c, EVALUATE, .dst = dst, .imm = code->n_evaluations++);
    }
}

static void
evaluate (struct wpp_compiler *c, const struct wpp_statement *s, enum wpp_values_builtin builtin, uint32_t n,
          uint32_t dst)
{
  const struct wpp_body *b = c->l->body;
  struct wpp_evaluation e = { .operation = s->operation, .builtin = builtin, .n = n };
  e.to = wpp_operand_scalar (b, *wpp_statement_results (b, s));
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t operand = wpp_statement_operands (b, s)[i];
      e.of[i] = wpp_operand_scalar (b, operand);
      e.slots[i] = wpp_compile_operand (c, operand);
    }
  add_evaluation (c, &e, dst);
}

/* ---- Integers.  */

/* The micro-operation for OPERATION of two like OF, with the result TO, before it is fitted; *FITS: it is already.
   END: there is none.  */
static uint16_t
binary_of (uint8_t operation, struct wpp_scalar to, struct wpp_scalar of, bool *fits)
{
  bool is_signed = of.is_signed;
  *fits = true;
#define FITTED(ID)                                                                                \
  (to.bits == 32 ? (to.is_signed ? WPP_MICRO_##ID##_S : WPP_MICRO_##ID##_U) : (*fits = to.bits == 64, WPP_MICRO_##ID))
#define ORDER(ID) (is_signed ? WPP_MICRO_##ID##_S : WPP_MICRO_##ID##_U)
  switch (operation)
    {
    case WPP_OPERATION_PLUS: case WPP_OPERATION_POINTER_PLUS: return FITTED (ADD);
    case WPP_OPERATION_MINUS: case WPP_OPERATION_POINTER_DIFF: return FITTED (SUB);
    case WPP_OPERATION_MULT: return FITTED (MUL);
    case WPP_OPERATION_BIT_AND: return WPP_MICRO_AND;
    case WPP_OPERATION_BIT_IOR: return WPP_MICRO_OR;
    case WPP_OPERATION_BIT_XOR: return WPP_MICRO_XOR;
    case WPP_OPERATION_LSHIFT: return FITTED (SHL);
    case WPP_OPERATION_RSHIFT: return ORDER (SHR);
    case WPP_OPERATION_EQ: case WPP_OPERATION_UNEQ: return WPP_MICRO_EQ;
    case WPP_OPERATION_NE: case WPP_OPERATION_LTGT: return WPP_MICRO_NE;
    case WPP_OPERATION_LT: case WPP_OPERATION_UNLT: return ORDER (LT);
    case WPP_OPERATION_LE: case WPP_OPERATION_UNLE: return ORDER (LE);
    case WPP_OPERATION_GT: case WPP_OPERATION_UNGT: return ORDER (GT);
    case WPP_OPERATION_GE: case WPP_OPERATION_UNGE: return ORDER (GE);
    default: return WPP_MICRO_END;
    }
}

static bool
shift_p (uint8_t operation)
{
  return operation == WPP_OPERATION_LSHIFT || operation == WPP_OPERATION_RSHIFT;
}

/* May words like OF be computed with as if they were like TO?  Only the same precision and sign is, of what does not
   compare.  */
static bool
plain_p (struct wpp_scalar to, struct wpp_scalar of)
{
  return to.bits == of.bits && to.is_signed == of.is_signed;
}

/* DST = OPERATION of the operands number A and B.  False if there is no micro-operation.  */
static bool
binary (struct wpp_compiler *c, uint8_t operation, struct wpp_scalar to, uint32_t dst, uint32_t a, uint32_t b)
{
  const struct wpp_body *body = c->l->body;
  struct wpp_scalar of = wpp_operand_scalar (body, a), of_b = wpp_operand_scalar (body, b);
  bool compares = wpp_operation_infos[operation].kind == WPP_CLASS_COMPARISON, fits;
  bool pointers = operation == WPP_OPERATION_POINTER_PLUS || operation == WPP_OPERATION_POINTER_DIFF;
  if (of.kind != WPP_SCALAR_INTEGER || of_b.kind != WPP_SCALAR_INTEGER
      || !(pointers ? to.bits == 64 : compares ? !to.is_signed : plain_p (to, of)))
    return false;
  uint16_t micro = binary_of (operation, to, of, &fits);
  if (micro == WPP_MICRO_END)
    return false;
  uint64_t word;
  uint32_t slot = wpp_compile_operand (c, a);
  struct wpp_micro m = { .operation = micro, .dst = dst, .a = slot, .narrow = of.bits };
  if (wpp_constant_word (body, b, &word))
    {
      m.operation = micro + 1;
      m.imm = word;
      if (shift_p (operation) && word >= of.bits)
        m = (struct wpp_micro){ .operation = WPP_MICRO_LOSE, .dst = dst };
    }
  else
    m.b = wpp_compile_operand (c, b);
  wpp_emit (c, m);
  if (!fits)
    fit (c, to, dst, dst);
  return true;
}

/* DST = OPERATION of the operand number A, in slot SLOT.  */
static bool
unary (struct wpp_compiler *c, uint8_t operation, struct wpp_scalar to, uint32_t dst, uint32_t a)
{
  struct wpp_scalar of = wpp_operand_scalar (c->l->body, a);
  bool copies = operation == WPP_OPERATION_COPY || operation == WPP_OPERATION_PAREN;
  if (copies && of.kind == to.kind && (to.kind == WPP_SCALAR_REAL || contained_p (of, to)))
    WPP_EMIT (c, MOVE, .dst = dst, .a = wpp_compile_operand (c, a));
  else if (of.kind != WPP_SCALAR_INTEGER || to.kind != WPP_SCALAR_INTEGER)
    return false;
  else if (copies || operation == WPP_OPERATION_NOP || operation == WPP_OPERATION_CONVERT)
    fit (c, contained_p (of, to) ? (struct wpp_scalar){ .bits = 64 } : to, dst, wpp_compile_operand (c, a));
  else if (operation == WPP_OPERATION_NEGATE || operation == WPP_OPERATION_BIT_NOT)
    {
      wpp_emit (c, (struct wpp_micro){ .operation = operation == WPP_OPERATION_NEGATE ? WPP_MICRO_NEG : WPP_MICRO_NOT,
                                       .dst = dst, .a = wpp_compile_operand (c, a) });
      if (to.bits < 64)
        fit (c, to, dst, dst);
    }
  else
    return false;
  return true;
}

static bool
choice (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t dst)
{
  const uint32_t *operands = wpp_statement_operands (c->l->body, s);
  if (s->operation != WPP_OPERATION_COND)
    return false;
  uint32_t condition = wpp_compile_operand (c, operands[0]), yes = wpp_compile_operand (c, operands[1]);
  WPP_EMIT (c, CHOOSE, .dst = dst, .a = condition, .b = yes, .imm = wpp_compile_operand (c, operands[2]));
  return true;
}

/* Numbers with a point that have a micro-operation: doubles.  */
static bool
real (struct wpp_compiler *c, uint8_t operation, struct wpp_scalar to, uint32_t dst, const uint32_t *operands)
{
  if (to.kind != WPP_SCALAR_REAL || to.bits != 64)
    return false;
  uint16_t micro = operation == WPP_OPERATION_PLUS    ? WPP_MICRO_FADD
                   : operation == WPP_OPERATION_MINUS ? WPP_MICRO_FSUB
                   : operation == WPP_OPERATION_MULT  ? WPP_MICRO_FMUL
                   : operation == WPP_OPERATION_RDIV  ? WPP_MICRO_FDIV
                                                      : WPP_MICRO_END;
  if (micro == WPP_MICRO_END)
    return false;
  uint32_t a = wpp_compile_operand (c, operands[0]);
  wpp_emit (c, (struct wpp_micro){ .operation = micro, .dst = dst, .a = a,
                                   .b = wpp_compile_operand (c, operands[1]) });
  return true;
}

void
wpp_compile_computed (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t dst)
{
  const struct wpp_body *b = c->l->body;
  const uint32_t *operands = wpp_statement_operands (b, s);
  struct wpp_scalar to = wpp_operand_scalar (b, *wpp_statement_results (b, s));
  if (s->kind == WPP_STATEMENT_CALL)
    {
      enum wpp_values_builtin builtin = wpp_values_builtin (b, s);
      if (builtin == WPP_BUILTIN_NONE)  /* an internal function that is a hint */
        fit (c, to, dst, wpp_compile_operand (c, operands[0]));
      else
        evaluate (c, s, builtin, wpp_builtin_arguments (builtin), dst);
      return;
    }
  enum wpp_operation_class class = wpp_statement_class (s);
  bool two = class == WPP_CLASS_BINARY || class == WPP_CLASS_COMPARISON;
  bool done = two ? (to.kind == WPP_SCALAR_REAL ? real (c, s->operation, to, dst, operands)
                                                : binary (c, s->operation, to, dst, operands[0], operands[1]))
              : class == WPP_CLASS_TERNARY ? choice (c, s, dst)
                                           : unary (c, s->operation, to, dst, operands[0]);
  if (!done)
    evaluate (c, s, WPP_BUILTIN_NONE, class == WPP_CLASS_TERNARY ? 3 : two ? 2 : 1, dst);
}

/* ---- Branches.  */

/* DST = whether the condition S holds.  */
static void
condition (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t dst)
{
  static const struct wpp_scalar truth = { WPP_SCALAR_INTEGER, 1, 1, false };
  const struct wpp_body *b = c->l->body;
  const uint32_t *operands = wpp_statement_operands (b, s);
  if (binary (c, s->operation, truth, dst, operands[0], operands[1]))
    return;
  struct wpp_evaluation e = { .operation = s->operation, .n = 2, .to = truth };
  for (int i = 0; i < 2; i++)
    {
      e.of[i] = wpp_operand_scalar (b, operands[i]);
      e.slots[i] = wpp_compile_operand (c, operands[i]);
    }
  add_evaluation (c, &e, dst);
}

/* Add the ranges of EDGE to LIST; false where one is not known.  */
static bool
add_ranges (struct wpp_compiler *c, struct wpp_case_list *list, uint32_t edge, bool *others)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_edge_code *e = &b->edges[edge];
  size_t room = list->n;
  for (uint32_t i = 0; i < e->n_cases; i++)
    {
      const struct wpp_case *k = &b->cases[e->first_case + i];
      if (k->low == WPP_NONE)
        {
          *others = true;
          continue;
        }
      if (c->err || (c->err = WPP_RESERVE (list->ranges, room, list->n, 1)))
        return false;
      const struct wpp_constant *low = &b->program->constants[k->low];
      const struct wpp_constant *high = &b->program->constants[k->high == WPP_NONE ? k->low : k->high];
      if (low->kind != WPP_CONSTANT_INTEGER || high->kind != WPP_CONSTANT_INTEGER)
        return false;
      list->ranges[list->n][0] = low->low;
      list->ranges[list->n++][1] = high->low;
    }
  return true;
}

/* The cases of EDGE, which leaves the switch S, as LIST.  An edge of all other cases has those of the others.  */
static bool
find_cases (struct wpp_compiler *c, struct wpp_case_list *list, uint32_t edge)
{
  const struct wpp_body *b = c->l->body;
  uint32_t statement = b->edges[edge].statement;
  bool unused;
  if (!add_ranges (c, list, edge, &list->others) || !list->others)
    return list->n > 0 && !c->err;
  list->n = 0;
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->edges[e].statement == statement && c->l->cfg->edges[e].src == c->l->cfg->edges[edge].src && e != edge
        && !add_ranges (c, list, e, &unused))
      return false;
  return true;
}

static void
compile_switch (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t edge)
{
  struct wpp_micro_code *code = c->code;
  uint32_t operand = wpp_statement_operands (c->l->body, s)[0];
  struct wpp_scalar of = wpp_operand_scalar (c->l->body, operand);
  struct wpp_case_list list = { .is_signed = of.is_signed };
  if (of.kind != WPP_SCALAR_INTEGER || c->err
      || (c->err = WPP_RESERVE (code->cases, c->cases_room, code->n_cases, 1)))
    return;
  bool known = find_cases (c, &list, edge);
  code->cases[code->n_cases++] = list;
  for (uint32_t i = 0; i < list.n; i++)
    for (int j = 0; j < 2; j++)
      list.ranges[i][j] = wpp_scalar_fit (of, list.ranges[i][j]);
  if (known)
    WPP_EMIT (c, EXPECT_CASE, .a = wpp_compile_operand (c, operand), .b = edge, .imm = code->n_cases - 1);
}

void
wpp_compile_branch (struct wpp_compiler *c, uint32_t edge)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_edge_code *e = &b->edges[edge];
  if (e->statement == WPP_NONE || e->outcome == WPP_OUTCOME_NONE)
    return;
  const struct wpp_statement *s = &b->statements[e->statement];
  if (s->kind == WPP_STATEMENT_SWITCH && e->outcome == WPP_OUTCOME_CASE)
    compile_switch (c, s, edge);
  if (s->kind != WPP_STATEMENT_CONDITION || e->outcome == WPP_OUTCOME_CASE)
    return;
  uint32_t dst = wpp_temporary (c);
  condition (c, s, dst);
  WPP_EMIT (c, EXPECT, .a = dst, .b = edge, .imm = e->outcome == WPP_OUTCOME_TRUE);
}
