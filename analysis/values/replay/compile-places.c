/* Addresses and operands as micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "format/value-table.h"
#include "values/evaluate.h"
#include "values/replay/compile-impl.h"

static const struct wpp_micro_place nowhere = { .known = false };

/* Addresses within addresses: no more are made.  */
#define DEPTH 8

/* ---- Constants.  */

bool
wpp_constant_word (const struct wpp_body *b, uint32_t operand, uint64_t *word)
{
  const struct wpp_operand *o = &b->operands[operand];
  struct wpp_scalar s = wpp_operand_scalar (b, operand);
  if (o->kind != WPP_OPERAND_CONSTANT || s.kind == WPP_SCALAR_NONE)
    return false;
  const struct wpp_constant *c = &b->program->constants[o->index];
  if (c->kind != (s.kind == WPP_SCALAR_REAL ? WPP_CONSTANT_REAL : WPP_CONSTANT_INTEGER))
    return false;
  *word = s.kind == WPP_SCALAR_REAL ? wpp_scalar_bytes (s, c->low) : wpp_scalar_fit (s, c->low);
  return true;
}

/* ---- Addresses.  */

static struct wpp_micro_place place_of (struct wpp_compiler *c, uint32_t reference, unsigned depth);

/* The slot that a check of this statement has set to the address of REFERENCE; 0: none.  */
static uint32_t
checked_slot (const struct wpp_compiler *c, uint32_t reference)
{
  for (uint32_t i = 0; i < c->n_checked; i++)
    if (c->checked[i].reference == reference)
      return c->checked[i].slot;
  return 0;
}

static struct wpp_micro_place
place_of_variable (struct wpp_compiler *c, uint32_t variable)
{
  const struct wpp_micro_layout *l = c->l;
  const struct wpp_body *b = l->body;
  switch (l->plan.storage[variable])
    {
    case WPP_STORAGE_NAMED:
      return (struct wpp_micro_place){ .known = true,
                                       .named = true,
                                       .slot = WPP_SLOT_ZERO,
                                       .offset = wpp_values_named_address (b, &l->plan, l->first_key, variable) };
    case WPP_STORAGE_FRAMED:
      {
        uint32_t slot = variable < b->n_globals ? 0 : l->frames[variable - b->n_globals];
        return (struct wpp_micro_place){ .known = slot != 0, .slot = slot };
      }
    case WPP_STORAGE_BASED:
      {
        uint64_t base = l->bases && variable < b->n_globals ? l->bases[b->globals[variable]] : 0;
        return (struct wpp_micro_place){ .known = base != 0, .slot = WPP_SLOT_ZERO, .offset = base };
      }
    default:
      {
        uint32_t slot = b->whole[variable] != WPP_NONE ? checked_slot (c, b->whole[variable]) : 0;
        return (struct wpp_micro_place){ .known = slot != 0, .slot = slot };
      }
    }
}

static struct wpp_micro_place
place_of_pointer (struct wpp_compiler *c, uint32_t operand, unsigned depth)
{
  const struct wpp_operand *o = &c->l->body->operands[operand];
  uint64_t word;
  if (o->kind == WPP_OPERAND_ADDRESS)
    return place_of (c, o->index, depth);
  if (o->kind == WPP_OPERAND_VALUE)
    return (struct wpp_micro_place){ .known = true, .slot = wpp_value_slot (o->index) };
  if (!wpp_constant_word (c->l->body, operand, &word))
    return nowhere;
  return (struct wpp_micro_place){ .known = true, .slot = WPP_SLOT_ZERO, .offset = word };
}

/* Add INDEX times SIZE bytes to P.  */
static void
add_index (struct wpp_compiler *c, struct wpp_micro_place *p, uint32_t index, uint64_t size)
{
  const struct wpp_operand *o = &c->l->body->operands[index];
  uint64_t word;
  if (wpp_constant_word (c->l->body, index, &word))
    p->offset += word * size;
  else if (o->kind == WPP_OPERAND_VALUE)
    {
      uint32_t sum = wpp_temporary (c);
      WPP_EMIT (c, SCALE, .dst = sum, .a = p->slot, .b = wpp_value_slot (o->index), .imm = size);
      p->slot = sum;
    }
  else
    p->known = false;
}

/* Set *BITS to how many bits the components of R are after its base, as far as constants say; add to P what indices
   say.  */
static void
add_components (struct wpp_compiler *c, const struct wpp_reference *r, struct wpp_micro_place *p, uint64_t *bits)
{
  const struct wpp_body *b = c->l->body;
  *bits = 0;
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *part = &b->components[r->first_component + i];
      const struct wpp_type *type = wpp_body_type (b, part->type);
      if (part->kind == WPP_COMPONENT_FIELD && part->index != WPP_NONE)
        *bits += b->program->fields[part->index].offset;
      else if (part->kind == WPP_COMPONENT_BITS)
        *bits += part->offset;
      else if (part->kind == WPP_COMPONENT_IMAGINARY)
        *bits += type->size;
      else if (part->kind == WPP_COMPONENT_ELEMENT && part->index != WPP_NONE)
        add_index (c, p, part->index, type->size / 8);
      else if (part->kind != WPP_COMPONENT_REAL && part->kind != WPP_COMPONENT_VIEW)
        p->known = false;
    }
}

