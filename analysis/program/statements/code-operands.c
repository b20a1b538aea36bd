/* Coding the program as data: values, operands and references.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A temporary is mostly used soon and once: it is coded by how many were defined since.  A version of a variable is
   that variable, mostly one of the last used, and how many versions were defined since.  A reference that appeared
   before is coded by how often it did; a new one in full, with what its base and components let expect.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/code-body.h"

/* How an operand is coded.  */
enum operand_form
{
  FORM_TEMPORARY,
  FORM_VERSION,
  FORM_VALUE,        /* one that is neither, or not defined yet */
  FORM_CONSTANT,
  FORM_REFERENCE,
  FORM_ADDRESS,
  FORM_OTHER,
  N_FORMS
};

/* A version that is defined so many versions before the latest is coded as a VALUE.  */
#define VERSIONS 32u

static bool
same_operand_p (const void *body, uint32_t number, const void *operand)
{
  const struct wpp_operand *x = &((const struct wpp_body *)body)->operands[number], *y = operand;
  return x->kind == y->kind && x->invariant == y->invariant && x->index == y->index
         && (x->type == y->type || x->kind == WPP_OPERAND_VALUE);
}

/* The number of O, which is new if nothing is equal.  */
static uint32_t
number_operand (struct wpp_body_codec *s, const struct wpp_operand *o)
{
  struct wpp_codec *k = s->k;
  if (!k->err && wpp_hash_reserve (&s->operand_table, 1))
    wpp_codec_fail (k, WPP_E_NOMEM);
  if (k->err)
    return 0;
  /* The type of a value that is not defined yet is not known.  */
  uint64_t type = o->kind == WPP_OPERAND_VALUE ? 0 : o->type;
  uint64_t key = (type << 32 | o->index) * 8 + o->kind;
  uint32_t hash = wpp_hash_key (&s->operand_table, key);
  uint32_t number = wpp_hash_find (&s->operand_table, hash, same_operand_p, s->b, o);
  if (number != WPP_NO_ITEM)
    return number;
  if (s->operands == s->b->n_operands || (!k->c.decoding && !same_operand_p (s->b, s->operands, o)))
    {
      wpp_codec_fail (k, WPP_E_CORRUPT);
      return 0;
    }
  s->b->operands[s->operands] = *o;
  wpp_hash_add (&s->operand_table, hash, s->operands);
  return s->operands++;
}

/* ---- Values.  */

/* Is VALUE told by the variable that it is a version of?  */
static bool
version_p (const struct wpp_body_codec *s, uint32_t value)
{
  return s->b->values[value].variable != WPP_NONE;
}

void
wpp_code_value (struct wpp_body_codec *s, uint32_t where, uint32_t expected_type, uint8_t kind, uint32_t definition)
{
  struct wpp_codec *k = s->k;
  if (s->values == s->b->n_values)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (k->err)
    return;
  uint32_t number = s->values++;
  struct wpp_value *v = &s->b->values[number];
  v->kind = kind;
  v->definition = definition;
  bool temporary = wpp_codec_number (k, WPP_COLUMN_VALUE_VARIABLE, where, v->variable == WPP_NONE) & 1;
  if (temporary)
    {
      v->variable = WPP_NONE;
      s->before[number] = s->temporaries;
      s->temporary[s->temporaries++] = number;
    }
  else
    {
      v->variable = wpp_codec_recent (k, &s->recent_variables, WPP_COLUMN_VARIABLE, where % 62, v->variable,
                                      &s->variables);
      if (k->err)
        return;
      s->before[number] = s->latest[v->variable];
      s->latest[v->variable] = number + 1;
      expected_type = wpp_body_variable (s->b, v->variable)->type;
    }
  bool expected = expected_type < k->p->n_types
                  && (wpp_codec_number (k, WPP_COLUMN_VALUE_TYPE, 2 * where + temporary, v->type != expected_type) & 1)
                         == 0;
  v->type = expected ? expected_type : wpp_codec_in_tree (k, &k->types, v->type);
}

/* How many versions of its variable were defined since VALUE; VERSIONS if more.  */
static uint32_t
versions_since (const struct wpp_body_codec *s, uint32_t value)
{
  uint32_t n = 0;
  for (uint32_t v = s->latest[s->b->values[value].variable]; v && v - 1 != value && n < VERSIONS; n++)
    v = s->before[v - 1];
  return n;
}

