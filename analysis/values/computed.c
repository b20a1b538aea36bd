/* Which statements replay computes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "values/evaluate.h"

struct wpp_scalar
wpp_values_scalar (const struct wpp_body *b, uint32_t operand)
{
  return wpp_scalar_of (wpp_body_type (b, b->operands[operand].type));
}

bool
wpp_values_bits_p (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      const struct wpp_field *f = c->kind == WPP_COMPONENT_FIELD ? &b->program->fields[c->index] : NULL;
      if (f && (f->offset % 8 || f->size % 8 || (f->size && f->size < b->program->types[f->type].size)))
        return true;
      if (c->kind == WPP_COMPONENT_BITS && (c->offset % 8 || c->size % 8))
        return true;
    }
  return false;
}

/* ---- Addresses.  */

/* Addresses within addresses: no more are made.  */
#define DEPTH 8

static bool known_p (const struct wpp_body *b, uint32_t operand, unsigned depth);

/* Does replay know how far C is from what it is a part of?  */
static bool
component_p (const struct wpp_body *b, const struct wpp_component *c, unsigned depth)
{
  switch (c->kind)
    {
    case WPP_COMPONENT_FIELD:
      return c->index != WPP_NONE && b->program->fields[c->index].offset != WPP_UNKNOWN_OFFSET;
    case WPP_COMPONENT_ELEMENT:
      return b->program->types[c->type].size % 8 == 0 && b->program->types[c->type].size != 0
             && wpp_values_scalar (b, c->index).kind == WPP_SCALAR_INTEGER && known_p (b, c->index, depth);
    default:
      return c->kind != WPP_COMPONENT_RANGE;
    }
}

static bool
components_p (const struct wpp_body *b, const struct wpp_reference *r, unsigned depth)
{
  for (uint32_t i = 0; i < r->n_components; i++)
    if (!component_p (b, &b->components[r->first_component + i], depth))
      return false;
  return true;
}

static bool
base_p (const struct wpp_body *b, const struct wpp_reference *r, unsigned depth)
{
  if (r->base_kind == WPP_BASE_VARIABLE)
    return true;
  if (r->base_kind == WPP_BASE_POINTER)
    return known_p (b, r->base, depth);
  const struct wpp_operand *o = &b->operands[r->base];
  return o->kind == WPP_OPERAND_CONSTANT && b->program->constants[o->index].kind == WPP_CONSTANT_STRING;
}

static bool
address_p (const struct wpp_body *b, uint32_t reference, unsigned depth)
{
  const struct wpp_reference *r = &b->references[reference];
  return depth && !(r->flags & (WPP_REFERENCE_VARYING | WPP_REFERENCE_REVERSED)) && base_p (b, r, depth - 1)
         && components_p (b, r, depth - 1);
}

bool
wpp_values_address_p (const struct wpp_body *b, uint32_t reference)
{
  return address_p (b, reference, DEPTH);
}

/* ---- Operands.  */

/* Is C, a part of a scalar of BYTES, one that can be told by its bits?  */
static bool
part_p (const struct wpp_body *b, const struct wpp_component *c, unsigned bytes)
{
  if (c->kind == WPP_COMPONENT_VIEW)
    return b->program->types[c->type].size == 8 * bytes;
  return c->kind == WPP_COMPONENT_BITS && c->size && (uint64_t)c->offset + c->size <= 8 * bytes;
}

/* Is REFERENCE a part of a scalar, by one component?  */
static bool
part_of_scalar_p (const struct wpp_body *b, uint32_t reference, unsigned depth)
{
  const struct wpp_reference *r = &b->references[reference];
  return r->base_kind == WPP_BASE_OPERAND && r->n_components == 1 && !(r->flags & WPP_REFERENCE_REVERSED)
         && b->operands[r->base].kind != WPP_OPERAND_REFERENCE && known_p (b, r->base, depth)
         && part_p (b, &b->components[r->first_component], wpp_values_scalar (b, r->base).bytes);
}

static bool
constant_p (const struct wpp_constant *c, struct wpp_scalar s)
{
  return c->kind == (s.kind == WPP_SCALAR_REAL ? WPP_CONSTANT_REAL : WPP_CONSTANT_INTEGER);
}

static bool
known_p (const struct wpp_body *b, uint32_t operand, unsigned depth)
{
  const struct wpp_operand *o = &b->operands[operand];
  struct wpp_scalar s = wpp_values_scalar (b, operand);
  if (s.kind == WPP_SCALAR_NONE || depth == 0)
    return false;
  switch (o->kind)
    {
    case WPP_OPERAND_VALUE: return wpp_scalar_of (wpp_body_type (b, b->values[o->index].type)).kind == s.kind;
    case WPP_OPERAND_CONSTANT: return constant_p (&b->program->constants[o->index], s);
    case WPP_OPERAND_ADDRESS: return address_p (b, o->index, depth);
    case WPP_OPERAND_REFERENCE: return part_of_scalar_p (b, o->index, depth);
    default: return false;
    }
}

bool
wpp_values_operand_p (const struct wpp_body *b, uint32_t operand)
{
  return known_p (b, operand, DEPTH);
}

/* ---- Statements.  */

static bool
operands_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (!wpp_values_operand_p (b, wpp_statement_operands (b, s)[i]))
      return false;
  return true;
}

/* The operands of an operation of CLASS.  */
static uint32_t
operands_of (enum wpp_operation_class class)
{
  return class == WPP_CLASS_TERNARY ? 3 : class == WPP_CLASS_BINARY || class == WPP_CLASS_COMPARISON ? 2 : 1;
}

static bool
assignment_p (const struct wpp_body *b, const struct wpp_statement *s, struct wpp_scalar to)
{
  uint32_t n = operands_of (wpp_statement_class (s));
  struct wpp_scalar of[3];
  if (s->n_operands != n || !operands_p (b, s, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    of[i] = wpp_values_scalar (b, wpp_statement_operands (b, s)[i]);
  return wpp_evaluates_p (s->operation, to, of);
}

bool
wpp_values_computed_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  if (!result || result->kind != WPP_OPERAND_VALUE)
    return false;
  struct wpp_scalar to = wpp_values_scalar (b, *wpp_statement_results (b, s));
  if (to.kind == WPP_SCALAR_NONE)
    return false;
  if (s->kind == WPP_STATEMENT_CALL)
    {
      enum wpp_values_builtin builtin = wpp_values_builtin (b, s);
      return builtin && operands_p (b, s, builtin == WPP_BUILTIN_FIRST ? 1 : s->n_operands);
    }
  return s->kind == WPP_STATEMENT_ASSIGN && assignment_p (b, s, to);
}
