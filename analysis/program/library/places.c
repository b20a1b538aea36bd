/* Where pointers that are arguments lead.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Values are followed through copies, sums, and functions that return their arguments; no further: what a pointer in
   memory, or a parameter, leads to is asked of GCC's oracle.  */

#include "program/library/effects-impl.h"

/* No source has longer chains, and hostile files may have circles.  */
#define STEPS 32

/* The bytes from the start of what R is in to R, by its components; false: nobody knows.  */
static bool
way (const struct wpp_body *b, const struct wpp_reference *r, int64_t *offset)
{
  *offset = 0;
  if (r->flags & WPP_REFERENCE_VARYING)
    return false;
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      int64_t index, add;
      if (c->kind == WPP_COMPONENT_FIELD && c->index != WPP_NONE)
        {
          uint64_t bits = b->program->fields[c->index].offset;
          if (bits == WPP_UNKNOWN_OFFSET || bits / 8 > INT32_MAX)
            return false;
          add = bits / 8;
        }
      else if (c->kind != WPP_COMPONENT_ELEMENT || !wpp_integer_operand (b, c->index, &index)
               || __builtin_mul_overflow (index, (int64_t)(b->program->types[c->type].size / 8), &add))
        return false;
      if (__builtin_add_overflow (*offset, add, offset))
        return false;
    }
  return true;
}

bool
wpp_integer_operand (const struct wpp_body *b, uint32_t operand, int64_t *value)
{
  const struct wpp_operand *o = &b->operands[operand];
  if (o->kind != WPP_OPERAND_CONSTANT || b->program->constants[o->index].kind != WPP_CONSTANT_INTEGER)
    return false;
  const struct wpp_constant *c = &b->program->constants[o->index];
  *value = c->low;
  return c->high == ((int64_t)c->low < 0 ? UINT64_MAX : 0);
}

/* What the value OPERAND was computed from without becoming another pointer, or WPP_NONE; into the same object, but
   elsewhere, if *MOVED.  */
static uint32_t
origin (const struct wpp_body *b, uint32_t operand, bool *moved)
{
  const struct wpp_value *v = &b->values[b->operands[operand].index];
  if (v->kind != WPP_DEFINED_BY_STATEMENT)
    return WPP_NONE;
  const struct wpp_statement *s = &b->statements[v->definition];
  const uint32_t *operands = wpp_statement_operands (b, s);
  const struct wpp_library_function *row = wpp_library_called (b, s);
  if (row && (row->result == WPP_RESULT_SAME || row->result == WPP_RESULT_INSIDE) && row->result_of < s->n_operands)
    {
      *moved |= row->result == WPP_RESULT_INSIDE;
      return operands[row->result_of];
    }
  if (s->kind != WPP_STATEMENT_ASSIGN || s->n_operands == 0)
    return WPP_NONE;
  *moved |= s->operation == WPP_OPERATION_POINTER_PLUS;
  return s->operation == WPP_OPERATION_COPY || s->operation == WPP_OPERATION_NOP
         || s->operation == WPP_OPERATION_POINTER_PLUS ? operands[0] : WPP_NONE;
}

/* What the pointer OPERAND was computed from, in the same object; *MOVED becomes true if that is elsewhere in it.  */
static uint32_t
first_origin (const struct wpp_body *b, uint32_t operand, bool *moved)
{
  for (unsigned i = 0; b->operands[operand].kind == WPP_OPERAND_VALUE && i < STEPS; i++)
    {
      uint32_t from = origin (b, operand, moved);
      if (from == WPP_NONE || b->operands[from].kind == WPP_OPERAND_REFERENCE)
        break;
      operand = from;
    }
  return operand;
}

const struct wpp_statement *
wpp_pointer_statement (const struct wpp_body *b, uint32_t operand, bool *moved)
{
  uint32_t value = wpp_operand_value (&b->operands[first_origin (b, operand, moved)]);
  bool made = value != WPP_NONE && b->values[value].kind == WPP_DEFINED_BY_STATEMENT;
  return made ? &b->statements[b->values[value].definition] : NULL;
}

const struct wpp_library_function *
wpp_pointer_maker (const struct wpp_body *b, uint32_t operand, bool *moved)
{
  const struct wpp_statement *s = wpp_pointer_statement (b, operand, moved);
  return s ? wpp_library_called (b, s) : NULL;
}

/* Set A's place to that of the address of REFERENCE, or of something in the same object if MOVED.  */
static void
place_address (const struct wpp_body *b, uint32_t reference, bool moved, struct wpp_effect_access *a)
{
  const struct wpp_reference *r = &b->references[reference];
  uint32_t variable = wpp_reference_variable (b, reference);
  if (r->base_kind == WPP_BASE_OPERAND && b->operands[r->base].kind == WPP_OPERAND_CONSTANT)
    a->place = WPP_PLACE_NOTHING;
  if (variable == WPP_NONE)
    return;
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  bool code = v->kind == WPP_FUNCTION || v->kind == WPP_LABEL;
  a->place = code ? WPP_PLACE_NOTHING : WPP_PLACE_VARIABLE;
  a->variable = variable;
  a->exact = !moved && r->base_kind == WPP_BASE_VARIABLE && way (b, r, &a->offset) && a->offset >= 0;
  if (!a->exact)
    a->offset = 0;
}

void
wpp_place_pointer (const struct wpp_body *b, uint32_t operand, struct wpp_effect_access *a)
{
  bool moved = false;
  int64_t value;
  a->place = WPP_PLACE_POINTER;
  a->operand = operand;
  a->variable = WPP_NONE;
  a->exact = false;
  a->offset = 0;
  a->size = -1;
  operand = first_origin (b, operand, &moved);
  const struct wpp_operand *o = &b->operands[operand];
  if (wpp_integer_operand (b, operand, &value) && value == 0 && !moved)
    a->place = WPP_PLACE_NOTHING;
  else if (o->kind == WPP_OPERAND_ADDRESS)
    place_address (b, o->index, moved, a);
}

bool
wpp_string_operand (const struct wpp_body *b, uint32_t operand, const char **text, const char **end)
{
  bool moved = false;
  int64_t offset;
  const struct wpp_operand *o = &b->operands[first_origin (b, operand, &moved)];
  if (o->kind != WPP_OPERAND_ADDRESS || moved)
    return false;
  const struct wpp_reference *r = &b->references[o->index];
  if (r->base_kind != WPP_BASE_OPERAND || b->operands[r->base].kind != WPP_OPERAND_CONSTANT)
    return false;
  const struct wpp_constant *c = &b->program->constants[b->operands[r->base].index];
  if (c->kind != WPP_CONSTANT_STRING || !way (b, r, &offset) || offset < 0 || offset > c->length)
    return false;
  *text = c->text + offset;
  *end = c->text + c->length;
  return true;
}