static enum operand_form
form_of_value (const struct wpp_body_codec *s, uint32_t value)
{
  if (value >= s->values)
    return FORM_VALUE;
  if (!version_p (s, value))
    return FORM_TEMPORARY;
  return versions_since (s, value) < VERSIONS ? FORM_VERSION : FORM_VALUE;
}

static uint32_t
code_temporary (struct wpp_body_codec *s, uint32_t value, uint32_t context)
{
  uint32_t back = s->k->c.decoding ? 0 : s->temporaries - 1 - s->before[value];
  back = wpp_codec_below (s->k, WPP_COLUMN_TEMPORARY, context, back, s->temporaries);
  return s->k->err ? 0 : s->temporary[s->temporaries - 1 - back];
}

static uint32_t
code_version (struct wpp_body_codec *s, uint32_t value, uint32_t context)
{
  struct wpp_codec *k = s->k;
  uint32_t variable = k->c.decoding ? 0 : s->b->values[value].variable;
  variable = wpp_codec_recent (k, &s->recent_variables, WPP_COLUMN_VARIABLE, 64 + context, variable, &s->variables);
  uint32_t back = k->c.decoding || k->err ? 0 : versions_since (s, value);
  back = wpp_codec_below (k, WPP_COLUMN_VERSION, context, back, VERSIONS);
  if (k->err)
    return 0;
  uint32_t v = s->latest[variable];
  for (; v && back; back--)
    v = s->before[v - 1];
  if (!v)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  return v ? v - 1 : 0;
}

/* ---- References.  */

uint32_t
wpp_known_type (const struct wpp_body_codec *s, uint32_t operand)
{
  if (s->k->err)
    return WPP_NONE;
  const struct wpp_operand *o = &s->b->operands[operand];
  if (o->kind != WPP_OPERAND_VALUE)
    return o->type;
  return o->index < s->values ? s->b->values[o->index].type : WPP_NONE;
}

/* What a pointer of TYPE, which may be WPP_NONE, points to.  */
static uint32_t
target_of (const struct wpp_body_codec *s, uint32_t type)
{
  return type == WPP_NONE ? WPP_NONE : s->k->p->types[type].target;
}

static void
code_base (struct wpp_body_codec *s, struct wpp_reference *r)
{
  struct wpp_codec *k = s->k;
  r->base_kind = wpp_codec_below (k, WPP_COLUMN_BASE_KIND, 0, r->base_kind, WPP_N_BASE_KINDS);
  if (r->base_kind == WPP_BASE_VARIABLE)
    {
      r->base = wpp_codec_recent (k, &s->recent_variables, WPP_COLUMN_VARIABLE, 63, r->base, &s->variables);
      r->pointer_type = WPP_NONE;
      r->base_type = k->err ? 0 : wpp_body_variable (s->b, r->base)->type;
      return;
    }
  r->base = wpp_code_operand (s, r->base, 250 + r->base_kind, 0);
  uint32_t type = wpp_known_type (s, r->base);
  if (r->base_kind != WPP_BASE_POINTER)
    {
      r->pointer_type = WPP_NONE;
      r->base_type = wpp_codec_type (k, r->base_type, type, 0);
      return;
    }
  r->base_offset = wpp_codec_from (k, WPP_COLUMN_BASE_OFFSET, 0, r->base_offset, 0);
  r->base_type = wpp_codec_type (k, r->base_type, target_of (s, type), 0);
  if (k->err)
    return;
  r->pointer_type = wpp_codec_type (k, r->pointer_type, k->pointer_to[r->base_type], 1);
  k->pointer_to[r->base_type] = r->pointer_type;
}

