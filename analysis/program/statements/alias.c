/* What GCC's alias oracle said.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "program/statements/body.h"

static bool
bit_p (const unsigned char *bits, uint32_t n_columns, uint32_t row, uint32_t column)
{
  size_t line = ((size_t)n_columns + 7) / 8;
  return bits[row * line + column / 8] >> (column % 8) & 1;
}

/* May what has ROW change, or read, REFERENCE?  */
static bool
row_may_p (const struct wpp_body *b, uint32_t row, uint32_t reference)
{
  uint32_t column = b->references[reference].column;
  return row != WPP_NONE && column != WPP_NONE && bit_p (b->alias.bits, b->alias.n_columns, row, column);
}

bool
wpp_references_may_alias_p (const struct wpp_body *b, uint32_t x, uint32_t y)
{
  return row_may_p (b, b->references[x].row, y);
}

/* May O, an operand or a result of a statement, overlap REFERENCE?  */
static bool
operand_may_p (const struct wpp_body *b, const struct wpp_operand *o, uint32_t reference)
{
  return wpp_operand_memory_p (b, o) && wpp_references_may_alias_p (b, o->index, reference);
}

bool
wpp_statement_may_clobber_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t reference)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  switch (s->kind)
    {
    case WPP_STATEMENT_CALL:
      return (result && operand_may_p (b, result, reference))
             || row_may_p (b, b->calls[s->extra].clobbers, reference);
    case WPP_STATEMENT_ASSIGN:
      return wpp_statement_class (s) == WPP_CLASS_SINGLE && result && operand_may_p (b, result, reference);
    case WPP_STATEMENT_ASM:
      return true;
    default:
      return false;
    }
}

bool
wpp_statement_may_use_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t reference)
{
  switch (s->kind)
    {
    case WPP_STATEMENT_CALL:
      return row_may_p (b, b->calls[s->extra].uses, reference);
    case WPP_STATEMENT_ASSIGN:
      return s->n_operands > 0 && operand_may_p (b, wpp_statement_operand (b, s, 0), reference);
    case WPP_STATEMENT_RETURN:
      return row_may_p (b, s->extra, reference);
    default:
      return true;
    }
}

/* Are the bases of X and Y the same, as long as the values in them do not change?  */
static bool
bases_equal_p (const struct wpp_body *b, const struct wpp_reference *x, const struct wpp_reference *y)
{
  return x->base_kind == y->base_kind
         && (x->base_kind == WPP_BASE_VARIABLE ? x->base == y->base : wpp_operands_equal_p (b, x->base, y->base));
}

bool
wpp_references_must_alias_p (const struct wpp_body *b, uint32_t m, uint32_t n)
{
  const struct wpp_reference *x = &b->references[m], *y = &b->references[n];
  if (x->base_kind == WPP_BASE_OPERAND || !bases_equal_p (b, x, y))
    return false;
  if (x->size == y->size && x->size >= 0 && x->size == x->max_size && y->size == y->max_size)
    return x->offset == y->offset;
  return m == n && x->size >= 0;
}

bool
wpp_alias_sets_conflict_p (const struct wpp_program *p, uint32_t a, uint32_t b)
{
  return a == b || bit_p (p->alias_sets, p->n_alias_sets, a, b);
}
