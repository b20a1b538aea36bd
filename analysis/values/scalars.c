/* Which values the table has, how scalars are accessed, and what replay computes of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "values/builtins.h"
#include "values/plan-impl.h"

static unsigned
width_of_bits (uint64_t bits)
{
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

unsigned
wpp_values_width (const struct wpp_body *b, uint32_t type)
{
  const struct wpp_type *t = wpp_body_type (b, type);
  switch (t->kind)
    {
    case WPP_TYPE_BOOLEAN:
    case WPP_TYPE_INTEGER:
    case WPP_TYPE_ENUM:
    case WPP_TYPE_POINTER:
    case WPP_TYPE_REFERENCE:
      return t->precision > 0 && t->precision <= t->size ? width_of_bits (t->size) : 0;
    case WPP_TYPE_REAL:
      return t->flags & WPP_TYPE_DECIMAL ? 0
             : t->size == t->precision && (t->size == 32 || t->size == 64) ? t->size / 8 : 0;
    default:
      return 0;
    }
}

static bool
real_p (const struct wpp_body *b, uint32_t type)
{
  return wpp_body_type (b, type)->kind == WPP_TYPE_REAL;
}

/* ---- Accesses.  */

/* The bits that REFERENCE's last component is, from its constant parts: where they begin, and how many they are.  */
static void
last_bits (const struct wpp_body *b, const struct wpp_reference *r, uint64_t *first, uint64_t *size)
{
  *size = wpp_body_type (b, r->type)->size;
  *first = 0;
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      const struct wpp_field *f = c->kind == WPP_COMPONENT_FIELD ? &b->program->fields[c->index] : NULL;
      bool last = i + 1 == r->n_components;
      if (f)
        *first += f->offset;
      else if (c->kind == WPP_COMPONENT_BITS)
        *first += c->offset;
      if (last && f)
        *size = f->size;
      else if (last && c->kind == WPP_COMPONENT_BITS)
        *size = c->size;
    }
}

struct wpp_values_access
wpp_values_access (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  const struct wpp_type *t = wpp_body_type (b, r->type);
  const struct wpp_variable *v = wpp_body_variable (b, wpp_values_variable (b, reference));
  unsigned width = wpp_values_width (b, r->type);
  uint64_t first, size;
  if (!width || r->flags & WPP_REFERENCE_REVERSED || (v && v->flags & WPP_VARIABLE_HARD))
    return (struct wpp_values_access){ 0 };
  last_bits (b, r, &first, &size);
  if (size == t->size && first % 8 == 0)
    return (struct wpp_values_access){ .width = width, .size = size };
  /* A bit-field, whose type has its bits.  */
  if (size != t->precision || size > 64 || t->kind == WPP_TYPE_REAL)
    return (struct wpp_values_access){ 0 };
  return (struct wpp_values_access){ .width = 8, .bits = true, .bit = first % 8, .size = size };
}

/* Do constants and values tell what component C, whose base is of type OF, adds to an address?  */
static bool
component_known_p (const struct wpp_body *b, const struct wpp_component *c)
{
  if (c->kind == WPP_COMPONENT_FIELD)
    return b->program->fields[c->index].offset != WPP_UNKNOWN_OFFSET;
  if (c->kind != WPP_COMPONENT_ELEMENT)
    return c->kind != WPP_COMPONENT_RANGE;
  const struct wpp_operand *o = &b->operands[c->index];
  uint64_t size = wpp_body_type (b, c->type)->size;
  return (o->kind == WPP_OPERAND_VALUE || o->kind == WPP_OPERAND_CONSTANT) && wpp_values_width (b, o->type) > 0
         && !real_p (b, o->type) && size > 0 && size % 8 == 0;
}

/* The same of the address that the operand BASE is.  */
static bool
pointer_known_p (const struct wpp_body *b, uint32_t base)
{
  const struct wpp_operand *o = &b->operands[base];
  return o->kind == WPP_OPERAND_ADDRESS ? wpp_values_parts_known_p (b, o->index)
         : o->kind == WPP_OPERAND_VALUE ? wpp_values_width (b, o->type) == 8
         : o->kind == WPP_OPERAND_CONSTANT && b->program->constants[o->index].kind == WPP_CONSTANT_INTEGER;
}

bool
wpp_values_parts_known_p (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  if (r->flags & WPP_REFERENCE_VARYING || r->base_kind == WPP_BASE_OPERAND)
    return false;
  for (uint32_t i = 0; i < r->n_components; i++)
    if (!component_known_p (b, &b->components[r->first_component + i]))
      return false;
  return r->base_kind == WPP_BASE_VARIABLE || pointer_known_p (b, r->base);
}

bool
wpp_values_address_known_p (const struct wpp_body *b, const uint8_t *storage, uint32_t reference)
{
  uint32_t v = wpp_values_variable (b, reference);
  return wpp_values_parts_known_p (b, reference) && (v == WPP_NONE || storage[v] != WPP_STORAGE_NONE);
}