static void
code_field_component (struct wpp_body_codec *s, struct wpp_component *c, uint32_t of)
{
  struct wpp_codec *k = s->k;
  const struct wpp_program *p = k->p;
  uint32_t n = k->first_field[of + 1] - k->first_field[of];
  bool of_it = n > 0
               && wpp_codec_number (k, WPP_COLUMN_FIELD, 0, k->c.decoding ? 0 : p->fields[c->index].record != of) == 0;
  if (!of_it)
    c->index = wpp_codec_below (k, WPP_COLUMN_FIELD, 1, c->index, p->n_fields);
  else
    {
      const uint32_t *fields = &k->fields_of[k->first_field[of]];
      uint32_t i = 0;
      while (!k->c.decoding && fields[i] != c->index)
        i++;
      c->index = fields[wpp_codec_in_tree (k, &k->field_trees[of], i)];
    }
}

/* The component C of something of type OF.  */
static void
code_component (struct wpp_body_codec *s, struct wpp_component *c, uint32_t of)
{
  struct wpp_codec *k = s->k;
  const struct wpp_program *p = k->p;
  uint32_t expected = p->types[of].target;
  c->kind = wpp_codec_below (k, WPP_COLUMN_COMPONENT_KIND, p->types[of].kind, c->kind, WPP_N_COMPONENT_KINDS);
  if (c->kind == WPP_COMPONENT_FIELD)
    {
      code_field_component (s, c, of);
      if (k->err)
        return;
      expected = p->fields[c->index].type;
    }
  else if (c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE)
    c->index = wpp_code_operand (s, c->index, 253, 0);
  else
    {
      c->index = WPP_NONE;
      if (c->kind == WPP_COMPONENT_BITS)
        {
          c->offset = wpp_codec_number (k, WPP_COLUMN_BITS, 0, c->offset);
          c->size = wpp_codec_number (k, WPP_COLUMN_BITS, 1, c->size);
        }
    }
  c->type = wpp_codec_type (k, c->type, expected, 2);
}

/* The reference that appears now.  */
static uint32_t
code_new_reference (struct wpp_body_codec *s, uint32_t number)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  struct wpp_reference r = { .row = WPP_NONE, .column = WPP_NONE, .size = -1, .max_size = -1 };
  if (!k->c.decoding)
    r = b->references[number];
  code_base (s, &r);
  uint32_t n = wpp_codec_number (k, WPP_COLUMN_N_COMPONENTS, k->err ? 0 : k->p->types[r.base_type].kind,
                                 r.n_components);
  uint32_t type = r.base_type;
  if (n > b->n_components - s->components)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  /* Operands within have references, whose components come first.  */
  struct wpp_component *own = wpp_codec_scratch (k, n, sizeof *own);
  if (!own)
    return 0;
  for (uint32_t i = 0; i < n && !k->err; i++)
    {
      if (!k->c.decoding)
        own[i] = b->components[r.first_component + i];
      code_component (s, &own[i], type);
      type = own[i].type;
    }
  r.flags = wpp_codec_number (k, WPP_COLUMN_REFERENCE_FLAGS, 0, r.flags & ~WPP_REFERENCE_MEMORY)
            | (k->c.decoding ? 0 : r.flags & WPP_REFERENCE_MEMORY);
  bool text = wpp_codec_number (k, WPP_COLUMN_REFERENCE_FLAGS, 1, r.text != WPP_NONE) & 1;
  r.text = text ? wpp_codec_constant (k, r.text, 255) : WPP_NONE;
  r.type = type;
  if (s->references == b->n_references || n > b->n_components - s->components
      || (!k->c.decoding && (number != s->references || r.first_component != s->components)))
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (!k->err)
    {
      r.first_component = s->components;
      r.n_components = n;
      if (n)
        memcpy (&b->components[s->components], own, n * sizeof *own);
      s->components += n;
      b->references[s->references] = r;
      if (wpp_tree_add (&s->old_references))
        wpp_codec_fail (k, WPP_E_NOMEM);
      s->references++;
    }
  free (own);
  return k->err ? 0 : s->references - 1;
}

static uint32_t
code_reference (struct wpp_body_codec *s, uint32_t number, uint32_t context)
{
  bool old = s->references > 0 && wpp_codec_number (s->k, WPP_COLUMN_OLD, context, number < s->references) & 1;
  return old ? wpp_codec_in_tree (s->k, &s->old_references, number) : code_new_reference (s, number);
}

void
wpp_code_whole (struct wpp_body_codec *s)
{
  code_new_reference (s, s->references);
}

/* ---- Operands.  */

