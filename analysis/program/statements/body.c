/* What operands and references are, and which are equal.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "program/statements/body.h"

uint32_t
wpp_reference_variable (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  if (r->base_kind == WPP_BASE_POINTER && b->operands[r->base].kind == WPP_OPERAND_ADDRESS)
    r = &b->references[b->operands[r->base].index];
  return r->base_kind == WPP_BASE_VARIABLE ? r->base : WPP_NONE;
}

uint32_t
wpp_operand_whole_variable (const struct wpp_body *b, const struct wpp_operand *o)
{
  if (o->kind != WPP_OPERAND_REFERENCE)
    return WPP_NONE;
  const struct wpp_reference *r = &b->references[o->index];
  return r->base_kind == WPP_BASE_VARIABLE && r->n_components == 0 ? r->base : WPP_NONE;
}

bool
wpp_operand_memory_p (const struct wpp_body *b, const struct wpp_operand *o)
{
  return o->kind == WPP_OPERAND_REFERENCE && b->references[o->index].base_kind != WPP_BASE_OPERAND;
}

/* ---- Integers.  */

static bool
integer_p (const struct wpp_type *t)
{
  return t->kind == WPP_TYPE_BOOLEAN || t->kind == WPP_TYPE_INTEGER || t->kind == WPP_TYPE_ENUM || wpp_pointer_p (t);
}

bool
wpp_body_range (const struct wpp_body *b, uint32_t type, wpp_integer *low, wpp_integer *high)
{
  const struct wpp_type *t = type == WPP_NONE ? NULL : wpp_body_type (b, type);
  if (!t || !integer_p (t) || t->precision == 0 || t->precision > 64)
    return false;
  wpp_integer values = (wpp_integer) 1 << t->precision;
  *low = wpp_pointer_p (t) || t->flags & WPP_TYPE_UNSIGNED ? 0 : -(values / 2);
  *high = *low + values - 1;
  return true;
}

bool
wpp_compares_integers_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  return integer_p (wpp_body_type (b, wpp_statement_operand (b, s, 0)->type));
}

/* ---- Equality.  References are compared by way of a list, as addresses within them are references again.  */

static bool
types_equal_p (const struct wpp_program *p, uint32_t a, uint32_t b)
{
  if (a == b)
    return true;
  if (a == WPP_NONE || b == WPP_NONE)
    return false;
  const struct wpp_type *x = &p->types[a], *y = &p->types[b];
  return ((x->flags ^ y->flags) & WPP_TYPE_UNSIGNED) == 0 && wpp_pointer_p (x) == wpp_pointer_p (y)
         && x->precision == y->precision;
}

static bool
constants_equal_p (const struct wpp_program *p, uint32_t a, uint32_t b)
{
  const struct wpp_constant *x = &p->constants[a], *y = &p->constants[b];
  if (a == b)
    return true;
  if (x->kind != y->kind)
    return false;
  if (x->kind == WPP_CONSTANT_STRING)
    return x->length == y->length && memcmp (x->text, y->text, x->length) == 0;
  if (!types_equal_p (p, x->type, y->type))
    return false;
  if (x->kind == WPP_CONSTANT_OTHER)
    return strcmp (x->text, y->text) == 0;
  return x->low == y->low && x->high == y->high;
}

/* Are the ways of A and B, references, equal but for indices?  */
static bool
components_equal_p (const struct wpp_body *body, const struct wpp_reference *a, const struct wpp_reference *b)
{
  if (a->n_components != b->n_components)
    return false;
  for (uint32_t i = 0; i < a->n_components; i++)
    {
      const struct wpp_component *x = &body->components[a->first_component + i];
      const struct wpp_component *y = &body->components[b->first_component + i];
      if (x->kind != y->kind || x->offset != y->offset || x->size != y->size)
        return false;
      if (x->kind == WPP_COMPONENT_FIELD
          && (x->index == WPP_NONE || y->index == WPP_NONE
              || body->program->fields[x->index].offset != body->program->fields[y->index].offset))
        return false;
    }
  return true;
}

static bool
index_component_p (const struct wpp_component *c)
{
  return c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE;
}

/* Addresses within addresses: no more are made.  */
#define DEPTH 8

static bool equal_p (const struct wpp_body *body, uint32_t a, uint32_t b, unsigned depth);

static bool
references_equal_p (const struct wpp_body *body, uint32_t a, uint32_t b, unsigned depth)
{
  const struct wpp_reference *x = &body->references[a], *y = &body->references[b];
  if (a == b)
    return true;
  if (x->base_kind != y->base_kind || x->base_offset != y->base_offset || x->text != y->text
      || !components_equal_p (body, x, y))
    return false;
  if (x->base_kind == WPP_BASE_VARIABLE ? x->base != y->base : !equal_p (body, x->base, y->base, depth))
    return false;
  for (uint32_t i = 0; i < x->n_components; i++)
    {
      const struct wpp_component *c = &body->components[x->first_component + i];
      if (index_component_p (c) && !equal_p (body, c->index, body->components[y->first_component + i].index, depth))
        return false;
    }
  return true;
}

static bool
equal_p (const struct wpp_body *body, uint32_t a, uint32_t b, unsigned depth)
{
  const struct wpp_operand *x = &body->operands[a], *y = &body->operands[b];
  if (a == b)
    return true;
  if (x->kind != y->kind || depth == 0)
    return false;
  switch (x->kind)
    {
    case WPP_OPERAND_CONSTANT:
      return constants_equal_p (body->program, x->index, y->index);
    case WPP_OPERAND_REFERENCE:
      return types_equal_p (body->program, x->type, y->type)
             && references_equal_p (body, x->index, y->index, depth - 1);
    case WPP_OPERAND_ADDRESS:
      return references_equal_p (body, x->index, y->index, depth - 1);
    default:
      return x->index == y->index;
    }
}

bool
wpp_operands_equal_p (const struct wpp_body *body, uint32_t a, uint32_t b)
{
  return equal_p (body, a, b, DEPTH);
}

bool
wpp_binds_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  if (!wpp_debug_p (s) || s->n_operands != 1 || s->extra < b->n_globals || !wpp_body_user_p (b, s->extra)
      || !(wpp_body_variable (b, s->extra)->flags & WPP_VARIABLE_REGISTER))
    return false;
  const struct wpp_operand *o = wpp_statement_operand (b, s, 0);
  return !wpp_operand_memory_p (b, o) && wpp_operand_version_of (b, o) != s->extra;
}

const struct wpp_operand *
wpp_assigned (const struct wpp_body *b, const struct wpp_statement *s)
{
  if (wpp_debug_p (s))
    return wpp_binds_p (b, s) ? wpp_statement_operand (b, s, 0) : NULL;
  return wpp_codeless_p (s) ? NULL : wpp_statement_result (b, s);
}

uint32_t
wpp_assigned_register (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = wpp_assigned (b, s);
  return !o ? WPP_NONE : wpp_debug_p (s) ? s->extra : wpp_operand_version_of (b, o);
}