/* ---- Operations.  */

/* Is O, a reference that is not in memory, all or a part of a scalar that replay knows, seen as another type?  */
static bool
part_known_p (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  if (r->base_kind != WPP_BASE_OPERAND || r->flags & (WPP_REFERENCE_REVERSED | WPP_REFERENCE_VARYING)
      || r->n_components != 1)
    return false;
  const struct wpp_operand *base = &b->operands[r->base];
  const struct wpp_component *c = &b->components[r->first_component];
  const struct wpp_type *from = wpp_body_type (b, base->type), *to = wpp_body_type (b, c->type);
  if ((base->kind != WPP_OPERAND_VALUE && base->kind != WPP_OPERAND_CONSTANT) || !wpp_values_operand_known_p (b, base))
    return false;
  if (c->kind == WPP_COMPONENT_VIEW)
    return from->size == to->size;
  return c->kind == WPP_COMPONENT_BITS && c->size == to->precision && (uint64_t)c->offset + c->size <= from->size;
}

bool
wpp_values_operand_known_p (const struct wpp_body *b, const struct wpp_operand *o)
{
  if (!wpp_values_width (b, o->type))
    return false;
  switch (o->kind)
    {
    case WPP_OPERAND_VALUE:
    case WPP_OPERAND_ADDRESS:
      return true;
    case WPP_OPERAND_CONSTANT:
      return b->program->constants[o->index].kind == WPP_CONSTANT_INTEGER
             || b->program->constants[o->index].kind == WPP_CONSTANT_REAL;
    case WPP_OPERAND_REFERENCE:
      return part_known_p (b, o->index);
    default:
      return false;
    }
}

/* Is OPERATION one of integers and pointers that replay does?  */
static bool
integer_operation_p (uint8_t operation)
{
  switch (operation)
    {
    case WPP_OPERATION_COND:
    case WPP_OPERATION_PLUS: case WPP_OPERATION_MINUS: case WPP_OPERATION_MULT: case WPP_OPERATION_POINTER_PLUS:
    case WPP_OPERATION_POINTER_DIFF: case WPP_OPERATION_MULT_HIGHPART:
    case WPP_OPERATION_TRUNC_DIV: case WPP_OPERATION_CEIL_DIV: case WPP_OPERATION_FLOOR_DIV:
    case WPP_OPERATION_TRUNC_MOD: case WPP_OPERATION_CEIL_MOD: case WPP_OPERATION_FLOOR_MOD:
    case WPP_OPERATION_EXACT_DIV: case WPP_OPERATION_NEGATE: case WPP_OPERATION_MIN: case WPP_OPERATION_MAX:
    case WPP_OPERATION_ABS: case WPP_OPERATION_ABSU: case WPP_OPERATION_LSHIFT: case WPP_OPERATION_RSHIFT:
    case WPP_OPERATION_LROTATE: case WPP_OPERATION_RROTATE: case WPP_OPERATION_BIT_IOR: case WPP_OPERATION_BIT_XOR:
    case WPP_OPERATION_BIT_AND: case WPP_OPERATION_BIT_NOT: case WPP_OPERATION_TRUTH_NOT: case WPP_OPERATION_PAREN:
    case WPP_OPERATION_CONVERT: case WPP_OPERATION_NOP:
      return true;
    default:
      return wpp_operation_infos[operation].kind == WPP_CLASS_COMPARISON;
    }
}

/* Is OPERATION, with real numbers among its operands and result, one whose result IEEE 754 prescribes?  */
static bool
real_operation_p (uint8_t operation)
{
  switch (operation)
    {
    case WPP_OPERATION_COND:
    case WPP_OPERATION_PLUS: case WPP_OPERATION_MINUS: case WPP_OPERATION_MULT: case WPP_OPERATION_RDIV:
    case WPP_OPERATION_FIX_TRUNC: case WPP_OPERATION_FLOAT: case WPP_OPERATION_NEGATE: case WPP_OPERATION_ABS:
    case WPP_OPERATION_PAREN: case WPP_OPERATION_CONVERT: case WPP_OPERATION_NOP:
      return true;
    default:
      return wpp_operation_infos[operation].kind == WPP_CLASS_COMPARISON;
    }
}

/* Is S, whose operands replay knows, an operation that it does?  */
static bool
operation_p (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_operand *result)
{
  bool real = real_p (b, result->type);
  if (s->operation == WPP_OPERATION_COPY)
    return true;
  for (uint32_t i = 0; i < s->n_operands; i++)
    real |= real_p (b, wpp_statement_operand (b, s, i)->type);
  return real ? b->flags & WPP_BODY_IEEE && real_operation_p (s->operation) : integer_operation_p (s->operation);
}

/* ---- Calls of built-in functions.  */