static void
code_address (struct wpp_body_codec *s, struct wpp_operand *o)
{
  struct wpp_codec *k = s->k;
  o->index = code_reference (s, o->index, 8);
  if (k->err)
    return;
  uint32_t of = s->b->references[o->index].type;
  o->type = wpp_codec_type (k, o->type, k->pointer_to[of], 3);
  k->pointer_to[of] = o->type;
  o->invariant = wpp_codec_number (k, WPP_COLUMN_INVARIANT, s->b->references[o->index].base_kind, o->invariant) & 1;
}

static enum operand_form
form_of (const struct wpp_body_codec *s, const struct wpp_operand *o)
{
  static const uint8_t forms[] = { 0, FORM_CONSTANT, FORM_REFERENCE, FORM_ADDRESS, FORM_OTHER };
  return o->kind == WPP_OPERAND_VALUE ? form_of_value (s, o->index) : forms[o->kind];
}

/* Code what O, of FORM, is.  */
static void
code_form (struct wpp_body_codec *s, struct wpp_operand *o, enum operand_form form, uint32_t where, uint32_t position)
{
  static const uint8_t kinds[] = { WPP_OPERAND_VALUE, WPP_OPERAND_VALUE, WPP_OPERAND_VALUE, WPP_OPERAND_CONSTANT,
                                   WPP_OPERAND_REFERENCE, WPP_OPERAND_ADDRESS, WPP_OPERAND_OTHER };
  struct wpp_codec *k = s->k;
  uint32_t context = where % 16 * 4 + position % 4;
  o->kind = kinds[form];
  switch (form)
    {
    case FORM_TEMPORARY: o->index = code_temporary (s, o->index, context); break;
    case FORM_VERSION: o->index = code_version (s, o->index, context); break;
    case FORM_VALUE:
      o->index = wpp_codec_from (k, WPP_COLUMN_VALUE, 0, o->index, s->values);
      if (o->index >= s->b->n_values)
        wpp_codec_fail (k, WPP_E_CORRUPT);
      break;
    case FORM_CONSTANT: o->index = wpp_codec_constant (k, o->index, where + 128 * (position & 1)); break;
    case FORM_REFERENCE: o->index = code_reference (s, o->index, position % 4); break;
    case FORM_ADDRESS: code_address (s, o); break;
    default:
      o->index = wpp_codec_constant (k, o->index, 254);
      o->type = wpp_codec_type (k, o->type, WPP_NONE, 0);
      o->invariant = wpp_codec_number (k, WPP_COLUMN_INVARIANT, 7, o->invariant) & 1;
    }
}

uint32_t
wpp_code_operand (struct wpp_body_codec *s, uint32_t operand, uint32_t where, uint32_t position)
{
  struct wpp_codec *k = s->k;
  struct wpp_operand o = { 0 };
  if (!k->c.decoding && !k->err)
    o = s->b->operands[operand];
  enum operand_form form = k->c.decoding || k->err ? 0 : form_of (s, &o);
  form = wpp_codec_below (k, WPP_COLUMN_OPERAND_KIND, where * 4 + position % 4, form, N_FORMS);
  if (k->err || ++s->depth > WPP_CODEC_DEPTH)
    {
      wpp_codec_fail (k, WPP_E_CORRUPT);
      return 0;
    }
  code_form (s, &o, form, where, position);
  s->depth--;
  if (k->err)
    return 0;
  if (form <= FORM_VALUE && o.index < s->values)
    o.type = s->b->values[o.index].type;
  else if (form == FORM_CONSTANT)
    {
      o.type = k->p->constants[o.index].type;
      o.invariant = true;
    }
  else if (form == FORM_REFERENCE)
    o.type = s->b->references[o.index].type;
  uint32_t number = number_operand (s, &o);
  if (!k->c.decoding && number != operand)
    wpp_codec_fail (k, WPP_E_RANGE);
  return number;
}

uint32_t
wpp_code_defined (struct wpp_body_codec *s)
{
  if (s->k->err)
    return 0;
  struct wpp_operand o = { .kind = WPP_OPERAND_VALUE, .index = s->values - 1 };
  o.type = s->b->values[o.index].type;
  return number_operand (s, &o);
}