static struct wpp_micro_place
place_of (struct wpp_compiler *c, uint32_t reference, unsigned depth)
{
  const struct wpp_micro_layout *l = c->l;
  const struct wpp_reference *r = &l->body->references[reference];
  uint32_t checked = checked_slot (c, reference);
  uint64_t bits;
  if (checked)
    return (struct wpp_micro_place){ .known = true, .slot = checked };
  if (depth == 0 || r->base_kind == WPP_BASE_OPERAND
      || !wpp_values_parts_known_p (l->body, reference))
    return nowhere;
  struct wpp_micro_place p = r->base_kind == WPP_BASE_VARIABLE ? place_of_variable (c, r->base)
                                                               : place_of_pointer (c, r->base, depth - 1);
  if (!p.known)
    return nowhere;
  if (r->base_kind == WPP_BASE_POINTER)
    p.offset += (uint64_t)r->base_offset;
  add_components (c, r, &p, &bits);
  p.offset += (uint64_t) ((int64_t)bits >> 3);
  p.bit = bits & 7;
  return p.known ? p : nowhere;
}

struct wpp_micro_place
wpp_compile_place (struct wpp_compiler *c, uint32_t reference)
{
  struct wpp_micro_place p = place_of (c, reference, DEPTH);
  /* A bit-field's check has the address of its first byte; which of its bits comes first, constants say.  */
  if (checked_slot (c, reference))
    p.bit = wpp_values_access (c->l->body, reference).bit;
  return p;
}

uint32_t
wpp_compile_address (struct wpp_compiler *c, uint32_t reference)
{
  struct wpp_micro_place p = wpp_compile_place (c, reference);
  uint32_t slot = p.slot;
  if (p.known && !p.offset)
    return slot;
  slot = wpp_temporary (c);
  if (p.known)
    WPP_EMIT (c, ADD_I, .dst = slot, .a = p.slot, .imm = p.offset);
  else
    WPP_EMIT (c, LOSE, .dst = slot);
  return slot;
}

bool
wpp_compile_kept (struct wpp_compiler *c, uint32_t reference, uint32_t *slot, int64_t *bits)
{
  const struct wpp_body *b = c->l->body;
  struct wpp_micro_place p = { .known = true, .slot = WPP_SLOT_ZERO };
  uint64_t constant = 0, more;
  const struct wpp_reference *r = NULL;
  for (unsigned depth = DEPTH; depth && (!r || r->base_kind == WPP_BASE_POINTER); depth--)
    {
      /* A pointer that is a constant address within the variable.  */
      if (r)
        {
          constant += 8 * (uint64_t)r->base_offset;
          reference = b->operands[r->base].index;
        }
      r = &b->references[reference];
      add_components (c, r, &p, &more);
      constant += more;
    }
  *slot = p.slot;
  *bits = (int64_t) (constant + 8 * p.offset);
  return p.known && r->base_kind == WPP_BASE_VARIABLE;
}

/* ---- Operands.  */

/* A part of a scalar: REFERENCE, to what is not in memory.  */
static uint32_t
part_of_scalar (struct wpp_compiler *c, uint32_t reference)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_reference *r = &b->references[reference];
  const struct wpp_component *part = &b->components[r->first_component];
  struct wpp_scalar of = wpp_operand_scalar (b, r->base), to = wpp_scalar_of (wpp_body_type (b, part->type));
  uint32_t base = wpp_compile_operand (c, r->base), dst = wpp_temporary (c);
  bool view = part->kind == WPP_COMPONENT_VIEW;
  unsigned bit = view ? 0 : part->offset, size = view ? 8 * of.bytes : part->size;
  if (!of.bytes || !to.bytes || bit + size > 64)
    WPP_EMIT (c, LOSE, .dst = dst);
  else
    wpp_compile_bits (c, to, dst, base, bit, size);
  return dst;
}

uint32_t
wpp_compile_operand (struct wpp_compiler *c, uint32_t operand)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_operand *o = &b->operands[operand];
  uint64_t word;
  if (o->kind == WPP_OPERAND_VALUE)
    return wpp_value_slot (o->index);
  if (o->kind == WPP_OPERAND_ADDRESS)
    return wpp_compile_address (c, o->index);
  if (o->kind == WPP_OPERAND_REFERENCE && wpp_values_operand_known_p (b, o))
    return part_of_scalar (c, o->index);
  uint32_t dst = wpp_temporary (c);
  if (wpp_constant_word (b, operand, &word))
    WPP_EMIT (c, SET, .dst = dst, .imm = word);
  else
    WPP_EMIT (c, LOSE, .dst = dst);
  return dst;
}