/* Is S a call, one that ends no path, of a built-in function among NAMES, which end with a null?  */
static bool
calls_p (const struct wpp_body *b, const struct wpp_statement *s, const char *const *names)
{
  static const char prefix[] = "__builtin_";
  if (s->kind != WPP_STATEMENT_CALL || b->calls[s->extra].flags & WPP_CALL_ENDS_PATH)
    return false;
  const struct wpp_call *c = &b->calls[s->extra];
  const struct wpp_variable *f = wpp_body_variable (b, c->function);
  const char *name = f && f->flags & WPP_VARIABLE_BUILTIN ? f->name
                     : c->text != WPP_NONE ? b->program->constants[c->text].text : NULL;
  if (name && !strncmp (name, prefix, sizeof prefix - 1))
    name += sizeof prefix - 1;
  while (name && *names && strcmp (name, *names))
    names++;
  return name && *names;
}

/* Is S a call of one that returns its first operand, a hint for the compiler?  */
static bool
hint_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  static const char *const names[]
    = { "expect", "expect_with_probability", "assume_aligned", "BUILTIN_EXPECT", NULL };
  return calls_p (b, s, names) && s->n_operands > 0;
}

/* Is S a call of another one that replay computes, whose arguments it knows?  */
static bool
builtin_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  enum wpp_values_builtin builtin = b->flags & WPP_BODY_BUILTINS ? wpp_values_builtin (b, s) : WPP_BUILTIN_NONE;
  bool known = builtin != WPP_BUILTIN_NONE;
  for (unsigned i = 0; known && i < wpp_builtin_arguments (builtin); i++)
    known = wpp_values_operand_known_p (b, wpp_statement_operand (b, s, i));
  return known;
}

/* ---- What statements are.  */

bool
wpp_values_computed_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  if (!result || result->kind != WPP_OPERAND_VALUE || !wpp_values_width (b, result->type))
    return false;
  if (s->kind == WPP_STATEMENT_CALL)
    return (hint_p (b, s) && wpp_values_operand_known_p (b, wpp_statement_operand (b, s, 0))) || builtin_p (b, s);
  if (s->kind != WPP_STATEMENT_ASSIGN)
    return false;
  for (uint32_t i = 0; i < s->n_operands; i++)
    if (!wpp_values_operand_known_p (b, wpp_statement_operand (b, s, i)))
      return false;
  return operation_p (b, s, result);
}

bool
wpp_values_mode_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  bool real = false;
  if (s->kind != WPP_STATEMENT_ASSIGN || s->operation == WPP_OPERATION_COPY || !wpp_values_computed_p (b, s))
    return false;
  for (uint32_t i = 0; i < s->n_operands; i++)
    real |= real_p (b, wpp_statement_operand (b, s, i)->type);
  return real || real_p (b, wpp_statement_result (b, s)->type);
}

bool
wpp_values_load_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  if (s->kind != WPP_STATEMENT_ASSIGN || s->operation != WPP_OPERATION_COPY || result->kind != WPP_OPERAND_VALUE)
    return false;
  const struct wpp_operand *from = wpp_statement_operand (b, s, 0);
  return wpp_operand_memory_p (b, from) && wpp_values_access (b, from->index).width > 0;
}

bool
wpp_values_store_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  return s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY && wpp_operand_memory_p (b, result)
         && wpp_values_access (b, result->index).width > 0
         && wpp_values_operand_known_p (b, wpp_statement_operand (b, s, 0));
}

/* ---- Calls that are assignments.  */

/* Has S three operands: a pointer, a pointer if POINTER, a number?  */
static bool
three_p (const struct wpp_body *b, const struct wpp_statement *s, bool pointer)
{
  for (uint32_t i = 0; i < 3 && s->n_operands >= 3; i++)
    {
      const struct wpp_operand *o = wpp_statement_operand (b, s, i);
      bool p = wpp_pointer_p (wpp_body_type (b, o->type)), wanted = i == 0 || (i == 1 && pointer);
      if (p != wanted || real_p (b, o->type) || !wpp_values_operand_known_p (b, o))
        return false;
    }
  return s->n_operands >= 3;
}

bool
wpp_values_move_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  static const char *const names[] = { "memcpy", "memmove", "mempcpy", "__memcpy_chk", "__memmove_chk",
                                       "__mempcpy_chk", NULL };
  return calls_p (b, s, names) && three_p (b, s, true);
}

bool
wpp_values_set_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  static const char *const names[] = { "memset", "__memset_chk", NULL };
  return calls_p (b, s, names) && three_p (b, s, false);
}

bool
wpp_values_zeros_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *from = s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY
                                   && !(s->flags & WPP_STATEMENT_CLOBBER)
                                     ? wpp_statement_operand (b, s, 0) : NULL;
  return from && from->kind == WPP_OPERAND_OTHER && !strcmp (b->program->constants[from->index].text, "{}");
}
